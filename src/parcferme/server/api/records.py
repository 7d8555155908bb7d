"""Records of matches: upload one, step through it, check its dice."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec.structs import replace

from parcferme.core.play import Play
from parcferme.core.record import Record
from parcferme.house import lessons, records
from parcferme.house.forms import RecordForm, VerdictForm
from parcferme.house.frames import Frame
from parcferme.house.lessons import Attempt, AttemptForm, Choices
from parcferme.house.replays import frame_end, page
from parcferme.server.api.access import By, Caller
from parcferme.server.api.answers import answer, answer_bytes, refusals
from parcferme.server.api.play import Changes, Entries, LastFrame
from parcferme.table.errors import Denied

RECORD_LIMIT = 2_000_000  # bytes
RecordId = Annotated[str, PathParameter(description="a record's id", max_length=24)]
SeatNumber = Annotated[int, QueryParameter(ge=0, le=63)]
Eyes = Annotated[int, QueryParameter(ge=-1, le=63, description="seen from this seat; −1: a spectator's")]


@post(
    "/api/records",
    responses=refusals(404, 409, 413),
    summary="Upload a record",
    status_code=201,
    request_max_body_size=RECORD_LIMIT,
)
async def upload(data: JSONBody[dict[str, Any]], request: Request[Any, Any, Any], caller: By) -> Response[RecordForm]:
    """A record as `parcferme` writes it. It is replayed at once; the first entry that breaks the rules is named."""
    caller.limit("upload")
    body = await request.body()
    caller.limit_weight(len(body))
    text = body.decode("utf-8", "replace")
    text, told = await caller.server.workshop.look_at(caller.waits_as(), records.brought, text)
    identity = await caller.known_or_guest("create", "")
    id = hashlib.sha256(f"{identity.id}\n{text}".encode()).hexdigest()[:24]  # everybody's copy is their own to delete
    await caller.server.store.keep_record(id, told.game, identity.id, text)
    return answer(replace(told, id=id), 201)


@get("/api/records/{record:str}", responses=refusals(404), summary="A record")
async def one(record: RecordId, caller: By) -> Response[RecordForm]:
    return answer(records.described(record, await known_record(caller, record)))


@get("/api/records/{record:str}/text", responses=refusals(404), summary="A record's text")
async def text(record: RecordId, caller: By) -> Response[dict[str, Any]]:
    data = (await caller.server.store.record_text(record)).encode()
    return answer_bytes(data)


@get("/api/records/{record:str}/frames", responses=refusals(404), summary="Positions of a record")
async def record_frames(
    record: RecordId, caller: By, first: Entries = 0, last: LastFrame = -1, seat: Eyes = -1, changes: Changes = False
) -> Response[list[Frame]]:
    """Positions after `first` … `last` entries, each with the events that led to it."""
    caller.limit("replay")
    known = await known_record(caller, record)
    game = records.game_of(known)
    if seat >= game.players:
        raise Denied("not_found", f"there is no seat {seat}")
    end = frame_end(first, last, len(known.log))
    replay = caller.server.replays.of(record, game, known.log, known.start)
    made = await asyncio.to_thread(page, replay, min(first, end), end, None if seat < 0 else seat, True, changes)
    return answer_bytes(made)


@get("/api/records/{record:str}/choices", responses=refusals(404), summary="Choices in a record")
async def record_choices(record: RecordId, caller: By, at: Entries = 0, seat: SeatNumber = 0) -> Response[Choices]:
    """What a seat could do after `at` entries, with effects and odds."""
    caller.limit("replay")
    play = await _played(caller, record, at)
    return answer(await asyncio.to_thread(lessons.choices, play, at, seat))


@post("/api/records/{record:str}/attempts", responses=refusals(404), summary="Try another move", status_code=200)
async def try_move(record: RecordId, data: JSONBody[AttemptForm], caller: By) -> Response[Attempt]:
    """What a move that was not recorded would do, or why the rules refuse it. The record stays as it is."""
    caller.limit("act")
    play = await _played(caller, record, data.at + 1)
    return answer(await asyncio.to_thread(lessons.attempt, play, data))


async def _played(caller: Caller, record: str, entries: int) -> Play:
    """A record, played as far as it is asked for."""
    known = await known_record(caller, record)
    replay = caller.server.replays.of(record, records.game_of(known), known.log, known.start)
    return await asyncio.to_thread(replay.reach, min(entries, len(known.log)))


@get("/api/records/{record:str}/verify", responses=refusals(404, 413), summary="Check a record's dice")
async def check_dice(record: RecordId, caller: By) -> VerdictForm:
    """Repeat every roll from the published secret."""
    text = await caller.server.store.record_text(record)
    return await caller.server.workshop.look_at(caller.waits_as(), records.verdict_of, text)


async def known_record(caller: Caller, id: str) -> Record:
    return await asyncio.to_thread(records.read, await caller.server.store.record_text(id))


HANDLERS = [upload, one, text, record_frames, record_choices, try_move, check_dice]
