"""A hex grid with flat-topped hexes, in axial coordinates.

A hex is `(q, r)`: q counts columns eastwards, r counts hexes southwards within a column. Directions are numbered
clockwise from north, so that turning right adds one. Printed maps count whole columns and rows from their corner;
`offset` and `from_offset` convert, with every odd column standing half a hex lower.
"""

from __future__ import annotations

from typing import Final

Hex = tuple[int, int]

DIRECTIONS: Final[tuple[Hex, ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
DIRECTION_NAMES: Final = ("N", "NE", "SE", "S", "SW", "NW")


def distance(a: Hex, b: Hex) -> int:
    """Fewest steps between two hexes."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def step(at: Hex, direction: int, count: int = 1) -> Hex:
    """The hex `count` steps away in one direction."""
    dq, dr = DIRECTIONS[direction % 6]
    return at[0] + count * dq, at[1] + count * dr


def neighbours(at: Hex) -> list[Hex]:
    """The six hexes around one, clockwise from north."""
    return [step(at, direction) for direction in range(6)]


def aim(source: Hex, target: Hex, facing: int) -> tuple[int, int] | None:
    """(distance, sideways) of a target in the 120° sector ahead, both edges included; `None` outside it.

    A target in the sector is a·ahead + b·beside with a, b ≥ 0, where `beside` is the direction next to the left or
    right of the facing; b is what is called sideways: for equal distances the angle grows with it.
    """
    q, r = rotate((target[0] - source[0], target[1] - source[1]), -facing)
    sideways = abs(q)
    ahead = -r if q < 0 else -r - q
    if ahead < 0 or ahead + sideways == 0:
        return None
    return ahead + sideways, sideways


def rotate(at: Hex, sixths: int, centre: Hex = (0, 0)) -> Hex:
    """Turned clockwise about a centre by so many sixths of a circle (negative: anticlockwise)."""
    q, r = at[0] - centre[0], at[1] - centre[1]
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return q + centre[0], r + centre[1]


def offset(at: Hex) -> tuple[int, int]:
    """(column, row) as printed maps count them, both from 0."""
    return at[0], at[1] + at[0] // 2


def from_offset(column: int, row: int) -> Hex:
    """The hex at a printed column and row."""
    return column, row - column // 2


def connected(hexes: set[Hex]) -> bool:
    """Do these hexes hang together as one piece?"""
    if not hexes:
        return False
    start = next(iter(hexes))
    seen = {start}
    waiting = [start]
    while waiting:
        for beside in neighbours(waiting.pop()):
            if beside in hexes and beside not in seen:
                seen.add(beside)
                waiting.append(beside)
    return len(seen) == len(hexes)
