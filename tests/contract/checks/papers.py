"""Meta, RULES.md and the texts: everything the rules mention is written down."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from string import Formatter

from parcferme.core.contract import Game, State
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.core.text import LANGUAGES
from tests.contract.subject import Subject, demand, walk

Mention = Event | Refusal | dict[str, object]  # what texts and clauses must exist for


def plates(subject: Subject) -> None:
    """META's fields make sense and every game made from it says the same."""
    meta = subject.meta
    name = meta.id
    demand(bool(re.fullmatch(r"[a-z][a-z0-9_]*", meta.id)), name, "is not an id")
    demand(bool(re.fullmatch(r"[A-Z]{2}", meta.prefix)), name, "prefix", meta.prefix)
    demand(bool(meta.title) and bool(meta.about), name, "title and about must be told")
    demand(meta.version >= 1 and meta.year >= 0, name, "version", meta.version, "year", meta.year)
    low, high = meta.seats
    demand(1 <= low <= high, name, "seats", meta.seats)
    for game in subject.games:
        demand((game.id, game.version) == (meta.id, meta.version), name, "a game says", game.id, game.version)
        demand(game.players == game.options["players"], name, "players", game.players, game.options["players"])
        demand(game.options == meta.options.read(game.options), name, "options that do not read back")


def clauses_exist(subject: Subject) -> None:
    """Every clause that an event, a refusal or a result cites stands in RULES.md, under the game's prefix."""
    for clause in subject.clauses:
        demand(clause.startswith(f"{subject.meta.prefix}-"), subject.meta.id, "RULES.md holds a stranger:", clause)
    for where, thing in _mentioned(subject):
        if not isinstance(thing, dict):
            demand(thing.clause in subject.clauses, where, "cites a clause that RULES.md does not hold:", thing)
    for game, state, where in subject.everywhere():
        result = state.result()
        demand(result is None or result.clause in subject.clauses, where, "the result cites", result, "of", game.id)


def texts_exist(subject: Subject) -> None:
    """Every event, refusal, action, reason and option has a text, and its blanks are filled."""
    english = subject.texts.get("en", {})
    for where, thing in _mentioned(subject):
        if isinstance(thing, Event):
            _has_text(english, f"event.{thing.kind}", thing.args, where)
        elif isinstance(thing, Refusal):
            _has_text(english, f"refusal.{thing.code}", thing.args, where)
        else:
            _has_text(english, f"action.{thing['kind']}", thing, where)
    for _, state, where in subject.everywhere():
        result = state.result()
        demand(result is None or f"reason.{result.reason}" in english, where, "no text for the reason of", result)
    for option in subject.meta.options.options:
        demand(f"option.{option}" in english, subject.meta.id, "no text for the option", option)


def languages(subject: Subject) -> None:
    """All languages hold the same keys with the same blanks, and every text can be filled in."""
    demand(set(LANGUAGES) <= set(subject.texts), subject.meta.id, "catalogues:", sorted(subject.texts))
    english = subject.texts["en"]
    for language, catalogue in subject.texts.items():
        differ = sorted(set(english) ^ set(catalogue))
        demand(not differ, subject.meta.id, language, "has other keys than en:", differ[:8])
        for key, text in catalogue.items():
            wanted, found = _blanks(english[key]), _blanks(text)
            demand(bool(text.strip()), subject.meta.id, language, key, "is empty")
            demand(wanted == found, subject.meta.id, language, key, "has blanks", sorted(found), "en", sorted(wanted))


def _has_text(catalogue: dict[str, str], key: str, args: dict[str, object], where: str) -> None:
    demand(key in catalogue, where, "no text for", key)
    missing = _blanks(catalogue[key]) - set(args)
    demand(not missing, where, key, "asks for", sorted(missing), "but is given", sorted(args))


def _blanks(text: str) -> set[str]:
    """The names in braces; a text that does not read as such a template is itself the fault."""
    try:
        names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError as error:
        names = [f"({error})"]
    for name in names:
        demand(name.isidentifier(), "the text", repr(text), "has a blank without a plain name:", repr(name))
    return set(names)


def _mentioned(subject: Subject) -> Iterator[tuple[str, Mention]]:
    """Events of whole random games, refusals at sampled positions, and the forms of all actions; each sort once."""
    for game in subject.games:
        positions = subject.positions(game)
        found: Iterator[Mention] = chain(_events(game, positions), _refusals(game, positions), _forms(game))
        seen: set[tuple[str, ...]] = set()
        for thing in found:
            key = _sort(thing)
            if key not in seen:
                seen.add(key)
                yield f"{subject.name(game)}:", thing


def _sort(thing: Mention) -> tuple[str, ...]:
    if isinstance(thing, Event):
        return ("event", thing.kind, thing.clause, *sorted(thing.args))
    if isinstance(thing, Refusal):
        return ("refusal", thing.code, thing.clause, *sorted(thing.args))
    return ("form", str(thing["kind"]), *sorted(thing))


def _events(game: Game, positions: list[State]) -> list[Event]:
    events: list[Event] = []
    for state in positions:
        for seat in range(game.players):
            for action in state.interrupts(seat):
                state.copy().interrupt(seat, action, events)
    for seed in range(3):
        walk(game, seed, lambda state: None, events)
    return events


def _refusals(game: Game, positions: list[State]) -> Iterator[Refusal]:
    for state in positions:
        for seat in range(game.players):
            for action in range(game.actions()):
                refusal = state.explain(seat, action)
                if refusal is not None:
                    yield refusal


def _forms(game: Game) -> list[dict[str, object]]:
    return [game.form(action) for action in range(game.actions())]
