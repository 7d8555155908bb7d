"""Boards and decks of one's own: each fault at its lane or card, and boards by lot that are fair to all gérances."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from tests.support import told

from parcferme.games.rallye_code.board.read import house_board, house_deck
from parcferme.games.rallye_code.lot import TRANSVERSES, UNEVEN, lone_car
from parcferme.games.rallye_code.studio import BOARD, DECK

Item = dict[str, Any]


def index(board: Item, wanted: Callable[[Item], bool]) -> int:
    return next(place for place, cell in enumerate(board["cells"]) if wanted(cell))


@pytest.mark.parametrize(
    ("kind", "changes", "field", "clause", "key"),
    [
        ("no_entry", {"divert": ""}, ".divert", "", "form"),
        ("bend", {"next": "Z9"}, ".next", "", "leads_nowhere"),
        ("bend", {"town": ""}, ".town", "", "long_text"),
        ("bend", {"kind": "volcano"}, ".kind", "", "cell_kind"),
        ("gerance", {"gerance": 7}, ".gerance", "RC-38", "gerance_number"),
        ("garage", {"divert": "M1"}, ".divert", "RC-11", "divert"),
    ],
)
def test_a_fault_of_a_board_is_told_at_its_lane(kind: str, changes: Item, field: str, clause: str, key: str) -> None:
    board: Item = copy.deepcopy(house_board())
    place = index(board, lambda cell: cell["kind"] == kind)
    board["cells"][place].update(changes)
    findings = told(BOARD, board)
    assert (f"cells[{place}]{field}", True, clause, key) in findings


def test_a_no_entry_needs_its_transverse_and_a_lane_its_way_back() -> None:
    board: Item = copy.deepcopy(house_board())
    closed = index(board, lambda cell: cell["kind"] == "no_entry")
    del board["cells"][closed]["divert"]
    assert (f"cells[{closed}]", "no_transverse") in [(one.place, one.key) for one in BOARD.check(board)]
    board = copy.deepcopy(house_board())
    lane = index(board, lambda cell: cell["road"] != "main")
    board["cells"][lane]["next"] = board["cells"][lane]["id"]
    assert (f"cells[{lane}]", "no_return") in [(one.place, one.key) for one in BOARD.check(board)]


@pytest.mark.parametrize(("kind", "key"), [("paris", "one_paris"), ("gendarmerie", "one_gendarmerie")])
def test_offices_are_there_once(kind: str, key: str) -> None:
    board: Item = copy.deepcopy(house_board())
    board["cells"][index(board, lambda cell: cell["kind"] == kind)]["kind"] = "road"
    found = [one for one in BOARD.check(board) if one.key == key]
    assert [(one.place, one.args["count"]) for one in found] == [("cells", 0)]


@pytest.mark.parametrize("length", ["short", "long"])
def test_a_drawn_board_has_its_transverses_and_is_fair_to_all_gerances(length: str) -> None:
    board: Item = BOARD.generate("fair", length, 2)
    assert BOARD.check(board) == []
    assert {cell["road"] for cell in board["cells"]} == {"main", *[f"T{n + 1}" for n in range(TRANSVERSES[length])]}
    crosses = lone_car(board).crosses
    assert max(crosses) <= UNEVEN * min(crosses)
    squares = [(cell["x"], cell["y"]) for cell in board["cells"] if cell["road"] == "main"]
    assert len(set(squares)) == len(squares)
    steps = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in zip(squares, squares[1:] + squares[:1], strict=True)]
    assert set(steps) == {1}


def test_measured_are_gerances_first_and_exactly() -> None:
    figures = next(BOARD.measure(house_board()))
    assert figures.known["crossed"].names == ["2", "3", "4", "5"]
    assert figures.known["crossed"].row == [round(share, 4) for share in lone_car(house_board()).crosses]


def test_a_deck_of_offences_alone_is_advised_against_and_faults_are_told_at_their_card() -> None:
    deck: Item = copy.deepcopy(house_deck())
    offences = {**deck, "cards": [card for card in deck["cards"] if card["offence"]]}
    assert [(one.key, one.stops) for one in DECK.check(offences)] == [("no_indemnity", False)]
    deck["cards"][3]["amount"] = 501
    assert [(one.place, one.clause, one.key) for one in DECK.check(deck)] == [("cards[3].amount", "RC-05", "amount")]
    known = DECK.facts(house_deck()).known
    assert all(figure.value == figure.wanted for figure in known.values())
    assert known["cards"].value == 24
