"""The WebSocket below a live line: what the server needs of one, and two ways to have it.

`shortcut.Shortcut` is the quick one, over parts of uvicorn and websockets that may change; `PlainWire` the one that any
ASGI server offers. `protocol` tries the first when the server starts and falls back to the second.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Final, Protocol

from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from parcferme.house.codec import encode

WHOLE_TEXT: Final = 0x81  # a frame's first byte
CLOGGED: Final = 16  # messages that wait to be sent the plain way: the other side does not read
log = logging.getLogger("parcferme.wire")


def pack(message: object) -> bytes:
    """A message as it goes over every wire: JSON in one frame. It is packed once, however many listen."""
    text = encode(message)
    return _head(len(text)) + text


def _head(length: int) -> bytes:
    """What stands before a whole text that is not masked (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((WHOLE_TEXT, 127)) + length.to_bytes(8, "big")


def unpack(packed: bytes) -> bytes:
    """The text in a frame of `pack`: its second byte says how long the head is."""
    return packed[{126: 4, 127: 10}.get(packed[1], 2) :]


class Wire(Protocol):
    """An open WebSocket."""

    async def read(self) -> str | bytes | None:
        """The next message, or `None` when there will be no more."""

    def write(self, *packed: bytes) -> None:
        """Send messages, at once if it can. They are dropped if the other side has gone."""

    def is_clogged(self) -> bool:
        """Has the other side stopped reading what it is sent?"""

    def end(self) -> None:
        """Let whoever waits for the next message know that there will be none."""

    async def close(self, code: int) -> None:
        """Say good-bye; who does not even read that is cut off."""


class PlainWire:
    """A WebSocket as ASGI has it: what is written waits in a queue, and a task empties that."""

    def __init__(self, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        self.receive = receive
        self.send = send
        self.waiting: deque[bytes] = deque()
        self.emptying: asyncio.Task[None] | None = None
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def read(self) -> str | bytes | None:
        coming = asyncio.ensure_future(self.receive())
        await asyncio.wait((coming, self.ended), return_when=asyncio.FIRST_COMPLETED)
        if not coming.done():
            coming.cancel()
            return None
        event = coming.result()
        return None if event["type"] == "websocket.disconnect" else event.get("text") or event.get("bytes") or ""

    def write(self, *packed: bytes) -> None:
        self.waiting.extend(packed)
        if self.emptying is None:
            self.emptying = asyncio.create_task(self._empty())

    async def _empty(self) -> None:
        try:
            while self.waiting:
                await self.send({"type": "websocket.send", "text": unpack(self.waiting[0]).decode()})
                self.waiting.popleft()
        except Exception:  # the other side has gone; each server says so in a way of its own
            self.waiting.clear()
        finally:
            self.emptying = None

    def is_clogged(self) -> bool:
        return len(self.waiting) > CLOGGED

    def end(self) -> None:
        if not self.ended.done():
            self.ended.set_result(None)

    async def close(self, code: int) -> None:
        if self.is_clogged():  # the connection ends when the application does
            assert self.emptying is not None
            self.emptying.cancel()
            return
        if self.emptying is not None:
            await self.emptying
        await self.send({"type": "websocket.close", "code": code, "reason": ""})


class Parting(asyncio.Protocol):
    """A connection of which the door is told when it has ended."""

    on_lost: Callable[[], None] | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self.on_lost is not None:
            self.on_lost()
        super().connection_lost(exc)


class Plain(Parting, AutoWebSocketsProtocol):  # type: ignore[misc,valid-type]  # whichever uvicorn finds
    """uvicorn's WebSocket as it is."""


@cache
def fits() -> bool:
    """Can the short way be taken with the uvicorn and websockets that are installed?"""
    try:
        from parcferme.server.live.shortcut import rehearse

        with ThreadPoolExecutor(1) as apart:  # whoever starts the server may have a loop of its own
            apart.submit(asyncio.run, rehearse()).result()
    except Exception as error:
        log.warning("live lines take the plain way, which is slower: %s: %s", type(error).__name__, error)
        return False
    return True


def protocol() -> type[asyncio.Protocol]:
    """What uvicorn is to make of each WebSocket."""
    if not fits():
        return Plain
    from parcferme.server.live.shortcut import Shortcut

    return Shortcut
