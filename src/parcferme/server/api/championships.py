"""Championships: points over events, worked out from what the events have come to."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Response, get, post, put
from litestar.params import JSONBody, PathParameter

from parcferme.house.event_results import (
    ChampionshipEvent,
    ChampionshipInfo,
    ChampionshipRow,
    StandingRow,
    standing_row,
)
from parcferme.organise import commands, errors
from parcferme.organise.championship import COUNTED, FORMAT, Championship, read_championship, standings_after
from parcferme.organise.event import Event
from parcferme.organise.moments import read_moment
from parcferme.organise.regulations import POINTS
from parcferme.organise.seasons import season_regulations, seasons, stages_of
from parcferme.server.api.access import By, Caller
from parcferme.server.api.answers import answer, refusals
from parcferme.server.api.event_forms import ChampionshipForm, SeasonForm
from parcferme.server.api.events import Limit, new_id
from parcferme.server.live.events import Ongoing, new_event
from parcferme.server.people.accounts import Identity
from parcferme.server.storage import events as kept
from parcferme.server.storage.store import new_secret
from parcferme.table.errors import Denied

ChampionshipId = Annotated[str, PathParameter(description="a championship's id", max_length=40)]


@get("/api/championships", responses=refusals(), tags=["events"], summary="Championships")
async def listed(caller: By, limit: Limit = 20) -> Response[list[ChampionshipRow]]:
    """The latest first."""
    found = await caller.server.store.read(lambda connection: kept.all_championships(connection, limit))
    return answer([ChampionshipRow(*row) for row in found])


@post("/api/championships", responses=refusals(404), tags=["events"], summary="Write a championship down",
      status_code=201)  # fmt: skip
async def create(data: JSONBody[ChampionshipForm], caller: By) -> Response[ChampionshipInfo]:
    """For organisers. Its events are public, or your own."""
    caller.limit("event")
    identity = _organiser(caller)
    series = _series(data, [])
    await _events(caller, series, identity)
    id = new_id(data.title)
    await _keep(caller, id, identity.id, series)
    return answer(await _told(caller, id), 201)


@put("/api/championships/{championship:str}", responses=refusals(404, 409), tags=["events"],
     summary="Change a championship")  # fmt: skip
async def change(
    championship: ChampionshipId, data: JSONBody[ChampionshipForm], caller: By
) -> Response[ChampionshipInfo]:
    """Once an event has results, with a bulletin, which is shown beside the standings."""
    caller.limit("desk")
    identity = _organiser(caller)
    organiser, before = await caller.server.store.read(lambda db: kept.championship_of(db, championship))
    if organiser not in identity.ids:
        raise Denied(errors.NOT_ORGANISER, "only its organiser changes a championship")
    counted = [one for one in await _events(caller, before, identity) if one.event.status in COUNTED]
    if counted and not data.bulletin.strip():
        raise Denied(errors.FROZEN, "an event has results: say in a bulletin what changes and why")
    bulletins = [*before.bulletins, data.bulletin] if data.bulletin.strip() else before.bulletins
    series = _series(data, bulletins)
    await _events(caller, series, identity)
    await _keep(caller, championship, organiser, series)
    return answer(await _told(caller, championship))


@get("/api/championships/{championship:str}", responses=refusals(404), tags=["events"], summary="A championship")
async def one(championship: ChampionshipId, caller: By) -> Response[ChampionshipInfo]:
    """With the standings after the events that have results."""
    return answer(await _told(caller, championship))


@get("/api/seasons", responses=refusals(), tags=["events"], summary="Championships of the house",
     sync_to_thread=True)  # fmt: skip
def house_seasons(caller: By) -> list[ChampionshipRow]:
    """Ready to be opened by an organiser: one of each game that is driven alone, and one over all games."""
    return [ChampionshipRow(season, season, len(stages_of(season))) for season in seasons()]


@post("/api/seasons", responses=refusals(404, 409), tags=["events"], summary="Open one of them", status_code=201)
async def open_season(data: JSONBody[SeasonForm], caller: By) -> Response[ChampionshipInfo]:
    """All its events are announced, one after another, and a championship of them is written down."""
    caller.limit("event")
    identity = _organiser(caller)
    opens = read_moment("opens", data.opens)
    wanted = await asyncio.to_thread(season_regulations, data.season, opens, data.days, identity.name)
    events = caller.server.events
    ids: list[str] = []
    for lines in wanted:
        made = await asyncio.to_thread(_announced, new_id(lines["title"]), lines, identity.id, events.calendar.now())
        ids.append((await events.create(made, identity.id, "public")).event.id)
    id = new_id(data.title)
    await _keep(caller, id, identity.id, _series(ChampionshipForm(data.title, ids), []))
    return answer(await _told(caller, id), 201)


def _announced(id: str, lines: dict[str, object], by: str, now: int) -> Event:
    event = new_event(id, new_secret(), lines, {}, by, now)
    event.fold(commands.announce(event, by, now))
    return event


def _organiser(caller: Caller) -> Identity:
    identity = caller.known("organise")
    if not identity.is_organiser():
        raise Denied("forbidden", "championships are for organisers")
    return identity


def _series(data: ChampionshipForm, bulletins: list[str]) -> Championship:
    document: dict[str, object] = {"format": FORMAT, "title": data.title, "events": data.events}
    document |= {"points": data.points or list(POINTS), "classes": data.classes, "bulletins": bulletins}
    return read_championship({**document, "best": data.best or len(data.events)})


async def _keep(caller: Caller, id: str, organiser: str, series: Championship) -> None:
    now = caller.server.events.calendar.now()
    await caller.server.store.write(lambda db: kept.keep_championship(db, id, organiser, series.to_json(), now))


async def _events(caller: Caller, series: Championship, identity: Identity | None) -> list[Ongoing]:
    """The events of a series; raises Denied for one that somebody may not put there."""
    found = [await caller.server.events.find(id) for id in series.events]
    for one in found if identity is not None else []:
        own = identity is not None and one.event.organiser in identity.ids
        if not own and (one.visibility != "public" or one.event.status == "draft"):
            raise Denied(errors.NO_SUCH, f"there is no public event {one.event.id}")
    return found


async def _told(caller: Caller, id: str) -> ChampionshipInfo:
    organiser, series = await caller.server.store.read(lambda db: kept.championship_of(db, id))
    found = await _events(caller, series, None)
    counted = [one for one in found if one.event.status in COUNTED]
    lines = await asyncio.to_thread(standings_after, series, [one.outcome() for one in counted])
    own = frozenset() if caller.identity is None else caller.identity.ids
    names = {entry.name for one in found for entry in one.event.entries.values() if entry.person in own}
    standings: dict[str, list[StandingRow]] = {
        klass: [standing_row(line, line.who, line.who in names) for line in rows] for klass, rows in lines.items()
    }
    return ChampionshipInfo(
        id=id,
        title=series.title,
        points=series.points,
        best=series.best,
        bulletins=series.bulletins,
        events=[_event(one) for one in found],
        counted=[one.event.id for one in counted],
        standings=standings,
        organising=organiser in own,
    )


def _event(found: Ongoing) -> ChampionshipEvent:
    made = found.event.regulations
    status: Any = found.event.status
    return ChampionshipEvent(found.event.id, made.title, made.game, status, made.opens, made.closes)


HANDLERS = [listed, create, change, one, house_seasons, open_season]
