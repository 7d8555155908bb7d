"""Clocks: who is being waited for, since when, and until when. All times are the table's milliseconds.

The table's time stands still while no server runs: the caller passes times from which outages are already taken off.
"""

from __future__ import annotations

from typing import Final

from parcferme.table.setup import CORRESPONDENCE, LIVE, UNTIMED, Pace

DAY: Final = 86_400_000
GRACE: Final = 15_000  # what a returning person has at least


class Clocks:
    """The clocks of one table."""

    __slots__ = ("asked", "joint", "left", "pace", "since", "waiting")

    def __init__(self, pace: Pace, players: int) -> None:
        self.pace = pace
        self.left = [pace.bank * 1000] * players  # banks, used by the live pace only
        self.asked: tuple[int, ...] = ()  # seats the position asks
        self.waiting: tuple[int, ...] = ()  # those of them that a person drives and that still owe an answer
        self.joint = False
        self.since = 0  # when the present wait began

    def copy(self) -> Clocks:
        other = Clocks(self.pace, len(self.left))
        other.left, other.asked, other.waiting = self.left[:], self.asked, self.waiting
        other.joint, other.since = self.joint, self.since
        return other

    def ask(self, at: int, asked: tuple[int, ...], waiting: tuple[int, ...], joint: bool, since: int) -> None:
        """A new node, waited for since then (banks are charged from now): charge the last one, grant increments."""
        self._charge(at)
        if self._uses_banks():
            for seat in self.asked:
                if seat not in asked:
                    self.left[seat] += self.pace.increment * 1000
        self.asked, self.waiting, self.joint = asked, waiting, joint
        self.since = at if self._uses_banks() else since

    def change(self, at: int, waiting: tuple[int, ...]) -> None:
        """The same node, but other people owe the answer: one sealed, left or came back. The time for it runs on."""
        if self._uses_banks():
            self._charge(at)
            self.since = at
        self.waiting = waiting

    def welcome(self, seat: int, at: int) -> None:
        """Who returns after the time was up finds neither an empty bank nor a decision whose time is up again."""
        self.left[seat] = max(self.left[seat], self.pace.increment * 1000, GRACE)
        if seat in self.waiting and not self._uses_banks():
            self.since = max(self.since, at + GRACE - self._allowance())

    def due(self) -> int | None:
        """When the present wait ends; `None` while nobody is waited for or nothing is timed."""
        return self.ends() if self.waiting else None

    def ends(self) -> int | None:
        """When the time for the present node is up, whether somebody is waited for or only bots think."""
        if self.pace.kind == UNTIMED:
            return None
        if self._uses_banks():
            return self.since + self.left[self.waiting[0]] if self.waiting else None
        return self.ends_from(self.since)

    def ends_from(self, since: int) -> int | None:
        """When a wait that began then would end by this table's pace; `None` where banks are charged instead."""
        if self.pace.kind == UNTIMED or self._uses_banks():
            return None
        return since + self._allowance()

    def _uses_banks(self) -> bool:
        """Live decisions of one seat are paid from its bank; all others have a time of their own from the start."""
        return self.pace.kind == LIVE and not self.joint

    def _allowance(self) -> int:
        return self.pace.days * DAY if self.pace.kind == CORRESPONDENCE else self.pace.sealed * 1000

    def remaining(self, at: int) -> list[int]:
        """Each seat's bank as it would be read at this time."""
        running = self.waiting if self._uses_banks() else ()
        return [max(0, left - (at - self.since)) if seat in running else left for seat, left in enumerate(self.left)]

    def _charge(self, at: int) -> None:
        if self._uses_banks():
            for seat in self.waiting:
                self.left[seat] = max(0, self.left[seat] - (at - self.since))
