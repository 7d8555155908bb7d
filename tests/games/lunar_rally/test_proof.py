"""What is proved of the last Rover's programs: by hand, by the race clock, and by driving on."""

from __future__ import annotations

import pytest

from parcferme.core import registry
from parcferme.core.contract import CHANCE, OVER, State
from parcferme.games.lunar_rally.actions import program_in
from parcferme.games.lunar_rally.drive.proof import FARTHEST, prove
from parcferme.games.lunar_rally.par.clock import race_clock, solo_time
from parcferme.games.lunar_rally.rules.game import LunarState
from parcferme.solve.puzzle_sets import Puzzle, puzzles_of


def position_of(puzzle: Puzzle) -> LunarState:
    state = registry.create("lunar_rally", puzzle.options()).restore(puzzle.found.position)
    assert isinstance(state, LunarState)
    return state


def driven(state: State, action: int) -> State:
    after = state.copy()
    after.apply_joint([action])
    while after.kind() == CHANCE:
        after.apply(after.chance()[0][0])
    return after


def some() -> list[Puzzle]:
    """Those with the fewest programs to try."""
    return sorted(puzzles_of("lunar_rally").values(), key=lambda one: len(one.found.judged.losses))[:3]


def test_no_program_is_slower_than_the_clock_of_undamaged_driving_says() -> None:
    """With repairs and Craters a Rover may be sooner than the clock, which knows neither."""
    for puzzle in some():
        state, seat = position_of(puzzle), puzzle.found.seat
        rover = next(one for one in state.position.rovers if one.cell >= 0)
        clock = race_clock(state.position.ground, rover.number, rover.phases)
        proved = prove(state, seat)
        assert proved is not None
        for action, worth in zip(state.legal(seat), proved, strict=True):
            program = program_in(action)
            time = solo_time(state.position.ground, clock, 6 * rover.cell + rover.facing, program)
            assert -worth <= time / 3 + 1e-9


def test_whoever_drives_on_by_it_arrives_when_it_says() -> None:
    for puzzle in some():
        state, seat = position_of(puzzle), puzzle.found.seat
        told = prove(state, seat)
        assert told is not None
        turns = 0
        after: State = state
        while after.kind() != OVER:
            proved = prove(after, seat)
            assert proved is not None
            after = driven(after, after.legal(seat)[proved.index(max(proved))])
            turns += 1
        assert isinstance(after, LunarState)
        assert turns - 1 + after.position.revealed / 3 == pytest.approx(-max(told))


def test_nobody_arrives_sooner() -> None:
    """Every program of every turn, tried one after another, as far as two turns and where that is before the end."""
    for puzzle in some():
        state, seat = position_of(puzzle), puzzle.found.seat
        told = prove(state, seat)
        assert told is not None
        assert -max(told) < FARTHEST
        assert soonest(state, seat, 2) == pytest.approx(min(-max(told), 2.0))


def soonest(state: State, seat: int, turns: int) -> float:
    """The fewest turns to the finish, or so many if there are more."""
    if turns == 0:
        return 0.0
    best = float(turns)
    for after in {str(one.dump()): one for one in (driven(state, action) for action in state.legal(seat))}.values():
        result = after.result()
        assert isinstance(after, LunarState)
        if result is None:
            best = min(best, 1.0 + soonest(after, seat, turns - 1))
        elif result.reason == "finish":
            best = min(best, after.position.revealed / 3)
    return best


def test_with_another_rover_on_the_map_nothing_is_proved() -> None:
    game = registry.create("lunar_rally", {"players": 1})
    state = game.start()
    while state.dump()["phase"] != "program_1":
        if state.kind() == CHANCE:
            state.apply(state.chance()[0][0])
        elif len(state.legal(0)) < 100:
            state.apply(state.legal(0)[0])
        else:
            state.apply_joint([state.legal(0)[-1]])
    assert prove(state, 0) is None
