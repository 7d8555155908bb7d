"""Puzzles: today's, all of a game, one to be tried, its answer after a choice, driving on, and making one's own."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from parcferme.core.record import Record
from parcferme.house import opening, puzzles
from parcferme.house.advice import finished_record
from parcferme.house.puzzle_ratings import START
from parcferme.house.puzzle_tries import Past, Tried
from parcferme.house.puzzles import (
    NextPuzzle,
    OwnPuzzleForm,
    PuzzleAnswer,
    PuzzleAsked,
    PuzzlePage,
    PuzzleRow,
    PuzzlesToday,
    PuzzleTry,
)
from parcferme.house.tables import TableInfo
from parcferme.server.api.access import By, Caller, may_watch
from parcferme.server.api.answers import answer, refusals
from parcferme.server.api.records import known_record
from parcferme.server.api.tables import After, Limit, describe
from parcferme.server.live.thinking import ThoughtTooLong
from parcferme.server.people import puzzles as kept
from parcferme.server.storage.clock import wall
from parcferme.server.storage.store import new_secret
from parcferme.solve.puzzle_sets import Puzzle, puzzles_of
from parcferme.table.errors import Denied
from parcferme.table.table import Table

PuzzleId = Annotated[str, PathParameter(description="a puzzle's id", max_length=24)]
GameName = Annotated[str, QueryParameter(max_length=40, description="empty: any game")]


@get("/api/puzzles/today", responses=refusals(), summary="Today's puzzles")
async def today(caller: By) -> Response[PuzzlesToday]:
    """One of each game, the same for everybody and others tomorrow; and how you are doing."""
    day = wall() // kept.DAY
    chosen = await asyncio.to_thread(puzzles.today, day)
    tried = await _history(caller)
    rows = await _rows(caller, chosen, tried)
    ratings = {one.game: one.own for one in tried}
    streak = puzzles.streak([one.day for one in tried], day)
    return answer(PuzzlesToday(rows, streak, sum(one.right for one in tried), len(tried), ratings))


@get("/api/puzzles", responses=refusals(404), summary="All puzzles of a game")
async def listed(
    caller: By, game: Annotated[str, QueryParameter(max_length=40)] = "", limit: Limit = 50, after: After = ""
) -> Response[PuzzlePage]:
    """The house's puzzles of a game, a page at a time."""
    found, further = await asyncio.to_thread(puzzles.page, game, after, limit)
    rows = await _rows(caller, found, await _history(caller))
    return answer(PuzzlePage(rows, further, len(puzzles_of(game))))


async def _history(caller: Caller) -> list[Tried]:
    return await caller.server.store.read(lambda connection: kept.history(connection, caller.identity))


async def _rows(caller: Caller, found: list[Puzzle], tried: list[Tried]) -> list[PuzzleRow]:
    rated = await caller.server.store.read(lambda connection: kept.ratings_of(connection, found))
    solved = {one.puzzle: one.right for one in tried}
    return [puzzles.row(one, rated.get(one.id, one.found.rating), solved.get(one.id)) for one in found]


@get("/api/puzzles/next", responses=refusals(404), summary="The next puzzle")
async def following(
    caller: By,
    game: GameName = "",
    after: Annotated[str, QueryParameter(max_length=24, description="the one you have just tried")] = "",
) -> Response[NextPuzzle]:
    """One that you have not tried, near to your rating."""
    tried = await _history(caller)
    rating = next((one.own for one in reversed(tried) if not game or one.game == game), START)
    return answer(
        NextPuzzle(await asyncio.to_thread(puzzles.following, game, {one.puzzle for one in tried}, rating, after))
    )


@get("/api/puzzles/{puzzle:str}", responses=refusals(404), summary="A puzzle")
async def one(puzzle: PuzzleId, caller: By) -> Response[PuzzleAsked]:
    """The position and its choices; nothing of the answer."""
    found, _ = await _found(caller, puzzle)
    past = await _past(caller, found)
    return answer(await asyncio.to_thread(puzzles.asked, found, past.puzzle.rating, past.first is not None))


@post(
    "/api/puzzles/{puzzle:str}/tries",
    responses=refusals(404, 409),
    summary="Try a puzzle",
    status_code=200,
)
async def try_it(puzzle: PuzzleId, data: JSONBody[PuzzleTry], caller: By) -> Response[PuzzleAnswer]:
    """What every choice would have lost. Your first try counts; later ones are practice."""
    caller.limit("act")
    found, rated = await _found(caller, puzzle)
    puzzles.must_be_choice(found, data.choice)
    identity = await caller.known_or_guest("play", "")
    now = wall()

    def work(connection: Any) -> PuzzleAnswer:
        past = kept.past(connection, identity, found)
        told, tried = puzzles.answered(found, data.choice, past, now // kept.DAY, rated)
        if tried is not None:
            kept.keep(connection, identity, tried, rated, now)
        return told

    return answer(await caller.server.store.write(work))


@post(
    "/api/puzzles/{puzzle:str}/drive",
    responses=refusals(404, 409),
    summary="Drive on from a puzzle",
    status_code=201,
)
async def drive_on(puzzle: PuzzleId, caller: By) -> Response[TableInfo]:
    """A private table that begins with the puzzle's position, against the house's best bots."""
    caller.limit_tables()
    found, _ = await _found(caller, puzzle)
    chosen, seats = await asyncio.to_thread(puzzles.drive, found)
    table = Table(chosen, new_secret(), await asyncio.to_thread(opening.game_for, chosen))
    identity = await caller.known_or_guest("create", "")
    notes = opening.first_notes(table, identity.id, seats, caller.server.store.clock.now())
    room = await caller.server.tables.create(table, identity, notes, opener=caller.opener(identity))
    return answer(await describe(caller, room), 201)


@post("/api/puzzles", responses=refusals(404, 409, 503), summary="Make a puzzle", status_code=201)
async def make(data: JSONBody[OwnPuzzleForm], caller: By) -> Response[NextPuzzle]:
    """A puzzle of a decision in a finished match. It is refused where no choice is clearly best; else it is found by
    its link alone."""
    caller.limit("review")
    task = puzzles.own_task(await _record(caller, data), data)
    identity = await caller.known_or_guest("create", "")
    try:
        text, refused = await caller.server.thinker.work(puzzles.own, task, identity.id)
    except (ThoughtTooLong, MemoryError) as error:
        raise Denied("puzzle_long", "what the choices are worth takes too long to find out") from error
    except Exception as error:
        raise Denied("unavailable", "this could not be worked out here: try again") from error
    if refused:
        raise Denied(refused, text)
    id, now = secrets.token_hex(10), wall()
    await caller.server.store.write(lambda db: kept.add_own(db, identity, id, task.game, text, now))
    return answer(NextPuzzle(id), 201)


async def _record(caller: Caller, data: OwnPuzzleForm) -> Record:
    if data.record:
        return await known_record(caller, data.record)
    room = await caller.server.tables.room(data.table)
    may_watch(caller, room, data.key)
    async with room.lock:
        await caller.server.tables.refresh(room)
        return finished_record(room.table)


async def _found(caller: Caller, id: str) -> tuple[Puzzle, bool]:
    """A puzzle, and whether it is the house's: only those are rated."""
    known = await asyncio.to_thread(puzzles.house_puzzle, id)
    if known is not None:
        return known, True
    return await caller.server.store.read(lambda connection: kept.own_puzzle(connection, id)), False


async def _past(caller: Caller, puzzle: Puzzle) -> Past:
    return await caller.server.store.read(lambda connection: kept.past(connection, caller.identity, puzzle))


HANDLERS = [today, listed, following, one, try_it, drive_on, make]
