"""Opening a database, and bringing it up to this program's version."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, text
from sqlalchemy.exc import DatabaseError

from parcferme.core.errors import ParcFermeError
from parcferme.server.storage.backend import backend_of

MIGRATIONS = Path(__file__).parent / "migrations"


def open_engine(url: str) -> Engine:
    return backend_of(url).open()


def migrate(url: str) -> None:
    """Create the database or bring it up to this program's version."""
    known = version(url)
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
    return max(_versions())


def _versions() -> set[str]:
    return {path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py")}


def must_know(version: str) -> None:
    """Refuse a database that a later program has changed in ways this one cannot know, or that no release made."""
    if version > latest():
        raise ParcFermeError(f"the database has version {version}, this program knows {latest()}: use a newer program")
    if version and version not in _versions():
        raise ParcFermeError(f"the database has version {version}, which no release has had: it stays as it is")


def version(url: str) -> str | None:
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
