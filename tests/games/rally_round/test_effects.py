"""What a move does is told before it is announced, and is what happens then."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from tests.games.rally_round.roads import Road, put, together

from parcferme.core import registry
from parcferme.core.contract import CHANCE, DECISION, OVER, State
from parcferme.games.rally_round.rules import RallyState, SealedState
from parcferme.games.rally_round.state import N_FEATHER, N_SPEED


def told(state: State, seat: int, action: int) -> Any:
    return state.effect(seat, action)


@pytest.mark.rule("RR-58", "RR-61", "RR-89")
def test_a_speed_tells_its_way_and_what_goes_wrong_on_it() -> None:
    game, state = together(Road().section("road", "R30", {4: "20", 6: "!", 7: "Ford"}), "")
    put(state, 4, 3, speed=30)
    assert told(state, 0, game.parse("speed:20")) == {"to": 6, "path": [5, 6], "speed": 20}
    off = told(state, 0, game.parse("speed:30"))
    assert off == {"to": 5, "path": [5], "speed": 0, "happens": [["off", {"square": 5, "turns": 1}]]}
    put(state, 6, 5, speed=10)
    assert told(state, 0, game.parse("speed:10"))["opens"] == "card"
    assert told(state, 0, game.parse("speed:20"))["happens"] == [["flooded", {"square": 8, "turns": 2}]]


@pytest.mark.rule("RR-66")
def test_booking_in_ends_the_section_and_the_last_one_the_rally() -> None:
    _, state = together(Road().section("road", "R30").section("road", "R10"), "")
    found = [told(state, 0, action) for action in state.legal(0)]
    assert all("ends" not in one for one in found)
    state = walked(state, lambda one: "ends" in one)
    ends = [told(state, 0, action) for action in state.legal(0)]
    booked = next(one for one in ends if one.get("ends") == "section")
    assert booked["happens"][-1][0] == "booked"
    state = walked(state, lambda one: one.get("ends") == "rally")
    assert state.kind() == DECISION


def walked(state: RallyState, until: Any) -> RallyState:
    """Driven as usual until an action of seat 0 does so."""
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(state.chance()[0][0])
            continue
        seat = state.to_act()[0]
        if seat == 0 and any(until(told(state, 0, action)) for action in state.legal(0)):
            return state
        state.apply(state.default(seat))
    raise AssertionError("it never came to that")


@pytest.mark.parametrize("players", [1, 3])
def test_a_car_rests_where_its_effect_says_and_takes_that_way(players: int) -> None:
    game = registry.create("rally_round", {"players": players})
    state, rng, compared = game.start(), Random(players), 0
    while state.kind() != OVER and compared < 150:
        if state.kind() == CHANCE:
            state.apply(rng.choice(state.chance())[0])
            continue
        assert isinstance(state, RallyState)
        seat, crew = state.to_act()[0], state.crew
        action = rng.choice(state.legal(seat))
        before, foretold = crew_of(state, crew), told(state, seat, action)
        state.apply(action)
        while state.kind() == DECISION and state.to_act()[0] == seat and state.crew == crew:
            if state.phase in (N_SPEED, N_FEATHER):
                break
            state.apply(state.default(seat))
        if "to" in foretold and "opens" not in foretold and before["square"]:
            rests = crew_of(state, crew)
            assert rests["square"] == foretold["to"] or rests["status"] in ("finished", "disqualified", "retired")
            joined = {frozenset(road) for road in look(state)["roads"]}
            assert all(frozenset(pair) in joined for pair in pairwise([before["square"], *foretold.get("path", [])]))
            compared += 1
    assert compared > 40


def look(state: State) -> Any:
    return state.view(None)


def crew_of(state: State, crew: int) -> Any:
    return next(one for one in look(state)["crews"] if one["crew"] == crew + 1)


@pytest.mark.rule("RR-R61")
def test_competitors_are_told_of_their_own_rally() -> None:
    game = registry.create("rally_round", {"players": 2, "mode": "competition", "kits": "standard"})
    state = game.start()
    assert isinstance(state, SealedState)
    speed = state.legal(1)[0]
    state.apply_joint([state.legal(0)[-1], speed])
    assert told(state, 1, state.legal(1)[0]) == told(state.rallies[1], 0, state.legal(1)[0]) != {}
    assert told(state, 1, game.parse("hand_in")) == {"ends": "rally"}
