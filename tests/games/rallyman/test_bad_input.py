"""Positions that no rally comes to are refused, with the place and the reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from parcferme.core.errors import BadRecord
from parcferme.core.registry import create

OPTIONS: dict[str, Any] = {"players": 2, "start_order": [0, 1], "physical_decks": True, "checkpoints": ["1:3"]}
WAITS = {"arrival": 1, "sisu": True, "spare": True}
DRIVES = {"status": "driving", "space": 3, "gear": 3, "arrival": 7, "markers": 3, "log": ["3 @1=27"]}
DECKS = [[20, 2, 2], [16, 4, 4], [12, 6, 6], [8, 8, 8], [4, 10, 10], [18, 12, 6]]
TURN = {
    "phase": "turn", "round": 2, "actor": 0, "orders": [[0, 1]], "queue": [1], "decks": DECKS, "turn": {"began": 3},
    "cars": [DRIVES, WAITS],
}  # fmt: skip


def changed(part: str, value: object) -> Any:
    """The position with one part put in its place: `cars.0.gear`."""
    position: Any = json.loads(json.dumps(TURN))
    *way, last = part.split(".")
    thing: Any = position
    for name in way:
        thing = thing[int(name) if isinstance(thing, list) else name]
    thing[int(last) if isinstance(thing, list) else last] = value
    return position


def test_the_position_itself_is_sound() -> None:
    state = create("rallyman", OPTIONS).restore(TURN)
    assert state.dump() == TURN
    assert state.view(None)["cars"][0]["net"] == 27  # type: ignore[index]


@pytest.mark.rule("RM-R29")
def test_who_waits_is_in_start_order_also_where_it_is_not_written() -> None:
    cars = [DRIVES, {"sisu": True}, {"sisu": True}]
    position = {"phase": "turn", "round": 1, "actor": 0, "orders": [[0, 2, 1]], "turn": {"began": 3}, "cars": cars}
    state = create("rallyman", {"players": 3, "start_order": [0, 2, 1], "checkpoints": ["1:3"]}).restore(position)
    assert state.view(None)["order"]["next_round"] == [0, 2]  # type: ignore[index]
    assert [car.get("arrival") for car in state.dump()["cars"]] == [7, 2, 1]  # type: ignore[attr-defined]


@pytest.mark.rule("RM-R35", "RM-R40")
def test_fixed_snow_and_where_a_turn_begins_need_not_be_written() -> None:
    options = {"players": 1, "weather": "fixed", "snow": ["J", "C", ""], "checkpoints": ["1:2"]}
    cars = [{"status": "driving", "space": 15, "gear": 3}]
    state = create("rallyman", options).restore({"phase": "turn", "actor": 0, "orders": [[0]], "cars": cars})
    assert state.view(None)["road"]["surfaces"] == {"C": "asphalt", "J": "snow"}  # type: ignore[index]
    assert state.dump()["snow"] == ["J", "", ""]
    assert state.dump()["turn"] == {"began": 15}, "the checkpoint is passed already"


@pytest.mark.parametrize(
    ("part", "value", "place", "reason"),
    [
        ("turn.began", 2, "position.turn.began", "is 2, but the car is on 3"),
        ("turn.began", 4, "position.turn.began", "is 4, but the car is on 3"),
        ("cars.1.arrival", 2, "position.cars[1]", "in start order"),
        ("phase", "lunch", "position.phase", "none of start_order"),
        ("wings", 1, "position.wings", "no such field"),
        ("actor", 2, "position.actor", "no seat 2"),
        ("actor", 1, "position.actor", "not driving"),
        ("queue", [0], "position.queue[0]", "does not act any more"),
        ("queue", [1, 1], "position.queue", "twice"),
        ("orders", [[0]], "position.orders[0]", "does not name the drivers"),
        ("snow", ["X", "", ""], "position.snow[0]", "not zones"),
        ("decks.0", [0, 0, 0], "position.decks[0]", "is empty"),
        ("decks.5", [19, 0, 0], "position.decks[5]", "from 0 to 18"),
        ("cars", [DRIVES], "position.cars", "has 1 entries, not 2"),
        ("cars.0.gear", 6, "position.cars[0].gear", "from 0 to 5"),
        ("cars.0.space", 25, "position.cars[0].space", "no space 25"),
        ("cars.0.space", 24, "position.cars[0].space", "but on FINISH"),
        ("cars.0.cut", True, "position.cars[0].space", "with a shortcut"),
        ("cars.0.flats", 3, "position.cars[0].flats", "RM-55"),
        ("cars.0.damage", 5, "position.cars[0].damage", "RM-R23"),
        ("cars.0.times", [10], "position.cars[0].times", "has 1 times, not 0"),
        ("cars.0.log", ["6"], "position.cars[0].log[0]", "neither a card"),
        ("cars.0.log", ["@2=7"], "position.cars[0].log[0]", "nor a split time"),
        ("cars.1.space", 2, "position.cars[1]", "not in neutral on START"),
        ("turn.used", "W1", "position.turn.used", "not dice"),
        ("turn.used", "3", "position.turn.used", "no die has been played"),
        ("turn.die", "3", "position.turn.die", "only there"),
        ("turn.attacking", True, "position.turn.attacking", "not so in phase turn"),
        ("turn.hazards", 3, "position.turn.hazards", "RM-33"),
    ],
)
def test_a_position_that_cannot_be(part: str, value: object, place: str, reason: str) -> None:
    with pytest.raises(BadRecord) as caught:
        create("rallyman", OPTIONS).restore(changed(part, value))
    assert caught.value.place == place
    assert reason in caught.value.reason


@pytest.mark.parametrize("given", [None, [], "turn", 3, {}])
def test_what_is_no_position_at_all(given: object) -> None:
    with pytest.raises(BadRecord):
        create("rallyman", OPTIONS).restore(given)


@pytest.mark.rule("RM-R36")
@pytest.mark.parametrize(("players", "special"), [(1, 0), (2, 1)])
def test_a_start_order_is_drawn_for_the_first_special_of_several(players: int, special: int) -> None:
    cars = [{"sisu": True, "spare": True, "times": [30] * special} for _ in range(players)]
    with pytest.raises(BadRecord, match=r"position\.phase: this special has a start order"):
        create("rallyman", {"players": players}).restore({"special": special, "cars": cars})
