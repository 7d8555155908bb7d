"""What a gérance costs, who wins a refusal, and half a box."""

from __future__ import annotations

from parcferme.games.rallye_code.board.pieces import UNIT
from parcferme.games.rallye_code.board.tariff import Tariff


def price_of(total: int, tariff: Tariff) -> int:
    """RC-61: by the points of the roll that brought the newcomer."""
    return tariff.takeover_per_point * total


def holder_keeps(holder: int, newcomer: int) -> bool:
    """RC-63, RC-R23: only the strictly higher roll keeps a gérance."""
    return holder > newcomer


def half_of(box: int) -> int:
    """RC-R29: what a debtor may draw from a box, rounded down to the smallest note."""
    return box // (2 * UNIT) * UNIT
