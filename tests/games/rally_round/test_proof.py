"""What is proved of a competition: driven to the end by it, and every way on tried by the rules."""

from __future__ import annotations

import marshal
from functools import cache

from parcferme.core import registry
from parcferme.core.contract import OVER, Game, State
from parcferme.games.rally_round.drive.proof import prove
from parcferme.games.rally_round.rules import RallyState
from parcferme.solve.puzzle_sets import Puzzle, puzzles_of

NEVER = 1 << 40
PUZZLES = list(puzzles_of("rally_round").values())


@cache
def game_on(course: str) -> Game:
    return registry.create("rally_round", next(one for one in PUZZLES if one.ground.course == course).options())


def position_of(puzzle: Puzzle) -> RallyState:
    state = game_on(puzzle.ground.course).restore(puzzle.found.position)
    assert isinstance(state, RallyState)
    return state


def some() -> list[Puzzle]:
    """Three of those on the way to the last control, the ones that are nearest to it first."""
    last = [one for one in PUZZLES if to_come(position_of(one)) == 0]
    assert len(last) >= 3
    return sorted(last, key=lambda one: -position_of(one).cars[0].turns)[:3]


def to_come(state: RallyState) -> int:
    """Sections behind the next control."""
    return len(state.drives_on().sections) - 1 - state.cars[0].section


class EveryWay:
    """All that can be done from a position, by the rules alone, below a limit that lateness alone must not reach."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.known: dict[bytes, int] = {}

    def least(self, state: State) -> int:
        assert isinstance(state, RallyState)
        car = state.cars[0]
        if state.kind() == OVER:
            result = state.result()
            assert result is not None
            return result.measures["penalty"][0] if result.reason == "finished" else NEVER
        late = (car.turns - 1) * 60 - state.drives_on().sections[car.section].target
        if car.score + car.other + late >= self.limit:
            return NEVER
        key = marshal.dumps(state.dump(), 0)
        if key not in self.known:
            self.known[key] = min(self.after(state, action) for action in state.legal(0))
        return self.known[key]

    def after(self, state: State, action: int) -> int:
        after = state.copy()
        after.apply(action)
        return self.least(after)


def test_no_way_on_that_the_rules_allow_costs_less_and_one_costs_as_much() -> None:
    for puzzle in some():
        state = position_of(puzzle)
        proved = prove(state, 0)
        assert proved is not None
        ways = EveryWay(int(-min(proved)) + 1)
        assert [ways.after(state, action) for action in state.legal(0)] == [-worth for worth in proved]


def test_driven_to_the_end_by_what_is_proved_the_penalty_is_the_one_that_is_told() -> None:
    for puzzle in some()[:2]:
        state = position_of(puzzle)
        proved = prove(state, 0)
        assert proved is not None
        told = max(proved)
        while state.kind() != OVER:
            proved = prove(state, 0)
            assert proved is not None
            assert max(proved) == told
            state.apply(state.legal(0)[proved.index(told)])
        result = state.result()
        assert result is not None
        assert result.measures["penalty"] == [-told]


def test_at_a_table_where_cards_are_not_known_nothing_is_proved() -> None:
    puzzle = some()[0]
    table = registry.create("rally_round", {**puzzle.options(), "mode": "table"}).restore(puzzle.found.position)
    assert prove(table, 0) is None
