"""The live line to a table: `/api/tables/{table}/socket`.

The server greets with everything missed since `since` and the position, then sends messages as they happen. The client
sends wishes as JSON objects with `do` and an `id` of its own; each is answered by `ok` or `refused` with that id.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from litestar import WebSocket, websocket
from litestar.params import FromPath

from parcferme.core.errors import ParcFermeError
from parcferme.house.catalogue import LANGUAGES
from parcferme.house.changes import NOTHING, lighten
from parcferme.house.codec import DecodeError, decode_object, encode
from parcferme.house.messages import CaughtUp, Draft, DraftMessage, HelloMessage, OkMessage, RefusedMessage
from parcferme.house.positions import Reader
from parcferme.server.api import commands
from parcferme.server.api.access import Caller, may_watch, own_seat, recognise, same_origin
from parcferme.server.api.forms import AckForm
from parcferme.server.api.play import caught_up
from parcferme.server.api.refusals import as_denied, refusal_of
from parcferme.server.live.listeners import Listener
from parcferme.server.live.rooms import Room
from parcferme.server.live.wire import Wire, pack
from parcferme.server.ops.limits import LINES
from parcferme.table.errors import Denied
from parcferme.table.journal import Audience

MESSAGE_LIMIT: Final = 4_096  # bytes
DRAFT_LIMIT: Final = 64
ACTION_LIMIT: Final = 200  # characters
AWAY_CODE: Final = 1012  # the server restarts: come back
REFUSED_CODE: Final = 4000
log = logging.getLogger("parcferme.socket")
Socket = WebSocket[Any, Any, Any]
Asked = dict[str, Any]


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, table: FromPath[str]) -> None:
    """One connection from greeting to good-bye."""
    await socket.accept()
    try:
        same_origin(socket)
        caller = await recognise(socket)
        room = await caller.server.tables.room(table)
        may_watch(caller, room, socket.query_params.get("key", ""))
        line = Line(socket, caller, room, _listener(socket, caller, room))
        places = _places(caller, room)
    except ParcFermeError as error:
        await socket.send_data(encode(_refused(as_denied(error), None)).decode())
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
    return Listener(_wire(socket), caller.identity, chosen, Reader(language, odds, changes), allowed)


def _wire(socket: Socket) -> Wire:
    wire: Wire = socket.scope["state"]["wire"]
    return wire


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
        self.since = _number(socket.query_params.get("since", "0"), "since")

    async def run(self) -> None:
        metrics = self.caller.server.metrics
        metrics.count("sockets", by=1)
        try:
            await self._greet()
            await self._must_still_be_known()
            await self.caller.server.fanout.tell_presence(self.room)
            await asyncio.create_task(self._receive())  # a task of its own need not pass the framework to be woken
        finally:
            self.room.listeners.discard(self.listener)
            sent_away = self.listener.closed
            self.listener.closed = True
            metrics.count("sockets", by=-1)
            await self.caller.server.fanout.tell_presence(self.room)
            if sent_away:
                await self.wire.close(AWAY_CODE)

    async def _greet(self) -> None:
        """Everything up to now, and then every later message: joined under the lock, so nothing falls between."""
        room = self.room
        async with room.lock:
            await self.caller.server.tables.refresh(room)
            seen_by = self.listener.last = self.listener.audience(room.table)
            told = await caught_up(self.caller, room, seen_by, self.since, self.listener.reader)
            draft = None if seen_by is None else room.drafts.get(seen_by)
            self._lighten(told, seen_by)
            n = room.table.count_for(seen_by)
            self.listener.send(pack(HelloMessage(told.missed, told.position, n, draft, room.presence())))
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

    async def _handle(self, data: str | bytes) -> None:
        asked: Asked = {}
        answer: OkMessage | RefusedMessage
        try:
            asked = self._read(data.encode() if isinstance(data, str) else data)
            answer = await self._grant(asked)
        except ParcFermeError as error:
            denied = as_denied(error)
            self.caller.server.metrics.count("refused", denied.code)
            answer = _refused(denied, _id(asked))
        except Exception:
            log.exception("a wish failed", extra={"table": self.room.id})
            answer = RefusedMessage("unavailable", "something went wrong here; it was noted", id=_id(asked))
        self.listener.send(pack(answer))

    def _read(self, data: bytes) -> Asked:
        try:
            if len(data) > MESSAGE_LIMIT:
                raise Denied("too_large", f"a message has at most {MESSAGE_LIMIT} bytes")
            return decode_object(data)
        except DecodeError as error:
            self.caller.limit("request")
            raise Denied("bad_request", f"not a JSON object: {error}") from error

    async def _grant(self, asked: Asked) -> OkMessage:
        wish = _WISHES.get(str(asked.get("do")))
        if wish is None:
            self.caller.limit("request")
            raise Denied("bad_request", f"do: {asked.get('do')!r} is not one of {', '.join(_WISHES)}")
        granted = await wish(self, asked)
        granted.id = _id(asked)
        return granted

    # Wishes

    async def act(self, asked: Asked) -> OkMessage:
        client = _text(asked, "id", 64)
        action = _text(asked, "action", ACTION_LIMIT)
        return _kept(
            await commands.act(self.caller, self.room.id, self._seat(asked), _whole(asked, "node"), action, client)
        )

    async def unseal(self, asked: Asked) -> OkMessage:
        return _kept(await commands.unseal(self.caller, self.room.id, self._seat(asked), _whole(asked, "node")))

    async def undo(self, asked: Asked) -> OkMessage:
        return _kept(await commands.take_back(self.caller, self.room.id, self._seat(asked), _whole(asked, "to")))

    async def answer(self, asked: Asked) -> OkMessage:
        if not isinstance(asked.get("yes"), bool):
            raise Denied("bad_request", "yes: true or false")
        to = None if asked.get("to") is None else _whole(asked, "to")
        return _kept(await commands.answer_undo(self.caller, self.room.id, self._seat(asked), asked["yes"], to))

    async def leave(self, asked: Asked) -> OkMessage:
        return _kept(await commands.leave(self.caller, self.room.id, self._seat(asked)))

    async def come_back(self, asked: Asked) -> OkMessage:
        return _kept(await commands.come_back(self.caller, self.room.id, self._seat(asked)))

    async def say(self, asked: Asked) -> OkMessage:
        client = asked["id"] if isinstance(asked.get("id"), str) else None
        return OkMessage(line=await commands.say(self.caller, self.room.id, _text(asked, "text", 500), client))

    async def look(self, asked: Asked) -> OkMessage:
        """Hotseat: see with the eyes of another of one's seats (null: follow the play)."""
        self.caller.limit("act")
        seat = None if asked.get("seat") is None else _whole(asked, "seat")
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

    async def draft(self, asked: Asked) -> OkMessage:
        """Keep an uncommitted choice for one's other devices. Not kept over a restart."""
        self.caller.limit("act")
        texts = asked.get("draft")
        if not isinstance(texts, list) or len(texts) > DRAFT_LIMIT or not all(map(_is_action, texts)):
            raise Denied("bad_request", f"draft: a list of at most {DRAFT_LIMIT} texts of {ACTION_LIMIT} characters")
        seat = own_seat(self.caller.known("play"), self.room, self._seat(asked))
        kept = self.room.drafts[seat] = Draft(_whole(asked, "node"), texts)
        packed = pack(DraftMessage(kept.node, kept.draft, seat))
        for other in self.room.listeners:
            if other is not self.listener and other.audience(self.room.table) == seat:
                other.send(packed)
        return OkMessage()

    async def ping(self, asked: Asked) -> OkMessage:
        self.caller.limit("request")
        return OkMessage()

    def _seat(self, asked: Asked) -> int | None:
        """The seat a wish names, else the one this line was opened for."""
        return self.listener.seat if asked.get("seat") is None else _whole(asked, "seat")


def _id(asked: Asked) -> str | None:
    """The client's own name for its wish, where it gave one."""
    id = asked.get("id")
    return id if isinstance(id, str) else None


def _kept(ack: AckForm) -> OkMessage:
    return OkMessage(node=ack.node, n=ack.n)


def _refused(denied: Denied, id: str | None) -> RefusedMessage:
    why = refusal_of(denied)
    return RefusedMessage(why.code, why.reason, why.clause, why.refusal, why.args, id)


def _whole(asked: Asked, name: str) -> int:
    value = asked.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 1_000_000:
        raise Denied("bad_request", f"{name}: a whole number from 0 to 1000000")
    return value


def _is_action(value: object) -> bool:
    return isinstance(value, str) and len(value) <= ACTION_LIMIT


def _text(asked: Asked, name: str, most: int) -> str:
    value = asked.get(name)
    if not isinstance(value, str) or not 1 <= len(value) <= most:
        raise Denied("bad_request", f"{name}: a text of 1 to {most} characters")
    return value


_WISHES: Final[dict[str, Callable[[Line, Asked], Awaitable[OkMessage]]]] = {
    "act": Line.act,
    "unseal": Line.unseal,
    "undo": Line.undo,
    "answer": Line.answer,
    "leave": Line.leave,
    "return": Line.come_back,
    "chat": Line.say,
    "look": Line.look,
    "draft": Line.draft,
    "ping": Line.ping,
}
HANDLERS = [table_socket]
