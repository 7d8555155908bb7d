"""Playing over HTTP: positions, events, actions, undo, chat, the match on paper."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from parcferme.core.text import LANGUAGES
from parcferme.house.forms import (
    AckForm,
    ActForm,
    AnswerForm,
    NodeForm,
    SayForm,
    UndoForm,
)
from parcferme.house.frames import Frame
from parcferme.house.messages import CaughtUp, ChatLine, Stream
from parcferme.house.missed import replayed
from parcferme.house.positions import Position, Reader
from parcferme.house.records import of_match
from parcferme.house.replays import Replay, frame_end, page
from parcferme.house.tables import Opening
from parcferme.house.telling import chosen_eyes, seats
from parcferme.house.telling import position as told_position
from parcferme.server.api import commands
from parcferme.server.api.access import By, Caller, may_watch
from parcferme.server.api.answers import answer, answer_bytes, refusals
from parcferme.server.api.tables import Key, TableId, describe, room_for
from parcferme.server.live.rooms import LATE_MS, Room
from parcferme.server.ops.limits import TooMany
from parcferme.server.people import chat as talk
from parcferme.server.storage.clock import wall
from parcferme.table.errors import Denied
from parcferme.table.journal import Audience

Language = Annotated[
    str | None, QueryParameter(pattern=f"^({'|'.join(LANGUAGES)})$", description="add texts in this language")
]
Odds = Annotated[bool, QueryParameter(description="add what to know before each action")]
SeatChoice = Annotated[int, QueryParameter(ge=-1, le=63, description="which of your seats; −1: the one that is asked")]
Changes = Annotated[bool, QueryParameter(description="leave out of each view what is as in the one before")]
Entries = Annotated[int, QueryParameter(ge=0, le=1_000_000)]  # of a log
LastFrame = Annotated[int, QueryParameter(ge=-1, le=1_000_000, description="−1: as many as fit; at most 200 at once")]
CATCH_UP = 200  # who has missed more than this gets the position alone


@get("/api/tables/{table:str}/position", responses=refusals(404), summary="The position")
async def position(
    table: TableId, caller: By, key: Key = "", lang: Language = None, odds: Odds = False, seat: SeatChoice = -1
) -> Response[Position]:
    """Everything you may know, and the actions you may take."""
    room = await _open(caller, table, key)
    return answer(await _told(caller, room, seat, Reader(lang, odds)))


@get("/api/tables/{table:str}/opening", responses=refusals(404), summary="A table and its position")
async def opening(
    table: TableId, caller: By, key: Key = "", lang: Language = None, odds: Odds = False, seat: SeatChoice = -1
) -> Response[Opening]:
    """The table and its position in one answer, for a page that has just been opened."""
    room = await _open(caller, table, key)
    told = await _told(caller, room, seat, Reader(lang, odds))
    return answer(Opening(await describe(caller, room), told))


async def _told(caller: Caller, room: Room, seat: int, reader: Reader) -> Position:
    async with room.lock:
        await caller.server.tables.refresh(room)
        return told_position(
            room.table, audience(caller, room, seat), reader, seats(room.table, room.names), room.now()
        )


@get("/api/tables/{table:str}/events", responses=refusals(404), summary="What happened")
async def events(
    table: TableId,
    caller: By,
    since: Annotated[int, QueryParameter(ge=0, le=1_000_000, description="the last `n` you know")] = 0,
    key: Key = "",
    lang: Language = None,
    seat: SeatChoice = -1,
) -> Response[CaughtUp]:
    """The messages after `since`, as the live line would have sent them, and the position."""
    room = await _open(caller, table, key)
    async with room.lock:
        await caller.server.tables.refresh(room)
        told = await caught_up(caller, room, audience(caller, room, seat), since, Reader(lang))
    return answer(told)


async def caught_up(caller: Caller, room: Room, seen_by: Audience, since: int, reader: Reader) -> CaughtUp:
    """The messages an audience missed (if they are not too many), and the position. The caller holds the lock."""
    total = room.table.count_for(seen_by)
    missed: list[Stream] = []
    if since < total and total - since <= CATCH_UP and _may_hear(caller, total - since):
        before, last = room.table.stood_for(seen_by, since), room.table.seq
        notes = await caller.server.store.notes_after(room.id, before.seq)
        notes = [note for note in notes if note.seq <= last]
        missed = await asyncio.to_thread(replayed, before, notes, seen_by, since, reader, dict(room.names))
    seated = seats(room.table, room.names)
    return CaughtUp(missed, told_position(room.table, seen_by, reader, seated, room.now()))


def _may_hear(caller: Caller, messages: int) -> bool:
    """The table waits while what was missed is made: who wants it again and again gets the position alone."""
    try:
        caller.limit("missed", messages)
    except TooMany:
        return False
    return True


@post("/api/tables/{table:str}/act", responses=refusals(404, 409, 503), summary="Act", status_code=200)
async def act(table: TableId, data: JSONBody[ActForm], caller: By) -> Response[AckForm]:
    """Take an action, or seal it where several seats decide. Answered once it is kept."""
    return answer(await commands.act(caller, table, data.seat, data.node, data.action, data.id))


@post("/api/tables/{table:str}/unseal", responses=refusals(404, 409), summary="Unseal", status_code=200)
async def unseal(table: TableId, data: JSONBody[NodeForm], caller: By) -> Response[AckForm]:
    """Withdraw a sealed action."""
    return answer(await commands.unseal(caller, table, data.seat, data.node))


@post("/api/tables/{table:str}/undo", responses=refusals(404, 409), summary="Take back", status_code=200)
async def undo(table: TableId, data: JSONBody[UndoForm], caller: By) -> Response[AckForm]:
    """Go back to an earlier node: at once inside your own turn, else when the others agree."""
    return answer(await commands.take_back(caller, table, data.seat, data.to, data.node))


@post("/api/tables/{table:str}/undo/answer", responses=refusals(404, 409), summary="Agree", status_code=200)
async def answer_undo(table: TableId, data: JSONBody[AnswerForm], caller: By) -> Response[AckForm]:
    """Consent to going back, or not."""
    return answer(await commands.answer_undo(caller, table, data.seat, data.yes, data.to))


@post("/api/tables/{table:str}/chat", responses=refusals(404, 409), summary="Say something", status_code=201)
async def say(table: TableId, data: JSONBody[SayForm], caller: By) -> Response[ChatLine]:
    return answer(await commands.say(caller, table, data.text, data.id), 201)


@get("/api/tables/{table:str}/chat", responses=refusals(404), summary="What was said")
async def chat(table: TableId, caller: By, key: Key = "") -> Response[list[ChatLine]]:
    """The latest lines. What spectators say among themselves is not for those who play before the match is over."""
    room = await _open(caller, table, key)
    plays = caller.identity is not None and bool(room.table.seats_of(caller.identity.ids))
    lines = await talk.said(caller.server.store, table, apart=room.table.is_over() or not plays)
    shown = wall() - LATE_MS if room.is_behind() else wall()
    return answer([line for line in lines if line.apart or line.at <= shown])


@get("/api/tables/{table:str}/record", responses=refusals(404), summary="The match on paper")
async def record(table: TableId, caller: By, key: Key = "", seat: SeatChoice = -1) -> Response[dict[str, Any]]:
    """The record; while the match runs, what others must not know is blanked."""
    caller.limit("replay")
    room = await _open(caller, table, key)
    async with room.lock:
        await caller.server.tables.refresh(room)
        seen_by = audience(caller, room, seat)
        text = await asyncio.to_thread(of_match, room.table, seen_by, dict(room.names), room.id, room.stored.created_at)
    return answer_bytes(text.encode())


@get("/api/tables/{table:str}/frames", responses=refusals(404), summary="Positions of the match")
async def table_frames(
    table: TableId,
    caller: By,
    first: Entries = 0,
    last: LastFrame = -1,
    key: Key = "",
    seat: SeatChoice = -1,
    changes: Changes = False,
) -> Response[list[Frame]]:
    """Positions after `first` … `last` entries, as you may see them."""
    caller.limit("replay")
    room = await _open(caller, table, key)
    async with room.lock:
        await caller.server.tables.refresh(room)
        match = room.table
        seen_by = seat if match.is_over() and seat >= 0 else audience(caller, room, seat)
        if seen_by is not None and seen_by >= len(match.seats):
            raise Denied("not_found", f"there is no seat {seen_by}")
        end = frame_end(first, last, match.node)
        over, replay = match.is_over(), Replay(match.play, match.play.log)
    made = await asyncio.to_thread(
        page, replay, min(first, end), end, seen_by, over, changes
    )  # the match may go on meanwhile
    return answer_bytes(made)


async def _open(caller: Caller, table: str, key: str) -> Room:
    room = await caller.server.tables.room(table)
    may_watch(caller, room, key)
    return await room_for(caller, room)


def audience(caller: Caller, room: Room, seat: int) -> Audience:
    """Whose eyes a request sees with: the chosen seat, the asked one of one's own, or a spectator's."""
    held = [] if caller.identity is None else room.table.seats_of(caller.identity.ids)
    return chosen_eyes(room.table, held, seat)


HANDLERS = [position, opening, events, act, unseal, undo, answer_undo, say, chat, record, table_frames]
