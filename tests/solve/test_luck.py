"""Luck is fair: at each throw or draw it is nought on the mean over all that may come of it.

Asked of the games whose positions are valued quickly; `python -m benchmarks.bench --only luck` looks at all five.
"""

from __future__ import annotations

from random import Random

import pytest

from parcferme.core import registry
from parcferme.core.bot import drive
from parcferme.core.contract import CHANCE, OVER, Game, State
from parcferme.core.courses import courses_of
from parcferme.solve.advice import yardstick_of
from parcferme.solve.mcts import Budget
from parcferme.solve.review import Judge, _judge_of

QUICK = ("lunar_rally", "rallye_code", "rallyman")
NODES = 6  # of chance that are looked at in each game
APART = 7  # steps between two of them
PLENTY = Budget(20_000)


def short(game_id: str) -> Game:
    options = courses_of(game_id).presets.get("short", {})
    return registry.create(game_id, {**options, "players": max(2, registry.meta(game_id).seats[0])})


def at_chance(game: Game) -> list[State]:
    """Positions of matches between clubmen where more than one thing may happen."""
    found: list[State] = []
    match = 0
    while len(found) < NODES:
        match += 1
        rng = Random(match)
        drivers = [registry.bots(game.id)["clubman"](game, rng) for _ in range(game.players)]
        state, waits = game.start(), 0
        while state.kind() != OVER and len(found) < NODES:
            waits -= 1
            if state.kind() == CHANCE:
                outcomes, weights = zip(*state.chance(), strict=True)
                if len(outcomes) > 1 and waits <= 0:
                    found.append(state.copy())
                    waits = APART
                state.apply(rng.choices(outcomes, weights)[0])
            else:
                drive(state, drivers, rng)
    return found


def mean_luck(judge: Judge, state: State) -> list[float | None]:
    """For each seat, over all outcomes, what came less what was to be expected; `None` where nobody can say."""
    expected = judge.before_chance(state, judge.values(state))
    whole = 0
    sums: list[float | None] = [0.0 if one is not None else None for one in expected]
    for outcome, weight in state.chance():
        after = state.copy()
        after.apply(outcome)
        whole += weight
        for seat, (mean, value) in enumerate(zip(expected, judge.values(after), strict=True)):
            so_far = sums[seat]
            if so_far is None or mean is None or value is None:
                sums[seat] = None
            else:
                sums[seat] = so_far + weight * (value - mean)
    return [None if total is None else total / whole for total in sums]


@pytest.mark.parametrize("game_id", QUICK)
def test_luck_is_nought_on_the_mean_over_what_may_happen(game_id: str) -> None:
    game = short(game_id)
    judge = _judge_of(game, yardstick_of(game), PLENTY, Random(1))
    lucks = [luck for state in at_chance(game) for luck in mean_luck(judge, state)]
    known = [luck for luck in lucks if luck is not None]
    assert len(known) >= NODES // 2
    assert known == pytest.approx([0.0] * len(known), abs=1e-6)
