"""What a server does beside the tables: it measures how it is, and throws away what has been kept long enough.

The event loop's delay is taken all the time, the rest now and then, in threads.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable
from typing import Final

from sqlalchemy import Connection, func, select

from parcferme.server.ops.metrics import Metrics
from parcferme.server.ops.settings import Settings
from parcferme.server.people import retention
from parcferme.server.storage.clock import wall
from parcferme.server.storage.schema import outbox, reports
from parcferme.server.storage.store import Store

PULSE: Final = 0.25  # seconds between two looks at the event loop
WINDOW: Final = 240  # … of so many, a minute, the longest delay is told
LOOK: Final = 30.0  # seconds between two looks at what waits in the database
PRUNE: Final = 3_600.0  # … and between two rounds of throwing away, and of weighing the database
REST: Final = 0.2  # seconds between two transactions of such a round: others come in between
log = logging.getLogger("parcferme.housekeeping")


class Housekeeping:
    """Three rounds in the background."""

    def __init__(self, settings: Settings, store: Store, metrics: Metrics) -> None:
        self.settings = settings
        self.store = store
        self.metrics = metrics
        self.delays: list[float] = []

    async def run(self) -> None:
        await asyncio.gather(self._feel_pulse(), self._look(), self._prune())

    async def _feel_pulse(self) -> None:
        while True:
            meant = time.monotonic() + PULSE
            await asyncio.sleep(PULSE)
            self.delays = [*self.delays[1 - WINDOW :], max(0.0, time.monotonic() - meant)]
            self.metrics.set("loop_delay_seconds", round(max(self.delays), 4))

    async def _look(self) -> None:
        while True:
            await self._attempt(self.look())
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        """What waits in the database."""
        now = self.store.clock.now()
        for name, value in (await self.store.read(lambda connection: _waiting(connection, now))).items():
            self.metrics.set(name, value)

    async def _prune(self) -> None:
        while True:
            await self._attempt(self.weigh())
            await asyncio.sleep(PRUNE)
            await self._attempt(self.prune())

    async def weigh(self) -> None:
        """How much room each kind takes on the disk."""
        for kind, size in (await self.store.read(self.store.backend.sizes)).items():
            self.metrics.set("disk_bytes", size, kind)

    async def prune(self) -> None:
        """Throw away what has been kept long enough, a little at a time; warn those whose account comes next."""
        now = self.store.clock.now()
        await self.store.write(lambda db: retention.warn_unused(db, self.settings, now))
        while gone := await self.store.write(lambda db: retention.prune_some(db, self.settings, wall())):
            for kind, count in gone.items():
                self.metrics.count("pruned", kind, count)
            log.info("pruned", extra=dict(gone))
            await asyncio.sleep(REST)

    async def _attempt(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception:
            log.exception("housekeeping failed; it is tried again")


def _waiting(connection: Connection, now: int) -> dict[str, int]:
    due = select(func.count()).select_from(outbox).where(outbox.c.done.is_(False), outbox.c.send_at <= now)
    told = select(func.count()).select_from(reports).where(reports.c.closed_at.is_(None))
    return {
        "outbox_waiting": int(connection.execute(due).scalar_one()),
        "reports_waiting": int(connection.execute(told).scalar_one()),
    }
