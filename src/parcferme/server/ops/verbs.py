"""The server's verbs as plain functions; the terminal mounts them.

serve     run until told to stop           backup    a consistent copy while it runs
restore   put a copy in place              promote   give somebody a role
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import uvicorn
from psycopg.conninfo import make_conninfo
from sqlalchemy import make_url, select, update
from sqlalchemy.exc import SQLAlchemyError

from parcferme.core.errors import ParcFermeError
from parcferme.server.app import create_app
from parcferme.server.live.door import Door, ProxyDoor, open_wide
from parcferme.server.live.wire import Wire
from parcferme.server.ops import logs
from parcferme.server.ops.settings import PREFIX, Settings, from_environment
from parcferme.server.people.accounts import ROLES, login_of
from parcferme.server.storage.checks import check_checksum, check_journals, checksum_file, write_checksum
from parcferme.server.storage.database import migrate, must_know, must_write, open_engine
from parcferme.server.storage.hold import PRIVATE, hold_database, make_private
from parcferme.server.storage.schema import people

GRACE_SECONDS = 10
SOCKET_LIMIT = 16_384  # bytes of one WebSocket message; the API refuses from 4 KB with a reason


def serve(
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    workers: int | None = None,
    public_url: str | None = None,
) -> None:
    """Run the server until it is told to stop. What is not given comes from PARCFERME_* variables, then defaults."""
    settings = from_environment(host=host, port=port, database=database, workers=workers, public_url=public_url)
    logs.set_up(settings.log_level, settings.log_requests)
    prepare(settings)
    _must_be_free(settings)
    open_wide()
    if settings.workers == 1:
        server = uvicorn.Server(uvicorn_config(settings))
        _end_quietly()
        server.run()
        return
    _end_quietly()
    for name, value in (("DATABASE", settings.database), ("PUBLIC_URL", settings.public_url)):
        os.environ[PREFIX + name] = value  # the workers read them again
    uvicorn.run("parcferme.server.ops.verbs:worker_app", factory=True, workers=settings.workers, **_listening(settings))


def prepare(settings: Settings) -> None:
    """Open the database and bring it up to date before anything listens: what is wrong with it is said at once."""
    try:
        if settings.is_sqlite():
            make_private(settings.sqlite_file())
        held = hold_database(settings)
        try:
            migrate(settings.database_url())
            must_write(settings.database_url())
        finally:
            if held is not None:
                held.close()
    except (OSError, SQLAlchemyError) as error:
        reason = logs.blank(str(error).partition("\n")[0])
        raise ParcFermeError(f"{PREFIX}DATABASE: cannot be used: {reason}") from error


def _must_be_free(settings: Settings) -> None:
    """Say at once that another program listens there: uvicorn would find out after the tables were opened."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((settings.host, settings.port))
    except OSError as error:
        where = f"{settings.host} and port {settings.port}"
        raise ParcFermeError(f"the server cannot listen on {where}: {error.strerror or error}") from error


def _end_quietly() -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _ended)


def _ended(number: int, frame: object) -> None:
    """uvicorn stops in order and then raises the signal again; by then there is nothing left to do."""


def worker_app() -> object:
    """The application of one of several worker processes."""
    settings = from_environment()
    logs.set_up(settings.log_level, settings.log_requests)
    return create_app(settings)


def uvicorn_config(settings: Settings) -> uvicorn.Config:
    """One process that serves by itself."""
    return uvicorn.Config(create_app(settings), **_listening(settings))


def _listening(settings: Settings) -> dict[str, Any]:
    """How a process listens, whether it is the only one or not."""
    return {
        "host": settings.host,
        "port": settings.port,
        "log_config": None,
        "http": Door if settings.limits and not settings.trust_proxy else ProxyDoor,
        "access_log": settings.log_requests,
        "ws": Wire,
        "ws_max_size": SOCKET_LIMIT,
        "ws_per_message_deflate": False,  # costs memory and time, and compressed sizes tell of what else was sent
        "ws_ping_interval": 20,
        "proxy_headers": settings.trust_proxy,
        "timeout_graceful_shutdown": GRACE_SECONDS,
        "lifespan": "on",
    }


def backup(target: Path, database: str | None = None) -> str:
    """A consistent copy of the database, also while the server runs; returns what was done."""
    settings = from_environment(database=database)
    if target.exists():
        raise ParcFermeError(f"{target}: is there already; a backup never overwrites")
    existing = _existing(settings)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.touch(PRIVATE)
    if existing is not None:
        _copy_sqlite(existing, target)
    else:
        _dump(settings, target)
    write_checksum(target)
    return f"wrote {target} ({target.stat().st_size} bytes) and its checksum beside it"


def _copy_sqlite(source: Path, target: Path) -> None:
    try:
        with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
            here.backup(there)
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)  # half a backup is none
        raise ParcFermeError(f"{target}: cannot be written: {error}") from error


def _dump(settings: Settings, target: Path) -> None:
    where, password = _connection(settings)
    try:
        target.touch(PRIVATE)
        _run("pg_dump", where, "--format=custom", "--no-owner", f"--file={target}", password=password)
    except ParcFermeError:
        target.unlink(missing_ok=True)
        raise


def restore(source: Path, database: str | None = None, deep: bool = False) -> str:
    """Put a backup in place of the database. The server must not run; what was there is kept: an SQLite file beside
    its place, a copy of a PostgreSQL database beside the backup. Its journals are played again: all of them if that is
    to go `deep`, else the newest and a sample."""
    settings = from_environment(database=database)
    if not source.exists():
        raise ParcFermeError(f"{source}: is not there")
    summed = check_checksum(source)
    restored = _restore_sqlite if settings.is_sqlite() else _restore_postgres
    kept, (played, unknown) = restored(settings, source, deep)
    said = [f"restored {source}: {played} tables played again"]
    said += [f"{unknown} of games or versions that this program does not know"] if unknown else []
    said += [] if summed else [f"no checksum ({checksum_file(source).name}) was beside it"]
    return ", ".join(said) + (f"; what was there is now {kept}" if kept else "")


def _restore_sqlite(settings: Settings, source: Path, deep: bool) -> tuple[Path | None, tuple[int, int]]:
    _check_sqlite(source)
    held = hold_database(settings)
    try:
        path = settings.sqlite_file()
        fresh = _copied(source, path.with_name(f"{path.name}.restoring"))
        played = _check_copy(fresh, deep)
        _same_owner(path, fresh)
        kept = _set_aside(path)
        fresh.replace(path)
    finally:
        if held is not None:
            held.close()
    return kept, played


def _check_copy(fresh: Path, deep: bool) -> tuple[int, int]:
    """Bring the copy up to date and play its tables again, before it takes the present database's place."""
    url = f"sqlite:///{fresh.absolute()}"
    try:
        migrate(url)
        return check_journals(url, deep)
    except BaseException:
        fresh.unlink()
        raise
    finally:
        for ending in ("-wal", "-shm"):
            fresh.with_name(fresh.name + ending).unlink(missing_ok=True)


def _restore_postgres(settings: Settings, source: Path, deep: bool) -> tuple[Path, tuple[int, int]]:
    _check_dump(source)
    _must_be_idle(settings)
    kept = _free_name(source)
    _dump(settings, kept)
    try:
        _fill_postgres(settings, source)
    except ParcFermeError:
        kept.unlink()  # it is still in its place
        raise
    try:
        migrate(settings.database_url())
        return kept, check_journals(settings.database_url(), deep)
    except BaseException:
        _fill_postgres(settings, kept)
        raise


def _fill_postgres(settings: Settings, source: Path) -> None:
    where, password = _connection(settings)
    all_or_nothing = ("--clean", "--if-exists", "--single-transaction")
    _run("pg_restore", where, *all_or_nothing, "--no-owner", str(source), password=password)


def _must_be_idle(settings: Settings) -> None:
    """SQLite's file is locked by its server; PostgreSQL knows who else is connected. It lists those who have just left
    for a moment longer, such as a server that was stopped right before this."""
    where, password = _connection(settings)
    others = "datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
    query = f"--command=SELECT count(*) FROM pg_stat_activity WHERE {others}"
    for pause in (0.2, 0.5, 1.0, 0.0):
        if _run("psql", where, "--no-psqlrc", "--tuples-only", query, password=password).strip() == "0":
            return
        time.sleep(pause)
    raise ParcFermeError("a server uses this database: stop it first")


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


def promote(name: str, role: str, database: str | None = None) -> str:
    """Give an account a role: the first administrator is made this way."""
    if role not in ROLES:
        raise ParcFermeError(f"{role!r} is not one of {', '.join(ROLES)}")
    settings = from_environment(database=database)
    _existing(settings)
    migrate(settings.database_url())
    engine = open_engine(settings.database_url())
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        found = connection.execute(select(people.c.id).where(people.c.login == login_of(name))).scalar_one_or_none()
        if found is None:
            raise ParcFermeError(f"there is no account called {name}")
        connection.execute(update(people).where(people.c.id == found).values(role=role))
    engine.dispose()
    return f"{name} is now {role}"


def _existing(settings: Settings) -> Path | None:
    """SQLite's file, which must be there: a mistaken name would make a new one. `None` on PostgreSQL."""
    if not settings.is_sqlite():
        return None
    path = settings.sqlite_file()
    if not path.exists():
        raise ParcFermeError(f"{path}: there is no database")
    return path


def _check_sqlite(source: Path) -> None:
    """Refuse a file that is no whole database of ours before anything is touched."""
    try:
        connection = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
        sound = connection.execute("PRAGMA integrity_check").fetchone()[0]
        ours = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'journal'").fetchone()[0]
        version = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0] if ours else ""
        connection.close()
    except sqlite3.DatabaseError as error:
        raise ParcFermeError(f"{source}: is not a backup: {error}") from error
    if sound != "ok" or not ours:
        raise ParcFermeError(f"{source}: is not a sound backup of this program")
    must_know(version)


def _check_dump(source: Path) -> None:
    """… and the same for PostgreSQL's kind of file."""
    try:
        found = _run("pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(source))
    except ParcFermeError as error:
        raise ParcFermeError(f"{source}: is not a backup: {error}") from error
    version = re.search(r"^COPY \S*alembic_version .*\n(\w+)$", found, re.MULTILINE)
    if version is None:
        raise ParcFermeError(f"{source}: is not a sound backup of this program")
    must_know(version[1])


def _free_name(path: Path) -> Path:
    """A name beside this one for what was there before."""
    number = 1
    while (free := path.with_name(f"{path.name}.before-{number}")).exists():
        number += 1
    return free


def _set_aside(path: Path) -> Path | None:
    """Move the present database out of the way, with its log."""
    if not path.exists():
        return None
    kept = _free_name(path)
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            shutil.move(beside, kept.with_name(kept.name + ending))
    shutil.move(path, kept)
    return kept


def _connection(settings: Settings) -> tuple[str, str]:
    """Where PostgreSQL's own programs find the database, as the server does, and its password apart."""
    url = make_url(settings.database_url())
    where: dict[str, Any] = {**url.translate_connect_args(username="user", database="dbname"), **url.query}
    password = str(where.pop("password", ""))
    return f"--dbname={make_conninfo(**where)}", password


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
        raise ParcFermeError(f"{program}: {logs.blank(done.stderr.strip())}")
    return done.stdout
