"""What is proved of each choice alone on the road: the rules themselves, asked one step on, say the same."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest
from tests.games.rallyman.helpers import start

from parcferme.core import registry
from parcferme.core.chance import random_outcome
from parcferme.core.contract import CHANCE, OVER, Game, State
from parcferme.core.courses import courses_of
from parcferme.core.options import Value
from parcferme.games.rallyman.drive.proof import prove
from parcferme.solve.puzzle_sets import puzzles_of


def alone(course: str, **options: Value) -> Game:
    return registry.create("rallyman", {**courses_of("rallyman").find(course).options, "players": 1, **options})


def worth(state: State) -> float | None:
    """Of a position, by the rules as far as chance goes, and the best that is proved of the next decision."""
    if state.kind() == OVER:
        result = state.result()
        assert result is not None
        return -float(result.measures["seconds"][0])
    if state.kind() != CHANCE:
        proved = prove(state, 0)
        return None if proved is None else max(proved)
    summed, total = 0.0, 0
    for outcome, weight in state.chance():
        after = state.copy()
        after.apply(outcome)
        found = worth(after)
        if found is None:
            return None
        summed, total = summed + weight * found, total + weight
    return summed / total


def driven(game: Game, rng: Random) -> list[State]:
    """The decisions of a drive that is good most of the time."""
    state, met = game.start(), list[State]()
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(random_outcome(state.chance(), rng.random()))
            continue
        legal, proved = state.legal(0), prove(state, 0)
        met.append(state.copy())
        good = legal if proved is None or rng.random() < 0.3 else [legal[proved.index(max(proved))]]
        state.apply(rng.choice(good))
    return met


@pytest.mark.parametrize(
    ("course", "options"),
    [
        ("first-gear", {}),
        ("first-gear", {"time_attack": True, "locking": True, "assistance": "none"}),
        ("harvest-sprint", {"shortcuts": False}),
    ],
)
def test_every_choice_is_worth_what_the_rules_make_of_it(course: str, options: dict[str, Value]) -> None:
    """Between any two decisions, through all dice, cards and ends: whatever satisfies that everywhere is exact."""
    game, rng, checked = alone(course, **options), Random(7), 0
    for state in driven(game, rng):
        proved = prove(state, 0)
        if proved is None or len(proved) < 2:
            continue
        for action, value in rng.sample(list(zip(state.legal(0), proved, strict=True)), min(3, len(proved))):
            after = state.copy()
            after.apply(action)
            found = worth(after)
            if found is not None:
                assert value == pytest.approx(found, abs=1e-6), game.format(action)
                checked += 1
    assert checked > 50


def test_driven_to_the_end_by_what_is_proved_the_mean_time_is_the_one_that_is_told() -> None:
    puzzle = next(one for one in puzzles_of("rallyman").values() if one.ground.course == "first-gear")
    game, rng = registry.create("rallyman", puzzle.options()), Random(3)
    position = game.restore(puzzle.found.position)
    proved = prove(position, 0)
    assert proved is not None
    times = [_driven_on(position.copy(), rng) for _ in range(300)]
    mean = sum(times) / len(times)
    spread = sqrt(sum((time - mean) ** 2 for time in times) / (len(times) - 1))
    assert abs(mean + max(proved)) < 4 * spread / sqrt(len(times))


def _driven_on(state: State, rng: Random) -> float:
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(random_outcome(state.chance(), rng.random()))
        else:
            proved = prove(state, 0)
            assert proved is not None
            state.apply(state.legal(0)[proved.index(max(proved))])
    result = state.result()
    assert result is not None
    return float(result.measures["seconds"][0])


def test_nothing_is_proved_where_others_or_unknown_odds_are_in_it() -> None:
    for options in ({"players": 2}, {"physical_decks": True}):
        _game, state = start("Sgg Sgg", **options)
        while state.kind() == CHANCE:
            state.apply(state.chance()[0][0])
        assert prove(state, state.to_act()[0]) is None
