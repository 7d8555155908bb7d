"""The Gendarme: his fines, his own fines, the cards, the table money, the office."""

from __future__ import annotations

import pytest

from parcferme.core.contract import CHANCE

from .helpers import Scene, clause_of, house_with, kinds, look, paid

GENDARME = 3  # the scenes' Gendarme among four players


@pytest.mark.rule("RC-17", "RC-18")
@pytest.mark.parametrize("name", ["A", "B"])
def test_a_red_ringed_sign_turns_a_card_and_the_fine_is_the_gendarmes(name: str) -> None:
    scene = Scene(name).put(c1="M1")
    scene.roll(2)
    assert scene.state.kind() == CHANCE
    events = scene.go("card:3")
    assert clause_of(events, "card_offence") == "RC-18"
    assert paid(events, "card") == [2500]
    assert (scene.cash(0), scene.cash(GENDARME)) == (47_500, 52_500)


@pytest.mark.rule("RC-18")
def test_only_arrival_counts_not_passing() -> None:
    scene = Scene().put(c1="M2")
    events = scene.roll(3)
    assert (scene.at("c1"), "card_offence" in kinds(events)) == ("M5", False)
    assert scene.actor() == 1


@pytest.mark.rule("RC-18")
def test_a_drawn_card_goes_under_the_deck_and_the_cycle_repeats() -> None:
    deck = {"cards": [{"offence": True, "amount": 500 * n, "text": {"en": f"card {n}"}} for n in (1, 2, 3)]}
    scene = Scene(players=4, deck=deck)
    drawn = []
    for expected in ([1, 2, 3], [1, 2], [1], [3], [2], [1], [3]):
        seat = scene.actor()
        scene.put(**{f"c{seat + 1}": "M1"})
        scene.roll(2)
        offered = [scene.game.format_outcome(outcome) for outcome, _ in scene.state.chance()]
        assert offered == [f"card:{card}" for card in expected]
        scene.go(offered[-1])
        drawn.append(offered[-1])
    assert drawn == ["card:3", "card:2", "card:1", "card:3", "card:2", "card:1", "card:3"]
    assert look(scene.state)["deck"]["next"] == 2


@pytest.mark.rule("RC-19", "RC-V10")
@pytest.mark.parametrize("name", ["A", "B"])
def test_a_card_without_offence_is_paid_by_the_gendarme(name: str) -> None:
    scene = Scene(name)
    events = scene.roll(2, "card:16")
    assert clause_of(events, "card_none") == "RC-19"
    assert paid(events, "unjustified") == [1500]
    assert (scene.cash(0), scene.cash(GENDARME)) == (51_500, 48_500)


@pytest.mark.rule("RC-20", "RC-21", "RC-R15", "RC-V10")
@pytest.mark.parametrize("name", ["A", "B"])
def test_the_gendarme_lays_his_own_fine_on_the_table_for_the_first_to_cross_the_gendarmerie(name: str) -> None:
    scene = Scene(name).turn(GENDARME)
    events = scene.roll(2, "card:1")
    assert clause_of(events, "pay_card_table") == "RC-20"
    assert (scene.cash(GENDARME), scene.table()) == (48_000, 2_000)
    scene.put(c1="M48")
    events = scene.roll(7)  # M55, over M49
    assert clause_of(events, "table_money") == "RC-21"
    assert (scene.cash(0), scene.table()) == (52_000, 0)


@pytest.mark.rule("RC-R15")
def test_the_gendarmes_own_card_without_offence_changes_nothing() -> None:
    for purse in (50_000, 1000):
        scene = Scene().turn(GENDARME).purse(GENDARME, purse)
        events = scene.roll(2, "card:16")
        assert kinds(events)[-1] == "card_none"
        assert (scene.cash(GENDARME), scene.table(), scene.at("c4")) == (purse, 0, "M3")


@pytest.mark.rule("RC-R19", "RC-R11", "RC-21")
@pytest.mark.parametrize("total", [2, 4])
def test_the_gendarme_may_take_the_table_money_back_by_crossing_or_stopping(total: int) -> None:
    scene = Scene().put(c4="M47").turn(GENDARME)
    scene.state.table_money = 3000
    scene.roll(total)
    assert scene.cash(GENDARME) == 53_000 - (1000 if total == 4 else 0)  # M51 is a garage
    assert scene.table() == 0


@pytest.mark.rule("RC-22", "RC-R25")
def test_misplacing_is_only_possible_at_the_table() -> None:
    scene = Scene().put(c1="M2")
    refusal = scene.state.explain(0, scene.game.parse("place:left"))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("only_at_the_table", "RC-R25")


@pytest.mark.rule("RC-23")
@pytest.mark.parametrize("name", ["A", "B"])
@pytest.mark.parametrize(("other", "fine"), [("M30", 1), ("M31", 0), ("M32", 0), ("M27", 0)])
def test_overtaking_a_car_on_a_bend_costs_1500(name: str, other: str, fine: int) -> None:
    scene = Scene(name).put(c1="M27", c2=other)
    events = scene.roll(5)  # M32
    assert paid(events, "overtaking") == [1500] * fine
    assert scene.cash(GENDARME) == 50_000 + 1500 * fine


@pytest.mark.rule("RC-23")
def test_one_fine_for_each_car_overtaken() -> None:
    scene = Scene(players=5).put(c1="M27", c2="M30", c3="M30", c4="M29")
    assert paid(scene.roll(5), "overtaking") == [1500, 1500]


@pytest.mark.rule("RC-R15", "RC-23")
def test_the_gendarmes_overtaking_fine_goes_on_the_table() -> None:
    scene = Scene().put(c4="M27", c1="M30").turn(GENDARME)
    events = scene.roll(5)
    assert paid(events, "overtaking_table") == [1500]
    assert scene.table() == 1500


@pytest.mark.rule("RC-24", "RC-44")
@pytest.mark.parametrize("name", ["A", "B"])
def test_charges_of_a_vacant_gerance_go_into_its_box(name: str) -> None:
    scene = Scene(name).put(c1="M16")
    scene.roll(2)
    assert (scene.in_box(2), scene.holder(2), scene.cash(0)) == (1000, -1, 49_000)


@pytest.mark.rule("RC-27")
@pytest.mark.parametrize("name", ["A", "B"])
def test_stopping_on_the_gendarmerie_takes_the_office(name: str) -> None:
    scene = Scene(name).put(c1="M45", c2="M45")
    events = scene.roll(4)
    assert clause_of(events, "office") == "RC-27"
    assert scene.gendarme() == 0
    scene.roll(8)  # M53, over the Gendarmerie
    assert scene.gendarme() == 0


@pytest.mark.rule("RC-27", "RC-23")
def test_a_fine_on_the_way_to_the_gendarmerie_is_still_the_old_gendarmes() -> None:
    scene = Scene(board=house_with(M50="gendarmerie", M49="bend")).put(c1="M46", c2="M49")
    scene.roll(4)
    assert (scene.gendarme(), scene.cash(GENDARME), scene.cash(0)) == (0, 51_500, 48_500)
