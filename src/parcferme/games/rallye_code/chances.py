"""Plain chances of two dice and what follows from the tariff: release, mean bills, refusing a takeover, half a box."""

from __future__ import annotations

from fractions import Fraction

from parcferme.games.rallye_code.actions import WAYS
from parcferme.games.rallye_code.pieces import UNIT, Edition


def at_most(limit: int) -> Fraction:
    """The chance that two dice show no more than this."""
    return Fraction(sum(WAYS[2 : limit + 1]), 36)


def above(limit: int) -> Fraction:
    return 1 - at_most(limit)


def failed_rolls(limit: int) -> Fraction:
    """How many rolls fail, on average, before one of at most `limit` (RC-R06)."""
    return above(limit) / at_most(limit)


def stay_cost(arrival: int, again: int, limit: int) -> Fraction:
    """The mean bill of a garage or hotel: arrival, and each failed roll again."""
    return arrival + again * failed_rolls(limit)


def petrol_cost(edition: Edition) -> Fraction:
    """The mean bill at the petrol station (RC-55)."""
    return edition.petrol_per_point * Fraction(sum(total * WAYS[total] for total in range(2, 13)), 36)


def refusal_chance(edition: Edition, arrival: int) -> Fraction:
    """The chance that a holder who refuses keeps his gérance (RC-62, RC-63)."""
    if not edition.newcomer_rolls:
        return above(arrival)
    ways = sum(WAYS[holder] * WAYS[newcomer] for holder in range(2, 13) for newcomer in range(2, holder))
    return Fraction(ways, 1296)


def refusing_pays(edition: Edition, arrival: int, box: int, future: int) -> bool:
    """Is the chance of keeping box and future worth more than the price?"""
    return refusal_chance(edition, arrival) * (box + future) > edition.takeover_per_point * arrival


def half_of(box: int) -> int:
    """What a debtor may draw from a box (RC-R29)."""
    return box // (2 * UNIT) * UNIT
