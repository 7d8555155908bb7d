"""Reviews of what people have driven, one match after another while nobody asks for a review: so their pages tell over
time what luck gave and decisions cost, whether they have looked or not."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Final

from parcferme.house.advice import ReviewTold, finished_record
from parcferme.server.live.advice import AdviceDesk
from parcferme.server.live.tables import Tables
from parcferme.server.storage import standings
from parcferme.server.storage.store import Store
from parcferme.table.errors import Denied

MOST: Final = 200  # matches that wait; the oldest make room
PAUSE: Final = 2.0  # seconds until it is seen again whether anybody waits
log = logging.getLogger("parcferme.looking_back")


class LookingBack:
    """Minds the matches of people that have ended."""

    def __init__(self, store: Store, tables: Tables, desk: AdviceDesk) -> None:
        self.store = store
        self.tables = tables
        self.desk = desk
        self.waiting: deque[str] = deque(maxlen=MOST)
        self.called = asyncio.Event()

    def remember(self, table: str) -> None:
        """A match of people has been entered."""
        self.waiting.append(table)
        self.called.set()

    async def run(self) -> None:
        while True:
            await self.called.wait()
            self.called.clear()
            while self.waiting:
                await self._next()

    async def _next(self) -> None:
        if self.desk.is_busy():
            await asyncio.sleep(PAUSE)
            return
        table = self.waiting.popleft()
        try:
            await self._look_at(table)
        except Denied:  # it is not to be reviewed, or there is no such table any more
            return
        except Exception:
            log.exception("a match could not be looked back on", extra={"table": table})

    async def _look_at(self, table: str) -> None:
        room = await self.tables.room(table)
        async with room.lock:
            await self.tables.refresh(room)
            record = finished_record(room.table)
        made = await self.desk.glance(f"table/{table}", record)
        if made is not None:
            await keep_review(self.store, table, made)
        elif self.desk.is_busy():  # somebody came: another time
            self.waiting.append(table)


async def keep_review(store: Store, table: str, made: ReviewTold) -> None:
    """What luck gave and decisions lost, for the pages of those who played. A review that did not come to the end says
    nothing."""
    if made.judged < made.entries:
        return
    luck, decisions = [one.luck for one in made.accounts], [one.decisions for one in made.accounts]
    await store.write(lambda db: standings.keep_review(db, table, made.unit, luck, decisions))
