"""Counting tests: how many ways there are to go on from a position, counted in two ways that share little.

`by_playing` walks the tree with `copy` and `apply`, as a search does. `by_merging` never copies: it goes level by level
over written positions (`dump`, `restore`), merging equal ones and multiplying. They agree only if copies are
independent, dumps complete and legal lists a function of the position. The counts are stored, so a change of the rules
shows as a change of numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from math import prod

from parcferme.core.contract import CHANCE, JOINT, OVER, Game, State
from parcferme.core.record import canonical


def moves(state: State) -> list[list[int]]:
    """Every way to take one step, as lists of ids: one id, or one per seat of a joint move."""
    kind = state.kind()
    if kind == OVER:
        return []
    if kind == CHANCE:
        return [[outcome] for outcome, _ in state.chance()]
    return [list(joint) for joint in product(*(state.legal(seat) for seat in state.to_act()))]


def width(state: State) -> int:
    """How many moves there are, without listing them: joint moves of large games are too many to write down."""
    kind = state.kind()
    if kind == OVER:
        return 0
    return len(state.chance()) if kind == CHANCE else prod(len(state.legal(seat)) for seat in state.to_act())


def take(state: State, move: list[int]) -> None:
    if state.kind() == JOINT:
        state.apply_joint(move)
    else:
        state.apply(move[0])


def by_playing(state: State, depth: int) -> int:
    """The number of sequences of `depth` steps, walked one by one."""
    if depth == 1:
        return width(state)
    count = 0
    for move in moves(state):
        after = state.copy()
        take(after, move)
        count += by_playing(after, depth - 1)
    return count


def by_merging(game: Game, state: State, depth: int) -> int:
    """The same number, level by level over written positions."""
    level = Counter({canonical(state.dump()): 1})
    for _ in range(depth - 1):
        following: Counter[str] = Counter()
        for text, ways in level.items():
            for move in moves(game.restore(json.loads(text))):
                after = game.restore(json.loads(text))
                take(after, move)
                following[canonical(after.dump())] += ways
        level = following
    return sum(ways * width(game.restore(json.loads(text))) for text, ways in level.items())
