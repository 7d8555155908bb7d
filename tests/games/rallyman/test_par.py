"""The exact solver: printed values, and second opinions that play the real rules.

Long specials are solved on the compiled engine only: interpreted they would take minutes and show nothing new.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from parcferme.core.contract import CHANCE
from parcferme.core.errors import BadContent, BadOption, ParcFermeError
from parcferme.core.registry import create
from parcferme.games.rallyman.par import sweep
from parcferme.games.rallyman.par.checker import check
from parcferme.games.rallyman.par.hands import hand_of
from parcferme.games.rallyman.par.model import Condition, Terms
from parcferme.games.rallyman.par.solver import Solution, prepare, solve, tyre_advice
from parcferme.games.rallyman.rules.game import RallymanGame, RallymanState
from parcferme.games.rallyman.show.commands import COMMANDS
from parcferme.games.rallyman.state import RETIRED

from .helpers import rally, special

pytestmark = pytest.mark.long

MODES = ("basic", "attack+lock", "everything")
COMPILED = not str(sweep.__file__).endswith(".py")


def solved(game: RallymanGame, mode: str, tyres: int = 0, snow: int = 0) -> Solution:
    more, cards = mode != "basic", 1 if mode == "everything" else 0
    return solve(game.rally, 0, snow, tyres, Terms(more, more), Condition(sisu=cards, spare=cards))


def par(game: RallymanGame, mode: str, tyres: int = 0, snow: int = 0) -> float:
    return solved(game, mode, tyres, snow).value


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
    solution = solved(rally("Sgg " * 7), mode)
    for spaces, value in enumerate(values.split()):  # standing still so many spaces before the finish
        found = solution.expected(7 - spaces, 0, solution.car)
        assert found == pytest.approx(float(Fraction(value)), abs=1e-9), spaces


@pytest.mark.rule("RM-V20")
def test_v20_three_spaces_by_hand() -> None:
    solution = solved(rally("Sgg Sgg Sgg"), "basic")
    assert solution.value == pytest.approx(610 / 27)
    after_two_hazards = solution.sweep.chain.after(2, hand_of(2, 0b00011, 0, 2), 0, 0)
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


DRY, SNOW, SNOW_TYRES = (0, 0), (1, 0), (0, 1)  # zones in snow, tyres
T40 = [
    (DRY, "basic", 171.9159),
    (SNOW, "basic", 275.9545),
    (SNOW_TYRES, "basic", 183.1162),
]
T40_LONG = [
    (DRY, "attack+lock", 121.5601),
    (DRY, "everything", 98.8139),
    (SNOW, "attack+lock", 176.4767),
    (SNOW, "everything", 134.7971),
    (SNOW_TYRES, "attack+lock", 140.5221),
    (SNOW_TYRES, "everything", 120.3104),
]


@pytest.mark.rule("RM-V21")
@pytest.mark.parametrize(("weather", "mode", "value"), T40 + (T40_LONG if COMPILED else []))
def test_v21_forty_spaces(weather: tuple[int, int], mode: str, value: float) -> None:
    game = rally(t40(), weather="fixed", snow=["A"] * 3)
    assert par(game, mode, weather[1], weather[0]) == pytest.approx(value, abs=5e-5)


def house(roadbook: str) -> RallymanGame:
    game = create("rallyman", {"players": 1, "stages": [roadbook] * 3})
    assert isinstance(game, RallymanGame)
    return game


HOUSE = [
    ("C8-C3/J1-J4", "basic", 93.9408),
    ("L0-L1/C7-C6/L2-L3/V2-V3/C5-C4", "basic", 223.3303),
    ("J1-J4", "basic", 57.2577),
    ("C3-C8", "basic", 40.7071),
    ("C6-C7", "basic", 41.0047),
    ("J1-J4", "attack+lock", 41.4967),
    ("C3-C8", "attack+lock", 32.2503),
    ("C6-C7", "attack+lock", 30.6375),
    ("J1-J4", "everything", 30.0374),
    ("C3-C8", "everything", 18.0),
    ("C6-C7", "everything", 17.0986),
]
HOUSE_LONG = [
    ("C8-C3/J1-J4", "attack+lock", 71.9312),
    ("C8-C3/J1-J4", "everything", 50.9524),
    ("L0-L1/C7-C6/L2-L3/V2-V3/C5-C4", "attack+lock", 168.8255),
    ("L0-L1/C7-C6/L2-L3/V2-V3/C5-C4", "everything", 139.8525),
]


@pytest.mark.rule("RM-V22")
@pytest.mark.parametrize(("roadbook", "mode", "value"), HOUSE + (HOUSE_LONG if COMPILED else []))
def test_v22_pars_on_the_house_zones(roadbook: str, mode: str, value: float) -> None:
    assert par(house(roadbook), mode) == pytest.approx(value, abs=5e-5)


class Referee:
    """Perfect play by brute force: the real game, every choice and every outcome, in exact fractions."""

    def __init__(self) -> None:
        self.known: dict[str, Fraction] = {}

    def value(self, state: RallymanState) -> Fraction:
        """Expected time of the first special from here on."""
        car, turn = state.cars[0], state.turn
        if state.special != 0:
            return Fraction(car.times[0])
        spent = int(car.chrono)
        if car.status == RETIRED:
            return Fraction(spent + 600 - car.markers - turn.earned)
        twin = state.copy()
        twin.cars[0].log, twin.cars[0].arrival, twin.round = None, 0, 0
        key = json.dumps(twin.dump())
        found = self.known.get(key)
        if found is None:
            found = self._worked_out(state) - spent
            self.known[key] = found
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


ROADS = [
    "Sgg Sgg Sgg",
    "Sgg C12rf Sgg",
    "Sgg K123rr Sgg",
    "Sgg B1fg Sgg C34gr",
    "K122rr C1-ff",
    "Sgg K123rg K234gf",
]


def options_of(mode: str) -> dict[str, object]:
    more, cards = mode != "basic", mode == "everything"
    return {"time_attack": more, "locking": more, "sisu": cards, "spare_tyre": cards, "assistance": "none"}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("road", ROADS)
def test_the_solver_agrees_with_brute_force_on_the_real_rules(road: str, mode: str) -> None:
    game = rally(road, **options_of(mode))
    assert par(game, mode) == pytest.approx(float(Referee().value(game.start())), abs=1e-9)


@pytest.mark.parametrize(
    "options",
    [
        {"attack_pays_on_loc": False},
        {"spare_tyre_seconds": 3},
        {"shortcuts": False},
        {"dice": "GT"},
        {"locking": False},
        {"weather": "fixed", "snow": ["A", "A", "A"], "tyres": "asphalt"},
        {"weather": "fixed", "snow": ["A", "A", "A"], "tyres": "snow"},
    ],
)
def test_every_option_is_respected(options: dict[str, object]) -> None:
    game = rally("Sgg K123rg | B2gg C12fg", assistance="none", **{"sisu": True, **options})
    snow = game.rally.fixed_snow[0]
    found = solve(game.rally, 0, snow, game.rally.first_tyres).value
    assert found == pytest.approx(float(Referee().value(game.start())), abs=1e-9)


def test_brute_force_finds_the_printed_fraction() -> None:
    game = rally("Sgg Sgg Sgg", time_attack=False, locking=False)
    assert Referee().value(game.start()) == Fraction(610, 27)


# ------------------------------------------------------------------ certificates


@pytest.mark.parametrize("road", ["Sgg C12rf Sgg", "Sgg K123rr", "B1fg C34gr"])
def test_every_claim_of_a_small_solution_holds(road: str) -> None:
    game = rally(road, **options_of("attack+lock"))
    certificate = json.loads(json.dumps(solve(game.rally).certificate()))
    assert check(game, certificate) == []


@pytest.mark.parametrize("retired", [30.0, 100.0])
def test_claims_hold_where_retiring_is_a_relief(retired: float) -> None:
    """Then a car may be better off with more damage or flats: the solver must not take it for granted."""
    game = rally("K123rr K234rr Sgg", **options_of("attack+lock"))
    solution = solve(game.rally, terms=Terms(retired=retired), car=Condition())
    assert not all(solution.model.less_damage) or not all(solution.model.fewer_flats)
    assert check(game, solution.certificate(), 150) == []


def test_only_cars_that_can_be_there_are_claimed() -> None:
    """No damage before the first rocks, no flat before the first shortcut, and no spare tyre used without a flat."""
    solution = solved(rally("Sgg Sgg K123rr Sgg"), "everything")
    for car in (Condition(damage=1, spare=1), Condition(flats=1, spare=1), Condition(spare=0)):
        with pytest.raises(ValueError, match="for such a car"):
            solution.expected(2, 0, car)
    for car in (Condition(damage=2, spare=1), Condition(flats=1, spare=1), Condition(spare=0)):
        assert solution.expected(3, 0, car) > 0
    with pytest.raises(ValueError, match="for such a car"):
        solution.expected(4, 0, Condition(flats=1, spare=0))  # that takes two flats


def test_a_sample_of_a_house_special_holds() -> None:
    game = rally(" ".join(t40().split()[:12]), **options_of("everything"))
    assert check(game, solve(game.rally).certificate(), 5) == []


def test_a_wrong_claim_is_found() -> None:
    game = rally("Sgg C12rf Sgg", **options_of("basic"))
    solution = solve(game.rally)
    certificate = solution.certificate()
    table = certificate["table"]
    assert isinstance(table, dict)
    table["2"][0] += 0.01
    faults = check(game, certificate)
    assert any("space 2, gear 0" in fault for fault in faults)
    assert any("space 1" in fault for fault in faults)  # what was built on it no longer fits either


@pytest.mark.parametrize(
    ("part", "value", "named"),
    [
        ("format", "something else", "format"),
        ("layout", [5, 1], "layout"),
        ("value", 1.0, "value"),
        ("table", {}, "missing"),
        ("table", None, "table"),
    ],
)
def test_a_malformed_certificate_is_refused(part: str, value: object, named: str) -> None:
    game = rally("Sgg Sgg", **options_of("basic"))
    faults = check(game, {**solve(game.rally).certificate(), part: value})
    assert faults
    assert named in faults[0]


def test_a_certificate_is_for_one_car() -> None:
    certificate = solve(rally("Sgg Sgg", **options_of("basic")).rally).certificate()
    assert "one alone" in check(rally("Sgg Sgg", players=2, **options_of("basic")), certificate)[0]


# ------------------------------------------------------------------ times, tyres, policy


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("road", [*ROADS, "Sgg K123rr B3fg Sgg K234rf Srr Sgg C12ff"])
def test_the_chances_of_all_times_give_the_value(road: str, mode: str) -> None:
    solution = solved(rally(road), mode)
    times = solution.times()
    assert sum(times.finished.values()) + times.retired == pytest.approx(1.0)
    assert times.mean() == pytest.approx(solution.value, abs=1e-9)
    assert min(times.finished.values()) > 0


def test_times_of_three_spaces_by_hand() -> None:
    times = solved(rally("Sgg Sgg Sgg"), "basic").times()
    # 1, 2, 3 and 4 in a row unless both first dice show a hazard; then a white die, which fails once in six
    assert {k: Fraction(v).limit_denominator(1000) for k, v in times.finished.items()} == {
        20: Fraction(8, 9),
        30: Fraction(1, 9) * Fraction(5, 6),
        110: Fraction(1, 9) * Fraction(1, 6),
    }


def test_the_best_opening_of_forty_spaces() -> None:
    """On the first spaces of T40 already: attack with 1, 2, 3, 4 and both white dice."""
    if COMPILED:
        solution = solved(rally(t40()), "attack+lock")
        assert solution.policy(0, 0, solution.car) == "attack:1234WW"
    solution = solved(rally("Sgg " * 7), "everything")
    assert solution.policy(3, 0, solution.car) == "attack:12345"


def test_tyres_for_the_weather() -> None:
    game = rally("Sgg " * 6, weather="fixed", snow=["A"] * 3)
    dry, snow = tyre_advice(game.rally, 0, 0), tyre_advice(game.rally, 0, 1)
    assert dry[0] < dry[1]  # snow tyres waste a white die on asphalt
    assert snow[0] > snow[1]


# ------------------------------------------------------------------ caching and interruption


class Enough(Exception):
    pass


def test_a_solve_can_be_stopped_and_goes_on_where_it_was() -> None:
    game = rally("Sgg C23ff Sgg Sgg Srr Sgg")
    seen: list[int] = []

    def stop_half_way(done: int, spaces: int) -> None:
        seen.append(done)
        if done == 3:
            raise Enough

    with pytest.raises(Enough):
        solve(game.rally, report=stop_half_way)
    solution = prepare(game.rally, 0, 0, 0)
    assert not solution.complete
    assert solution.expected(5, 0, solution.car) > 0
    with pytest.raises(ValueError, match="has not been solved"):
        solution.expected(1, 0, solution.car)
    assert solve(game.rally, report=lambda done, spaces: seen.append(done)) is solution
    assert seen == [0, 1, 2, 3, 3, 4, 5, 6, 7]


def test_solutions_are_kept_by_content() -> None:
    first, again = rally("Sgg C23ff Sgg"), rally("Sgg C23ff Sgg")
    assert solve(first.rally) is solve(again.rally)
    assert solve(rally("Sgg C23ff Nff").rally) is not solve(first.rally)
    assert solve(first.rally, terms=Terms(locking=False)) is not solve(first.rally)


def test_a_kept_table_is_taken_over(tmp_path: Path) -> None:
    game = rally("Sgg C23rf Sgg K123ff")
    done = solve(game.rally)
    partly = {**done.certificate(), "complete": False}
    table = partly["table"]
    assert isinstance(table, dict)
    del table["0"], table["1"]
    fresh = Solution(done.model.__class__(done.model.road, 0, game.rally.components, done.model.terms, done.car),
                     done.car, done.key)  # fmt: skip
    assert fresh.resume(partly)
    assert fresh.sweep.todo == 1
    fresh.sweep.run()
    assert fresh.value == done.value
    assert not fresh.resume({**partly, "key": "another"})


# ------------------------------------------------------------------ in the terminal


def run(command: str, *arguments: str) -> str:
    return COMMANDS[command][1](list(arguments))


def test_par_command() -> None:
    assert "41.0047 s = 00:41" in run("par", "C6-C7")
    assert "best opening roll:1/go" in run("par", "C6-C7")
    for wrong in (["C6-C7", "magic"], ["C6-C7", "wind=5"], ["C6-C7", "tyres=wood"], []):
        with pytest.raises(BadOption):
            run("par", *wrong)
    with pytest.raises(BadContent, match="no such road"):
        run("par", "C6-C8")


def test_par_of_an_own_special_and_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text(json.dumps(special("Sgg Sgg Sgg")))
    assert "22.5926" in run("par", "@T", f"file={file}")
    file.write_text("{")
    with pytest.raises(BadContent, match="own"):
        run("par", "@T", f"file={file}")


def test_times_and_tyres_commands() -> None:
    text = run("times", "C6-C7", "everything")
    assert "mean 17.0986 s" in text
    assert "00:17  99.9014%" in text
    assert "take snow tyres" in run("tyres", "C6-C7", "snow=C")


def test_a_solution_is_kept_gone_on_with_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    run("par", "J1-J4", f"keep={file}")
    assert "holds" in run("verify", str(file), "cars=20")
    assert "57.2577" in run("par", "J1-J4", f"keep={file}")
    with pytest.raises(ParcFermeError, match="nothing is overwritten"):
        run("par", "C6-C7", f"keep={file}")
    document = json.loads(file.read_text())
    document["value"] = 50.0
    file.write_text(json.dumps(document))
    with pytest.raises(BadContent, match="claim"):
        run("verify", str(file), "cars=1")
    with pytest.raises(BadOption):
        run("verify")


def test_ctrl_c_tells_what_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from parcferme.games.rallyman.show import commands

    def interrupted(done: int, spaces: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    file = tmp_path / "kept.json"
    with monkeypatch.context() as patched:
        patched.setattr(commands, "show_progress", interrupted)
        text = run("par", "J2-J3", f"keep={file}")
    assert "stopped. Proved from space 6 on" in text
    document = json.loads(file.read_text())
    assert document["complete"] is False
    assert document["value"] is None
    assert sorted(document["table"]) == ["6", "7", "8", "9"]
