"""Roadbooks and zones of one's own: each fault at its special or space, exact times, and rallies by lot."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from tests.support import told

from parcferme.core.errors import BadContent
from parcferme.core.registry import create
from parcferme.core.studio import EXACT, Document
from parcferme.games.rallyman.board.zones import drive, house_document, roads_of
from parcferme.games.rallyman.lot import SLOWNESS, UNEVEN, slowness
from parcferme.games.rallyman.par.model import Condition, Terms
from parcferme.games.rallyman.par.solver import solve
from parcferme.games.rallyman.rules.game import RallymanGame
from parcferme.games.rallyman.studio import ROADBOOK, ZONES, Solving, measure_roadbook

Item = dict[str, Any]


def roadbook(**changes: object) -> Document:
    return {**ROADBOOK.blank(), "stages": ["C8-C3/J1-J4", "L0-L1/C7-C6", "J1-J4"], **changes}


@pytest.mark.parametrize(
    ("changes", "place", "clause", "key"),
    [
        ({"stages": ["C8-C3/C0-C9"]}, "stages[0]", "RM-R41", "same_zone"),
        ({"stages": ["J1-J4", "C8-C3/J1-J4/C3-C8"]}, "stages[1]", "RM-R41", "road_twice"),
        ({"stages": ["J1-J4", "J1-J9"]}, "stages[1]", "RM-18", "no_road"),
        ({"stages": ["J1-J4"] * 4}, "stages", "RM-17", "specials"),
        ({"weather": "fixed", "snow": ["C", "V", ""]}, "snow[1]", "RM-R35", "snow_zone"),
        ({"snow": ["C", "", ""]}, "snow", "RM-R35", "snow_weather"),
        ({"weather": "fixed", "snow": ["C"]}, "snow", "RM-R35", "snow_count"),
        ({"assistance": "always"}, "assistance", "", "form"),
        ({"players": 4}, "players", "", "form"),
    ],
)
def test_a_fault_of_a_roadbook_is_told_where_it_lies(changes: Document, place: str, clause: str, key: str) -> None:
    assert (place, True, clause, key) in told(ROADBOOK, roadbook(**changes))


def test_fewer_specials_are_driven_again() -> None:
    short = roadbook(stages=["J1-J4", "C8-C3"], weather="fixed", snow=["J", ""])
    assert [(one.key, one.stops) for one in ROADBOOK.check(short)] == [("again", False)]
    options = ROADBOOK.options(short)
    assert options["stages"] == ["J1-J4", "C8-C3", "J1-J4"]
    assert options["snow"] == ["J", "", "J"]
    assert create("rallyman", options).players == 2


def test_expected_times_are_those_of_the_solver_and_tyres_are_compared_on_snow() -> None:
    basic = {"time_attack": False, "locking": False, "shortcuts": False}
    document = roadbook(stages=["C6-C7"], weather="fixed", snow=["C"], **basic)
    game = create("rallyman", {**ROADBOOK.options(document), "players": 1})
    assert isinstance(game, RallymanGame)
    told = list(Solving(game.rally, 1).steps())
    assert [figures.progress for figures in told] == sorted(figures.progress for figures in told)
    assert told[-1].progress == 1
    known = told[-1].known
    values = [solve(game.rally, 0, 1, tyres, Terms(False, False), Condition()).value for tyres in (0, 1)]
    assert known["dice"].row == [round(min(values), 2)]
    assert known["dice"].sure == EXACT
    assert known["attack"].row == known["dice"].row  # this rally knows no other technique
    assert known["everything"].value < known["dice"].value
    spread = known["spread_1"]
    assert spread.low is not None
    assert spread.high is not None
    assert spread.low <= round(known["everything"].value) <= spread.high
    assert known["asphalt_1"].value != 0


def test_weather_that_is_rolled_has_no_expected_time_but_matches() -> None:
    told = next(measure_roadbook(roadbook(stages=["C6-C7"], weather="variable")))
    assert set(told.known) == {"first", "skill", "minutes"}
    assert told.progress < 0.5


@pytest.mark.parametrize("difficulty", [1, 3])
def test_a_drawn_rally_uses_no_road_twice_and_is_as_slow_as_wished(difficulty: int) -> None:
    document: Item = ROADBOOK.generate("slow", "standard", difficulty)
    assert ROADBOOK.check(document) == []
    legs = [frozenset(leg.split("-")) for stage in document["stages"] for leg in stage.split("/")]
    assert len(set(legs)) == len(legs)
    specials = [drive(roads_of(None), stage) for stage in document["stages"]]
    low, high = SLOWNESS[difficulty]
    assert low <= slowness(specials) <= high
    assert max(map(len, specials)) <= UNEVEN * min(map(len, specials))


def own_zone() -> Item:
    """The house's first zone as one's own."""
    house: Item = copy.deepcopy(house_document())
    return {"zones": [{**house["zones"][0], "zone": "X"}], "ports": house["ports"]}


def test_an_own_zone_is_driven_with_a_house_road() -> None:
    assert ZONES.check(own_zone()) == []
    options: Item = ZONES.options(own_zone())
    assert all(stage.startswith("X") and "/" in stage for stage in options["stages"])
    assert create("rallyman", options).players == 2
    assert ZONES.facts(own_zone()).known["roads"].value == 5


@pytest.mark.parametrize(
    ("road", "changes", "place", "clause", "key"),
    [
        (0, {"ends": ["0", "0"]}, "zones[0].roads[0].ends", "RM-18", "ends"),
        (0, {"ends": ["0", "2"]}, "zones[0].exits.9", "RM-18", "exit_open"),
        (0, {"ends": ["0", "2"]}, "zones[0].exits.2", "RM-18", "exit_twice"),
        (1, {"spaces": "Sgg Sgg C34gg C34gg C34gg Sgg Sgg"}, "zones[0].roads[1].spaces[2]", "RM-48", "three_corners"),
        (1, {"spaces": "Sgg C34gg Sgg"}, "zones[0].roads[1]", "RM-18", "straight_ends"),
        (1, {"spaces": "Sgg " * 61}, "zones[0].roads[1].spaces", "RM-18", "spaces"),
    ],
)
def test_a_fault_of_a_zone_is_told_where_it_lies(road: int, changes: Item, place: str, clause: str, key: str) -> None:
    document = own_zone()
    document["zones"][0]["roads"][road].update(changes)
    assert (place, True, clause, key) in told(ZONES, document)


def test_zones_have_no_more_roads_than_are_compared_in_a_moment_wherever_they_come_from() -> None:
    house: Any = house_document()
    many = {"zones": [{"zone": letter, "roads": house["zones"][0]["roads"]} for letter in "PQRSTU"]}
    assert ("zones[5]", "RM-18", "zone_roads") in [(one.place, one.clause, one.key) for one in ZONES.check(many)]
    with pytest.raises(BadContent, match="25 is the most"):
        create("rallyman", {"zones": many})
    many["zones"].pop()
    assert ZONES.check(many) == []


def test_a_space_that_is_drawn_apart_is_told() -> None:
    document = own_zone()
    document["zones"][0]["roads"][0]["spaces"][4]["xy"] = [0, 0]
    places = {(one.place, one.key) for one in ZONES.check(document)}
    assert ("zones[0].roads[0].spaces[3]", "gap") in places


@pytest.mark.parametrize("name", ["x" * 61, 7, None, ["A"]])
def test_a_name_is_a_short_text(name: object) -> None:
    zones = ZONES
    whole: Any = copy.deepcopy(house_document())
    assert zones.check({**whole, "name": name})[0].place == "name"
    whole["zones"][0]["name"] = name
    assert [finding.place for finding in zones.check(whole)] == ["zones[0].name"]
