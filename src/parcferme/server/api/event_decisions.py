"""Events with luck taken out: the classification by decisions, a drive explained by the review, and the drive to race
against on the house's stages."""

from __future__ import annotations

import asyncio
from functools import partial

from litestar import Response, get

from parcferme.core.record import read_record
from parcferme.house.advice import ReviewState
from parcferme.house.codec import decode
from parcferme.house.decisions import DecisionPage, Leader, best_of_others, decision_page
from parcferme.house.event_results import shows_results
from parcferme.organise import errors
from parcferme.organise.daily import HOUSE
from parcferme.organise.decisions import drives_to_judge, has_decisions
from parcferme.server.api.access import By
from parcferme.server.api.answers import answer, refusals
from parcferme.server.api.event_papers import (
    EntryId,
    Klass,
    PaperNumber,
    first_row,
    has_driven,
    paper_text,
    paper_to_see,
)
from parcferme.server.api.events import After, EventId, Key, Limit, person_in, seen
from parcferme.server.live.events import Ongoing
from parcferme.table.errors import Denied


@get("/api/events/{event:str}/decisions", responses=refusals(404, 409), summary="By decisions")
async def decisions(
    event: EventId, caller: By, klass: Klass = "", limit: Limit = 50, after: After = "", key: Key = ""
) -> Response[DecisionPage]:
    """What everybody's choices lost against the best ones, luck taken out. Drives are looked at one after another once
    somebody asks: `waiting` says how many are still to come. While an event runs, for those who have driven."""
    found = await seen(caller, event, key)
    person = person_in(found.event, caller.identity)
    _must_tell_drives(found, person)
    if not await asyncio.to_thread(has_decisions, found.event.regulations):
        raise Denied(errors.NOT_NOW, "nothing is rolled in this event: the result is the decisions")
    known, waiting = await caller.server.decisions.of(found)
    drives = drives_to_judge(found.event, found.marks)
    first = first_row(found.event, klass, after)
    make = partial(decision_page, found.event, list(known.values()), drives, waiting, klass, first, limit, person)
    return answer(await asyncio.to_thread(make))


def _must_tell_drives(found: Ongoing, person: str) -> None:
    """How others drove is told when the event has closed; where results are open, to those who have driven as well."""
    if not found.event.is_unsealed() and not (shows_results(found.event) and has_driven(found.event, person)):
        raise Denied(errors.NOT_NOW, "how others drove is told once you have driven, or when the event has closed")


@get("/api/events/{event:str}/papers/{entry:str}/{number:str}/review", responses=refusals(404, 409, 503),
     summary="Review a drive")  # fmt: skip
async def paper_review(
    event: EventId, entry: EntryId, number: PaperNumber, caller: By, key: Key = ""
) -> Response[ReviewState]:
    """What a drive's decisions cost and what luck gave, move by move. Ask again until it is ready."""
    found = await seen(caller, event, key)
    given, owner = paper_to_see(caller, found, entry, int(number))
    record = read_record(await paper_text(found, given, owner))
    name = f"event/{event}/{len(found.event.written)}/{entry}/{number}"
    desk, visitor, legs = caller.server.advice, caller.waits_as(), found.event.regulations.legs
    return answer(await desk.review(name, record, visitor, lambda: caller.limit("review"), True, legs))


@get("/api/events/{event:str}/leader", responses=refusals(404, 409), summary="The drive to beat")
async def leader(event: EventId, caller: By, key: Key = "") -> Response[Leader]:
    """The best drive of another crew. On the house's stages already while they run, for those who have driven."""
    found = await seen(caller, event, key)
    person = person_in(found.event, caller.identity)
    _must_tell_drives(found, person)
    if not found.event.is_unsealed() and found.event.organiser != HOUSE:
        raise Denied(errors.NOT_NOW, "drives are sealed until the event closes")
    async with found.lock:
        row = await asyncio.to_thread(lambda: best_of_others(found.outcome(), person))
    if row is None:
        raise Denied(errors.NO_SUCH, "no other crew is home yet")
    paper = row.drive.entry.submission(row.drive.number)
    assert paper is not None
    text = await paper_text(found, paper, row.drive.entry)
    return answer(Leader(row.drive.entry.name, row.drive.mark.score[0], decode(text)))


HANDLERS = [decisions, paper_review, leader]
