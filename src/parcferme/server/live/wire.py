"""The WebSocket of a live line: uvicorn's own, with a short way out and a short way in.

ASGI sends by a coroutine, so every line would need a queue and a task that empties it, and every move would wait until
that task's turn comes. What is written here leaves in the same turn. And a move is a short text that arrives whole: it
is read without the parser, which takes a dozen steps for what then turns out to be one frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode, apply_mask  # type: ignore[attr-defined]  # where there is one, in C
from websockets.protocol import State

from parcferme.house.codec import encode

TEXT: Final = 0x81  # the first byte of a text that is whole
MASKED: Final = 0x80  # a bit of the second byte, which holds the length of a short one, too
HEAD: Final = 6  # bytes before a short text: those two, and four that mask it
SHORT: Final = 125  # letters
AHEAD: Final = 16  # messages that may wait before we stop reading


def pack(message: object) -> bytes:
    """A message as it goes over every wire: JSON in one frame. It is packed once, however many listen."""
    return Frame(Opcode.TEXT, encode(message)).serialize(mask=False)


class Wire(WebSocketsSansIOProtocol):
    """An open WebSocket. The application finds it in its scope's state as `wire`."""

    on_lost: Callable[[], None] | None = None  # told when the connection has ended

    def connection_lost(self, exc: Exception | None) -> None:
        if self.on_lost is not None:
            self.on_lost()
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        self.scope["state"]["wire"] = self
        await super().run_asgi()

    def data_received(self, data: bytes) -> None:
        """Nearly all that players send is one short text at a time; that needs no parser."""
        text = self._short_text(data)
        if text is None:
            super().data_received(data)
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": text})

    def _short_text(self, data: bytes) -> bytes | None:
        """The text, if the data is just that: one frame in plain letters, with nothing before it left to be parsed."""
        length = len(data) - HEAD
        if not 0 <= length <= SHORT or data[0] != TEXT or data[1] != MASKED | length:
            return None
        if self.conn.reader.buffer or self.conn.current_size is not None or not self._is_open():
            return None
        text: bytes = apply_mask(data[HEAD:], data[2:HEAD])
        return text if text.isascii() and self.queue.qsize() < AHEAD else None

    async def read(self) -> str | bytes | None:
        """The next message, or `None` when there will be no more."""
        event: Any = await self.receive()
        return None if event["type"] == "websocket.disconnect" else event.get("text") or event.get("bytes") or ""

    def write(self, packed: bytes) -> None:
        """Send a message. It is dropped if the other side has gone."""
        if self._is_open():
            self.transport.write(packed)

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
