"""What a die does to the control of its car, on the space where it lands."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rallyman.mechanics.paths import LOST, RISKY

KEPT: Final = 0
COUNTED: Final = 1  # there is one hazard more
TOO_MANY: Final = 2  # the hazard loses control, unless Sisu is played
GONE: Final = 3  # an error: control is lost, and Sisu is of no help (RM-90)


def control(effect: i64, hazard: bool, hazards: i64, limit: i64, sisu_on: bool) -> i64:
    """After a die with this effect; `hazards` were counted before it, and so many lose control on this space.

    Corners and bumps taken far too fast lose it whatever the die shows (RM-59, RM-61), bumps one gear too fast with a
    hazard (RM-58). Else only a hazard can be the one too many (RM-33, RM-60), and none is once Sisu has been played
    (RM-89).
    """
    if effect == LOST or (effect == RISKY and hazard):
        return GONE
    if not hazard or sisu_on:
        return KEPT
    return COUNTED if hazards + 1 < limit else TOO_MANY
