"""Passage Controls, Time Controls, times and bookings."""

from __future__ import annotations

import pytest
from tests.games.rally_round.roads import Road, alone, at, field, kinds, names, put, say, speeds

from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.view import sheet_rows

KIT = "S1 A1 D1 DR4 N1 E6"
SMOOTH = "S1 A1 D1 DR4 N3 E6"


def near_goal(
    kind: str, left: int, speed: int, kit: str = "", turns: int = 3, mph: int = 0
) -> tuple[RallyGame, RallyState]:
    """A car `left` squares before the Time Control of a 20-square section, after some turns."""
    game, state = alone(Road().section(kind, "R20", mph=mph).section("road", "R20"), kit)
    put(state, 21 - left, 20 - left, speed=speed)
    state.cars[0].turns = turns
    return game, state


# --- Passage Controls ---


@pytest.mark.rule("RR-63")
@pytest.mark.parametrize("kind", ["road", "selective", "regularity"])
def test_a_passage_control_is_a_stop(kind: str) -> None:
    game, state = alone(Road().section(kind, "Y20", pcs=(6,), mph=24 if kind == "regularity" else 0))
    put(state, 4, 3, speed=30)
    events = say(game, state, 30)
    assert "visited" in kinds(events)
    assert field(state, "visited") == 1
    assert speeds(game, state) == [10]  # Starting Speed of the standard car


@pytest.mark.rule("RR-64", "RR-65")
def test_the_sixtieth_passage_control_counts_like_the_first() -> None:
    game, state = alone(Road().section("stage", "R70", pcs=tuple(range(1, 61))))
    put(state, 58, 57, speed=50)
    events = say(game, state, 50)
    assert [event.kind for event in events].count("visited") == 3  # the 58th to the 60th
    assert field(state, "visited") == 0b111 << 57
    events = say(game, state, 50, 50)
    assert [event.kind for event in events].count("missed_pc") == 57


@pytest.mark.rule("RR-63", "RR-65")
def test_a_passage_control_that_is_driven_past_costs_30_marks_at_the_next_time_control() -> None:
    game, state = alone(Road().section("road", "Y14", pcs=(6,)))
    put(state, 4, 3, speed=40)
    events = say(game, state, 40)
    assert field(state, "visited") == 0
    assert field(state, "other") == 0  # not yet
    events = say(game, state, 40, 30)
    fault = next(event for event in events if event.kind == "missed_pc")
    assert (fault.clause, fault.args["square"]) == ("RR-65", 7)
    assert field(state, "other") == 1800


@pytest.mark.rule("RR-64", "RR-R12")
def test_on_a_stage_passing_over_is_enough_and_no_stop() -> None:
    game, state = alone(Road().section("stage", "R20", pcs=(6,)))
    put(state, 4, 3, speed=40)
    say(game, state, 40)
    assert field(state, "visited") == 1
    put(state, 4, 3, speed=30)
    state.cars[0].visited = 0
    say(game, state, 30)
    assert at(state) == 7
    assert field(state, "visited") == 1
    assert field(state, "speed") == 30
    put(state, 9, 10, speed=30)  # the wrong way
    state.cars[0].visited = 0
    say(game, state, 30)
    assert field(state, "visited") == 0


@pytest.mark.rule("RR-74", "RR-63", "RR-54")
def test_the_wrong_side_of_a_passage_control_is_no_visit() -> None:
    game, state = alone(Road().section("road", "R20", pcs=(6,)))
    put(state, 10, 11, speed=30)
    events = say(game, state, 30)
    assert at(state) == 7
    assert "wrong_way_in" in kinds(events)
    assert field(state, "visited") == 0
    assert field(state, "speed") == 0  # still a control: a Starting Speed follows


@pytest.mark.rule("RR-R10")
def test_looping_back_to_a_passage_control_is_possible_until_the_next_time_control() -> None:
    game, state = alone(Road().section("road", "R20", pcs=(6,)))
    put(state, 4, 3, speed=40)
    say(game, state, 40, "turn")
    assert field(state, "visited") == 0
    say(game, state, 10, 10, "turn")  # over the control the wrong way, which is a stop but no visit
    assert at(state) == 6
    assert field(state, "visited") == 0
    say(game, state, 10)
    assert field(state, "visited") == 1


@pytest.mark.rule("RR-R10", "RR-23")
def test_controls_are_visited_in_order() -> None:
    game, state = alone(Road().section("road", "R24", pcs=(6, 12)))
    put(state, 10, 9, speed=30)
    say(game, state, 30)
    assert field(state, "visited") == 2  # the second without the first
    put(state, 4, 3, speed=30)
    state.cars[0].visited = 2
    say(game, state, 30)
    assert field(state, "visited") == 1  # the second must be visited again
    put(state, 10, 9, speed=30)
    say(game, state, 30)
    assert field(state, "visited") == 3
    put(state, 4, 3, speed=30)
    say(game, state, 30)
    assert field(state, "visited") == 3  # coming by once more changes nothing


@pytest.mark.rule("RR-62", "RR-63")
def test_the_smooth_talker_drives_past() -> None:
    game, state = alone(Road().section("road", "R20", pcs=(6,)), SMOOTH)
    put(state, 4, 3, speed=40)
    say(game, state, 40)
    assert field(state, "visited") == 1
    put(state, 4, 3, speed=30)
    say(game, state, 30)
    assert names(game, state) == ["stop", "carry"]
    say(game, state, "carry")
    assert field(state, "speed") == 30


@pytest.mark.rule("RR-83", "RR-R30", "RR-65")
def test_rolling_back_onto_a_passage_control_is_no_visit() -> None:
    game, state = alone(Road().section("road", "R20", {7: "<"}, pcs=(6,)))
    put(state, 4, 3, speed=40)
    say(game, state, 40)
    assert at(state) == 7
    assert field(state, "visited") == 0
    assert field(state, "speed") == 40  # no stop: it may carry on
    game, state = alone(Road().section("road", "R20", {7: "<"}, pcs=(6,)))
    put(state, 4, 3, speed=30)
    say(game, state, 30, 10)
    assert at(state) == 7
    assert field(state, "visited") == 1  # visited before: it stays visited


@pytest.mark.rule("RR-R30", "RR-83")
def test_rolling_back_to_a_time_control_just_left_books_nothing() -> None:
    game, state = alone(Road().section("road", "R12").section("road", "R12", {1: "<"}))
    say(game, state, 10, 20, 30, 30, 30)
    assert field(state, "section") == 1
    events = say(game, state, 10)
    assert at(state) == 13
    assert "booked" not in kinds(events)
    assert field(state, "speed") == 10
    say(game, state, 20)
    assert at(state) == 15


# --- Time Controls ---


@pytest.mark.rule("RR-66", "RR-68", "RR-R04", "RR-R05")
def test_booking_in_on_a_road_section() -> None:
    game, state = near_goal("road", 4, 40)
    events = say(game, state, 40)
    booked = next(event for event in events if event.kind == "booked")
    assert (booked.args["control"], booked.args["taken"]) == ("TC2", 240)
    assert field(state, "section") == 1
    assert field(state, "speed") == 0
    assert field(state, "turns") == 0
    assert speeds(game, state) == [10]


@pytest.mark.rule("RR-67")
def test_no_move_goes_beyond_the_due_control_and_road_sections_need_exact_landing() -> None:
    game, state = near_goal("road", 3, 40)
    events = say(game, state, 40)
    assert at(state) == 21
    assert next(event for event in events if event.kind == "overshot").clause == "RR-67"
    assert field(state, "other") == 1800


@pytest.mark.rule("RR-69")
@pytest.mark.parametrize(("turns", "marks"), [(6, 0), (8, 2), (4, 4)])
def test_road_minutes_late_and_early(turns: int, marks: int) -> None:
    game, state = near_goal("road", 3, 30, turns=turns)
    say(game, state, 30)
    assert field(state, "score") == 60 * marks


@pytest.mark.rule("RR-70", "RR-71", "RR-R04", "RR-R06")
@pytest.mark.parametrize("kind", ["stage", "selective", "regularity"])
def test_flying_finish(kind: str) -> None:
    game, state = near_goal(kind, 3, 40, KIT, mph=20 if kind == "regularity" else 0)
    events = say(game, state, 50)
    booked = next(event for event in events if event.kind == "booked")
    assert booked.args["taken"] == 3 * 60 + 36
    assert at(state) == 21
    assert field(state, "other") == 0
    assert field(state, "turns") == 0  # the next section starts with a whole minute


@pytest.mark.rule("RR-70")
def test_a_flying_finish_ignores_what_lies_beyond() -> None:
    road = Road().section("stage", "R20").section("stage", "R20", {1: "20"})
    game, state = alone(road, KIT)
    put(state, 18, 17, speed=60)
    events = say(game, state, 60)
    assert at(state) == 21
    assert "off" not in kinds(events)


@pytest.mark.rule("RR-72", "RR-73")
def test_seconds_late_and_early() -> None:
    # targets of 20 squares: stage 200 s, selective 400 s, regularity at 20 mph 600 s
    for kind, turns, owed in (
        ("stage", 4, 100), ("stage", 2, 0), ("selective", 7, 80), ("selective", 2, 0), ("regularity", 5, 240),
        ("regularity", 11, 120),
    ):  # fmt: skip
        game, state = near_goal(kind, 3, 30, turns=turns, mph=20 if kind == "regularity" else 0)
        say(game, state, 30)
        assert field(state, "score") == owed


@pytest.mark.rule("RR-R07")
@pytest.mark.parametrize(("kind", "mark", "at_mark", "faults", "taken"), [
    ("road", ">", 19, 0, 240), ("road", ">>", 18, 0, 240), ("road", ">>", 19, 1, 240), ("stage", ">", 19, 0, 240),
    ("stage", ">>", 19, 0, 240),
])  # fmt: skip
def test_rolling_into_a_time_control(kind: str, mark: str, at_mark: int, faults: int, taken: int) -> None:
    game, state = alone(Road().section(kind, "R20", {at_mark: mark}).section("road", "R12"))
    put(state, at_mark - 2, at_mark - 3, speed=30)
    state.cars[0].turns = 3
    events = say(game, state, 30)
    assert next(event for event in events if event.kind == "booked").args["taken"] == taken
    assert field(state, "other") == 1800 * faults


@pytest.mark.rule("RR-74", "RR-R08", "RR-R09")
def test_the_wrong_side_of_a_time_control_ends_the_section_and_costs_30_marks_once() -> None:
    road = Road().section("road", "R20").section("road", "R20").side_road((5, 21), "R9", 90)
    game, state = alone(road)
    put(state, 97, 96, speed=40)
    events = say(game, state, 40)  # two squares to the control: also driven past
    assert at(state) == 21
    assert field(state, "section") == 1
    assert [kind for kind in kinds(events) if kind in ("wrong_side", "overshot")] == ["wrong_side"]
    assert field(state, "other") == 1800


@pytest.mark.rule("RR-R09", "RR-R11")
def test_a_time_control_cannot_be_skipped_and_others_are_plain_squares() -> None:
    road = Road().section("road", "R14", pcs=(5,)).section("road", "R14").side_road((3, 19), "R15", 90)
    game, state = alone(road)
    put(state, 18, 19, speed=30)  # beyond the due control, coming back to it from the wrong side
    say(game, state, 30)
    assert at(state) == 15
    assert field(state, "section") == 1
    put(state, 13, 14, speed=30)
    state.cars[0].section = 1
    say(game, state, 30)  # over squares of the first section
    put(state, 8, 9, speed=20)
    events = say(game, state, 20)
    assert at(state) == 6  # its Passage Control means nothing now
    assert "wrong_way_in" not in kinds(events)
    assert field(state, "speed") == 20


@pytest.mark.rule("RR-R03", "RR-44")
def test_distances_count_the_squares_entered() -> None:
    game, state = alone(Road().section("road", "R12").section("road", "R13", pcs=(5,)))
    sections = state.drives_on().sections
    assert [section.squares for section in sections] == [12, 13]
    assert sections[1].pc_at == [5]
    say(game, state, 10, 20, 30, 30, 30)
    assert sheet_rows(state, 0)[0][6] == [1, 3, 6, 9, 12]


@pytest.mark.rule("RR-68", "RR-60")
def test_missed_turns_count_as_minutes() -> None:
    game, state = alone(Road().section("road", "R13", {3: "Ford"}))
    events = say(game, state, 10, 20, 10, 20, 30, 40)
    assert next(event for event in events if event.kind == "booked").args["taken"] == 480
