"""What people ask of a table, the same over HTTP and over the live line. Each returns what to acknowledge."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from parcferme.server.api.access import Caller, is_host, key_seat, may_watch, must_host, own_seat
from parcferme.server.hall import Hall
from parcferme.server.people import Identity
from parcferme.server.rooms import Room
from parcferme.table import errors, moves, seating, undo
from parcferme.table.errors import Denied
from parcferme.table.journal import Note
from parcferme.table.seats import OPEN
from parcferme.table.table import GATHERING, PLAYING, Table

Ack = dict[str, object]
EVERY: Final = 100_000  # tables of one person


async def act(caller: Caller, id: str, seat: int | None, node: int, action: str, client: str) -> Ack:
    """Take an action, or seal it."""
    started = time.perf_counter()
    caller.limit("act")
    ack = await _for_seat(caller, id, seat, lambda table, at, held: moves.act(table, held, node, action, client, at))
    caller.server.metrics.observe("act_seconds", time.perf_counter() - started)
    return ack


async def unseal(caller: Caller, id: str, seat: int | None, node: int) -> Ack:
    caller.limit("act")
    return await _for_seat(caller, id, seat, lambda table, at, held: moves.unseal(table, held, node, at))


async def take_back(caller: Caller, id: str, seat: int | None, to: int) -> Ack:
    caller.limit("act")
    return await _for_seat(caller, id, seat, lambda table, at, held: undo.ask(table, held, to, at))


async def answer_undo(caller: Caller, id: str, seat: int | None, yes: bool, to: int | None) -> Ack:
    caller.limit("act")
    return await _for_seat(caller, id, seat, lambda table, at, held: undo.answer(table, held, yes, at, to))


async def leave(caller: Caller, id: str, seat: int | None) -> Ack:
    caller.limit("join")
    return await _for_seat(caller, id, seat, lambda table, at, held: seating.leave(table, held, at))


async def come_back(caller: Caller, id: str, seat: int | None) -> Ack:
    caller.limit("join")
    person = caller.known("play").id
    return await _for_seat(caller, id, seat, lambda table, at, held: seating.come_back(table, held, person, at))


async def leave_all(caller: Caller, identity: Identity) -> None:
    """Who goes for good holds nobody up: seats become free, and bots drive where a match runs."""
    for row in await caller.server.store.mine(identity.ids, limit=EVERY):
        if row.status in (GATHERING, PLAYING):
            room = await hall(caller).room(row.id)
            for seat in room.table.seats_of(identity.ids):
                with suppress(Denied):  # a bot drives already
                    await hall(caller).perform(row.id, partial(_leave, seat=seat))


def _leave(room: Room, seat: int) -> Note:
    return seating.leave(room.table, seat, room.now())


async def _for_seat(caller: Caller, id: str, seat: int | None, wish: Callable[[Table, int, int], Note | None]) -> Ack:
    """Perform a wish for one of the caller's seats."""
    identity = caller.known("play")
    spoke: list[int] = []

    def command(room: Room) -> Note | None:
        held = own_seat(identity, room, seat)
        spoke[:] = [held]
        return wish(room.table, room.now(), held)

    room = await hall(caller).perform(id, command)
    return {"ok": True, "node": room.table.node, "n": room.table.count_for(spoke[0])}


async def join(caller: Caller, id: str, seat: int | None, key: str, name: str) -> Room:
    """Take a seat: by link whichever it opens, else a free one of a public table."""
    caller.limit("join")
    room = await hall(caller).room(id)
    may_watch(caller, room, key)
    identity = await caller.known_or_guest("play", name)
    opened = key_seat(caller.server.key, room, key) if key else None
    by_link = opened is not None and opened != seating.SPECTATORS
    if key and opened is None:
        raise Denied("bad_link", "this link is not valid (any more)")
    if by_link:
        seat = opened
    elif room.table.setup.visibility == "private" and not is_host(identity, room):
        raise Denied("forbidden", "this table is private: a seat's link is needed")
    room.names[identity.id] = identity.name
    return await hall(caller).perform(id, lambda room: _sit(room, identity, seat, by_link))


def _sit(room: Room, identity: Identity, seat: int | None, by_link: bool) -> Note | None:
    table = room.table
    held = table.seats_of(identity.ids)
    if seat is not None and seat in held:  # already there: a second click, or coming back by the link
        return seating.come_back(table, seat, identity.id, room.now()) if table.seats[seat].away else None
    if seat is None and held:
        return None
    return seating.sit(table, identity.id, seat, room.now(), by_link)


async def hosted(caller: Caller, id: str, wish: Callable[[Table, int], Note | None]) -> Room:
    """Perform a wish that only the host (or an administrator) may have."""
    caller.limit("join")
    identity = caller.known("create")

    def command(room: Room) -> Note | None:
        must_host(identity, room)
        return wish(room.table, room.now())

    return await hall(caller).perform(id, command)


def free_seat(table: Table, seat: int, at: int) -> Note:
    """The host clears a seat before the start, or lets a bot drive it afterwards."""
    if not 0 <= seat < len(table.seats) or table.seats[seat].kind == OPEN:
        raise Denied(errors.NOT_SEATED, f"nobody sits on seat {seat}")
    return seating.leave(table, seat, at)


async def say(caller: Caller, id: str, text: str) -> dict[str, object]:
    """A line of chat, if the table's policy lets this person speak."""
    caller.limit("chat")
    identity = caller.known("play")
    room = await hall(caller).room(id)
    policy = room.table.setup.chat
    if not room.table.seats_of(identity.ids) and not is_host(identity, room):
        raise Denied(errors.NOT_SEATED, "only those who sit at the table talk here")
    if policy == "off" or (policy == "accounts" and not identity.is_account()):
        raise Denied("no_chat", "the host has not opened the chat to you")
    text = " ".join(text.split())
    if not text or not text.isprintable():
        raise Denied("bad_value", "text: printable characters")
    line = {**await caller.server.store.say(id, identity.id, text), "name": identity.name}
    room.tell_all({"type": "chat", "line": line})
    await caller.server.fanout.say("chat", id, line["n"])
    return line


def hall(caller: Caller) -> Hall:
    return caller.server.hall
