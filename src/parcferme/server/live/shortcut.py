"""The short way of a live line: uvicorn's own WebSocket, with a short way out and a short way in.

ASGI sends by a coroutine, so every line would need a task that empties its queue, and every move would wait until that
task's turn comes. What is written here leaves in the same turn. And a move is a short text that arrives whole: it is
read without the parser, which takes a dozen steps for what then turns out to be one frame.

For that it uses parts of uvicorn and websockets that they do not promise to keep. pyproject.toml bounds both, and the
server rehearses before it takes this way (`rehearse`); else it takes the plain one (`wire.PlainWire`).
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Final

import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode, apply_mask  # type: ignore[attr-defined]  # where there is one, in C
from websockets.protocol import State

from parcferme.server.live.intake import PART, Intake
from parcferme.server.live.wire import WHOLE_TEXT, pack

MASKED: Final = 0x80  # a bit of the second byte, which holds the length of a short one, too
HEAD: Final = 6  # bytes before a short text: those two, and four that mask it
SHORT: Final = 125  # letters
AHEAD: Final = 16  # messages that may wait before we stop reading


class Inbox:
    """What has come for the one task that takes it, in order. asyncio's queue is made for many, and full ones."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.events: deque[Any] = deque()
        self.taker: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        self.events.append(event)
        if self.taker is not None and not self.taker.done():
            self.taker.set_result(None)

    async def get(self) -> Any:
        while not self.events:
            self.taker = self.loop.create_future()
            await self.taker
        return self.events.popleft()

    def empty(self) -> bool:
        return not self.events


class Shortcut(Intake):
    """An open WebSocket. The application finds it in its scope's state as `wire`."""

    def __init__(self, config: Any, server_state: ServerState, app_state: dict[str, Any]) -> None:
        super().__init__(config, server_state, app_state)
        self.inbox = Inbox(self.loop)
        self.queue: Any = self.inbox  # which does all that uvicorn asks of its own

    async def run_asgi(self) -> None:
        self.scope["state"]["wire"] = self
        await super().run_asgi()

    def data_received(self, data: bytes) -> None:
        """Nearly all that players send is one short text at a time; that needs no parser."""
        text = self._short_text(data)
        if text is None:
            super().data_received(data)
        else:
            self.inbox.put_nowait({"type": "websocket.receive", "bytes": text})

    def _short_text(self, data: bytes) -> bytes | None:
        """The text, if the data is just that: one frame in plain letters, with nothing before it left to be parsed."""
        length = len(data) - HEAD
        if not 0 <= length <= SHORT or data[0] != WHOLE_TEXT or data[1] != MASKED | length:
            return None
        if self.coming or self.conn.reader.buffer or self.conn.current_size is not None or not self._is_open():
            return None
        text: bytes = apply_mask(data[HEAD:], data[2:HEAD])
        return text if text.isascii() and len(self.inbox.events) < AHEAD else None

    async def read(self) -> str | bytes | None:
        """The next message, or `None` when there will be no more."""
        event: Any = await self.receive()
        return None if event["type"] == "websocket.disconnect" else event.get("text") or event.get("bytes") or ""

    def write(self, *packed: bytes) -> None:
        """Send messages, all by one call of the system. They are dropped if the other side has gone."""
        if not (self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join(packed))

    def is_clogged(self) -> bool:
        """Has the other side stopped reading what it is sent?"""
        return not self.writable.is_set()

    def end(self) -> None:
        """Let whoever waits for the next message know that there will be none."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def close(self, code: int) -> None:
        """Say good-bye; who does not even read that is cut off."""
        if self.is_clogged():
            self.transport.abort()
        elif self._is_open():
            await self.send({"type": "websocket.close", "code": code, "reason": ""})

    def _is_open(self) -> bool:
        return self.conn.state is State.OPEN and not self.disconnected


# The rehearsal

GREETING: Final = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Stage(asyncio.Transport):
    """A connection that leads nowhere and remembers what was written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def close(self) -> None:
        pass


async def rehearse() -> None:
    """Play one line from the greeting to the good-bye. Whatever raises here would have raised under somebody's move."""
    heard: list[str | bytes | None] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        wire: Shortcut = scope["state"]["wire"]
        await receive()
        await send({"type": "websocket.accept"})
        wire.write(pack("hello"))
        while len(heard) < 3:
            heard.append(await wire.read())
        assert not wire.is_clogged()
        await wire.close(1012)

    config = uvicorn.Config(app, log_config=None, lifespan="off", ws_ping_interval=None)
    config.load()
    stage, state = Stage(), ServerState()
    wire = Shortcut(config, state, {})
    wire.connection_made(stage)
    wire.data_received(GREETING)
    played = asyncio.gather(*state.tasks)
    await _settled()
    wire.data_received(Frame(Opcode.TEXT, b"short").serialize(mask=True))
    wire.data_received(Frame(Opcode.TEXT, b"long" * PART).serialize(mask=True))
    await _settled()
    wire.end()
    await asyncio.wait_for(played, 1)
    assert heard == [b"short", "long" * PART, None], f"heard {heard}"
    assert pack("hello") in stage.written, "what was written did not leave at once"
    assert stage.written.endswith(b"\x88\x02\x03\xf4"), "no good-bye"
    wire.connection_lost(None)


async def _settled() -> None:
    """Everybody has had a turn."""
    for _ in range(10):
        await asyncio.sleep(0)
