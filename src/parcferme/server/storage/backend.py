"""The databases a server can keep its tables in, one class for each. Nobody else asks which of them it is.

To add one: a class like those in `sqlite.py` and `postgres.py`, and its address in `backend_of`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import Connection, Dialect, Engine
from sqlalchemy.engine.interfaces import DBAPICursor

from parcferme.server.storage.sqlite import Sqlite
from parcferme.server.storage.statements import Statements

T = TypeVar("T")


class Backend(Protocol):
    """All that differs from one database to another."""

    name: str  # as /health tells it
    url: str  # SQLAlchemy's address of it
    shared: bool  # may several workers use it? Then each has to hear what the others have kept

    # Opening

    def create(self) -> None:
        """Make what has to be there before it is opened."""

    def must_exist(self) -> None:
        """Raises ParcFermeError where a mistaken name would make a new one."""

    def hold(self) -> ExitStack:
        """Keep a second server out until the answer is closed; raises ParcFermeError where one is in already."""

    def open(self) -> Engine:
        """An engine whose commits are durable. What was to be written is left out of its errors: they reach the log,
        and it may be the dice of a running match."""

    def migrating(self, connection: Connection) -> AbstractContextManager[None]:
        """One worker migrates, the others wait."""

    # Writing

    def statements(self, dialect: Dialect) -> Statements:
        """What is written for every move."""

    def begin(self, cursor: DBAPICursor) -> None:
        """Begin a transaction of moves, where the driver does not by itself."""

    # Weighing

    def sizes(self, connection: Connection) -> dict[str, int]:
        """Bytes on the disk of each of our tables, with its indexes."""

    # Telling the other workers

    def notify(self, connection: Connection, *words: object) -> None:
        """Tell all workers, if and when the transaction is committed."""

    def listen(self, ready: Callable[[], None]) -> AsyncIterator[str]:
        """What is told, from when it says that it is `ready`; raises OSError when the line breaks."""

    # Copies

    def back_up(self, target: Path) -> None:
        """Write a consistent copy over an empty file, also while a server runs."""

    def version_of(self, backup: Path) -> str:
        """The version of the schema in a backup; raises ParcFermeError where it is no whole one of this program."""

    def put_back(self, backup: Path, check: Callable[[str], T]) -> tuple[Path | None, T]:
        """Put a backup in the database's place if `check` of its address does not raise. Returns where that which was
        there is kept now, and what `check` has found."""


def backend_of(database: str) -> Backend:
    """The database at an address or path; raises ValueError where it is neither."""
    for scheme in ("postgresql://", "postgres://", "postgresql+psycopg://"):
        if database.startswith(scheme):
            from parcferme.server.storage.postgres import Postgres  # only here: its driver takes a while to load

            return Postgres("postgresql+psycopg://" + database.removeprefix(scheme))
    path = database.removeprefix("sqlite:///")
    if "://" in path:
        raise ValueError("is neither a file's path nor postgresql://user:password@host/name")
    return Sqlite(Path(path).expanduser().absolute())
