"""Calls to addresses that people have given, their webhooks and browsers: a few at once, one of each person, and people
in turn. Somebody's address that answers slowly keeps nobody but them waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final
from weakref import WeakValueDictionary

from parcferme.server.live.thinking import Turns

AT_ONCE: Final = 8


class Calls:
    """All calls of one server process."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(AT_ONCE, "calls")
        self.turns = Turns(AT_ONCE)
        self.lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # of those who are called

    async def make(self, person: str, call: Callable[[], None]) -> None:
        """Call somebody when it is their turn, in a thread; raises what the call raises."""
        line = self.lines.setdefault(person, asyncio.Lock())
        async with line:
            await self.turns.enter(person)
            try:
                await asyncio.get_running_loop().run_in_executor(self.threads, call)
            finally:
                self.turns.leave()

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)
