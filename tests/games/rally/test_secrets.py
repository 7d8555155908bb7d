"""Who may know what: mechanics stay hidden until they act."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.rally import helpers
from tests.games.rally.helpers import put, ready, road, squares_of, to_move
from tests.support import advance, follow

from parcferme.core.contract import OVER
from parcferme.core.events import Event
from parcferme.games.rally.mechanics.crew import Crew, best_stack, redrawn
from parcferme.games.rally.rules.game import RallyGame, RallyState

FLAT = "0 " * 40


def hit(state: RallyState, game: RallyGame, seat: int, place: int, damage: str) -> list[Event]:
    """This car enters `place` and takes damage 1, 2 or 3."""
    put(state, seat, place - 1, 5)
    to_move(state, seat)
    follow(game, state, "gear:5", "die:6", "advance:4")  # factor 4, level 1: difference 3
    return follow(game, state, {"1": "die:3", "2": "die:4", "3": "die:5"}[damage])


def mechanics(state: RallyState, seat: int) -> list[int]:
    return squares_of(state, seat)


@pytest.mark.rule("RA-50")
def test_two_games_that_differ_in_a_rivals_mechanics_look_alike() -> None:
    game = road(FLAT, players=3)
    seen: list[list[str]] = []
    for places in ([1, 2, 3], [30, 30, 40]):
        state = ready(game, mechanics=[[5, 6, 7], places, [8, 8, 8]])
        shown: list[str] = []
        for text in ("fit:rain", "gear:3", "die:1", "advance:0", "halt", "weather:odd", "gear:2", "die:1", "halt"):
            events = follow(game, state, text)
            for viewer in (0, 2, None):
                told = [event.to_json() for event in events if event.visible_to(viewer)]
                shown.append(json.dumps([state.view(viewer), told]))
        seen.append(shown)
    assert seen[0] == seen[1]


@pytest.mark.rule("RA-50")
def test_while_mechanics_are_noted_nobody_sees_more_than_how_many() -> None:
    game = road(FLAT, players=2)
    views: list[str] = []
    for first in ("mechanic:101", "mechanic:135"):
        state = game.start()
        helpers.draw_order(game, state)
        helpers.together(game, state, "setup:stable", "setup:stable")
        follow(game, state, "die:1")
        events = helpers.together(game, state, "mechanic:110", first)
        told = [event.to_json() for event in events if event.visible_to(0)]
        views.append(json.dumps([state.view(0), state.view(None), told]))
    assert views[0] == views[1]
    cars = state.view(0)["cars"]
    assert isinstance(cars, list)
    assert [car["noted"] for car in cars] == [1, 1]
    assert [car["mechanics"] for car in cars] == [[], []]


@pytest.mark.rule("RA-50", "RA-51")
def test_a_stack_is_shown_whole_once_it_has_acted_and_the_rest_stays_hidden() -> None:
    game = road(FLAT, players=2)
    state = ready(game, mechanics=[[10, 10, 30], [1, 2, 3]])
    events = hit(state, game, 0, 12, "2")
    shown = [{"square": 10, "number": 109, "mechanics": 2}]
    cars = state.view(1)["cars"]
    assert isinstance(cars, list)
    assert cars[0]["mechanics"] == shown
    assert [event.args["number"] for event in events if event.kind == "repaired"] == [109]
    assert "129" not in json.dumps([state.view(1)["cars"], [event.to_json() for event in events]])
    assert len(state.view(0)["mechanics"]) == 2  # type: ignore[arg-type]
    assert state.view(None)["mechanics"] == []


@pytest.mark.rule("RA-R21", "RA-50")
def test_a_spin_beside_mechanics_tells_nothing_of_them() -> None:
    game = road(FLAT, players=2)
    told: list[str] = []
    for places in ([10, 10, 10], [30, 30, 30]):
        state = ready(game, mechanics=[places, [1, 2, 3]])
        put(state, 0, 9, 5)
        to_move(state, 0)
        follow(game, state, "gear:5", "die:6", "advance:4")
        events = follow(game, state, "die:2")
        told.append(json.dumps([[event.to_json() for event in events], state.view(1)]))
    assert told[0] == told[1]


def test_the_question_about_tyres_is_asked_on_public_grounds_alone() -> None:
    game = road(FLAT, players=2)
    for places in ([10, 10, 10], [30, 30, 30]):
        state = ready(game, mechanics=[places, [1, 2, 3]])
        put(state, 0, 9, 2)
        to_move(state, 0)
        follow(game, state, "gear:2", "die:1", "halt")
        assert state.view(1)["phase"] == "service"
        assert state.to_act() == (0,)


# ── what everybody can tell ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_damage_nobody_repaired_rules_out_the_squares_around_it() -> None:
    game = road(FLAT, players=2)
    state = ready(game, mechanics=[[20, 20, 20], [1, 2, 3]])
    hit(state, game, 0, 10, "1")
    barred = [square for square in range(1, 41) if state.cars[0].crew.barred >> square & 1]
    assert barred == [6, 7, 8, 9, 10, 11, 12, 13, 14]


def test_a_single_helper_tells_that_no_nearer_one_and_no_pair_was_there() -> None:
    game = road(FLAT, players=2)
    state = ready(game, mechanics=[[12, 30, 30], [1, 2, 3]])
    hit(state, game, 0, 10, "1")
    barred = [square for square in range(1, 41) if state.cars[0].crew.barred >> square & 1]
    assert barred == [8, 9, 10, 11, 12]  # nearer than 12, 12 itself, and 8: as near but earlier
    unpaired = [square for square in range(1, 41) if state.cars[0].crew.unpaired >> square & 1]
    assert unpaired == [6, 7, 8, 9, 10, 11, 12, 13, 14]


@settings(max_examples=60, deadline=None)
@given(
    places=st.lists(st.integers(1, 40), min_size=3, max_size=3).map(sorted),
    hits=st.lists(st.tuples(st.integers(1, 40), st.sampled_from("123")), max_size=4),
    seed=st.integers(0, 1000),
)
def test_redrawn_mechanics_would_have_acted_exactly_as_seen(
    places: list[int], hits: list[tuple[int, str]], seed: int
) -> None:
    game = road(FLAT, players=2)
    state = ready(game, mechanics=[places, [1, 2, 3]])
    acted: list[tuple[int, int, int]] = []
    for place, damage in hits:
        hit(state, game, 0, place, damage)
        stack = best_stack(mechanics(state, 0), place)
        acted.append((place, stack, mechanics(state, 0).count(stack)))
    again = state.resample(1, Random(seed))
    assert isinstance(again, RallyState)
    assert again.view(1) == state.view(1)
    assert mechanics(again, 1) == [1, 2, 3]  # its own are as they were
    assert mechanics(again, 0) == sorted(mechanics(again, 0))
    for place, stack, size in acted:
        assert best_stack(mechanics(again, 0), place) == stack
        assert mechanics(again, 0).count(stack) == size


def test_resampling_reaches_other_places() -> None:
    game = road(FLAT, players=2)
    state = ready(game, mechanics=[[5, 6, 7], [10, 20, 30]])
    found = {tuple(mechanics(state.resample(0, Random(seed)), 1)) for seed in range(30)}  # type: ignore[arg-type]
    assert len(found) > 20
    assert {tuple(mechanics(state.resample(0, Random(seed)), 0)) for seed in range(5)} == {(5, 6, 7)}  # type: ignore[arg-type]


def test_half_noted_mechanics_are_redrawn_too() -> None:
    again = redrawn(Crew([17]), 40, Random(3))
    assert len(again.squares) == 1
    assert 1 <= again.squares[0] <= 40
    assert again.shown == 0


def test_whole_games_never_show_a_hidden_mechanic() -> None:
    """At every step the view of a rival names only mechanics whose bit is shown."""
    game = helpers.make(players=3, scope="stage", layer="auto")
    for seed in range(4):
        rng = Random(seed)
        state = game.start()
        while state.kind() != OVER:
            cars = state.view(None)["cars"]
            assert isinstance(cars, list)
            for seat, car in enumerate(cars):
                known = {m["square"] for m in car["mechanics"]}
                crew = state.cars[seat].crew
                allowed = {square for square in crew.squares if crew.shown >> square & 1}
                assert known == allowed
            advance(state, rng)
