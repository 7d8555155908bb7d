"""The live line to a table: `/api/tables/{table}/socket`.

The server greets with everything missed since `since` and the position, then sends messages as they happen. The client
sends wishes as JSON objects with `do` and an `id` of its own; each is answered by `ok` or `refused` with that id.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath

from parcferme.core.errors import ParcFermeError
from parcferme.core.text import LANGUAGES
from parcferme.house.changes import NOTHING, lighten
from parcferme.house.codec import DecodeError, encode
from parcferme.house.forms import (
    AckForm,
    ActWish,
    AnswerWish,
    LookWish,
    PingWish,
    ReturnWish,
    SayWish,
    UndoWish,
    UnsealWish,
    Wish,
)
from parcferme.house.messages import CaughtUp, HelloMessage, OkMessage, RefusedMessage
from parcferme.house.positions import Reader
from parcferme.house.refusals import as_denied, refused
from parcferme.server.api import commands
from parcferme.server.api.access import Caller, may_watch, own_seat, recognise, same_origin
from parcferme.server.api.play import caught_up
from parcferme.server.api.tables import room_for
from parcferme.server.live.door import Crowd
from parcferme.server.live.intake import Portions
from parcferme.server.live.listeners import Listener
from parcferme.server.live.rooms import Room
from parcferme.server.live.wire import PlainWire, Wire, pack
from parcferme.server.ops.limits import LINES, TooMany
from parcferme.table.errors import Denied
from parcferme.table.journal import Audience

MESSAGE_LIMIT: Final = 4_096  # bytes
AWAY_CODE: Final = 1012  # the server restarts: come back
REFUSED_CODE: Final = 4000
IN_VAIN: Final = 5  # wishes in a row that were too many; who goes on …
REST_SECONDS: float = 1.0  # … is heard once in so long
log = logging.getLogger("parcferme.socket")
Socket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, table: FromPath[str]) -> None:
    """One connection from greeting to good-bye."""
    await socket.accept()
    try:
        same_origin(socket)
        caller = await recognise(socket)
        room = await caller.server.tables.room(table)
        may_watch(caller, room, socket.query_params.get("key", ""))
        room = await room_for(caller, room)
        line = Line(socket, caller, room, _listener(socket, caller, room))
        places = _places(caller, room)
    except ParcFermeError as error:
        await socket.send_data(encode(refused(as_denied(error))).decode())
        await socket.close(REFUSED_CODE, as_denied(error).code)
        return
    try:
        await line.run()
    finally:
        for place in places:
            caller.server.lines.leave(place)


def _places(caller: Caller, room: Room) -> list[str]:
    """Room for another line at the caller's address, for the person and at the table; raises Denied where it is full.
    Whoever it is released for gives all of them back."""
    person = caller.identity.id if caller.identity is not None else ""
    taken: list[str] = []
    for kind, name in (("address", caller.address), ("person", person), ("table", room.id)):
        place = f"{kind} {name}"
        most = LINES[kind] if caller.server.limits.on else None
        if not name or caller.server.lines.enter(place, most):
            taken += [place] if name else []
            continue
        for one in taken:
            caller.server.lines.leave(one)
        raise Denied("too_many", f"too many live lines are open for this {kind}: at most {most}")
    return taken


def _listener(socket: Socket, caller: Caller, room: Room) -> Listener:
    query = socket.query_params
    language = query.get("lang")
    if language is not None and language not in LANGUAGES:
        raise Denied("bad_request", f"lang: the languages are {', '.join(LANGUAGES)}")
    seat = query.get("seat")
    chosen = _number(seat, "seat") if seat is not None else None
    odds, changes = (query.get(name) in ("1", "true") for name in ("odds", "changes"))
    allowed = partial(_may_watch, caller, room, query.get("key", ""))
    reader = Reader(language, odds, changes)
    listener = Listener(_wire(socket, caller), caller.identity, chosen, reader, allowed, _lie(socket, caller))
    listener.named = query.get("named") in ("1", "true")
    return listener


def _wire(socket: Socket, caller: Caller) -> Wire:
    """The short way if the server takes it, else the plain one."""
    short: Wire | None = socket.scope["state"].get("wire")
    if isinstance(short, Portions) and caller.server.limits.on:
        short.home = caller.address  # which a proxy has told
    return short if short is not None else PlainWire(socket.receive, socket.send)


def _lie(socket: Socket, caller: Caller) -> Callable[[int], bool]:
    """What waits for all lines of an address, and for whatever else it has asked, has one bound."""
    crowd: Crowd | None = socket.scope["state"].get("crowd") if caller.server.limits.on else None
    return partial(crowd.let_lie, caller.address) if crowd is not None else lambda more: True


def _may_watch(caller: Caller, room: Room, key: str) -> bool:
    try:
        may_watch(caller, room, key)
    except Denied:
        return False
    return True


def _number(text: str, name: str) -> int:
    if not text.isdecimal() or len(text) > 7:
        raise Denied("bad_request", f"{name}: {text[:20]!r} is not a whole number")
    return int(text)


class Line:
    """A connected client."""

    def __init__(self, socket: Socket, caller: Caller, room: Room, listener: Listener) -> None:
        self.socket = socket
        self.wire = listener.wire
        self.caller = caller
        self.room = room
        self.listener = listener
        self.in_vain = 0  # wishes in a row that were too many
        self.since = _number(socket.query_params.get("since", "0"), "since")

    async def run(self) -> None:
        metrics = self.caller.server.metrics
        metrics.count("sockets", by=1)
        try:
            await self._greet()
            await self._must_still_be_known()
            await commands.looked(self.caller, self.room)
            await self.caller.server.fanout.tell_presence(self.room.front)
            await asyncio.create_task(self._receive())  # a task of its own need not pass the framework to be woken
        finally:
            self.room.listeners.discard(self.listener)
            sent_away = self.listener.closed
            self.listener.leave()
            metrics.count("sockets", by=-1)
            await self.caller.server.fanout.tell_presence(self.room.front)
            if sent_away:
                await self.wire.close(AWAY_CODE)

    async def _greet(self) -> None:
        """Everything up to now, and then every later message: joined under the lock, so nothing falls between."""
        room = self.room
        async with room.lock:
            await self.caller.server.tables.refresh(room)
            seen_by = self.listener.last = self.listener.audience(room.table)
            told = await caught_up(self.caller, room, seen_by, self.since, self.listener.reader)
            self._lighten(told, seen_by)
            n = room.table.count_for(seen_by)
            self.listener.send(pack(HelloMessage(told.missed, told.position, n, room.front.presence())))
            room.listeners.add(self.listener)

    async def _must_still_be_known(self) -> None:
        """A token or session that was revoked while the greeting waited for the table's lock could not be hung up."""
        if self.caller.identity is None:
            return
        try:
            identity = (await recognise(self.socket)).identity
        except Denied:
            identity = None
        if identity is None:
            self.listener.close()

    def _lighten(self, told: CaughtUp, seen_by: Audience) -> None:
        """A whole position, to which the later ones are changes."""
        if self.listener.reader.changes:
            self.listener.seen = lighten(told, seen_by, NOTHING)

    async def _receive(self) -> None:
        while not self.listener.closed and (data := await self.wire.read()) is not None:
            await self._handle(data)
            if self.in_vain >= IN_VAIN:
                await asyncio.sleep(REST_SECONDS)

    async def _handle(self, data: str | bytes) -> None:
        answer: OkMessage | RefusedMessage
        raw = data.encode() if isinstance(data, str) else data
        wish: Wish | None = None
        try:
            wish = self._read(raw)
            answer = await self._grant(wish)
            self.in_vain = 0
        except ParcFermeError as error:
            self.in_vain = self.in_vain + 1 if isinstance(error, TooMany) else 0
            denied = as_denied(error)
            self.caller.server.metrics.count("refused", denied.code)
            answer = refused(denied)
        except Exception:
            log.exception("a wish failed", extra={"table": self.room.id})
            answer = RefusedMessage("unavailable", "something went wrong here; it was noted")
        answer.id = _id(raw) if wish is None else wish.id
        self.listener.answer(pack(answer))

    def _read(self, data: bytes) -> Wish:
        try:
            if len(data) > MESSAGE_LIMIT:
                raise Denied("too_large", f"a message has at most {MESSAGE_LIMIT} bytes")
            wish: Wish = _WISHES.decode(data)
        except (DecodeError, RecursionError) as error:
            self.caller.limit("request")
            raise Denied("bad_request", f"not a wish of this line: {error}") from error
        return wish

    async def _grant(self, wish: Wish) -> OkMessage:
        """What the caller asks of the table; for the seat it names, else for the one this line was opened for."""
        seat = self.listener.seat if wish.seat is None else wish.seat
        caller, table = self.caller, self.room.id
        match wish:
            case ActWish(node=node, action=action, id=client):
                self.listener.hold()
                return _kept(await commands.act(caller, table, seat, node, action, client))
            case UnsealWish(node=node):
                return _kept(await commands.unseal(caller, table, seat, node))
            case UndoWish(to=to, node=at):
                return _kept(await commands.take_back(caller, table, seat, to, at))
            case AnswerWish(yes=yes, to=asked):
                return _kept(await commands.answer_undo(caller, table, seat, yes, asked))
            case ReturnWish():
                return _kept(await commands.come_back(caller, table, seat))
            case SayWish(text=text, id=client):
                await commands.say(caller, table, text, client)
                return OkMessage()
            case LookWish():
                return await self._look(wish.seat)
            case PingWish():
                caller.limit("request")
                return OkMessage()

    async def _look(self, seat: int | None) -> OkMessage:
        """Hotseat: see with the eyes of another of one's seats (`None`: follow the play)."""
        self.caller.limit("act")
        room = self.room
        async with room.lock:
            await self.caller.server.tables.refresh(room)
            if seat is not None:
                own_seat(self.caller.known("read"), room, seat)
            self.listener.seat = seat
            seen_by = self.listener.last = self.listener.audience(room.table)
            told = await caught_up(self.caller, room, seen_by, room.table.count_for(seen_by), self.listener.reader)
            self._lighten(told, seen_by)
        return OkMessage(position=told.position)


class _Named(msgspec.Struct):
    id: str | None = None


_WISHES: Final = msgspec.json.Decoder(Wish)
_NAMES: Final = msgspec.json.Decoder(_Named)


def _id(data: bytes) -> str | None:
    """The client's own name for what is no wish of this line, where it gave one, whatever else is wrong with it."""
    try:
        return _NAMES.decode(data).id
    except (DecodeError, RecursionError):
        return None


def _kept(ack: AckForm) -> OkMessage:
    return OkMessage(node=ack.node, n=ack.n)


HANDLERS = [table_socket]
