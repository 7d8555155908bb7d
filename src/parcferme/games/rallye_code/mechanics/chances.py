"""Exact chances of two dice and what follows from the tariff: refusing a takeover."""

from __future__ import annotations

from fractions import Fraction

from parcferme.games.rallye_code.board.tariff import Tariff
from parcferme.games.rallye_code.mechanics.dice import WAYS
from parcferme.games.rallye_code.mechanics.takeover import holder_keeps, price_of


def refusal_chance(tariff: Tariff, arrival: int) -> Fraction:
    """The chance that a holder who refuses keeps his gérance (RC-62, RC-63)."""
    against = WAYS if tariff.newcomer_rolls else [int(total == arrival) for total in range(13)]
    totals = range(2, 13)
    won = sum(WAYS[mine] * against[theirs] for mine in totals for theirs in totals if holder_keeps(mine, theirs))
    return Fraction(won, 36 * sum(against))


def refusing_pays(tariff: Tariff, arrival: int, box: int, future: int) -> bool:
    """Is the chance of keeping box and future worth more than the price?"""
    return refusal_chance(tariff, arrival) * (box + future) > price_of(arrival, tariff)
