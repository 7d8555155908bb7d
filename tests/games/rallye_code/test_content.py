"""The house data: counts, distances and positions of the board, the deck, and the two tariffs."""

from __future__ import annotations

from collections import Counter

import pytest

from parcferme.games.rallye_code.board.pieces import KINDS
from parcferme.games.rallye_code.board.read import house_board, house_deck, read_board, read_deck, tariff
from parcferme.games.rallye_code.board.tables import distances, neighbours

from .helpers import Scene, look

CELLS = read_board(house_board())
BY_ID = {cell.id: cell for cell in CELLS}


def test_the_board_has_66_main_and_28_transverse_cells_on_71_squares() -> None:
    main = Counter(KINDS[cell.kind] for cell in CELLS if cell.road == "main")
    assert main == {
        "road": 25, "red": 10, "bend": 4, "no_entry": 4, "slippery": 3, "petrol": 3, "garage": 3, "hotel": 3,
        "crossing": 2, "parking": 2, "gerance": 4, "paris": 1, "gendarmerie": 1, "first_aid": 1,
    }  # fmt: skip
    assert (len(CELLS), sum(cell.road != "main" for cell in CELLS)) == (94, 28)
    assert len({(cell.x, cell.y) for cell in CELLS}) == 71


def at_distance(origin: str, squares: int) -> list[str]:
    around = distances((BY_ID[origin].x, BY_ID[origin].y), neighbours(CELLS), 3)
    return sorted(cell.id for cell in CELLS if around.get((cell.x, cell.y)) == squares)


@pytest.mark.rule("RC-R21", "RC-32")
def test_distances_around_a_crossing() -> None:
    near = {n: at_distance("M24", n) for n in (0, 1, 2)}
    assert near == {0: ["M24"], 1: ["M23", "M25"], 2: ["M22", "M26", "T1N7", "T1S1"]}
    assert at_distance("T1S4", 1) == ["T1N3", "T1N5", "T1S3", "T1S5"]


def test_neighbouring_cells_touch_on_the_grid() -> None:
    for cell in CELLS:
        after = BY_ID[cell.next]
        assert abs(cell.x - after.x) + abs(cell.y - after.y) == 1, cell.id


@pytest.mark.rule("RC-31", "RC-R20")
def test_facing_lanes() -> None:
    assert {k: BY_ID[f"M{2 + k}"].facing for k in range(8)} == {k: f"M{66 - k}" for k in range(8)}
    for road in ("T1", "T2"):
        assert [BY_ID[f"{road}S{k}"].facing for k in range(1, 8)] == [f"{road}N{8 - k}" for k in range(1, 8)]
    assert sum(bool(cell.facing) for cell in CELLS) == 16 + 28


@pytest.mark.rule("RC-18", "RC-19")
def test_the_deck_has_14_offences_and_10_unjustified_stops() -> None:
    cards = read_deck(house_deck())
    assert (len(cards), sum(card.offence for card in cards)) == (24, 14)
    assert sum(card.amount for card in cards if card.offence) == 25_000
    assert sum(card.amount for card in cards if not card.offence) == 16_500
    assert all(set(card.text) == {"en", "fr", "it"} for card in cards)


@pytest.mark.rule("RC-05")
@pytest.mark.parametrize("name", ["A", "B"])
def test_every_amount_of_a_tariff_is_a_multiple_of_500(name: str) -> None:
    small = {"leave_limit", "crossing_below", "immobilised_below"}
    for key, value in tariff(name).as_printed().items():
        if isinstance(value, int) and not isinstance(value, bool) and key not in small and not key.endswith("_from"):
            assert value % 500 == 0, key


@pytest.mark.rule("RC-22", "RC-23", "RC-32", "RC-36", "RC-48", "RC-50", "RC-54", "RC-58", "RC-61")
def test_the_tariffs_side_by_side() -> None:
    a, b = tariff("A"), tariff("B")
    both = [(a, b), (b, a)]
    assert {(e.fine_misplaced, e.fine_overtaking, e.garage, e.garage_again, e.petrol_per_point) for e, _ in both} == {
        (2000, 1500, 1000, 1000, 500)
    }
    assert [(e.crossing_below, e.leave_limit, e.hotel, e.hotel_again) for e in (a, b)] == [
        (2, 8, 1000, 500),
        (3, 6, 2000, 1000),
    ]
    assert [(e.indemnity_garage, e.indemnity_aid, e.takeover_per_point) for e in (a, b)] == [
        (500, 1000, 500),
        (1000, 1500, 1000),
    ]
    assert [(e.damaged(9), e.casualty(9), e.aid_again) for e in (a, b)] == [(2000, 3000, 1000), (4500, 9000, 1500)]


def test_the_view_carries_the_board_with_positions() -> None:
    board = look(Scene().state)["board"]
    assert board["grid"] == {"columns": 17, "rows": 9, "cell": 108, "origin": [216, 208], "lane": 14}
    assert board["cells"][0] == {
        "id": "M1", "road": "main", "kind": "paris", "town": "Paris", "x": 9, "y": 4, "next": "M2",
    }  # fmt: skip
