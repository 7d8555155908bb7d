"""Where bots think: in processes of their own, so that a deep thought does not hold up the tables.

Nobody's bots hold up the others' either. A thought has a time limit and its process a limit of memory; a process that
passes one of them is replaced, and the table goes on with the game's default action. Those who wait come in turn, one
thought for each visitor, however many tables with bots one of them has opened.
"""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, Final, TypeVar

from parcferme.house.catalogue import game_of
from parcferme.table import bots
from parcferme.table.bots import Task

T = TypeVar("T")
R = TypeVar("R")
THINK_SECONDS = 20.0  # of processor time for one thought; the longest one known takes 5 on the interpreted engine
WAIT_SECONDS = 120.0  # … and by the clock, on a machine that is busy with other things
START_SECONDS = 60.0  # for a process to get ready
ALARM: Final = getattr(signal, "SIGPROF", 0)  # ends a process whose time for a thought is up
PRIORITY: Final = 5  # below that of the server's own process
MEMORY = 1024**3  # bytes of address space for a process; one that has thought about each game has 150 million


class ThoughtTooLong(Exception):
    """The time for a thought is up; its process was ended."""


class MindLost(Exception):
    """A process ended in the middle of a thought."""


class Turns:
    """Places for a few, and a queue for each visitor, who are served in turn."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}  # the next one to be served first

    async def enter(self, visitor: str) -> None:
        """Wait for a place; whoever enters must `leave`."""
        if self.free:
            self.free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(visitor, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it has a place already
                self.leave()
            raise

    def length(self) -> int:
        """How many wait."""
        return sum(len(line) for line in self.waiting.values())

    def leave(self) -> None:
        """Hand the place on. A visitor who has more to think about goes to the end of the line."""
        while self.waiting:
            visitor = next(iter(self.waiting))
            line = self.waiting.pop(visitor)
            turn = line.popleft()
            if line:
                self.waiting[visitor] = line
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1


class Mind:
    """One process that thinks, started when it is first asked. One thought at a time."""

    def __init__(self) -> None:
        self.closed = False  # for good
        self.process: Any = None
        self.line: Connection | None = None

    def work(self, function: Callable[[T], R], task: T) -> R:
        """Waits for the answer; raises what the function raised, ThoughtTooLong or MindLost."""
        (answer,) = self.follow(_once, (function, task), THINK_SECONDS)
        return answer

    def follow(self, function: Callable[[T], Iterator[R]], task: T, seconds: float) -> Iterator[R]:
        """… for one answer after another, in so many seconds of processor time altogether."""
        try:
            line = self._started()
            line.send((function, task, seconds))
            well, answer = _heard(line)
            while well is None:
                yield answer
                well, answer = _heard(line)
        except (EOFError, OSError) as error:
            raise self._reason(error) from error
        except Exception:
            self.end()  # what is still said on its line would be taken for the next answer
            raise
        if not well:
            if isinstance(answer, MemoryError):
                self.end()  # whatever filled it may still be there
            raise answer

    def _started(self) -> Connection:
        if self.line is None:
            apart = multiprocessing.get_context("spawn")
            line, theirs = apart.Pipe()
            process = apart.Process(target=_live, args=(theirs, MEMORY), daemon=True)
            process.start()
            theirs.close()
            self.process, self.line = process, line
            if not self.line.poll(START_SECONDS):
                raise EOFError("a process for bots does not start")
            self.line.recv()
        return self.line

    def _reason(self, error: Exception) -> Exception:
        """Why the process has ended: by its own alarm, or somebody's doing."""
        alarmed = False
        if self.process is not None:
            self.process.join(1)
            alarmed = self.process.exitcode == -ALARM
        self.end()
        return ThoughtTooLong(f"a thought took over {THINK_SECONDS:g} s") if alarmed else MindLost(str(error))

    def interrupt(self) -> None:
        """End its process; whoever waits for an answer hears of it by MindLost."""
        if self.process is not None:
            self.process.kill()

    def end(self) -> None:
        self.interrupt()
        if self.line is not None:
            self.line.close()
        self.process = self.line = None


class Thinker:
    """Chooses for bots. `inline` thinks in the server's own thread: for tests and for games of quick bots."""

    def __init__(self, where: str, count: int = max(1, (os.cpu_count() or 2) - 1)) -> None:
        self.minds = [Mind() for _ in range(count)] if where == "process" else []
        self.idle = list(self.minds)
        self.turns = Turns(count)
        self.threads = ThreadPoolExecutor(count, "thinker")  # each waits for a mind

    async def choose(self, task: Task, visitor: str) -> int:
        return await self.work(think, task, visitor) if self.minds else think(task)

    async def work(self, function: Callable[[T], R], task: T, visitor: str) -> R:
        """Anything else that takes a moment: among the bots, or in a thread where they think inline."""
        if not self.minds:
            return await asyncio.to_thread(function, task)
        await self.turns.enter(visitor)
        mind = self.idle.pop()
        done = asyncio.get_running_loop().run_in_executor(self.threads, _ask, mind, function, task)
        done.add_done_callback(lambda _: self._free(mind))  # also where nobody waits for the answer any more
        return await asyncio.shield(done)

    def _free(self, mind: Mind) -> None:
        self.idle.append(mind)
        self.turns.leave()

    def close(self) -> None:
        """Thoughts that are under way end without an answer."""
        self.threads.shutdown(wait=False, cancel_futures=True)
        for mind in self.minds:
            mind.closed = True
            mind.interrupt()


def _ask(mind: Mind, function: Callable[[T], R], task: T) -> R:
    try:
        return mind.work(function, task)
    except MindLost:  # somebody has ended it: another one may do better
        if mind.closed:
            raise
        return mind.work(function, task)


def _live(line: Connection, memory: int) -> None:
    """The life of a process: it answers until nobody asks any more. On a busy machine those who move come first."""
    end_with_parent()
    limit_memory(memory)
    if hasattr(os, "nice"):
        os.nice(PRIORITY)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        line.send("ready")
        while True:
            function, task, seconds = line.recv()
            set_alarm(seconds)
            last = _answered(line, function, task)
            set_alarm(0.0)
            line.send(last)


def _heard(line: Connection) -> tuple[bool | None, Any]:
    """The next thing that a process says: (None, an answer), (True, None) at the end, (False, what went wrong)."""
    if not line.poll(WAIT_SECONDS):
        raise ThoughtTooLong(f"a thought took longer than {WAIT_SECONDS:g} seconds")
    heard: tuple[bool | None, Any] = line.recv()
    return heard


def _once(asked: tuple[Callable[[T], R], T]) -> Iterator[R]:
    """A single answer, as one of many."""
    function, task = asked
    yield function(task)


def _answered(line: Connection, function: Callable[[T], Iterator[R]], task: T) -> tuple[bool, object]:
    """Say one answer after another; returns how it ended."""
    try:
        for answer in function(task):
            line.send((None, answer))
        return True, None
    except MemoryError:
        return False, MemoryError("a thought needs more memory than a process may have")
    except Exception as error:
        return False, RuntimeError(f"{type(error).__name__}: {error}")


def limit_memory(most: int) -> None:
    """Let this process have no more address space than that. Windows knows no such limit."""
    with suppress(ImportError):
        resource = importlib.import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def set_alarm(seconds: float) -> None:
    """Be ended by the system after so much processor time, wherever in compiled code this process is then; 0: never.
    Not the server itself, where it thinks inline. Windows knows no such alarm: there the clock alone counts."""
    if hasattr(signal, "setitimer") and multiprocessing.parent_process() is not None:
        signal.setitimer(signal.ITIMER_PROF, seconds)


def end_with_parent() -> None:
    """For a process of a pool: end when the server does, even if that was killed while this one was starting."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)  # nobody waits for an answer any more


def think(task: Task) -> int:
    """The choice itself; runs wherever the thinker says."""
    return bots.choose(task, game_of(task.game, task.rules, task.options), monotonic)
