"""Mechanics, service and special tyres."""

from __future__ import annotations

import pytest
from tests.games.rally import helpers
from tests.games.rally.helpers import (
    NORMAL,
    RAIN,
    SNOW,
    alone,
    factors,
    legal,
    of,
    put,
    ready,
    road,
    squares_of,
    to_move,
    together,
    why,
)
from tests.support import follow

from parcferme.core.contract import JOINT
from parcferme.core.events import Event
from parcferme.games.rally.drive.advice import foresee
from parcferme.games.rally.mechanics.crew import best_stack
from parcferme.games.rally.mechanics.driving import RESTART, tyres_cost, tyres_help
from parcferme.games.rally.par.solver import Par, steady
from parcferme.games.rally.rules.game import RallyGame, RallyState
from parcferme.games.rally.state import (
    MECHANICS,
    RISK,
    SERVICE,
    WEATHER,
)

FLAT = "0 " * 40


def placing(players: int = 2, squares: str = FLAT) -> tuple[RallyGame, RallyState]:
    game = road(squares, players=players)
    state = game.start()
    helpers.draw_order(game, state)
    helpers.sealed(game, state, ["setup:stable"] * players)
    follow(game, state, "die:1")
    return game, state


def struck(mechanics: list[int], face: int, place: int = 10) -> tuple[RallyGame, RallyState]:
    """As `told_of`, without its story."""
    game, state, _ = told_of(mechanics, face, place)
    return game, state


def told_of(mechanics: list[int], face: int, place: int = 10) -> tuple[RallyGame, RallyState, list[Event]]:
    """A car entering a square four too hard on `place`, its damage rolled: 1 tc, 2 1°, 3 2°, 4 3°, 5 e."""
    game = road(FLAT, players=1)
    state = ready(game, mechanics=[mechanics])
    put(state, 0, place - 1, 5)
    to_move(state, 0)
    follow(game, state, "gear:5", "die:6", "advance:4")  # level 1, factor 4
    state.difference = 4  # the row with every kind of damage
    return game, state, follow(game, state, f"die:{face}")


@pytest.mark.rule("RA-49", "RA-R22")
def test_three_mechanics_for_every_car() -> None:
    game, state = placing()
    for done in range(3):
        assert state.phase == MECHANICS
        assert state.noted() == done
        together(game, state, "mechanic:105", "mechanic:120")
    assert state.phase != MECHANICS
    assert [squares_of(state, seat) for seat in range(2)] == [[6, 6, 6], [21, 21, 21]]


@pytest.mark.rule("RA-51", "RA-53")
def test_before_the_start_a_mechanic_is_worth_what_it_saves_with_the_others_at_their_best() -> None:
    """One hard corner: who notes the first mechanic beyond its reach can have none there, as the road has one way."""
    game, state = placing(squares="0 " * 7 + "4 4 " + "0 " * 6)
    worth = _worths(game, state)
    useless = {text for text, value in worth.items() if value == min(worth.values())}
    assert useless == {f"mechanic:{number}" for number in range(113, 115)}  # the corner is 107 and 108
    sky = steady(game.tables.race_rings[0].skies[state.sector])
    stack = Par(game.tables, state.route, helpers.STABLE, sky, [NORMAL], [8, 8, 8])
    assert worth["mechanic:107"] == max(worth.values()) == -stack.at_start(0, NORMAL)
    for _ in range(3):
        again = _worths(game, state)
        assert again["mechanic:107"] == max(again.values()) == worth["mechanic:107"]
        together(game, state, "mechanic:107", "mechanic:100")
    assert foresee(state, 0) is None


def _worths(game: RallyGame, state: RallyState) -> dict[str, float]:
    values = [value for value, _ in foresee(state, 0) or []]
    return dict(zip(legal(game, state, 0), values, strict=True))


@pytest.mark.rule("RA-50")
def test_mechanics_are_noted_together_in_secret_by_number_and_stay() -> None:
    game, state = placing()
    assert state.kind() == JOINT
    assert legal(game, state, 0) == [f"mechanic:{number}" for number in range(100, 140)]
    assert game.secret(game.parse("mechanic:105"))
    assert not game.secret(game.parse("gear:1"))
    events = together(game, state, "mechanic:105", "mechanic:120")
    assert [event.only for event in events] == [(0,), (1,)]
    assert legal(game, state, 0)[0] == "mechanic:105"  # along the road: none before the last
    assert why(game, state, "mechanic:104", 0) == ("mechanic_order", "RA-50")
    together(game, state, "mechanic:110", "mechanic:120")
    together(game, state, "mechanic:111", "mechanic:139")
    before = [squares_of(state, seat) for seat in range(2)]
    assert why(game, state, "mechanic:130") == ("not_now", "RA-64")
    follow(game, state, "fit:normal", "gear:1", "die:1", "drive_on", "weather:odd")
    assert [squares_of(state, seat) for seat in range(2)] == before == [[6, 11, 12], [21, 21, 40]]


@pytest.mark.rule("RA-51", "RA-R21")
@pytest.mark.parametrize(
    ("stack", "stops"), [(1, {2: 0, 3: 1, 4: 2}), (2, {2: 0, 3: 0, 4: 1}), (3, {2: 0, 3: 0, 4: 0})]
)
def test_a_stack_lowers_the_damage_by_its_size(stack: int, stops: dict[int, int]) -> None:
    for face, stop in stops.items():
        _, state = struck([10] * stack + [40] * (3 - stack), face)
        assert state.cars[0].stop == stop
        assert state.cars[0].gear == RESTART


@pytest.mark.rule("RA-52")
def test_a_third_degree_near_a_single_mechanic_counts_as_second() -> None:
    _, state = struck([12, 30, 40], 4)
    assert state.cars[0].stop == 2


@pytest.mark.rule("RA-51", "RA-52", "RA-R21")
@pytest.mark.parametrize(
    ("stack", "face", "clause"), [(1, 2, "RA-51"), (1, 3, "RA-R21"), (1, 4, "RA-52"), (3, 4, "RA-51")]
)
def test_a_repair_cites_its_clause(stack: int, face: int, clause: str) -> None:
    _, _, events = told_of([10] * stack + [40] * (3 - stack), face)
    assert [event.clause for event in events if event.kind == "repaired"] == [clause]


@pytest.mark.rule("RA-53")
@pytest.mark.parametrize(("square", "stop"), [(5, 3), (6, 2), (14, 2), (15, 3)])
def test_mechanics_reach_four_squares_both_ways(square: int, stop: int) -> None:
    _, state = struck(sorted([square, 39, 40]), 4)
    assert state.cars[0].stop == stop


@pytest.mark.rule("RA-R22")
def test_reach_runs_along_the_road_across_cards() -> None:
    game = helpers.make(players=1, scope="stage", route="1-6")
    state = ready(game, mechanics=[[11, 22, 22]])  # the last but one square of card 1
    assert best_stack(squares_of(state, 0), 15) == 11  # the third square of card 6
    assert best_stack(squares_of(state, 0), 16) == 0


@pytest.mark.rule("RA-R21")
def test_spins_and_eliminations_are_not_helped_and_the_best_stack_acts() -> None:
    _, state = struck([10, 10, 10], 1)
    assert state.cars[0].stop == 0
    assert state.cars[0].crew.shown == 0  # nobody was needed
    _, state = struck([10, 10, 10], 5)
    assert state.result() is not None  # out, and with it the only car
    game = road(FLAT, players=1)
    state = ready(game, mechanics=[[8, 12, 12]])
    assert best_stack(squares_of(state, 0), 9) == 12  # the larger one
    state = ready(game, mechanics=[[7, 12, 40]])
    assert best_stack(squares_of(state, 0), 10) == 12  # equal: the nearer one
    state = ready(game, mechanics=[[8, 12, 40]])
    assert best_stack(squares_of(state, 0), 10) == 8  # as near: the earlier one


@pytest.mark.rule("RA-54")
def test_mechanics_of_rivals_share_a_square_and_do_nothing_for_others() -> None:
    game = road(FLAT, players=2)
    state = ready(game, mechanics=[[30, 30, 30], [10, 10, 10]])
    put(state, 0, 9, 5)
    to_move(state, 0)
    follow(game, state, "gear:5", "die:6", "advance:4")
    follow(game, state, "die:5")  # difference 3: 3°
    assert state.cars[0].stop == 3
    assert state.cars[1].crew.shown == 0
    state = ready(game, mechanics=[[10, 10, 10], [10, 10, 10]])
    put(state, 0, 9, 5)
    to_move(state, 0)
    follow(game, state, "gear:5", "die:6", "advance:4", "die:5")
    assert state.cars[0].stop == 0


# ── service ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def stopping(gear: int, mechanic: int, tyres: int = NORMAL) -> tuple[RallyGame, RallyState]:
    """A car that has just ended a move on square 10 in this gear."""
    game = road(FLAT, players=2)
    state = ready(game, mechanics=[sorted([mechanic, 40, 40]), [40, 40, 40]])
    put(state, 0, 10 - game.tables.printed.ranges[gear - 1][0], gear, tyres=tyres)
    put(state, 1, 1)
    to_move(state, 0)
    follow(game, state, f"gear:{gear}", "die:1", *["advance:0"] * (game.tables.printed.ranges[gear - 1][0] - 1))
    if gear > 1:
        follow(game, state, "halt")
    assert state.cars[0].place == 10
    return game, state


@pytest.mark.rule("RA-55", "RA-64", "RA-R23")
def test_a_mechanic_in_reach_fits_and_removes_tyres() -> None:
    game, state = stopping(2, 12)
    assert legal(game, state) == ["fit:rain", "fit:snow", "drive_on"]
    assert why(game, state, "fit:normal") == ("same_tyres", "RA-55")
    events = follow(game, state, "fit:snow")
    assert state.cars[0].tyres == SNOW
    assert state.cars[0].stop == 0  # no turn is lost
    assert of(events, "helped")[0].args["number"] == 111
    cars = state.view(1)["cars"]
    assert isinstance(cars, list)
    assert cars[0]["tyres"] == "snow"
    game, state = stopping(1, 12, RAIN)
    assert legal(game, state) == ["fit:normal", "fit:snow", "drive_on"]


@pytest.mark.rule("RA-56")
def test_stopping_takes_first_or_second_gear_or_leaving_the_road() -> None:
    for gear in (1, 2):
        _, state = stopping(gear, 10)
        assert state.phase == SERVICE
    for gear in (3, 4, 5):
        _, state = stopping(gear, 10)
        assert state.phase != SERVICE
    game, state = struck([10, 10, 10], 1)
    assert legal(game, state) == ["fit:rain", "fit:snow", "drive_on"]


@pytest.mark.rule("RA-53", "RA-56")
def test_without_a_mechanic_in_reach_the_same_question_has_one_answer() -> None:
    game, state = stopping(2, 15)
    assert state.phase == SERVICE
    assert legal(game, state) == ["drive_on"]
    assert why(game, state, "fit:rain") == ("no_mechanic", "RA-53")


@pytest.mark.rule("RA-57", "RA-R24")
def test_repair_and_tyres_together_cost_a_turn() -> None:
    game, state = struck([10, 40, 40], 2)  # 1° repaired to a spin
    assert state.cars[0].stop == 0
    follow(game, state, "fit:rain")
    assert state.cars[0].stop == 1
    game, state = struck([10, 40, 40], 2)
    follow(game, state, "drive_on")
    assert state.cars[0].stop == 0


@pytest.mark.rule("RA-R24")
def test_tyres_are_free_after_a_spin_and_while_standing_still() -> None:
    game, state = struck([10, 40, 40], 1)  # a spin
    follow(game, state, "fit:rain")
    assert state.cars[0].stop == 0
    game, state = struck([10, 40, 40], 4)  # 3°, still two turns
    assert state.cars[0].stop == 2
    follow(game, state, "fit:rain")
    assert state.cars[0].stop == 2
    assert state.phase == WEATHER  # chosen before the next weather


@pytest.mark.rule("RA-58", "RA-R23", "RA-R17")
def test_from_the_mechanics_a_car_restarts_in_first_and_stands_off_the_road_till_then() -> None:
    game, state = stopping(2, 10)
    follow(game, state, "fit:rain")
    assert state.cars[0].road == 0
    assert state.cars[0].gear == RESTART
    put(state, 1, 9, 3)  # the rival passes it without surcharge
    assert factors(follow(game, state, "gear:3", "die:1", "advance:0")) == [0, 0]
    events = follow(game, state, "halt", "weather:odd")
    assert [event.args["gear"] for event in of(events, "gear")] == [1]
    assert state.phase == RISK
    game, state = stopping(2, 10)
    follow(game, state, "drive_on")
    assert state.cars[0].gear == 2  # no stop was made
    assert state.cars[0].road == 10


@pytest.mark.rule("RA-51", "RA-R24")
def test_a_damage_nobody_repairs_asks_no_question() -> None:
    _, state = struck([30, 30, 30], 3)
    assert state.phase == WEATHER
    assert state.cars[0].stop == 2


# ── tyres ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-64")
def test_tyres_are_chosen_before_the_first_move() -> None:
    game = road(FLAT)
    state = ready(game)
    assert legal(game, state) == ["fit:normal", "fit:rain", "fit:snow"]
    follow(game, state, "fit:rain")
    assert state.cars[0].tyres == RAIN
    assert why(game, state, "fit:snow") == ("not_now", "RA-36")


@pytest.mark.rule("RA-65", "RA-R26")
@pytest.mark.parametrize(
    ("sector", "tyres", "factor"),
    [
        (helpers.RAIN_SECTOR, RAIN, 3),
        (helpers.STORM_SECTOR, RAIN, 3),
        (helpers.SNOW_SECTOR, RAIN, 4),
        (helpers.RAIN_SECTOR, SNOW, 4),
        (helpers.STORM_SECTOR, SNOW, 4),
        (helpers.SNOW_SECTOR, SNOW, 3),
        (helpers.CLEAR_SECTOR, RAIN, 4),
        (helpers.OVERCAST_SECTOR, SNOW, 4),
        (helpers.RAIN_SECTOR, NORMAL, 4),
    ],
)
def test_the_right_tyres_make_a_four_a_three(sector: int, tyres: int, factor: int) -> None:
    game, state = alone("4 0 0")
    put(state, 0, 1, 1, tyres=tyres)
    to_move(state, 0, sector=sector)
    assert factors(follow(game, state, "gear:1", "die:1")) == [factor]


@pytest.mark.rule("RA-66", "RA-R25")
@pytest.mark.parametrize("tyres", [RAIN, SNOW])
@pytest.mark.parametrize(
    ("sector", "cost"),
    [(helpers.CLEAR_SECTOR, 1), (helpers.OVERCAST_SECTOR, 2), (helpers.RAIN_SECTOR, 0), (helpers.SNOW_SECTOR, 0)],
)
def test_special_tyres_cost_squares_by_weather_at_both_ends(tyres: int, sector: int, cost: int) -> None:
    game, state = alone("0 " * 30)
    put(state, 0, 1, 5, tyres=tyres)
    to_move(state, 0, sector=sector)
    gear = follow(game, state, "gear:5")[0]
    assert (gear.args["least"], gear.args["most"]) == (5 - cost, 10 - cost)


@pytest.mark.rule("RA-R25", "RA-R26")
def test_the_optional_readings_of_the_tyre_rules() -> None:
    assert helpers.make(tyre_cost="type").tables.cost_by_type
    assert [tyres_cost(weather, RAIN, by_type=True) for weather in range(5)] == [1, 1, 0, 0, 0]
    assert [tyres_cost(weather, SNOW, by_type=True) for weather in range(5)] == [2, 2, 0, 0, 0]
    assert helpers.make(tyre_match="any").tables.any_tyre_helps
    assert [tyres_help(weather, RAIN, any_helps=True) for weather in range(5)] == [False, False, True, True, True]
