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
            legal = state.legal(state.to_act()[0])
            state.apply(legal[int(share() * float(len(legal)))])  # said aloud, the compiler multiplies bare numbers
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
    moves: list[int] = []
    for seat in state.to_act():
        legal = state.legal(seat)
        moves.append(legal[int(share() * float(len(legal)))])
    return moves
