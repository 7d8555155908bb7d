"""Floods on a live line: little of them is read in one turn, nothing is lost, and others are heard meanwhile."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from socket import create_connection
from time import perf_counter
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from parcferme.server.api import socket
from parcferme.server.live.door import ProxyDoor
from parcferme.server.live.intake import PART, Readers
from parcferme.server.live.shortcut import GREETING, Shortcut, Stage
from parcferme.server.ops.limits import LIMITS
from tests.server.conftest import Opener
from tests.server.house import wait_for
from tests.support import in_a_loop

PONG = b"\x8a\x01x"
MANY = 5_000


def sent(opcode: Opcode, data: bytes) -> bytes:
    return Frame(opcode, data).serialize(mask=True)


class Scene:
    """A line to an application that hears everything, or nothing until it may."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.may_hear = asyncio.Event()
        self.stage = Stage()
        config = uvicorn.Config(self._app, interface="asgi3", log_config=None, lifespan="off", ws_ping_interval=None)
        config.load()
        self.state = ServerState()
        self.wire = Shortcut(config, self.state, {})

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await self.wire.read()) is not None:
            self.heard.append(message)
            await self.may_hear.wait()

    async def open(self) -> None:
        self.wire.connection_made(self.stage)
        self.wire.data_received(GREETING)
        await self.until(lambda: b"101" in self.stage.written)

    async def until(self, happens: Callable[[], object]) -> None:
        async with asyncio.timeout(60):
            while not happens():
                await asyncio.sleep(0)

    async def close(self) -> None:
        self.wire.connection_lost(None)
        self.may_hear.set()
        await asyncio.gather(*self.state.tasks)


def on_a_line(act: Callable[[Scene], Any]) -> None:
    async def play() -> None:
        scene = Scene()
        await scene.open()
        await act(scene)
        await scene.close()

    in_a_loop(play())


def test_of_a_flood_a_part_is_read_in_one_turn() -> None:
    """Forty thousand frames that arrived together were read as one, in seconds in which nobody else was heard."""

    async def act(scene: Scene) -> None:
        scene.wire.data_received(sent(Opcode.PING, b"x") * MANY)
        assert 0 < scene.stage.written.count(PONG) <= PART // 7
        await scene.until(lambda: scene.stage.written.count(PONG) == MANY)

    on_a_line(act)


def test_of_a_crowd_little_is_read_and_of_one_line_after_another() -> None:
    async def act(scene: Scene) -> None:
        readers = scene.wire.readers
        scene.wire.home = "crowd"
        readers.crowds["crowd"] = float("inf")
        scene.wire.data_received(sent(Opcode.PING, b"x") * MANY)
        assert scene.stage.written.count(PONG) == 0
        assert len(readers.line) == 1
        readers.free_at += 3_600  # as if somebody else's had taken long
        await scene.until(lambda: scene.stage.written.count(PONG))
        for _ in range(100):
            await asyncio.sleep(0)
        assert scene.stage.written.count(PONG) < MANY

    on_a_line(act)


def test_what_reading_takes_makes_a_home_a_crowd_for_a_while() -> None:
    readers = Readers()
    most, _ = LIMITS["reading"]
    readers.count("home", most / 2_000)
    assert not readers.is_crowd("home")
    readers.count("home", most / 1_000)
    assert readers.is_crowd("home")
    readers.crowds["home"] = perf_counter()
    assert not readers.is_crowd("home")
    for _ in range(3):
        readers.count("", 3_600)
    assert not readers.is_crowd("")


def test_nothing_is_lost_and_the_order_stays() -> None:
    async def act(scene: Scene) -> None:
        scene.may_hear.set()
        for n in range(0, 300, 3):
            scene.wire.data_received(sent(Opcode.TEXT, b"%d" % n))
            two = sent(Opcode.TEXT, b"%d" % (n + 1)) + sent(Opcode.TEXT, b"%d %s" % (n + 2, b"x" * 3_000))
            scene.wire.data_received(sent(Opcode.PING, b"x") + two)
        await scene.until(lambda: len(scene.heard) == 300)
        texts = [one if isinstance(one, str) else one.decode() for one in scene.heard]
        assert [int(text.split()[0]) for text in texts] == list(range(300))

    on_a_line(act)


def test_what_the_application_does_not_take_is_not_read() -> None:
    async def act(scene: Scene) -> None:
        scene.wire.data_received(sent(Opcode.TEXT, b"first") + sent(Opcode.TEXT, b"x" * 500) * 20)
        await scene.until(lambda: scene.heard)
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(scene.wire.coming) > 10 * 500
        scene.may_hear.set()
        await scene.until(lambda: len(scene.heard) == 21)

    on_a_line(act)


REQUEST = b"POST /api/games/toy_dash/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def test_chunks_of_nothing_are_read_a_little_at_a_time(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty thousand chunks of one letter held up everybody for seconds."""
    parts: list[int] = []
    parse = ProxyDoor.parse

    def look(self: ProxyDoor, part: bytes) -> None:
        parts.append(len(part))
        parse(self, part)

    monkeypatch.setattr(ProxyDoor, "parse", look)
    house = opener(str(tmp_path / "t.db"), limits=True)
    body = json.dumps({"options": {"length": 3}}).ljust(20_000).encode()
    with create_connection(("127.0.0.1", house.port), timeout=60) as line:
        line.sendall(REQUEST + b"Transfer-Encoding: chunked\r\n\r\n")
        line.sendall(b"".join(b"1\r\n%c\r\n" % letter for letter in body) + b"0\r\n\r\n")
        assert b"200 OK" in line.recv(4_000)
        line.sendall((REQUEST + b"Content-Length: %d\r\n\r\n" % len(body) + body) * 2)  # one upon another
        answers = b""
        while answers.count(b"200 OK") < 2:
            answers += line.recv(4_000)
    assert max(parts) == PART
    assert house.person().get("/health")["status"] == "ok"


def test_whoever_wishes_in_vain_is_answered_slowly(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each refusal costs as much as a wish that is granted: beyond their limits people were answered without end."""
    monkeypatch.setattr(socket, "REST_SECONDS", 4)
    house = opener(str(tmp_path / "t.db"), limits=True)
    ann, eve = house.person(), house.person()
    table = ann.open()["id"]
    line, other = eve.line(table), ann.line(table)
    line.next("hello")
    other.next("hello")
    house.server.limits.rates["request"] = (0, LIMITS["request"][1])
    house.server.limits.buckets.clear()
    for n in range(socket.IN_VAIN + 3):
        line.send(do="ping", id=f"{n}")
    assert [line.next("refused")["code"] for _ in range(socket.IN_VAIN)] == ["too_many"] * socket.IN_VAIN
    while not line.silent():
        assert line.kept[-1]["type"] == "presence"
    house.server.limits.rates["request"] = LIMITS["request"]
    house.server.limits.buckets.clear()
    assert other.answer(do="ping")["type"] == "ok"
    line.close()
    wait_for(lambda: len(house.server.tables.rooms[table].listeners) == 1)
