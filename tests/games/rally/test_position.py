"""The notation of positions: what is written, what is left out, and what is refused with its place."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from tests.games.rally.helpers import SNOW, STABLE, alone, make, put, ready, road, to_move
from tests.support import follow

from parcferme.core.errors import BadRecord
from parcferme.games.rally.rules.game import RallyGame, RallyState

FLAT = "0 " * 40


def moving() -> tuple[RallyGame, RallyState]:
    """Car 1 two squares into a move in 5th, car 2 on the road ahead."""
    game = road(FLAT, players=2)
    state = ready(game, mechanics=[[10, 10, 30], [5, 6, 7]])
    put(state, 0, 8, 5, tyres=SNOW)
    put(state, 1, 20, 2, card=False)
    to_move(state, 0, turn=4)
    follow(game, state, "gear:5", "die:2", "advance:0", "advance:0")
    return game, state


def test_a_position_is_written_in_the_words_of_the_game_without_what_is_usual() -> None:
    _, state = moving()
    assert state.dump() == {
        "phase": "step",
        "turn": 4,
        "order": [0, 1],
        "die": 2,
        "entered": 2,
        "left": 2,
        "cars": [
            {
                "place": 10,
                "gear": "5th",
                "tyres": "snow",
                "setup": "stable",
                "mechanics": {"squares": [10, 10, 30]},
            },
            {"place": 20, "gear": "2nd", "overrev": False, "setup": "stable", "mechanics": {"squares": [5, 6, 7]}},
        ],
    }


def test_what_follows_from_the_rest_is_found_again() -> None:
    game, state = moving()
    again = game.restore(json.loads(json.dumps(state.dump())))
    assert (again.level, again.room, again.row) == (state.level, state.room, state.row)
    assert [car.road for car in again.cars] == [0, 20]
    assert again.view(0) == state.view(0)


def test_the_road_is_written_as_card_numbers_and_laid_again() -> None:
    game = make(players=1)
    state = game.start()
    follow(game, state, "setup:fast", "die:3", "lay:21", "lay:4")
    assert state.dump()["road"] == [21, 4]
    assert game.restore(state.dump()).route.open == state.route.open


def test_harm_is_written_where_it_matters() -> None:
    game, state = alone("4 " * 30)
    put(state, 0, 1, 5, STABLE)
    to_move(state, 0)
    follow(game, state, "gear:5", "die:6", "advance:0", "die:2")  # a spin
    assert state.dump()["harm"] == "tc"
    again = game.restore(state.dump())
    for position in (state, again):
        follow(game, position, "drive_on")
    assert again.dump() == state.dump()


CASES: list[tuple[tuple[str | int, ...], object, str]] = [
    (("phase",), "lunch", "position.phase"),
    (("phase",), "draw", "position.die"),
    (("phase",), "solo_setup", "position.die"),
    (("race",), 1, "position.stage"),
    (("sector",), 11, "position.sector"),
    (("order",), [0, 0], "position.order"),
    (("order",), [0], "position.order"),
    (("seat",), 2, "position.seat"),
    (("turn",), 0, "position.turn"),
    (("die",), 0, "position.die"),
    (("entered",), 11, "position.entered"),
    (("left",), 5, "position.left"),
    (("road",), [1], "position.road[0]"),
    (("sheet",), [{"scores": [0, 0], "turns": [9, 9]}], "position.sheet"),
    (("wings",), 2, "position.wings"),
    (("cars",), [{}], "position.cars"),
    (("cars", 0, "gear"), "6th", "position.cars[0].gear"),
    (("cars", 0, "gear"), "restart", "position.cars[0].gear"),
    (("cars", 0, "exit"), 3, "position.cars[0].place"),
    (("cars", 0, "stop"), 1, "position.cars[0].stop"),
    (("cars", 0, "place"), 42, "position.cars[0].place"),
    (("cars", 1, "exit"), -9, "position.cars[1].exit"),
    (("cars", 1, "place"), 0, "position.cars[1].gear"),
    (("cars", 1, "setup"), "slow", "position.cars[1].setup"),
    (("cars", 1, "mechanics", "squares"), [5, 6], "position.cars[1].mechanics"),
    (("cars", 1, "mechanics", "squares"), [7, 6, 5], "position.cars[1].mechanics"),
    (("cars", 1, "mechanics", "squares"), [5, 6, 41], "position.cars[1].mechanics"),
    (("cars", 1, "mechanics", "shown"), [8], "position.cars[1].mechanics.shown"),
    (("cars", 1, "mechanics", "barred"), [6], "position.cars[1].mechanics"),
    (("cars", 0, "mechanics", "unpaired"), [10], "position.cars[0].mechanics"),
]


@pytest.mark.parametrize(("path", "value", "place"), CASES)
def test_what_cannot_be_is_refused_with_its_place(path: tuple[str | int, ...], value: object, place: str) -> None:
    game, state = moving()
    given: Any = deepcopy(state.dump())
    part = given
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    with pytest.raises(BadRecord) as caught:
        game.restore(given)
    assert caught.value.place == place
    assert caught.value.reason


@pytest.mark.parametrize(
    ("options", "position", "place"),
    [
        ({"players": 1}, {"phase": "setup", "cars": [{}]}, "phase"),
        ({"players": 2}, {"phase": "solo_setup", "order": [0, 1], "cars": [{}, {}]}, "phase"),
        ({"players": 2}, {"phase": "deal", "order": [0, 1], "cars": [{}, {}]}, "phase"),
        ({"players": 2, "layer": "auto"}, {"phase": "lay", "order": [0, 1], "cars": [{}, {}]}, "phase"),
        ({"players": 2}, {"order": [0], "cars": [{}, {}]}, "order"),
        ({"players": 2}, {"order": [], "road": [1], "cars": [{}, {}]}, "road"),
        ({"players": 2}, {"cars": [{"place": 3, "gear": "2nd"}, {}]}, "cars[0]"),
        ({"players": 2}, {"phase": "mark", "order": [0, 1], "cars": [{}, {}]}, "cars[0].setup"),
        ({"players": 2}, {"phase": "gear", "turn": 1, "order": [0, 1], "cars": [{}, {}]}, "road"),
        ({"players": 2, "scope": "stage"}, {"phase": "end", "turn": 9, "order": [0, 1], "cars": [{}, {}]}, "sheet"),
        ({"players": 2}, {"road": [16], "phase": "lay", "seat": 1, "order": [0, 1], "cars": [{}, {}]}, "road[0]"),
    ],
)
def test_phases_belong_to_options_and_roads_to_phases(
    options: dict[str, object], position: dict[str, object], place: str
) -> None:
    with pytest.raises(BadRecord) as caught:
        make(**options).restore(position)
    assert caught.value.place == f"position.{place}"
