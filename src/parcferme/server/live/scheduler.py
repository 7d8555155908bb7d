"""Minding: signs of life, deadlines, bots that wait, tables nobody will start, and the tables of workers that died.

Each table is minded by one worker, so that its clock expires and its bots move once. (If two ever did, the journal's
key would let only one of them through.) A worker writes a sign of life every heartbeat. When one falls silent, another
takes its tables in one statement, which also takes the silence off their clocks: an outage costs nobody time. (The
outages of a worker that lives are in `clock.py`.) The other workers hear of it, because people at a table may be
connected to any of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, insert, select, update

from parcferme.server.live.fanout import notify
from parcferme.server.live.rooms import Room
from parcferme.server.live.tables import Tables
from parcferme.server.ops.settings import Settings
from parcferme.server.storage.clock import monotonic
from parcferme.server.storage.schema import chat, tables, workers
from parcferme.server.storage.store import Store
from parcferme.table import seating
from parcferme.table.journal import Note
from parcferme.table.setup import CORRESPONDENCE
from parcferme.table.table import GATHERING, PLAYING

QUIET_SECONDS = 10.0  # between signs of life on SQLite while no live clock runs: spares the disk
SEARCH_MS = 60_000
STUCK_MS = 5_000  # a bot that should have moved so long ago is driven again
DAY: Final = 86_400_000
PATIENCE_MS: Final = 14 * DAY  # after so long without a sign of anybody a table that still gathers is closed …
LONG_PATIENCE_MS: Final = 30 * DAY  # … or, where the match would be by correspondence, after this
TIDY_MS: Final = 3_600_000  # between two looks for such tables
log = logging.getLogger("parcferme.scheduler")


class Scheduler:
    """The clockwork of one process."""

    def __init__(self, settings: Settings, store: Store, tables: Tables) -> None:
        self.settings = settings
        self.store = store
        self.tables = tables
        self.task: asyncio.Task[None] | None = None
        self.clock = store.clock
        self.signs: dict[str, tuple[int, int]] = {}  # others' last signs of life, and since when
        self.searched = -SEARCH_MS  # when tables of unknown owners were last looked for
        self.tidied = 0  # by this clock, when forgotten tables were last looked for
        self.troubled: set[str] = set()  # tables that could not be minded when last tried

    async def start(self) -> None:
        """Sign in, take what has no living owner, and wake its bots."""
        await self.store.write(self._sign_in)
        self.store.beaten = monotonic()
        await self.take_over()
        await self.wake(self.clock.now())
        self.task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Sign out: the tables can be taken over at once, and their clocks stop now."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.wait([self.task])
        await self.store.write(partial(self._beat, stopped=True))

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self.settings.heartbeat)
            try:
                await self.tick()
            except Exception:
                log.exception("minding failed; it is tried again")

    async def tick(self) -> None:
        """One round."""
        now = self.clock.now()
        if await self._must_beat():
            known = await self.store.write(self._beat)
            self.store.beaten = monotonic()
            if not known:  # taken for dead, after a long stall: everything in memory is out of date
                await self._rise_again()
            now = self.clock.now()  # as it is after an outage
        await self.take_over()
        await self.expire_due(now)
        await self.wake(now - STUCK_MS)
        if now - self.tidied >= TIDY_MS:
            self.tidied = now
            await self.close_forgotten(now)
        self.tables.forget_idle()

    async def _must_beat(self) -> bool:
        quiet = monotonic() - self.store.beaten < QUIET_SECONDS * 1000
        if self.store.postgres or not quiet or self.clock.is_stopped():
            return True
        query = select(tables.c.id).where(
            tables.c.status == PLAYING, tables.c.pace != CORRESPONDENCE, tables.c.due.is_not(None)
        )
        return await self.store.read(lambda connection: connection.execute(query.limit(1)).first()) is not None

    async def _rise_again(self) -> None:
        log.warning("this worker was taken for dead; it starts afresh")
        self.clock.start_afresh()
        await self.store.write(self._sign_in)
        for room in self.tables.rooms.values():
            room.stale = True

    async def take_over(self) -> None:
        """Take the tables of workers that are silent or stopped."""
        others = await self.store.read(lambda connection: _others(connection, self.store.worker))
        taken = [row.id for row in others if self._is_dead(row)]
        if monotonic() - self.searched >= SEARCH_MS:
            self.searched = monotonic()
            taken += await self.store.read(_strangers)
        for dead in taken:
            self.signs.pop(dead, None)
            moved = await self.store.write(partial(_take, dead=dead, me=self.store.worker, now=self.clock.now()))
            if moved:
                log.info("took over tables", extra={"count": moved, "from": dead})
            self.tables.bury(dead)
        if taken:
            await self.wake(self.clock.now())

    def _is_dead(self, worker: Any) -> bool:
        """Has it stopped, or given no sign of life for long? Its clock may differ from this one's, so it counts for how
        long its last sign has been the same. On SQLite no other worker can be alive."""
        if worker.stopped or not self.store.postgres:
            return True
        sign, since = self.signs.get(worker.id, (None, 0))
        if sign != worker.alive_at:
            self.signs[worker.id] = worker.alive_at, monotonic()
            return False
        return monotonic() - since > self.settings.lease * 1000

    def _sign_in(self, connection: Connection) -> None:
        connection.execute(delete(workers).where(workers.c.id == self.store.worker))
        row = {"id": self.store.worker, "alive_at": self.clock.now(), "stopped": False}
        connection.execute(insert(workers), row)

    def _beat(self, connection: Connection, stopped: bool = False) -> bool:
        """Write a sign of life; False when somebody has struck this worker off."""
        mine = update(workers).where(workers.c.id == self.store.worker)
        return bool(connection.execute(mine.values(alive_at=self.clock.now(), stopped=stopped)).rowcount)

    async def expire_due(self, now: int) -> None:
        """Let the time run out where it is up."""
        query = select(tables.c.id).where(
            and_(
                tables.c.owner == self.store.worker,
                tables.c.status == PLAYING,
                tables.c.due.is_not(None),
                tables.c.due + tables.c.shift <= now,
            )
        )
        for id in await self.store.read(lambda connection: list(connection.execute(query).scalars())):
            await self._attend(id, self.tables.expire(id))

    async def wake(self, before: int) -> None:
        """Drive tables on which a bot has been due since before this time."""
        query = select(tables.c.id).where(
            and_(
                tables.c.owner == self.store.worker,
                tables.c.status == PLAYING,
                tables.c.driven != 0,
                tables.c.changed_at <= before,
            )
        )
        for id in await self.store.read(lambda connection: list(connection.execute(query).scalars())):
            await self._attend(id, self._drive(id))

    async def close_forgotten(self, now: int) -> None:
        """Close tables that gather people in vain: nobody came, went or spoke there for a long time."""
        await self._close_forgotten(tables.c.pace != CORRESPONDENCE, PATIENCE_MS, now)
        await self._close_forgotten(tables.c.pace == CORRESPONDENCE, LONG_PATIENCE_MS, now)

    async def _close_forgotten(self, those: ColumnElement[bool], patience: int, now: int) -> None:
        spoken = exists().where(chat.c.table_id == tables.c.id, chat.c.at > now - patience)
        query = select(tables.c.id).where(
            and_(
                tables.c.owner == self.store.worker,
                tables.c.status == GATHERING,
                tables.c.changed_at <= now - patience,
                those,
                ~spoken,
            )
        )
        for id in await self.store.read(lambda connection: list(connection.execute(query).scalars())):
            await self._attend(id, self.tables.perform(id, partial(_forgotten, patience=patience, now=now)))

    async def _drive(self, id: str) -> None:
        room = await self.tables.room(id)
        async with room.lock:
            await self.tables.refresh(room)
        self.tables.drive(room)

    async def _attend(self, id: str, work: Awaitable[object]) -> None:
        """One table's trouble is not the others': it is written down once, and tried again every round."""
        try:
            await work
        except Exception:
            if id not in self.troubled:
                log.exception("a table could not be minded", extra={"table": id})
            self.troubled.add(id)
        else:
            self.troubled.discard(id)


def _forgotten(room: Room, patience: int, now: int) -> Note | None:
    """The end of a table nobody cared for, by its own time: while no server ran nobody could."""
    table, own = room.table, now - room.stored.shift
    last = max(table.heard_at, room.stored.created_at)  # where nobody has sat yet there are no notes
    return seating.close(table, "", own) if table.status == GATHERING and own - last >= patience else None


def _others(connection: Connection, me: str) -> list[Any]:
    return list(connection.execute(select(workers).where(workers.c.id != me)))


def _strangers(connection: Connection) -> list[str]:
    """Owners nobody knows any more: taken for dead, they came back to make a table and died before they signed in."""
    unknown = tables.c.owner.not_in(select(workers.c.id))
    query = select(tables.c.owner).distinct().where(tables.c.status.in_([GATHERING, PLAYING]), unknown)
    return list(connection.execute(query).scalars())


def _take(connection: Connection, dead: str, me: str, now: int) -> int:
    """Move the dead worker's tables to this one; their own time goes on where its last sign of life was, whatever this
    one's clock shows. Only one worker succeeds."""
    row: Any = connection.execute(select(workers).where(workers.c.id == dead)).one_or_none()
    if row is not None and connection.execute(delete(workers).where(workers.c.id == dead)).rowcount == 0:
        return 0
    gap = now - row.alive_at if row is not None else 0
    moved = connection.execute(
        update(tables)
        .where(tables.c.owner == dead, tables.c.status.in_([GATHERING, PLAYING]))
        .values(owner=me, shift=tables.c.shift + gap)
    )
    if connection.dialect.name == "postgresql":
        notify(connection, "took", me, dead)
    return moved.rowcount
