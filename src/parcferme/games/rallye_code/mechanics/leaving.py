"""Which roll lets a car go."""

from __future__ import annotations

from parcferme.games.rallye_code.board.pieces import NO_ENTRY
from parcferme.games.rallye_code.board.tariff import Tariff


def too_high_for_a_stay(total: int, tariff: Tariff) -> bool:
    """RC-48, RC-53, RC-57: garage, hotel and First-aid post let a car go with no more than so much on both dice, and it
    drives that roll (RC-R06)."""
    return total > tariff.leave_limit


def too_high_for_a_hit(total: int, below: int) -> bool:
    """RC-35: a car that was hit leaves with less than so much; 8 is not less than 8 (RC-R13)."""
    return total >= below


def waits_for_the_junction(transverse: bool, arrival: int) -> bool:
    """RC-13, RC-R09: from a transverse road no car comes to rest on a no-entry square."""
    return transverse and arrival == NO_ENTRY
