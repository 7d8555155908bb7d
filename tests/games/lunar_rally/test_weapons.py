"""Lasers and missiles (LR-57 to LR-70)."""

from __future__ import annotations

import pytest
from tests.lib.hexes import arc, ring

from parcferme.core.events import Event
from parcferme.games.lunar_rally.board.decks import DECKS, LA
from parcferme.lib.hexgrid import DIRECTION_NAMES, DIRECTIONS, Hex, distance, rotate, step

from .helpers import first, health, kinds, open_ground, position, rover, run, where


def fire(card: str, rovers: dict[str, dict[str, object]], **ground: list[Hex]) -> tuple[dict[str, str], list[Event]]:
    """B1 fires; returns everyone's health and the events."""
    game = open_ground(4, **ground)
    state = position(game, rovers)
    events = run(game, state, {"B1": card})
    return {name: health(game, state, name) for name in rovers}, events


@pytest.mark.rule("LR-57")
@pytest.mark.parametrize("card", ["LA", "MI"])
def test_weapons_sleep_on_the_start_line_and_keep_their_missile(card: str) -> None:
    after, events = fire(card, {"B1": rover((0, 2), "NE"), "G1": rover((1, 1))})
    assert after == {"B1": "P3 S1 M1", "G1": "P3 S1 M1"}
    assert first(events, "inert").clause == "LR-57"


@pytest.mark.rule("LR-57", "LR-58")
def test_weapons_wake_off_the_line_and_stay_awake_on_it() -> None:
    game = open_ground(2)
    state = position(game, {"B2": rover((0, 2), "SE"), "G1": rover((3, 2))})
    assert "armed" in kinds(run(game, state, {"B2": "F1"}))
    run(game, state, {"B2": "RV"})
    assert where(game, state)["B2"] == (0, 2)
    run(game, state, {"B2": "LA"})
    assert health(game, state, "G1") == "P3 S0 M1"


@pytest.mark.rule("LR-R24")
def test_being_pushed_off_the_line_wakes_weapons_but_moving_along_it_does_not() -> None:
    game = open_ground(2)
    state = position(game, {"B1": rover((0, 2), "N"), "G2": rover((0, 5), "NE")})
    run(game, state, {"B1": "F1"})
    assert where(game, state)["B1"] == (0, 1)
    assert "inert" in kinds(run(game, state, {"B1": "LA"}))
    state = position(game, {"B1": rover((0, 6), "S"), "G2": rover((0, 7), "N")})
    assert "armed" in kinds(run(game, state, {"B1": "F1"}))
    assert where(game, state)["G2"] == (0, 8), "pushed off the end of the line"
    assert "inert" not in kinds(run(game, state, {"G2": "LA"}))


@pytest.mark.rule("LR-59", "LR-18")
def test_a_laser_is_never_used_up_and_fires_once_a_turn() -> None:
    game = open_ground(2)
    state = position(game, {"B1": rover((10, 0), "SE"), "G2": rover((14, 0))})
    for left in ("P3 S1 M2", "P3 S0 M2", "P2 S0 M2"):
        run(game, state, {"B1": "LA"})
        assert health(game, state, "G2") == left
    assert [DECKS[number].copies[LA] for number in (1, 2)] == [1, 1]


@pytest.mark.rule("LR-60", "LR-70", "LR-R25")
@pytest.mark.parametrize("way", range(6))
def test_a_laser_hits_the_nearest_rover_straight_ahead_at_any_distance(way: int) -> None:
    game = open_ground(3)
    reach = 4
    rovers = {
        "B1": rover((11, 0), DIRECTION_NAMES[way]),
        "G1": rover(step((11, 0), way, reach)),
        "R1": rover(step((11, 0), way, reach + 1)),
        "R2": rover(step((11, 0), way + 3)),
        "G2": rover(step((11, 0), way + 1)),
    }
    state = position(game, rovers)
    run(game, state, {"B1": "LA"})
    assert [health(game, state, n)[3:5] for n in ("G1", "R1", "R2", "G2")] == ["S0", "S1", "S2", "S2"]


@pytest.mark.rule("LR-60", "LR-R33")
def test_a_laser_hits_ones_own_rover() -> None:
    after, _ = fire("LA", {"B1": rover((10, 0), "SE"), "B2": rover((20, 0)), "G1": rover((21, 0))})
    assert after == {"B1": "P3 S1 M1", "B2": "P3 S1 M2", "G1": "P3 S1 M1"}


@pytest.mark.rule("LR-61", "LR-R25")
def test_craters_stop_a_laser_and_nothing_else_does() -> None:
    shielded, events = fire("LA", {"B1": rover((10, 0), "SE"), "G1": rover((14, 0))}, craters=[(12, 0)])
    assert shielded["G1"] == "P3 S1 M1"
    assert first(events, "laser_miss").args == {"rover": "B1", "from": "K6", "to": "L6"}
    assert first(events, "laser_miss").clause == "LR-61"
    _, events = fire("LA", {"B1": rover((10, 0), "SE"), "G1": rover((14, 1))})
    assert first(events, "laser_miss").clause == "LR-R25", "only the edge ends it"
    for ground in ("dust", "repair", "caches", "finish"):
        after, _ = fire("LA", {"B1": rover((10, 0), "SE"), "G1": rover((14, 0))}, **{ground: [(12, 0)]})
        assert after["G1"] == "P3 S0 M1", ground


@pytest.mark.rule("LR-62", "LR-68")
def test_a_missile_is_spent_hit_or_miss() -> None:
    hit, _ = fire("MI", {"B1": rover((10, 2), "N"), "G1": rover((10, -1))})
    assert hit == {"B1": "P3 S1 M0", "G1": "P3 S0 M1"}
    missed, events = fire("MI", {"B1": rover((10, 2), "N"), "G1": rover((10, 5))})
    assert missed == {"B1": "P3 S1 M0", "G1": "P3 S1 M1"}
    assert first(events, "missile_miss").clause == "LR-67"


@pytest.mark.rule("LR-63")
def test_without_a_token_nothing_is_fired() -> None:
    after, events = fire("MI", {"B1": rover((10, 2), "N", "M0"), "G1": rover((10, -1))})
    assert after == {"B1": "P3 S1 M0", "G1": "P3 S1 M1"}
    assert first(events, "no_missile").clause == "LR-63"


@pytest.mark.rule("LR-64", "LR-70", "LR-R27", "LR-R26")
@pytest.mark.parametrize("way", range(6))
def test_the_arc_is_35_hexes_ahead(way: int) -> None:
    game = open_ground(2)
    centre: Hex = (11, 0)
    inside = set(arc(centre, way, 5))
    assert len(inside) == 35
    u, left, right = (DIRECTIONS[(way + turn) % 6] for turn in (0, -1, 1))
    drawn = {
        (centre[0] + a * u[0] + b * w[0], centre[1] + a * u[1] + b * w[1])
        for w in (left, right)
        for a in range(6)
        for b in range(6)
        if 1 <= a + b <= 5
    }
    assert inside == drawn
    for radius in (1, 3, 5, 6):
        for at in ring(centre, radius):
            if not -5 <= at[1] + at[0] // 2 - 5 <= 5:
                continue
            state = position(game, {"B1": rover(centre, DIRECTION_NAMES[way]), "G1": rover(at)})
            run(game, state, {"B1": "MI"})
            assert (health(game, state, "G1") == "P3 S0 M1") == (at in inside), at


@pytest.mark.rule("LR-R26", "LR-87")
def test_distance_five_is_in_reach_and_six_is_not() -> None:
    for reach, left in ((5, "S0"), (6, "S1")):
        after, _ = fire("MI", {"B1": rover((10, 2), "N"), "G1": rover((10, 2 - reach))})
        assert after["G1"][3:5] == left


@pytest.mark.rule("LR-65")
def test_the_nearest_rover_is_hit_even_at_the_edge_of_the_arc() -> None:
    near = step((10, 2), 1, 2)
    after, events = fire("MI", {"B1": rover((10, 2), "N"), "G1": rover((10, -1)), "R1": rover(near)})
    assert (after["R1"], after["G1"]) == ("P3 S0 M1", "P3 S1 M1")
    assert first(events, "missile").clause == "LR-65"


@pytest.mark.rule("LR-66", "LR-R28")
def test_of_equals_in_distance_the_one_nearer_to_dead_ahead() -> None:
    centre: Hex = (10, 2)
    one, two = (11, -1), (12, -1)
    assert distance(centre, one) == distance(centre, two) == 3
    after, events = fire("MI", {"B1": rover(centre, "N"), "G1": rover(one), "R1": rover(two)})
    assert (after["G1"], after["R1"]) == ("P3 S0 M1", "P3 S1 M1")
    assert first(events, "missile").clause == "LR-66"


@pytest.mark.rule("LR-67", "LR-R28")
def test_two_equals_on_either_side_spoil_the_shot() -> None:
    centre: Hex = (10, 2)
    sides = [rotate((10, 0), turn, centre) for turn in (1, -1)]
    after, events = fire("MI", {"B1": rover(centre, "N"), "G1": rover(sides[0]), "R1": rover(sides[1])})
    assert after == {"B1": "P3 S1 M0", "G1": "P3 S1 M1", "R1": "P3 S1 M1"}
    assert first(events, "missile_tie").clause == "LR-67"
    third, _ = fire(
        "MI",
        {"B1": rover(centre, "N"), "G1": rover(sides[0]), "R1": rover(sides[1]), "Y1": rover((10, 0))},
    )
    assert third["Y1"] == "P3 S0 M1", "a third at the same distance, dead ahead, is hit"


@pytest.mark.rule("LR-68", "LR-R29", "LR-R33")
def test_ones_own_and_sleeping_rovers_are_targets() -> None:
    after, _ = fire("MI", {"B1": rover((10, 2), "N"), "B2": rover((10, 0)), "G1": rover((10, -1))})
    assert after["B2"] == "P3 S1 M2"
    unarmed, _ = fire("MI", {"B1": rover((2, 1), "NW"), "G1": rover((0, 1), "NE")})
    assert unarmed["G1"] == "P3 S0 M1"


@pytest.mark.rule("LR-69", "LR-R29")
def test_missiles_fly_over_craters_and_rovers_do_not_shield() -> None:
    after, _ = fire("MI", {"B1": rover((10, 2), "N"), "G1": rover((10, 0))}, craters=[(10, 1)])
    assert after["G1"] == "P3 S0 M1"


@pytest.mark.rule("LR-87")
def test_the_pictures_say_what_the_text_says() -> None:
    """A push by Forward and by Reverse, a laser past dust, the nearest target and the spoiled shot, in one go."""
    game = open_ground(4, dust=[(12, 0)])
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((16, 0)), "R1": rover((4, 4), "N"), "Y2": rover((4, 3))}
    state = position(game, rovers)
    run(game, state, {"B1": "LA", "R1": "F1"})
    assert health(game, state, "G1") == "P3 S0 M1"
    assert where(game, state)["Y2"] == (4, 2)
    assert health(game, state, "Y2") == "P3 S1 M2"


@pytest.mark.rule("LR-R09")
def test_missiles_fired_together_both_hit() -> None:
    game = open_ground(2)
    state = position(game, {"B1": rover((10, 0), "SE", "P1"), "G1": rover((13, 0), "NW", "P1"), "G2": rover((5, 5))})
    run(game, state, {"B1": "MI", "G1": "MI"})
    assert set(where(game, state)) == {"G2"}
