"""Where bots think: in processes of their own, so that a deep thought does not hold up the tables."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from parcferme.house.catalogue import game_of
from parcferme.table import bots
from parcferme.table.bots import Task

T = TypeVar("T")
R = TypeVar("R")


def end_with_parent() -> None:
    """For a process of a pool: end when the server does, even if that was killed while this one was starting."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)  # nobody waits for an answer any more


class Thinker:
    """Chooses for bots. `inline` thinks in the server's own thread: for tests and for games of quick bots."""

    def __init__(self, where: str) -> None:
        self.pool: ProcessPoolExecutor | None = _open_pool() if where == "process" else None

    async def choose(self, task: Task) -> int:
        return think(task) if self.pool is None else await self.work(think, task)

    async def work(self, function: Callable[[T], R], task: T) -> R:
        """Anything else that takes a moment: among the bots, or in a thread where they think inline."""
        pool = self.pool
        if pool is None:
            return await asyncio.to_thread(function, task)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(pool, function, task)
        except BrokenProcessPool:  # one of its processes was killed: none of the others works any more
            if self.pool is pool:
                self.pool = _open_pool()
            return await loop.run_in_executor(self.pool, function, task)

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)


def _open_pool() -> ProcessPoolExecutor:
    count = max(1, (os.cpu_count() or 2) - 1)
    return ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), end_with_parent)


def think(task: Task) -> int:
    """The choice itself; runs wherever the thinker says."""
    return bots.choose(task, game_of(task.game, task.rules, task.options))
