"""The road: no-entries, transverses, the right half, and which cars are on it."""

from __future__ import annotations

import pytest

from parcferme.games.rallye_code.board.read import tariff

from .helpers import Scene, clause_of, house_with, kinds, look


@pytest.mark.rule("RC-V11", "RC-11", "RC-13", "RC-R08", "RC-R09")
@pytest.mark.parametrize("name", ["A", "B"])
def test_vector_no_entry(name: str) -> None:
    scene = Scene(name).put(c1="M22")
    assert clause_of(scene.roll(3), "diverted") == "RC-11"
    assert scene.at("c1") == "T1S1"
    for start, total, end in [
        ("T1S5", 3, "T1S5"),
        ("T1S5", 4, "M44"),
        ("T1S5", 2, "T1S7"),
        ("T2S6", 5, "T2S6"),
        ("T2S6", 6, "M44"),
    ]:
        scene = Scene(name).put(c1=start, c2="M2", c3="M2", c4="M2")
        scene.roll(total)
        assert scene.at("c1") == end, (start, total)


@pytest.mark.rule("RC-11")
def test_every_main_road_arrival_on_a_no_entry_is_diverted_every_time() -> None:
    for sign, before, first in [
        ("M25", "M23", "T1S1"),
        ("M28", "M26", "T2S1"),
        ("M40", "M38", "T2N1"),
        ("M43", "M41", "T1N1"),
    ]:
        for _ in range(2):
            scene = Scene().put(c1=before)
            scene.roll(2)
            assert scene.at("c1") == first, sign


@pytest.mark.rule("RC-12")
@pytest.mark.parametrize(("name", "rejoin"), [("A", "sign"), ("B", "right")])
def test_the_transverse_road_leads_back_to_the_main_road(name: str, rejoin: str) -> None:
    assert tariff(name).rejoin == rejoin
    scene = Scene(name).put(c1="T1N6")
    scene.roll(4)
    assert scene.at("c1") == "M27"  # T1N7, M25, M26, M27


@pytest.mark.rule("RC-12")
def test_on_the_house_board_every_turn_into_and_out_of_a_transverse_is_a_right_turn() -> None:
    cells = {cell.id: cell for cell in Scene().game.tables.cells}
    for sign in ("M25", "M28", "M40", "M43"):
        into = cells[cells[sign].divert]
        before = next(cell for cell in cells.values() if cell.next == sign and cell.road == "main")
        last = next(cell for cell in cells.values() if cell.next == sign and cell.road != "main")
        after = cells[cells[sign].next]
        assert _right(before, cells[sign], into)
        assert _right(last, cells[sign], after)


def _right(one, two, three) -> bool:  # type: ignore[no-untyped-def]
    """Is the way from one over two to three a right turn? (y grows downwards)"""
    first = (two.x - one.x, two.y - one.y)
    second = (three.x - two.x, three.y - two.y)
    return bool(first[0] * second[1] - first[1] * second[0] > 0)


@pytest.mark.rule("RC-13", "RC-R09")
def test_a_stay_leaves_everything_as_it_was_and_the_next_roll_is_judged_afresh() -> None:
    scene = Scene().put(c1="T1S2", c2="M2", c3="M2", c4="M2")
    events = scene.roll(6)  # T1S2 is a red-ringed sign: no second card
    assert scene.at("c1") == "T1S2"
    assert kinds(events) == ["roll", "stays"]
    assert scene.actor() == 1


@pytest.mark.rule("RC-R09", "RC-55")
def test_a_stay_costs_no_petrol_and_keeps_a_hold() -> None:
    scene = Scene(board=house_with(T1S5="petrol")).put(c1="T1S3", c2="M2", c3="M2", c4="M2")
    scene.roll(2)
    for _ in range(3):
        scene.roll(2)
    events = scene.roll(3)  # would end on M43
    assert kinds(events) == ["roll", "stays"]
    assert (scene.in_box(4), scene.shown("c1")["petrol"]) == (0, True)


@pytest.mark.rule("RC-13", "RC-R09")
def test_a_held_car_within_its_limit_still_waits_at_a_no_entry_and_pays_nothing() -> None:
    scene = Scene("B").put(c1="T1S5", c2="M2", c3="M2", c4="M2").bind("c1", "garage")
    scene.roll(3)
    assert (scene.at("c1"), scene.in_box(2)) == ("T1S5", 0)
    assert scene.shown("c1")["holds"] == [{"by": "garage", "limit": 6, "clause": "RC-48"}]


@pytest.mark.rule("RC-14")
def test_driving_over_a_no_entry_does_nothing() -> None:
    scene = Scene().put(c1="M22")
    events = scene.roll(5)
    assert scene.at("c1") == "M27"
    assert kinds(events) == ["roll", "move"]


@pytest.mark.rule("RC-15")
@pytest.mark.parametrize("name", ["A", "B"])
def test_in_auto_games_cars_always_stand_on_the_right(name: str) -> None:
    scene = Scene(name).put(c1="M2")
    scene.roll(3)
    assert scene.shown("c1")["side"] == "right"
    assert "place:left" not in scene.choices()


@pytest.mark.rule("RC-R10", "RC-18")
def test_only_round_prohibitions_are_red_ringed() -> None:
    kinds_with_card = set()
    for start in range(66):
        scene = Scene().put(c1=f"M{start + 1}", c2="M1", c3="M1", c4="M1")
        cell = scene.game.tables.path[start][2]
        scene.roll(2)
        if look(scene.state)["phase"] == "card":
            kinds_with_card.add(scene.game.tables.cells[cell].to_json()["kind"])
    assert kinds_with_card == {"red"}


@pytest.mark.rule("RC-R26")
@pytest.mark.parametrize("bay", ["M18", "M20", "M21", "M31", "M37", "M49"])
def test_cars_in_a_bay_are_not_on_the_road(bay: str) -> None:
    tables = Scene().game.tables
    ids = [cell.id for cell in tables.cells]
    assert not tables.on_road[ids.index(bay)]
    assert not any(row[ids.index(bay)] for row in tables.ahead)
    assert all(tables.near[c][ids.index(bay)] == 99 for c in range(len(ids)) if tables.near[c])


@pytest.mark.rule("RC-R26")
def test_any_number_of_cars_share_a_square() -> None:
    scene = Scene(players=6).put(**{f"c{car}": "M2" for car in range(1, 7)})
    for _ in range(6):
        scene.roll(2)
    assert {scene.at(f"c{car}") for car in range(1, 7)} == {"M4"}
