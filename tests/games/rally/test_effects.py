"""What a gear, a square or tyres do is told before, and is what happens then."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER
from parcferme.games.rally.rules.game import RallyGame, RallyState
from parcferme.games.rally.state import DAMAGE, GEAR, STEP

from .helpers import make, number, ready, road


def told(state: RallyState, seat: int, action: int) -> Any:
    return state.effect(seat, action)


@pytest.mark.rule("RA-17", "RA-41", "RA-R16")
def test_gears_and_squares_do_what_their_effect_says() -> None:
    game = make(players=2, scope="stage", layer="auto")
    state, rng, seen = game.start(), Random(3), set[str]()
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(rng.choice(state.chance())[0])
        elif state.kind() == JOINT:
            state.apply_joint([rng.choice(state.legal(seat)) for seat in state.to_act()])
        else:
            seat = state.to_act()[0]
            for action in state.legal(seat):
                seen |= compared(game, state, seat, action)
            state.apply(rng.choice(state.legal(seat)))
    assert seen == {"gear", "safe", "risky", "out"}


def compared(game: RallyGame, state: RallyState, seat: int, action: int) -> set[str]:
    foretold, after = told(state, seat, action), state.copy()
    if state.phase == GEAR:
        after.apply(action)
        after.apply(after.chance()[0][0])
        if after.phase == STEP:
            assert (foretold["least"], foretold["most"]) == (after.entered + after.left, after.entered + after.room)
        assert foretold["gear"] == game.form(action)["gear"]
        return {"gear"}
    if state.phase != STEP or game.format(action) == "halt":
        return set()
    after.apply(action)
    if foretold.get("ends") == "stage":
        assert state.cars[seat].place == state.route.length
        return {"out"}
    assert foretold["to"] == number(game, state, int(state.cars[seat].place) + 1)
    assert foretold.get("safe", False) == (after.phase != DAMAGE)
    return {"safe" if "safe" in foretold else "risky"}


@pytest.mark.rule("RA-51", "RA-65", "RA-66")
def test_tyres_tell_what_they_do_now_and_a_square_who_would_help_there() -> None:
    game = road(" ".join("00040000000000"))
    state = ready(game, mechanics=[[4, 4, 14], [14, 14, 14]])
    assert state.kind() == DECISION
    assert told(state, 0, game.parse("fit:rain")) == {"tyres": "rain", "lower": 0, "price": 1}
    state.phase, state.level, state.left, state.room = STEP, 1, 2, 5
    state.cars[0].place = 3
    square = told(state, 0, game.parse("advance:0"))
    del square["brakes"]  # where they cost least: test_odds.py
    assert square == {"to": 103, "factor": 4, "level": 1, "left": 1, "helpers": 2}
    assert told(state, 0, game.parse("halt")) == {"ends": "turn"}
