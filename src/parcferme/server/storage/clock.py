"""The server's clock: milliseconds that pass only while the server can take moves.

It starts at the wall clock and is carried on by the monotonic one, so that setting the wall clock, forwards or back,
moves no deadline. It stands still while the database does not take what is written, and skips the time during which the
whole process stood still, which shows by nobody having asked for the time: the scheduler does with every heartbeat.

A table's own time is this clock less the table's `shift`. A worker's signs of life are told by this clock, too; whoever
takes its tables over, with a clock of its own, sets their `shift` so that their own time goes on where it stopped.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

STALL_MS = 1_500  # longer without anybody asking: the process stood still
SLOW_MS = 1_000  # a commit that takes longer is an outage from its beginning on


def wall() -> int:
    """Milliseconds since 1970, as people's clocks show them."""
    return time.time_ns() // 1_000_000


def monotonic() -> int:
    """Milliseconds since some time, which nobody can set."""
    return time.monotonic_ns() // 1_000_000


class Clock:
    """One for each process. The writing thread stops and starts it, everybody reads it."""

    def __init__(self, heartbeat: float = 0.5) -> None:
        self.stall = max(STALL_MS, int(heartbeat * 2_000))
        self.lock = threading.Lock()
        self.started = wall() - monotonic()
        self.lost = 0  # milliseconds during which no move could be taken
        self.asked = monotonic()  # when somebody last wanted to know the time
        self.began: int | None = None  # the commit under way
        self.stopped: int | None = None  # since when nothing can be written

    def now(self) -> int:
        with self.lock:
            ticks = monotonic()
            self._skip_stall(ticks)
            return self.started + self._stands_at(ticks) - self.lost

    def _skip_stall(self, ticks: int) -> None:
        if ticks - self.asked > self.stall and self._stands_at(ticks) == ticks:
            self.lost += ticks - self.asked
        self.asked = ticks

    def _stands_at(self, ticks: int) -> int:
        if self.stopped is not None:
            return self.stopped
        return self.began if self.began is not None and ticks - self.began > SLOW_MS else ticks

    def is_stopped(self) -> bool:
        return self.stopped is not None

    def begin(self) -> None:
        """A commit begins …"""
        with self.lock:
            ticks = monotonic()
            self._skip_stall(ticks)
            self.began = ticks

    def end(self, well: bool) -> None:
        """… and has ended. After one that failed, or took long, the time is not counted until one goes well."""
        with self.lock:
            ticks = monotonic()
            began = ticks if self.began is None else self.began
            if self.stopped is None and (not well or ticks - began > SLOW_MS):
                self.stopped = began
            if well and self.stopped is not None:
                self.lost += ticks - self.stopped
                self.stopped = None
            self.began, self.asked = None, ticks

    def start_afresh(self) -> None:
        """Take up the wall clock again: others have taken all tables over, by theirs."""
        with self.lock:
            self.started, self.lost, self.asked = wall() - monotonic(), 0, monotonic()
            self.stopped = None if self.stopped is None else monotonic()


NEAR_MS = 2_000  # as far as clocks are put right all the time
BELIEVED_MS = 60_000


class Calendar:
    """People's time, by which events open and close: what the wall shows. A wall clock that jumps is believed once it
    has stayed there for a minute; until then time goes on as before, so that a slip of the clock closes no event."""

    def __init__(self, wall: Callable[[], int] = wall, ticks: Callable[[], int] = monotonic) -> None:
        self.wall = wall
        self.ticks = ticks
        self.base = wall() - ticks()
        self.off = 0  # by how much the wall differs since …
        self.since: int | None = None  # … this tick

    def now(self) -> int:
        ticks = self.ticks()
        off = self.wall() - ticks - self.base
        if self.since is None or abs(off - self.off) > NEAR_MS:
            self.off, self.since = off, ticks
        if abs(off) <= NEAR_MS or ticks - self.since >= BELIEVED_MS:
            self.base += off
            self.off, self.since = 0, None
        return self.base + ticks
