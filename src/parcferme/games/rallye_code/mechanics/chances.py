"""Exact chances of two dice and what follows from the tariff: release, mean bills, refusing a takeover."""

from __future__ import annotations

from fractions import Fraction

from parcferme.games.rallye_code.board.tariff import Tariff
from parcferme.games.rallye_code.mechanics.bills import petrol_bill
from parcferme.games.rallye_code.mechanics.dice import WAYS
from parcferme.games.rallye_code.mechanics.takeover import holder_keeps, price_of


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


def petrol_cost(tariff: Tariff) -> Fraction:
    """The mean bill at the petrol station (RC-55)."""
    return Fraction(sum(petrol_bill(total, tariff) * WAYS[total] for total in range(2, 13)), 36)


def refusal_chance(tariff: Tariff, arrival: int) -> Fraction:
    """The chance that a holder who refuses keeps his gérance (RC-62, RC-63)."""
    against = WAYS if tariff.newcomer_rolls else [int(total == arrival) for total in range(13)]
    totals = range(2, 13)
    won = sum(WAYS[mine] * against[theirs] for mine in totals for theirs in totals if holder_keeps(mine, theirs))
    return Fraction(won, 36 * sum(against))


def refusing_pays(tariff: Tariff, arrival: int, box: int, future: int) -> bool:
    """Is the chance of keeping box and future worth more than the price?"""
    return refusal_chance(tariff, arrival) * (box + future) > price_of(arrival, tariff)
