"""AdviceDesk: a hint at one's own turn, and the review of a finished match, where the table was opened with them."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from parcferme.house.advice import Hint, ReviewState, driven_stage, finished_record, question, told_stage
from parcferme.house.forms import HintForm
from parcferme.server.api.access import By, Caller, may_watch, own_seat
from parcferme.server.api.answers import answer, refusals
from parcferme.server.api.records import RecordId, known_record
from parcferme.server.api.tables import Key, TableId, room_for
from parcferme.server.live.looking_back import keep_review
from parcferme.server.live.rooms import Room
from parcferme.table import errors
from parcferme.table.errors import Denied

StageEnd = Annotated[
    int, QueryParameter(ge=0, le=1_000_000, description="only the stage that was over with this entry")
]


@post("/api/tables/{table:str}/hint", responses=refusals(404, 409, 503), summary="Hint", status_code=200)
async def hint(table: TableId, data: JSONBody[HintForm], caller: By) -> Response[Hint]:
    """The best of your actions now and what each other one loses, worked out from what your seat may know. The first
    answer comes soon; unless it is `settled`, ask for the next `look`, which takes more time."""
    caller.limit("hint")
    identity = caller.known("play")
    room = await caller.server.tables.room(table)
    async with room.lock:
        await caller.server.tables.refresh(room)
        task = question(room.table, own_seat(identity, room, data.seat), data.node, room.now(), data.look)
    return answer(await caller.server.advice.hint(table, task, identity.id))


@get("/api/tables/{table:str}/review", responses=refusals(404, 409, 503), summary="Review a match")
async def table_review(table: TableId, caller: By, key: Key = "", stage: StageEnd = 0) -> Response[ReviewState]:
    """What luck gave and decisions cost in a finished match, or in one of its stages that is over. The first call sets
    it going; ask again until `ready`."""
    room = await caller.server.tables.room(table)
    may_watch(caller, room, key)
    if stage:
        return answer(await _stage_review(caller, await room_for(caller, room), stage))
    async with room.lock:
        await caller.server.tables.refresh(room)
        record = finished_record(room.table)
    desk, visitor = caller.server.advice, caller.waits_as()
    told = await desk.review(f"table/{table}", record, visitor, lambda: caller.limit("review"))
    if told.review is not None:
        await keep_review(caller.server.store, table, told.review)
    return answer(told)


async def _stage_review(caller: Caller, room: Room, end: int) -> ReviewState:
    async with room.lock:
        await caller.server.tables.refresh(room)
        match = room.table
    stage = await asyncio.to_thread(driven_stage, match, end)  # the match may go on meanwhile
    visitor, begin = caller.waits_as(), lambda: caller.limit("review")
    name = f"table/{room.id}/{end}"
    told = await caller.server.advice.review(name, stage.record, visitor, begin, unfinished=True)
    return told_stage(told, stage, match.seats_of(caller.identity.ids) if caller.identity else [])


@get("/api/records/{record:str}/review", responses=refusals(404, 409, 503), summary="Review a record")
async def record_review(record: RecordId, caller: By) -> Response[ReviewState]:
    """The same for a record of a finished match."""
    known = await known_record(caller, record)
    if known.result is None:
        raise Denied(errors.NOT_OVER, "the record's match is not over: it can be reviewed when it is")
    desk, visitor = caller.server.advice, caller.waits_as()
    return answer(await desk.review(f"record/{record}", known, visitor, lambda: caller.limit("review")))


HANDLERS = [hint, table_review, record_review]
