"""The door: how many connections one address may hold, and how long somebody may take to say what they want.

uvicorn waits for the rest of a request as long as it takes, so a thousand half-spoken ones would be all there is room
for. Here a connection that does not finish its head or body in time is cut off, and so is one that does not take its
answer; and one address holds so many at most.
Behind a proxy every connection is the proxy's: there the proxy counts (`deploy/` has examples), and this door only
waits no longer than it must.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections import Counter
from typing import Any, Final

import h11
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

from parcferme.server.live.intake import Portions, readers_of
from parcferme.server.live.wire import Parting
from parcferme.server.ops.limits import home_of

HEAD_SECONDS = 10.0  # until the head of a request is there
BODY_SECONDS = 60.0  # … and its body
ANSWER_SECONDS = 120.0  # until an answer that was too long for the line is taken
UNTAKEN = 256_000_000  # bytes of answers, and of what live lines are told, that one address lets lie here
RESERVE: Final = 128  # open files that are kept for the database, webhooks and the like


class Crowd:
    """Who is inside, how many of each, and what they have not taken yet."""

    def __init__(self) -> None:
        self.inside: Counter[str] = Counter()
        self.untaken: Counter[str] = Counter()  # bytes

    def enter(self, who: str, most: int | None) -> bool:
        """Let somebody in, unless so many of them are there already."""
        if most is not None and self.inside[who] >= most:
            return False
        self.inside[who] += 1
        return True

    def leave(self, who: str) -> None:
        self.inside[who] -= 1
        if self.inside[who] <= 0:
            del self.inside[who]

    def let_lie(self, who: str, size: int) -> bool:
        """So much more (or less, once it is taken) lies here for somebody; `False` where that is too much."""
        self.untaken[who] += size
        if not self.untaken[who]:
            del self.untaken[who]
        return self.untaken[who] <= UNTAKEN


class Flow(FlowControl):
    """Lets nothing more in while there is something to be read."""

    def __init__(self, transport: asyncio.Transport, door: Portions) -> None:
        super().__init__(transport)
        self.door = door

    def resume_reading(self) -> None:
        super().resume_reading()
        if self.door.coming:
            self.door.read_later()


class ProxyDoor(Portions, H11Protocol):
    """A connection that must come to the point; any number from one address."""

    most: int | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.begin(readers_of(self.server_state))
        self.app_state["crowd"] = self._crowd()  # where live lines count what lies here, too
        self.who = ""  # once inside
        self.waits_for: object = None  # the part of a request that has to come in time
        self.patience: asyncio.TimerHandle | None = None
        self.taking: asyncio.TimerHandle | None = None  # while they do not read what they asked for …
        self.untaken = 0  # … so many bytes

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = Flow(transport, self)
        who = home_of(self.client[0]) if self.client else "local"
        if not self._has_room() or not self._crowd().enter(who, self.most):
            transport.abort()
            return
        self.who = who
        self.home = who if self.most is not None else ""
        self._watch()

    def _has_room(self) -> bool:
        return len(self.connections) <= open_files() - RESERVE

    def _crowd(self) -> Crowd:
        """One for all connections of this server."""
        known: Crowd | None = getattr(self.server_state, "crowd", None)
        if known is None:
            known = Crowd()
            setattr(self.server_state, "crowd", known)  # noqa: B010 (uvicorn's own class has no such field)
        return known

    def data_received(self, data: bytes) -> None:
        self.take_in(data)

    def parse(self, part: bytes) -> None:
        H11Protocol.data_received(self, part)
        if self.transport.get_protocol() is self:
            self._watch()
        if self.transport.is_closing():
            self.forget()

    def have_read(self) -> None:
        if self.transport.get_protocol() is self and not self.flow.read_paused:
            self.transport.resume_reading()

    def _watch(self) -> None:
        """Restart the patience only when another part is waited for: a byte now and then must not renew it."""
        state = self.conn.their_state
        if state is self.waits_for and self.patience is not None:
            return
        self._rest()
        self.waits_for = state
        if state is h11.IDLE or state is h11.SEND_BODY:
            seconds = HEAD_SECONDS if state is h11.IDLE else BODY_SECONDS
            self.patience = self.loop.call_later(seconds, self.transport.abort)

    def _rest(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None

    def pause_writing(self) -> None:
        """Whoever asks and does not listen would have the server keep the answers for ever."""
        super().pause_writing()
        self.taking = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)
        self.untaken = self.transport.get_write_buffer_size()
        if self.home and not self._crowd().let_lie(self.home, self.untaken):
            self.loop.call_soon(self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._be_taken()

    def _be_taken(self) -> None:
        if self.taking is not None:
            self.taking.cancel()
            self.taking = None
        if self.home and self.untaken:
            self._crowd().let_lie(self.home, -self.untaken)
            self.untaken = 0

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._rest()
        self._be_taken()
        super().handle_websocket_upgrade(event)
        wire = self.transport.get_protocol()
        if isinstance(wire, Parting):
            wire.on_lost = self._leave
        if isinstance(wire, Portions):
            wire.home = self.home
            self.forget()  # what it says on before it was answered

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        self._be_taken()
        self._leave()
        self.forget()
        super().connection_lost(exc)

    def _leave(self) -> None:
        if self.who:
            self._crowd().leave(self.who)
            self.who = ""


class Door(ProxyDoor):
    """… and only so many from one address."""

    most = 200


def open_files() -> int:
    """How many files this process may have open."""
    resource = _limits()
    return sys.maxsize if resource is None else int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def open_wide() -> None:
    """Let this process have as many open files as it may: every connection is one."""
    resource = _limits()
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _limits() -> Any:
    """What the system says of them; Windows says nothing."""
    try:
        return importlib.import_module("resource")
    except ImportError:
        return None
