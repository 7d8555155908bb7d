"""The server's verbs as plain functions; the terminal mounts them.

serve     run until told to stop           backup    a consistent copy while it runs
restore   put a copy in place              promote   give somebody a role
check_backup   would it be restored?       check_database   what cannot be loaded
prune     what has been kept long enough   new_password     for somebody who has lost theirs
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from litestar import Litestar
from sqlalchemy import Connection, select, update
from sqlalchemy.exc import SQLAlchemyError

from parcferme.core.errors import ParcFermeError
from parcferme.server.app import create_app
from parcferme.server.live import wire
from parcferme.server.live.door import Door, ProxyDoor, open_wide
from parcferme.server.ops import logs
from parcferme.server.ops.settings import PREFIX, Settings, from_environment
from parcferme.server.people import retention
from parcferme.server.people.accounts import ROLES, close_sessions, login_of
from parcferme.server.people.passwords import hashed
from parcferme.server.storage.backend import Backend
from parcferme.server.storage.checks import (
    check_checksum,
    check_restored,
    checksum_file,
    find_troubled,
    write_checksum,
)
from parcferme.server.storage.clock import wall
from parcferme.server.storage.database import latest, migrate, must_know, must_write, version
from parcferme.server.storage.files import PRIVATE
from parcferme.server.storage.schema import people

GRACE_SECONDS = 10
SILENT_SECONDS = (
    60  # after which one of several workers is replaced; uvicorn's 5 are too few to start on a busy machine
)
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
        backend = settings.backend()
        backend.create()
        with backend.hold():
            migrate(backend.url)
            must_write(backend.url)
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


def uvicorn_config(settings: Settings, app: Litestar | None = None) -> uvicorn.Config:
    """One process that serves by itself, an application that is there already or a new one."""
    return uvicorn.Config(create_app(settings) if app is None else app, **_listening(settings))


def _listening(settings: Settings) -> dict[str, Any]:
    """How a process listens, whether it is the only one or not."""
    return {
        "host": settings.host,
        "port": settings.port,
        "log_config": None,
        "http": Door if settings.limits and not settings.trust_proxy else ProxyDoor,
        "access_log": settings.log_requests,
        "ws": wire.protocol(),
        "ws_max_size": SOCKET_LIMIT,
        "ws_per_message_deflate": False,  # costs memory and time, and compressed sizes tell of what else was sent
        "ws_ping_interval": 20,
        "proxy_headers": settings.trust_proxy,
        "timeout_graceful_shutdown": GRACE_SECONDS,
        "timeout_worker_healthcheck": SILENT_SECONDS,
        "lifespan": "on",
    }


def backup(target: Path, database: str | None = None) -> str:
    """A consistent copy of the database, also while the server runs; returns what was done."""
    backend = from_environment(database=database).backend()
    if target.exists():
        raise ParcFermeError(f"{target}: is there already; a backup never overwrites")
    backend.must_exist()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.touch(PRIVATE)
    backend.back_up(target)
    write_checksum(target)
    return f"wrote {target} ({target.stat().st_size} bytes) and its checksum beside it"


def restore(source: Path, database: str | None = None, deep: bool = False) -> str:
    """Put a backup in place of the database. The server must not run; what was there is kept. The backup's journals are
    played again: all of them if that is to go `deep`, else the newest and a sample."""
    kept, found = _put_back(source, database, deep)
    return f"restored {source}: {found}" + (f"; what was there is now {kept}" if kept else "")


def _put_back(source: Path, database: str | None, deep: bool) -> tuple[Path | None, str]:
    """Where that which was there is kept, and what was found in the backup."""
    backend = from_environment(database=database).backend()
    if not source.exists():
        raise ParcFermeError(f"{source}: is not there")
    summed = check_checksum(source)
    must_know(backend.version_of(source))
    kept, (played, unknown) = backend.put_back(source, lambda url: check_restored(url, deep))
    said = [f"{played} tables played again"]
    said += [f"{unknown} of games or versions that this program does not know"] if unknown else []
    said += [] if summed else [f"no checksum ({checksum_file(source).name}) was beside it"]
    return kept, ", ".join(said)


def check_backup(source: Path, deep: bool = False, scratch: str | None = None) -> str:
    """Try a backup as a restore would: its checksum, its pages, its journals. Nothing is put in place of anything. One
    of PostgreSQL is restored into the database `scratch`, which is for nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        kept, found = _put_back(source, scratch or str(Path(folder) / "checked.db"), deep)
    if kept is not None:
        kept.unlink(missing_ok=True)  # what the last try has left in `scratch`
    return f"checked {source}: {found}"


def check_database(database: str | None = None) -> tuple[str, bool]:
    """What of a database this program cannot load, before one upgrades to it; and whether that is nothing. Reads only:
    the server may run."""
    backend = from_environment(database=database).backend()
    backend.must_exist()
    with tempfile.TemporaryDirectory() as folder:
        count, troubled = find_troubled(_brought_up_to_date(backend, Path(folder) / "copy.db"))
    said = [f"{count} tables, {len(troubled)} of them cannot be loaded"]
    said += [f"{one.id} ({one.game}, {one.status}): {one.reason}" for one in troubled]
    return "\n".join(said), not troubled


def _brought_up_to_date(backend: Backend, copy: Path) -> str:
    """The database itself where it is of this program's version, else a copy that is: the original is left alone."""
    known = version(backend.url) or ""
    must_know(known)
    if known == latest():
        return backend.url
    if backend.shared:
        raise ParcFermeError(
            f"the database has version {known}, this program {latest()}: restore a backup of it into another database, "
            "and check that one"
        )
    backend.back_up(copy)
    url = Settings(database=str(copy)).database_url()
    migrate(url)
    return url


def prune(dry_run: bool, database: str | None = None) -> str:
    """Throw away what has been kept long enough, or count it only. The server may run, and does so by itself."""
    settings = from_environment(database=database)
    gone: Counter[str] = Counter()
    with changing(database) as connection:
        if dry_run:
            gone.update(retention.count(connection, settings, wall()))
    while not dry_run:
        with changing(database) as connection:
            some = retention.prune_some(connection, settings, wall())
        gone.update(some)
        if not some:
            break
    said = ", ".join(f"{count} {kind}" for kind, count in sorted(gone.items()) if count) or "nothing"
    return f"{'would throw away' if dry_run else 'thrown away'}: {said}"


def new_password(name: str, database: str | None = None) -> str:
    """Give an account a new password, for somebody who has lost theirs. All its sessions end."""
    password = secrets.token_urlsafe(12)
    with changing(database) as connection:
        person = _account(connection, name)
        connection.execute(update(people).where(people.c.id == person).values(password=hashed(password)))
        close_sessions(connection, person)
    return f"the password of {name} is now {password}"


def promote(name: str, role: str, database: str | None = None) -> str:
    """Give an account a role: the first administrator is made this way."""
    if role not in ROLES:
        raise ParcFermeError(f"{role!r} is not one of {', '.join(ROLES)}")
    with changing(database) as connection:
        connection.execute(update(people).where(people.c.id == _account(connection, name)).values(role=role))
    return f"{name} is now {role}"


@contextmanager
def changing(database: str | None) -> Iterator[Connection]:
    """A database that is there, in a transaction."""
    backend = from_environment(database=database).backend()
    backend.must_exist()
    migrate(backend.url)
    engine = backend.open()
    try:
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection
    finally:
        engine.dispose()


def person_called(connection: Connection, name: str) -> str:
    """An account's name, or anybody's id."""
    found = connection.execute(select(people.c.id).where(people.c.id == name)).scalar_one_or_none()
    return str(found) if found is not None else _account(connection, name)


def _account(connection: Connection, name: str) -> str:
    found = connection.execute(select(people.c.id).where(people.c.login == login_of(name))).scalar_one_or_none()
    if found is None:
        raise ParcFermeError(f"there is no account called {name}")
    return str(found)
