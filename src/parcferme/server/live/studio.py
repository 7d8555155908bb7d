"""The studio's workshop: checks at once, and what takes long (measuring, a surprise) in processes of its own.

Checks have one process, so that drawing never waits for a bot; long work has others, at a low priority, with a limit
of processor time and of memory. Those who wait come in turn, one for each visitor, and nobody has two of a sort under
way: who measures again has given the first up. Where workers share a database each can tell how far a job is, whoever
runs it.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, Generic, TypeVar

import msgspec
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from parcferme.core.content import content_hash
from parcferme.core.errors import ParcFermeError
from parcferme.house.codec import decode, encode_text
from parcferme.house.messages import Refusal
from parcferme.house.refusals import as_denied, refusal_of
from parcferme.house.studio import Checked, JobState, StudioTask, SurpriseForm, checked, measured, surprised
from parcferme.server.live.thinking import Mind, MindLost, Thinker, ThoughtTooLong, Turns
from parcferme.server.storage.clock import wall
from parcferme.server.storage.schema import studio_jobs
from parcferme.server.storage.store import Store
from parcferme.table.errors import Denied

T = TypeVar("T")
R = TypeVar("R")
PLACES: int = max(1, (os.cpu_count() or 2) // 2)
WORK_SECONDS: float = 120.0  # of processor time for one job
TOLD_SECONDS: float = 1.0  # between two notes of how far a job is, for other workers
LOST_MS: Final = 60_000  # without a note: the worker that ran it has ended
KEPT_MS: Final = 3_600_000  # notes of jobs
WAITING: int = 24  # jobs in line
KEPT: Final = 200  # jobs and figures in memory
NOTHING: Final = JobState(False, 0.0, {}, "")
log = logging.getLogger("parcferme.studio")


class Job(Generic[T]):
    """Something under way for a visitor: `work` yields how far it is."""

    def __init__(self, visitor: str, work: Callable[[T], Iterator[JobState]], task: T, key: str = "") -> None:
        self.id = secrets.token_hex(8)
        self.key = key  # what its figures are kept under; '': they are not
        self.visitor = visitor
        self.work = work
        self.task = task
        self.state = NOTHING
        self.cancelled = False
        self.mind: Mind | None = None  # once it has a turn
        self.running: asyncio.Task[None] | None = None

    def end(self, why: Any) -> None:
        """Over: with the figures it has."""
        self.state = msgspec.structs.replace(self.state, done=True, ended=why)

    def cancel(self) -> None:
        self.cancelled = True
        if not self.state.done:
            self.end("cancelled")
        if self.mind is not None:
            self.mind.interrupt()


class Workshop:
    """All checks and jobs of one server process."""

    def __init__(self, store: Store, where: str) -> None:
        self.store = store
        self.apart = where == "process"
        self.quick = Thinker(where, 1)
        self.minds = [Mind() for _ in range(PLACES)]
        self.idle = list(self.minds)
        self.turns = Turns(PLACES)
        self.threads = ThreadPoolExecutor(PLACES, "studio")
        self.jobs: OrderedDict[str, Job[Any]] = OrderedDict()
        self.found: OrderedDict[str, JobState] = OrderedDict()  # figures of documents, by their hash

    async def check(self, task: StudioTask, visitor: str) -> Checked:
        """What a check says; raises Denied for a document that it takes too long to look at."""
        return await self.look_at(visitor, checked, task)

    async def look_at(self, visitor: str, function: Callable[..., R], *given: object) -> R:
        """Look at something that a visitor has brought. Compiled code does not let go of the interpreter, so nobody
        knows how long it would hold up the tables: it is done in the process for checks, within its limits. Raises what
        the function refuses."""
        try:
            refusal, answer = await self.quick.work(attempted, (function, given), visitor)
        except (ThoughtTooLong, MindLost, MemoryError) as error:
            raise Denied("too_large", "this document cannot be checked in the time there is") from error
        if refusal is not None:
            raise Denied(refusal.code, refusal.reason, blanks=refusal.args or None)
        found: R = answer
        return found

    async def measure(self, task: StudioTask, visitor: str) -> str:
        """Begin to measure a document that nothing stops; returns the job's id. The same one is measured once."""
        key = await asyncio.to_thread(content_hash, [task.game, task.kind, task.document])
        job = Job(visitor, measure_apart, task, key)
        if key in self.found:
            job.state = self.found[key]
        return await self.begin(job)

    async def surprise(self, form: SurpriseForm, visitor: str) -> str:
        return await self.begin(Job(visitor, surprise_apart, form))

    async def begin(self, job: Job[Any]) -> str:
        """Returns the job's id. Its visitor gives up what they had of this sort."""
        for other in self.jobs.values():
            if other.visitor == job.visitor and other.work is job.work:
                other.cancel()
        if sum(1 for one in self.jobs.values() if not one.state.done) >= WAITING:
            raise Denied("too_many", f"{WAITING} jobs are in line already: try again later")
        await self._note(job, new=True)
        self.jobs[job.id] = job
        self._forget()
        if not job.state.done:
            job.running = asyncio.create_task(self._run(job))
        return job.id

    def _forget(self) -> None:
        over = [id for id, job in self.jobs.items() if job.state.done]
        for id in over[: max(0, len(self.jobs) - KEPT)]:
            del self.jobs[id]
        while len(self.found) > KEPT:
            self.found.popitem(last=False)

    async def _run(self, job: Job[Any]) -> None:
        """The job, and a note of how far it is now and then."""
        work = asyncio.ensure_future(self._in_turn(job))
        while not work.done():
            await asyncio.wait({work}, timeout=TOLD_SECONDS)
            with suppress(SQLAlchemyError):  # the job goes on; its next note is told
                await self._note(job)

    async def _in_turn(self, job: Job[Any]) -> None:
        await self.turns.enter(job.visitor)
        mind = self.idle.pop()
        try:
            if not job.cancelled:
                await asyncio.get_running_loop().run_in_executor(self.threads, self._follow, job, mind)
        finally:
            self.idle.append(mind)
            self.turns.leave()

    def _follow(self, job: Job[Any], mind: Mind) -> None:
        """In a thread: wait for one state after another."""
        job.mind = mind
        try:
            for state in self._states(job, mind):
                if job.cancelled:
                    mind.end()
                    return
                self._show(job, state)
        except ThoughtTooLong:
            self._show(job, msgspec.structs.replace(job.state, done=True, ended="time"))
        except Exception as error:
            if not job.cancelled:
                log.error("a job of the studio failed", extra={"why": str(error)})
                job.end("failed")
        finally:
            job.mind = None
            if not job.state.done:
                job.end("failed")

    def _show(self, job: Job[Any], state: JobState) -> None:
        """Figures that are final are known before anybody sees that they are."""
        if state.done and job.key:
            self.found[job.key] = state
        job.state = state

    def _states(self, job: Job[Any], mind: Mind) -> Iterator[JobState]:
        return mind.follow(job.work, job.task, WORK_SECONDS) if self.apart else _within(job.work(job.task))

    async def state(self, id: str, visitors: Collection[str]) -> JobState:
        """How far a job is, for who began it."""
        job = self.jobs.get(id)
        if job is not None and job.visitor in visitors:
            return job.state
        row = await self._row(id, visitors)
        told = decode(row.state, type=JobState)
        lost = not told.done and wall() - row.at > LOST_MS
        return msgspec.structs.replace(told, done=True, ended="failed") if lost else told

    async def cancel(self, id: str, visitors: Collection[str]) -> None:
        """Give a job up."""
        job = self.jobs.get(id)
        if job is not None and job.visitor in visitors:
            job.cancel()
            return
        await self._row(id, visitors)
        given_up = update(studio_jobs).where(studio_jobs.c.id == id).values(cancelled=True)
        await self.store.write(lambda db: db.execute(given_up).close())

    async def _row(self, id: str, visitors: Collection[str]) -> Any:
        """The note of another worker's job."""
        query = select(studio_jobs).where(studio_jobs.c.id == id, studio_jobs.c.visitor.in_(visitors))
        row = await self.store.read(lambda db: db.execute(query).one_or_none()) if self.store.shared else None
        if row is None:
            raise Denied("no_job", "there is no such job, or not any more")
        return row

    async def _note(self, job: Job[Any], new: bool = False) -> None:
        """Write down how far a job is, where other workers may be asked for it; they may have given it up."""
        if self.store.shared and await self.store.write(lambda db: _noted(db, job, new)):
            job.cancel()

    def close(self) -> None:
        for job in self.jobs.values():
            job.cancel()
        self.threads.shutdown(wait=False, cancel_futures=True)
        for mind in self.minds:
            mind.interrupt()
        self.quick.close()


def _noted(connection: Connection, job: Job[Any], new: bool) -> bool:
    """Returns whether somebody has given the job up."""
    now = wall()
    values = {"state": encode_text(job.state), "at": now}
    if new:
        connection.execute(delete(studio_jobs).where(studio_jobs.c.at < now - KEPT_MS))
        connection.execute(
            insert(studio_jobs), {"id": job.id, "visitor": job.visitor[:45], "cancelled": False, **values}
        )
        return False
    connection.execute(update(studio_jobs).where(studio_jobs.c.id == job.id).values(**values))
    given_up = connection.execute(select(studio_jobs.c.cancelled).where(studio_jobs.c.id == job.id))
    return bool(given_up.scalar_one_or_none())


def _within(states: Iterator[JobState]) -> Iterator[JobState]:
    """The time for a job also counts where it is done in a thread."""
    until = time.monotonic() + WORK_SECONDS
    for state in states:
        yield state
        if not state.done and time.monotonic() > until:
            raise ThoughtTooLong


def attempted(asked: tuple[Callable[..., object], tuple[object, ...]]) -> tuple[Refusal | None, Any]:
    """What a function finds, or why it refuses: errors do not travel from one process to another as they are."""
    function, given = asked
    try:
        return None, function(*given)
    except ParcFermeError as error:
        return refusal_of(as_denied(error)), None


def measure_apart(task: StudioTask) -> Iterator[JobState]:
    """Those who play come first; runs wherever the workshop says."""
    _step_back()
    yield from measured(task)


def surprise_apart(form: SurpriseForm) -> Iterator[JobState]:
    _step_back()
    yield from surprised(form)


def _step_back() -> None:
    """A lower priority for this process, unless it is the server's own."""
    if hasattr(os, "setpriority") and multiprocessing.parent_process() is not None:
        os.setpriority(os.PRIO_PROCESS, 0, 10)
