"""The two Start Tokens (LR-20, LR-25, LR-R04, LR-R05).

One token shows Blue and Green or Red and Yellow, the other Blue and Red or Green and Yellow: a throw always shows one
colour twice, its opposite (Blue–Yellow, Green–Red) never, the other two once. An outcome is the colour shown twice.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.lunar_rally.actions import FLIPPED
from parcferme.games.lunar_rally.rules.ending import remaining
from parcferme.games.lunar_rally.rules.race import Race
from parcferme.games.lunar_rally.state import FLIP, NODE, SEATS_OF, THROW_FIRST, THROWS
from parcferme.lib.rows import vec

THROW: Final = [(0, 1), (1, 1), (2, 1), (3, 1)]
MOON: Final = [(FLIPPED, 1)]
MOST_THROWS: Final = 20  # the last throw lists only what decides: the odds stay the same, and the game has a bound


def shown(outcome: int, colour: int) -> int:
    """How often a throw shows a colour."""
    return 2 if colour == outcome else 0 if colour == 3 - outcome else 1


def first_seat(v: vec[i64], race: Race, outcome: int) -> int:
    """The seat whose colour is shown most, −1 when several share that (throw again)."""
    best, winner = -1, -1
    for seat in SEATS_OF[remaining(v, race)]:
        count = shown(outcome, race.colours[seat])
        if count == best:
            winner = -1
        elif count > best:
            best, winner = count, seat
    return winner


def outcomes(v: vec[i64], race: Race) -> list[tuple[int, int]]:
    """What chance can do now; nothing where players decide."""
    if v[NODE] > THROW_FIRST:
        return MOON if v[NODE] == FLIP else []
    if v[NODE] == THROW_FIRST and v[THROWS] >= MOST_THROWS - 1:
        return [(outcome, 1) for outcome in range(4) if first_seat(v, race, outcome) >= 0]
    return THROW
