"""Random playouts: the inner loop of search and the benchmark of every game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from parcferme.core.contract import CHANCE, DECISION, OVER, State


def playout(state: State, rng: Random, limit: int) -> int:
    """Play random moves until the game is over or `limit` steps are done; returns the steps."""
    share = rng.random
    steps = 0
    while steps < limit:
        kind = state.kind()
        if kind == DECISION:
            state.apply(move_at(state.legal(state.to_act()[0]), share()))
        elif kind == CHANCE:
            state.apply(state.draw(share()))
        elif kind == OVER:
            return steps
        else:
            state.apply_joint(random_joint(state, share))
        steps += 1
    return steps


def random_joint(state: State, share: Callable[[], float]) -> list[int]:
    """A random action for each seat that decides now; `share` draws from 0 up to 1."""
    return [move_at(state.legal(seat), share()) for seat in state.to_act()]


def move_at(legal: list[int], share: float) -> int:
    """The action at `share` (0 ≤ share < 1) of the list."""
    return legal[int(share * float(len(legal)))]  # said aloud, the compiler multiplies bare numbers
