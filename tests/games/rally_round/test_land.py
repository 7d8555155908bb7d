"""What is drawn around the roads has a size: a map of somebody's own held up every browser that looked at its table."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from parcferme.games.rally_round.board.check import check_map, house_board, house_map, house_route
from parcferme.games.rally_round.board.land import MOST_MARKS, MOST_POINTS
from parcferme.games.rally_round.board.route_file import examine


def drawn(**changed: Any) -> list[str]:
    return [fault.path for fault in check_map({**copy.deepcopy(house_map()), **changed})]


def wood(*points: Any) -> dict[str, Any]:
    return {"woods": [{"name": "Wood", "points": list(points)}]}


def test_the_houses_own_land_is_drawn() -> None:
    assert drawn() == []
    assert drawn(decoration={}, roads=[], units={"width": 60, "height": 60}) == []


@pytest.mark.parametrize(
    ("part", "wrong", "path"),
    [
        ("decoration", wood([0, 0], [1e6, 0], [0, 1e6]), "decoration.woods[0]"),  # a tree on every square of it
        ("decoration", wood(*[[1, 1]] * (MOST_POINTS + 1)), "decoration"),
        ("decoration", wood([0, 0], [1, "x"]), "decoration.woods[0]"),
        ("decoration", {"lakes": [{"points": 5}]}, "decoration.lakes[0]"),
        ("decoration", {"symbols": [{"kind": "church", "x": 1e9, "y": 1}]}, "decoration.symbols[0]"),
        ("decoration", {"buildings": "many"}, "decoration.buildings"),
        ("decoration", {"exits": [7]}, "decoration.exits[0]"),
        ("decoration", [], "decoration"),
        ("units", {"width": 1e9, "height": 30}, "units"),  # a line of the grid for every fifth of them
        ("units", {"width": 0, "height": 30}, "units"),
        ("units", 45, "units"),
        ("roads", [{"name": 7, "squares": [1]}], "roads[0]"),
        ("roads", [{"name": "A1", "squares": [9999]}], "roads[0]"),
        ("roads", "A1", "roads"),
        ("roads", [{"name": "x" * 61, "squares": [1]}], "roads[0]"),
        ("roads", [{"name": "A1", "squares": [1], "label": "yes"}], "roads[0]"),
        ("decoration", {"woods": [{"name": 7, "points": []}]}, "decoration.woods[0]"),
        ("decoration", {"lakes": [{"points": [], "label": {"x": 1}}]}, "decoration.lakes[0]"),
        ("decoration", {"exits": [{"to": ["York"], "points": []}]}, "decoration.exits[0]"),
        ("decoration", {"symbols": [{"kind": {}, "x": 1, "y": 1}]}, "decoration.symbols[0]"),
        ("decoration", {"woods": [{"points": [], "width": "wide"}]}, "decoration.woods[0]"),
        ("places", [{"name": "Here"}], "places[0]"),
        ("places", [{"name": "Here", "x": "1", "y": 1}], "places[0]"),
        ("places", [{"name": "Here", "x": 1, "y": 1, "label": [1]}], "places[0]"),
        ("places", [{"name": "x" * 61, "x": 1, "y": 1}], "places[0]"),
        ("places", [{"name": "Here", "x": 1, "y": 1}] * (MOST_MARKS + 1), "places"),
        ("title", 7, "title"),
        ("name", "x" * 61, "name"),
    ],
)
def test_what_cannot_be_drawn_is_refused_by_its_place(part: str, wrong: Any, path: str) -> None:
    assert drawn(**{part: wrong}) == [path]


def test_a_square_lies_where_a_sheet_can_be() -> None:
    squares: Any = copy.deepcopy(house_map()["squares"])
    squares[0]["x"] = 1e9
    assert "squares[0]" in drawn(squares=squares)


@pytest.mark.parametrize("part", ["name", "note", "licence", "controls[1].place", "black_spots[0].why"])
def test_what_is_written_beside_a_route_is_text(part: str) -> None:
    route: Any = copy.deepcopy(house_route())
    assert examine(route, house_board()).faults == []
    spot, _, field = part.rpartition(".")
    holder = {"": route, "controls[1]": route["controls"][1], "black_spots[0]": route["black_spots"][0]}[spot]
    holder[field] = ["no", "text"]
    assert [fault.path for fault in examine(route, house_board()).faults] == [part]
