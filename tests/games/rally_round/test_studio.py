"""Routes and maps of one's own: each fault and each advice at its place, par from both sides, and routes by lot."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from tests.support import told

from parcferme.core.courses import courses_of
from parcferme.core.registry import create
from parcferme.core.studio import BOUNDS, PROVED
from parcferme.games.rally_round.board.check import house_board, house_deck, house_map
from parcferme.games.rally_round.board.route_file import read_route
from parcferme.games.rally_round.lot import MAX_TURNS, PENALTIES, SECTIONS, penalty_by_section
from parcferme.games.rally_round.par.solver import NEVER, Solution, Solver, TooMuch
from parcferme.games.rally_round.studio import MAP, ROUTE, par_figure

Item = dict[str, Any]


def kiln_hill() -> Item:
    """TC1 on 48, SSF2 on 180, PC3 on 297, RTC4 on 272, TC5 on 47; without the figures that follow from them."""
    options: Item = courses_of("rally_round").find("kiln-hill").options
    document: Item = copy.deepcopy(options["marked_map"])
    for control in document["controls"]:
        for name in ("label", "squares", "target", "path"):
            control.pop(name, None)
    return document


def test_a_sound_route_is_advised_to_have_more_controls() -> None:
    assert told(ROUTE, kiln_hill()) == [("controls", False, "RR-37", "few_times")]


@pytest.mark.parametrize(
    ("control", "changes", "place", "clause", "key"),
    [
        (1, {"square": 9999}, "controls[1].square", "", "no_square"),
        (1, {"from": 48}, "controls[1].from", "RR-24", "approach"),
        (1, {"kind": "sprint"}, "controls[1].kind", "RR-04", "section_kind"),
        (3, {"mph": 31}, "controls[3].mph", "RR-31", "mph"),
        (2, {"square": 180, "from": 179}, "controls[2]", "RR-20", "taken"),
        (0, {"type": "PC"}, "controls[0].type", "RR-20", "first_passage"),
        (4, {"type": "PC"}, "controls[4]", "RR-34", "no_finish"),
    ],
)
def test_a_fault_is_told_where_it_lies(control: int, changes: Item, place: str, clause: str, key: str) -> None:
    document = kiln_hill()
    document["controls"][control].update(changes)
    assert (place, True, clause, key) in told(ROUTE, document)


def test_two_equal_ways_are_told_with_the_square_that_parts_them() -> None:
    board = house_board()
    for goal in range(board.roads):
        for approach in board.near[goal]:
            start = {"type": "TC", "square": board.ids[board.chequered[0]]}
            end = {"type": "TC", "square": board.ids[goal], "from": board.ids[approach], "kind": "road"}
            document = {**ROUTE.blank(), "controls": [start, end]}
            ties = [finding for finding in ROUTE.check(document) if finding.key == "ties"]
            if ties:
                ways = ties[0].args["ways"]
                assert isinstance(ways, list)
                assert len(ways) >= 2
                assert ties[0].args["square"] in ways[0]
                parted = ROUTE.check({**document, "black_spots": [{"square": ties[0].args["square"]}]})
                left = [finding.args["count"] for finding in parted if finding.key == "ties"]
                assert not left or int(str(left[0])) < int(str(ties[0].args["count"]))
                return
    raise AssertionError("no two ways are equal anywhere on the map")


def test_the_correct_route_and_its_targets_are_facts() -> None:
    known = ROUTE.facts(kiln_hill()).known
    assert known["squares"].row == [12, 14, 16]
    assert known["squares"].names == ["SSF2", "RTC4", "TC5"]
    assert known["targets"].row == [120, 365, 360]
    assert known["path"].row[:3] == [48, 49, 50]
    assert len(known["path"].row) == 43


def test_par_is_bounds_until_it_is_proved() -> None:
    figure = par_figure(Solution((), 40, [1], 12))
    assert (figure.sure, figure.low, figure.value, figure.high) == (BOUNDS, 12, 40, 40)
    figure = par_figure(Solution((), 40, [1], 40))
    assert (figure.sure, figure.low, figure.high) == (PROVED, 40, 40)


@pytest.mark.parametrize("difficulty", [1, 3])
def test_a_drawn_route_is_as_hard_as_wished_and_kept_by_the_advice(difficulty: int) -> None:
    document = ROUTE.generate("hard", "standard", difficulty)
    assert ROUTE.check(document) == []
    route = read_route(document, house_board(), "drawn")
    assert len(route.sections) == SECTIONS["standard"]
    low, high = PENALTIES[difficulty]
    assert low <= penalty_by_section(route) <= high


def test_a_route_that_is_too_much_to_look_at_is_not_taken_and_that_is_no_ctrl_c() -> None:
    """Ctrl-C was taken for a route that is too much to look at: the next one was drawn."""
    route = read_route(kiln_hill(), house_board(), "drawn")
    assert penalty_by_section(route, 10) == NEVER
    solver = Solver(route, house_deck(), MAX_TURNS)
    solver.most = 10
    with pytest.raises(TooMuch):
        solver.without_cards((), NEVER)
    assert not issubclass(TooMuch, KeyboardInterrupt)


def test_a_map_is_compared_with_the_published_board() -> None:
    assert MAP.check(house_map()) == []
    known = MAP.facts(house_map()).known
    assert {name for name, figure in known.items() if figure.wanted is not None and figure.value != figure.wanted} == {
        "colour_O", "colour_Y", "colour_W",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("square", "changes", "place", "clause", "key"),
    [
        (0, {"colour": "B"}, "squares[0].colour", "RR-05", "colour"),
        (5, {"feature": {"type": "bend", "limit": 33}}, "squares[5].feature", "RR-87", "bend"),
        (5, {"feature": {"type": "giveway", "major": []}}, "squares[5].feature", "RR-75", "give_way"),
        (7, {"id": 1}, "squares[7]", "", "square_twice"),
    ],
)
def test_a_fault_of_a_map_is_told_where_it_lies(square: int, changes: Item, place: str, clause: str, key: str) -> None:
    document: Item = copy.deepcopy(house_map())
    document["squares"][square].update(changes)
    assert (place, True, clause, key) in told(MAP, document)


def test_a_map_needs_two_chequered_squares_and_one_network() -> None:
    document: Item = copy.deepcopy(house_map())
    for square in document["squares"]:
        square.pop("chequered", None)
    assert [one.key for one in MAP.check(document) if one.stops] == ["few_chequered"]
    lone: Item = copy.deepcopy(house_map())
    lone["squares"].append({"id": 900, "colour": "W", "x": 1, "y": 1})
    assert [(one.place, one.key) for one in MAP.check(lone)] == [("squares[300]", "map_in_pieces")]


# --- routes over maps of one's own ------------------------------------------------------------------------------------


def over_own_map() -> Item:
    """Kiln Hill over a map that has another name, and is the house's otherwise."""
    return {**kiln_hill(), "map": {**house_map(), "name": "Withy Vale"}}


def test_a_route_carries_the_map_it_lies_on() -> None:
    document = over_own_map()
    assert told(ROUTE, document) == told(ROUTE, kiln_hill())
    assert ROUTE.facts(document).to_json() == ROUTE.facts(kiln_hill()).to_json()
    options = ROUTE.options(document)
    assert options == {"map": document["map"], "marked_map": {**document, "map": "Withy Vale"}}
    assert ROUTE.taken(options) == document
    assert create("rally_round", {**options, "players": 2}).players == 2


def test_what_is_wrong_with_its_map_is_told_on_the_map() -> None:
    document = over_own_map()
    document["map"]["squares"] = [{**document["map"]["squares"][0], "colour": "P"}, *document["map"]["squares"][1:]]
    assert ("map.squares[0].colour", True, "RR-05", "colour") in told(ROUTE, document)


@pytest.mark.long
def test_par_of_a_route_over_ones_own_map_is_that_of_the_same_road() -> None:
    own, house = next(ROUTE.measure(over_own_map())), next(ROUTE.measure(kiln_hill()))
    assert own.known["par"].to_json() == house.known["par"].to_json()
