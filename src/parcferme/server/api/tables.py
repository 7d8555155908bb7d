"""Opening, finding, joining and leaving tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from sqlalchemy import select

from parcferme.house import opening
from parcferme.house.catalogue import Summary
from parcferme.house.codec import decode
from parcferme.house.forms import (
    AckForm,
    BotForm,
    CreateForm,
    HostSeat,
    JoinForm,
    LinkWish,
    MuteForm,
    SeatOnly,
)
from parcferme.house.tables import Link, Place, RowPerson, TableInfo, TablePage, TableRow, table_info
from parcferme.house.telling import seats as told_seats
from parcferme.server.api import commands
from parcferme.server.api.access import By, Caller, is_host, key_for, key_seat, may_watch
from parcferme.server.api.answers import answer, refusals
from parcferme.server.api.documents import count_use, played_with
from parcferme.server.api.forms import Done
from parcferme.server.live.rooms import Room
from parcferme.server.people import chat
from parcferme.server.people.accounts import Identity, departed, names_of
from parcferme.server.storage.schema import mutes, seats
from parcferme.server.storage.store import Page, new_secret, rematch_id
from parcferme.table import errors, moves, seating
from parcferme.table.errors import Denied
from parcferme.table.journal import Note
from parcferme.table.table import Table

TableId = Annotated[str, PathParameter(description="a table's id", max_length=24)]
Limit = Annotated[int, QueryParameter(ge=1, le=100, description="rows of a page")]
After = Annotated[str, QueryParameter(max_length=48, description="the `next` of the page before; empty: the first")]
Key = Annotated[str, QueryParameter(description="the key of a link, for private tables", max_length=64)]


@post("/api/tables", responses=refusals(404, 413), summary="Open a table", status_code=201)
async def create(data: JSONBody[CreateForm], caller: By) -> Response[TableInfo]:
    """Open a table. It starts by itself once every seat is taken: at once, when bots take the other seats."""
    caller.limit_tables()
    caller.limit_weight()
    played = await played_with(caller, data.game, data.document)
    options = {**data.options, **played.options}
    chosen = replace(opening.agreed(msgspec.structs.replace(data, options=options)), document=played.mark)
    if opening.brings_documents(data.options):  # one from the studio has been looked at already
        await caller.server.workshop.look_at(caller.waits_as(), opening.checked, data.game, options)
    table = Table(chosen, new_secret(), await asyncio.to_thread(opening.game_for, chosen))
    wanted = opening.wishes(table, data.seats)
    identity = await caller.known_or_guest("create", data.name)
    notes = opening.first_notes(table, identity.id, wanted, _now(caller))
    room = await caller.server.tables.create(table, identity, notes, opener=caller.opener(identity))
    await count_use(caller, played)
    return answer(await describe(caller, room), 201)


def _now(caller: Caller) -> int:
    """The time at a table that begins."""
    return caller.server.store.clock.now()


@get("/api/tables", responses=refusals(), summary="The lobby")
async def lobby(
    caller: By,
    game: Annotated[str, QueryParameter(max_length=40)] = "",
    status: FromQuery[Literal["gathering", "playing", "finished"]] = "gathering",
    pace: FromQuery[Literal["live", "correspondence", "untimed"] | None] = None,
    limit: Limit = 50,
    after: After = "",
) -> Response[TablePage]:
    """Public tables, a page at a time, the last opened first."""
    page = Page(limit, after)
    found = await caller.server.store.lobby(game or None, status, pace, page)
    return answer(await _page(caller, page, found, "created_at"))


@get("/api/tables/mine", responses=refusals(), summary="Your tables")
async def mine(caller: By, limit: Limit = 50, after: After = "") -> Response[TablePage]:
    """Tables you sit at or host, a page at a time, the latest first. One that changes meanwhile may come twice."""
    if caller.identity is None:
        return answer(TablePage([], ""))
    page = Page(limit, after)
    found = await caller.server.store.mine(caller.known().ids, page)
    listed = await _page(caller, page, found, "changed_at")
    await _introduce(caller, found, listed.tables)
    return answer(listed)


async def _page(caller: Caller, page: Page, found: list[Any], time: str) -> TablePage:
    shown, further = page.cut(found, time)
    return TablePage(await rows_of(caller, shown), further)


async def rows_of(caller: Caller, found: list[Any]) -> list[TableRow]:
    """Tables as a list tells them."""
    hosts = list({row.host for row in found})
    names = await caller.server.store.read(lambda connection: names_of(connection, hosts))
    turns = await _turns(caller, found)
    return [_row(row, names.get(row.host, ""), row.id in turns) for row in found]


async def _introduce(caller: Caller, found: list[Any], rows: list[TableRow]) -> None:
    """Who else sits at one's tables, and on whom they wait."""
    own = caller.known().ids
    query = select(seats).where(seats.c.table_id.in_([row.id for row in rows]))
    held = await caller.server.store.read(lambda connection: list(connection.execute(query.order_by(seats.c.seat))))
    people = list({one.person for one in held})
    names = await caller.server.store.read(lambda connection: names_of(connection, people))
    asked = {row.id: row.asked for row in found if row.status == "playing"}
    by_id = {row.id: row for row in rows}
    for row in rows:
        row.bots = row.players - row.free_seats
    for one in held:
        row = by_id[one.table_id]
        row.bots -= 1
        if one.person not in own:
            row.people.append(RowPerson(names.get(one.person, ""), bool(asked.get(row.id, 0) >> one.seat & 1)))


async def _turns(caller: Caller, found: list[Any]) -> set[str]:
    """Those of the tables on which the caller is asked."""
    if caller.identity is None or not found:
        return set()
    query = select(seats.c.table_id, seats.c.seat).where(
        seats.c.person.in_(caller.identity.ids), seats.c.table_id.in_([row.id for row in found])
    )
    held = await caller.server.store.read(lambda connection: list(connection.execute(query)))
    asked = {row.id: row.asked for row in found if row.status == "playing"}
    return {row.table_id for row in held if asked.get(row.table_id, 0) >> row.seat & 1}


def _row(row: Any, host: str, your_turn: bool) -> TableRow:
    kept = decode(row.summary, type=Summary)
    return TableRow(
        id=row.id,
        game=row.game,
        variant=kept.variant,
        title=kept.title,
        status=row.status,
        visibility=row.visibility,
        pace=kept.pace,
        players=kept.players,
        free_seats=row.free_seats,
        host=host,
        your_turn=your_turn,
        created_at=row.created_at,
        changed_at=row.changed_at,
        rated=kept.rated,
    )


@get("/api/tables/{table:str}", responses=refusals(404), summary="A table")
async def one(table: TableId, caller: By, key: Key = "") -> Response[TableInfo]:
    room = await caller.server.tables.room(table)
    may_watch(caller, room, key)
    return answer(await describe(caller, await room_for(caller, room)))


@post("/api/tables/{table:str}/join", responses=refusals(404, 409), summary="Take a seat", status_code=200)
async def join(table: TableId, data: JSONBody[JoinForm], caller: By) -> Response[TableInfo]:
    """Take a seat, as a guest if you are nobody yet. With a seat's key also one that somebody else held."""
    room = await commands.join(caller, table, data.seat, data.key, data.name)
    return answer(await describe(caller, room))


@post("/api/tables/{table:str}/leave", responses=refusals(404, 409), summary="Leave", status_code=200)
async def leave(table: TableId, data: JSONBody[SeatOnly], caller: By) -> Response[AckForm]:
    """Give your seat up; once the match runs a bot drives for you until you return."""
    return answer(await commands.leave(caller, table, data.seat))


@post("/api/tables/{table:str}/return", responses=refusals(404, 409), summary="Return", status_code=200)
async def come_back(table: TableId, data: JSONBody[SeatOnly], caller: By) -> Response[AckForm]:
    """Take the wheel again."""
    return answer(await commands.come_back(caller, table, data.seat))


@post("/api/tables/{table:str}/start", responses=refusals(404, 409), summary="Start", status_code=200)
async def start(table: TableId, caller: By) -> Response[TableInfo]:
    """Start by hand (it happens by itself when the last seat is taken)."""
    return await _hosted(caller, table, moves.start)


@post("/api/tables/{table:str}/bots", responses=refusals(404, 409), summary="Seat a bot", status_code=200)
async def seat_bot(table: TableId, data: JSONBody[BotForm], caller: By) -> Response[TableInfo]:
    return await _hosted(caller, table, lambda one, at: seating.seat_bot(one, data.seat, data.level, at, data.driver))


@post("/api/tables/{table:str}/free", responses=refusals(404, 409), summary="Free a seat", status_code=200)
async def free(table: TableId, data: JSONBody[HostSeat], caller: By) -> Response[TableInfo]:
    """The host clears a seat; in a running match a bot drives it until its person returns."""
    return await _hosted(caller, table, lambda one, at: commands.free_seat(one, data.seat, at))


@post("/api/tables/{table:str}/links", responses=refusals(404, 409), summary="Renew a link", status_code=200)
async def renew_link(table: TableId, data: JSONBody[LinkWish], caller: By) -> Response[TableInfo]:
    """Revoke a secret link; a new one takes its place. For the host, and for whoever sits there."""
    return answer(await describe(caller, await commands.renew_link(caller, table, data.seat)))


@post("/api/tables/{table:str}/close", responses=refusals(404, 409), summary="Close", status_code=200)
async def close(table: TableId, caller: By) -> Response[TableInfo]:
    """End the match without a result."""
    by = caller.known("create").id
    return await _hosted(caller, table, lambda one, at: seating.close(one, by, at))


@post("/api/tables/{table:str}/rematch", responses=refusals(404, 409), summary="Again", status_code=200)
async def rematch(table: TableId, caller: By) -> Response[TableInfo]:
    """The same people and bots again, each one seat further. For who was away at the end a bot drives until they
    return; the seat of who has deleted themselves stays open, and where it is rated those of all others: nobody is
    sat down by another. Asking twice gives the same table."""
    caller.limit_tables()
    identity = caller.known("create")
    tables = caller.server.tables
    old = await tables.room(table)
    async with old.lock:
        await tables.refresh(old)
        _must_have_played(identity, old)
    if not old.table.again:
        fresh = await _again(caller, identity, old)
        old = await tables.perform(
            table, lambda room: None if room.table.again else seating.play_again(room.table, fresh.id, room.now())
        )
    return answer(await describe(caller, await tables.room(old.table.again)))


def _must_have_played(identity: Identity, old: Room) -> None:
    if not old.table.seats_of(identity.ids) and not is_host(identity, old):
        raise Denied(errors.NOT_SEATED, "only those who sat at the table can play it again")
    if not old.table.is_over():
        raise Denied(errors.STARTED, "the match is still running")
    if old.table.setup.event:
        raise Denied(errors.BAD_SETUP, "a table of an event is not played again")


async def _again(caller: Caller, identity: Identity, old: Room) -> Room:
    fresh = Table(old.table.setup, new_secret(), old.table.game)
    people = [seat.person for seat in old.table.seats if seat.person]
    gone = await caller.server.store.read(lambda connection: departed(connection, people))
    notes = opening.seated_again(fresh, old.table, gone, identity.ids, _now(caller))
    id = rematch_id(caller.server.key, old.id)
    room = await caller.server.tables.create(fresh, identity, notes, id, caller.opener(identity))
    room.names.update(old.names)
    return room


@post("/api/tables/{table:str}/mute", responses=refusals(404), summary="Mute", status_code=200)
async def mute(table: TableId, data: JSONBody[MuteForm], caller: By) -> Done:
    """No e-mails and webhooks about this table, or again."""
    identity = caller.known("play")
    room = await caller.server.tables.room(table)
    may_watch(caller, room, "")
    await chat.mute(caller.server.store, table, identity.id, data.muted)
    return Done()


async def _hosted(caller: Caller, id: str, wish: Callable[[Table, int], Note]) -> Response[TableInfo]:
    """Perform a host's wish and show the table."""
    return answer(await describe(caller, await commands.hosted(caller, id, wish)))


async def room_for(caller: Caller, room: Room) -> Room:
    """Where the caller finds a table: who only watches a rated match is half a minute behind."""
    plays = caller.identity is not None and bool(room.table.seats_of(caller.identity.ids))
    return room if plays else await caller.server.tables.late(room)


async def describe(caller: Caller, room: Room) -> TableInfo:
    """A table as the caller may see it, and nothing that is not kept yet."""
    names = await caller.server.store.read(lambda connection: names_of(connection, [room.stored.host]))
    muted = await _muted(caller, room.id)
    async with room.lock:
        await caller.server.tables.refresh(room)
        place = _place(caller, room, names.get(room.stored.host, ""))
        place.muted = muted
        return table_info(room.table, told_seats(room.table, room.names), place)


def _place(caller: Caller, room: Room, host: str) -> Place:
    """What the caller is to a table."""
    stored, identity = room.stored, caller.identity
    yours = [] if identity is None else room.table.seats_of(identity.ids)
    place = Place(room.id, stored.variant, host, stored.created_at, yours)
    place.hosting = identity is not None and is_host(identity, room)
    place.late = room.is_behind()
    place.links = _links(caller, room)
    place.opens = _opens(caller, room)
    return place


def _links(caller: Caller, room: Room) -> list[Link]:
    """The host's to free seats and for spectators, everybody's to their own: nobody gets a key to what others know."""
    identity, table = caller.identity, room.table
    if identity is None or not identity.may("play"):
        return []
    shown = [] if table.setup.drive else table.seats_of(identity.ids)
    if is_host(identity, room) and identity.may("create") and not table.setup.drive:
        shown = sorted({seating.SPECTATORS, *table.open_seats(), *shown})
    keys = [(seat, key_for(caller.server.key, room, seat)) for seat in shown]
    return [Link(seat, key, f"/table/{room.id}?key={key}") for seat, key in keys]


def _opens(caller: Caller, room: Room) -> int | None:
    """What the link they came by opens, if they came by one that is valid."""
    key = caller.connection.query_params.get("key", "")
    return key_seat(caller.server.key, room, key) if key else None


async def _muted(caller: Caller, table: str) -> bool:
    if caller.identity is None:
        return False
    query = select(mutes.c.person).where(mutes.c.table_id == table, mutes.c.person.in_(caller.identity.ids))
    return await caller.server.store.read(lambda connection: connection.execute(query).first()) is not None


HANDLERS = [create, lobby, mine, one, join, leave, come_back, start, seat_bot, free, renew_link, close, rematch, mute]
