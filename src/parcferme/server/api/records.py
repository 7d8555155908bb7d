"""Records of matches: upload one, step through it, check its dice."""

from __future__ import annotations

import asyncio
import hashlib
from functools import lru_cache
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import ValidationError, convert

from parcferme.core import registry
from parcferme.core.contract import Game
from parcferme.core.errors import BadRecord, ParcFermeError
from parcferme.core.record import Record, read_record
from parcferme.house import catalogue
from parcferme.house.frames import Frame
from parcferme.house.positions import Result
from parcferme.server.api.access import By, Caller
from parcferme.server.api.answers import answer, answer_bytes, refusals
from parcferme.server.api.forms import RecordForm, VerdictForm
from parcferme.server.api.lengths import must_be_short
from parcferme.server.api.play import Changes, LastFrame, frame_end
from parcferme.server.live.replays import page
from parcferme.table.errors import Denied
from parcferme.table.fairness import verify

RECORD_LIMIT = 2_000_000  # bytes
LOG_LIMIT = 20_000  # entries
UNDO_LIMIT = 100_000  # entries that all undos of a record together may play again
RecordId = Annotated[str, PathParameter(description="a record's id", max_length=24)]


@post(
    "/api/records",
    responses=refusals(404, 413),
    tags=["records"],
    summary="Upload a record",
    status_code=201,
    request_max_body_size=RECORD_LIMIT,
)
async def upload(data: JSONBody[dict[str, Any]], request: Request[Any, Any, Any], caller: By) -> Response[RecordForm]:
    """A record as `parcferme` writes it. It is replayed at once; the first entry that breaks the rules is named."""
    caller.limit("upload")
    text = (await request.body()).decode("utf-8", "replace")
    record = await asyncio.to_thread(_replayed, text)
    identity = await caller.known_or_guest("create", "")
    text = record.to_text()
    id = hashlib.sha256(f"{identity.id}\n{text}".encode()).hexdigest()[:24]  # everybody's copy is their own to delete
    await caller.server.store.keep_record(id, record.game, identity.id, text)
    return answer(_described(id, record), 201)


def _replayed(text: str) -> Record:
    """A record that can be read and played again, within bounds."""
    record = read_record(text)
    for part in (record.seats, record.options, record.notes):
        must_be_short(part)
    if len(record.log) > LOG_LIMIT:
        raise BadRecord("log", f"has {len(record.log)} entries: at most {LOG_LIMIT} are played again here")
    if sum(max(0, what) for who, what in record.log if who == "undo" and isinstance(what, int)) > UNDO_LIMIT:
        raise BadRecord("log", "takes back too much to be played again here")
    _replay(record)
    _result(record)
    return record


def _replay(record: Record) -> None:
    try:
        record.replay(_game(record))
    except ParcFermeError:
        raise
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise BadRecord("log", f"cannot be replayed: {error}") from error


def _game(record: Record) -> Game:
    return catalogue.game_of(record.game, record.rules, registry.meta(record.game).options.read(record.options))


def _result(record: Record) -> Result | None:
    try:
        return None if record.result is None else convert(record.result, Result)
    except ValidationError as error:
        raise BadRecord("result", str(error)) from error


def _described(id: str, record: Record) -> RecordForm:
    game = _game(record)
    return RecordForm(
        id=id,
        game=record.game,
        variant=catalogue.variant(record.game, game.options),
        players=game.players,
        seats=record.seats,
        entries=len(record.log),
        over=record.result is not None,
        result=_result(record),
        notes=record.notes,
    )


@get("/api/records/{record:str}", responses=refusals(404), tags=["records"], summary="A record")
async def one(record: RecordId, caller: By) -> Response[RecordForm]:
    return answer(_described(record, await known_record(caller, record)))


@get("/api/records/{record:str}/text", responses=refusals(404), tags=["records"], summary="A record's text")
async def text(record: RecordId, caller: By) -> Response[dict[str, Any]]:
    data = (await caller.server.store.record_text(record)).encode()
    return answer_bytes(data)


@get("/api/records/{record:str}/frames", responses=refusals(404), tags=["records"], summary="Positions of a record")
async def record_frames(
    record: RecordId,
    caller: By,
    first: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    last: LastFrame = -1,
    seat: Annotated[int, QueryParameter(ge=-1, le=63, description="seen from this seat; −1: a spectator's")] = -1,
    changes: Changes = False,
) -> Response[list[Frame]]:
    """Positions after `first` … `last` entries, each with the events that led to it."""
    known = await known_record(caller, record)
    game = _game(known)
    if seat >= game.players:
        raise Denied("not_found", f"there is no seat {seat}")
    end = frame_end(first, last, len(known.log))
    replay = caller.server.replays.of(record, game, known.log, known.start)
    made = await page(replay, min(first, end), end, None if seat < 0 else seat, True, changes)
    return answer_bytes(made)


@get("/api/records/{record:str}/verify", responses=refusals(404), tags=["records"], summary="Check a record's dice")
async def check_dice(record: RecordId, caller: By) -> VerdictForm:
    """Repeat every roll from the published secret."""
    known = await known_record(caller, record)
    try:
        rolls = await asyncio.to_thread(verify, known)
    except BadRecord as error:
        return VerdictForm(False, 0, str(error))
    said = f"{rolls} rolls are the dice's own" if rolls else "nothing was rolled: there are no dice to check"
    return VerdictForm(True, rolls, said)


async def known_record(caller: Caller, id: str) -> Record:
    return _read(await caller.server.store.record_text(id))


@lru_cache(maxsize=32)
def _read(text: str) -> Record:
    return read_record(text)


HANDLERS = [upload, one, text, record_frames, check_dice]
