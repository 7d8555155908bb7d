"""What a die, a stop or an attack does is told before, and is what happens then."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.support import follow, step

from parcferme.core.contract import DECISION, OVER
from parcferme.core.play import Play
from parcferme.core.registry import create
from parcferme.games.rallyman.actions import ATTACK, HAZARD, LOCK, PLACE, ROLL
from parcferme.games.rallyman.rules.game import RallymanState

from .helpers import at, attacks


def told(state: RallymanState, action: int) -> Any:
    return state.effect(int(state.actor), action)


def stands(state: RallymanState, seat: int) -> tuple[str, int]:
    car = state.cars[seat]
    return state.road.id(car.space, car.cut), int(car.gear)


@pytest.mark.rule("RM-26", "RM-46")
def test_a_die_leads_where_its_effect_says() -> None:
    play, rng, compared = Play(create("rallyman", {"players": 2})), Random(5), 0
    while play.state.kind() != OVER and compared < 200:
        state = play.state
        assert isinstance(state, RallymanState)
        for action in state.legal(int(state.actor)) if state.kind() == DECISION else []:
            if ROLL <= action < PLACE:
                compared += _compared(state, action)
        step(play, rng)
    assert compared >= 200


def _compared(state: RallymanState, action: int) -> int:
    """Roll clean (a locked die is not rolled) and see where the car is, unless a card or a loss comes between."""
    foretold, seat, after = told(state, action), int(state.actor), state.copy()
    if "opens" in foretold or "loses" in foretold:
        return 0
    after.apply(action)
    if action < LOCK:
        after.apply(next(outcome for outcome, _ in after.chance() if outcome < HAZARD))
    if foretold.get("ends") == "stage":
        assert foretold["to"] == "FINISH"
        assert after.cars[seat].markers >= 0
        return 1
    assert stands(after, seat) == (foretold["to"], foretold["gear"])
    if action >= LOCK:
        assert state.cars[seat].markers - after.cars[seat].markers == foretold["price"]
    return 1


@pytest.mark.rule("RM-37", "RM-38")
def test_an_attack_ends_within_the_spaces_and_gears_it_tells() -> None:
    game, first = at(space=1, gear=2)
    rng = Random(1)
    for text in attacks(game, first)[:12]:
        _, state = at(space=1, gear=2)
        foretold = told(state, game.parse(f"attack:{text}"))
        start = int(state.cars[0].space)
        follow(game, state, f"attack:{text}", "hazards:-")
        while state.kind() == DECISION and state.legal(0)[0] >= PLACE and state.legal(0)[0] < ATTACK:
            state.apply(rng.choice(state.legal(0)))
            if state.kind() != DECISION:
                break
        car = state.cars[0]
        assert foretold["gains"] == len(text)
        assert foretold["least"] <= int(car.space) - start <= foretold["most"]
        assert foretold["lowest"] <= int(car.gear) <= foretold["highest"]


@pytest.mark.rule("RM-30")
def test_a_stop_costs_the_card_of_its_gear_and_ends_the_turn() -> None:
    game, state = at(space=1, gear=3)
    follow(game, state, "roll:3/go", "3")
    before, foretold = look(state)["seconds"], told(state, game.parse("end"))
    follow(game, state, "end")
    assert foretold == {"gear": 3, "price": look(state)["seconds"] - before, "ends": "turn"}


def look(state: RallymanState) -> Any:
    seen: Any = state.view(0)
    return seen["cars"][0]


@pytest.mark.rule("RM-50")
def test_a_corner_too_fast_and_a_shortcut_are_told() -> None:
    game, state = at("Sgg K233gg Sgg Sgg Sgg", 1, 4)
    assert told(state, game.parse("roll:5/wide"))["loses"] == "control"
    assert told(state, game.parse("roll:3/cut")) == {"to": state.road.id(2, True), "gear": 3, "opens": "card"}
