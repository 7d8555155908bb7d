"""Work for the studio's processes, in a module that they load quickly."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from parcferme.house.studio import FigureTold, JobState, StudioTask
from parcferme.table.errors import Denied

FIRST = FigureTold(7.0, "estimate", "turns", error=1.0)


def brood(seconds: float) -> Iterator[JobState]:
    """A first figure at once, the last after so much thinking."""
    yield JobState(False, 0.25, {"turns": FIRST}, "")
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    yield JobState(True, 1.0, {"turns": FigureTold(6.0, "exact", "turns")}, "finished")


def wait(seconds: float) -> Iterator[JobState]:
    """The same figure again and again, until nobody wants it any more."""
    while True:
        yield JobState(False, 0.25, {"turns": FIRST}, "")
        time.sleep(seconds)


def fill(size: int) -> Iterator[JobState]:
    yield JobState(len(bytearray(size)) == size, 1.0, {}, "finished")


def look_for_ever(task: StudioTask) -> None:
    while True:
        pass


def where(task: object) -> int:
    return os.getpid()


def think_for_ever(task: object) -> None:
    while True:
        pass


def refuse(code: str) -> None:
    raise Denied(code, "for a reason", blanks={"option": "deck"})
