"""The order of moving, shared and occupied squares, blocking."""

from __future__ import annotations

import pytest
from tests.games.rally_round.roads import Road, at, field, kinds, names, put, say, together

from parcferme.core.errors import BadRecord
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.rules.turns import put_in_order

PLAIN = "S1 A1 D1 DR1 N1 E6"
HOG = "S1 A1 D1 DR5 N1 E6"


def moving_order(state: RallyState) -> list[int]:
    """The crews in the order in which they would move if a minute began now."""
    after = state.copy()
    put_in_order(after)
    return list(after.order)


def pair(
    road: Road, mover: tuple[int, int, int], other: tuple[int, int, int], kits: tuple[str, str] = ("", "")
) -> tuple[RallyGame, RallyState]:
    """Two crews on the road, (square, came from, speed) each; car 2 is about to move."""
    game, state = together(road, *kits)
    while state.minute < 3:
        say(game, state, names(game, state)[0])
    put(state, mover[0], mover[1], 1, mover[2])
    put(state, other[0], other[1], 0, other[2])
    state.crew = 1
    state.actor = 1
    return game, state


@pytest.mark.rule("RR-51", "RR-R36")
def test_whoever_is_furthest_along_the_route_moves_first() -> None:
    _, state = together(Road().section("road", "R30"), "", "", "")
    for crew, square in enumerate((5, 9, 7)):
        put(state, square, square - 1, crew, 20)
    assert moving_order(state) == [1, 2, 0]
    put(state, 20, 19, 0, 20)
    assert list(state.order) == [0, 1, 2]  # this turn's order was fixed when it began


@pytest.mark.rule("RR-52", "RR-R36")
def test_cars_off_the_route_move_last_by_start_number() -> None:
    road = Road().section("road", "R30").side_road((5, 25), "R25", 90)
    _, state = together(road, "", "", "")
    put(state, 92, 91, 0, 20)
    put(state, 6, 5, 1, 20)
    put(state, 95, 94, 2, 20)
    assert moving_order(state) == [1, 0, 2]
    put(state, 6, 7, 1, 20)  # facing back, but on the route
    assert moving_order(state)[0] == 1


@pytest.mark.rule("RR-53", "RR-94")
def test_cars_on_the_same_control_leave_in_the_order_they_came() -> None:
    road = Road().section("road", "R30", pcs=(6,))
    _, state = together(road, "", "", "")
    for crew, arrived in enumerate((9, 7, 8)):
        put(state, 7, 6, crew)
        state.cars[crew].arrived = arrived
    assert moving_order(state) == [1, 2, 0]


@pytest.mark.rule("RR-53", "RR-97")
def test_a_car_that_went_off_leaves_its_square_before_one_that_came_there_later() -> None:
    _, state = together(Road().section("road", "R30", pcs=(6,)), "", "")
    for square, first in ((9, 1), (7, 0)):  # on the road, and on a control
        for crew in (0, 1):
            put(state, square, square - 1, crew)
            state.cars[crew].arrived = crew
        state.cars[1].off = True
        assert moving_order(state)[0] == first


@pytest.mark.rule("RR-94", "RR-97")
@pytest.mark.parametrize(("moves", "strict"), [(("turn",), False), ((190,), True)])
def test_a_car_that_comes_back_onto_an_occupied_square_stays_beside_it(moves: tuple[str | int], strict: bool) -> None:
    road = Road().section("road", "R30")
    game, state = together(road, "", "", strict=strict)
    while state.minute < 3:
        say(game, state, names(game, state)[0])
    put(state, 8, 7, 0, 20)  # on the road where the other one …
    put(state, 8, 7, 1, 0)  # … comes back after going off
    state.cars[1].off = True
    state.crew, state.actor = 1, 1
    say(game, state, *moves)
    assert (at(state, 0), at(state, 1)) == (8, 8)
    assert (field(state, "off", 0), field(state, "off", 1)) == (0, 1)
    put(state, 12, 11, 0, 20)
    state.crew, state.actor = 1, 1
    say(game, state, 10)
    assert field(state, "off", 1) == 0  # it has driven away


@pytest.mark.rule("RR-94")
def test_controls_are_shared_other_squares_are_not() -> None:
    road = Road().section("road", "R30", pcs=(6,))
    game, state = pair(road, (5, 4, 20), (7, 6, 0))
    say(game, state, 20)
    assert at(state, 1) == 7
    assert field(state, "visited", 1) == 1
    game, state = pair(road, (8, 7, 20), (10, 9, 0))
    say(game, state, 20)
    assert names(game, state) == ["advance", "retreat"]


@pytest.mark.rule("RR-95", "RR-R40")
@pytest.mark.parametrize(
    ("mark", "tints"), [("20", "R30"), ("Bridge", "W30"), ("Rough", "W30"), ("QZ", "R30"), ("GW", "Y5 R25")]
)
def test_an_occupied_feature_is_ignored_by_cars_that_overtake(mark: str, tints: str) -> None:
    road = Road().section("road", tints, {5: mark})
    game, state = pair(road, (4, 3, 60), (6, 5, 10))
    events = say(game, state, 60)
    assert at(state, 1) == 10
    assert field(state, "other", 1) == 0
    assert "off" not in kinds(events)
    game, state = pair(road, (4, 3, 60), (20, 19, 10))
    say(game, state, 60)
    if mark in ("QZ", "GW"):
        assert field(state, "other", 1) == 1800
    else:
        assert at(state, 1) == 6


@pytest.mark.rule("RR-R40", "RR-77")
def test_an_occupied_black_spot_is_still_a_black_spot() -> None:
    road = Road().section("road", "R20").side_road((5, 12), "W9", 50)
    road.blacks = [51]
    game, state = pair(road, (50, 5, 30), (51, 50, 10))
    assert names(game, state) == ["turn"]  # nothing but the Black Spot ahead
    road.blacks = []
    game, state = pair(road, (50, 5, 30), (51, 50, 10))
    assert "speed:30" in names(game, state)


@pytest.mark.rule("RR-96", "RR-R38")
def test_retreating_goes_back_to_the_square_departed_from_at_most() -> None:
    game, state = pair(Road().section("road", "R30"), (8, 7, 10), (9, 8, 10))
    say(game, state, 10, "retreat")
    assert at(state, 1) == 8
    assert field(state, "speed", 1) == 10  # the speed stays


@pytest.mark.rule("RR-96", "RR-R38")
def test_advancing_obeys_limits_and_visits_controls() -> None:
    game, state = pair(Road().section("road", "R30", {6: "20"}), (4, 3, 20), (6, 5, 10))
    say(game, state, 20, "advance")
    assert at(state, 1) == 7
    game, state = pair(Road().section("road", "R30", {6: "20"}), (3, 2, 30), (6, 5, 10))
    events = say(game, state, 30, "advance")
    assert "off" in kinds(events)
    game, state = pair(Road().section("road", "R30", pcs=(6,)), (3, 2, 30), (6, 5, 10))
    say(game, state, 30, "advance")
    assert at(state, 1) == 7
    assert field(state, "visited", 1) == 1


@pytest.mark.rule("RR-96", "RR-75")
def test_retreating_onto_a_give_way_is_a_stop_there() -> None:
    game, state = pair(Road().section("road", "Y5 R25", {5: "GW"}), (4, 3, 30), (7, 6, 10))
    events = say(game, state, 30, "retreat")
    assert at(state, 1) == 6
    assert "give_way" not in kinds(events)
    assert field(state, "other", 1) == 0
    assert field(state, "speed", 1) == 0
    game, state = pair(Road().section("road", "Y5 R25", {5: "GW"}), (4, 3, 30), (7, 6, 10))
    say(game, state, 30, "advance")
    assert field(state, "other", 1) == 1800


@pytest.mark.rule("RR-94", "RR-97")
def test_no_position_has_two_cars_on_a_square_that_is_no_control() -> None:
    game, state = pair(Road().section("road", "R30", pcs=(8,)), (6, 5, 20), (6, 5, 20))
    state.turn = list(state.order).index(1)
    with pytest.raises(BadRecord, match="another car stands on that square"):
        game.restore(state.dump())
    state.cars[0].off, state.cars[0].misses = True, 2
    assert game.restore(state.dump()).dump() == state.dump()
    game, state = pair(Road().section("road", "R30", pcs=(8,)), (9, 8, 0), (9, 8, 0))
    state.turn = list(state.order).index(1)
    assert game.restore(state.dump()).dump() == state.dump()


@pytest.mark.rule("RR-60")
def test_no_position_lets_a_crew_announce_in_a_turn_that_it_must_miss() -> None:
    game, state = pair(Road().section("road", "R30"), (6, 5, 0), (9, 8, 0))
    state.turn, state.cars[1].misses = list(state.order).index(1), 1
    with pytest.raises(BadRecord, match="who misses a turn announces nothing"):
        game.restore(state.dump())


@pytest.mark.rule("RR-97", "RR-R37")
def test_a_car_off_the_road_occupies_nothing_a_flooded_one_does() -> None:
    game, state = pair(Road().section("road", "R30"), (4, 3, 20), (6, 5, 0))
    state.cars[0].off = True
    state.cars[0].misses = 2
    say(game, state, 20)
    assert at(state, 1) == 6
    game, state = pair(Road().section("road", "R30"), (4, 3, 20), (6, 5, 0))
    state.cars[0].misses = 2  # flooded
    say(game, state, 20)
    assert names(game, state) == ["advance", "retreat"]


@pytest.mark.rule("RR-98", "RR-R39")
def test_a_road_hog_is_asked_every_time_and_may_let_others_pass() -> None:
    game, state = pair(Road().section("road", "R30"), (4, 3, 50), (7, 6, 10), (HOG, PLAIN))
    say(game, state, 50)
    assert state.to_act() == (0,)
    assert names(game, state) == ["block", "let"]
    other = state.copy()
    events = say(game, state, "block")
    assert kinds(events)[0] == "blocked"
    assert at(state, 1) == 6
    assert field(state, "speed", 1) == 50
    say(game, other, "let")
    assert at(other, 1) == 9
    again = pair(Road().section("road", "R30"), (4, 3, 50), (7, 6, 10), (HOG, PLAIN))[1]
    say(game, again, 50)
    assert game.format(again.default(0)) == "block"


@pytest.mark.rule("RR-R39")
def test_no_blocking_on_a_control_or_off_the_road() -> None:
    game, state = pair(Road().section("road", "R30", pcs=(6,)), (4, 3, 50), (7, 6, 0), (HOG, PLAIN))
    say(game, state, 50)
    assert at(state, 1) == 9
    game, state = pair(Road().section("road", "R30"), (4, 3, 50), (7, 6, 0), (HOG, PLAIN))
    state.cars[0].off = True
    say(game, state, 50)
    assert at(state, 1) == 9


@pytest.mark.rule("RR-R54")
def test_a_roll_onto_an_occupied_square() -> None:
    road = Road().section("road", "R30", {6: ">"})
    game, state = pair(road, (4, 3, 30), (8, 7, 10))
    say(game, state, 30)
    assert names(game, state) == ["advance", "retreat"]
    other = state.copy()
    say(game, state, "retreat")
    assert at(state, 1) == 7  # the gradient itself, and no second roll
    say(game, other, "advance")
    assert at(other, 1) == 9
    game, state = pair(Road().section("road", "R30", {6: "<"}), (4, 3, 30), (6, 5, 10))
    say(game, state, 30)
    back = state.copy()
    say(game, state, "advance")
    assert at(state, 1) == 7
    say(game, back, "retreat")
    assert at(back, 1) == 5


@pytest.mark.rule("RR-76", "RR-R54")
@pytest.mark.parametrize(("rival", "moves"), [((14, 13, 10), ()), ((10, 9, 10), ("retreat",))])
def test_who_rolls_back_over_a_give_way_has_crossed_it_also_if_he_must_retreat(
    rival: tuple[int, int, int], moves: tuple[str, ...]
) -> None:
    road = Road().section("road", "W10 R20", {10: "GW", 11: "<<"})
    game, state = pair(road, (9, 8, 30), rival)
    events = say(game, state, 30, *moves)
    assert at(state, 1) == (9 if moves else 10)
    assert [event.clause for event in events if event.kind == "give_way"] == ["RR-76"]


@pytest.mark.rule("RR-R54", "RR-98")
def test_a_roll_neither_joins_nor_passes_a_road_hog() -> None:
    for mark in (">", ">>"):
        road = Road().section("road", "R30", {6: mark})
        game, state = pair(road, (4, 3, 30), (8, 7, 10), (HOG, PLAIN))
        say(game, state, 30)
        assert names(game, state) == ["block", "let"]
        say(game, state, "block")
        assert at(state, 1) == 7


@pytest.mark.rule("RR-50", "RR-94")
def test_cars_that_wait_for_their_start_are_not_in_the_way() -> None:
    game, state = together(Road().section("road", "R30"), "", "")
    say(game, state, 10)
    assert state.minute == 2
    assert at(state, 0) == 2
    say(game, state, 10)
    assert state.crew == 1
