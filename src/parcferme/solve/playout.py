"""Random playouts: the inner loop of search and the benchmark of every game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from parcferme.core.contract import CHANCE, DECISION, OVER, State

# A share is a random number from 0 up to 1. Where it falls among lots is one of them, and where it falls within that
# one is as random as the share was: it serves the next choice, until so many of its 2**53 parts have been told apart.
USED_UP: Final = 1048576.0


def playout(state: State, rng: Random, limit: int) -> int:
    """Play random moves until the game is over or `limit` steps are done; returns the steps."""
    draw = rng.random
    share, used = draw(), 1.0
    steps = 0
    while steps < limit:
        if used >= USED_UP:
            share, used = draw(), 1.0
        kind = state.kind()
        if kind == DECISION:
            legal = state.legal(state.to_act()[0])
            index, share = lot(share, len(legal))
            used *= float(len(legal))
            state.apply(legal[index])
        elif kind == CHANCE:
            state.apply(state.draw(share))
            used = USED_UP
        elif kind == OVER:
            return steps
        else:
            state.apply_joint(random_joint(state, draw))
        steps += 1
    return steps


def random_joint(state: State, draw: Callable[[], float]) -> list[int]:
    """A random action for each seat that decides now; `draw` gives shares."""
    moves: list[int] = []
    share, used = 0.0, USED_UP
    for seat in state.to_act():
        if used >= USED_UP:
            share, used = draw(), 1.0
        legal = state.legal(seat)
        index, share = lot(share, len(legal))
        used *= float(len(legal))
        moves.append(legal[index])
    return moves


def lot(share: float, lots: int) -> tuple[int, float]:
    """Which of so many equal lots a share falls on, and where within it: again a share."""
    place = share * float(lots)  # said aloud, the compiler calculates with bare numbers
    index = int(place)
    return index, place - float(index)
