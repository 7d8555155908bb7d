"""Who sits where."""

from __future__ import annotations

from typing import Final

OPEN: Final = "open"
PERSON: Final = "person"
BOT: Final = "bot"


class Seat:
    """One seat of a table.

    person  id of the person who holds it, '' for none       away     '' or why a bot drives: "left", "time"
    level   of the bot that holds it                         stood_in a bot has driven for the person at some time
    driver  what that bot is called                          link     which issue of the seat's secret link is valid
    """

    __slots__ = ("away", "driver", "kind", "level", "link", "person", "stood_in")

    def __init__(self) -> None:
        self.kind = OPEN
        self.person = ""
        self.level = ""
        self.driver = ""
        self.away = ""
        self.stood_in = False
        self.link = 0

    def copy(self) -> Seat:
        other = Seat()
        other.kind, other.person, other.level, other.driver = self.kind, self.person, self.level, self.driver
        other.away, other.stood_in, other.link = self.away, self.stood_in, self.link
        return other

    def driven(self) -> bool:
        """Does a bot decide for this seat?"""
        return self.kind == BOT or self.away != ""

    def give(self, person: str) -> None:
        self.kind, self.person, self.level, self.driver, self.away = PERSON, person, "", "", ""

    def give_to_bot(self, level: str, driver: str) -> None:
        self.kind, self.person, self.level, self.driver, self.away = BOT, "", level, driver, ""

    def free(self) -> None:
        self.kind, self.person, self.level, self.driver, self.away = OPEN, "", "", "", ""

    def leave(self, why: str) -> None:
        self.away, self.stood_in = why, True


def mask(seats: list[int]) -> int:
    """A bit for each of these seats."""
    bits = 0
    for seat in seats:
        bits |= 1 << seat
    return bits
