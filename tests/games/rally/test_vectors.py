"""The worked examples, with their numbers."""

from __future__ import annotations

import pytest
from tests.games.rally import helpers
from tests.games.rally.helpers import (
    FAST,
    NORMAL,
    PROTOTYPE,
    RAIN,
    SNOW,
    STABLE,
    alone,
    factors,
    of,
    put,
    ready,
    road,
    to_move,
)
from tests.support import follow

from parcferme.games.rally.mechanics.crew import helpers as crew_helpers
from parcferme.games.rally.mechanics.standings import race_points, stage_scores
from parcferme.games.rally.state import STEP, WEATHER


def levels(setup: int, gear: int, sector: int = helpers.CLEAR_SECTOR) -> list[int]:
    """The level of each face of the die, rolled one by one."""
    found: list[int] = []
    for face in range(1, 7):
        game, state = alone("0 " * 30)
        put(state, 0, 1, gear, setup)
        to_move(state, 0, sector=sector)
        events = follow(game, state, f"gear:{gear}", f"die:{face}")
        found.append(int(str(of(events, "risk")[0].args["level"])))
    return found


def squares(
    setup: int, gear: int, tyres: int = NORMAL, sector: int = 0, special: bool = False
) -> tuple[object, object]:
    """Least and most squares of a gear."""
    game, state = alone("0 " * 30, stage="special" if special else "normal")
    put(state, 0, 1, gear, setup, tyres)
    to_move(state, 0, sector=sector)
    event = of(follow(game, state, f"gear:{gear}"), "gear")[0]
    return event.args["least"], event.args["most"]


@pytest.mark.rule("RA-V01", "RA-37", "RA-40")
def test_v01_risk_table_and_the_cap_of_the_die() -> None:
    assert levels(STABLE, 4)[3 - 1] == 3
    for gear in range(1, 6):
        game, state = alone("0 " * 30)
        for face, counted in ((3, 5), (4, 6), (5, 6), (6, 6)):
            put(state, 0, 1, gear, PROTOTYPE)
            to_move(state, 0)
            risk = of(follow(game, state, f"gear:{gear}", f"die:{face}"), "risk")[0]
            assert risk.args["die"] == counted
            assert risk.args["level"] == game.tables.printed.risk[gear - 1][counted - 1]


@pytest.mark.rule("RA-V02", "RA-R07", "RA-R08", "RA-45", "RA-47")
def test_v02_the_damage_example_of_the_rulebook() -> None:
    game, state = alone("1 3 4 1 1 1 1 1 1 1 1 1")
    put(state, 0, 1, 4, FAST)
    to_move(state, 0)
    events = follow(game, state, "gear:4", "die:5")
    assert (events[0].args["least"], events[0].args["most"]) == (4, 8)
    assert (events[1].args["die"], events[1].args["level"]) == (6, 2)
    events = follow(game, state, "advance:0", "advance:0", "die:2", "advance:0", "die:6")
    assert factors(events) == [1, 3, 4]
    assert [(e.args["difference"], e.args["outcome"]) for e in of(events, "damage")] == [(1, "-"), (2, "2")]
    assert state.cars[0].place == 4  # the third square ahead
    events = follow(game, state, "weather:odd", "weather:odd", "weather:odd")  # two turns missed
    assert [e.args["left"] for e in of(events, "waits")] == [1, 0]
    assert [e.args["gear"] for e in of(events, "gear")] == [1]


@pytest.mark.rule("RA-V03", "RA-31", "RA-29")
def test_v03_two_brakes_make_a_three_of_a_one_and_a_four_of_a_six() -> None:
    game, state = alone("1 0 0 0 0 0 0 0 0 0 0 0 0")
    put(state, 0, 1, 5, FAST)
    to_move(state, 0)
    follow(game, state, "gear:5", "die:1")
    assert state.left == 6
    events = follow(game, state, "advance:2")
    assert factors(events) == [3]
    assert state.left + 1 == 4  # one square driven, three to go


@pytest.mark.rule("RA-V04", "RA-27", "RA-66", "RA-R25")
def test_v04_special_tyres_cost_movement_but_never_the_last_square() -> None:
    assert squares(STABLE, 1, SNOW, helpers.OVERCAST_SECTOR) == (1, 1)
    assert squares(FAST, 3, RAIN, helpers.CLEAR_SECTOR) == (2, 5)
    assert squares(FAST, 3, RAIN, helpers.OVERCAST_SECTOR) == (1, 4)
    assert squares(FAST, 3, RAIN, helpers.RAIN_SECTOR) == (3, 6)


@pytest.mark.rule("RA-V05", "RA-20", "RA-21", "RA-77")
def test_v05_ranges_of_the_prototype() -> None:
    assert [squares(PROTOTYPE, gear) for gear in range(1, 6)] == [(1, 1), (3, 5), (4, 7), (5, 9), (7, 12)]
    special = [squares(PROTOTYPE, gear, special=True) for gear in range(3, 6)]
    assert special == [(4, 9), (5, 13), (7, 18)]


@pytest.mark.rule("RA-V06", "RA-39", "RA-62", "RA-R06")
def test_v06_levels_by_die() -> None:
    assert levels(PROTOTYPE, 4) == [3, 2, 2, 2, 2, 2]
    assert levels(FAST, 4, helpers.RAIN_SECTOR) == [3, 2, 2, 2, 2, 2]
    assert levels(STABLE, 5, helpers.SNOW_SECTOR) == [2, 2, 1, 1, 1, 1]
    assert levels(STABLE, 1) == [5, 5, 5, 5, 4, 4]


@pytest.mark.rule("RA-V07", "RA-63", "RA-65", "RA-R26", "RA-R27", "RA-R28")
@pytest.mark.parametrize(
    ("sector", "tyres", "factor"),
    [
        (helpers.RAIN_SECTOR, NORMAL, 5),
        (helpers.STORM_SECTOR, NORMAL, 5),
        (helpers.RAIN_SECTOR, RAIN, 4),
        (helpers.SNOW_SECTOR, NORMAL, 3),
        (helpers.SNOW_SECTOR, SNOW, 2),
        (helpers.SNOW_SECTOR, RAIN, 3),
        (helpers.CLEAR_SECTOR, NORMAL, 4),
        (helpers.OVERCAST_SECTOR, NORMAL, 4),
    ],
)
def test_v07_a_ford_of_level_four(sector: int, tyres: int, factor: int) -> None:
    game, state = alone("4f 0 0")
    put(state, 0, 1, 1, STABLE, tyres)
    to_move(state, 0, sector=sector)
    assert factors(follow(game, state, "gear:1", "die:1")) == [factor]


@pytest.mark.rule("RA-V07", "RA-R27")
def test_v07_tyres_and_a_brake_on_an_easy_square_cancel_out() -> None:
    game, state = alone("0 0 0 0 0 0 0 0")
    put(state, 0, 1, 3, STABLE, RAIN)
    to_move(state, 0, sector=helpers.RAIN_SECTOR)
    assert factors(follow(game, state, "gear:3", "die:1", "advance:1")) == [0]


@pytest.mark.rule("RA-V08", "RA-51", "RA-52", "RA-53", "RA-R21")
@pytest.mark.parametrize(
    ("mechanics", "stop"),
    [
        ([10, 40, 40], 2),  # one in range: 3° becomes 2°
        ([10, 10, 40], 1),  # two stacked
        ([10, 10, 10], 0),  # three stacked
        ([9, 10, 40], 2),  # two single ones on different squares
        ([6, 6, 6], 0),  # four squares away acts
        ([14, 14, 14], 0),
        ([5, 5, 5], 3),  # five squares away does not
        ([15, 15, 15], 3),
    ],
)
def test_v08_mechanics_and_a_damage_of_three(mechanics: list[int], stop: int) -> None:
    game = road("0 " * 9 + "4 " + "0 " * 30, players=1)
    state = ready(game, mechanics=[mechanics])
    put(state, 0, 9, 5, PROTOTYPE)
    to_move(state, 0)
    follow(game, state, "gear:5", "die:6", "advance:0")  # level 1, factor 4: difference 3
    follow(game, state, "die:5")  # 3°
    assert state.cars[0].stop == stop
    assert crew_helpers(mechanics, 10) == 3 - stop
    assert state.cars[0].crew.squares == mechanics


@pytest.mark.rule("RA-V09", "RA-71", "RA-R32", "RA-70")
def test_v09_arrival_order_of_the_rulebook() -> None:
    assert stage_scores([22, 20, 20, 24], [1, 2, 3, 4]) == [1, -2, -3, 0]
    game = helpers.make(players=4, layer="auto")
    state = game.start()
    helpers.draw_order(game, state)
    helpers.together(game, state, *["setup:stable"] * 4)
    follow(game, state, "die:1")
    while state.to_act() == ():
        state.apply(state.chance()[0][0])
    helpers.note(game, state)
    length = state.route.length
    exits = {0: 22, 1: 20, 2: 20, 3: 24}
    for seat, turn in exits.items():
        put(state, seat, length, 5)
        state.cars[seat].exit = turn if seat < 3 else 0
    to_move(state, 3, turn=24)
    events = follow(game, state, "gear:5", "die:1")  # the last car leaves in turn 24
    assert of(events, "stage_over")[0].args["scores"] == [1, -2, -3, 0]
    assert of(events, "start_order")[0].args["cars"] == [3, 2, 4, 1]
    assert state.view(None)["order"] == [2, 1, 3, 0]


@pytest.mark.rule("RA-V09", "RA-09")
def test_v09_the_last_driver_lays_the_next_road() -> None:
    game = helpers.make(players=4)
    state = game.start()
    helpers.draw_order(game, state, [2, 1, 3, 0])
    helpers.together(game, state, *["setup:stable"] * 4)
    follow(game, state, "die:1")
    assert state.to_act() == (0,)


@pytest.mark.rule("RA-V10", "RA-72", "RA-73", "RA-R36")
def test_v10_points_with_two_seconds() -> None:
    assert race_points([-6, -4, -4, 0]) == [9, 6, 6, 3]


@pytest.mark.rule("RA-V11", "RA-60", "RA-R31", "RA-R30")
def test_v11_the_weather_ring() -> None:
    game = road("0 " * 40, players=1)
    state = ready(game, mark=1)
    assert state.sector + 1 == 1
    sectors: list[int] = []
    for die in (4, 1, 3, 6):
        state.phase = WEATHER
        state.turn += 1
        follow(game, state, "weather:even" if die % 2 == 0 else "weather:odd")
        sectors.append(state.sector + 1)
    assert sectors == [2, 1, 11, 1]


@pytest.mark.rule("RA-V12", "RA-25", "RA-R14", "RA-24")
@pytest.mark.parametrize(("on_road", "expected"), [(True, [1, 2, 3, 1]), (False, [1, 2, 1, 1])])
def test_v12_overtaking(on_road: bool, expected: list[int]) -> None:
    game = road("0 1 1 1 1 1 1 1 1 1 1 1", players=4)
    state = ready(game)
    put(state, 0, 3, 4)
    put(state, 1, 4)
    put(state, 2, 5, on_road=on_road)
    put(state, 3, 5, on_road=on_road)
    to_move(state, 0)
    follow(game, state, "gear:4", "die:1")  # level 4: nothing is tested
    assert state.phase == STEP
    events = follow(game, state, "advance:0", "advance:0", "advance:0")  # the third square of 4th drives itself
    assert factors(events) == expected
