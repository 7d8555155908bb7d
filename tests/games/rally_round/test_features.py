"""Give Ways, closed ways, fords, gradients, limits."""

from __future__ import annotations

import pytest
from tests.games.rally_round.roads import Road, alone, at, field, kinds, names, put, say, speeds, together

from parcferme.core.events import Event
from parcferme.games.rally_round.rules import RallyState
from parcferme.games.rally_round.state import (
    DISQUALIFIED,
)
from parcferme.games.rally_round.view import sheet_rows

PLAIN = "S1 A1 D1 DR4 N1 E6"  # no card against limits


def swapped(kit: str, card: str) -> str:
    """The kit with one card in place of the one of its type."""
    kind = card.rstrip("0123456789")
    return " ".join(card if own.rstrip("0123456789") == kind else own for own in kit.split())


def drive(
    marks: dict[int, str], tints: str, speed: int, kit: str = "", kind: str = "road", start: int = 3
) -> tuple[RallyState, list[Event]]:
    """One move at a speed from the third square of a section; returns (state, events)."""
    game, state = alone(Road().section(kind, tints, marks), kit)
    put(state, start + 1, start, speed=speed)
    events = say(game, state, speed)
    return state, events


# --- limits ---


@pytest.mark.rule("RR-85", "RR-88")
@pytest.mark.parametrize(("colour", "limit"), [("R", 50), ("O", 50), ("Y", 40), ("W", 30)])
def test_bridge_limits(colour: str, limit: int) -> None:
    state, events = drive({5: "Bridge"}, f"{colour}30", limit)
    assert "off" not in kinds(events)
    state, events = drive({5: "Bridge"}, f"{colour}30", limit + 20)
    off = next(event for event in events if event.kind == "off")
    assert (off.clause, off.args["turns"]) == ("RR-88", 2)
    assert at(state) == 6
    assert sheet_rows(state, 0)[0][5] == [limit + 20, 0, 0]


@pytest.mark.rule("RR-87", "RR-88", "RR-R24")
@pytest.mark.parametrize("sign", [20, 30, 40, 60])
def test_bend_limits_are_what_the_sign_says(sign: int) -> None:
    state, events = drive({5: str(sign)}, "R30", sign)
    assert "off" not in kinds(events)
    state, events = drive({5: str(sign)}, "R30", sign + 10)
    assert at(state) == 6
    assert next(event for event in events if event.kind == "off").args["turns"] == 1


@pytest.mark.rule("RR-86", "RR-R22", "RR-88")
def test_rough_limit() -> None:
    state, events = drive({5: "Rough"}, "W30", 20)
    assert "off" not in kinds(events)
    state, events = drive({4: "Rough"}, "W30", 50)
    assert next(event for event in events if event.kind == "off").args["turns"] == 3
    assert at(state) == 5


@pytest.mark.rule("RR-84", "RR-R20")
@pytest.mark.parametrize(("colour", "limit"), [("R", 40), ("O", 40), ("Y", 30), ("W", 20)])
@pytest.mark.parametrize("kind", ["road", "selective", "regularity", "stage"])
def test_quiet_zone_limits_and_where_they_bind(colour: str, limit: int, kind: str) -> None:
    for speed, fined in ((limit, False), (limit + 10, kind != "stage")):
        road = Road().section(kind, f"{colour}30", {5: "QZ"}, mph=25 if kind == "regularity" else 0)
        game, state = alone(road)
        put(state, 4, 3, speed=speed)
        events = say(game, state, speed)
        assert ("quiet_zone" in kinds(events)) is fined
        assert field(state, "other") == (1800 if fined else 0)
        assert at(state) == 4 + speed // 10  # the move goes on
        assert field(state, "speed") == speed


@pytest.mark.rule("RR-91", "RR-R23")
def test_only_the_first_broken_limit_counts() -> None:
    state, events = drive({5: "40", 6: "20"}, "R30", 60)
    assert at(state) == 6
    assert next(event for event in events if event.kind == "off").args["turns"] == 2
    state, events = drive({5: "QZ", 6: "20", 7: "QZ"}, "R30", 60)
    assert "off" not in kinds(events)  # the Quiet Zone was broken first and frees the rest
    assert field(state, "other") == 1800
    state, events = drive({5: "20", 6: "QZ"}, "R30", 60)
    assert field(state, "other") == 0


@pytest.mark.rule("RR-R19")
def test_limits_concern_squares_entered_not_the_one_departed_from() -> None:
    state, events = drive({3: "20"}, "R30", 50)
    assert "off" not in kinds(events)
    state, events = drive({8: "20"}, "R30", 50)
    assert at(state) == 9  # the landing square counts
    assert "off" in kinds(events)


@pytest.mark.rule("RR-90", "RR-R25", "RR-R26")
def test_after_going_off_the_car_restarts_from_the_feature() -> None:
    game, state = alone(Road().section("road", "R4 Y20", {5: "30"}), "S3 A1 D1 DR4 N1 E6")
    put(state, 4, 3, speed=50)
    say(game, state, 50)
    assert sheet_rows(state, 0)[0][5] == [50, 0, 0]
    assert speeds(game, state) == [10, 20, 30]  # Starting Speed on Yellow
    say(game, state, 20)
    assert at(state) == 8


@pytest.mark.rule("RR-62", "RR-10", "RR-88")
@pytest.mark.parametrize(
    ("card", "mark", "tints", "limit"),
    [
        ("DR1", "Bridge", "R30", 70), ("DR5", "Bridge", "R30", 60), ("E2", "Bridge", "Y30", 50),
        ("DR2", "30", "Y30", 40),
        ("E4", "20", "W30", 30), ("E4", "40", "R30", 40), ("DR3", "Rough", "W30", 40), ("E2", "Rough", "W30", 30),
    ],
)  # fmt: skip
def test_cards_raise_limits(card: str, mark: str, tints: str, limit: int) -> None:
    kit = swapped(PLAIN, card)
    _, events = drive({5: mark}, tints, limit, kit)
    assert "off" not in kinds(events)
    _, events = drive({5: mark}, tints, limit + 10, kit)
    assert "off" in kinds(events)


@pytest.mark.rule("RR-62", "RR-84")
def test_the_village_guide_raises_quiet_zones() -> None:
    kit = swapped(PLAIN, "N5")
    state, _ = drive({5: "QZ"}, "R30", 60, kit)
    assert field(state, "other") == 0
    state, _ = drive({5: "QZ"}, "R30", 70, kit)
    assert field(state, "other") == 1800


@pytest.mark.rule("RR-62", "RR-88")
def test_iron_nerves_miss_one_turn_fewer_but_still_stop() -> None:
    state, events = drive({5: "40"}, "R30", 50, swapped(PLAIN, "DR6"))
    assert next(event for event in events if event.kind == "off").args["turns"] == 0
    assert field(state, "speed") == 0
    assert at(state) == 6


# --- Give Way ---


@pytest.mark.rule("RR-75", "RR-76")
def test_a_give_way_is_a_stop_before_the_major_road() -> None:
    game, state = alone(Road().section("road", "Y5 R20", {5: "GW"}))
    put(state, 4, 3, speed=20)
    events = say(game, state, 20)
    assert at(state) == 6
    assert speeds(game, state) == [10]
    events = say(game, state, 10)
    assert "give_way" not in kinds(events)
    put(state, 4, 3, speed=30)
    events = say(game, state, 30)
    fault = next(event for event in events if event.kind == "give_way")
    assert (fault.clause, fault.args["marks"], fault.args["square"]) == ("RR-76", 30, 6)
    assert field(state, "other") == 1800


@pytest.mark.rule("RR-76", "RR-R12")
def test_give_ways_do_not_count_on_a_stage() -> None:
    game, state = alone(Road().section("stage", "Y5 R20", {5: "GW"}))
    put(state, 4, 3, speed=30)
    say(game, state, 30)
    assert field(state, "other") == 0
    put(state, 4, 3, speed=20)
    say(game, state, 20)
    assert field(state, "speed") == 20  # no stop either


@pytest.mark.rule("RR-R31")
def test_a_give_way_binds_only_towards_the_major_road() -> None:
    game, state = alone(Road().section("road", "Y5 R20", {5: "GW"}))
    put(state, 8, 9, speed=30)  # coming off the major road
    say(game, state, 30)
    assert at(state) == 5
    assert field(state, "other") == 0
    put(state, 8, 9, speed=20)
    say(game, state, 20)
    assert at(state) == 6
    assert field(state, "speed") == 20  # no stop


@pytest.mark.rule("RR-62", "RR-75")
def test_the_junction_caller_need_not_stop_and_may_choose() -> None:
    kit = swapped(PLAIN, "N4")
    game, state = alone(Road().section("road", "Y5 R20", {5: "GW"}), kit)
    put(state, 4, 3, speed=30)
    say(game, state, 30)
    assert field(state, "other") == 0
    put(state, 4, 3, speed=20)
    say(game, state, 20)
    assert names(game, state) == ["stop", "carry"]
    other = state.copy()
    say(game, state, "carry")
    assert field(state, "speed") == 20
    say(game, other, "stop")
    assert field(other, "speed") == 0


# --- Black Spots and Hidden Tracks ---


def closed_road() -> Road:
    road = Road().section("road", "R20").side_road((5, 12), "W9", 50).hidden_track(5, 11)
    road.blacks = [52]
    return road


@pytest.mark.rule("RR-77", "RR-78", "RR-R51")
def test_closed_ways_are_not_offered_without_a_card() -> None:
    game, state = alone(closed_road())
    put(state, 4, 3, speed=40)
    say(game, state, 40)
    assert at(state) == 8  # the lane with the Black Spot is too short, the track is not there
    put(state, 4, 3, speed=30)
    say(game, state, 30)
    assert names(game, state) == ["sq:6", "sq:50"]
    for way, code, clause in (("sq:900", "hidden_track", "RR-78"), ("sq:52", "no_way", "RR-61")):
        refusal = state.explain(0, game.parse(way))
        assert refusal is not None
        assert (refusal.code, refusal.clause) == (code, clause)


@pytest.mark.rule("RR-77", "RR-78", "RR-100", "RR-R51")
@pytest.mark.parametrize("way", ["sq:50", "sq:900"])
def test_a_strict_table_disqualifies_for_using_them(way: str) -> None:
    game, state = together(closed_road(), "", strict=True)
    put(state, 4, 3, speed=40)
    events = say(game, state, 40, way)
    clauses = [(event.kind, event.clause) for event in events[-3:-1]]  # then the rally is over
    assert clauses == [("closed_way", "RR-77" if way == "sq:50" else "RR-78"), ("disqualified", "RR-100")]
    assert field(state, "status") == DISQUALIFIED
    result = state.result()
    assert result is not None
    assert result.reason == "nobody"


@pytest.mark.rule("RR-77", "RR-62")
def test_local_knowledge_passes_black_spots() -> None:
    game, state = alone(closed_road(), swapped(PLAIN, "N2"))
    put(state, 4, 3, speed=40)
    say(game, state, 40)
    say(game, state, "sq:50")
    assert at(state) == 52
    assert field(state, "status") != DISQUALIFIED


@pytest.mark.rule("RR-78", "RR-R32")
def test_a_hidden_track_is_one_white_square() -> None:
    game, state = alone(closed_road(), "S5 A1 D1 DR4 N1 E6")
    put(state, 4, 3, speed=20)
    say(game, state, 20, "sq:900")
    assert at(state) == 900
    assert state.t.board.colour[state.square(0)] == 3
    say(game, state, 10)
    assert at(state) == 11
    assert names(game, state)[0].startswith("speed")


# --- fords ---


@pytest.mark.rule("RR-79", "RR-R37")
def test_a_ford_floods_who_stops_in_it() -> None:
    state, events = drive({6: "Ford"}, "R30", 30)
    flooded = next(event for event in events if event.kind == "flooded")
    assert (flooded.clause, flooded.args["turns"]) == ("RR-79", 3)
    assert sheet_rows(state, 0)[0][5] == [30, 0, 0, 0]
    assert field(state, "speed") == 0
    assert field(state, "off") == 0  # it stands on the road
    state, events = drive({5: "Ford"}, "R30", 30)
    assert "flooded" not in kinds(events)
    state, events = drive({6: "Ford"}, "R30", 30, swapped(PLAIN, "E1"))
    assert "flooded" not in kinds(events)
    assert field(state, "speed") == 30


# --- gradients ---


@pytest.mark.rule("RR-82", "RR-R16")
@pytest.mark.parametrize(("mark", "end"), [(">", 8), (">>", 9), ("<", 6), ("<<", 5)])
def test_a_move_that_ends_on_a_gradient_rolls(mark: str, end: int) -> None:
    state, events = drive({6: mark}, "R30", 30)
    assert "rolls" in kinds(events)
    assert at(state) == end
    assert field(state, "speed") == 30
    state, events = drive({5: mark}, "R30", 30)
    assert "rolls" not in kinds(events)  # driving over it is nothing


@pytest.mark.rule("RR-R27")
def test_rolls_do_not_chain() -> None:
    state, _ = drive({6: ">", 7: ">"}, "R30", 30)
    assert at(state) == 8


@pytest.mark.rule("RR-R28")
def test_a_forward_roll_obeys_limits_and_give_ways() -> None:
    state, events = drive({6: ">>", 7: "20"}, "R30", 30)
    assert at(state) == 8
    assert "off" in kinds(events)
    state, events = drive({6: ">>", 7: "GW"}, "Y7 R20", 30)
    assert "give_way" in kinds(events)
    state, events = drive({5: "20", 6: "<<"}, "R30", 20, start=4)
    assert at(state) == 5
    assert field(state, "off") == 0  # backwards no limit counts


@pytest.mark.rule("RR-R28")
def test_a_roll_stops_before_a_black_spot_and_at_the_control_booked_last() -> None:
    road = Road().section("road", "R20").side_road((5, 0), "R4", 60)
    road.squares[-3]["feature"] = {"type": "gradient", "to": 62, "strength": 1}
    road.blacks = [62]
    game, state = alone(road)
    put(state, 4, 3, speed=30)
    assert road.squares[-3]["id"] == 61
    say(game, state, 30, "sq:60")
    assert at(state) == 61
    game, state = alone(Road().section("road", "R20", {1: "<<"}))
    say(game, state, 10)
    assert at(state) == 1  # rolled back to the Start, no further


@pytest.mark.rule("RR-R28")
def test_after_rolling_back_the_car_still_faces_forward() -> None:
    game, state = alone(Road().section("road", "R30", {6: "<"}))
    put(state, 4, 3, speed=30)
    say(game, state, 30)
    assert at(state) == 6
    say(game, state, 20)
    assert at(state) == 8


@pytest.mark.rule("RR-R29")
def test_where_a_roll_ends_the_square_has_its_say() -> None:
    for mark, ford in ((">", 7), ("<", 5)):
        state, events = drive({6: mark, ford: "Ford"}, "R30", 30)
        assert next(event for event in events if event.kind == "flooded").args["turns"] == 3
    state, events = drive({6: ">", 7: "GW"}, "Y7 R20", 30)
    assert field(state, "speed") == 0


@pytest.mark.rule("RR-62", "RR-82")
def test_the_hill_climber_may_decline_a_roll() -> None:
    game, state = alone(Road().section("road", "R30", {6: ">>"}), PLAIN)
    put(state, 4, 3, speed=30)
    say(game, state, 30)
    assert names(game, state) == ["roll", "hold"]
    say(game, state, "hold")
    assert at(state) == 7
    assert field(state, "turns") == 1
    assert field(state, "misses") == 0
