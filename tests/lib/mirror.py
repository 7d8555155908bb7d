"""Hexes in a mirror."""

from __future__ import annotations

from parcferme.lib.hexgrid import Hex


def reflect(at: Hex, centre: Hex = (0, 0)) -> Hex:
    """Mirrored in the north–south line through a centre."""
    q, r = at[0] - centre[0], at[1] - centre[1]
    return centre[0] - q, centre[1] + r + q


def reflect_direction(direction: int) -> int:
    """A direction mirrored in the north–south line: NE becomes NW."""
    return -direction % 6
