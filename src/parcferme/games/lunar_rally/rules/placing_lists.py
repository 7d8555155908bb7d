"""Placements, ready made: on each map a list for every set of start hexes that are taken.

The rule (`placing.py`) makes a list when it is first needed; then all positions of the race share it.
"""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.games.lunar_rally.rules.placing import may_place
from parcferme.games.lunar_rally.state import REPLACE, Position


def placing_choices(position: Position) -> list[int]:
    """What the seat that places or replaces a Rover may do now."""
    lists = position.race.placing_lists[position.scenario]
    which = 2 * taken_starts(position) + (1 if position.phase == REPLACE else 0)
    found = lists[which]
    if not found:
        found = may_place(position)
        lists[which] = found
    return found


def taken_starts(position: Position) -> i64:
    """The start hexes on which a Rover stands, as bits."""
    taken: i64 = 0
    for rover in position.rovers:
        if rover.cell >= 0:
            taken |= position.ground.start_bit[rover.cell]
    return taken
