"""Which dice may come next, what limits them, and how many hazards a space allows.

Dice are numbered 0–4 for the gears 1–5; `used` is a mask of those that have been played in the turn.
"""

from __future__ import annotations

from typing import Final

BLACK_DICE: Final = 5  # RM-06
WHITE_DICE: Final = 2  # RM-07
GRAVEST: Final = 5  # damage at which no black die is left (RM-R23)
LAST_FLAT: Final = 3  # the flat tyre that ends a rally (RM-55)


def next_dice(gear: int, used: int) -> list[int]:
    """The black dice that the gear allows, lowest first."""
    if gear == 0:
        gears = [1]  # RM-25: from a standstill only 1st
    elif used == 0:
        gears = [gear - 1, gear, gear + 1]  # RM-26, RM-R02: the first gear die of the turn may stay in its gear
    else:
        gears = [gear - 1, gear + 1]  # RM-29, RM-R03
    return [g - 1 for g in gears if 1 <= g <= 5 and not used >> (g - 1) & 1]  # RM-31


def black_dice(damage: int) -> int:
    """How many black dice a turn may have: each damage takes one, of any gear (RM-10, RM-R23)."""
    return BLACK_DICE - damage


def white_dice(flats: int) -> int:
    """How many white dice a turn may have: each flat takes one, at once and for later turns (RM-54, RM-95, RM-R22)."""
    return max(0, WHITE_DICE - flats)


def white_fits(whites: int, flats: int, snow_tyres: int, snow: bool) -> bool:
    """May another white die move a car onto a space in snow, or on asphalt? On snow tyres asphalt allows one a turn.

    White dice used before count against the limit of the space that is entered (RM-54, RM-83, RM-R10).
    """
    return whites < white_dice(flats) and (whites == 0 or snow_tyres == 0 or snow)


def hazard_limit(snow: bool, snow_tyres: int) -> int:
    """How many hazards lose control on a space (RM-33, RM-60, RM-82, RM-R08, RM-R09)."""
    return 2 if snow and not snow_tyres else 3


def lock_price(locks: int) -> int:
    """What the next lock costs after so many in this turn: 1, 2, 3 … (RM-45, RM-R19)."""
    return locks + 1
