"""What people ask of a table, the same over HTTP and over the live line. Each returns what to acknowledge."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Final

from sqlalchemy import update

from parcferme.core.bounds import is_readable
from parcferme.house.forms import AckForm
from parcferme.house.messages import ChatLine, ChatMessage
from parcferme.server.api.access import Caller, held_back, is_host, key_seat, may_watch, must_host, own_seat
from parcferme.server.live.rooms import Room
from parcferme.server.live.unreadable import Unreadable, forsake
from parcferme.server.people import chat, notices
from parcferme.server.people.accounts import Identity
from parcferme.server.server import Spoken
from parcferme.server.storage.clock import wall
from parcferme.server.storage.schema import tables
from parcferme.table import errors, moves, seating, undo
from parcferme.table.errors import Denied
from parcferme.table.journal import Note
from parcferme.table.names import fit, must_be_free, one_line
from parcferme.table.seats import OPEN
from parcferme.table.setup import CORRESPONDENCE, without_joints
from parcferme.table.table import GATHERING, PLAYING, Table

SPOKEN_KEPT: Final = 2_000  # lines of chat, of all tables together


async def act(caller: Caller, id: str, seat: int | None, node: int, action: str, client: str) -> AckForm:
    """Take an action, or seal it."""
    started = time.perf_counter()
    caller.limit("act")
    ack = await _for_seat(caller, id, seat, lambda table, at, held: moves.act(table, held, node, action, client, at))
    caller.server.metrics.observe("act_seconds", time.perf_counter() - started)
    return ack


async def unseal(caller: Caller, id: str, seat: int | None, node: int) -> AckForm:
    caller.limit("act")
    return await _for_seat(caller, id, seat, lambda table, at, held: moves.unseal(table, held, node, at))


async def take_back(caller: Caller, id: str, seat: int | None, to: int, node: int | None = None) -> AckForm:
    caller.limit("act")
    return await _for_seat(caller, id, seat, lambda table, at, held: undo.ask(table, held, to, at, node))


async def answer_undo(caller: Caller, id: str, seat: int | None, yes: bool, to: int | None) -> AckForm:
    caller.limit("act")
    return await _for_seat(caller, id, seat, lambda table, at, held: undo.answer(table, held, yes, at, to))


async def leave(caller: Caller, id: str, seat: int | None) -> AckForm:
    caller.limit("join")
    return await _for_seat(caller, id, seat, lambda table, at, held: seating.leave(table, held, at))


async def come_back(caller: Caller, id: str, seat: int | None) -> AckForm:
    caller.limit("join")
    person = caller.known("play").id
    return await _for_seat(caller, id, seat, lambda table, at, held: seating.come_back(table, held, person, at))


async def leave_all(caller: Caller, identity: Identity) -> None:
    """Who goes for good holds nobody up: tables that wait for them alone close, seats become free, and bots drive
    where a match runs."""
    for row in await caller.server.store.unfinished(identity.ids):
        try:
            await _leave_one(caller, identity, row.id, row.status)
        except Unreadable:
            await caller.server.store.write(partial(forsake, id=row.id, ids=identity.ids))


async def _leave_one(caller: Caller, identity: Identity, id: str, status: str) -> None:
    if status == GATHERING:
        await _give_up_hosting(caller, identity, id)
    room = await caller.server.tables.room(id)
    for seat in room.table.seats_of(identity.ids):
        with suppress(Denied):  # a bot drives already, or the table has just been closed
            await caller.server.tables.perform(id, partial(_leave, seat=seat))


def _leave(room: Room, seat: int) -> Note:
    return seating.leave(room.table, seat, room.now())


async def _give_up_hosting(caller: Caller, identity: Identity, id: str) -> None:
    """The first of the others who sit there hosts from now on; where there is none the table closes, because nobody
    could start it."""
    others: list[str] = []

    def command(room: Room) -> Note | None:
        others[:] = [seat.person for seat in room.table.seats if seat.person and seat.person not in identity.ids]
        if others or room.table.status != GATHERING or not is_host(identity, room):
            return None
        return seating.close(room.table, identity.id, room.now())

    room = await caller.server.tables.perform(id, command)
    if others and is_host(identity, room):
        await _hand_over(caller, room, others[0])


async def _hand_over(caller: Caller, room: Room, person: str) -> None:
    """Somebody else hosts the table, as all workers must know."""
    server = caller.server
    change = update(tables).where(tables.c.id == room.id).values(host=person)
    await server.store.write(lambda connection: connection.execute(change))
    room.stored.host = person
    await server.fanout.say("host", room.id, person)


async def _for_seat(
    caller: Caller, id: str, seat: int | None, wish: Callable[[Table, int, int], Note | None]
) -> AckForm:
    """Perform a wish for one of the caller's seats."""
    identity = caller.known("play")
    spoke: list[int] = []

    def command(room: Room) -> Note | None:
        held = own_seat(identity, room, seat)
        spoke[:] = [held]
        return wish(room.table, room.now(), held)

    room = await caller.server.tables.perform(id, command)
    await looked(caller, room)
    return AckForm(room.table.node, room.table.count_for(spoke[0]))


async def looked(caller: Caller, room: Room) -> None:
    """Somebody is at their table: what they were told of it has reached them. Others than those who play by
    correspondence are told nothing."""
    identity = caller.identity
    if identity is not None and room.table.setup.pace.kind == CORRESPONDENCE and room.table.seats_of(identity.ids):
        ids = identity.ids
        await caller.server.store.write(lambda connection: notices.looked(connection, room.id, ids))


async def join(caller: Caller, id: str, seat: int | None, key: str, name: str) -> Room:
    """Take a seat: by link whichever it opens, else a free one of a public table. A stranger becomes a guest only if
    there is a seat to be had."""
    caller.limit("join")
    take = partial(_take_seat, caller=caller, seat=seat, key=key, name=name)

    def only_try(room: Room) -> None:
        take(room)

    others: list[str] = []
    if caller.identity is None or name:
        others = (await caller.server.tables.perform(id, only_try)).called(frozenset())
    await caller.known_or_guest("play", name, others)
    return await caller.server.tables.perform(id, take)


def _take_seat(room: Room, caller: Caller, seat: int | None, key: str, name: str) -> Note | None:
    """Judge the link and the seat as they are now: while somebody waits for the table, others change both."""
    may_watch(caller, room, key)
    identity = caller.identity
    held = [] if identity is None else room.table.seats_of(identity.ids)
    opened = key_seat(caller.server.key, room, key) if key else None
    if key and opened is None:
        if held:  # they sat down by this very link, which that has used up
            return _sit(room, identity, held[0], False, name)
        raise Denied("bad_link", "this link is not valid (any more)")
    by_link = opened is not None and opened != seating.SPECTATORS
    if not by_link and room.table.setup.visibility == "private" and not (identity and is_host(identity, room)):
        raise Denied("forbidden", "this table is private: a seat's link is needed")
    return _sit(room, identity, opened if by_link else seat, by_link, name)


def _sit(room: Room, identity: Identity | None, seat: int | None, by_link: bool, name: str) -> Note | None:
    """A seat for somebody; for nobody in particular yet, to find out whether it can be had."""
    table = room.table
    if identity is None:
        if name:
            must_be_free(fit(name), room.called(frozenset(), seat if by_link else None))
        return seating.sit(table, "", seat, room.now(), by_link)
    held = table.seats_of(identity.ids)
    if seat is not None and seat in held:  # already there: a second click, or coming back by the link
        return seating.come_back(table, seat, identity.id, room.now()) if table.seats[seat].away else None
    if seat is None and held:
        return None
    if not identity.is_account():  # which others may have called themselves like, and which is shown apart from them
        must_be_free(fit(name) if name else identity.name, room.called(identity.ids, seat if by_link else None))
    note = seating.sit(table, identity.id, seat, room.now(), by_link)
    room.names[identity.id] = identity.name
    return note


async def hosted(caller: Caller, id: str, wish: Callable[[Table, int], Note | None]) -> Room:
    """Perform a wish that only the host (or an administrator) may have."""
    caller.limit("join")
    identity = caller.known("create")

    def command(room: Room) -> Note | None:
        must_host(identity, room)
        return wish(room.table, room.now())

    return await caller.server.tables.perform(id, command)


async def renew_link(caller: Caller, id: str, seat: int) -> Room:
    """Void a seat's link: its holder's wish, or the host's."""
    caller.limit("join")
    identity = caller.known("play")

    def command(room: Room) -> Note:
        if seat not in room.table.seats_of(identity.ids):
            must_host(caller.known("create"), room)
        return seating.renew_link(room.table, seat, room.now())

    return await caller.server.tables.perform(id, command)


def free_seat(table: Table, seat: int, at: int) -> Note:
    """The host clears a seat before the start, or lets a bot drive it afterwards."""
    if not 0 <= seat < len(table.seats) or table.seats[seat].kind == OPEN:
        raise Denied(errors.NOT_SEATED, f"nobody sits on seat {seat}")
    if table.setup.rated and table.status == PLAYING:  # else whoever hosts would place the others last
        raise Denied(errors.RATED, "nobody is sent away from a rated match: the clock is there for who has gone")
    return seating.leave(table, seat, at)


async def say(caller: Caller, id: str, text: str, client: str | None = None) -> ChatLine:
    """A line of chat, if the table's policy lets this person speak. The same line with the same id of the client's
    (which may count anew after a reload, so the id alone does not tell) is said once."""
    caller.limit("chat")
    identity = caller.known("play")
    room = await caller.server.tables.room(id)
    _may_speak(identity, room)
    text = _spoken(text)
    if client is None:
        return await _say(caller, room, identity, text)
    key = (id, identity.id, client, text)
    return await _once(caller.server.spoken, key, partial(_say, caller, room, identity, text))


def _may_speak(identity: Identity, room: Room) -> None:
    """Those who sit at the table, its host, and at a public one spectators among themselves."""
    if identity.is_held(wall(), "chat"):
        raise held_back("silenced", identity.held_why, identity.held_until)
    policy = room.table.setup.chat
    if _is_apart(identity, room) and room.table.setup.visibility != "public":
        raise Denied(errors.NOT_SEATED, "only those who sit at the table talk here")
    if policy == "off" or (policy == "accounts" and not identity.is_account()):
        raise Denied("no_chat", "the host has not opened the chat to you")


def _is_apart(identity: Identity, room: Room) -> bool:
    return not room.table.seats_of(identity.ids) and not is_host(identity, room)


def _spoken(text: str) -> str:
    """A line people can read. Emoji may be joined; a line of nothing but joints is none."""
    text = one_line(text)
    seen = without_joints(text)
    if not seen or not is_readable(seen):
        raise Denied("bad_value", "text: printable characters")
    return text


async def _once(spoken: Spoken, key: tuple[str, ...], work: Callable[[], Coroutine[Any, Any, ChatLine]]) -> ChatLine:
    """Say a line unless it was said before; whoever sends it again meanwhile waits for it. What failed may be tried
    again."""

    def forget_failed(task: asyncio.Task[ChatLine]) -> None:
        if task.cancelled() or task.exception() is not None:
            spoken.pop(key, None)

    if key not in spoken:
        spoken[key] = asyncio.create_task(work())
        spoken[key].add_done_callback(forget_failed)
        if len(spoken) > SPOKEN_KEPT:
            del spoken[next(iter(spoken))]
    return await asyncio.shield(spoken[key])


async def _say(caller: Caller, room: Room, identity: Identity, text: str) -> ChatLine:
    line = await chat.say(caller.server.store, room.id, identity, text, _is_apart(identity, room))
    room.hear(ChatMessage(line))
    await caller.server.fanout.say("chat", room.id, line.n)
    return line
