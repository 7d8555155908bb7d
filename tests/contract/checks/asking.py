"""What a seat is asked is told in one sentence, in every language."""

from __future__ import annotations

import re
from string import Formatter

from parcferme.core.contract import Game, State
from parcferme.core.text import LANGUAGES, Texts
from tests.contract.subject import Subject, demand

LONGEST = 90  # characters: two lines of a coach line
NOTATION = re.compile(r"\w[:/_]\w")  # roll:3/go, first_aid


def asks(subject: Subject) -> None:
    """Whoever must act is asked for it in one sentence: known in all languages, filled in, short, without notation;
    and those who are said to follow sit at the table."""
    for game, state, where in subject.everywhere():
        for seat in state.to_act():
            _one_sentence(subject, game, state, seat, where)
        for seat in subject.asks.following(state.view(None)):
            demand(0 <= seat < game.players, where, "seat", seat, "is said to follow")


def _one_sentence(subject: Subject, game: Game, state: State, seat: int, where: str) -> None:
    kinds = {str(game.form(action)["kind"]) for action in state.legal(seat)}
    key, args = subject.asks.asked(state.view(seat), seat, kinds)
    for language in LANGUAGES:
        template = subject.texts[language].get(key)
        demand(template is not None, where, language, "has no text", key)
        missing = {name for _, name, _, _ in Formatter().parse(str(template)) if name} - set(args)
        demand(not missing, where, key, "asks for", sorted(missing), "but is given", sorted(args))
        said = Texts(subject.texts[language]).say(key, args)
        demand(len(said) <= LONGEST, where, language, len(said), "characters:", said)
        demand(said[0].isupper() and said.endswith("."), where, language, "is no sentence:", said)
        demand(not NOTATION.search(said) and "None" not in said, where, language, "speaks in codes:", said)
