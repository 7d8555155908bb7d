"""Reading and writing tables. Reads run in threads on their own connections; writes go through the one writer."""

from __future__ import annotations

import asyncio
import hmac
import re
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Connection, Engine, Select, and_, func, insert, or_, select, union
from sqlalchemy.exc import IntegrityError

from parcferme.house import catalogue
from parcferme.house.codec import decode, encode_text
from parcferme.server.ops.settings import Settings
from parcferme.server.storage.clock import Clock, monotonic, wall
from parcferme.server.storage.openers import Opener
from parcferme.server.storage.schema import journal, outbox, records, seats, settings, tables
from parcferme.server.storage.statements import Row
from parcferme.server.storage.writer import Append, Telling, Writer
from parcferme.table import bots, setup
from parcferme.table.errors import Denied
from parcferme.table.fairness import SECRET_BYTES
from parcferme.table.journal import Note
from parcferme.table.notes import KINDS, BotSat, Sat, Stood
from parcferme.table.seats import mask
from parcferme.table.table import GATHERING, PLAYING, Table

T = TypeVar("T")
LISTED: Final = [column for column in tables.c if column.name not in ("setup", "secret")]  # neither documents nor dice
_CURSOR: Final = re.compile(r"([0-9]{1,15})-(\w{1,32})")
READERS: Final = 6  # threads
SEATS: Final = (Sat, Stood, BotSat)  # notes that say who holds a seat


def new_table_id() -> str:
    return secrets.token_hex(6)


def new_secret() -> bytes:
    """For a table's dice."""
    return secrets.token_bytes(SECRET_BYTES)


class TableMissing(Denied):
    """There is no table of that id."""

    def __init__(self) -> None:
        super().__init__("not_found", "there is no such table")


class Stored:
    """A table's row."""

    __slots__ = ("created_at", "host", "id", "owner", "secret", "setup", "shift", "variant")

    def __init__(self, row: Any) -> None:
        self.id: str = row.id
        self.setup = setup.read(decode(row.setup))
        self.variant: str = decode(row.summary)["variant"]
        self.secret = bytes.fromhex(row.secret)
        self.host: str = row.host
        self.shift: int = row.shift
        self.owner: str | None = row.owner
        self.created_at: int = row.created_at


class Page:
    """Part of a list of tables or people in the order of some time, the latest first: `limit` of them after the one
    that was the last of the page before."""

    __slots__ = ("after", "limit")

    def __init__(self, limit: int, after: str = "") -> None:
        self.limit = limit
        found = _CURSOR.fullmatch(after)
        if after and found is None:
            raise Denied("bad_value", "after: is not the `next` of a page")
        self.after = None if found is None else (int(found[1]), found[2])

    def of(self, query: Select[Any], time: ColumnElement[int], id: ColumnElement[str] = tables.c.id) -> Select[Any]:
        """One row more than the page has, which tells whether there is another."""
        if self.after is not None:
            at, last = self.after
            query = query.where(or_(time < at, and_(time == at, id < last)))
        return query.order_by(time.desc(), id.desc()).limit(self.limit + 1)

    def cut(self, rows: list[Any], time: str) -> tuple[list[Any], str]:
        """The page's rows, and what the next one comes after; '' where there is none."""
        shown = rows[: self.limit]
        return shown, f"{getattr(shown[-1], time)}-{shown[-1].id}" if len(rows) > self.limit else ""


class Store:
    """The database as the rest of the server knows it."""

    def __init__(self, chosen: Settings, worker: str) -> None:
        self.worker = worker
        self.backend = chosen.backend()
        self.engine: Engine = self.backend.open()
        self.clock = Clock(chosen.heartbeat)
        self.writer = Writer(self.backend, self.engine, worker, self.clock)
        self.readers = ThreadPoolExecutor(READERS, "reader")
        self.shared = self.backend.shared  # with other workers
        self.lease = chosen.lease
        self.uploads = chosen.uploads
        self.beaten = monotonic()  # when this worker last gave a sign of life

    def may_be_struck_off(self) -> bool:
        """After a long stall others may have taken this worker's tables over, and set their clocks."""
        return self.shared and monotonic() - self.beaten > self.lease * 1000

    def close(self) -> None:
        """Let reads and writes end, then let go of the database."""
        self.readers.shutdown()
        self.writer.stop()
        self.engine.dispose()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """A reading transaction in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, self._read, work)

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return work(connection)

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await self.writer.run(work)

    async def key(self, given: str) -> bytes:
        """The server's secret for links: given by the operator, or made once and kept."""
        return given.encode() if given else bytes.fromhex(await self.once("key", lambda: secrets.token_hex(32)))

    async def once(self, name: str, make: Callable[[], str]) -> str:
        """Something that is made at the first start and kept."""
        try:
            return await self.write(lambda connection: _setting(connection, name, make))
        except IntegrityError:  # another worker made it at the same moment
            return await self.write(lambda connection: _setting(connection, name, make))

    async def create(
        self, table: Table, id: str, host: str, notes: list[Note], mail: list[Row], opener: Opener | None = None
    ) -> Stored:
        """Keep a new table with its first notes, and what is to be sent because of them, where there is room for it."""
        now = self.clock.now()
        row: Row = {
            "id": id,
            "game": table.setup.game,
            "setup": encode_text(table.setup.to_json()),
            "summary": encode_text(catalogue.summary(table.setup)),
            "secret": table.dice.secret.hex(),
            "host": host,
            "visibility": table.setup.visibility,
            "pace": table.setup.pace.kind,
            "shift": 0,
            "owner": self.worker,
            "created_at": now,
            "changed_at": now,
            "opener": "" if opener is None else opener.mark,
            **turn_values(table),
            **standing(table),
        }
        held = [row for note in notes for row in seat_rows(id, note) if row["person"]]

        def work(connection: Connection) -> Any:
            if opener is not None:
                opener.must_have_room(connection, now)
            connection.execute(insert(tables), row)
            if notes:
                connection.execute(insert(journal), [note_row(id, note) for note in notes])
            if held:
                connection.execute(insert(seats), held)
            if mail:
                connection.execute(insert(outbox), mail)
            return connection.execute(select(tables).where(tables.c.id == id)).one()

        return Stored(await self.write(work))

    async def load(self, id: str, after: int) -> tuple[Stored, list[Note]]:
        """A table and the notes after that one; raises Denied when there is none."""
        return unpacked(*await self.fetch(id, after))

    async def fetch(self, id: str, after: int = 0) -> tuple[Any, list[Any]]:
        """… as rows, whatever is in them."""

        def work(connection: Connection) -> tuple[Any, list[Any]]:
            row = connection.execute(select(tables).where(tables.c.id == id)).one_or_none()
            return row, [] if row is None else list(connection.execute(_journal(id, after)))

        row, notes = await self.read(work)
        if row is None:
            raise TableMissing
        return row, notes

    async def notes_after(self, id: str, seq: int) -> list[Note]:
        return await self.read(lambda connection: [_note(row) for row in connection.execute(_journal(id, seq))])

    def append(
        self, stored: Stored, table: Table, notes: list[Note], mail: list[Row], changed: Row, news: Telling
    ) -> asyncio.Future[None]:
        """Keep notes that the table has folded; `changed` is when, and how it stands if that has changed. Done once
        they are durable and the news was sent; fails with Conflict when another process was first."""
        held = [row for note in notes for row in seat_rows(stored.id, note)]
        rows = [note_row(stored.id, note) for note in notes]
        row: Row = {"b_id": stored.id, **turn_values(table), **changed}
        return self.writer.append(Append(rows, row, held, mail, stored.owner or ""), news)

    async def lobby(self, game: str | None, status: str, pace: str | None, page: Page) -> list[Any]:
        """Public tables, the last opened first."""
        found: list[ColumnElement[bool]] = [tables.c.visibility == "public", tables.c.status == status]
        if game is not None:
            found.append(tables.c.game == game)
        if pace is not None:
            found.append(tables.c.pace == pace)
        query = page.of(select(*LISTED).where(*found), tables.c.created_at)
        return await self.read(lambda connection: list(connection.execute(query)))

    async def mine(self, ids: frozenset[str], page: Page) -> list[Any]:
        """The tables a person sits at or hosts, the latest first."""
        query = page.of(select(*LISTED).where(_is_of(ids)), tables.c.changed_at)
        return await self.read(lambda connection: list(connection.execute(query)))

    async def unfinished(self, ids: frozenset[str]) -> list[Any]:
        """(id, status) of every table of a person that still gathers or plays."""
        query = select(tables.c.id, tables.c.status).where(_is_of(ids), tables.c.status.in_([GATHERING, PLAYING]))
        return await self.read(lambda connection: list(connection.execute(query)))

    async def keep_record(self, id: str, game: str, person: str, text: str) -> None:
        """Once, whoever brings it; raises Denied where somebody has brought as many as they may."""
        own = select(func.count()).select_from(records).where(records.c.person == person)

        def work(connection: Connection) -> None:
            if connection.execute(select(records.c.id).where(records.c.id == id)).first() is None:
                if connection.execute(own).scalar_one() >= self.uploads:
                    raise Denied("no_room", f"one person keeps at most {self.uploads} records here")
                row = {"id": id, "game": game, "person": person, "text": text, "created_at": wall()}
                connection.execute(insert(records), row)

        await self.write(work)

    async def record_text(self, id: str) -> str:
        query = select(records.c.text).where(records.c.id == id)
        return str((await self.read(lambda connection: must_find(connection, query, "record"))).text)


def must_find(connection: Connection, query: Select[Any], what: str) -> Any:
    """The one row there is; raises Denied where there is none."""
    row = connection.execute(query).one_or_none()
    if row is None:
        raise Denied("not_found", f"there is no such {what}")
    return row


def link_token(key: bytes, table: str, seat: int, issue: int) -> str:
    """The secret of a seat's link: a function of the server's key, so that the host can be shown it again."""
    return hmac.digest(key, f"link/{table}/{seat}/{issue}".encode(), "sha256").hex()[:32]


def rematch_id(key: bytes, table: str) -> str:
    """The id of a table's rematch: whoever asks for it first, there is but one."""
    return hmac.digest(key, f"rematch/{table}".encode(), "sha256").hex()[:12]


def _is_of(ids: frozenset[str]) -> ColumnElement[bool]:
    """Tables these ids sit at or host. By one list of both: an `or` would look through the tables of everybody."""
    held = select(seats.c.table_id).where(seats.c.person.in_(ids))
    other = tables.alias()
    hosted = select(other.c.id).where(other.c.host.in_(ids))
    return tables.c.id.in_(union(held, hosted))


def note_row(id: str, note: Note) -> Row:
    return {"table_id": id, "seq": note.seq, "at": note.at, "kind": note.kind, "body": encode_text(note.body)}


def seat_rows(id: str, note: Note) -> list[Row]:
    """Who holds a seat now, where the note says so."""
    body = note.body
    if not isinstance(body, SEATS):
        return []
    return [{"table_id": id, "seat": body.seat, "person": body.person if isinstance(body, Sat) else ""}]


def turn_values(table: Table) -> Row:
    """The columns of a table's row that change with every note."""
    return {
        "seq": table.seq,
        "asked": mask(table.owing()),
        "driven": mask(bots.to_drive(table, table.at)),
    }


def standing(table: Table) -> Row:
    """… and those that change seldom, where nobody's clock runs."""
    return {"status": table.status, "free_seats": len(table.open_seats()), "due": table.wakes()}


def unpacked(row: Any, notes: list[Any]) -> tuple[Stored, list[Note]]:
    """What `fetch` has found."""
    return Stored(row), [_note(note) for note in notes]


def _note(row: Any) -> Note:
    return Note(row.seq, row.at, decode(row.body, type=KINDS[row.kind]))


def _journal(id: str, after: int) -> Select[Any]:
    query = select(journal.c.seq, journal.c.at, journal.c.kind, journal.c.body)
    return query.where(journal.c.table_id == id, journal.c.seq > after).order_by(journal.c.seq)


def _setting(connection: Connection, name: str, make: Callable[[], str]) -> str:
    query = select(settings.c.value).where(settings.c.key == name)
    known = connection.execute(query).scalar_one_or_none()
    if known is None:
        known = make()
        connection.execute(insert(settings), {"key": name, "value": known})
    return str(known)
