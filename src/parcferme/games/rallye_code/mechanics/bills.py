"""What a service costs: four amounts, one for the box of each gérance. Whoever is billed for a stay is held by it."""

from __future__ import annotations

from typing import Final

from parcferme.games.rallye_code.board.pieces import BEND, GARAGE, HOTEL, SLIPPERY
from parcferme.games.rallye_code.board.tariff import Tariff

Bill = tuple[int, int, int, int]

GARAGES: Final = 0
FIRST_AID_POSTS: Final = 1
PETROL_STATIONS: Final = 2
HOTELS: Final = 3
NO_BILL: Final = (0, 0, 0, 0)


def is_accident(kind: int, total: int, tariff: Tariff) -> bool:
    """RC-28: a bend or a slippery road reached with too much of a roll."""
    return kind in (BEND, SLIPPERY) and total >= tariff.accident_from


def arrival_bill(kind: int, total: int, tariff: Tariff) -> Bill:
    """For ending a move on a square (RC-47, RC-52); after an accident for a damaged car and wounds (RC-28, RC-29)."""
    if kind == GARAGE:
        return (tariff.garage, 0, 0, 0)
    if kind == HOTEL:
        return (0, 0, 0, tariff.hotel)
    if is_accident(kind, total, tariff):
        return (tariff.damaged(total), tariff.casualty(total) if total >= tariff.accident_aid_from else 0, 0, 0)
    return NO_BILL


def collision_bill(total: int, tariff: Tariff) -> Bill:
    """RC-33, RC-34, RC-R37: the garage, and from 8 up (RC-R13) the First-aid post, both in full."""
    return (tariff.damaged(total), tariff.casualty(total) if total >= tariff.collision_aid_from else 0, 0, 0)


def another_day(garage: bool, first_aid: bool, hotel: bool, tariff: Tariff) -> Bill:
    """For a roll too high to leave: every stay costs again (RC-49, RC-51, RC-54, RC-58, RC-R12)."""
    return (
        tariff.garage_again if garage else 0,
        tariff.aid_again if first_aid else 0,
        0,
        tariff.hotel_again if hotel else 0,
    )


def petrol_bill(total: int, tariff: Tariff) -> int:
    """RC-55, RC-R35: by the points of the roll with which the car leaves, whatever becomes of it."""
    return tariff.petrol_per_point * total
