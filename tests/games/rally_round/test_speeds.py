"""Announcing: Starting Speeds, acceleration, deceleration, illegal speeds, the top speed, turning round."""

from __future__ import annotations

import pytest
from tests.games.rally_round.roads import Road, alone, at, field, kinds, names, put, say, speeds, together

from parcferme.games.rally_round.view import sheet_rows

KIT = "S4 A6 D5 DR6 N6 E6"  # start 10/20/30/30, acceleration 20/20/20/20, deceleration 10/20/20/30


def refused(game: object, state: object, text: str) -> tuple[str, str]:
    refusal = state.explain(0, game.parse(text))  # type: ignore[attr-defined]
    assert refusal is not None
    return refusal.code, refusal.clause


@pytest.mark.rule("RR-54", "RR-09", "RR-R14")
@pytest.mark.parametrize(("colour", "most"), [("R", 10), ("O", 20), ("Y", 30), ("W", 30)])
def test_starting_speed_depends_on_the_colour_stood_on(colour: str, most: int) -> None:
    game, state = alone(Road().section("road", f"{colour}30"), KIT)
    put(state, 5, 4)
    assert speeds(game, state) == list(range(10, most + 10, 10))
    assert refused(game, state, f"speed:{most + 10}") == ("too_fast", "RR-54")
    game, state = alone(Road().section("road", f"{colour}30"))
    put(state, 5, 4)
    assert speeds(game, state) == [10]


@pytest.mark.rule("RR-56", "RR-57", "RR-R15")
def test_acceleration_and_deceleration_depend_on_the_colour_stood_on() -> None:
    game, state = alone(Road().section("road", "O10 W20"), KIT)
    put(state, 5, 4, speed=40)
    assert speeds(game, state) == [20, 30, 40, 50, 60]  # Orange: 20 down, 10 + 10 for the Turbocharger up
    put(state, 15, 14, speed=40)
    assert speeds(game, state) == [10, 20, 30, 40, 50, 60]  # White: 30 down, 20 up
    put(state, 15, 14, speed=20)
    assert speeds(game, state)[0] == 10  # never 0
    assert refused(game, state, "speed:60") == ("too_fast", "RR-56")
    put(state, 5, 4, speed=60)
    assert refused(game, state, "speed:30") == ("too_slow", "RR-56")
    game, state = alone(Road().section("road", "W30"))
    put(state, 5, 4, speed=40)
    assert speeds(game, state) == [30, 40, 50]


@pytest.mark.rule("RR-55", "RR-R16")
def test_an_uphill_square_ahead_allows_20_from_rest() -> None:
    for mark, expected in (("<", [10, 20]), ("<<", [10, 20]), (">", [10])):
        game, state = alone(Road().section("road", "R30", {5: mark}))
        put(state, 5, 4)
        assert speeds(game, state) == expected
        put(state, 4, 3)
        assert speeds(game, state) == [10]
    game, state = alone(Road().section("road", "R30", {5: "<"}), "S1 A1 D1 DR1 N1 E1")
    put(state, 5, 4)
    assert speeds(game, state) == [10, 20, 30, 40]  # the card allows more
    game, state = alone(Road().section("road", "W30", {5: "<"}), "S1 A1 D1 DR4 N1 E1")
    put(state, 5, 4)
    assert speeds(game, state) == [10, 20, 30]  # Hill Climber


@pytest.mark.rule("RR-R16")
def test_the_same_arrow_is_uphill_one_way_and_downhill_the_other() -> None:
    game, state = alone(Road().section("road", "R30", {5: ">"}))
    put(state, 7, 8)  # coming back the other way
    assert speeds(game, state) == [10, 20]


@pytest.mark.rule("RR-R58")
def test_a_start_that_only_the_hill_allows_takes_the_hill() -> None:
    road = Road().section("road", "R20", {5: "<"}).side_road((5, 0), "R6", 90)
    game, state = alone(road)
    put(state, 5, 4)
    assert speeds(game, state) == [10, 20]
    other = state.copy()
    say(game, state, 20)
    assert at(state) == 7  # no choice of way
    say(game, other, 10)
    assert names(game, other) == ["sq:6", "sq:90"]


@pytest.mark.rule("RR-R58")
def test_between_two_hills_the_flat_way_is_refused_by_the_hill_start() -> None:
    road = Road().section("road", "R20", {5: "<"}).side_road((5, 0), "R6", 90).side_road((5, 0), "R6", 70)
    road.squares[-6]["feature"] = {"type": "gradient", "to": 5, "strength": 1}
    game, state = alone(road)
    put(state, 5, 4)
    say(game, state, 20)
    assert names(game, state) == ["sq:6", "sq:70"]
    assert refused(game, state, "sq:90") == ("not_uphill", "RR-R58")


@pytest.mark.rule("RR-58", "RR-08")
def test_an_announced_speed_is_driven_square_by_square() -> None:
    game, state = alone(Road().section("road", "R30"))
    put(state, 5, 4, speed=30)
    events = say(game, state, 40)
    assert kinds(events)[0] == "announces"
    assert at(state) == 9
    assert field(state, "speed") == 40


@pytest.mark.rule("RR-59", "RR-R17", "RR-60")
def test_a_strict_table_punishes_an_illegal_announcement_with_the_turn() -> None:
    road = Road().section("road", "R30")
    game, state = together(road, "", strict=True)
    put(state, 5, 4, speed=30)
    events = say(game, state, 60)
    assert (events[0].kind, events[0].clause) == ("illegal_speed", "RR-59")
    assert at(state) == 5
    assert field(state, "speed") == 0
    assert field(state, "turns") == 1
    assert sheet_rows(state, 0)[0][5] == [0]
    game, state = together(road, "")
    put(state, 5, 4, speed=30)
    assert refused(game, state, "speed:60") == ("too_fast", "RR-56")


@pytest.mark.rule("RR-60")
def test_speeds_and_missed_turns_stand_on_the_sheet() -> None:
    game, state = alone(Road().section("road", "R30", {3: "Ford"}))
    say(game, state, 10, 20)
    assert sheet_rows(state, 0)[0][5] == [10, 20, 0, 0]
    assert field(state, "turns") == 4


@pytest.mark.rule("RR-89", "RR-R18", "RR-90")
def test_more_than_100_mph_is_off_at_once() -> None:
    game, state = alone(Road().section("stage", "R40"), "S1 A1 D1 DR1 N1 E1")
    put(state, 5, 4, speed=100)
    assert 130 in speeds(game, state)
    events = say(game, state, 120)
    off = next(event for event in events if event.kind == "off")
    assert off.clause == "RR-89"
    assert at(state) == 5
    assert sheet_rows(state, 0)[0][5] == [120, 0, 0]
    assert speeds(game, state) == [10, 20, 30, 40]  # a Starting Speed
    say(game, state, 10)
    assert at(state) == 6


@pytest.mark.rule("RR-89")
def test_exactly_100_mph_is_allowed() -> None:
    game, state = alone(Road().section("stage", "R40"), "S1 A1 D1 DR1 N1 E1")
    put(state, 5, 4, speed=90)
    say(game, state, 100)
    assert at(state) == 15
    assert field(state, "off") == 0


@pytest.mark.rule("RR-92", "RR-R33")
def test_turning_round_takes_a_turn_and_faces_the_other_way() -> None:
    game, state = alone(Road().section("road", "R30"))
    assert "turn" not in names(game, state)  # at the Start a car faces every way
    assert refused(game, state, "turn") == ("no_heading", "RR-92")
    say(game, state, 10, 20, 20)
    assert at(state) == 6
    say(game, state, "turn")
    assert field(state, "turns") == 4
    assert sheet_rows(state, 0)[0][5] == [10, 20, 20, 0]
    assert speeds(game, state) == [10]
    say(game, state, 10)
    assert at(state) == 5


@pytest.mark.rule("RR-92")
def test_the_handbrake_turns_in_no_time_but_once() -> None:
    game, state = alone(Road().section("road", "W30"), "S1 A1 D1 DR1 N1 E5")
    put(state, 9, 8, speed=30)
    say(game, state, "turn")
    assert field(state, "turns") == 0
    assert "turn" not in names(game, state)
    say(game, state, 10)
    assert at(state) == 8


@pytest.mark.rule("RR-R33", "RR-66")
def test_a_control_is_left_backwards_only_by_turning_round() -> None:
    road = Road().section("road", "R12").section("road", "R12").side_road((13, 0), "R9", 90)
    game, state = alone(road)
    say(game, state, 10, 20, 30, 30, 30)
    assert at(state) == 13
    say(game, state, 10)
    assert names(game, state) == ["sq:14", "sq:90"]
    refusal = state.explain(0, game.parse("sq:12"))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("no_reversing", "RR-R33")


@pytest.mark.rule("RR-61", "RR-R57")
def test_a_speed_needs_road() -> None:
    road = Road().section("road", "R20").side_road((5, 0), "R3", 90)
    game, state = alone(road)
    put(state, 90, 5, speed=30)
    assert speeds(game, state) == [20]  # two squares are left
    assert refused(game, state, "speed:30") == ("no_road", "RR-61")
    put(state, 92, 91, speed=30)
    assert names(game, state) == ["turn"]
    say(game, state, "turn", 10)
    assert at(state) == 91


@pytest.mark.rule("RR-61")
def test_deviating_is_allowed_at_every_fork_and_a_dead_end_too_short_is_not_offered() -> None:
    road = Road().section("road", "R20").side_road((5, 12), "R9", 50).side_road((5, 0), "R3", 90)
    game, state = alone(road)
    put(state, 4, 3, speed=40)
    say(game, state, 40)
    assert names(game, state) == ["sq:6", "sq:50", "sq:90"]
    state = state.copy()
    say(game, state, "sq:50")
    assert at(state) == 52
    put(state, 4, 3, speed=50)
    say(game, state, 50)
    assert names(game, state) == ["sq:6", "sq:50"]
    refusal = state.explain(0, game.parse("sq:90"))
    assert refusal is not None
    assert refusal.code == "too_short"


@pytest.mark.rule("RR-R60")
def test_a_crew_that_takes_too_long_retires() -> None:
    game, state = alone(Road().section("road", "R30"), max_section_turns=10)
    say(game, state, 10)
    for _ in range(9):
        say(game, state, "turn")
    result = state.result()
    assert result is not None
    assert result.reason == "nobody"
    assert field(state, "misses") == 0
