"""Is a backup what was backed up? A checksum beside it, SQLite's own look at its pages, and journals played again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, select

from parcferme.core.errors import ParcFermeError, UnknownGame
from parcferme.house import catalogue
from parcferme.server.storage.database import migrate, open_engine
from parcferme.server.storage.schema import journal, tables
from parcferme.server.storage.store import unpacked
from parcferme.table.table import load

NEWEST: Final = 50  # tables that are always played again, and …
SAMPLE: Final = 50  # … of the others so many, drawn by lot


def checksum_file(backup: Path) -> Path:
    return backup.with_name(f"{backup.name}.sha256")


def write_checksum(backup: Path) -> None:
    """As `sha256sum --check` reads it."""
    checksum_file(backup).write_text(f"{_digest(backup)}  {backup.name}\n", "utf-8")


def check_checksum(backup: Path) -> bool:
    """Raises ParcFermeError where the file has changed; False where there is nothing to compare it with."""
    beside = checksum_file(backup)
    if not beside.exists():
        return False
    if beside.read_text("utf-8", "replace").split(" ")[0] != _digest(backup):
        raise ParcFermeError(f"{backup}: is not what was written: its checksum in {beside.name} is another")
    return True


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check_restored(url: str, deep: bool) -> tuple[int, int]:
    """Bring a copy up to date and play its tables again, before people do."""
    migrate(url)
    return check_journals(url, deep)


def check_journals(url: str, deep: bool) -> tuple[int, int]:
    """Play tables again, all or the newest and a sample; raises ParcFermeError for the first one that is broken.
    Returns how many were, and how many could not be because this program does not know their game or its version."""
    engine = open_engine(url)
    try:
        with engine.connect() as connection:
            return _check_all(connection, _chosen(connection, deep))
    finally:
        engine.dispose()


def _chosen(connection: Connection, deep: bool) -> list[str]:
    ids = list(connection.execute(select(tables.c.id).order_by(tables.c.changed_at.desc())).scalars())
    rest = ids[NEWEST:]
    return ids if deep else ids[:NEWEST] + Random().sample(rest, min(SAMPLE, len(rest)))


def _check_all(connection: Connection, ids: Iterable[str]) -> tuple[int, int]:
    played, unknown = 0, 0
    for id in ids:
        try:
            _check(connection, id)
            played += 1
        except UnknownGame:
            unknown += 1
        except Exception as error:
            raise ParcFermeError(f"table {id}: its journal is broken: {error or type(error).__name__}") from error
    return played, unknown


class Troubled(NamedTuple):
    """A table that this program cannot load, and why."""

    id: str
    game: str
    status: str
    reason: str


def find_troubled(url: str) -> tuple[int, list[Troubled]]:
    """How many tables there are, and those that cannot be loaded. Nothing is changed."""
    engine = open_engine(url)
    try:
        with engine.connect() as connection:
            rows = list(connection.execute(select(tables.c.id, tables.c.game, tables.c.status).order_by(tables.c.id)))
            tried = [(row, _trouble(connection, row.id)) for row in rows]
    finally:
        engine.dispose()
    return len(rows), [Troubled(row.id, row.game, row.status, why) for row, why in tried if why]


def _trouble(connection: Connection, id: str) -> str:
    try:
        _check(connection, id)
    except Exception as error:
        return str(error) or type(error).__name__
    return ""


def _check(connection: Connection, id: str) -> None:
    """The journal leads to what the table's row says."""
    row: Any = connection.execute(select(tables).where(tables.c.id == id)).one()
    notes = list(connection.execute(select(journal).where(journal.c.table_id == id).order_by(journal.c.seq)))
    stored, read = unpacked(row, notes)
    table = load(stored.setup, stored.secret, read, catalogue.shared_game(stored.setup))
    for name, kept, found in (("notes", row.seq, table.seq), ("status", row.status, table.status)):
        if kept != found:
            raise ValueError(f"it leads to {name} {found}, the table says {kept}")
