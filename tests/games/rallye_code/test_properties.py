"""What holds at every step of every game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import random_play, step

from parcferme.core.contract import OVER
from parcferme.core.play import Play
from parcferme.core.registry import create
from parcferme.games.rallye_code.rules.game import RallyeCode, RallyeState
from parcferme.games.rallye_code.view import in_notes

from .helpers import amounts, look

pytestmark = pytest.mark.long

OPTIONS = st.fixed_dictionaries(
    {
        "players": st.integers(2, 6),
        "edition": st.sampled_from("AB"),
        "limit": st.sampled_from(["rounds", "clock", "survivor"]),
        "rounds": st.integers(1, 25),
        "cap": st.integers(1, 25),
        "enforcement": st.sampled_from(["auto", "table"]),
        "crossing_scope": st.sampled_from(["any", "other_roads"]),
        "car_order": st.sampled_from(["alternate", "free"]),
        "open_cash": st.booleans(),
    }
)


@pytest.mark.rule("RC-04", "RC-07", "RC-17", "RC-44")
@settings(max_examples=25, deadline=None)
@given(OPTIONS, st.integers(0, 10**6), st.sampled_from([1000, 50_000]))
def test_money_is_conserved_and_never_negative(options: dict[str, object], seed: int, start: int) -> None:
    game = create("rallye_code", options)
    assert isinstance(game, RallyeCode)
    play, rng = Play(game), Random(seed)
    state = play.state
    assert isinstance(state, RallyeState)
    for seat in range(game.players):
        state.purses[seat] = start * game.tables.each  # the poor are ruined often
    total = start * game.tables.cars
    while state.kind() != OVER:
        step(play, rng)
        money = amounts(state)
        assert sum(money) == total
        assert min(money) >= 0
        assert all(amount % 500 == 0 for amount in money)
        check_position(state)


NOTES = [(10_000, 2), (5_000, 4), (1_000, 7), (500, 6)]


@pytest.mark.rule("RC-05", "RC-06")
@settings(max_examples=200, deadline=None)
@given(st.sampled_from([(2, 4), (3, 6), (4, 4), (5, 5), (6, 6)]), st.randoms(), st.booleans())
def test_the_notes_shown_are_never_more_than_the_box_holds(table: tuple[int, int], rng: Random, tens: bool) -> None:
    players, cars = table
    notes = NOTES if tens else [(5_000, 8), *NOTES[2:]]
    box = [(value, count * cars) for value, count in notes]
    cuts = sorted(rng.randrange(100 * cars + 1) for _ in range(players))  # what is left over lies in boxes
    purses = [500 * (high - low) for low, high in zip([0, *cuts], cuts, strict=False)]
    hands = in_notes(purses, box)
    assert [sum(int(value) * count for value, count in hand.items()) for hand in hands] == purses
    assert all(sum(hand[str(value)] for hand in hands) <= count for value, count in box)


def check_position(state: RallyeState) -> None:
    """Eliminated players own nothing and stand nowhere; the others have money outside a shortfall."""
    t = state.tables
    phase = look(state)["phase"]
    for seat in range(t.players):
        if not state.alive(seat):
            assert state.purses[seat] == 0
            assert seat not in state.holders
            assert all(car.cell == t.off for number, car in enumerate(state.cars) if t.owner[number] == seat)
        elif phase != "shortfall":
            assert state.purses[seat] > 0


@settings(max_examples=12, deadline=None)
@given(OPTIONS, st.integers(0, 10**6))
def test_a_restored_position_plays_on_the_same(options: dict[str, object], seed: int) -> None:
    game = create("rallye_code", options)
    play, rng = Play(game), Random(seed)
    for _ in range(rng.randrange(5, 150)):
        if play.is_over():
            return
        step(play, rng)
    twin = Play(game)
    twin.state = game.restore(play.state.dump())
    again = Random(seed)
    fork = rng.getstate()
    again.setstate(fork)
    for _ in range(30):
        if play.is_over():
            break
        step(play, rng)
        step(twin, again)
        assert play.state.dump() == twin.state.dump()
        assert [play.state.legal(seat) for seat in play.state.to_act()] == [
            twin.state.legal(seat) for seat in twin.state.to_act()
        ]
        assert play.state.chance() == twin.state.chance()
        assert play.state.view(None) == look(twin.state)


@pytest.mark.rule("RC-08", "RC-09")
@pytest.mark.parametrize("limit", ["rounds", "clock", "survivor"])
def test_random_games_end_within_their_bound(limit: str) -> None:
    game = create("rallye_code", {"limit": limit, "cap": 20, "rounds": 20, "players": 5, "edition": "B"})
    for seed in range(5):
        play = random_play(game, seed)
        result = play.state.result()
        assert result is not None
        assert result.reason in {"rounds", "cap", "last_survivor"}
        assert sorted(result.places)[0] == 1


def test_closed_purses_are_shown_only_to_their_owner_until_the_end() -> None:
    game = create("rallye_code", {"open_cash": False, "rounds": 3})
    play = random_play(game, 1)
    half = Play(game)
    for entry in play.log[: len(play.log) // 2]:
        half.enter(entry)
    shown = [player["purse"] is not None for player in look(half.state, 1)["players"]]
    assert shown == [False, True, False, False]
    assert [p["purse"] for p in look(half.state)["players"]] == [None] * 4
    ended = look(play.state)["players"]
    assert all(player["purse"] is not None for player in ended)
