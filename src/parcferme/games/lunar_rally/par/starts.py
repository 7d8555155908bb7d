"""Solo times from every start hex: who begins behind, and who never gets there."""

from __future__ import annotations

from typing import Final

from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.par.clock import FAR, race_clock, turns

ROVERS: Final = (1, 2)


def start_times(ground: Ground, number: int) -> list[int]:
    """Fewest phases to the finish from each start hex, for a Rover alone."""
    clock = race_clock(ground, number, 3)
    return [min([clock[6 * cell + facing] for facing in ground.facings[cell]], default=FAR) for cell in ground.starts]


def is_stuck(ground: Ground) -> bool:
    """Is there a start hex from which a Rover never gets there?"""
    return any(time >= FAR for number in ROVERS for time in start_times(ground, number))


def turns_behind(ground: Ground) -> list[int]:
    """For each start hex by how many turns Rover 1 is behind the best of them."""
    needed = [turns(time) for time in start_times(ground, 1)]
    return [count - min(needed) for count in needed]
