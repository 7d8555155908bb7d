"""What comes in on a connection is read a little at a time, so that nobody's flood holds up the tables.

A quarter of a megabyte may arrive at once, and hold forty thousand frames or chunks of nothing: read as one it would
take seconds, in which nobody else is heard. Here a part of it is read in each turn of the loop. What reading takes is
counted for each home; where it is more than a little, its connections are read one after another, all such homes
together in a tenth of the time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from parcferme.server.live.wire import Parting
from parcferme.server.ops.limits import Limits, TooMany

PART: Final = 1_024  # bytes that are read in one turn: some milliseconds of the smallest frames
REST: Final = 9  # times as long as a part of a crowd has taken nothing more of it is read
UNREAD: Final = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
CROWDING: float = 1.0  # seconds for which a home counts as a crowd


class Readers:
    """How much each home has had read lately, and the line in which crowds wait. One for each server process."""

    def __init__(self) -> None:
        self.limits = Limits()
        self.crowds: dict[str, float] = {}  # homes, and until when they are one
        self.line: deque[Callable[[], None]] = deque()
        self.free_at = 0.0
        self.timer: asyncio.TimerHandle | None = None

    def is_crowd(self, home: str) -> bool:
        return bool(self.crowds) and self.crowds.get(home, 0.0) > perf_counter()

    def count(self, home: str, seconds: float) -> None:
        """So long it has taken to read something of a home's; of nobody in particular it counts for nothing."""
        if not home:
            return
        try:
            self.limits.take("reading", home, seconds * 1000)
        except TooMany:
            now = perf_counter()
            self.crowds = {one: until for one, until in self.crowds.items() if until > now}
            self.crowds[home] = now + CROWDING

    def wait(self, read: Callable[[], None]) -> None:
        """Read something of a crowd's when it is its turn."""
        self.line.append(read)
        self._call_next()

    def _call_next(self) -> None:
        if self.line and self.timer is None:
            loop = asyncio.get_running_loop()
            self.timer = loop.call_later(max(0.0, self.free_at - perf_counter()), self._next)

    def _next(self) -> None:
        self.timer = None
        started = perf_counter()
        self.line.popleft()()
        now = perf_counter()
        self.free_at = now + REST * (now - started)
        self._call_next()


def readers_of(state: ServerState) -> Readers:
    """One for all connections of a server; uvicorn's own class has no such field."""
    known: Readers | None = getattr(state, "readers", None)
    if known is None:
        known = Readers()
        setattr(state, "readers", known)  # noqa: B010
    return known


class Portions:
    """A connection that is read in parts. `home` is whose it is, where that is counted."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop

    def begin(self, readers: Readers) -> None:
        self.readers = readers
        self.home = ""
        self.coming = bytearray()  # what has arrived and is not read yet
        self.waits = False  # for its turn

    def parse(self, part: bytes) -> None:
        """Read a part of it."""
        raise RuntimeError("each kind of connection reads in its own way")

    def is_busy(self) -> bool:
        """Is there something to be done before more is read? Whoever has done it calls `read_later`."""
        return False

    def have_read(self) -> None:
        """All that has come is read."""

    def take_in(self, data: bytes) -> None:
        self.coming += data
        if self.waits or self.readers.is_crowd(self.home):
            self.read_later()
        else:
            self._read_part()

    def read_later(self) -> None:
        """In another turn; nothing more is taken from the line meanwhile."""
        self.transport.pause_reading()
        if self.waits:
            return
        self.waits = True
        if self.readers.is_crowd(self.home):
            self.readers.wait(self._turn)
        else:
            self.loop.call_soon(self._turn)

    def _turn(self) -> None:
        self.waits = False
        if self.coming:
            self._read_part()

    def _read_part(self) -> None:
        if self.is_busy():
            self.transport.pause_reading()
            return
        part = bytes(self.coming[:PART])
        del self.coming[:PART]
        started = perf_counter()
        self.parse(part)
        self.readers.count(self.home, perf_counter() - started)
        if self.coming:
            self.read_later()
        else:
            self.have_read()

    def forget(self) -> None:
        """It has ended."""
        self.coming.clear()


class Intake(Portions, Parting, WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which is read in parts, and only when the application has taken what came before."""

    def __init__(self, config: Any, server_state: ServerState, app_state: dict[str, Any]) -> None:
        super().__init__(config, server_state, app_state)
        self.begin(readers_of(server_state))

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated:
            self.take_in(data)
            return
        super().data_received(data)
        if not self.handshake_initiated:  # too long a line, say: uvicorn would let it stand for ever
            self.transport.write(UNREAD)
            self.transport.close()

    def parse(self, part: bytes) -> None:
        WebSocketsSansIOProtocol.data_received(self, part)

    def is_busy(self) -> bool:
        """After its good-bye the application takes nothing more, but the other side's is heard."""
        return not self.queue.empty() and not self.close_sent

    def have_read(self) -> None:
        if not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        event = await super().receive()
        if self.coming:
            self.read_later()
        return event

    def connection_lost(self, exc: Exception | None) -> None:
        self.forget()
        super().connection_lost(exc)
