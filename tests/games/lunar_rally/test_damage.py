"""Damage, explosions, caches and repair (LR-71 to LR-81)."""

from __future__ import annotations

import pytest
from tests.lib.hexes import ray, ring

from parcferme.games.lunar_rally.board.check import check
from parcferme.lib.hexgrid import DIRECTION_NAMES, step

from .helpers import first, give, health, kinds, open_ground, position, program, rover, rover_view, run, scenario, where


@pytest.mark.rule("LR-71")
def test_every_cause_of_damage_does_exactly_one() -> None:
    causes = {
        "run into": ({"B1": rover((10, 0), "SE"), "G2": rover((11, 0))}, {"B1": "F1"}),
        "contest": ({"B1": rover((10, 0), "SE"), "G1": rover((12, 0), "NW")}, {"B1": "F1", "G1": "F1"}),
        "laser": ({"B1": rover((10, 0), "SE"), "G2": rover((13, 0))}, {"B1": "LA"}),
        "missile": ({"B1": rover((10, 0), "SE"), "G2": rover((13, 0))}, {"B1": "MI"}),
    }
    for cause, (rovers, cards) in causes.items():
        game = open_ground(2)
        state = position(game, rovers)
        events = run(game, state, cards)
        hurt = {e.args["rover"]: e.args["count"] for e in events if e.kind == "damage"}
        assert set(hurt.values()) == {1}, cause
        assert next(name for name in rovers if name[0] == "G") in hurt, cause
    game = open_ground(2, craters=[(11, 0)])
    state = position(game, {"B1": rover((10, 0), "SE")})
    assert first(run(game, state, {"B1": "F1"}), "damage").args["count"] == 1


@pytest.mark.rule("LR-71", "LR-77")
@pytest.mark.parametrize("radius", [1, 2])
def test_an_explosion_hurts_the_six_hexes_around_and_no_further(radius: int) -> None:
    centre = (11, 0)
    for at in ring(centre, radius):
        way = next(way for way in (0, 2) if at not in ray(centre, way, 2))
        shooter = rover(step(centre, way, 4), DIRECTION_NAMES[(way + 3) % 6])
        game = open_ground(3)
        state = position(game, {"B1": shooter, "G2": rover(centre, "N", "P1"), "R2": rover(at)})
        run(game, state, {"B1": "LA"})
        assert "G2" not in where(game, state)
        assert health(game, state, "R2") == ("P3 S1 M2" if radius == 1 else "P3 S2 M2"), at


@pytest.mark.rule("LR-73", "LR-74", "LR-77")
@pytest.mark.parametrize(
    ("name", "course"),
    [
        ("G1", ["P3 S0 M1", "P2 S0 M1", "P1 S0 M1", ""]),
        ("G2", ["P3 S1 M2", "P3 S0 M2", "P2 S0 M2", "P1 S0 M2", ""]),
    ],
)
def test_shields_go_first_then_phase_3_then_phase_2_then_the_rover(name: str, course: list[str]) -> None:
    game = open_ground(3)
    state = position(game, {"B1": rover((10, 0), "SE"), name: rover((13, 0)), "R2": rover((3, 3))}, due=2)
    seen = []
    lost = []
    for _ in course:
        events = run(game, state, {"B1": "LA"})
        seen.append(health(game, state, name))
        lost += [e.args["phase"] for e in events if e.kind == "phase_lost"]
    assert seen == course
    assert lost == [3, 2]
    assert "explode" in kinds(events)


@pytest.mark.rule("LR-74")
def test_the_card_on_a_lost_phase_goes_back() -> None:
    game = open_ground(2)
    state = position(game, {"B1": rover((10, 0), "SE"), "G1": rover((13, 0), "N", "S0"), "G2": rover((3, 3))}, due=2)
    give(game, state, {"B1": "LA.TL.TR", "G1": "ST.TL.F1"})
    program(game, state, "TL.TR.ST")
    assert where(game, state)["G1"] == (13, 0), "F1 was lost before its phase came"
    assert rover_view(state, "G1", 1)["program"] == ["ST", "TL", "lost"]
    assert state.explain(1, game.parse("1:F1.TL")) is None


@pytest.mark.rule("LR-75", "LR-76")
def test_a_lost_phase_stays_lost_without_repair() -> None:
    game = open_ground(2)
    state = position(game, {"B1": rover((10, 0), "SE", "P1"), "G2": rover((3, 3)), "G1": rover((5, 5))}, due=2)
    give(game, state, {"B1": "ST", "G1": "TL.TR.ST"})
    program(game, state, "TL.TR.ST")
    assert health(game, state, "B1") == "P1 S0 M1", "Still on plain ground repairs nothing"
    assert len(state.legal(0)) == 7


@pytest.mark.rule("LR-77", "LR-R33")
def test_chain_explosions_run_wave_by_wave_and_ask_no_owner() -> None:
    game = open_ground(2)
    rovers = {
        "B1": rover((7, 0), "SE"),
        "B2": rover((10, 0), "N", "P1"),
        "G1": rover((11, 0), "N", "P1"),
        "G2": rover((11, -1), "N", "P3 S0"),
    }
    state = position(game, rovers)
    events = run(game, state, {"B1": "LA"})
    assert [(e.args["rover"], e.args["wave"]) for e in events if e.kind == "explode"] == [("B2", 1), ("G1", 2)]
    assert [(e.args["rover"], e.args["victim"]) for e in events if e.kind == "blast"] == [
        ("B2", "G1"),
        ("B2", "G2"),
        ("G1", "G2"),
    ]
    assert health(game, state, "G2") == "P1 S0 M2"


@pytest.mark.rule("LR-R32", "LR-R31")
def test_nothing_remains_of_a_destroyed_rover_and_the_ground_is_unharmed() -> None:
    game = open_ground(3, caches=[(11, 0)], repair=[(12, 0)])
    rovers = {"B1": rover((8, 0), "SE"), "G2": rover((11, 0), "N", "P1 M2"), "R2": rover((3, 3))}
    state = position(game, rovers)
    before = state.view(None)["map"]
    run(game, state, {"B1": "LA"})
    gone = rover_view(state, "G2")
    assert (gone["hex"], gone["missiles"], gone["phases"]) == (None, 0, 0)
    assert state.view(None)["map"] == before
    for _ in range(3):
        run(game, state, {"B1": "F1"})
    assert where(game, state)["B1"] == (11, 0), "its hex is free"


@pytest.mark.rule("LR-78", "LR-80")
def test_still_on_a_cache_takes_the_missile_and_driving_over_does_not() -> None:
    game = open_ground(2, caches=[(11, 0)])
    state = position(game, {"B1": rover((10, 0), "SE", "M0"), "G1": rover((3, 3), "N", "M0")})
    run(game, state, {"B1": "F1"})
    assert health(game, state, "B1") == "P3 S1 M0"
    events = run(game, state, {"B1": "ST"})
    assert health(game, state, "B1") == "P3 S1 M1"
    assert first(events, "cache").clause == "LR-78"
    shown = state.view(None)["map"]
    assert isinstance(shown, dict)
    assert shown["caches"] == []
    run(game, state, {"B1": "MI"})
    run(game, state, {"B1": "ST"})
    assert health(game, state, "B1") == "P3 S1 M0", "a cache is taken only once"


@pytest.mark.rule("LR-79")
@pytest.mark.parametrize(("name", "aboard", "after"), [("B1", 1, 1), ("B2", 2, 2), ("B2", 1, 2), ("B2", 0, 1)])
def test_a_full_rover_leaves_the_cache(name: str, aboard: int, after: int) -> None:
    game = open_ground(2, caches=[(11, 0)])
    state = position(game, {name: rover((11, 0), "SE", f"M{aboard}")})
    run(game, state, {name: "ST"})
    assert health(game, state, name)[-2:] == f"M{after}"
    shown = state.view(None)["map"]
    assert isinstance(shown, dict)
    assert (shown["caches"] == ["L6"]) == (aboard == after)


@pytest.mark.rule("LR-81", "LR-R30", "LR-76")
@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("B1", "P1", "P2 S0 M1"),
        ("B1", "P2", "P3 S0 M1"),
        ("B1", "P3 S0", "P3 S1 M1"),
        ("B1", "P3 S1", "P3 S1 M1"),
        ("B2", "P3 S0", "P3 S1 M2"),
        ("B2", "P3 S1", "P3 S2 M2"),
        ("B2", "P3 S2", "P3 S2 M2"),
    ],
)
def test_a_station_repairs_phases_then_shields(name: str, before: str, after: str) -> None:
    game = open_ground(2, repair=[(11, 0)])
    state = position(game, {name: rover((11, 0), "SE", before)})
    run(game, state, {name: "ST"})
    assert health(game, state, name) == after


@pytest.mark.rule("LR-R30")
def test_two_repairs_in_two_turns_bring_back_phase_2_then_3() -> None:
    game = open_ground(2, repair=[(11, 0)])
    state = position(game, {"B1": rover((11, 0), "SE", "P1"), "G1": rover((3, 3)), "G2": rover((4, 4))}, due=1)
    program(game, state, "ST", "TL.TR.ST")
    program(game, state, "TL.TR.ST")
    assert rover_view(state, "B1", 1)["program"] == ["ST", "empty", "lost"]
    assert len(state.legal(0)) == 43, "two phases to program now"


@pytest.mark.rule("LR-R11")
def test_pushed_onto_a_station_still_repairs_there() -> None:
    game = open_ground(2, repair=[(12, 0)])
    state = position(game, {"B1": rover((10, 0), "SE"), "G1": rover((11, 0), "N", "S0")})
    run(game, state, {"B1": "F1", "G1": "ST"})
    assert where(game, state)["G1"] == (12, 0)
    assert health(game, state, "G1") == "P3 S0 M1", "a phase lost to the ram, one restored by the station"


@pytest.mark.rule("LR-R11", "LR-72")
def test_still_works_before_lasers() -> None:
    game = open_ground(2, repair=[(13, 0)])
    state = position(game, {"B1": rover((10, 0), "SE"), "G1": rover((13, 0), "N", "P1")})
    run(game, state, {"B1": "LA", "G1": "ST"})
    assert health(game, state, "G1") == "P1 S0 M1", "repaired first, then hit: it survives"


@pytest.mark.rule("LR-R31")
def test_a_cache_on_a_station_hex_is_refused_so_one_still_does_one_thing() -> None:
    faults = check(scenario(caches=["K6"], repair=["K6"]))
    assert [str(fault) for fault in faults] == ["caches: K6 already holds repair: pieces overlap (LR-11)"]
