"""One thread writes; whatever waits when it comes round is committed together.

A commit costs a write to the disk, so one commit for each move would allow a few hundred moves a second. Gathered,
many tables share one: what one turn of the event loop has brought is handed over together, and whatever came while the
thread was busy is added. Nobody hears of a move before the commit that holds it has returned.

Moves are `Append` jobs: plain rows for the statements of `statements.py`. Two processes that extend the same table
collide on the journal's primary key; then the batch is written again job by job, and only the one that lost gets
`Conflict`.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError

from parcferme.server.storage.backend import Backend
from parcferme.server.storage.clock import Clock
from parcferme.server.storage.statements import Row
from parcferme.table.table import FINISHED

T = TypeVar("T")
BATCH: Final = 2_000
NAMED: Final = 200  # tables in one notification, which PostgreSQL lets have 8,000 bytes


class Conflict(Exception):
    """Somebody else extended the table first. Nothing was written."""


class Append(NamedTuple):
    """Extend one table's journal: its new notes, the table's row, who sits where, messages to send."""

    notes: list[Row]
    row: Row  # b_id and the columns of TURN, or of STANDING
    seats: list[Row]  # table_id, seat, person ('' when the seat was given up)
    mail: list[Row]
    owner: str = ""  # the worker that minds the table: the others need not look it up


class Telling(Protocol):
    """What is heard of an append once it is kept: made with it, sent when it is durable; both in the event loop."""

    def prepare(self) -> None: ...

    def tell(self) -> None: ...


Work = Append | Callable[[Connection], object]


class WriteJob:
    """Something to write, who hears of it and who waits for it."""

    __slots__ = ("error", "future", "news", "value", "work")

    def __init__(self, work: Work, news: Telling | None, future: asyncio.Future[Any]) -> None:
        self.work = work
        self.news = news
        self.future = future
        self.value: object = None
        self.error: BaseException | None = None

    def prepare(self) -> None:
        if self.news is not None:
            self._attempt(self.news.prepare)

    def tell(self) -> None:
        if self.news is not None:
            self._attempt(self.news.tell)

    def _attempt(self, step: Callable[[], None]) -> None:
        """A fault in one job's news is told to its writer alone; the others of its batch go on."""
        if self.error is not None or self.future.done():
            return
        try:
            step()
        except Exception as error:
            self.error = error

    def settle(self) -> None:
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.value)


class Writer:
    """The writing thread of a process; made in the event loop that hears of what was written."""

    def __init__(self, backend: Backend, engine: Engine, sender: str = "", clock: Clock | None = None) -> None:
        self.backend = backend
        self.engine = engine
        self.clock = Clock() if clock is None else clock  # stands still while nothing can be written
        self.loop = asyncio.get_running_loop()
        self.sender = sender  # names this process in notifications, so that it skips its own
        self.gathered: list[WriteJob] = []  # in this turn of the loop
        self.waiting: queue.SimpleQueue[list[WriteJob] | None] = queue.SimpleQueue()
        self.statements = backend.statements(engine.dialect)
        self.collisions = (IntegrityError, engine.dialect.loaded_dbapi.IntegrityError)
        driver = engine.dialect.loaded_dbapi
        self.outages = (OSError, OperationalError, InterfaceError, driver.OperationalError, driver.InterfaceError)
        self.connection: tuple[Connection, DBAPIConnection] | None = None
        self.commits = 0
        self.failures = 0  # batches that an outage has hit
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.thread.start()

    def append(self, work: Append, news: Telling | None = None) -> asyncio.Future[None]:
        """Done once the notes are durable and the news of them was sent; fails with Conflict."""
        return self._submit(work, news)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Anything else that writes, in the same queue. It sees what was committed before it."""
        value: T = await self._submit(work)
        return value

    def _submit(self, work: Work, news: Telling | None = None) -> asyncio.Future[Any]:
        job = WriteJob(work, news, self.loop.create_future())
        if not self.gathered:
            self.loop.call_soon(self._hand_over)
        self.gathered.append(job)
        job.prepare()  # now, while all that it tells of is at the processor's hand
        return job.future

    def _hand_over(self) -> None:
        """One by one, the first of them would be off to the disk alone while the others are still being decided."""
        if self.gathered:
            self.waiting.put(self.gathered)
            self.gathered = []

    def stop(self) -> None:
        """Write what waits, then end."""
        self._hand_over()
        self.waiting.put(None)
        self.thread.join()

    def _run(self) -> None:
        going = True
        while going:
            batch, going = self._gather()
            if batch:
                self.clock.begin()
                self._write(batch)
                well = not any(isinstance(job.error, self.outages) for job in batch)
                self.failures += not well
                self.clock.end(well)
                self._report(batch)
        if self.connection is not None:
            self.connection[0].close()

    def _report(self, batch: list[WriteJob]) -> None:
        """Have it announced in the event loop."""
        try:
            self.loop.call_soon_threadsafe(_announce, batch)
        except RuntimeError:  # the loop has ended: nobody waits
            return

    def _gather(self) -> tuple[list[WriteJob], bool]:
        batch: list[WriteJob] = []
        jobs = self.waiting.get()
        while jobs is not None:
            batch += jobs
            if len(batch) >= BATCH or self.waiting.empty():
                return batch, True
            jobs = self.waiting.get()
        return batch, False

    def _write(self, batch: list[WriteJob]) -> None:
        try:
            self._commit(batch)
        except Exception as error:  # one of them is to blame: find out which
            if not isinstance(error, self.collisions):
                self._drop_connection()  # it may be the connection itself
            for job in batch:
                job.value = None
                self._write_alone(job)

    def _write_alone(self, job: WriteJob) -> None:
        try:
            self._commit([job])
        except self.collisions as error:
            job.error = Conflict(str(error)) if isinstance(job.work, Append) else error
        except Exception as error:
            job.error = error
            self._drop_connection()

    def _commit(self, batch: list[WriteJob]) -> None:
        """All of them in one transaction, in their order."""
        connection, driver = self._connected()
        appends = [job.work for job in batch if isinstance(job.work, Append)]
        if len(appends) == len(batch):
            self._commit_appends(driver, appends, batch)
        else:
            self._commit_mixed(connection, driver, batch)
        self.commits += 1

    def _commit_appends(self, driver: DBAPIConnection, appends: list[Append], batch: list[WriteJob]) -> None:
        """Nothing but moves, as nearly always: SQLAlchemy's part in a transaction would take longer than the disk."""
        cursor = driver.cursor()
        try:
            self.backend.begin(cursor)
            self._append_all(cursor, appends)
            driver.commit()
        except BaseException:
            driver.rollback()
            raise
        cursor.close()

    def _commit_mixed(self, connection: Connection, driver: DBAPIConnection, batch: list[WriteJob]) -> None:
        with connection.begin():
            for job in batch:
                if isinstance(job.work, Append):
                    cursor = driver.cursor()
                    self._append_all(cursor, [job.work])
                    cursor.close()
                else:
                    job.value = job.work(connection)

    def _connected(self) -> tuple[Connection, DBAPIConnection]:
        """The thread's own connection, and the driver's below it. Opened anew after it broke."""
        if self.connection is None:
            connection = self.engine.connect().execution_options(writes=True)
            driver: Any = connection.connection.driver_connection
            self.connection = connection, driver
        return self.connection

    def _drop_connection(self) -> None:
        if self.connection is not None:
            connection, _ = self.connection
            connection.invalidate()
            connection.close()
            self.connection = None

    def _append_all(self, cursor: DBAPICursor, appends: list[Append]) -> None:
        known = self.statements
        known.note.run(cursor, [row for append in appends for row in append.notes])
        self._change_tables(cursor, appends)
        moved = {(row["table_id"], row["seat"]): row for append in appends for row in append.seats}
        mail = [row for append in appends for row in append.mail]
        if moved:
            known.stand_up.run(cursor, list(moved.values()))
            known.sit_down.run(cursor, [row for row in moved.values() if row["person"]])
        if mail:
            known.post.run(cursor, mail)
        if known.notify is not None:
            known.notify.run(cursor, [{"payload": payload} for payload in self._told(appends)])

    def _told(self, appends: list[Append]) -> Iterator[str]:
        """What the other workers are notified of: whose journals have grown, and who minds them. Each notification
        comes back to whoever sent it, too, so there are few of them."""
        grown: dict[str, list[str]] = {}
        for append in appends:
            grown.setdefault(append.owner, []).append(str(append.row["b_id"]))
        for owner, ids in grown.items():
            for at in range(0, len(ids), NAMED):
                yield f"seq {self.sender} {','.join(ids[at : at + NAMED])} {owner}"

    def _change_tables(self, cursor: DBAPICursor, appends: list[Append]) -> None:
        """Each table's row once, however many of its notes there are."""
        rows: dict[object, Row] = {}
        for append in appends:
            rows.setdefault(append.row["b_id"], {}).update(append.row)
        self.statements.turn.run(cursor, [row for row in rows.values() if "status" not in row])
        self.statements.standing.run(cursor, [row for row in rows.values() if "status" in row])
        self.statements.finish.run(cursor, [row for row in rows.values() if row.get("status") == FINISHED])


def _announce(jobs: list[WriteJob]) -> None:
    """What people are waiting to see leaves first; then those who wrote it go on."""
    for job in jobs:
        job.tell()
    for job in jobs:
        job.settle()
