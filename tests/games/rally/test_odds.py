"""Exact odds against the game's own chance nodes, and the solver against values found independently."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from tests.games.rally import helpers
from tests.games.rally.helpers import alone, make, number, put, ready, road, to_move
from tests.support import advance, follow

from parcferme.core import registry
from parcferme.core.contract import CHANCE, DECISION, OVER
from parcferme.core.text import read_texts
from parcferme.games.rally.board.parts import DAMAGES, UNHURT
from parcferme.games.rally.drive.odds import damage_odds, ends_over_die, odds
from parcferme.games.rally.par.solver import Par, steady, whole_ring
from parcferme.games.rally.par.worth import action_values
from parcferme.games.rally.rules.ahead import factors_ahead
from parcferme.games.rally.rules.game import RallyGame, RallyState
from parcferme.games.rally.state import GEAR, MECHANICS, SERVICE, STEP, WEATHER

ROAD = "1 3 2 4 0 2 3 1 4f 2 0 1 2 3 0 1"


def played_out(state: RallyState, seat: int, gear: int, brakes: list[int]) -> dict[str, Fraction]:
    """The ends of a plan by walking every chance node of the rules themselves."""
    ends: dict[str, Fraction] = {}
    ids = state.tables.ids
    first = state.copy()
    first.apply(ids.gear + gear - 1)
    waiting = [(first, Fraction(1))]
    start = state.cars[seat].place
    while waiting:
        node, chance = waiting.pop()
        if node.cars[seat].exit < 0:
            ends["e"] = ends.get("e", Fraction(0)) + chance
        elif node.kind() == CHANCE and node.phase != WEATHER:
            for outcome, weight in node.chance():
                after = node.copy()
                after.apply(outcome)
                waiting.append((after, chance * weight / 6))
        elif node.cars[seat].gear == 6:
            code = str(node.cars[seat].stop) if node.cars[seat].stop else "tc"
            ends[code] = ends.get(code, Fraction(0)) + chance
        elif node.kind() == DECISION and node.phase not in (SERVICE,) and node.to_act() == (seat,):
            done = node.cars[seat].place - start
            node.apply(ids.halt if done == len(brakes) else ids.advance + brakes[done])
            waiting.append((node, chance))
        else:
            ends["-"] = ends.get("-", Fraction(0)) + chance
    return ends


def ends_of(state: RallyState, gear: int, brakes: list[int]) -> list[Fraction]:
    """The ends of a plan by the odds: entering squares with these brakes."""
    return ends_over_die(state, factors_ahead(state, 0, brakes), state.plan(state.cars[0], gear).levels)


def possible(brakes: list[int], least: int, most: int) -> list[int]:
    """The nearest plan that may be driven in such a gear."""
    plan: list[int] = []
    left = least
    for brake in brakes[:most]:
        plan.append(min(brake, max(0, left - 1)))
        left -= 1 + plan[-1]
    return plan + [0] * max(0, left)


@pytest.mark.rule("RA-37", "RA-41", "RA-42", "RA-31")
@pytest.mark.parametrize("setup", [0, 1, 2])
@pytest.mark.parametrize("sector", [helpers.CLEAR_SECTOR, helpers.RAIN_SECTOR, helpers.SNOW_SECTOR])
@pytest.mark.parametrize(
    ("gear", "brakes"), [(2, [0] * 5), (3, [0] * 5), (4, [0] * 6), (4, [1, 1, 1]), (5, [0] * 9), (5, [0, 2, 1, 1, 0])]
)
def test_the_ends_of_a_plan_are_those_played_out(setup: int, sector: int, gear: int, brakes: list[int]) -> None:
    game = road(f"0 {ROAD} 0 0 0 0 0 0 0 0 0 0", players=3)
    state = ready(game)
    put(state, 0, 1, gear, setup, helpers.RAIN)
    put(state, 1, 3)
    put(state, 2, 5)
    to_move(state, 0, sector=sector)
    gearing = state.plan(state.cars[0], gear)
    plan = possible(brakes, gearing.least, gearing.most)
    found = ends_of(state, gear, plan)
    assert sum(found) == 1
    named = {DAMAGES[code]: chance for code, chance in enumerate(found) if chance}
    assert named == played_out(state, 0, gear, plan)


def test_the_ends_of_a_plan_that_leaves_the_road() -> None:
    _, state = alone("0 2")
    put(state, 0, 1, 5)
    # levels 3 3 2 2 1 1: only level 1 is tested, and half of those tests are passed
    assert ends_of(state, 5, [0, 0, 0])[UNHURT] == Fraction(4, 6) + Fraction(2, 6) * Fraction(3, 6)


def test_damage_odds_are_the_rows_of_the_table() -> None:
    _, state = alone("0 0 0")
    assert damage_odds(state, 2, 3)[0] == 1
    assert damage_odds(state, 3, 3)[0] == 1
    assert damage_odds(state, 5, 3) == [Fraction(n, 6) for n in (2, 1, 1, 2, 0, 0)]
    assert damage_odds(state, 9, 1) == [Fraction(n, 6) for n in (0, 0, 1, 1, 1, 3)]


def test_the_surcharge_of_traffic_is_part_of_the_odds() -> None:
    game = road("0 1 1 1 1 1 1 1", players=3)
    state = ready(game)
    put(state, 0, 3, 4)
    put(state, 1, 4)
    put(state, 2, 4, on_road=False)
    to_move(state, 0)
    assert factors_ahead(state, 0, [0, 1, 0, 0]) == [1, 3, 1, 1]


@pytest.mark.rule("RA-29", "RA-30", "RA-31")
@pytest.mark.parametrize("tyres", [helpers.NORMAL, helpers.RAIN])
@pytest.mark.parametrize("gear", [2, 3, 4, 5])
def test_the_way_to_each_square_brakes_where_it_costs_least(gear: int, tyres: int) -> None:
    game = road(f"0 {ROAD}", players=3)
    state = ready(game)
    put(state, 0, 2, gear, helpers.FAST, tyres)
    put(state, 1, 4)
    to_move(state, 0, sector=helpers.RAIN_SECTOR)
    plan = state.plan(state.cars[0], gear)
    action = game.parse(f"gear:{gear}")
    brakes = state.effect(0, action)["brakes"]
    assert isinstance(brakes, list)
    told = [Fraction(str(args["chance"])) for key, args in odds(state, 0, action) if key == "odds.to"]
    assert len(brakes) == len(told) == plan.most
    for squares, (spread, chance) in enumerate(zip(brakes, told, strict=True), 1):
        needed = max(0, int(plan.least) - squares)
        possible = [list(one) for one in product(range(needed + 1), repeat=squares) if sum(one) == needed]
        best = max(ends_of(state, gear, one)[UNHURT] for one in possible)
        assert ends_of(state, gear, spread)[UNHURT] == chance == best


@pytest.mark.rule("RA-29", "RA-R13")
def test_after_the_roll_each_square_is_told_by_the_step_that_leads_there_best() -> None:
    game, state = alone("0 0 0 2 4 1 3 0 0 0 0 0 0")
    put(state, 0, 1, 4)
    follow(game, state, "gear:4", "die:6")
    place, room, told = int(state.cars[0].place), int(state.room), dict[int, str]()
    for action in state.legal(0):
        ways = state.effect(0, action)["brakes"]
        assert isinstance(ways, list)
        assert len(ways) == room
        told |= {squares: game.format(action) for squares, way in enumerate(ways) if way}
        chances = [args["to"] for key, args in odds(state, 0, action) if key == "odds.to"]
        assert chances == [number(game, state, place + squares) for squares, way in enumerate(ways, 1) if way]
    assert sorted(told) == list(range(room)), "no square is told twice, and none left out"
    assert told[0] == "advance:2", "to stop on the next square all brakes go there"


@pytest.mark.rule("RA-69", "RA-R33")
def test_off_the_road_no_brake_is_needed() -> None:
    game, state = alone("0 2 0")
    put(state, 0, 1, 5)
    action = game.parse("gear:5")
    brakes = state.effect(0, action)["brakes"]
    assert isinstance(brakes, list)
    assert [sum(way) for way in brakes] == [4, 3, 2, 0], "five squares are compulsory, but not beyond the end"
    out = [args["chance"] for key, args in odds(state, 0, action) if key == "odds.out"]
    assert out == [str(ends_of(state, 5, [0] * 4)[UNHURT])]


def test_odds_of_every_legal_action_have_texts() -> None:
    texts = read_texts(registry.folder("rally"))
    game = make(players=2, scope="stage", layer="auto")
    rng = Random(2)
    state = game.start()
    told: set[str] = set()
    while state.kind() != OVER:
        for seat in state.to_act():
            for action in state.legal(seat):
                for key, args in odds(state, seat, action):
                    assert key in texts.entries
                    assert "{" not in texts.say(key, args)
                    told.add(key)
        advance(state, rng)
    assert {
        "odds.levels",
        "odds.minimum",
        "odds.to",
        "odds.out",
        "odds.clean",
        "odds.tyres.odd",
        "odds.tyres.even",
    } <= told


# ── the solver ───────────────────────────────────────────────────────────────────────────────────────────────────────

MIXED, STEEP, QUICK = "1-12-6-18-13-4", "2-15-9-17-18-16", "4-3-1-20-2-8"


def solved(route: str, setup: int, ring: bool, tyres: list[int], mechanics: list[int], stage: str = "normal") -> Par:
    tables = make(players=1, scope="stage", route=route, stage=stage).tables
    assert tables.fixed is not None
    weather = whole_ring(tables.rings["EC"]) if ring else steady(0)
    return Par(tables, tables.fixed, setup, weather, tyres, mechanics)


@pytest.mark.parametrize(
    ("route", "stage", "mechanics", "values"),
    [
        (MIXED, "normal", [], (15.010873, 15.196070, 15.501772)),
        (MIXED, "special", [], (11.787398, 13.351162, 14.410958)),
        (MIXED, "normal", [20, 20, 40], (14.534327, 14.236315, 14.358425)),
        (STEEP, "normal", [], (16.357109, 17.422733, 18.373800)),
        (QUICK, "normal", [], (11.529984, 11.617766, 11.315008)),
    ],
)
def test_par_in_steady_weather(route: str, stage: str, mechanics: list[int], values: tuple[float, ...]) -> None:
    found = [solved(route, setup, False, [0], mechanics, stage).at_start(0, 0) for setup in range(3)]
    assert found == pytest.approx(values, abs=1e-6)


@pytest.mark.parametrize(("setup", "value"), [(0, 15.604829), (2, 15.932223)])
def test_par_in_drifting_weather(setup: int, value: float) -> None:
    assert solved(MIXED, setup, True, [0], []).at_start(0, 0) == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    ("setup", "values"), [(0, (14.641676, 14.981480, 15.070945)), (2, (14.210830, 14.438514, 14.469283))]
)
def test_par_with_mechanics_and_tyres(setup: int, values: tuple[float, ...]) -> None:
    par = solved(MIXED, setup, True, [0, 1, 2], [17, 28, 46])
    assert [par.at_start(0, tyres) for tyres in range(3)] == pytest.approx(values, abs=1e-6)


def test_advice_agrees_with_par_and_never_beats_it() -> None:
    game = make(players=1, scope="stage", route="1-12-6")
    state = ready(game)
    par = Par(game.tables, state.route, 0, steady(0), [0], [state.route.length] * 3)
    follow(game, state, "fit:normal")
    values = action_values(par, state, 0, 0)
    assert [action for action, _ in values] == state.legal(0)
    assert min(value for _, value in values) == pytest.approx(par.at_start(0, 0), abs=1e-9)
    follow(game, state, "gear:4", "die:3")
    values = action_values(par, state, 0, 0)
    assert [action for action, _ in values] == state.legal(0)


def test_par_is_what_its_own_driver_needs_on_average() -> None:
    """Play the advice in weather that does not change: the mean of turns lies within four standard errors of par."""
    still = {"rings": {name: {"sectors": ["C", "C", "C"], "start": [1] * 6} for name in ("EC", "EN", "A")}}
    game = make(players=1, scope="stage", route="1-6", weather=still)
    rng = Random(11)
    turns: list[int] = []
    lost = 0
    par = Par(game.tables, ready(game).route, 0, steady(0), [0], [5, 17, 17], 30.0)
    for _ in range(400):
        state = ready(game, mechanics=[[5, 17, 17]])
        turns.append(drive(game, state, par, rng))
        lost += state.cars[0].exit < 0
    mean = sum(turns) / len(turns)
    spread = (sum((turn - mean) ** 2 for turn in turns) / len(turns)) ** 0.5
    assert lost < 8
    assert abs(mean - par.at_start(0, 0)) < 4 * spread / len(turns) ** 0.5 + 0.1


def drive(game: RallyGame, state: RallyState, par: Par, rng: Random) -> int:
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(rng.choice(state.chance())[0])
        elif state.phase in (GEAR, STEP):
            state.apply(min(action_values(par, state, 0, 0), key=lambda pair: pair[1])[0])
        else:
            state.apply(state.default(0))
    return abs(state.sheet[0].turns[0])


@pytest.mark.rule("RA-53")
def test_a_mechanic_is_told_the_danger_within_four_squares() -> None:
    state = ready(road(" ".join("00000040000000")))
    state.phase = MECHANICS
    ids, numbers = state.tables.ids, state.route.squares
    near = [odds(state, 0, ids.mechanic + square) for square in numbers[1:]]
    assert near == [[("odds.reach", {"danger": 4 * (3 <= place <= 11), "most": 4})] for place in range(1, 15)]
