"""Where brakes cost least: for each square within reach the brakes on the way there, and how often they leave the car
unharmed.

A gear's minimum is shortened by braking (RA-29), and each brake makes its square harder (RA-31): all ways to spread the
brakes are tried, which are a few dozen at most.
"""

from __future__ import annotations

from typing import Final, final

from parcferme.games.rally.board.parts import UNHURT
from parcferme.games.rally.mechanics.driving import too_hard

FACES: Final = 6


@final
class Way:
    """A way to one square.

    brakes     on each square of it
    weight     unharmed in so many cases …
    cases      … of so many
    """

    __slots__ = ("brakes", "cases", "weight")

    def __init__(self, brakes: list[int], weight: int, cases: int) -> None:
        self.brakes = brakes
        self.weight = weight
        self.cases = cases


def ways(factors: list[int], least: int, levels: list[int], damage: list[list[int]]) -> list[Way]:
    """The best way to each of these squares in order, in a gear of this minimum, at levels that are equally likely."""
    found: list[Way] = []
    for squares in range(1, len(factors) + 1):
        best = Way([], -1, 1)
        for brakes in spreads(max(0, least - squares), squares):
            way = way_of(factors, brakes, levels, damage)
            if way.weight > best.weight:
                best = way
        found.append(best)
    return found


def spreads(brakes: int, squares: int) -> list[list[int]]:
    """Every way to brake so often on so many squares, early brakes first."""
    if squares == 1:
        return [[brakes]]
    return [[first, *rest] for first in range(brakes, -1, -1) for rest in spreads(brakes - first, squares - 1)]


def way_of(factors: list[int], brakes: list[int], levels: list[int], damage: list[list[int]]) -> Way:
    """Driving these squares with these brakes."""
    weight = 0
    for level in levels:
        alive = 1
        for index in range(len(brakes)):
            alive *= _unharmed(factors[index] + brakes[index], level, damage)
        weight += alive
    return Way(brakes, weight, len(levels) * FACES ** len(brakes))


def _unharmed(factor: int, level: int, damage: list[list[int]]) -> int:
    """The faces of the damage die that do nothing on a square of this factor (RA-41, RA-43)."""
    difference = too_hard(factor, level)
    return FACES if difference <= 0 else damage[int(difference)].count(UNHURT)
