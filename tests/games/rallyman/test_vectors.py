"""The worked examples of the rules, number for number."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from tests.support import follow, names

from parcferme.core.contract import CHANCE
from parcferme.games.rallyman.drive.odds import set_loss
from parcferme.games.rallyman.rules.results import next_order
from parcferme.games.rallyman.state import FINISHED
from parcferme.lib.stagetime import mmss

from .helpers import (
    STRAIGHT,
    at,
    attacks,
    car,
    chrono,
    dice_open,
    drive,
    field,
    put,
    refused,
    rolls,
    start,
    to_play,
    where,
)


@pytest.mark.rule("RM-V01", "RM-25", "RM-27", "RM-28")
def test_v01_first_turn() -> None:
    game, state = start()
    assert rolls(game, state) == ["1/go"]
    drive(game, state, "1", "2!", "3", "end")
    assert (where(state), field(state, "gear"), chrono(state)) == (3, 3, [30])
    assert dice_open(game, state) == "234W"


@pytest.mark.rule("RM-V02", "RM-29", "RM-R03")
def test_v02_down_then_up() -> None:
    game, state = start()
    drive(game, state, "1", "2!", "3", "end", "2", "3", "4", "5", "end")
    assert (where(state), field(state, "gear"), chrono(state)) == (7, 5, [30, 10])
    assert field(state, "chrono") == 40


@pytest.mark.rule("RM-V03", "RM-30", "RM-35")
def test_v03_white_dice_keep_the_gear() -> None:
    game, state = at(space=3, gear=3)
    drive(game, state, "4", "W")
    assert dice_open(game, state) == "35W"
    assert refused(game, state, "roll:4/go")[0] == "die_used"
    drive(game, state, "W", "end")
    assert (where(state), field(state, "gear"), chrono(state)) == (6, 4, [20])


@pytest.mark.rule("RM-V04", "RM-33", "RM-60", "RM-64", "RM-67")
def test_v04_third_hazard_loses_control() -> None:
    game, state = at(space=3, gear=2)
    drive(game, state, "3!", "4!", "W!")
    assert state.kind() == CHANCE
    assert [game.format_outcome(outcome) for outcome, _ in state.chance()] == ["loc:spin", "loc:left", "loc:right"]
    follow(game, state, "loc:spin")
    assert where(state) == 6
    assert car(state)["chrono"] == [{"gear": 4, "seconds": 60, "flipped": True}]
    assert rolls(game, state) == ["1/go"]


@pytest.mark.rule("RM-V05", "RM-44", "RM-46")
def test_v05_locked_die_shows_no_hazard() -> None:
    game, state = at(space=3, gear=2, markers=1)
    drive(game, state, "3!", "4!", "lock5")
    turn = state.view(0)["turn"]
    assert isinstance(turn, dict)
    assert (turn["hazards"], turn["locks"]) == (2, 1)
    assert (field(state, "gear"), field(state, "markers")) == (5, 0)
    assert "end" in names(game, state)
    assert "roll:W/go" in names(game, state)
    drive(game, state, "end")
    assert chrono(state) == [10]


@pytest.mark.rule("RM-V06", "RM-45", "RM-R19")
def test_v06_lock_prices() -> None:
    game, state = at(space=1, gear=1, markers=28)
    held = [28]
    for move in ("lock1", "lock2", "lock3", "lock4", "lock5", "lockW", "lockW"):
        drive(game, state, move)
        held.append(field(state, "markers"))
    assert [before - after for before, after in pairwise(held)] == [1, 2, 3, 4, 5, 6, 7]
    assert [28 - markers for markers in held[1:]] == [1, 3, 6, 10, 15, 21, 28]
    game, state = at(space=1, gear=1, markers=5)
    drive(game, state, "lock1", "lock2")
    assert field(state, "markers") == 2
    assert refused(game, state, "lock:3/go") == ("lock_price", "RM-45")


@pytest.mark.rule("RM-V07", "RM-48", "RM-49", "RM-53", "RM-61", "RM-R12", "RM-R20")
@pytest.mark.parametrize(
    ("corner", "dirty", "expected"),
    [
        ("C23gg", False, {1: ["in"], 2: ["in"], 3: ["skid"], 4: ["wide"], 5: ["wide"]}),
        ("C23gg", True, {1: ["in"], 2: ["skid"], 3: ["wide"], 4: ["wide"], 5: []}),
        ("C12gg", True, {1: ["in", "skid"], 2: ["wide"], 3: ["wide"]}),
    ],
)
def test_v07_corner_gears(corner: str, dirty: bool, expected: dict[int, list[str]]) -> None:
    for gear, paths in expected.items():
        game, state = start(f"Sgg Sgg {corner} Sgg Sgg")
        put(state, 0, 2, gear=gear)
        state.dirt = 1 << 3 if dirty else 0
        to_play(state)
        assert [roll.partition("/")[2] for roll in rolls(game, state) if roll[0] == str(gear)] == paths, gear


@pytest.mark.rule("RM-V08", "RM-56", "RM-57", "RM-58", "RM-59", "RM-R13")
def test_v08_bump() -> None:
    road = "Sgg " * 10 + "B3gg " + "Sgg " * 6
    for gear, landing in ((1, 11), (2, 11), (3, 12), (4, 13)):
        game, state = at(road, 10, gear)
        drive(game, state, str(gear))
        assert where(state) == landing
        assert "end" in names(game, state)
    game, state = at(road, 10, 4)
    drive(game, state, "4!", "loc:spin")
    assert (where(state), chrono(state)) == (13, [60])
    game, state = at(road, 10, 5)
    drive(game, state, "5", "loc:spin")
    assert (where(state), chrono(state)) == (14, [60])
    game, state = at(road.replace("B3", "B2"), 10, 5)
    assert refused(game, state, "roll:5/go") == ("bump_note", "RM-R13")


@pytest.mark.rule("RM-V09", "RM-41", "RM-63", "RM-R07")
@pytest.mark.parametrize(
    ("order", "space", "gear"),
    [
        (["place:3/go", "place:4/go", "place:5/go"], 4, 5),
        (["place:3/go", "place:4/go", "place:W!/go"], 3, 4),
        (["place:W!/go"], 3, 4),
    ],
)
def test_v09_attack_order_decides_where_control_is_lost(order: list[str], space: int, gear: int) -> None:
    game, state = at(gear=2)
    follow(game, state, "attack:345W", "hazards:34W", *order, "loc:spin")
    assert where(state) == space
    assert car(state)["chrono"] == [{"gear": gear, "seconds": 60, "flipped": True}]
    assert field(state, "markers") == 4


@pytest.mark.rule("RM-V10", "RM-38", "RM-R06")
def test_v10_attack_sets_from_third() -> None:
    game, state = at(gear=3)
    assert {"23", "12", "45"} <= set(attacks(game, state))
    assert "12345" not in attacks(game, state)
    assert refused(game, state, "attack:12345") == ("no_order", "RM-R06")
    follow(game, state, "attack:23", "hazards:-")
    assert names(game, state) == ["place:2/go", "place:3/go"]
    for dice, gear in (("12", 1), ("45", 5)):  # only one order: the dice place themselves
        game, state = at(gear=3)
        follow(game, state, f"attack:{dice}", "hazards:-")
        assert (where(state), field(state, "gear")) == (2, gear)


@pytest.mark.rule("RM-V11", "RM-43", "RM-103", "RM-104", "RM-105")
def test_v11_attack_across_the_line() -> None:
    game, state = start("Sgg Sgg")
    assert refused(game, state, "attack:1234") == ("too_many_dice", "RM-43")
    for faces, damage in (("hazards:-", 0), ("hazards:123", 1)):
        game, state = start("Sgg Sgg", assistance="none")
        follow(game, state, "attack:123", faces)
        assert car(state)["times"] == [27]
        assert field(state, "damage") == damage


@pytest.mark.rule("RM-V12", "RM-82", "RM-R08", "RM-R10")
def test_v12_asphalt_tyres_onto_snow() -> None:
    road, snow = "Sgg Sgg | Sgg Sgg Sgg Sgg", {"weather": "fixed", "snow": ["B"] * 3, "tyres": "asphalt"}
    game, state = start(road, **snow)
    drive(game, state, "1!", "2", "3!", "loc:spin")
    assert (where(state), chrono(state)) == (3, [60])
    game, state = start(road, **snow)
    drive(game, state, "1!", "2!", "3")
    assert "end" in names(game, state)
    drive(game, state, "4!", "loc:spin")
    assert (where(state), chrono(state)) == (4, [60])


@pytest.mark.rule("RM-V13", "RM-83")
def test_v13_snow_tyres_on_asphalt() -> None:
    snow = {"weather": "fixed", "snow": ["B"] * 3, "tyres": "snow"}
    game, state = start("Sgg Sgg Sgg | Sgg Sgg", **snow)
    drive(game, state, "1", "W")
    assert refused(game, state, "roll:W/go") == ("snow_tyres", "RM-83")
    drive(game, state, "2")
    assert "roll:W/go" in names(game, state)


@pytest.mark.rule("RM-V14", "RM-10", "RM-R23")
def test_v14_damage_limits_black_dice() -> None:
    game, state = at(damage=2)
    drive(game, state, "1", "2", "3")
    assert refused(game, state, "roll:4/go") == ("damaged", "RM-R23")
    assert rolls(game, state) == ["W/go"]
    drive(game, state, "W", "W")
    assert (where(state), chrono(state)) == (5, [30])


@pytest.mark.rule("RM-V15", "RM-54", "RM-95", "RM-91", "RM-R22")
def test_v15_puncture_takes_the_white_die_at_once() -> None:
    game, state = at("Sgg K344gg " + STRAIGHT, 1, 2, flats=1)
    drive(game, state, "3/cut", "card:puncture")
    assert field(state, "flats") == 2
    assert refused(game, state, "roll:W/go") == ("punctured", "RM-54")
    drive(game, state, "end")
    assert refused(game, state, "roll:W/go") == ("punctured", "RM-54")
    assert refused(game, state, "spare") == ("spare_gear", "RM-91")
    drive(game, state, "2", "1")  # no die follows: the turn ends by itself
    assert "spare" in names(game, state)


@pytest.mark.rule("RM-V16", "RM-98", "RM-99", "RM-36")
def test_v16_stage_time() -> None:
    game, state = at("Sgg Sgg Sgg", 2, 5, markers=7, chrono=30 + 10 + 60 + 10 + 20)
    drive(game, state, "W", "W")
    assert car(state)["times"] == [133]
    assert mmss(133) == "02:13"


@pytest.mark.rule("RM-V17", "RM-100", "RM-R36")
def test_v17_start_order_after_ss1() -> None:
    _, state = start(players=4)
    for seat, seconds in enumerate((133, 141, 133, 150)):
        put(state, seat, 20, times=[seconds], status=FINISHED)
    assert next_order(state) == [0, 2, 1, 3]


@pytest.mark.rule("RM-V18", "RM-R01", "RM-R09")
@pytest.mark.parametrize(
    ("blacks", "whites", "limit", "chance"),
    [
        (3, 0, 3, "1/27"), (4, 0, 3, "1/9"), (5, 0, 3, "17/81"), (2, 1, 3, "1/54"), (3, 1, 3, "2/27"),
        (3, 2, 3, "19/162"), (4, 1, 3, "13/81"), (4, 2, 3, "155/729"), (5, 1, 3, "193/729"), (5, 2, 3, "233/729"),
        (2, 0, 2, "1/9"), (3, 0, 2, "7/27"), (4, 0, 2, "11/27"), (5, 2, 2, "469/729"),
    ],
)  # fmt: skip
def test_v18_chance_to_lose_control(blacks: int, whites: int, limit: int, chance: str) -> None:
    assert set_loss((1 << blacks) - 1, whites, limit, "2010") == Fraction(chance)
