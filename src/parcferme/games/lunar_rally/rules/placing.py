"""Putting Rovers on the Start Line: at the start of the race (LR-26 to LR-28) and as replacements (LR-82)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.games.lunar_rally.actions import DECLINE, PLACES
from parcferme.games.lunar_rally.load import Ground
from parcferme.games.lunar_rally.rules.ending import remaining
from parcferme.games.lunar_rally.rules.race import Race
from parcferme.games.lunar_rally.state import (
    FIRST,
    LIVE,
    NODE,
    REPLACE,
    SCENARIO,
    TURN,
    rover_on,
)
from parcferme.lib.rows import vec


def placing_seat(v: vec[i64], race: Race) -> int:
    """Whose Rover comes next: to the left with Rover 1, then back to the right with Rover 2 (LR-27, LR-28)."""
    turn = v[TURN]
    place = turn if turn < race.players else 2 * race.players - 1 - turn
    return (v[FIRST] + place) % race.players


def placing_number(v: vec[i64], race: Race) -> int:
    return 1 if v[NODE] == REPLACE or v[TURN] < race.players else 2


def without_rovers(v: vec[i64], race: Race) -> int:
    """LR-82: the seats still in the race both of whose Rovers are destroyed, as bits."""
    return remaining(v, race) & ~(v[LIVE + 1] | v[LIVE + 2])


def free_starts(v: vec[i64], ground: Ground) -> list[int]:
    """LR-R06: two Rovers cannot share a start hex."""
    return [cell for cell in ground.starts if rover_on(v, cell) < 0]


def placements(v: vec[i64], race: Race, ground: Ground) -> list[int]:
    """All placements possible now, ascending; a replacement may also be declined (LR-R34)."""
    actions = [DECLINE] if v[NODE] == REPLACE else []
    for cell in free_starts(v, ground):
        actions += race.place_actions[v[SCENARIO]][cell]
    return actions


def placed_cell(race: Race, action: int) -> int:
    return race.starts[(action - PLACES) // 6]


def placed_facing(action: int) -> int:
    return (action - PLACES) % 6
