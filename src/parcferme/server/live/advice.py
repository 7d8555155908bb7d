"""Hints and reviews: worked out away from the tables, kept for who asks again, and never more at once than is good.

Hints take a second, closer looks a few, and share the bots' processes. A review can take a minute: all of them go
through one process of their own, one after another, so that no table ever waits for one. That process has limits of
time and memory, too: one that passes them is replaced, and those who waited behind it are looked at by the next.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from parcferme.core.play import live_entries
from parcferme.core.record import Record, read_record
from parcferme.house.advice import Hint, HintTask, ReviewState, ReviewTold, hint, record_hash, reviewed
from parcferme.server.live import thinking
from parcferme.server.live.thinking import Thinker, end_with_parent, limit_memory, set_alarm
from parcferme.table.errors import Denied

T = TypeVar("T")
REVIEW_SECONDS: Final = 90.0  # a longer review says how far it went
GLANCE_SECONDS: Final = 30.0  # for one that nobody has asked for
APART_SECONDS: float = 240.0  # of processor time for anything that is looked back on
MEMORY: int = 2 * thinking.MEMORY  # bytes of address space
WAITING: Final = 8  # reviews in line …
OF_ONE: Final = 3  # … and of one visitor
KEPT: Final = 256
log = logging.getLogger("parcferme.advice")


@dataclass(eq=False)
class ReviewJob:
    """A review that was asked for."""

    number: int
    visitor: str
    total: int
    unfinished: bool
    legs: int = 0
    made: ReviewTold | None = None
    failed: bool = False
    running: asyncio.Task[None] | None = None

    def is_over(self) -> bool:
        return self.made is not None or self.failed

    def told(self, current: int, done: int) -> ReviewState:
        """How it stands, while the job of number `current` has judged so many entries."""
        if self.made is not None:
            return ReviewState("ready", self.total, self.total, self.made)
        running = current == self.number
        return ReviewState("running" if running else "waiting", done if running else 0, self.total, None)


class AdviceDesk:
    """All hints and reviews of one server process."""

    def __init__(self, thinker: Thinker, where: str) -> None:
        self.thinker = thinker
        self.where = where
        self.pool: Executor | None = None  # made when the first review is asked for
        self.current: Any = [0, 0, 0, 0]  # review, entries judged, ticket, is somebody waiting; shared with the process
        # that reviews
        self.tickets = 0
        self.hints: OrderedDict[tuple[str, int, int, int], asyncio.Future[Hint]] = OrderedDict()
        self.reviews: OrderedDict[str, ReviewJob] = OrderedDict()  # by the hash of the match …
        self.hashes: OrderedDict[str, str] = OrderedDict()  # … which is known of what was asked for lately
        self.started = 0

    async def hint(self, table: str, task: HintTask, visitor: str) -> Hint:
        """The same question is thought about once."""
        key = (table, task.node, task.seat, task.look)
        if key not in self.hints:
            self.hints[key] = asyncio.ensure_future(self.thinker.work(hint, task, visitor))
            while len(self.hints) > KEPT:
                self.hints.popitem(last=False)
        try:
            return await asyncio.shield(self.hints[key])
        except Exception as error:
            self.hints.pop(key, None)
            log.exception("a hint failed", extra={"table": table, "game": task.game})
            raise Denied("unavailable", "no hint could be worked out here: try again") from error

    async def review(
        self,
        name: str,
        record: Record,
        visitor: str,
        begin: Callable[[], None],
        unfinished: bool = False,
        legs: int = 0,
    ) -> ReviewState:
        """How the review of a finished match stands; who asks first (`begin` may refuse it) sets it going. A drive in
        an event may be `unfinished`: it ends where the event's task does, after its `legs`. `name` says whose match it
        is: a record may be large, and who waits asks every second, so nobody waits while it is read and it is read
        once."""
        key = await self._hash(name, record) + (f"/{legs}" if legs else "")
        if key not in self.reviews:
            begin()
            self._must_have_room(visitor)
            self.current[WAITED_FOR] = 1
            self.started += 1
            job = self.reviews[key] = ReviewJob(self.started, visitor, len(live_entries(record.log)), unfinished, legs)
            job.running = asyncio.create_task(self._run(job, record))
            self._forget()
        job = self.reviews[key]
        if job.failed:
            del self.reviews[key]  # the next to ask tries again
            raise Denied("unavailable", "the review could not be worked out; it has been written down")
        self.reviews.move_to_end(key)
        current, done, *_ = self.current[:]
        return job.told(current, done)

    async def _hash(self, name: str, record: Record) -> str:
        """The same match has the same hash, wherever it is from."""
        known = self.hashes.get(name)
        if known is None:
            known = self.hashes[name] = await asyncio.to_thread(record_hash, record)
            while len(self.hashes) > KEPT:
                self.hashes.popitem(last=False)
        return known

    def is_busy(self) -> bool:
        """Does anybody wait for a review?"""
        return any(not job.is_over() for job in self.reviews.values())

    async def glance(self, name: str, record: Record) -> ReviewTold | None:
        """The review of a match while nobody waits for one; nothing where it would take long, or somebody comes. It is
        there for whoever asks later."""
        key = await self._hash(name, record)
        known = self.reviews.get(key)
        if known is not None:
            return known.made
        self.current[WAITED_FOR] = int(self.is_busy())
        text = await asyncio.to_thread(record.to_text)
        made = await self.apart(look_at, text)
        if made.judged < made.entries:
            return None
        job = self.reviews.setdefault(key, ReviewJob(0, "", made.entries, False))
        job.made = made
        self._forget()
        return made

    def _must_have_room(self, visitor: str) -> None:
        waiting = [one for one in self.reviews.values() if not one.is_over()]
        own = sum(1 for one in waiting if one.visitor == visitor)
        if len(waiting) >= WAITING or own >= OF_ONE:
            raise Denied("too_many", f"{len(waiting)} reviews are in line already, {own} of yours: try again later")

    async def _run(self, job: ReviewJob, record: Record) -> None:
        try:
            text = await asyncio.to_thread(record.to_text)
            job.made = await self.apart(look_back, text, job.number, job.unfinished, job.legs)
        except Exception:
            log.exception("a review failed")
            job.failed = True

    async def apart(self, function: Callable[..., T], *given: object) -> T:
        """Something in the process that looks back, after what is in line there. Where that process ends, by its limits
        or somebody's doing, whatever it was at has failed, and what was in line is left to the next process."""
        self.tickets += 1
        ticket = self.tickets
        while True:
            if self.pool is None:
                self.pool = self._open()
            pool, current = self.pool, self.current
            try:
                return await _in_line(pool, ticket, function, *given)
            except BrokenProcessPool:
                if self.pool is pool:
                    self.pool = None
                if current[TICKET] in (0, ticket):  # 0: it ended before it was at anything
                    raise

    def _open(self) -> Executor:
        if self.where == "inline":
            return ThreadPoolExecutor(1, "review", _begin, (self.current,))
        apart = multiprocessing.get_context("spawn")
        self.current = apart.Array("q", [0, 0, 0, int(self.is_busy())])
        return ProcessPoolExecutor(1, apart, _begin_apart, (self.current, MEMORY))

    def _forget(self) -> None:
        over = [key for key, job in self.reviews.items() if job.is_over()]
        for key in over[: max(0, len(self.reviews) - KEPT)]:
            del self.reviews[key]

    def close(self) -> None:
        self.current[0] = STOPPED
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)


STOPPED: Final = -1
TICKET: Final = 2  # in `current`: what the process is at, whatever it is
WAITED_FOR: Final = 3
_shared: list[Any] = []  # in the reviewing process: `current`


def _begin(current: Any) -> None:
    _shared[:] = [current]


def _begin_apart(current: Any, memory: int) -> None:
    end_with_parent()
    limit_memory(memory)
    os.nice(5)  # those who play come first
    _begin(current)


def _in_line(pool: Executor, ticket: int, function: Callable[..., T], *given: object) -> asyncio.Future[T]:
    return asyncio.get_running_loop().run_in_executor(pool, _timed, ticket, APART_SECONDS, function, *given)


def _timed(ticket: int, seconds: float, function: Callable[..., T], *given: object) -> T:
    """Compiled code listens to nobody: whatever takes too long is ended with its process."""
    _shared[0][TICKET] = ticket
    set_alarm(seconds)
    try:
        return function(*given)
    finally:
        set_alarm(0.0)


def look_back(text: str, number: int, unfinished: bool, legs: int) -> ReviewTold:
    """The review itself; runs in a process of its own."""
    current = _shared[0]
    if current[0] != STOPPED:
        current[0], current[1] = number, 0
    return reviewed(read_record(text), REVIEW_SECONDS, _progress, unfinished, legs)


def look_at(text: str) -> ReviewTold:
    """A review that nobody has asked for: it makes room for one that somebody does."""

    def is_free(done: int, total: int) -> bool:
        return _shared[0][0] != STOPPED and not _shared[0][WAITED_FOR]

    return reviewed(read_record(text), GLANCE_SECONDS, is_free)


def is_wanted(done: int, total: int) -> bool:
    """Does the server still wait for what is worked out here?"""
    return bool(_shared[0][0] != STOPPED)


def _progress(done: int, total: int) -> bool:
    current = _shared[0]
    if current[0] == STOPPED:
        return False
    current[1] = done
    return True
