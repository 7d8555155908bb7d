"""SQLite: one file, one server.

A second server would drive the same tables, so the file is held by two locks; both are let go of when the process ends,
however it ends. The one beside the file belongs to its name: it lasts while a restore puts another file in its place.
The one on the file itself belongs to what is stored there: the file may have other names by hard links, and stand in
other folders by mounts, also of other containers. It is taken by `flock`, which on Linux leaves SQLite's own locks
(`fcntl`) alone; elsewhere the two may hinder each other, and only the name is locked. Windows has no such locks.
"""

from __future__ import annotations

import importlib
import os
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Dialect, Engine, create_engine, event, text
from sqlalchemy.engine.interfaces import DBAPICursor

from parcferme.core.errors import ParcFermeError
from parcferme.server.storage.files import PRIVATE, free_name
from parcferme.server.storage.schema import metadata
from parcferme.server.storage.statements import Statements, row_by_row

T = TypeVar("T")
SIZES: Final = """SELECT kept.tbl_name, SUM(page.pgsize) FROM dbstat('main', 1) AS page
    JOIN sqlite_master AS kept ON kept.name = page.name GROUP BY kept.tbl_name"""
BESIDE: Final = ("-wal", "-shm")  # endings of SQLite's own files beside its database


class Sqlite:
    """A file in WAL mode with full synchronisation."""

    name = "sqlite"
    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self.url = f"sqlite:///{path}"

    def create(self) -> None:
        """A new file is its owner's alone."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.touch(PRIVATE)

    def must_exist(self) -> None:
        if not self.path.exists():
            raise ParcFermeError(f"{self.path}: there is no database")

    def hold(self) -> ExitStack:
        """The answer must not be closed before every connection is: a process that closes a file lets go of SQLite's
        locks on it, too."""
        path = self.path.resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as held:
            try:
                _lock(held, Path(f"{path}.lock"), "w")
                if path.exists() and sys.platform == "linux":
                    _lock(held, path, "r")
            except BlockingIOError as error:
                raise ParcFermeError(f"another server uses {path} already") from error
            return held.pop_all()

    def open(self) -> Engine:
        engine = create_engine(self.url, connect_args={"timeout": 30, "check_same_thread": False}, hide_parameters=True)
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
        return engine

    def migrating(self, connection: Connection) -> AbstractContextManager[None]:
        return nullcontext()

    def statements(self, dialect: Dialect) -> Statements:
        return row_by_row(dialect)

    def sizes(self, connection: Connection) -> dict[str, int]:
        return {name: int(size) for name, size in connection.execute(text(SIZES)) if name in metadata.tables}

    def begin(self, cursor: DBAPICursor) -> None:
        cursor.execute("BEGIN IMMEDIATE")

    def notify(self, connection: Connection, *words: object) -> None:
        """There are no other workers …"""

    async def listen(self, ready: Callable[[], None]) -> AsyncIterator[str]:
        """… and they tell nothing."""
        ready()
        for word in list[str]():
            yield word

    def back_up(self, target: Path) -> None:
        try:
            with closing(sqlite3.connect(self.path)) as here, closing(sqlite3.connect(target)) as there:
                here.backup(there)
        except sqlite3.Error as error:
            target.unlink(missing_ok=True)  # half a backup is none
            raise ParcFermeError(f"{target}: cannot be written: {error}") from error

    def version_of(self, backup: Path) -> str:
        try:
            # nobody writes there: nothing is laid beside it, and its folder may be one that can only be read
            there = f"{backup.absolute().as_uri()}?mode=ro&immutable=1"
            with closing(sqlite3.connect(there, uri=True)) as connection:
                sound = _first(connection, "PRAGMA integrity_check") == "ok"
                ours = sound and _first(connection, "SELECT count(*) FROM sqlite_master WHERE name = 'journal'")
                version = _first(connection, "SELECT version_num FROM alembic_version") if ours else None
        except sqlite3.DatabaseError as error:
            raise ParcFermeError(f"{backup}: is not a backup: {error}") from error
        if version is None:
            raise ParcFermeError(f"{backup}: is not a sound backup of this program")
        return str(version)

    def put_back(self, backup: Path, check: Callable[[str], T]) -> tuple[Path | None, T]:
        """What was there is kept beside its place."""
        with self.hold():
            fresh = Sqlite(_copied(backup, self.path.with_name(f"{self.path.name}.restoring")))
            found = fresh._checked(check)
            _same_owner(self.path, fresh.path)
            kept = self._set_aside()
            fresh.path.replace(self.path)
        return kept, found

    def _checked(self, check: Callable[[str], T]) -> T:
        """Before this copy takes the present database's place."""
        try:
            return check(self.url)
        except BaseException:
            self.path.unlink()
            raise
        finally:
            for ending in BESIDE:
                self.path.with_name(self.path.name + ending).unlink(missing_ok=True)

    def _set_aside(self) -> Path | None:
        """Move the present database out of the way, with its log."""
        if not self.path.exists():
            return None
        kept = free_name(self.path)
        for ending in BESIDE:
            beside = self.path.with_name(self.path.name + ending)
            if beside.exists():
                shutil.move(beside, kept.with_name(kept.name + ending))
        shutil.move(self.path, kept)
        return kept


def _lock(held: ExitStack, path: Path, mode: str) -> None:
    file = held.enter_context(open(path, mode))  # noqa: SIM115 (held until the server stops)
    try:
        fcntl = importlib.import_module("fcntl")
    except ImportError:  # on Windows
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _prepare(connection: sqlite3.Connection, record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say so, see _begin
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # a commit is on the disk before anybody hears of it
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin(connection: Any) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _first(connection: sqlite3.Connection, query: str) -> object:
    return connection.execute(query).fetchone()[0]


def _copied(source: Path, target: Path) -> Path:
    """Copy the whole of it before the present database is touched."""
    try:
        shutil.copyfile(source, target)
    except OSError as error:
        target.unlink(missing_ok=True)
        raise ParcFermeError(f"{target}: cannot be written: {error}") from error
    return target


def _same_owner(before: Path, after: Path) -> None:
    """Who restores may be another user than the server, which must be able to write afterwards."""
    after.chmod(PRIVATE)
    if before.exists():
        old, new = before.stat(), after.stat()
        if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
            os.chown(after, old.st_uid, old.st_gid)
