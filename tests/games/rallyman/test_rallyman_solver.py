"""The exact solver: printed values, and a second opinion that plays the real rules with fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rallyman_helpers import rally

from parcferme.core.contract import CHANCE
from parcferme.core.errors import BadOption
from parcferme.core.registry import create
from parcferme.games.rallyman.commands import COMMANDS
from parcferme.games.rallyman.rules.game import RallymanGame
from parcferme.games.rallyman.rules.machine import RallymanState
from parcferme.games.rallyman.solver import Solver, fresh_car
from parcferme.games.rallyman.state import ARRIVAL, ARRIVALS, CARS, CHRONO, RETIRED, ROUND, SPECIAL, STATUS, TIME

MODES = ("basic", "attack+lock", "everything")


def solver_for(game: RallymanGame, mode: str, tyres: int = 0, snow: int = 0) -> Solver:
    more = mode != "basic"
    return Solver(game.rally.road(0, snow), tyres, game.rally.components, more, more)


def first_car(mode: str) -> int:
    return fresh_car(mode == "everything", mode == "everything")


def par(game: RallymanGame, mode: str, tyres: int = 0, snow: int = 0) -> float:
    return solver_for(game, mode, tyres, snow).best(first_car(mode))


@pytest.mark.rule("RM-V19")
@pytest.mark.parametrize(
    ("mode", "values"),
    [
        ("basic", "50 40 30 610/27 490/27 3385/162 17075/729 21080/729"),
        ("attack+lock", "50 38 27 58/3 47/3 10820/729 31405/2187 163256/6561"),
        ("everything", "50 38 27 16 5 4 3 12"),
    ],
)
def test_v19_straight_roads(mode: str, values: str) -> None:
    solver = solver_for(rally("Sgg " * 7), mode)
    solver.best(first_car(mode))
    for spaces, value in enumerate(values.split()):  # standing still so many spaces before the finish
        assert solver.start(7 - spaces, 0, first_car(mode)) == pytest.approx(float(Fraction(value)), abs=1e-9), spaces


@pytest.mark.rule("RM-V20")
def test_v20_three_spaces_by_hand() -> None:
    solver = solver_for(rally("Sgg Sgg Sgg"), "basic")
    assert solver.best(0) == pytest.approx(610 / 27)
    after_two_hazards = solver.chain(2, 2, 0b00011, 0, 2, 0, 0)
    assert after_two_hazards == pytest.approx(130 / 3)  # the white die: 1/6 of 110 and 5/6 of 30


def t40() -> str:
    """A road of 40 wide spaces with ten corners, two bumps, forest and rocks."""
    spaces = ["S", *["S"] * 40]
    corners = {
        4: "C23",
        7: "C34",
        9: "K123",
        17: "C34",
        19: "C23",
        20: "C23",
        23: "C45",
        31: "K234",
        34: "C12",
        37: "C34",
    }
    for index, token in {**corners, 13: "B4", 27: "B3"}.items():
        spaces[index] = token
    left = {**dict.fromkeys((4, 7, 19, 20, 34), "f"), 9: "r", 23: "r"}
    right = {**dict.fromkeys((13, 14, 15, 27, 28, 29), "f"), **dict.fromkeys((17, 31, 37), "r")}
    return " ".join(f"{spaces[i]}{left.get(i, 'g')}{right.get(i, 'g')}" for i in range(1, 41))


@pytest.mark.rule("RM-V21")
@pytest.mark.parametrize(("snow", "tyres", "value"), [(0, 0, 171.9159), (1, 0, 275.9545), (0, 1, 183.1162)])
def test_v21_forty_spaces_by_the_basic_technique(snow: int, tyres: int, value: float) -> None:
    game = rally(t40(), weather="fixed", snow=["A"] * 3)
    assert par(game, "basic", tyres, snow) == pytest.approx(value, abs=5e-5)


def house(roadbook: str) -> RallymanGame:
    game = create("rallyman", {"players": 1, "stages": [roadbook] * 3})
    assert isinstance(game, RallymanGame)
    return game


@pytest.mark.rule("RM-V22")
@pytest.mark.parametrize(
    ("roadbook", "mode", "value"),
    [
        ("C8-C3/J1-J4", "basic", 93.9408),
        ("L0-L1/C7-C6/L2-L3/V2-V3/C5-C4", "basic", 223.3303),
        ("J1-J4", "basic", 57.2577),
        ("C3-C8", "basic", 40.7071),
        ("C6-C7", "basic", 41.0047),
        ("J1-J4", "attack+lock", 41.4967),
        ("C3-C8", "attack+lock", 32.2503),
        ("C6-C7", "attack+lock", 30.6375),
        ("C6-C7", "everything", 17.0986),
    ],
)
def test_v22_pars_on_the_house_zones(roadbook: str, mode: str, value: float) -> None:
    assert par(house(roadbook), mode) == pytest.approx(value, abs=5e-5)


class Referee:
    """Perfect play by brute force: the real game, every choice and every outcome, in exact fractions."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, ...], Fraction] = {}

    def value(self, state: RallymanState) -> Fraction:
        """Expected time of the first special from here on."""
        v = state.v
        if v[SPECIAL] != 0:
            return Fraction(v[CARS + TIME])
        spent = v[CARS + CHRONO]
        if v[CARS + STATUS] == RETIRED:
            return Fraction(spent + 600)
        key = list(v)
        for unimportant in (CARS + CHRONO, CARS + ARRIVAL, ARRIVALS, ROUND):
            key[unimportant] = 0
        found = self.known.get(tuple(key))
        if found is None:
            found = self._worked_out(state) - spent
            self.known[tuple(key)] = found
        return found + spent

    def _worked_out(self, state: RallymanState) -> Fraction:
        if state.kind() == CHANCE:
            outcomes = state.chance()
            total = sum(weight for _, weight in outcomes)
            return sum((Fraction(w, total) * self.value(self.after(state, o)) for o, w in outcomes), Fraction(0))
        return min(self.value(self.after(state, action)) for action in state.legal(0))

    def after(self, state: RallymanState, move: int) -> RallymanState:
        then = state.copy()
        then.apply(move)
        return then


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "road",
    [
        "Sgg Sgg Sgg",
        "Sgg C12rf Sgg",
        "Sgg K123rr Sgg",
        "Sgg B1fg Sgg C34gr",
        "K122rr C1-ff",
        "Sgg K123rg K234gf",
    ],
)
def test_the_solver_agrees_with_brute_force_on_the_real_rules(road: str, mode: str) -> None:
    cards = mode == "everything"
    options = {"time_attack": mode != "basic", "locking": mode != "basic", "sisu": cards, "spare_tyre": cards}
    game = rally(road, assistance="none", **options)
    assert par(game, mode) == pytest.approx(float(Referee().value(game.start())), abs=1e-9)


def test_brute_force_finds_the_printed_fraction() -> None:
    game = rally("Sgg Sgg Sgg", time_attack=False, locking=False)
    assert Referee().value(game.start()) == Fraction(610, 27)


def test_par_command() -> None:
    assert "00:41" in COMMANDS["par"][1](["C6-C7"])
    assert "41.0047" in COMMANDS["par"][1](["C6-C7"])
    with pytest.raises(BadOption):
        COMMANDS["par"][1](["C6-C7", "magic"])
