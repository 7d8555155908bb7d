"""What is proved of the last turns: counted through without remembering anything, and played out."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from parcferme.core import registry
from parcferme.core.chance import random_outcome
from parcferme.core.contract import CHANCE, OVER, State
from parcferme.games.rallye_code.drive.proof import TURNS, prove
from parcferme.games.rallye_code.par.holding import turns_to_come
from parcferme.games.rallye_code.state import Position
from parcferme.solve.puzzle_sets import Puzzle, puzzles_of


def position_of(puzzle: Puzzle) -> Position:
    state = registry.create("rallye_code", puzzle.options()).restore(puzzle.found.position)
    assert isinstance(state, Position)
    return state


def left(state: Position) -> int:
    return sum(turns_to_come(state, seat) for seat in range(state.tables.players) if state.alive(seat))


def some() -> list[Puzzle]:
    """Three of those that are nearest to the end."""
    return sorted(puzzles_of("rallye_code").values(), key=lambda one: left(position_of(one)))[:3]


def counted(state: State) -> list[Fraction]:
    """Everybody's purse at the end, in whole fractions, over every way on."""
    if state.kind() == OVER:
        result = state.result()
        assert result is not None
        return [Fraction(purse) for purse in result.measures["money"]]
    if state.kind() == CHANCE:
        ways = [(weight, counted(after(state, outcome))) for outcome, weight in state.chance()]
        whole = sum(weight for weight, _ in ways)
        return [
            sum((weight * way[seat] for weight, way in ways), Fraction(0)) / whole for seat in range(len(ways[0][1]))
        ]
    seat = state.to_act()[0]
    return max((counted(after(state, action)) for action in state.legal(seat)), key=lambda way: way[seat])


def after(state: State, move: int) -> State:
    found = state.copy()
    found.apply(move)
    return found


def test_counted_through_to_the_bell_every_choice_leaves_what_it_says() -> None:
    for puzzle in some():
        state, seat = position_of(puzzle), puzzle.found.seat
        proved = prove(state, seat)
        assert proved is not None
        told = [float(counted(after(state, action))[seat]) for action in state.legal(seat)]
        assert proved == pytest.approx(told, abs=1e-6)


def test_played_out_the_mean_purse_is_the_one_that_is_told() -> None:
    puzzle = next(one for one in puzzles_of("rallye_code").values() if left(position_of(one)) == 1)
    state, seat, rng = position_of(puzzle), puzzle.found.seat, Random(5)
    proved = prove(state, seat)
    assert proved is not None
    purses = [_played_out(state.copy(), seat, rng) for _ in range(200)]
    mean = sum(purses) / len(purses)
    spread = sqrt(sum((purse - mean) ** 2 for purse in purses) / (len(purses) - 1))
    assert abs(mean - max(proved)) <= 4 * spread / sqrt(len(purses)) + 1e-6


def _played_out(state: State, seat: int, rng: Random) -> float:
    """Everybody takes what is proved to leave himself most."""
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(random_outcome(state.chance(), rng.random()))
            continue
        asked = state.to_act()[0]
        proved = prove(state, asked)
        assert proved is not None
        state.apply(state.legal(asked)[proved.index(max(proved))])
    result = state.result()
    assert result is not None
    return float(result.measures["money"][seat])


def test_far_from_the_end_and_with_hidden_purses_nothing_is_proved() -> None:
    puzzle = some()[0]
    hidden = registry.create("rallye_code", {**puzzle.options(), "open_cash": False}).restore(puzzle.found.position)
    assert prove(hidden, puzzle.found.seat) is None
    longer = registry.create("rallye_code", {**puzzle.options(), "rounds": 60}).restore(puzzle.found.position)
    assert isinstance(longer, Position)
    assert left(longer) > TURNS
    assert prove(longer, puzzle.found.seat) is None
