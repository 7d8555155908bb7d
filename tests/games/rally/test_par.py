"""Par and what follows from it: expectations, certificates and their checker, set-ups, tyres, mechanics."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from tests.games.rally.helpers import make, ready, road
from tests.support import follow

from parcferme.core.contract import CHANCE, OVER
from parcferme.core.errors import BadContent, BadOption, ParcFermeError
from parcferme.games.rally.drive.advice import EXPECTS, doubt, expect, foresee
from parcferme.games.rally.mechanics.driving import RESTART
from parcferme.games.rally.par.certificate import Solution, solve
from parcferme.games.rally.par.checker import Checker, check
from parcferme.games.rally.par.planning import Crews, Placement, best_tyres, estimates, setup_values
from parcferme.games.rally.par.solver import PENALTY, Par, steady, whole_ring
from parcferme.games.rally.rules.game import RallyGame, RallyState
from parcferme.games.rally.show.commands import COMMANDS
from parcferme.games.rally.state import WEATHER
from parcferme.solve.advice import advise
from parcferme.solve.mcts import Budget

pytestmark = pytest.mark.long

MIXED = "1-12-6-18-13-4"
STILL = {"rings": {name: {"sectors": ["C", "C", "C"], "start": [1] * 6} for name in ("EC", "EN", "A")}}
TWO = {"rings": {name: {"sectors": ["C", "R1", "N2"], "start": [1] * 6} for name in ("EC", "EN", "A")}}


# ── expectations ─────────────────────────────────────────────────────────────────────────────────────────────────────


def outcomes(state: RallyState) -> list[tuple[float, RallyState]]:
    """What chance may do, with its probability."""
    found = []
    whole = sum(weight for _, weight in state.chance())
    for outcome, weight in state.chance():
        after = state.copy()
        after.apply(outcome)
        found.append((weight / whole, after))
    return found


def told(state: RallyState) -> float:
    """The expectation of the lone car; after the end, the turns it took, with the solver's word for an elimination."""
    if state.kind() == OVER:
        return -float(state.sheet[0].turns[0])
    value = expect(state, 0)
    assert value is not None
    return value


def choices(state: RallyState) -> Iterator[RallyState]:
    """The position after each action."""
    for action in state.legal(0):
        after = state.copy()
        after.apply(action)
        yield after


def test_expectation_is_kept_by_the_best_action_and_by_chance() -> None:
    """Along whole stages: the best action keeps what was expected, no action gains, the dice keep it on average."""
    game = make(players=1, scope="stage", route="12-6")
    rng = Random(3)
    met: set[int] = set()
    for seed in range(4):
        state = ready(game, mechanics=[[4, 12, 18]])
        while state.kind() != OVER:
            here = told(state)
            met.add(state.phase)
            if state.kind() == CHANCE:
                possible = outcomes(state)
                if all(
                    after.cars[0].exit >= 0 for _, after in possible
                ):  # the rules end where the solver's penalty begins
                    assert sum(chance * told(after) for chance, after in possible) == pytest.approx(here, abs=1e-9)
                state = rng.choice([after for _, after in possible])
            else:
                assert max(map(told, choices(state))) == pytest.approx(here, abs=1e-9), (seed, state.dump())
                state.apply(rng.choice(state.legal(0)))
    assert len(met) >= 6


def test_expectation_counts_the_turns_driven_and_those_to_come() -> None:
    assert EXPECTS == "turns"
    game = make(players=2, scope="stage", route="12-6")
    assert expect(game.start(), 0) is None
    state = ready(game)
    first, second = (expect(state, seat) for seat in state.order)
    assert first is not None
    assert second is not None
    assert -8 < first < -4
    assert first != second  # the second starts a turn later, in other weather
    rng = Random(1)
    while state.kind() != OVER:
        ends = [(seat, state.cars[seat].exit, expect(state, seat)) for seat in range(2) if state.cars[seat].exit > 0]
        for seat, turn, value in ends:
            assert value == -(turn - state.order.index(seat))
        if state.kind() == CHANCE:
            state.apply(rng.choice(state.chance())[0])
        else:
            state.apply(rng.choice(state.legal(state.to_act()[0])))


def test_expectation_looks_at_own_mechanics_only() -> None:
    game = make(players=2, scope="stage", route="12-6")
    one = ready(game, mechanics=[[4, 12, 18], [1, 1, 1]])
    other = ready(game, mechanics=[[4, 12, 18], [9, 19, 20]])
    assert expect(one, 0) == expect(other, 0)
    assert expect(one, 1) != expect(other, 1)


# ── certificates ─────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def small() -> Solution:
    game = road("0 4", players=1, weather=STILL)
    return solve(game, 1, 0, [2, 2, 2])


def written(solution: Solution) -> dict[str, object]:
    document: dict[str, object] = json.loads(json.dumps(solution.certificate))
    return document


def test_a_certificate_is_proved_by_the_rules_alone() -> None:
    assert check(written(small())) == []


def test_drifting_weather_and_tyres_are_proved_too() -> None:
    solution = solve(road("0 3", players=1, weather=TWO), 2, 1, [2, 2, 2])
    assert check(written(solution), 60) == []
    assert len(Checker(written(solution)).places()) == 9 + 2 * 6 * 2 * 9


def test_par_of_a_short_stage_is_what_brute_force_finds() -> None:
    """No tables at all: every line of play to the end, with the solver's convention for a lost car."""
    game = road("0 3", players=1, weather=STILL)
    solution = solve(game, 0, 0, [1, 1, 1], penalty=0.0)
    table: dict[str, float] = {}

    def turns(state: RallyState) -> float:
        key = json.dumps({**state.dump(), "turn": 0})
        if state.kind() == OVER:
            # eliminated: on from there in 1st, next turn, the weather being always the same
            car, lost = state.cars[0], state.sheet[0].turns[0] < 0
            return solution.par.value(car.place, RESTART, int(car.overrev), state.sector, car.tyres) if lost else 0.0
        if key not in table:
            dial = 1.0 if state.phase == WEATHER else 0.0  # the weather turns between two turns
            if state.kind() == CHANCE:
                table[key] = dial + sum(chance * turns(after) for chance, after in outcomes(state))
            else:
                table[key] = min(map(turns, choices(state)))
        return table[key]

    start = ready(game, mechanics=[[1, 1, 1]])
    assert solution.value == pytest.approx(1.0 + turns(start), abs=1e-6)


def test_a_wrong_value_is_named_with_its_place() -> None:
    document = written(small())
    values = document["values"]
    assert isinstance(values, list)
    values[2][7 * 1 + 2] += 0.001  # square 2, sector 1, normal tyres, card, 2nd
    faults = check(document)
    assert any(fault.startswith("square 2, gear state 2, card 1, sector 1, tyres 0") for fault in faults)
    spoilt = written(small())
    par = spoilt["par"]
    assert isinstance(par, list)
    par[0] -= 1.0
    assert check(spoilt, 1)[0].startswith("par on tyres 0")


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("kind", "rallyman-par", "its kind is"),
        ("options", [], "its options are no object"),
        ("options", {"players": 2, "scope": "stage", "route": "1"}, "one car on a fixed road"),
        ("values", [[0.0]], "its values are not"),
        ("sector", 9, "out of range"),
        ("setup", "fast", "is not a whole number"),
        ("penalty", None, "is not a number"),
    ],
)
def test_what_is_no_certificate_is_refused_with_the_reason(key: str, value: object, reason: str) -> None:
    assert reason in check({**written(small()), key: value})[0]


# ── set-up, tyres, mechanics ─────────────────────────────────────────────────────────────────────────────────────────


def mixed() -> RallyGame:
    return make(players=1, scope="stage", route=MIXED)


def test_set_ups_are_ranked_by_par() -> None:
    t = mixed().tables
    assert t.fixed is not None
    clear = setup_values(t, t.fixed, steady(0), 0, [0], [])
    assert clear == pytest.approx([15.010873, 15.196070, 15.501772], abs=1e-6)
    helped = setup_values(t, t.fixed, steady(0), 0, [0], [20, 20, 40])
    assert helped == pytest.approx([14.534327, 14.236315, 14.358425], abs=1e-6)
    assert helped.index(min(helped)) == 1  # mechanics make the faster car the better one


def test_tyres_are_chosen_by_par() -> None:
    t = make(players=1, scope="stage", route="12-6").tables
    assert t.fixed is not None
    par = Par(t, t.fixed, 0, whole_ring(t.rings["EC"]), [0, 1, 2], [5, 12, 18])
    assert best_tyres(par, 0) == 0
    snow = next(sector for sector, kind in enumerate(t.rings["EC"].kinds) if kind == 4)
    assert best_tyres(par, snow) == 2


def test_mechanics_well_placed_save_what_the_reference_says() -> None:
    """Three single mechanics save 0.8 to 1.8 moves on the reference roads, and more than the reference placement."""
    t = mixed().tables
    assert t.fixed is not None
    placement = Placement(t, t.fixed, 2, steady(0), [0])
    rough = placement.value
    assert rough < 14.358425
    placement.improve(1)
    assert placement.value < rough
    assert 0.8 < 15.501772 - placement.value < 1.8
    assert placement.squares == sorted(placement.squares)


# ── in the terminal ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_par_is_shown_saved_and_checked(tmp_path: Path) -> None:
    file = tmp_path / "par.json"
    shown = COMMANDS["par"][1](["1", "setup=stable", f"save={file}"])
    assert "stable" in shown
    assert "certificate written" in shown
    assert "proved by the rules" in COMMANDS["check"][1]([str(file), "20"])
    assert "without" in COMMANDS["mechanics"][1](["1", "setup=fast"])
    document = json.loads(file.read_text())
    document["values"][0] = [PENALTY] * len(document["values"][0])
    file.write_text(json.dumps(document))
    with pytest.raises(BadContent, match="follows from what lies ahead"):
        COMMANDS["check"][1]([str(file), "20"])


@pytest.mark.parametrize(
    ("verb", "arguments", "reason"),
    [
        ("par", [], "name the road first"),
        ("par", ["1", "colour=red"], "is not one of"),
        ("par", ["1", "setup=slow"], "is not a set-up"),
        ("par", ["1", "sector=12"], "sectors run from 1"),
        ("par", ["1", "mechanics=900"], "squares of this road"),
        ("par", ["1", "mechanics=1,1,1,1"], "every driver has three"),
        ("par", ["1", "save=x.json"], "a certificate is for one car"),
        ("check", [], "name a certificate"),
        ("check", ["x.json", "few"], "is not a number of states"),
    ],
)
def test_bad_arguments_are_refused_with_the_reason(verb: str, arguments: list[str], reason: str) -> None:
    with pytest.raises(ParcFermeError, match=reason):
        COMMANDS[verb][1](arguments)


def test_a_road_that_cannot_be_laid_and_a_missing_file() -> None:
    with pytest.raises(BadOption, match="no road card 99"):
        COMMANDS["par"][1](["99"])
    with pytest.raises(BadContent, match="cannot be read"):
        COMMANDS["check"][1](["nowhere.json"])


# ── advice before the stage ──────────────────────────────────────────────────────────────────────────────────────────

BENDS = "0 3 0 4 0 0 0 3 0 4"


@pytest.mark.rule("RA-50")
def test_mechanics_are_advised_as_a_set_which_is_the_best_of_all_sets() -> None:
    game = road(BENDS, players=1)
    route, sky = game.start().route, steady(0)
    turns = {
        (one, two, three): Par(game.tables, route, 0, sky, [0], [one, two, three]).at_start(0, 0)
        for one in range(1, route.length + 1)
        for two in range(one, route.length + 1)
        for three in range(two, route.length + 1)
    }
    crews = Crews(game.tables, route, 0, sky)
    firsts = crews.best([], 1)
    for one in range(1, route.length + 1):
        assert firsts[one] == min(value for squares, value in turns.items() if squares[0] == one)
    one, two, three = min(turns, key=turns.__getitem__)
    assert crews.best([one], one)[two] == crews.best([one, two], two)[three] == turns[one, two, three]


@pytest.mark.rule("RA-49")
def test_the_best_mechanics_one_by_one_are_the_best_set() -> None:
    """Whoever follows the advice keeps what it promised."""
    game = road(BENDS, players=1)
    state = game.start()
    follow(game, state, "setup:fast", "die:1")
    promised = []
    for _ in range(3):
        values = foresee(state, 0)
        assert values is not None
        promised.append(max(value for value, _ in values))
        state.apply(state.legal(0)[[value for value, _ in values].index(promised[-1])])
    assert promised[0] == promised[1] == promised[2]


@pytest.mark.parametrize("phase", ["setup", "lay"])
def test_set_ups_and_roads_are_valued_by_solving_whatever_the_seed(phase: str) -> None:
    game = make(players=2, scope="stage")
    state = game.start()
    while state.kind() == CHANCE:
        state.apply(state.chance()[0][0])
    if phase == "lay":
        state.apply_joint([state.legal(seat)[seat] for seat in (0, 1)])
        state.apply(state.chance()[0][0])
        for _ in range(state.route.spec.cards - 1):
            state.apply(state.legal(state.to_act()[0])[0])
    seat = state.to_act()[0]
    told = [advise(game, state, seat, Budget(1000), Random(seed)).to_json(game) for seed in range(2)]
    assert told[0] == told[1]
    assert (told[0]["unit"], told[0]["exact"]) == ("turns", False)


def test_errors_of_a_comparison_leave_out_what_all_have_in_common() -> None:
    (one, error), (two, _) = estimates([[1.0, 2.0], [5.0, 6.0], [9.0, 10.0]])
    assert (one, two, error) == (5.0, 6.0, 0.0)
    assert estimates([[1.0, 2.0], [2.0, 1.0]])[0] == pytest.approx((1.5, 0.5))


def test_an_expectation_is_exact_alone_and_once_the_rivals_are_home() -> None:
    alone, state = ready(road(BENDS, players=1)), ready(road(BENDS))
    assert doubt(alone, 0) == (0, 0)
    assert doubt(state, 0)[0] > 0
    state.cars[1].exit = 5
    assert doubt(state, 0) == (0, 0)
