"""Moves, turns, collisions, contests, craters and dust (LR-42 to LR-56)."""

from __future__ import annotations

import pytest

from parcferme.lib.hexgrid import DIRECTION_NAMES, Hex, step

from .helpers import facing, first, give, health, kinds, open_ground, position, rover, run, where


@pytest.mark.rule("LR-42")
@pytest.mark.parametrize("way", range(6))
def test_a_move_is_one_hex_ahead_or_back(way: int) -> None:
    game = open_ground(2)
    for card, number, turned in (("F1", 1, 0), ("AT", 1, 0), ("RV", 2, 3)):
        name = f"B{number}"
        state = position(game, {name: rover((10, 0), DIRECTION_NAMES[way])})
        run(game, state, {name: card})
        assert where(game, state)[name] == step((10, 0), way + turned)
        assert facing(game, state, name) == DIRECTION_NAMES[way]


@pytest.mark.rule("LR-43")
@pytest.mark.parametrize("way", range(6))
def test_a_turn_is_one_hex_side_on_the_spot(way: int) -> None:
    game = open_ground(2)
    for card, change in (("TR", 1), ("TL", -1)):
        state = position(game, {"B1": rover((10, 0), DIRECTION_NAMES[way])})
        run(game, state, {"B1": card})
        assert facing(game, state, "B1") == DIRECTION_NAMES[(way + change) % 6]
        assert where(game, state)["B1"] == (10, 0)


@pytest.mark.rule("LR-44", "LR-R33")
def test_ones_own_rover_is_hit_like_any_other() -> None:
    game = open_ground(2)
    state = position(game, {"B1": rover((10, 0), "SE"), "B2": rover((11, 0), "N")})
    run(game, state, {"B1": "F1"})
    assert where(game, state) == {"B1": (11, 0), "B2": (12, 0)}
    assert health(game, state, "B2") == "P3 S1 M2"


@pytest.mark.rule("LR-46")
@pytest.mark.parametrize("behind", ["rover", "crater", "edge"])
def test_nobody_moves_when_the_hex_behind_is_not_empty(behind: str) -> None:
    game = open_ground(3, craters=[(12, 0)] if behind == "crater" else [])
    at: Hex = (10, 0)
    target: Hex = (11, 0)
    way = "SE"
    if behind == "edge":
        at, target, way = (10, -4), (10, -5), "N"
    rovers = {"B1": rover(at, way), "G2": rover(target)}
    if behind == "rover":
        rovers["R2"] = rover((12, 0))
    state = position(game, rovers)
    events = run(game, state, {"B1": "F1"})
    assert where(game, state)["B1"] == at
    assert where(game, state)["G2"] == target
    assert health(game, state, "G2") == "P3 S1 M2"
    assert health(game, state, "B1") == "P3 S1 M1"
    if behind == "rover":
        assert health(game, state, "R2") == "P3 S2 M2"
    assert first(events, "push_blocked").clause == "LR-46"


@pytest.mark.rule("LR-47", "LR-R20", "LR-R31")
@pytest.mark.parametrize("ground", ["caches", "dust", "repair"])
def test_rovers_are_pushed_onto_anything(ground: str) -> None:
    game = open_ground(2, **{ground: [(12, 0)]})
    state = position(game, {"B1": rover((10, 0), "SE"), "G2": rover((11, 0), "N", "M1")})
    before = state.view(None)["map"]
    run(game, state, {"B1": "F1"})
    assert where(game, state) == {"B1": (11, 0), "G2": (12, 0)}
    assert state.view(None)["map"] == before, "a push takes nothing from the board"
    assert health(game, state, "G2") == "P3 S1 M1"


@pytest.mark.rule("LR-R20")
def test_dust_does_not_hold_a_rover_that_is_pushed_off_it() -> None:
    game = open_ground(2, dust=[(11, 0)])
    state = position(game, {"B1": rover((10, 0), "SE"), "G2": rover((11, 0))})
    run(game, state, {"B1": "AT"})
    assert where(game, state) == {"B1": (11, 0), "G2": (12, 0)}


@pytest.mark.rule("LR-48")
def test_backing_into_a_rover_pushes_without_damage() -> None:
    game = open_ground(2)
    state = position(game, {"B2": rover((10, 0), "NW"), "G1": rover((11, 0), "S")})
    events = run(game, state, {"B2": "RV"})
    assert where(game, state) == {"B2": (11, 0), "G1": (12, 0)}
    assert health(game, state, "G1") == "P3 S1 M1"
    assert facing(game, state, "B2") == "NW"
    assert first(events, "push").clause == "LR-48"


@pytest.mark.rule("LR-48", "LR-46")
def test_backing_into_a_rover_that_cannot_move_does_nothing() -> None:
    game = open_ground(2, craters=[(12, 0)])
    state = position(game, {"B2": rover((10, 0), "NW"), "G1": rover((11, 0))})
    run(game, state, {"B2": "RV"})
    assert where(game, state) == {"B2": (10, 0), "G1": (11, 0)}
    assert [health(game, state, n) for n in ("B2", "G1")] == ["P3 S2 M2", "P3 S1 M1"]


@pytest.mark.rule("LR-49", "LR-50")
def test_two_making_for_one_hex_both_stay() -> None:
    game = open_ground(2)
    state = position(game, {"B1": rover((10, 0), "SE"), "G1": rover((11, -1), "S")})
    events = run(game, state, {"B1": "F1", "G1": "F1"})
    assert where(game, state) == {"B1": (10, 0), "G1": (11, -1)}
    contest = first(events, "contest")
    assert (contest.clause, contest.args) == ("LR-50", {"rovers": "B1+G1", "hex": "L6"})


@pytest.mark.rule("LR-51", "LR-R41")
def test_no_exchange_forwards_against_backwards() -> None:
    game = open_ground(2)
    state = position(game, {"B2": rover((10, 0), "SE"), "G2": rover((11, 0), "SE")})
    events = run(game, state, {"B2": "F1", "G2": "RV"})
    assert where(game, state) == {"B2": (10, 0), "G2": (11, 0)}
    assert [health(game, state, n) for n in ("B2", "G2")] == ["P3 S2 M2", "P3 S1 M2"]
    assert first(events, "swap").args == {"rover": "B2", "other": "G2"}


@pytest.mark.rule("LR-52", "LR-71")
def test_two_backing_into_one_hex_do_no_damage() -> None:
    game = open_ground(2)
    state = position(game, {"B2": rover((10, 0), "NW"), "G2": rover((12, 0), "SE")})
    run(game, state, {"B2": "RV", "G2": "RV"})
    assert where(game, state) == {"B2": (10, 0), "G2": (12, 0)}
    assert [health(game, state, n) for n in ("B2", "G2")] == ["P3 S2 M2", "P3 S2 M2"]


@pytest.mark.rule("LR-53")
@pytest.mark.parametrize(("name", "card", "way"), [("B1", "F1", "SE"), ("B1", "AT", "SE"), ("B2", "RV", "NW")])
def test_into_a_crater_means_damage_and_no_move(name: str, card: str, way: str) -> None:
    game = open_ground(2, craters=[(11, 0)])
    state = position(game, {name: rover((10, 0), way)})
    events = run(game, state, {name: card})
    assert where(game, state)[name] == (10, 0)
    assert health(game, state, name) == ("P3 S0 M1" if name == "B1" else "P3 S1 M2")
    assert first(events, "bump").clause == "LR-53"


@pytest.mark.rule("LR-53")
@pytest.mark.parametrize(("name", "card", "way"), [("B1", "F1", "N"), ("B2", "RV", "S")])
def test_off_the_board_means_damage_and_no_move(name: str, card: str, way: str) -> None:
    game = open_ground(2)
    state = position(game, {name: rover((10, -5), way)})
    run(game, state, {name: card})
    assert where(game, state)[name] == (10, -5)
    assert health(game, state, name)[3:5] == ("S0" if name == "B1" else "S1")


@pytest.mark.rule("LR-54", "LR-55")
@pytest.mark.parametrize(("start", "end"), [((10, 0), (11, 0)), ((11, 0), (12, 0)), ((11, 1), (11, 0))])
def test_only_all_terrain_moves_in_dust(start: Hex, end: Hex) -> None:
    """Onto it, off it, and within it."""
    game = open_ground(2, dust=[(11, 0)])
    way = next(name for d, name in enumerate(DIRECTION_NAMES) if step(start, d) == end)
    for card, arrived in (("F1", start), ("AT", end)):
        state = position(game, {"B1": rover(start, way)})
        events = run(game, state, {"B1": card})
        assert where(game, state)["B1"] == arrived
        assert health(game, state, "B1") == "P3 S1 M1"
        assert ("stuck" in kinds(events)) == (card == "F1")


@pytest.mark.rule("LR-56")
@pytest.mark.parametrize(("start", "way"), [((10, 0), "NW"), ((11, 0), "NW"), ((11, 1), "S")])
def test_reverse_never_moves_in_dust(start: Hex, way: str) -> None:
    game = open_ground(2, dust=[(11, 0)])
    state = position(game, {"B2": rover(start, way)})
    events = run(game, state, {"B2": "RV"})
    assert where(game, state)["B2"] == start
    assert health(game, state, "B2") == "P3 S2 M2"
    assert first(events, "stuck").clause == "LR-56"


@pytest.mark.rule("LR-R19")
def test_a_rover_held_by_dust_takes_no_crater_damage_and_blocks_nobody() -> None:
    game = open_ground(2, dust=[(10, 0)], craters=[(11, 0)])
    state = position(game, {"B1": rover((10, 0), "SE")})
    run(game, state, {"B1": "F1"})
    assert health(game, state, "B1") == "P3 S1 M1"
    run(game, state, {"B1": "AT"})
    assert health(game, state, "B1") == "P3 S0 M1", "with All Terrain it does reach the crater"
    game = open_ground(2, dust=[(10, 0)])
    state = position(game, {"B1": rover((10, 0), "SE"), "G1": rover((12, 0), "NW")})
    run(game, state, {"B1": "F1", "G1": "F1"})
    assert where(game, state) == {"B1": (10, 0), "G1": (11, 0)}, "it does not contest the hex"
    state = position(game, {"B1": rover((10, 0), "SE"), "G1": rover((11, 0), "NW")})
    run(game, state, {"B1": "F1", "G1": "AT"})
    assert where(game, state) == {"B1": (9, 0), "G1": (10, 0)}, "it does not exchange, it is pushed"


@pytest.mark.rule("LR-R12")
def test_following_a_rover_that_stays_after_all_is_a_hit() -> None:
    game = open_ground(3)
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((11, 0), "SE"), "R1": rover((13, 0), "NW")}
    state = position(game, rovers)
    run(game, state, {"B1": "F1", "G1": "F1", "R1": "F1"})
    assert where(game, state)["B1"] == (10, 0)
    assert health(game, state, "G1") == "P2 S0 M1", "hit by R1 over (12,0) and by B1 from behind"


@pytest.mark.rule("LR-R13")
def test_a_ring_of_four_goes_round() -> None:
    game = open_ground(4)
    rovers = {
        "B1": rover((10, 0), "NE"),
        "G1": rover((11, -1), "SE"),
        "R1": rover((12, -1), "SW"),
        "Y1": rover((11, 0), "NW"),
    }
    state = position(game, rovers)
    run(game, state, dict.fromkeys(rovers, "F1"))
    assert where(game, state) == {"B1": (11, -1), "G1": (12, -1), "R1": (11, 0), "Y1": (10, 0)}


@pytest.mark.rule("LR-R14")
def test_a_reversing_rover_among_three_does_no_damage() -> None:
    game = open_ground(3)
    rovers = {"B2": rover((10, 0), "SE"), "G2": rover((12, 0), "NW"), "R2": rover((11, 1), "S")}
    state = position(game, rovers)
    run(game, state, {"B2": "F1", "G2": "F1", "R2": "RV"})
    assert [health(game, state, name)[3:5] for name in rovers] == ["S1", "S1", "S0"]


@pytest.mark.rule("LR-R15")
def test_a_hex_somebody_fails_to_enter_is_still_not_free_for_a_push() -> None:
    game = open_ground(4)
    rovers = {
        "B1": rover((10, 0), "SE"),
        "R2": rover((11, 0)),
        "G1": rover((12, 1), "N"),
        "Y1": rover((12, -1), "S"),
    }
    state = position(game, rovers)
    events = run(game, state, {"B1": "F1", "G1": "F1", "Y1": "F1"})
    assert where(game, state) == {"B1": (10, 0), "R2": (11, 0), "G1": (12, 1), "Y1": (12, -1)}
    assert health(game, state, "R2") == "P3 S1 M2"
    assert first(events, "push_blocked").args["why"] == "entered"


@pytest.mark.rule("LR-R10", "LR-R18")
def test_a_rover_that_explodes_in_the_step_has_still_moved_and_rammed() -> None:
    game = open_ground(3)
    rovers = {"B1": rover((10, 0), "SE", "P1"), "G2": rover((11, 0)), "R1": rover((9, 0), "SE")}
    state = position(game, rovers, due=2)
    run(game, state, {"B1": "F1", "R1": "F1"})
    assert where(game, state) == {"B1": (11, 0), "G2": (12, 0), "R1": (10, 0)}
    state = position(game, {"B1": rover((10, 0), "SE", "P1"), "G1": rover((12, 0), "NW"), "R2": rover((5, 5))})
    run(game, state, {"B1": "F1", "G1": "F1"})
    assert "B1" not in where(game, state)
    assert health(game, state, "G1") == "P3 S0 M1", "hit by B1, which exploded too far away to hurt it again"


@pytest.mark.rule("LR-R40")
def test_the_start_line_is_plain_ground() -> None:
    game = open_ground(2)
    state = position(game, {"B1": rover((1, 2), "NW"), "G2": rover((0, 2))})
    run(game, state, {"B1": "F1"})
    assert where(game, state) == {"B1": (1, 2), "G2": (0, 2)}, "the edge is behind it"
    assert health(game, state, "G2") == "P3 S1 M2"
    state = position(game, {"B1": rover((1, 3), "NW")})
    run(game, state, {"B1": "F1"})
    assert where(game, state)["B1"] == (0, 3), "it may be entered again"


@pytest.mark.rule("LR-R42")
def test_rovers_of_the_other_number_only_stand() -> None:
    game = open_ground(2)
    state = position(game, {"B1": rover((10, 0), "SE"), "G2": rover((12, 0), "NW")})
    give(game, state, {"G2": "F1.AT.RV"})
    run(game, state, {"B1": "F1"})
    assert where(game, state) == {"B1": (11, 0), "G2": (12, 0)}, "G2 has orders for (11,0) too, but not in this turn"
    assert health(game, state, "B1") == "P3 S1 M1"


@pytest.mark.rule("LR-44", "LR-52", "LR-R14")
def test_who_stands_in_a_contested_hex_is_hit_and_the_rivals_damage_each_other() -> None:
    game = open_ground()
    state = position(game, {"B1": rover((10, 0), "SE"), "G1": rover((12, 0), "NW"), "Y2": rover((11, 0))})
    events = run(game, state, {"B1": "F1", "G1": "F1"})
    hits = [(event.args["victim"], event.clause) for event in events if event.kind == "hit"]
    assert hits == [("G1", "LR-52"), ("Y2", "LR-44"), ("B1", "LR-52"), ("Y2", "LR-44")]
