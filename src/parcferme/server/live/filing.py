"""Entering what has ended. The last move of a match puts it into `finishes`, in its own transaction; from there it is
taken sooner or later, whatever happens to the server in between. The journal is played again among the bots' thoughts,
and only then is anything written: what does not follow from its dice and the rules counts for nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, select

from parcferme.house import catalogue
from parcferme.house.codec import decode
from parcferme.organise.finishes import Finish, Folding, finish_of
from parcferme.server.live.thinking import Thinker
from parcferme.server.ops.metrics import Metrics
from parcferme.server.storage import standings
from parcferme.server.storage.schema import finishes, journal, tables
from parcferme.server.storage.standings import Entering
from parcferme.server.storage.store import Store
from parcferme.table import setup
from parcferme.table.journal import Note
from parcferme.table.notes import KINDS
from parcferme.table.table import Table

ROUND: Final = 5.0  # seconds between two looks, where nobody calls
OTHERS: Final = 60_000  # milliseconds for which a match is left to the worker that minds it
AGAIN: Final = 600_000  # … and until one that failed is tried again
TRIES: Final = 5
BATCH: Final = 20
log = logging.getLogger("parcferme.filing")


class FinishTask(NamedTuple):
    """A table's journal in plain values that travel to another process."""

    setup: str
    secret: str
    notes: list[tuple[int, int, str, str]]


def finish(task: FinishTask) -> Finish:
    """The match played again and counted; runs wherever the thinker says."""
    return finish_of(folded(task))


def folded(task: FinishTask) -> Folding:
    chosen = setup.read(decode(task.setup))
    folding = Folding(Table(chosen, bytes.fromhex(task.secret), catalogue.shared_game(chosen)))
    for seq, at, kind, body in task.notes:
        folding.fold(Note(seq, at, decode(body, type=KINDS[kind])))
    return folding


def journal_of(connection: Connection, table: str) -> tuple[Any, FinishTask | None]:
    """A table's row and its journal; nothing where there is none any more."""
    row = connection.execute(select(tables).where(tables.c.id == table)).one_or_none()
    if row is None:
        return None, None
    noted = select(journal.c.seq, journal.c.at, journal.c.kind, journal.c.body).where(journal.c.table_id == table)
    notes = [tuple(note) for note in connection.execute(noted.order_by(journal.c.seq))]
    return row, FinishTask(row.setup, row.secret, notes)


def _nobody(table: str) -> None:
    """Nobody wants to know."""


class Filing:
    """Enters matches, one after another."""

    def __init__(self, store: Store, thinker: Thinker, metrics: Metrics) -> None:
        self.store = store
        self.thinker = thinker
        self.metrics = metrics
        self.on_entered: Callable[[str], None] = _nobody  # a match of people is in the standings
        self.called = asyncio.Event()

    def call(self) -> None:
        """A match has ended."""
        self.called.set()

    async def run(self) -> None:
        while True:
            self.called.clear()
            try:
                more = await self.round()
            except Exception:
                log.exception("matches could not be entered; it is tried again")
                more = False
            if not more:
                await self._rest()

    async def _rest(self) -> None:
        try:
            await asyncio.wait_for(self.called.wait(), ROUND)
        except TimeoutError:
            return

    async def round(self) -> bool:
        """Enter some; says whether there may be more."""
        now = self.store.clock.now()
        waiting = await self.store.read(lambda connection: self._waiting(connection, now))
        for table in waiting:
            await self._enter(table)
        return len(waiting) == BATCH

    def _waiting(self, connection: Connection, now: int) -> list[str]:
        """The oldest first; those of other workers only where these have had their time."""
        query = select(finishes.c.table_id, finishes.c.at, tables.c.owner)
        query = query.outerjoin(tables, tables.c.id == finishes.c.table_id).where(finishes.c.at <= now)
        found = list(connection.execute(query.order_by(finishes.c.at).limit(5 * BATCH)))
        mine = [row.table_id for row in found if row.owner == self.store.worker or row.at < now - OTHERS]
        return mine[:BATCH]

    async def _enter(self, table: str) -> None:
        """One that cannot be entered keeps no other from it."""
        try:
            await self._try_to_enter(table)
        except Exception:
            log.exception("a finished match cannot be entered", extra={"table": table})
            await self._put_off(table)

    async def _try_to_enter(self, table: str) -> None:
        row, task = await self.store.read(lambda connection: journal_of(connection, table))
        entering = None if task is None else await self._worked_out(row, task)
        if entering is None:
            await self.store.write(lambda connection: standings.leave_out(connection, table))
        elif await self.store.write(lambda connection: standings.enter(connection, entering)):
            self.metrics.count("matches_entered", entering.finish.game)
            if any(seat.person for seat in entering.finish.seats):
                self.on_entered(table)
            if entering.finish.faulty:
                log.error("a match does not verify", extra={"table": table, "reason": entering.finish.faulty})

    async def _put_off(self, table: str) -> None:
        until = self.store.clock.now() + AGAIN

        def work(connection: Connection) -> None:
            tries = select(finishes.c.tries).where(finishes.c.table_id == table)
            if (connection.execute(tries).scalar_one_or_none() or 0) + 1 >= TRIES:
                standings.leave_out(connection, table)
            else:
                standings.put_off(connection, table, until)

        await self.store.write(work)

    async def _worked_out(self, row: Any, task: FinishTask) -> Entering | None:
        chosen = setup.read(decode(row.setup))
        if row.status != "finished" or chosen.drive:  # a drive is its event's, and sealed until that ends
            return None
        found = await self.thinker.work(finish, task, "filing")
        return Entering(row.id, row.changed_at, row.visibility == "public", chosen.title, found)
