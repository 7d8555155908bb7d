"""Events: finding one, writing one down, taking part. Until an event has closed nobody, its organiser included, is told
what others have handed in; `house/events.py` says what is told instead."""

from __future__ import annotations

import asyncio
import hmac
import re
import secrets
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

from litestar import Response, get, post, put
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from parcferme.house.codec import decode, encode
from parcferme.house.daily import BestOfDay, Today, best_of_day, today
from parcferme.house.events import EventInfo, EventPage, EventRow, EventSummary, Reading, event_info
from parcferme.house.opening import brings_documents
from parcferme.organise import commands, errors
from parcferme.organise.daily import daily_id, day_of
from parcferme.organise.desk import organiser_drives
from parcferme.organise.event import ANNOUNCED, CANCELLED, DRAFT, UNSEALED, Event
from parcferme.organise.files import is_public, write_event
from parcferme.organise.journal import Note
from parcferme.organise.moments import DAY
from parcferme.organise.sealed import view
from parcferme.organise.signing import sign
from parcferme.server.api.access import By, Caller
from parcferme.server.api.answers import answer, answer_bytes, refusals
from parcferme.server.api.documents import played_with
from parcferme.server.api.event_forms import EnterForm, EventForm, EventReasonForm
from parcferme.server.live.events import Ongoing, event_key, new_event
from parcferme.server.live.marking import looked_through
from parcferme.server.live.rounds import round_table_id
from parcferme.server.live.unreadable import Unreadable
from parcferme.server.people.accounts import Identity, must_not_pose
from parcferme.server.storage import events as kept
from parcferme.server.storage.events import EventMissing
from parcferme.server.storage.store import new_secret
from parcferme.table.errors import Denied

EventId = Annotated[str, PathParameter(description="an event's id", max_length=40)]
Key = Annotated[str, QueryParameter(description="the key of the link to a private event", max_length=64)]
Limit = Annotated[int, QueryParameter(ge=1, le=100, description="rows of a page")]
After = Annotated[str, QueryParameter(max_length=60, description="the `next` of the page before; empty: the first")]
Wish = Callable[[Event, str, int], Note | None]  # the event, who asks, its time
MOST_EVENTS = 100  # of one person who is no organiser
SLUG = 15  # letters of a title in an event's id


def deed(name: str, summary: str) -> post:
    """Something that is done about an event."""
    path = f"/api/events/{{event:str}}/{name}"
    return post(path, responses=refusals(404, 409), tags=["events"], summary=summary, status_code=200)


# --- lists ------------------------------------------------------------------------------------------------------------


@get("/api/events", responses=refusals(), tags=["events"], summary="Events")
async def listed(
    caller: By,
    status: FromQuery[Literal["announced", "open", "closed", "provisional", "final", "cancelled"]] = "open",
    game: Annotated[str, QueryParameter(max_length=40)] = "",
    limit: Limit = 20,
    after: After = "",
) -> Response[EventPage]:
    """Public events of a state: those to come and under way by what closes soonest, the others latest first."""
    found = await caller.server.store.read(lambda db: kept.listed(db, status, game, limit, after))
    return answer(await page_of(caller, *found))


@get("/api/events/mine", responses=refusals(), tags=["events"], summary="Your events")
async def mine(caller: By, limit: Limit = 20, after: After = "") -> Response[EventPage]:
    """Events you take part in or organise, the latest first."""
    if caller.identity is None:
        return answer(EventPage([], ""))
    ids = caller.known().ids
    return answer(await page_of(caller, *await caller.server.store.read(lambda db: kept.mine(db, ids, limit, after))))


async def page_of(caller: Caller, rows: list[Any], further: str) -> EventPage:
    """Events as a list tells them."""
    ids = frozenset() if caller.identity is None else caller.identity.ids
    found = [row.id for row in rows]
    entered = await caller.server.store.read(lambda db: kept.entered(db, found, ids)) if ids and found else set()
    return EventPage([_row(row, row.id in entered, row.organiser in ids) for row in rows], further)


def _row(row: Any, entered: bool, organising: bool) -> EventRow:
    told = decode(row.summary, type=EventSummary)
    own: dict[str, Any] = {"id": row.id, "game": row.game, "status": row.status, "visibility": row.visibility}
    known = {name: getattr(told, name) for name in told.__struct_fields__}
    return EventRow(**known, **own, entered_yourself=entered, organising=organising)


# --- one event --------------------------------------------------------------------------------------------------------


@get("/api/events/{event:str}", responses=refusals(404), tags=["events"], summary="An event")
async def one(event: EventId, caller: By, key: Key = "") -> Response[EventInfo]:
    return answer(described(caller, await seen(caller, event, key)))


@post("/api/events", responses=refusals(404, 409, 413), tags=["events"], summary="Write an event down", status_code=201)
async def create(data: JSONBody[EventForm], caller: By) -> Response[EventInfo]:
    """A draft, which its organiser alone sees until it is announced."""
    caller.limit("event")
    caller.limit_weight()
    must_organise_public(caller, data.visibility)
    identity = await caller.known_or_guest("organise", data.name)
    await must_have_room(caller, identity)
    events, regulations = caller.server.events, await _regulations(caller, data, identity)
    now, id = events.calendar.now(), new_id(regulations.get("title"))
    made = await asyncio.to_thread(new_event, id, new_secret(), regulations, {}, identity.id, now)
    return answer(described(caller, await events.create(made, identity.id, data.visibility)), 201)


async def must_have_room(caller: Caller, identity: Identity) -> None:
    """Raises Denied where somebody keeps as many events here as one person may; organisers keep any number."""
    if identity.is_organiser():
        return
    if await caller.server.store.read(lambda db: kept.held_by(db, identity.ids)) >= MOST_EVENTS:
        raise Denied("no_room", f"one person keeps at most {MOST_EVENTS} events here")


def must_organise_public(caller: Caller, visibility: str) -> None:
    if visibility == "public" and not (caller.identity is not None and caller.identity.is_organiser()):
        raise Denied("forbidden", "public events are for organisers; anybody may hold a private one")


async def _regulations(caller: Caller, data: EventForm, identity: Identity) -> dict[str, Any]:
    """As they were given. Whoever gives no name for the organiser is called by the own one; a document sets the game
    and its options."""
    called = data.regulations.get("organiser") or identity.name
    if called != identity.name:
        await caller.server.store.read(lambda db: must_not_pose(db, str(called), identity))
    given = {**data.regulations, "organiser": called}
    if not data.document:
        await _must_hold(caller, given)
        return given
    played = await played_with(caller, str(given.get("game", "")), data.document)
    own = given.get("options")
    options = {**(own if isinstance(own, dict) else {}), **played.options}
    return {**given, "game": played.game, "options": options}


async def _must_hold(caller: Caller, regulations: dict[str, Any]) -> None:
    """Regulations with documents of somebody's own are looked at away from the tables first."""
    options = regulations.get("options")
    if isinstance(options, dict) and brings_documents(options):
        await caller.server.workshop.look_at(caller.waits_as(), looked_through, regulations)


def new_id(title: object) -> str:
    """Readable, and not to be guessed."""
    words = re.sub(r"[^a-z0-9]+", "-", str(title).lower()).strip("-")[:SLUG].strip("-")
    return f"{words or 'rally'}-{secrets.token_hex(4)}"


@put("/api/events/{event:str}", responses=refusals(404, 409, 413), tags=["events"], summary="Write it down anew")
async def rewrite(event: EventId, data: JSONBody[EventForm], caller: By) -> Response[EventInfo]:
    """While it is a draft."""
    caller.limit("desk")
    caller.limit_weight()
    regulations = await _regulations(caller, data, caller.known("organise"))
    found = await by_organiser(
        caller, event, lambda it, by, now: commands.write(it, regulations, dict(it.documents), by, now)
    )
    return answer(described(caller, found))


@deed("announce", "Announce it")
async def announce(event: EventId, caller: By) -> Response[EventInfo]:
    """Everybody may read it and enter; what is driven stays sealed until the opening."""
    caller.limit("desk")
    await by_organiser(caller, event, commands.announce)
    await caller.server.events.keep_time(event)
    return answer(described(caller, await seen(caller, event, "")))


@deed("cancel", "Cancel it")
async def cancel(event: EventId, data: JSONBody[EventReasonForm], caller: By) -> Response[EventInfo]:
    caller.limit("desk")
    found = await by_organiser(caller, event, lambda it, by, now: commands.cancel(it, data.reason, by, now))
    return answer(described(caller, found))


@deed("enter", "Take part")
async def enter(event: EventId, data: JSONBody[EnterForm], caller: By) -> Response[EventInfo]:
    """As a guest if you are nobody yet. Entering twice is harmless."""
    caller.limit("join")
    await seen(caller, event, data.key)
    if caller.identity is None or not caller.identity.is_account():
        caller.server.limits.take("crowd", f"{caller.address}/{event}")
    identity = await caller.known_or_guest("play", data.name)

    def command(it: Event, now: int) -> Note | None:
        if it.entry_of(person_in(it, identity)) is not None:
            return None
        return commands.enter(it, _entry_id(it), identity.name, data.klass, identity.id, now)

    return answer(described(caller, await caller.server.events.perform(event, command)))


def _entry_id(event: Event) -> str:
    """What an entry is called in the file: nobody's name, which whoever goes takes along."""
    while (id := secrets.token_hex(4)) in event.entries:
        pass
    return id


@deed("leave", "Withdraw")
async def leave(event: EventId, caller: By) -> Response[EventInfo]:
    caller.limit("join")
    return answer(described(caller, await by_entrant(caller, event, commands.leave)))


@get("/api/events/{event:str}/file", responses=refusals(404, 409), tags=["events"], summary="The event's file")
async def file(event: EventId, caller: By, key: Key = "") -> Response[dict[str, Any]]:
    """Before the closing the announcement; then all of it, which `parcferme event verify` checks."""
    caller.limit("upload")
    try:
        found = await seen(caller, event, key)
    except Unreadable as error:
        return await _as_kept(caller, event, key, error)
    if found.event.status in (DRAFT, ANNOUNCED):
        raise Denied(errors.NOT_NOW, "what is driven is sealed until the opening")
    async with found.lock:
        text = await asyncio.to_thread(_file_text, found, caller.server.key)
    return _attached(event, text)


def _attached(id: str, text: bytes) -> Response[dict[str, Any]]:
    return answer_bytes(text, headers={"Content-Disposition": f'attachment; filename="{id}.json"'})


async def _as_kept(caller: Caller, id: str, key: str, error: Unreadable) -> Response[dict[str, Any]]:
    """An event whose documents or rules this program does not know any more still gives away what was written down, to
    whoever might have seen it; a sealed one stays sealed."""
    row, notes = await caller.server.store.read(lambda connection: kept.fetch(connection, id))
    own = caller.identity is not None and row.organiser in caller.identity.ids
    if not (own or row.visibility == "public" or _is_key(caller, id, key)):
        raise EventMissing
    if row.status not in (*UNSEALED, CANCELLED):
        raise error
    return _attached(id, await asyncio.to_thread(lambda: encode(kept.as_kept(row, notes))))


def _file_text(found: Ongoing, key: bytes) -> bytes:
    if not is_public(found.event):
        return encode(view(found.event, {}, ""))
    must_be_marked(found)
    return write_event(found.outcome(), sign(key, found.event)).encode()


@get("/api/daily", responses=refusals(404), tags=["events"], summary="Today's stage")
async def daily(caller: By) -> Response[Today]:
    """A trial that the house opens every day at 00:00 UTC, the same on every server of one version."""
    day = caller.server.events.calendar.now() // DAY
    found = await caller.server.events.find(daily_id(day))
    ids = frozenset() if caller.identity is None else caller.identity.ids
    driven = await caller.server.store.read(lambda db: kept.handed_in_daily(db, ids)) if ids else []
    best = await _best_of(caller, daily_id(day - 1))
    info, days = described(caller, found), {day_of(id) for id in driven}
    return answer(await asyncio.to_thread(today, info, day, days, best))


async def _best_of(caller: Caller, id: str) -> BestOfDay | None:
    """The best drive of a stage that is over; `None` where nobody came home, or there was none."""
    try:
        found = await caller.server.events.find(id)
    except EventMissing:
        return None
    async with found.lock:
        return await asyncio.to_thread(best_of_day, found.outcome()) if found.event.is_unsealed() else None


# --- who sees and does what -------------------------------------------------------------------------------------------


async def seen(caller: Caller, id: str, key: str) -> Ongoing:
    """An event this caller may see; raises Denied as if there were none."""
    if caller.identity is not None:
        caller.known()
    found = await caller.server.events.find(id)
    if not _may_see(caller, found, key):
        raise EventMissing
    return found


def _may_see(caller: Caller, found: Ongoing, key: str) -> bool:
    identity, event = caller.identity, found.event
    if identity is not None and identity.ids & {event.organiser, found.organiser}:
        return True
    if event.status == DRAFT:
        return False
    if found.visibility == "public" or (identity is not None and event.entry_of(person_in(event, identity))):
        return True
    if identity is not None and identity.is_admin() and event.is_unsealed():
        return True  # perhaps there is something to decide in which the organiser drives
    return _is_key(caller, event.id, key)


def _is_key(caller: Caller, id: str, key: str) -> bool:
    return bool(key) and hmac.compare_digest(event_key(caller.server.key, id).encode(), key.encode())


def person_in(event: Event, identity: Identity | None) -> str:
    """Who somebody is in an event: by the id they entered with, perhaps as a guest; else by their own."""
    if identity is None:
        return ""
    others = sorted(identity.ids - {identity.id})
    return next((id for id in (identity.id, *others) if event.entry_of(id) is not None), identity.id)


def described(caller: Caller, found: Ongoing) -> EventInfo:
    """The event as the caller may see it now."""
    event, identity = found.event, caller.identity
    organising = identity is not None and event.organiser in identity.ids
    holds = identity is not None and found.organiser in identity.ids  # also one that was brought from elsewhere
    key = event_key(caller.server.key, event.id) if holds else ""
    now = caller.server.events.calendar.now()
    table = partial(round_table_id, caller.server.key, event.id)
    judging = organising or (identity is not None and identity.is_admin() and organiser_drives(event))
    reading = Reading(person_in(event, identity), organising, judging, found.visibility, now, key, table)
    return event_info(event, found.marks, reading)


async def by_entrant(caller: Caller, id: str, wish: Wish) -> Ongoing:
    """Perform what somebody wishes who takes part."""
    identity = caller.known("play")
    await seen(caller, id, "")
    return await caller.server.events.perform(id, lambda it, now: wish(it, person_in(it, identity), now))


async def by_organiser(caller: Caller, id: str, wish: Wish) -> Ongoing:
    """… or who organises; the organiser of a token needs its scope."""
    identity = caller.known("organise")
    await seen(caller, id, "")

    def command(it: Event, now: int) -> Note | None:
        return wish(it, it.organiser if it.organiser in identity.ids else identity.id, now)

    return await caller.server.events.perform(id, command)


def must_be_marked(found: Ongoing) -> None:
    waiting = len(found.waiting())
    if waiting:
        raise Denied(errors.UNMARKED, f"{waiting} papers are still to be marked")


HANDLERS = [listed, mine, one, create, rewrite, announce, cancel, enter, leave, file, daily]
