"""What an action does is a fact: told in few words that all games share, and without what the seat may not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from parcferme.core.contract import Game, State
from parcferme.core.position import Note
from parcferme.core.record import canonical, fingerprint
from parcferme.core.text import Texts
from tests.contract.checks.nodes import is_json
from tests.contract.subject import LANGUAGES, Subject, demand

TRIED = 12  # actions of a seat at one node
LONGEST = 1_000  # characters of one effect: a program of Lunar Rally in the thick of it
PAGE = Path(__file__).parents[3] / "docs" / "games.md"


def documented() -> set[str]:
    """The words of the table in docs/games.md."""
    chapter = PAGE.read_text("utf-8").split("## What an action does")[1].split("\n## ")[0]
    rows = [row for row in chapter.splitlines() if row.startswith("| `")]
    return {word for row in rows for word in re.findall(r"`(\w+)`", row.split("|")[1])}


def effects(subject: Subject) -> None:
    """Effects are JSON, bounded, said in known words, have texts, and do not change the position."""
    words = documented()
    for game, state, where in subject.everywhere():
        before = fingerprint(state)
        for seat, action in _offered(game, state):
            told, name = state.effect(seat, action), game.format(action)
            demand(is_json(told), where, "the effect of", name, "is not JSON:", told)
            demand(len(canonical(told)) <= LONGEST, where, "the effect of", name, "is too long:", len(canonical(told)))
            demand(set(told) <= words, where, "words that docs/games.md lacks:", sorted(set(told) - words))
            _said(subject, told, where)
        demand(fingerprint(state) == before, where, "asking for effects changed the position")


def nothing_hidden(subject: Subject) -> None:
    """Whatever is hidden from a seat, its actions do the same as far as it is told."""
    for game, state, where in subject.everywhere():
        for seat, action in _offered(game, state):
            told = canonical(state.effect(seat, action))
            for seed in range(2):
                other = canonical(state.resample(seat, Random(seed)).effect(seat, action))
                demand(other == told, where, "the effect of", game.format(action), "gives away what is hidden:", told)


def _offered(game: Game, state: State) -> Iterator[tuple[int, int]]:
    for seat in range(game.players):
        legal = state.legal(seat)
        for action in [*legal[:: max(1, len(legal) // TRIED)], *state.interrupts(seat)]:
            yield seat, action


def _said(subject: Subject, told: Note, where: str) -> None:
    for language in LANGUAGES:
        for sentence in Texts(subject.texts[language]).effect(told):
            known = not sentence.startswith(("effect.", "event.")) and "{" not in sentence
            demand(known, where, language, "has no words for it:", sentence)
