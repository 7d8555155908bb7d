"""Opening a database: the right settings for SQLite and PostgreSQL, and migrations."""

from __future__ import annotations

import importlib
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.exc import DatabaseError

from parcferme.core.errors import ParcFermeError

MIGRATIONS = Path(__file__).parent / "migrations"


def open_engine(url: str) -> Engine:
    """An engine whose commits are durable: SQLite in WAL mode with full synchronisation, or PostgreSQL. What was to be
    written is left out of its errors: they reach the log, and it may be the dice of a running match."""
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True, pool_size=8, max_overflow=4, hide_parameters=True)
    engine = create_engine(url, connect_args={"timeout": 30, "check_same_thread": False}, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def migrate(url: str) -> None:
    """Create the database or bring it up to this program's version."""
    known = _version(url)
    if known == latest():
        return  # the usual case, without loading alembic
    must_know(known or "")
    command = importlib.import_module("alembic.command")
    command.upgrade(alembic_config(url), "head")


def must_write(url: str) -> None:
    """Raises DatabaseError where the database can only be read."""
    engine = open_engine(url)
    try:
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            connection.execute(text("DELETE FROM workers WHERE id = ''"))
    finally:
        engine.dispose()


def latest() -> str:
    """The version this program needs: that of the last migration."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def must_know(version: str) -> None:
    """Refuse a database that a later program has changed in ways this one cannot know."""
    if version > latest():
        raise ParcFermeError(f"the database has version {version}, this program knows {latest()}: use a newer program")


def _version(url: str) -> str | None:
    """The version of an existing database; `None` for one that is new or not of this program."""
    engine = open_engine(url)
    try:
        with engine.connect() as connection:
            known = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    except DatabaseError:
        return None
    finally:
        engine.dispose()
    return known


def alembic_config(url: str) -> Any:
    config = importlib.import_module("alembic.config").Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return config


def _prepare_sqlite(connection: sqlite3.Connection, record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say so, see _begin_sqlite
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # a commit is on the disk before anybody hears of it
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
