"""Where bots think: in processes of their own, so that a deep thought does not hold up the tables."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

from parcferme.server.catalogue import game_of
from parcferme.table import bots
from parcferme.table.bots import Task


class Thinker:
    """Chooses for bots. `inline` thinks in the server's own thread: for tests and for games of quick bots."""

    def __init__(self, where: str) -> None:
        self.pool: ProcessPoolExecutor | None = None
        if where == "process":
            count = max(1, (os.cpu_count() or 2) - 1)
            self.pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"))

    async def choose(self, task: Task) -> int:
        if self.pool is None:
            return think(task)
        return await asyncio.get_running_loop().run_in_executor(self.pool, think, task)

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)


def think(task: Task) -> int:
    """The choice itself; runs wherever the thinker says."""
    return bots.choose(task, game_of(task.game, task.rules, task.options))
