"""What drivers collect, one number an entry: gear cards, changed tyres and split times (RM-35, RM-64, RM-107)."""

from __future__ import annotations

from typing import Final

CARD_TAKEN: Final = 0  # value: gear
CARD_FLIPPED: Final = 1  # value: gear
TYRE_CHANGED: Final = 2  # value: 0
SPLIT: Final = 3  # value: number of the checkpoint

# What an entry adds up: kind, and these times seat, special, value and seconds.
SEAT: Final = 1 << 2
IN_SPECIAL: Final = 1 << 4
VALUE: Final = 1 << 6
SECOND: Final = 1 << 12
LEAST: Final = -100_000  # seconds may be below zero in a split time


def entry(kind: int, seat: int, special: int, value: int, seconds: int) -> int:
    """One entry as a number."""
    return kind + seat * SEAT + special * IN_SPECIAL + value * VALUE + (seconds - LEAST) * SECOND


def entry_parts(number: int) -> list[int]:
    """kind, seat, special, value, seconds."""
    return [
        number % SEAT,
        number % IN_SPECIAL // SEAT,
        number % VALUE // IN_SPECIAL,
        number % SECOND // VALUE,
        number // SECOND + LEAST,
    ]
