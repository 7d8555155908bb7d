"""What entrants hand in: sheets under way, papers and their marks; and the results."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

from litestar import Response, get, post, put
from litestar.params import JSONBody, PathParameter, QueryParameter
from sqlalchemy import Connection

from parcferme.core.record import Record
from parcferme.core.trial import Marked
from parcferme.house.drives import HandedIn
from parcferme.house.event_results import ResultPage, StandingRow, result_page, shows_results, standing_rows
from parcferme.house.events import mark_told, own_paper
from parcferme.organise import commands, errors
from parcferme.organise.daily import HOUSE
from parcferme.organise.drafts import Draft, form_faults, keep
from parcferme.organise.event import RECORD, SHEET, Entry, Event, Submission
from parcferme.organise.journal import Note
from parcferme.organise.regulations import MATCH
from parcferme.server.api.access import By, Caller
from parcferme.server.api.answers import answer, answer_bytes, refusals
from parcferme.server.api.event_drives import driven, must_be_told, must_take_part
from parcferme.server.api.event_forms import (
    CheckedPaper,
    DraftForm,
    DraftTold,
    PaperForm,
    PaperTold,
    SheetFault,
    SheetForm,
    SheetText,
)
from parcferme.server.api.events import After, EventId, Key, Limit, deed, person_in, seen
from parcferme.server.live.events import Ongoing
from parcferme.server.people.accounts import Identity
from parcferme.server.storage import events as kept
from parcferme.table.errors import Denied

EntryId = Annotated[str, PathParameter(description="an entry's id", max_length=40)]
Klass = Annotated[str, QueryParameter(max_length=20, description="a class; empty: overall")]
PaperNumber = Annotated[str, PathParameter(description="which of the entry's papers", pattern="^[0-9]{1,2}$")]


# --- drafts -----------------------------------------------------------------------------------------------------------


@get("/api/events/{event:str}/sheet", responses=refusals(404, 409), tags=["events"], summary="A blank time sheet")
async def sheet(event: EventId, caller: By, key: Key = "") -> Response[SheetForm]:
    """Where nothing happens by chance a drive can be written down."""
    found = await seen(caller, event, key)
    must_be_told(found.event)
    made = found.event.regulations
    task = made.task()
    if task.trial.blank_sheet is None:
        raise errors.no_paper("no_sheets", "this game has no time sheets: hand in a drive or a record")
    return answer(SheetForm(await asyncio.to_thread(task.trial.blank_sheet, task.game), made.options))


@get("/api/events/{event:str}/draft", responses=refusals(404), tags=["events"], summary="Your draft")
async def draft(event: EventId, caller: By) -> Response[DraftTold]:
    """What you have typed so far, on whichever device. Nobody else ever sees it."""
    await seen(caller, event, "")
    ids = caller.known("play").ids
    return answer(_draft_told(await caller.server.store.read(lambda db: kept.draft_of(db, event, ids))))


@put("/api/events/{event:str}/draft", responses=refusals(404, 413), tags=["events"], summary="Keep your draft")
async def keep_draft(event: EventId, data: JSONBody[DraftForm], caller: By) -> Response[DraftTold]:
    """As often as you like, also after the closing. Where another device has typed something else meanwhile, the later
    one stands and the other is offered."""
    found = await seen(caller, event, "")
    identity = caller.known("play")
    caller.server.limits.take("draft", identity.id)
    must_take_part(found.event, identity)
    new = Draft(data.text, data.device, caller.server.events.calendar.now())
    return answer(
        _draft_told(
            await caller.server.store.write(partial(_kept, id=event, identity=identity, new=new, goes_on=data.goes_on))
        )
    )


def _kept(connection: Connection, id: str, identity: Identity, new: Draft, goes_on: int) -> tuple[Draft, Draft | None]:
    known = kept.draft_of(connection, id, identity.ids)
    draft, spare = keep(None if known is None else known[0], new, goes_on)
    kept.keep_draft(connection, id, identity.id, draft, spare)
    return draft, spare


def _draft_told(known: tuple[Draft, Draft | None] | None) -> DraftTold:
    if known is None:
        return DraftTold("", "", 0, None, "", 0)
    draft, spare = known
    if spare is None:
        return DraftTold(draft.text, draft.device, draft.at, None, "", 0)
    return DraftTold(draft.text, draft.device, draft.at, spare.text, spare.device, spare.at)


@deed("check", "Check a sheet's form")
async def check(event: EventId, data: JSONBody[SheetText], caller: By) -> Response[CheckedPaper]:
    """Kit, rows and cells; nothing is driven, so nothing is told that would help."""
    found = await seen(caller, event, "")
    caller.server.limits.take("draft", caller.known("play").id)
    must_be_told(found.event)
    faults = await asyncio.to_thread(form_faults, found.event.regulations, data.text)
    return answer(CheckedPaper([SheetFault(fault.place, fault.reason, fault.clause) for fault in faults]))


# --- papers -----------------------------------------------------------------------------------------------------------


@post("/api/events/{event:str}/papers", responses=refusals(404, 409, 413), tags=["events"], summary="Hand in",
      status_code=201)  # fmt: skip
async def hand_in(event: EventId, data: JSONBody[PaperForm], caller: By) -> Response[HandedIn]:
    """A sheet, a record, or a drive at a table. The moment it arrives counts; marking follows, and only its owner is
    told until the event closes."""
    came = caller.server.events.arrival(event)
    identity = caller.known("play")
    caller.server.limits.take("paper", identity.id)
    caller.limit_weight()
    found = await seen(caller, event, "")
    arrived = max(came, found.since)
    entry = must_take_part(found.event, identity)
    kind, text = str(data.kind), data.text
    if kind == "drive":
        kind, text = RECORD, await driven(caller, found.event, entry, data.attempt, data.table)

    def command(it: Event, now: int) -> Note | None:
        by = person_in(it, identity)
        if _same_paper(commands.entry_of(it, by), kind, text, data.attempt) is not None:
            return None
        return commands.submit(it, kind, text, by, arrived, now, data.attempt)

    found = await caller.server.events.perform(event, command)
    entry = must_take_part(found.event, identity)
    given = _same_paper(entry, kind, text, data.attempt)
    assert given is not None
    return answer(_handed_in(found, entry, given), 201)


def _same_paper(entry: Entry, kind: str, text: str, attempt: int) -> Submission | None:
    """Sent again after a lost line, a paper is handed in once."""
    return next((p for p in entry.submissions if p.kind == kind and p.text == text and attempt in (0, p.number)), None)


def _handed_in(found: Ongoing, entry: Entry, paper: Submission) -> HandedIn:
    left = found.event.regulations.submissions - len(entry.submissions)
    return HandedIn(own_paper(entry, paper, found.marks), left)


@get("/api/events/{event:str}/papers/{entry:str}/{number:str}", responses=refusals(404), tags=["events"],
     summary="A paper")  # fmt: skip
async def paper(event: EventId, entry: EntryId, number: PaperNumber, caller: By, key: Key = "") -> Response[PaperTold]:
    """One of your own, or anybody's once the event has closed; a sheet also as it was taken."""
    found = await seen(caller, event, key)
    given, owner = paper_to_see(caller, found, entry, int(number))
    taken = await _taken(found, given)
    kind: Any = given.kind
    mark = mark_told(found.marks.get((entry, given.number)), given)
    return answer(
        PaperTold(
            name=owner.name,
            klass=owner.klass,
            number=given.number,
            kind=kind,
            arrived=given.arrived,
            text=given.text,
            taken=taken,
            mark=mark,
            verdict=given.verdict,
            why=given.why,
        )
    )


def paper_to_see(caller: Caller, found: Ongoing, entry: str, number: int) -> tuple[Submission, Entry]:
    owner = found.event.entries.get(entry)
    given = None if owner is None else owner.submission(number)
    own = owner is not None and caller.identity is not None and owner.person in caller.identity.ids
    if owner is None or given is None or not (own or found.event.is_unsealed()):
        raise Denied(errors.NO_SUCH, "there is no such paper, or it is sealed until the event closes")
    return given, owner


async def _taken(found: Ongoing, paper: Submission) -> str:
    made = await _marked(found, paper)
    return "" if made is None else made.text


async def _marked(found: Ongoing, paper: Submission) -> Marked | None:
    task = found.event.regulations.task()
    if paper.kind != SHEET or task.trial.mark_sheet is None:
        return None
    return await asyncio.to_thread(task.trial.mark_sheet, task.game, paper.text)


@get("/api/events/{event:str}/papers/{entry:str}/{number:str}/record", responses=refusals(404), tags=["events"],
     summary="A paper as a record")  # fmt: skip
async def paper_record(
    event: EventId, entry: EntryId, number: PaperNumber, caller: By, key: Key = ""
) -> Response[dict[str, Any]]:
    """The drive it stands for, to be watched; of a sheet as it was taken."""
    found = await seen(caller, event, key)
    return answer_bytes((await paper_text(found, *paper_to_see(caller, found, entry, int(number)))).encode())


async def paper_text(found: Ongoing, paper: Submission, owner: Entry) -> str:
    """A paper as the record of a drive."""
    made = await _marked(found, paper)
    if made is None:
        return paper.text
    regulations = found.event.regulations
    log: list[Any] = made.log
    return Record(regulations.game, regulations.rules, made.options, [owner.name], log, [], None, {}).to_text()


# --- results ----------------------------------------------------------------------------------------------------------


@get("/api/events/{event:str}/results", responses=refusals(404, 409), tags=["events"], summary="Classification")
async def results(
    event: EventId,
    caller: By,
    klass: Klass = "",
    limit: Limit = 50,
    after: After = "",
    key: Key = "",
) -> Response[ResultPage]:
    """Of a trial, a page at a time, once places are told: when it has closed. On the house's stages already while they
    run, for those who have driven."""
    found = await seen(caller, event, key)
    person = person_in(found.event, caller.identity)
    must_tell_places(found.event, person)
    first = first_row(found.event, klass, after)
    async with found.lock:
        page = await asyncio.to_thread(result_page, found.outcome(), klass, first, limit, person)
    return answer(page)


def must_tell_places(event: Event, person: str) -> None:
    if event.regulations.kind == MATCH or not shows_results(event):
        raise Denied(errors.NOT_NOW, "there are no results yet: they are sealed until the event closes")
    if event.organiser == HOUSE and not event.is_unsealed() and not has_driven(event, person):
        raise Denied(errors.NOT_NOW, "the board of the day is told once you have driven, or when the day is over")


def has_driven(event: Event, person: str) -> bool:
    entry = event.entry_of(person)
    return entry is not None and bool(entry.submissions)


def first_row(event: Event, klass: str, after: str) -> int:
    """Where a page of a class, or of all, begins; raises Denied."""
    if after and not after.isdecimal():
        raise Denied("bad_value", "after: is not the `next` of a page")
    if klass and klass not in event.regulations.classes:
        raise Denied(errors.NO_CLASS, f"{klass!r} is no class of this event")
    return int(after or 0)


@get("/api/events/{event:str}/standings", responses=refusals(404, 409), tags=["events"], summary="Standings")
async def standings(event: EventId, caller: By, key: Key = "") -> Response[list[StandingRow]]:
    """Of a match event, after the tables that have ended."""
    found = await seen(caller, event, key)
    if found.event.regulations.kind != MATCH:
        raise Denied(errors.NOT_NOW, "a trial has results, not standings")
    person = person_in(found.event, caller.identity)
    async with found.lock:
        lines = await asyncio.to_thread(lambda: found.outcome().standings)
        return answer(standing_rows(found.event, lines, person))


HANDLERS = [sheet, draft, keep_draft, check, hand_in, paper, paper_record, results, standings]
