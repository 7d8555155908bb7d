"""Driving an event's task in the browser: a table of one, bound to the event, with the event's dice and no take-back
past a roll. Its record is handed in like any other paper."""

from __future__ import annotations

import asyncio

from litestar import Response, get

from parcferme.house.drives import DrivesTold, finished, open_table, record_text, table_id
from parcferme.house.events import OwnDrive
from parcferme.organise import commands, errors
from parcferme.organise.event import ANNOUNCED, DRAFT, OPEN, Entry, Event
from parcferme.organise.journal import Note
from parcferme.organise.regulations import NO_DICE, TRIAL
from parcferme.server.api.access import By, Caller
from parcferme.server.api.answers import answer, refusals
from parcferme.server.api.events import EventId, deed, person_in, seen
from parcferme.server.live.rooms import Room
from parcferme.server.people.accounts import Identity
from parcferme.server.storage.store import TableMissing
from parcferme.table.errors import Denied

MOST_DRIVES = 100  # tables of one crew in one event where nothing is rolled


def must_be_told(event: Event) -> None:
    """May anybody know what is driven?"""
    if event.regulations.kind != TRIAL:
        raise Denied(errors.NOT_NOW, "in a match event the tables hand in their results")
    if event.status in (DRAFT, ANNOUNCED):
        raise Denied(errors.NOT_NOW, "what is driven is sealed until the opening")


def must_take_part(event: Event, identity: Identity) -> Entry:
    """The entry of somebody who drives in the event."""
    return commands.entry_of(event, person_in(event, identity))


@get("/api/events/{event:str}/drives", responses=refusals(404), tags=["events"], summary="Your drives")
async def drives(event: EventId, caller: By) -> Response[DrivesTold]:
    """Those that were not handed in yet."""
    found = await seen(caller, event, "")
    identity = caller.known("play")
    entry = found.event.entry_of(person_in(found.event, identity))
    return answer(DrivesTold([] if entry is None else await _drives(caller, found.event, entry)))


@deed("drives", "Drive it here")
async def drive(event: EventId, caller: By) -> Response[OwnDrive]:
    """A table of your own with the event's task. With dice it uses an attempt; one that is under way goes on."""
    identity = caller.known("play")
    caller.server.limits.take("paper", identity.id)
    found = await seen(caller, event, "")
    must_be_told(found.event)
    under_way = await _drives(caller, found.event, must_take_part(found.event, identity))
    for known in under_way:
        if not known.done and not (await caller.server.tables.room(known.table)).table.is_over():
            return answer(known)
    attempt = await _begun(caller, event, identity)
    room = await _open_drive(caller, found.event, must_take_part(found.event, identity), attempt, identity)
    return answer(OwnDrive(attempt, room.id, False))


async def _begun(caller: Caller, id: str, identity: Identity) -> int:
    """The attempt to be driven: a new one, unless one was begun whose table was never opened. Where nothing is rolled
    no attempt is used: 0."""
    events = caller.server.events
    event = (await events.find(id)).event
    if event.regulations.dice == NO_DICE:
        commands.must_be(event, "driven", OPEN)
        return 0
    entry = must_take_part(event, identity)
    known = entry.attempts
    if known and entry.submission(known) is None and not await _has_table(caller, event, entry, known):
        return known

    def command(it: Event, now: int) -> Note | None:
        begun = must_take_part(it, identity).attempts
        return commands.begin(it, person_in(it, identity), now) if begun == known else None  # sent twice it is one

    await events.perform(id, command)
    return must_take_part(event, identity).attempts


async def _has_table(caller: Caller, event: Event, entry: Entry, attempt: int) -> bool:
    return await _table_of(caller, table_id(caller.server.key, event.id, entry.id, attempt)) is not None


async def _open_drive(caller: Caller, event: Event, entry: Entry, attempt: int, identity: Identity) -> Room:
    """A drive's table; where nothing is rolled the first that is not there yet."""
    key, now = caller.server.key, caller.server.store.clock.now()
    id = table_id(key, event.id, entry.id, attempt) if attempt else await _free_drive(caller, event, entry)
    table, notes = await asyncio.to_thread(open_table, event, entry, attempt, identity.id, now)
    return await caller.server.tables.create(table, identity, notes, id)


async def _free_drive(caller: Caller, event: Event, entry: Entry) -> str:
    for number in range(MOST_DRIVES):
        id = _unrolled_id(caller, event, entry, number)
        if await _table_of(caller, id) is None:
            return id
    raise Denied(errors.ALL_USED, f"{MOST_DRIVES} drives were begun: go on with one of them, or fill in a sheet")


def _unrolled_id(caller: Caller, event: Event, entry: Entry, number: int) -> str:
    """The table of the n-th drive where nothing is rolled: counted downwards, apart from attempts with dice."""
    return table_id(caller.server.key, event.id, entry.id, -1 - number)


async def _table_of(caller: Caller, id: str) -> Room | None:
    try:
        return await caller.server.tables.room(id)
    except TableMissing:
        return None


async def _drives(caller: Caller, event: Event, entry: Entry) -> list[OwnDrive]:
    """Drives that were begun here and not handed in; where nothing is rolled the latest one."""
    if event.regulations.kind != TRIAL:
        return []
    key = caller.server.key
    if event.regulations.dice == NO_DICE:
        return await _latest_unrolled(caller, event, entry)
    waiting = [n for n in range(1, entry.attempts + 1) if entry.submission(n) is None]
    rooms = [(n, await _table_of(caller, table_id(key, event.id, entry.id, n))) for n in waiting]
    return [OwnDrive(n, room.id, finished(event, room.table) is not None) for n, room in rooms if room is not None]


async def _latest_unrolled(caller: Caller, event: Event, entry: Entry) -> list[OwnDrive]:
    last: Room | None = None
    for number in range(MOST_DRIVES):
        room = await _table_of(caller, _unrolled_id(caller, event, entry, number))
        if room is None:
            break
        last = room
    if last is None:
        return []
    play = finished(event, last.table)
    handed_in = play is not None and any(paper.text == record_text(play, entry) for paper in entry.submissions)
    return [] if handed_in else [OwnDrive(0, last.id, play is not None)]


async def driven(caller: Caller, event: Event, entry: Entry, attempt: int, table: str) -> str:
    """The record of a drive at a table of one's own."""
    drives = await _drives(caller, event, entry)
    wanted = next((one for one in drives if one.attempt == attempt and table in ("", one.table)), None)
    if wanted is None:
        raise Denied(errors.NO_SUCH, "there is no such drive that is not handed in yet")
    play = finished(event, (await caller.server.tables.room(wanted.table)).table)
    if play is None:
        raise errors.no_paper("unfinished", "the drive has not come to its end")
    return await asyncio.to_thread(record_text, play, entry)


HANDLERS = [drives, drive]
