"""The notation of positions: whatever is written there is refused with its place, or is a position that plays on."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from parcferme.core.contract import OVER, Game, State
from parcferme.core.errors import BadRecord
from parcferme.core.record import canonical
from tests.contract.subject import Broken, Subject, demand
from tests.support import advance

NOTES = 400  # notations tried of a game
FAULTS = 3  # changes of one notation, at most
ON = 25  # steps that a position is played on
STRANGE: tuple[object, ...] = (
    None, True, -1, 0, 1, 2, 7, 63, 64, 400, 10**6, 2**63, 1.5, "", "over", "x" * 700, "\ud800", [], {}, [0],
)  # fmt: skip
NAMES = ("wings", "w" * 700, "\x1b[31m", "\ud800")  # that no object has
LONGEST = 400  # characters of a refusal


def mutations(subject: Subject) -> None:
    """A changed notation is refused as BadRecord, or gives a position that shows itself and plays on."""
    positions = list(subject.everywhere())
    rng = Random(3)
    for _ in range(NOTES):
        game, state, where = rng.choice(positions)
        given = json.loads(canonical(state.dump()))
        for _ in range(rng.randint(1, FAULTS)):
            given = _changed(given, rng)
        restored = _restored(game, given, where)
        if restored is not None:
            _play_on(game, restored, given, where, rng)


def _restored(game: Game, given: Any, where: str) -> State | None:
    try:
        return game.restore(given)
    except BadRecord as error:
        demand(bool(error.place) and bool(error.reason), where, "refuses without place and reason:", error)
        said = str(error)
        demand(said.isprintable() and len(said) <= LONGEST, where, "refuses in no line to read:", repr(said)[:600])
        return None
    except Exception as error:
        raise Broken(f"{where} restore fails with {error!r} on {_short(given)}") from error


def _play_on(game: Game, state: State, given: Any, where: str, rng: Random) -> None:
    try:
        for _ in range(ON):
            _look(game, state)
            if state.kind() == OVER:
                break
            advance(state, rng)
        state.result()
    except Exception as error:
        raise Broken(f"{where} does not play on ({error!r}) from {_short(given)}") from error


def _look(game: Game, state: State) -> None:
    """Whatever a page shows of a position."""
    canonical(state.dump())
    state.view(None)
    for seat in range(game.players):
        state.view(seat)
        state.explain(seat, 0)
        state.explain(seat, game.actions() - 1)
        state.interrupts(seat)
        for action in state.legal(seat)[:2]:
            demand(state.explain(seat, action) is None, "refuses what it offers:", game.format(action))
    for seat in state.to_act():
        state.default(seat)


def _changed(value: Any, rng: Random) -> Any:
    """The notation with one thing changed somewhere inside."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        name = rng.choice(sorted(value))
        if rng.random() < 0.1:
            return {other: part for other, part in value.items() if other != name}
        return {**value, name: _changed(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.85:
        place = rng.randrange(len(value))
        if rng.random() < 0.1:
            return value[:place] + value[place + 1 :]
        if rng.random() < 0.1:
            return [*value, value[place]]
        return [*value[:place], _changed(value[place], rng), *value[place + 1 :]]
    if isinstance(value, dict) and rng.random() < 0.5:
        return {**value, rng.choice(NAMES): 1}
    if type(value) is int and rng.random() < 0.6:
        return value + rng.choice((-2, -1, 1, 2, 5))
    return rng.choice(STRANGE)


def _short(given: Any) -> str:
    return str(json.dumps(given))[:600]
