"""What a driver collects: gear cards, changed tyres and split times (RM-35, RM-64, RM-107), newest first.

A log only grows, so copies of a position share what was written before: each entry hangs on the one before it.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

CARD_TAKEN: Final = 0  # value: gear
CARD_FLIPPED: Final = 1  # value: gear
TYRE_CHANGED: Final = 2  # value: 0
SPLIT: Final = 3  # value: number of the checkpoint, from 0


@final
class Entry:
    """One thing collected, and what came before it."""

    __slots__ = ("kind", "special", "value", "seconds", "before")

    def __init__(self, kind: i64, special: i64, value: i64, seconds: i64, before: Entry | None) -> None:
        self.kind = kind
        self.special = special
        self.value = value
        self.seconds = seconds
        self.before = before


def entries(log: Entry | None) -> list[Entry]:
    """Oldest first."""
    found: list[Entry] = []
    while log is not None:
        found.append(log)
        log = log.before
    return found[::-1]
