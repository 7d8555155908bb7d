"""One move ahead, chance averaged exactly: a floor for every stronger bot."""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.bot import Bot
from parcferme.core.contract import CHANCE, JOINT, Game, State
from parcferme.solve.evaluate import Evaluation, Worth
from parcferme.solve.playout import random_joint

OUTCOMES_AT_MOST: Final = 64  # a chance node with more is not opened: its position is evaluated as it stands


class GreedyBot(Bot):
    """Takes the action with the best expected evaluation; equal ones are drawn between."""

    def __init__(self, game: Game, rng: Random, evaluation: Evaluation | None) -> None:
        self.worth = Worth(game, evaluation)
        self.rng = rng

    def choose(self, state: State, seat: int) -> int:
        best = -2.0
        ties: list[int] = []
        for action in state.legal(seat):
            value = self.value_of(state, seat, action)
            if value > best + 1e-12:
                best, ties = value, [action]
            elif value > best - 1e-12:
                ties.append(action)
        return self.rng.choice(ties)

    def value_of(self, state: State, seat: int, action: int) -> float:
        """What the seat may expect of an action; at a joint node the others are drawn at random."""
        after = state.copy()
        if after.kind() == JOINT:
            moves = random_joint(after, self.rng.random)
            moves[after.to_act().index(seat)] = action
            after.apply_joint(moves)
        else:
            after.apply(action)
        return self.expected(after, seat, 3)

    def expected(self, state: State, seat: int, depth: int) -> float:
        """The evaluation behind up to `depth` chance nodes in a row, weighted exactly."""
        if state.kind() != CHANCE or depth == 0:
            return self.worth.of(state)[seat]
        outcomes = state.chance()
        if len(outcomes) > OUTCOMES_AT_MOST:
            return self.worth.of(state)[seat]
        total = 0
        summed = 0.0
        for outcome, weight in outcomes:
            after = state.copy()
            after.apply(outcome)
            summed += weight * self.expected(after, seat, depth - 1)
            total += weight
        return summed / total
