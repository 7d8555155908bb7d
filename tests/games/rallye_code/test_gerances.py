"""Gérances: services and their bills, allotment, boxes, Paris, takeovers."""

from __future__ import annotations

from typing import Any

import pytest

from parcferme.core import registry
from parcferme.core.contract import CHANCE
from parcferme.core.text import LANGUAGES, read_texts
from parcferme.games.rallye_code.drive.odds import odds

from .helpers import DICE, Scene, clause_of, house_with, kinds, paid

EDITIONS = pytest.mark.parametrize("name", ["A", "B"])
SQUARES = [(2, "M14", "RC-38"), (3, "M31", "RC-39"), (4, "M45", "RC-40"), (5, "M54", "RC-41")]


@pytest.mark.rule("RC-38", "RC-39", "RC-40", "RC-41", "RC-42")
@EDITIONS
@pytest.mark.parametrize(("number", "start", "clause"), SQUARES)
def test_the_first_on_a_gerance_square_takes_the_box_and_its_contents(
    name: str, number: int, start: str, clause: str
) -> None:
    scene = Scene(name).put(c1=start).box(number, 3500)
    events = scene.roll(2)
    assert clause_of(events, "gerant") == clause
    assert (scene.holder(number), scene.in_box(number), scene.cash(0)) == (0, 0, 53_500)


@pytest.mark.rule("RC-V14", "RC-43", "RC-R14")
@EDITIONS
@pytest.mark.parametrize("start", ["M13", "M15"])
def test_vector_neighbour(name: str, start: str) -> None:
    scene = Scene(name).put(c1=start).box(2, 2000)
    scene.roll(2)
    assert (scene.at("c1"), scene.holder(2)) in [("M15", -1), ("M17", -1)]
    after = Scene(name).put(c1=start).box(2, 2000).box(5, 0, holder=1)
    events = after.roll(2)
    assert clause_of(events, "gerant") == "RC-43"
    assert (after.holder(2), after.cash(0), after.in_box(2)) == (0, 52_000, 0)


@pytest.mark.rule("RC-R14", "RC-60")
def test_a_neighbour_never_leads_to_a_takeover_nor_starts_the_allotting() -> None:
    held = Scene().put(c1="M13").box(2, 2000, holder=1)
    assert "takeover" not in kinds(held.roll(2))
    chained = Scene().put(c1="M13", c2="M30").box(5, 0, holder=2)
    chained.roll(2)
    chained.roll(2)
    assert (chained.holder(2), chained.holder(3)) == (0, 1)


@pytest.mark.rule("RC-43", "RC-R14")
def test_the_first_exact_arrival_opens_the_neighbours() -> None:
    scene = Scene().put(c1="M30", c2="M14", c3="M30", c4="M2")
    scene.roll(2)
    assert scene.holder(3) == -1
    scene.roll(2)
    scene.roll(2)
    assert (scene.holder(2), scene.holder(3)) == (1, 2)


@pytest.mark.rule("RC-44", "RC-45", "RC-R11")
@EDITIONS
@pytest.mark.parametrize("total", [2, 3, 5])
def test_a_gerant_empties_his_box_only_by_crossing_his_square(name: str, total: int) -> None:
    scene = Scene(name).put(c1="M14", c2="M15").box(2, 3000, holder=0)
    events = scene.roll(total)
    assert clause_of(events, "own_box") == "RC-45"
    assert scene.in_box(2) == 0
    away = Scene(name).put(c1="M16", c2="M14").box(2, 3000, holder=0)
    away.roll(7)
    assert away.in_box(2) == 3000  # leaving the square is not crossing it
    away.roll(3)
    assert away.in_box(2) == 3000  # nor does another's crossing empty it


@pytest.mark.rule("RC-46")
def test_in_auto_games_dues_are_collected_by_themselves() -> None:
    scene = Scene().put(c1="M16").box(2, 0, holder=2)
    scene.roll(2)
    assert (scene.in_box(2), scene.cash(2)) == (1000, 50_000)


@pytest.mark.rule("RC-V02", "RC-47", "RC-48", "RC-49", "RC-R06")
@pytest.mark.parametrize(("name", "fails", "leaves", "end"), [("A", 9, 8, "M26"), ("B", 7, 6, "M24")])
def test_vector_garage(name: str, fails: int, leaves: int, end: str) -> None:
    scene = Scene(name).put(c1="M16", c2="M2", c3="M2", c4="M2")
    assert paid(scene.roll(2), "garage") == [1000]
    scene.turn(0)
    assert paid(scene.roll(fails), "garage_again") == [1000]
    assert scene.at("c1") == "M18"
    scene.turn(0)
    before = scene.cash(0)
    scene.roll(leaves)
    assert scene.at("c1") == end  # the roll that passes is driven
    assert before == 50_000 - 2000


@pytest.mark.rule("RC-V03", "RC-52", "RC-53", "RC-54")
@pytest.mark.parametrize(("name", "rolls", "total"), [("A", (11, 9, 3), 2000), ("B", (7, 12, 6), 4000)])
def test_vector_hotel(name: str, rolls: tuple[int, int, int], total: int) -> None:
    scene = Scene(name).put(c1="M51", c2="M2", c3="M2", c4="M2")
    events = scene.roll(2)
    for roll in rolls:
        assert scene.at("c1") == "M53"
        scene.turn(0)
        events += scene.roll(roll)
    assert scene.at("c1") == {3: "M56", 6: "M59"}[rolls[2]]
    assert sum(paid(events, "hotel")) + sum(paid(events, "hotel_again")) == total
    assert {event.args["to"] for event in events if event.kind.startswith("pay_hotel")} == {"box:5"}


@pytest.mark.rule("RC-V06", "RC-55")
@EDITIONS
def test_vector_petrol(name: str) -> None:
    scene = Scene(name).put(c1="M29", c2="M2", c3="M2", c4="M2")
    scene.roll(2)
    assert (scene.cash(0), scene.shown("c1")["petrol"]) == (50_000, True)
    scene.turn(0)
    assert paid(scene.roll(9), "petrol") == [4500]
    assert scene.in_box(4) == 4500


@pytest.mark.rule("RC-R35", "RC-55")
def test_petrol_is_paid_for_the_whole_roll_even_when_it_ends_in_a_collision() -> None:
    scene = Scene(board=house_with(M22="petrol")).put(c1="M20", c2="M23", c3="M2", c4="M2")
    scene.roll(2)
    scene.turn(0)
    events = scene.roll(6)
    assert (scene.at("c1"), paid(events, "petrol"), paid(events, "damage")) == ("M24", [3000], [2000])


@pytest.mark.rule("RC-V15", "RC-59")
@EDITIONS
def test_vector_paris(name: str) -> None:
    scene = Scene(name).put(c1="M63")
    scene.box(2, 3000, holder=1).box(3, 0, holder=2).box(4, 4500).box(5, 1000, holder=3)
    events = scene.roll(4)
    assert clause_of(events, "paris") == "RC-59"
    assert (scene.at("c1"), scene.cash(0)) == ("M1", 58_500)
    assert [scene.in_box(number) for number in range(2, 6)] == [0, 0, 0, 0]
    assert [scene.holder(number) for number in range(2, 6)] == [1, 2, -1, 3]
    passing = Scene(name).put(c1="M63").box(2, 3000, holder=1)
    passing.roll(5)
    assert passing.in_box(2) == 3000


@pytest.mark.rule("RC-59")
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_name_the_first_square_as_the_board_does(language: str) -> None:
    board: Any = house_with()
    board["cells"][0]["town"] = "Lille"
    scene = Scene(board=board).put(c1="M63").box(2, 3000, holder=1)
    facts = dict(odds(scene.state, 0, scene.game.parse("roll")))
    arrival = next(event for event in scene.roll(4) if event.kind == "paris")
    texts = read_texts(registry.folder("rallye_code"), language)
    said = [texts.event(arrival), texts.say("odds.paris", facts["odds.paris"])]
    assert all("Lille" in sentence and "Pari" not in sentence for sentence in said), said


@pytest.mark.rule("RC-V08", "RC-60", "RC-61", "RC-64")
@pytest.mark.parametrize(("name", "price"), [("A", 4500), ("B", 9000)])
def test_vector_takeover_sold(name: str, price: int) -> None:
    scene = Scene(name).put(c1="M7").box(2, 7000, holder=2)
    scene.roll(9)
    assert (scene.actor(), scene.choices()) == (2, ["accept", "refuse"])
    events = scene.go("accept")
    assert paid(events, "price") == [price]
    assert (scene.cash(0), scene.cash(2)) == (50_000 - price + 7000, 50_000 + price)
    assert (scene.holder(2), scene.in_box(2)) == (0, 0)


@pytest.mark.rule("RC-V08", "RC-62", "RC-63", "RC-R23")
@pytest.mark.parametrize(("roll", "keeps"), [(10, True), (9, False), (8, False), (12, True)])
def test_vector_takeover_refused_in_a(roll: int, keeps: bool) -> None:
    scene = Scene("A").put(c1="M7").box(2, 7000, holder=2)
    scene.roll(9)
    scene.go("refuse", DICE[roll])
    assert scene.actor() == 1  # one roll only
    assert scene.holder(2) == (2 if keeps else 0)
    assert (scene.cash(0), scene.cash(2)) == (50_000 + (0 if keeps else 7000), 50_000)


@pytest.mark.rule("RC-V08", "RC-62", "RC-63", "RC-R23")
@pytest.mark.parametrize(("holder", "newcomer", "keeps"), [(8, 8, False), (9, 8, True), (7, 8, False), (3, 2, True)])
def test_vector_takeover_refused_in_b(holder: int, newcomer: int, keeps: bool) -> None:
    scene = Scene("B").put(c1="M7").box(2, 7000, holder=2)
    scene.roll(9)
    scene.go("refuse", DICE[holder])
    assert scene.state.kind() == CHANCE
    scene.go(DICE[newcomer])
    assert scene.holder(2) == (2 if keeps else 0)
    assert (scene.cash(0), scene.cash(2)) == (50_000 + (0 if keeps else 7000), 50_000)


@pytest.mark.rule("RC-R22")
@EDITIONS
def test_who_cannot_pay_the_price_buys_nothing_and_owes_nothing(name: str) -> None:
    scene = Scene(name).put(c1="M7").box(2, 7000, holder=2).purse(0, 4000)
    events = scene.roll(9)
    assert "too_dear" in kinds(events)
    assert (scene.holder(2), scene.cash(0), scene.actor()) == (2, 4000, 1)


@pytest.mark.rule("RC-R22", "RC-R28")
def test_price_and_box_move_together_before_the_ruin_test() -> None:
    saved = Scene().put(c1="M7").box(2, 500, holder=2).purse(0, 4500)
    saved.roll(9, "accept")
    assert (saved.cash(0), saved.holder(2)) == (500, 0)
    ruined = Scene().put(c1="M7").box(2, 0, holder=2).purse(0, 4500)
    events = ruined.roll(9, "accept")
    assert "eliminated" in kinds(events)
    assert (ruined.holder(2), ruined.at("c1")) == (-1, None)


@pytest.mark.rule("RC-R24")
@EDITIONS
def test_a_gerant_pays_nothing_to_himself_but_is_held_all_the_same(name: str) -> None:
    scene = Scene(name).put(c1="M16", c2="M2", c3="M2", c4="M2").box(2, 0, holder=0)
    events = scene.roll(2)
    assert "waived" in kinds(events)
    assert (scene.cash(0), scene.in_box(2)) == (50_000, 0)
    scene.turn(0)
    scene.roll(9)
    assert (scene.at("c1"), scene.cash(0)) == ("M18", 50_000)
    own = Scene(name).put(c1="M14").box(2, 3000, holder=0)
    assert "takeover" not in kinds(own.roll(2))
    assert own.cash(0) == 53_000


@pytest.mark.rule("RC-V04", "RC-V05", "RC-50", "RC-56", "RC-57")
@pytest.mark.parametrize(
    ("name", "total", "garage", "aid"),
    [("A", 10, 2000, 0), ("B", 10, 5000, 0), ("A", 12, 2000, 3000), ("B", 12, 6000, 12_000), ("A", 7, 0, 0)],
)
def test_vector_accident(name: str, total: int, garage: int, aid: int) -> None:
    scene = Scene(name).put(c1=f"M{14 - total}", c2="M2", c3="M2", c4="M2")
    scene.roll(total)
    assert (scene.at("c1"), scene.in_box(2), scene.in_box(3)) == ("M14", garage, aid)
    assert scene.cash(0) == 50_000 - garage - aid
    if not garage:
        return
    limit, again = (8, 1000) if name == "A" else (6, 1500)
    scene.turn(0)
    scene.roll(limit + 1)
    assert scene.at("c1") == "M14"
    assert (scene.in_box(2) - garage, scene.in_box(3) - aid) == (1000, again if aid else 0)
    scene.turn(0)
    scene.roll(limit)
    assert scene.at("c1") == f"M{14 + limit}"
