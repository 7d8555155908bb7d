"""The WebSocket of a live line: uvicorn's own, written to without waiting for a turn of the event loop.

ASGI sends by a coroutine, so every line would need a queue and a task that empties it, and every move would wait until
that task's turn comes. What is written here leaves in the same turn.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State


class Wire(WebSocketsSansIOProtocol):
    """An open WebSocket. The application finds it in its scope's state as `wire`."""

    async def run_asgi(self) -> None:
        self.scope["state"]["wire"] = self
        await super().run_asgi()

    async def read(self) -> str | bytes | None:
        """The next message, or `None` when there will be no more."""
        event: Any = await self.receive()
        return None if event["type"] == "websocket.disconnect" else event.get("text") or event.get("bytes") or ""

    def write(self, data: bytes) -> None:
        """Send a text. It is dropped if the other side has gone."""
        if self._is_open():
            self.conn.send_text(data)
            self.transport.write(b"".join(self.conn.data_to_send()))

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
