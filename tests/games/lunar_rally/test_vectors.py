"""The worked examples, with their numbers. Open ground, all armed, full health; what is not named stands still."""

from __future__ import annotations

from typing import Any

import pytest
from tests.lib.hexes import arc

from parcferme.core.contract import OVER
from parcferme.games.lunar_rally.rules.game import LunarGame, LunarState
from parcferme.lib.hexgrid import Hex

from .helpers import facing, first, health, kinds, open_ground, position, rover, run, where


def after(
    rovers: dict[str, dict[str, object]], cards: dict[str, str], phase: int = 1, **ground: Any
) -> tuple[LunarGame, LunarState, list[str]]:
    """Run one phase; returns the game, the position and the kinds of events."""
    game = open_ground(**ground)
    state = position(game, rovers)
    return game, state, kinds(run(game, state, cards, phase))


@pytest.mark.rule("LR-V01", "LR-44", "LR-45")
def test_v01_a_rover_hit_is_pushed_on_and_damaged() -> None:
    game, state, _ = after({"B1": rover((10, 0), "NE"), "G2": rover((11, -1), "S")}, {"B1": "F1"})
    assert where(game, state) == {"B1": (11, -1), "G2": (12, -2)}
    assert facing(game, state, "G2") == "S"
    assert health(game, state, "G2") == "P3 S1 M2"
    assert health(game, state, "B1") == "P3 S1 M1"


@pytest.mark.rule("LR-V02", "LR-46", "LR-R18")
def test_v02_a_crater_behind_stops_the_push_but_not_the_damage() -> None:
    rovers = {"B1": rover((10, 0), "NE"), "G2": rover((11, -1), "S")}
    game, state, _ = after(rovers, {"B1": "F1"}, craters=[(12, -2)])
    assert where(game, state) == {"B1": (10, 0), "G2": (11, -1)}
    assert health(game, state, "G2") == "P3 S1 M2"
    assert health(game, state, "B1") == "P3 S1 M1"


@pytest.mark.rule("LR-V03", "LR-50", "LR-52")
def test_v03_two_rovers_for_one_hex() -> None:
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((12, 0), "NW")}
    game, state, _ = after(rovers, {"B1": "F1", "G1": "AT"})
    assert where(game, state) == {"B1": (10, 0), "G1": (12, 0)}
    assert [health(game, state, name) for name in ("B1", "G1")] == ["P3 S0 M1", "P3 S0 M1"]


@pytest.mark.rule("LR-V04", "LR-51", "LR-52")
def test_v04_an_exchange_is_refused() -> None:
    game, state, seen = after({"B1": rover((10, 0), "SE"), "G1": rover((11, 0), "NW")}, {"B1": "F1", "G1": "F1"})
    assert where(game, state) == {"B1": (10, 0), "G1": (11, 0)}
    assert [health(game, state, name) for name in ("B1", "G1")] == ["P3 S0 M1", "P3 S0 M1"]
    assert "swap" in seen


@pytest.mark.rule("LR-V05", "LR-R12")
def test_v05_a_convoy_moves_on() -> None:
    game, state, seen = after({"B1": rover((10, 0), "SE"), "G1": rover((11, 0), "SE")}, {"B1": "F1", "G1": "F1"})
    assert where(game, state) == {"B1": (11, 0), "G1": (12, 0)}
    assert [health(game, state, name) for name in ("B1", "G1")] == ["P3 S1 M1", "P3 S1 M1"]
    assert "hit" not in seen


@pytest.mark.rule("LR-V06", "LR-53", "LR-71")
def test_v06_a_convoy_stopped_by_a_crater() -> None:
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((11, 0), "SE")}
    game, state, _ = after(rovers, {"B1": "F1", "G1": "F1"}, craters=[(12, 0)])
    assert where(game, state) == {"B1": (10, 0), "G1": (11, 0)}
    assert health(game, state, "G1") == "P2 S0 M1"
    assert health(game, state, "B1") == "P3 S1 M1"


@pytest.mark.rule("LR-V07", "LR-R13")
def test_v07_three_rovers_in_a_ring_go_round() -> None:
    rovers = {"B1": rover((10, 0), "NE"), "G1": rover((11, -1), "S"), "R1": rover((11, 0), "NW")}
    game, state, _ = after(rovers, {"B1": "F1", "G1": "F1", "R1": "F1"})
    assert where(game, state) == {"B1": (11, -1), "G1": (11, 0), "R1": (10, 0)}
    assert {health(game, state, name) for name in rovers} == {"P3 S1 M1"}


@pytest.mark.rule("LR-V08", "LR-R14")
def test_v08_three_rovers_for_one_hex() -> None:
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((12, 0), "NW"), "R1": rover((11, 1), "N")}
    game, state, _ = after(rovers, {"B1": "F1", "G1": "F1", "R1": "F1"})
    assert where(game, state) == {"B1": (10, 0), "G1": (12, 0), "R1": (11, 1)}
    assert {health(game, state, name) for name in rovers} == {"P2 S0 M1"}


@pytest.mark.rule("LR-V09", "LR-52", "LR-R41")
def test_v09_forwards_against_backwards() -> None:
    game, state, _ = after({"B2": rover((10, 0), "SE"), "G2": rover((12, 0), "SE")}, {"B2": "F1", "G2": "RV"})
    assert where(game, state) == {"B2": (10, 0), "G2": (12, 0)}
    assert health(game, state, "G2") == "P3 S1 M2"
    assert health(game, state, "B2") == "P3 S2 M2"


@pytest.mark.rule("LR-V10", "LR-R15")
def test_v10_an_instructed_rover_goes_before_a_push() -> None:
    rovers = {"B1": rover((10, 0), "SE"), "R2": rover((11, 0), "N"), "G1": rover((12, 1), "N")}
    game, state, _ = after(rovers, {"B1": "F1", "G1": "F1"})
    assert where(game, state) == {"B1": (10, 0), "R2": (11, 0), "G1": (12, 0)}
    assert health(game, state, "R2") == "P3 S1 M2"
    assert health(game, state, "G1") == "P3 S1 M1"


@pytest.mark.rule("LR-V11", "LR-R17")
def test_v11_a_hex_just_left_is_empty_for_a_push() -> None:
    rovers = {"B1": rover((10, 0), "SE"), "R2": rover((11, 0)), "G1": rover((12, 0), "NE")}
    game, state, _ = after(rovers, {"B1": "F1", "G1": "F1"})
    assert where(game, state) == {"B1": (11, 0), "R2": (12, 0), "G1": (13, -1)}
    assert health(game, state, "R2") == "P3 S1 M2"


@pytest.mark.rule("LR-V12", "LR-54", "LR-55", "LR-R19", "LR-R20")
@pytest.mark.parametrize(
    ("card", "mover", "target", "shields"), [("F1", (10, 0), (11, 0), 2), ("AT", (11, 0), (12, 0), 1)]
)
def test_v12_a_ram_onto_dust_needs_all_terrain(card: str, mover: Hex, target: Hex, shields: int) -> None:
    rovers = {"B1": rover((10, 0), "SE"), "R2": rover((11, 0))}
    game, state, _ = after(rovers, {"B1": card}, dust=[(11, 0)])
    assert where(game, state) == {"B1": mover, "R2": target}
    assert health(game, state, "R2") == f"P3 S{shields} M2"


@pytest.mark.rule("LR-V13", "LR-R16")
def test_v13_two_pushes_into_one_hex_both_fail() -> None:
    rovers = {
        "B1": rover((10, 0), "SE"),
        "R2": rover((11, 0)),
        "Y2": rover((13, 0)),
        "G1": rover((14, 0), "NW"),
    }
    game, state, _ = after(rovers, {"B1": "F1", "G1": "F1"})
    assert where(game, state) == {"B1": (10, 0), "R2": (11, 0), "Y2": (13, 0), "G1": (14, 0)}
    assert [health(game, state, name) for name in ("R2", "Y2")] == ["P3 S1 M2", "P3 S1 M2"]


@pytest.mark.rule("LR-V14", "LR-72", "LR-75")
def test_v14_a_ram_silences_the_laser_of_the_same_phase() -> None:
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((11, 0), "NW", "S0")}
    game, state, seen = after(rovers, {"B1": "F1", "G1": "LA"}, phase=3)
    assert where(game, state) == {"B1": (11, 0), "G1": (12, 0)}
    assert health(game, state, "G1") == "P2 S0 M1"
    assert "laser" not in seen
    assert health(game, state, "B1") == "P3 S1 M1"


@pytest.mark.rule("LR-V15", "LR-R09")
def test_v15_lasers_fire_together() -> None:
    rovers = {"B1": rover((10, 0), "SE", "P2"), "G1": rover((13, 0), "NW", "P2")}
    game, state, seen = after(rovers, {"B1": "LA", "G1": "LA"}, phase=2)
    assert [health(game, state, name) for name in rovers] == ["P1 S0 M1", "P1 S0 M1"]
    assert seen.count("laser") == 2


@pytest.mark.rule("LR-V16", "LR-34", "LR-R09")
def test_v16_a_laser_silences_a_missile() -> None:
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((13, 0), "NW", "P2 M1")}
    game, state, seen = after(rovers, {"B1": "LA", "G1": "MI"}, phase=2)
    assert health(game, state, "G1") == "P1 S0 M1"
    assert "missile" not in seen
    assert health(game, state, "B1") == "P3 S1 M1"


@pytest.mark.rule("LR-V17", "LR-66")
def test_v17_a_missile_prefers_straight_ahead() -> None:
    rovers = {"B1": rover((10, 2), "N"), "G1": rover((10, -1)), "R1": rover((12, -1))}
    game, state, _ = after(rovers, {"B1": "MI"})
    assert [health(game, state, name) for name in rovers] == ["P3 S1 M0", "P3 S0 M1", "P3 S1 M1"]


@pytest.mark.rule("LR-V18", "LR-67", "LR-R28")
def test_v18_a_missile_torn_between_two_hits_nothing() -> None:
    rovers = {"B1": rover((10, 2), "N"), "G1": rover((9, 0)), "R1": rover((11, -1)), "Y1": rover((10, -2))}
    game = open_ground()
    state = position(game, rovers)
    events = run(game, state, {"B1": "MI"})
    assert first(events, "missile_tie").args["rover"] == "B1"
    assert [health(game, state, name) for name in rovers] == ["P3 S1 M0", "P3 S1 M1", "P3 S1 M1", "P3 S1 M1"]


@pytest.mark.rule("LR-V19", "LR-77", "LR-35")
def test_v19_an_explosion_sets_off_the_next() -> None:
    rovers = {
        "R1": rover((7, 0), "SE"),
        "B2": rover((10, 0), "N", "P1"),
        "G1": rover((11, 0), "N", "P1"),
        "Y2": rover((12, 0), "N", "P3 S0"),
        "R2": rover((10, -1)),
    }
    game = open_ground()
    state = position(game, rovers)
    events = run(game, state, {"R1": "LA"})
    waves = [(event.args["rover"], event.args["wave"]) for event in events if event.kind == "explode"]
    assert waves == [("B2", 1), ("G1", 2)]
    assert [health(game, state, name) for name in ("Y2", "R2", "R1")] == ["P2 S0 M2", "P3 S1 M2", "P3 S1 M1"]
    assert set(where(game, state)) == {"R1", "Y2", "R2"}


@pytest.mark.rule("LR-V20", "LR-81", "LR-R30")
def test_v20_a_restored_phase_is_blank_this_turn() -> None:
    game = open_ground(repair=[(10, 0)])
    state = position(game, {"B1": rover((10, 0), "N", "P1")})
    events = run(game, state, {"B1": "ST"})
    assert health(game, state, "B1") == "P2 S0 M1"
    assert [event.args["phase"] for event in events if event.kind == "reveal"] == [1]
    view = state.view(0)["rovers"]
    assert isinstance(view, list)
    assert view[0]["program"] == ["ST", "empty", "lost"]


@pytest.mark.rule("LR-V21", "LR-R11")
def test_v21_pushed_off_the_station_means_no_repair() -> None:
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((11, 0), "N", "P2")}
    game, state, _ = after(rovers, {"B1": "F1", "G1": "ST"}, repair=[(11, 0)])
    assert where(game, state) == {"B1": (11, 0), "G1": (12, 0)}
    assert health(game, state, "G1") == "P1 S0 M1"


@pytest.mark.rule("LR-V22", "LR-R14")
def test_v22_two_rovers_drive_at_a_third() -> None:
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((12, 0), "NW"), "Y2": rover((11, 0))}
    game, state, _ = after(rovers, {"B1": "F1", "G1": "F1"})
    assert where(game, state) == {"B1": (10, 0), "G1": (12, 0), "Y2": (11, 0)}
    assert [health(game, state, name) for name in rovers] == ["P3 S0 M1", "P3 S0 M1", "P3 S0 M2"]


@pytest.mark.rule("LR-V23", "LR-R10")
def test_v23_who_fails_to_move_can_be_pushed() -> None:
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((11, 0), "NE")}
    game, state, _ = after(rovers, {"B1": "F1", "G1": "F1"}, craters=[(12, -1)])
    assert where(game, state) == {"B1": (11, 0), "G1": (12, 0)}
    assert facing(game, state, "G1") == "NE"
    assert health(game, state, "G1") == "P2 S0 M1"
    assert health(game, state, "B1") == "P3 S1 M1"


@pytest.mark.rule("LR-V24", "LR-45")
def test_v24_a_convoy_pushes_the_rover_in_its_way() -> None:
    rovers = {"B1": rover((9, 0), "SE"), "G1": rover((10, 0), "SE"), "R2": rover((11, 0))}
    game, state, _ = after(rovers, {"B1": "F1", "G1": "F1"})
    assert where(game, state) == {"B1": (10, 0), "G1": (11, 0), "R2": (12, 0)}
    assert [health(game, state, name) for name in rovers] == ["P3 S1 M1", "P3 S1 M1", "P3 S1 M2"]


@pytest.mark.rule("LR-V25", "LR-84", "LR-R21", "LR-R23")
def test_v25_two_arrive_together_and_no_laser_follows() -> None:
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((10, 2), "NE"), "R1": rover((14, 0), "NW")}
    game, state, seen = after(rovers, {"B1": "F1", "G1": "F1", "R1": "LA"}, finish=[(11, 0), (11, 1)])
    assert state.kind() == OVER
    result = state.result()
    assert result is not None
    assert (result.reason, result.winners()) == ("tie", [0, 1])
    assert "laser" not in seen
    assert health(game, state, "B1") == "P3 S1 M1"


@pytest.mark.rule("LR-64", "LR-R27")
def test_the_missile_arc_of_the_worked_example() -> None:
    hexes = arc((10, 2), 0, 5)
    assert set(hexes[:3]) == {(9, 2), (10, 1), (11, 1)}
    assert set(hexes[3:8]) == {(8, 2), (9, 1), (10, 0), (11, 0), (12, 0)}
    assert len(hexes) == 35
