"""Where bots think: in processes of their own, so that a deep thought does not hold up the tables."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from parcferme.server.catalogue import game_of
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
        self.pool: ProcessPoolExecutor | None = None
        if where == "process":
            count = max(1, (os.cpu_count() or 2) - 1)
            self.pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), end_with_parent)

    async def choose(self, task: Task) -> int:
        if self.pool is None:
            return think(task)
        return await asyncio.get_running_loop().run_in_executor(self.pool, think, task)

    async def work(self, function: Callable[[T], R], task: T) -> R:
        """Anything else that takes a moment: among the bots, or in a thread where they think inline."""
        if self.pool is None:
            return await asyncio.to_thread(function, task)
        return await asyncio.get_running_loop().run_in_executor(self.pool, function, task)

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)


def think(task: Task) -> int:
    """The choice itself; runs wherever the thinker says."""
    return bots.choose(task, game_of(task.game, task.rules, task.options))
