"""PostgreSQL: several workers on one database, which tells each of them what the others have kept. Copies are made and
put back by PostgreSQL's own programs."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import Connection, Dialect, Engine, create_engine, make_url, text
from sqlalchemy.engine.interfaces import DBAPICursor

from parcferme.core.errors import ParcFermeError
from parcferme.server.ops.logs import blank
from parcferme.server.storage.files import PRIVATE, free_name
from parcferme.server.storage.schema import metadata
from parcferme.server.storage.statements import CHANNEL, Statements, at_once

T = TypeVar("T")
SIZES = "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r'"


class Postgres:
    """A database of a PostgreSQL server."""

    name = "postgresql"
    shared = True

    def __init__(self, url: str) -> None:
        self.url = url

    def create(self) -> None:
        """Its administrator does."""

    def must_exist(self) -> None:
        """One that does not refuses the connection."""

    def hold(self) -> ExitStack:
        """Any number of workers may use it."""
        return ExitStack()

    def open(self) -> Engine:
        return create_engine(self.url, pool_pre_ping=True, pool_size=8, max_overflow=4, hide_parameters=True)

    def migrating(self, connection: Connection) -> AbstractContextManager[None]:
        return _locked(connection)

    def statements(self, dialect: Dialect) -> Statements:
        return at_once(dialect)

    def sizes(self, connection: Connection) -> dict[str, int]:
        return {name: int(size) for name, size in connection.execute(text(SIZES)) if name in metadata.tables}

    def begin(self, cursor: DBAPICursor) -> None:
        """The driver begins by itself."""

    def notify(self, connection: Connection, *words: object) -> None:
        payload = " ".join(map(str, words))
        connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :payload)"), {"payload": payload})

    async def listen(self, ready: Callable[[], None]) -> AsyncIterator[str]:
        address = self.url.replace("postgresql+psycopg://", "postgresql://")
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                ready()
                async for notice in connection.notifies():
                    yield notice.payload
        except psycopg.Error as error:
            raise ConnectionError(str(error)) from error

    def back_up(self, target: Path) -> None:
        where, password = self._connection()
        try:
            target.touch(PRIVATE)
            _run("pg_dump", where, "--format=custom", "--no-owner", f"--file={target}", password=password)
        except ParcFermeError:
            target.unlink(missing_ok=True)
            raise

    def version_of(self, backup: Path) -> str:
        try:
            found = _run("pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(backup))
        except ParcFermeError as error:
            raise ParcFermeError(f"{backup}: is not a backup: {error}") from error
        version = re.search(r"^COPY \S*alembic_version .*\n(\w+)$", found, re.MULTILINE)
        if version is None:
            raise ParcFermeError(f"{backup}: is not a sound backup of this program")
        return version[1]

    def put_back(self, backup: Path, check: Callable[[str], T]) -> tuple[Path | None, T]:
        """What was there is kept as a copy beside the backup."""
        self._must_be_idle()
        kept = free_name(backup)
        self.back_up(kept)
        try:
            self._fill(backup)
        except ParcFermeError:
            kept.unlink()  # it is still in its place
            raise
        try:
            return kept, check(self.url)
        except BaseException:
            self._fill(kept)
            raise

    def _fill(self, backup: Path) -> None:
        where, password = self._connection()
        all_or_nothing = ("--clean", "--if-exists", "--single-transaction")
        _run("pg_restore", where, *all_or_nothing, "--no-owner", str(backup), password=password)

    def _must_be_idle(self) -> None:
        """PostgreSQL knows who else is connected. It lists those who have just left for a moment longer, such as a
        server that was stopped right before this."""
        where, password = self._connection()
        others = "datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        query = f"--command=SELECT count(*) FROM pg_stat_activity WHERE {others}"
        for pause in (0.2, 0.5, 1.0, 0.0):
            if _run("psql", where, "--no-psqlrc", "--tuples-only", query, password=password).strip() == "0":
                return
            time.sleep(pause)
        raise ParcFermeError("a server uses this database: stop it first")

    def _connection(self) -> tuple[str, str]:
        """Where PostgreSQL's own programs find the database, as the server does, and its password apart."""
        url = make_url(self.url)
        where: dict[str, Any] = {**url.translate_connect_args(username="user", database="dbname"), **url.query}
        password = str(where.pop("password", ""))
        return f"--dbname={make_conninfo(**where)}", password


@contextmanager
def _locked(connection: Connection) -> Iterator[None]:
    connection.exec_driver_sql("SELECT pg_advisory_lock(7272)")
    yield
    connection.exec_driver_sql("SELECT pg_advisory_unlock(7272)")


def _run(program: str, *words: str, password: str = "") -> str:
    """Run one of PostgreSQL's programs; returns what it says. Its command line can be read by everybody on the machine,
    so the password travels in its environment."""
    given = {"PGPASSWORD": password} if password else {}
    try:
        done = subprocess.run(
            [program, *words], capture_output=True, text=True, check=False, env={**os.environ, **given}
        )
    except FileNotFoundError as error:
        raise ParcFermeError(f"{program} is not installed: it comes with PostgreSQL's client programs") from error
    if done.returncode != 0:
        raise ParcFermeError(f"{program}: {blank(done.stderr.strip())}")
    return done.stdout
