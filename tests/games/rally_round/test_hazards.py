"""Hazard! cards, one by one."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.rally_round.roads import Road, alone, at, field, kinds, names, put, say, speeds, together

from parcferme.core.contract import CHANCE
from parcferme.core.errors import BadRecord
from parcferme.games.rally_round.mechanics.crew import capped
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.view import sheet_rows

KIT = "S1 A1 D1 DR4 N4 E6"


def draws(card: str, speed: int = 30, kit: str = "", tints: str = "R30") -> tuple[RallyGame, RallyState]:
    """A crew that has just drawn a card on a "!" square, id 8."""
    game, state = together(Road().section("road", tints, {7: "!"}), kit)
    put(state, 8 - speed // 10, 7 - speed // 10, speed=speed)
    say(game, state, speed)
    assert state.kind() == CHANCE
    say(game, state, card)
    return game, state


def holds(road: Road, card: str, kit: str = "", square: int = 4, speed: int = 30) -> tuple[RallyGame, RallyState]:
    """A crew on the road with a kept card."""
    game, state = together(road, kit)
    put(state, square, square - 1, speed=speed)
    state.cars[0].hand = 1 << (int(card[1:]) - 1)
    state.moves = []
    return game, state


def zeros(state: RallyState) -> int:
    speeds = sheet_rows(state, 0)[0][5]
    assert isinstance(speeds, list)
    return speeds.count(0)


@pytest.mark.rule("RR-80")
@pytest.mark.parametrize(
    ("card", "turns"), [("H1", 2), ("H4", 1), ("H8", 3), ("H13", 2), ("H22", 1), ("H28", 1), ("H29", 2)]
)
def test_cards_that_cost_turns(card: str, turns: int) -> None:
    game, state = draws(card)
    assert zeros(state) == turns
    assert speeds(game, state) == [10]
    assert field(state, "off") == 0
    assert state.pack.queue == (int(card[1:]) - 1,)  # obeyed, so at the bottom


@pytest.mark.rule("RR-80", "RR-R34")
def test_an_advantageous_card_is_kept_in_public() -> None:
    game, state = draws("H7")
    assert field(state, "hand") == 1 << 6
    crews = state.view(None)["crews"]
    assert isinstance(crews, list)
    assert crews[0]["hand"] == ["H7"]
    assert "card:H7" in names(game, state)  # from the next turn on
    assert state.pack.unseen.bit_count() == 31
    refusal = state.explain(0, game.parse("card:H3"))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("not_held", "RR-80")


@pytest.mark.rule("RR-80", "RR-R34")
def test_chances_are_even_over_unseen_cards_and_the_bottom_is_known() -> None:
    game, state = draws("H4")
    state.pack = type(state.pack)(0b11, (3, 5))
    put(state, 5, 4, speed=30)
    say(game, state, 30)
    assert state.chance() == [(game.parse_outcome("H1"), 1), (game.parse_outcome("H2"), 1)]
    game, state = draws("H4")
    state.pack = type(state.pack)(0, (5, 3))
    put(state, 5, 4, speed=30)
    events = say(game, state, 30)
    assert next(event for event in events if event.kind == "keeps").args["card"] == "H6"
    state.pack = type(state.pack)(0, ())
    put(state, 5, 4, speed=30)
    assert "pack_empty" in kinds(say(game, state, 30))


@pytest.mark.rule("RR-81", "RR-R34")
def test_in_a_competition_cards_come_in_order_and_return_behind_the_last() -> None:
    game, state = alone(Road().section("road", "R30", {7: "!"}))
    put(state, 5, 4, speed=30)
    events = say(game, state, 30)
    assert [event.args["card"] for event in events if event.kind == "obeys"] == ["H1"]
    put(state, 5, 4, speed=30)
    events = say(game, state, 30)
    assert [event.args["card"] for event in events if event.kind == "keeps"] == ["H2"]
    assert state.pack.queue == (*range(2, 32), 0)


@pytest.mark.rule("RR-R35")
def test_a_car_stopped_by_a_card_stands_on_the_road() -> None:
    game, state = together(Road().section("road", "R30", {7: "!"}), "", "")
    say(game, state, 10)
    put(state, 5, 4, 0, 30)
    say(game, state, 30, "H1")
    put(state, 6, 5, 1, 20)
    say(game, state, 20)
    assert names(game, state) == ["advance", "retreat"]


@pytest.mark.rule("RR-80")
@pytest.mark.parametrize(("card", "back"), [("H5", 2), ("H25", 3)])
def test_wrong_slots_lead_back(card: str, back: int) -> None:
    _, state = draws(card, 30)
    assert at(state) == 8 - back
    assert field(state, "speed") == 30
    _, state = draws(card, 10)
    assert at(state) == max(8 - back, 6)  # not beyond the control booked last, here square 6


@pytest.mark.rule("RR-80")
def test_fog_and_vapour_lock_cap_the_next_speeds_and_allow_the_braking() -> None:
    game, state = draws("H10", 50)
    assert speeds(game, state) == [30]
    say(game, state, 30)
    assert speeds(game, state) == [20, 30]
    say(game, state, 30)
    assert speeds(game, state) == [20, 30, 40]
    game, state = draws("H23", 50)
    assert speeds(game, state) == [20]
    say(game, state, 20)
    assert speeds(game, state) == [10, 20, 30]


@pytest.mark.rule("RR-80")
def test_police_check_missed_gear_baulked_slipping_clutch() -> None:
    game, state = draws("H11", 40)
    assert zeros(state) == 0
    assert speeds(game, state) == [10]
    game, state = draws("H16", 40)
    assert speeds(game, state) == [30, 40]
    say(game, state, 40)
    assert speeds(game, state) == [30, 40, 50]
    game, state = draws("H31", 40)
    say(game, state, 40)
    assert speeds(game, state) == [30, 40]
    game, state = draws("H19", 40, KIT)
    put(state, 8, 7)
    assert speeds(game, state) == [10]
    say(game, state, 10)
    put(state, 9, 8)
    assert speeds(game, state) == [10, 20, 30, 40]  # only the next start was slow


@pytest.mark.rule("RR-80")
def test_slipping_clutch_allows_20_uphill() -> None:
    game, state = together(Road().section("road", "R30", {7: "!", 8: "<"}), KIT)
    put(state, 5, 4, speed=30)
    say(game, state, 30, "H19")
    state.cars[0].speed = 0
    state.moves = []
    assert speeds(game, state) == [10, 20]


@pytest.mark.rule("RR-80")
@pytest.mark.parametrize(("speed", "kit", "turns"), [(20, "", 2), (50, "", 3), (50, "S1 A1 D1 DR4 N4 E1", 0)])
def test_wet_electrics(speed: int, kit: str, turns: int) -> None:
    _, state = draws("H17", speed, kit)
    assert zeros(state) == turns


# --- kept cards ---


@pytest.mark.rule("RR-80", "RR-79")
def test_damp_start_spray_is_played_in_the_ford() -> None:
    road = Road().section("road", "R30", {6: "Ford"})
    game, state = holds(road, "H2")
    say(game, state, 30)
    assert names(game, state) == ["pass", "card:H2"]
    other = state.copy()
    say(game, state, "card:H2")
    assert field(state, "speed") == 30
    assert field(state, "hand") == 0
    say(game, other, "pass")
    assert zeros(other) == 3
    assert field(other, "hand") != 0


@pytest.mark.rule("RR-80", "RR-54", "RR-56")
def test_rocket_start_tail_wind_late_braking() -> None:
    road = Road().section("road", "R30")
    game, state = holds(road, "H3", speed=0)
    assert "card:H3" in names(game, state)
    say(game, state, "card:H3")
    assert speeds(game, state) == [10, 20, 30, 40, 50]
    game, state = holds(road, "H12", speed=40)
    say(game, state, "card:H12")
    assert speeds(game, state) == [30, 40, 50, 60, 70]
    game, state = holds(road, "H15", speed=60)
    say(game, state, "card:H15")
    assert speeds(game, state) == [10, 20, 30, 40, 50, 60, 70]
    game, state = holds(road, "H12", speed=0)
    assert "card:H12" not in names(game, state)


@pytest.mark.rule("RR-R56", "RR-80")
def test_a_declared_card_is_used_up_needed_or_not() -> None:
    game, state = holds(Road().section("road", "R30"), "H7")
    say(game, state, "card:H7", 30)
    assert field(state, "hand") == 0
    assert state.pack.queue == (6,)
    assert names(game, state)[0] == "speed:20"


@pytest.mark.rule("RR-80", "RR-62")
@pytest.mark.parametrize(
    ("card", "mark", "tints"),
    [("H7", "20", "R30"), ("H18", "Bridge", "W30"), ("H26", "Rough", "W30"), ("H24", "QZ", "R30")],
)
def test_cards_that_ignore_a_limit(card: str, mark: str, tints: str) -> None:
    game, state = holds(Road().section("road", tints, {5: mark}), card, speed=60)
    events = say(game, state, f"card:{card}", 60)
    assert at(state) == 10
    assert field(state, "other") == 0
    assert "off" not in kinds(events)
    if mark != "QZ":  # one square only
        game, state = holds(Road().section("road", tints, {5: mark, 7: mark}), card, speed=60)
        assert "off" in kinds(say(game, state, f"card:{card}", 60))


@pytest.mark.rule("RR-80", "RR-75")
def test_waved_through() -> None:
    game, state = holds(Road().section("road", "Y5 R20", {5: "GW"}), "H9", speed=40)
    say(game, state, "card:H9", 40)
    assert field(state, "other") == 0
    game, state = holds(Road().section("road", "Y5 R20", {5: "GW"}), "H9", speed=20)
    say(game, state, "card:H9", 20)
    assert names(game, state) == ["stop", "carry"]


@pytest.mark.rule("RR-80", "RR-77", "RR-78")
def test_short_cut_and_open_gate() -> None:
    road = Road().section("road", "R20").side_road((5, 12), "W9", 50).hidden_track(5, 11)
    road.blacks = [51]
    game, state = holds(road, "H6", speed=20)
    say(game, state, "card:H6", 20)
    assert names(game, state) == ["sq:6", "sq:50", "sq:900"]
    say(game, state, "sq:900")
    assert at(state) == 900
    game, state = holds(road, "H14", speed=40)
    say(game, state, "card:H14", 40, "sq:50")
    assert at(state) == 52
    assert field(state, "status") == 1


@pytest.mark.rule("RR-80", "RR-63")
def test_friendly_marshal() -> None:
    game, state = holds(Road().section("road", "R20", pcs=(6,)), "H20", speed=40)
    say(game, state, "card:H20", 40)
    assert field(state, "visited") == 1


@pytest.mark.rule("RR-80", "RR-R55")
def test_feather_touch() -> None:
    for word, end in (("more", 8), ("fewer", 6)):
        game, state = holds(Road().section("road", "R30"), "H21")
        say(game, state, "card:H21")
        assert names(game, state) == ["more", "fewer"]
        say(game, state, word, 30)
        assert at(state) == end
        assert field(state, "speed") == 30
    game, state = holds(Road().section("road", "R30"), "H21", speed=10)
    say(game, state, "card:H21", "fewer", 10)
    assert at(state) == 5  # never less than one square


@pytest.mark.rule("RR-R55")
def test_feather_touch_and_second_timed_controls() -> None:
    road = Road().section("stage", "R20").section("stage", "R20")
    game, state = holds(road, "H21", square=17, speed=30)  # four squares left
    say(game, state, "card:H21", "more", 30)
    assert at(state) == 20  # the extra square does not enter the control
    game, state = holds(road, "H21", square=18, speed=30)
    events = say(game, state, "card:H21", "more", 30)
    assert next(event for event in events if event.kind == "booked").args["taken"] == 60
    game, state = holds(Road().section("road", "R20").section("road", "R20"), "H21", square=17, speed=30)
    events = say(game, state, "card:H21", "more", 30)
    assert "booked" in kinds(events)
    assert field(state, "other") == 0  # on a Road section the extra square may land there


@pytest.mark.rule("RR-80")
def test_marshals_push_cancels_missed_turns() -> None:
    game, state = holds(Road().section("road", "R30", {6: "Ford"}), "H27")
    say(game, state, 30)
    assert names(game, state) == ["pass", "card:H27"]
    other = state.copy()
    say(game, state, "card:H27")
    assert zeros(state) == 1
    assert field(state, "misses") == 0
    say(game, other, "pass")
    assert names(game, other) == ["pass", "card:H27"]  # asked at each turn to miss
    assert zeros(other) == 1


@pytest.mark.rule("RR-80")
def test_protest_upheld_cancels_a_card_as_it_is_drawn() -> None:
    game, state = holds(Road().section("road", "R30", {6: "!"}), "H30")
    say(game, state, 30, "H8")
    assert names(game, state) == ["pass", "card:H30"]
    say(game, state, "card:H30")
    assert zeros(state) == 0
    assert field(state, "speed") == 30
    assert set(state.pack.queue) == {7, 29}


@pytest.mark.rule("RR-80", "RR-69")
def test_time_allowance_reduces_lateness_by_a_minute() -> None:
    road = Road().section("road", "R20").section("road", "R20")
    game, state = holds(road, "H32", square=18)
    state.cars[0].turns = 8
    say(game, state, 30)
    assert names(game, state) == ["pass", "card:H32"]
    say(game, state, "card:H32")
    assert field(state, "score") == 60  # two minutes late, one forgiven
    game, state = holds(road, "H32", square=18)
    say(game, state, 30)  # early: nothing to reduce
    assert field(state, "hand") != 0


@pytest.mark.rule("RR-62", "RR-80")
def test_the_hazard_spotter_may_decline() -> None:
    game, state = together(Road().section("road", "R30", {7: "!"}), "S1 A1 D1 DR4 N6 E6")
    put(state, 5, 4, speed=30)
    say(game, state, 30)
    assert names(game, state) == ["draw", "decline"]
    say(game, state, "decline")
    assert field(state, "speed") == 30
    assert state.pack.unseen.bit_count() == 32


@pytest.mark.rule("RR-80")
def test_caps_that_end_one_after_the_other_are_written_and_read_back() -> None:
    game, state = draws("H10")
    state.cars[0].burden = capped([20, 20, 30], 0, 0)
    dump: Any = state.dump()
    car = dump["cars"][0]
    assert (car["cap"], car["cap_turns"], car["later_caps"]) == (20, 2, [30])
    assert game.restore(dump).cars[0].burden is state.cars[0].burden
    for caps, wrong in (([30] * 8, "longer than 9"), ([25], "no multiple of 10"), ([0], "from 10 to 100")):
        car["later_caps"] = caps
        with pytest.raises(BadRecord, match=wrong):
            game.restore(dump)
