"""Several cars: room, overtaking, being blocked, and the order of play."""

from __future__ import annotations

import pytest
from tests.support import follow, names

from parcferme.games.rallyman.rules.game import RallymanGame, RallymanState
from parcferme.games.rallyman.rules.rounds import order_of_play

from .helpers import STRAIGHT, car, chrono, drive, field, put, refused, rolls, start, to_play, where

SPUN, OFF_LEFT = 4, 5


def pair(
    road: str, mine: int | str, gear: int, *others: int | str, pose: int = 0
) -> tuple[RallymanGame, RallymanState]:
    """My car to play, other cars on their spaces."""
    game, state = start(road, players=1 + len(others), staggered_start=False)
    put(state, 0, mine, gear=gear)
    for seat, space in enumerate(others, 1):
        put(state, seat, space, gear=1, pose=pose)
    return game, to_play(state, 0)


@pytest.mark.rule("RM-72", "RM-76")
def test_a_wide_straight_has_room_for_two() -> None:
    game, state = pair(STRAIGHT, 2, 3, 3)
    drive(game, state, "3")
    assert where(state, 0) == where(state, 1) == 3
    drive(game, state, "4")
    assert where(state) == 4
    game, state = pair(STRAIGHT, 2, 3, 3, 3)
    assert names(game, state) == ["pass"]
    assert refused(game, state, "roll:3/go") == ("blocked", "RM-R30")


@pytest.mark.rule("RM-72", "RM-R30")
def test_a_narrow_straight_has_room_for_one() -> None:
    game, state = pair("Sgg Ngg Sgg Sgg", 1, 3, 2)
    assert names(game, state) == ["pass"]
    game, state = pair("Sgg Ngg Sgg Sgg", 1, 3, 3)
    assert rolls(game, state) == ["2/go", "3/go", "4/go", "W/go"]


@pytest.mark.rule("RM-73", "RM-74", "RM-R30")
def test_corner_and_shortcut_pass_each_other() -> None:
    road = "Sgg K344gg Sgg Sgg"
    game, state = pair(road, 1, 3, 2)
    assert {roll.partition("/")[2] for roll in rolls(game, state)} == {"cut"}
    drive(game, state, "3/cut", "card:good", "4")
    assert where(state) == 3
    game, state = pair(road, 1, 3, "2k", pose=3)
    assert {roll.partition("/")[2] for roll in rolls(game, state)} == {"in", "skid"}
    game, state = pair(road, 1, 3, 2, "2k")
    assert names(game, state) == ["pass"]


@pytest.mark.rule("RM-75", "RM-R30")
@pytest.mark.parametrize(("pose", "blocked"), [(OFF_LEFT, False), (OFF_LEFT + 1, False), (SPUN, True), (2, True)])
def test_cars_off_the_road_are_in_nobodys_way(pose: int, blocked: bool) -> None:
    game, state = pair("Sgg C34gg Sgg Sgg", 1, 3, 2, pose=pose)
    assert (names(game, state) == ["pass"]) == blocked


@pytest.mark.rule("RM-77", "RM-R31")
def test_blocked_before_the_first_die_passes_in_gear() -> None:
    for gear, seconds in ((3, 30), (0, 50)):
        game, state = pair("Sgg Ngg Sgg Sgg", 1, gear, 2)
        follow(game, state, "pass")
        assert chrono(state, 0) == [seconds]
        assert (where(state, 0), field(state, "gear", 0)) == (1, gear)


@pytest.mark.rule("RM-77", "RM-R31")
def test_blocked_in_the_chain_ends_the_turn() -> None:
    game, state = pair("Sgg Sgg Ngg Sgg", 1, 3, 3)
    drive(game, state, "3")
    assert chrono(state, 0) == [30]
    assert state.view(None)["actor"] == 1


@pytest.mark.rule("RM-R31", "RM-91")
def test_a_blocked_driver_may_still_change_a_tyre() -> None:
    game, state = pair("Sgg Ngg Sgg Sgg", 1, 0, 2)
    put(state, 0, 1, gear=0, flats=1)
    to_play(state, 0)
    assert names(game, state) == ["pass", "spare"]


@pytest.mark.rule("RM-R30")
def test_flights_need_room_all_the_way() -> None:
    road = "Sgg B3gg Ngg Sgg Sgg Sgg"
    game, state = pair(road, 1, 4, 3)
    assert refused(game, state, "roll:3/go") == ("blocked", "RM-R30")  # lands there
    assert refused(game, state, "roll:4/go") == ("blocked", "RM-R30")  # flies over
    game, state = pair(road, 1, 2, 3)
    assert rolls(game, state) == ["1/go", "2/go", "W/go"]  # onto the bump


@pytest.mark.rule("RM-R30", "RM-59")
def test_a_flight_out_of_control_stops_before_a_full_space() -> None:
    road = "Sgg B2gg Sgg Ngg Sgg Sgg"
    game, state = pair(road, 1, 4, 4)
    drive(game, state, "4", "loc:spin")
    assert where(state, 0) == 3
    game, state = pair(road, 1, 4, 2, 2)
    assert names(game, state) == ["pass"]


@pytest.mark.rule("RM-R14", "RM-R31")
def test_forced_but_blocked_is_blocked() -> None:
    game, state = pair("Sgg C1-gg Sgg Sgg", 1, 5, 2)
    assert names(game, state) == ["pass"]


@pytest.mark.rule("RM-R26")
def test_returning_to_the_road_needs_no_room() -> None:
    game, state = pair("Sgg Ngg Sgg Sgg", 2, 0, 2)
    put(state, 0, 2, gear=0, pose=OFF_LEFT)
    to_play(state, 0)
    assert car(state, 0)["pose"] == "straight"
    assert rolls(game, state) == ["1/go"]


@pytest.mark.rule("RM-R30")
def test_start_and_finish_hold_everybody() -> None:
    game, state = start("Ngg", players=4, staggered_start=False)
    for seat in range(4):
        assert state.view(None)["actor"] == seat
        drive(game, state, "1", "W")
    assert state.view(None)["special"] == 2


@pytest.mark.rule("RM-R29", "RM-78")
def test_order_of_play_is_by_road_position_then_gear_then_arrival() -> None:
    _, state = start(STRAIGHT, players=4, staggered_start=False)
    put(state, 0, 5, gear=2, arrival=9)
    put(state, 1, 5, gear=4, arrival=12)
    put(state, 2, 7, gear=1, arrival=10)
    put(state, 3, 5, gear=2, arrival=7)
    assert order_of_play(state, 9) == [2, 1, 3, 0]


@pytest.mark.rule("RM-R29")
def test_a_shortcut_is_level_with_its_corner() -> None:
    _, state = start("Sgg K344gg Sgg Sgg", players=2, staggered_start=False)
    put(state, 0, 2, gear=3, arrival=5)
    put(state, 1, "2k", gear=4, arrival=6)
    assert order_of_play(state, 9) == [1, 0]


@pytest.mark.rule("RM-R29", "RM-78")
def test_first_to_arrive_plays_first_in_a_real_game() -> None:
    game, state = start(STRAIGHT, players=2, staggered_start=False)
    events = drive(game, state, "1", "2", "end", "1", "2", "end")
    assert [event.clause for event in events if event.kind == "round"] == ["RM-R29"]
    assert state.view(None)["actor"] == 0
    drive(game, state, "1", "end")
    assert state.view(None)["order"] == {"start": [0, 1], "now": 1, "waiting": [], "next_round": [0, 1]}


@pytest.mark.rule("RM-R29")
def test_staggered_start() -> None:
    game, state = start(STRAIGHT, players=3)
    acted: list[int] = []
    while len(acted) < 6:
        acted.append(state.to_act()[0])
        die = "1" if field(state, "gear", acted[-1]) == 0 else "W"
        drive(game, state, die, "end")
    assert acted == [0, 0, 1, 0, 1, 2]
    assert state.round == 4


@pytest.mark.rule("RM-R29")
def test_everybody_from_round_one_without_stagger() -> None:
    game, state = start(STRAIGHT, players=3, staggered_start=False)
    acted: list[int] = []
    for _ in range(3):
        acted.append(state.to_act()[0])
        drive(game, state, "1", *(["2"] if not acted[1:] else []), "end")
    assert acted == [0, 1, 2]


@pytest.mark.rule("RM-R29")
def test_a_special_shorter_than_the_stagger_still_lets_everybody_start() -> None:
    game, state = start("Sgg", players=3)
    for seat in range(3):
        assert state.to_act() == (seat,)
        drive(game, state, "1", "2")
    assert state.view(None)["special"] == 2


@pytest.mark.rule("RM-R44")
def test_a_finisher_leaves_the_order_of_play() -> None:
    game, state = start("Sgg Sgg Sgg", players=2, staggered_start=False)
    drive(game, state, "1", "2", "3", "4")
    assert car(state, 0)["status"] == "finished"
    for _ in range(2):
        assert state.to_act() == (1,)
        drive(game, state, "1", "end")


@pytest.mark.rule("RM-R39")
def test_a_retired_car_leaves_the_road() -> None:
    game, state = start("Sgg Ngg Sgg C23rr Sgg", players=2, staggered_start=False)
    put(state, 0, 3, gear=4, damage=4)
    put(state, 1, 3, gear=1)
    to_play(state, 0)
    drive(game, state, "4/wide", "loc:left")
    assert car(state, 0)["status"] == "retired"
    to_play(state, 1)
    assert "roll:1/in" in names(game, state)
