"""Tables that cannot be loaded: of a game or rules version this program does not know, or with a broken journal.

Nothing here loads a table. Its people are told so, its host can close it, and what was written down can be exported.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct
from sqlalchemy import Connection, func, insert, select, update

from parcferme.house.codec import DecodeError, decode, encode_text
from parcferme.house.tables import KeptForm, Millis
from parcferme.server.storage.clock import wall
from parcferme.server.storage.schema import journal, seats, tables
from parcferme.server.storage.store import TableMissing
from parcferme.table.errors import Denied
from parcferme.table.notes import KIND_OF, Closed
from parcferme.table.table import CLOSED, FINISHED


class JournalNote(Struct):
    """One note of a journal."""

    seq: int
    at: Annotated[int, Meta(description="the table's own time, from which outages are taken off")]
    kind: str
    body: Any


class Journal(Struct):
    """All that a table has written down; `setup` and a note's `body` are texts where they cannot be read."""

    table: str
    game: str
    status: str
    created_at: Millis
    setup: Any
    secret: Annotated[str, Meta(description="of its dice")]
    notes: list[JournalNote]


class Unreadable(Denied):
    """A table that is kept, but cannot be played here."""

    def __init__(self, why: Exception) -> None:
        said = f"{type(why).__name__}: {why}" if str(why) else type(why).__name__
        super().__init__(
            "unreadable", f"this table cannot be opened by this program; its host can close it ({said.splitlines()[0]})"
        )


class Kept:
    """A table's row without its setup, and who sits there."""

    def __init__(self, connection: Connection, id: str) -> None:
        columns = (tables.c.host, tables.c.status, tables.c.game, tables.c.summary)
        row = connection.execute(select(*columns).where(tables.c.id == id)).one_or_none()
        if row is None:
            raise TableMissing
        self.id = id
        self.host: str = row.host
        self.game: str = row.game
        self.status: str = row.status
        self.title: str = decode(row.summary)["title"]
        self.over = row.status in (FINISHED, CLOSED)
        held = select(seats.c.person).where(seats.c.table_id == id).order_by(seats.c.seat)
        self.people = [str(person) for person in connection.execute(held).scalars()]

    def told(self, ids: frozenset[str]) -> KeptForm:
        return KeptForm(self.game, self.title, self.status, self.over, self.host in ids)

    def is_of(self, ids: frozenset[str]) -> bool:
        return self.host in ids or any(person in ids for person in self.people)


def close(connection: Connection, id: str, by: str) -> None:
    """End a match without knowing its rules. The note that says so follows the last one there is."""
    last = select(func.max(journal.c.seq), func.max(journal.c.at)).where(journal.c.table_id == id)
    seq, at = connection.execute(last).one()
    note = {"table_id": id, "seq": (seq or 0) + 1, "at": at or 0, "kind": KIND_OF[Closed]}
    connection.execute(insert(journal), {**note, "body": encode_text(Closed(by))})
    done = {"status": CLOSED, "due": None, "asked": 0, "driven": 0, "free_seats": 0, "changed_at": wall()}
    connection.execute(update(tables).where(tables.c.id == id).values(seq=note["seq"], **done))


def forsake(connection: Connection, id: str, ids: frozenset[str]) -> None:
    """One of its people goes for good: another one hosts it, and where there is none it is closed."""
    kept = Kept(connection, id)
    others = [person for person in kept.people if person not in ids]
    if not others:
        close(connection, id, kept.host)
    elif kept.host in ids:
        connection.execute(update(tables).where(tables.c.id == id).values(host=others[0]))
    leaves = seats.delete().where(seats.c.table_id == id, seats.c.person.in_(ids))
    connection.execute(leaves)


def written(connection: Connection, id: str) -> Journal:
    """Everything a table has written down."""
    row = connection.execute(select(tables).where(tables.c.id == id)).one()
    notes = connection.execute(select(journal).where(journal.c.table_id == id).order_by(journal.c.seq))
    read = [JournalNote(note.seq, note.at, note.kind, _read(note.body)) for note in notes]
    agreed = _read(row.setup)
    drive = isinstance(agreed, dict) and agreed.get("drive")  # others may still have the same dice before them
    return Journal(id, row.game, row.status, row.created_at, agreed, "" if drive else row.secret, read)


def _read(text: str) -> Any:
    """As JSON where it is."""
    try:
        return decode(text)
    except DecodeError:
        return text
