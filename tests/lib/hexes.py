"""Rays, rings, arcs and mirrors of hexes, to compare the game with."""

from __future__ import annotations

from parcferme.lib.hexgrid import Hex, aim, step


def reflect(at: Hex, centre: Hex = (0, 0)) -> Hex:
    """Mirrored in the north–south line through a centre."""
    q, r = at[0] - centre[0], at[1] - centre[1]
    return centre[0] - q, centre[1] + r + q


def reflect_direction(direction: int) -> int:
    """A direction mirrored in the north–south line: NE becomes NW."""
    return -direction % 6


def ray(at: Hex, direction: int, length: int) -> list[Hex]:
    """The hexes straight ahead, nearest first, without the one it starts from."""
    return [step(at, direction, count) for count in range(1, length + 1)]


def ring(centre: Hex, radius: int) -> list[Hex]:
    """The hexes at exactly this distance, clockwise from due north."""
    here = step(centre, 0, radius)
    found: list[Hex] = []
    for side in range(6):
        for _ in range(radius):
            found.append(here)
            here = step(here, side + 2)
    return found


def arc(at: Hex, facing: int, reach: int) -> list[Hex]:
    """The hexes of the 120° sector ahead up to a distance, nearest first, then by how far they lie to the side."""
    seen = [(aim(at, hex, facing), hex) for radius in range(1, reach + 1) for hex in ring(at, radius)]
    return [hex for _, hex in sorted([(how, hex) for how, hex in seen if how is not None])]
