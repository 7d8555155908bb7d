"""Clubs: making one, joining and leaving, its keepers' rights, its tables, events and standings."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import Response, delete, get, patch, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from parcferme.house import catalogue
from parcferme.house.events import EventRow
from parcferme.house.people import Club, ClubEvent, ClubRow, ClubStanding, ClubTable
from parcferme.server.api.access import By, Caller, must_host
from parcferme.server.api.answers import answer, refusals
from parcferme.server.api.events import page_of
from parcferme.server.api.forms import ClubChange, ClubDeed, ClubForm, ClubKey, Done, EventLink, TableLink
from parcferme.server.api.friends import account_of, way_to
from parcferme.server.api.standings import GameId
from parcferme.server.api.tables import rows_of
from parcferme.server.live.events import event_key
from parcferme.server.people import bonds, clubs
from parcferme.server.people.accounts import Identity
from parcferme.server.storage import events as kept
from parcferme.server.storage.clock import wall

ClubId = Annotated[str, PathParameter(description="a club's id", max_length=24)]
Key = Annotated[str, QueryParameter(max_length=32, description="the key of the club's link")]


@get("/api/clubs", responses=refusals(), summary="Your clubs")
async def mine(caller: By) -> Response[list[ClubRow]]:
    if caller.identity is None or not caller.identity.is_account():
        return answer([])
    identity = caller.known()
    return answer(await caller.server.store.read(lambda db: clubs.mine(db, identity)))


@post("/api/clubs", responses=refusals(409), summary="Found a club", status_code=201)
async def found(data: JSONBody[ClubForm], caller: By) -> Response[Club]:
    caller.limit("club")
    identity, now = account_of(caller, "create"), wall()

    def work(connection: Any) -> Club:
        id = clubs.create(connection, identity, data.name, data.about, now)
        return clubs.page(connection, id, identity, "")

    return answer(await caller.server.store.write(work), 201)


@get("/api/clubs/{club:str}", responses=refusals(404), summary="A club")
async def one(club: ClubId, caller: By, key: Key = "") -> Response[Club]:
    """What it is about, to everybody; who is there, to members."""
    caller.limit("standings")
    reader = None if caller.identity is None else caller.known()
    return answer(await caller.server.store.read(lambda db: clubs.page(db, club, reader, key)))


@patch("/api/clubs/{club:str}", responses=refusals(404), summary="Change a club")
async def change(club: ClubId, data: JSONBody[ClubChange], caller: By) -> Response[Club]:
    """Its name and what it is about; a new link makes the one before void. For keepers."""

    def work(connection: Any, identity: Identity) -> None:
        clubs.must_keep(connection, club, identity)
        clubs.change(connection, club, data.name, data.about, data.renew_link)

    return await _done(caller, club, work)


@delete("/api/clubs/{club:str}", responses=refusals(404), summary="Dissolve a club", status_code=200)
async def dissolve(club: ClubId, caller: By) -> Done:
    """For keepers. Its tables and events stay, as nobody's."""
    identity = account_of(caller, "create")

    def work(connection: Any) -> None:
        clubs.must_keep(connection, club, identity)
        clubs.dissolve(connection, club)

    await caller.server.store.write(work)
    return Done()


@post("/api/clubs/{club:str}/join", responses=refusals(404, 409), summary="Join", status_code=200)
async def join(club: ClubId, data: JSONBody[ClubKey], caller: By) -> Response[Club]:
    """By the key of the club's link at once; without it a keeper has to let you in."""
    caller.limit("social")
    now = wall()
    return await _done(caller, club, lambda db, who: clubs.join(db, club, who, data.key, now))


@post("/api/clubs/{club:str}/leave", responses=refusals(404), summary="Leave", status_code=200)
async def leave(club: ClubId, caller: By) -> Done:
    """The member who has been there longest keeps the club where its last keeper leaves; the last one closes it."""
    identity = account_of(caller, "play")
    await caller.server.store.write(partial(_leave, club=club, identity=identity))
    return Done()


def _leave(connection: Any, club: str, identity: Identity) -> None:
    clubs.find(connection, club)
    clubs.remove(connection, club, identity.id, 0)


@post(
    "/api/clubs/{club:str}/people/{person:str}",
    responses=refusals(404, 409),
    summary="Let in, or out",
    status_code=200,
)
async def people(
    club: ClubId,
    person: Annotated[str, PathParameter(description="an account's name or id", max_length=40)],
    data: JSONBody[ClubDeed],
    caller: By,
) -> Response[Club]:
    """`admit` who asks, make a member a `keeper`, or `remove` somebody. For keepers."""
    caller.limit("social")
    now = wall()

    def work(connection: Any, identity: Identity) -> None:
        clubs.must_keep(connection, club, identity)
        clubs.DEEDS[data.deed](connection, club, bonds.account_called(connection, person).id, now)

    return await _done(caller, club, work)


@get("/api/clubs/{club:str}/tables", responses=refusals(404), summary="A club's tables")
async def tables(club: ClubId, caller: By) -> Response[list[ClubTable]]:
    """Those that gather or are played, private ones too, with a member's way to them."""
    rows = await _for_members(caller, club, clubs.tables_of)
    told = await rows_of(caller, rows)
    ways = [await way_to(caller, row.id) for row in rows]
    return answer([ClubTable(row, way) for row, way in zip(told, ways, strict=True) if way is not None])


@post("/api/clubs/{club:str}/tables", responses=refusals(404), summary="A table for the club", status_code=200)
async def add_table(club: ClubId, data: JSONBody[TableLink], caller: By) -> Done:
    """By its host: the members see it on the club's page and may take a seat."""
    identity, now = account_of(caller, "create"), wall()
    must_host(identity, await caller.server.tables.room(data.table))

    def work(connection: Any) -> None:
        clubs.must_be_inside(connection, club, identity)
        clubs.add_table(connection, club, data.table, now)

    await caller.server.store.write(work)
    return Done()


@get("/api/clubs/{club:str}/events", responses=refusals(404), summary="A club's events")
async def events(club: ClubId, caller: By) -> Response[list[ClubEvent]]:
    """The latest first, private ones too, with a member's way to them."""
    ids = await _for_members(caller, club, clubs.event_ids)
    rows = await caller.server.store.read(lambda db: kept.some(db, ids))
    told = (await page_of(caller, rows, "")).events
    return answer([ClubEvent(row, _way_to_event(caller, row)) for row in told])


def _way_to_event(caller: Caller, row: EventRow) -> str:
    key = "" if row.visibility == "public" else f"?key={event_key(caller.server.key, row.id)}"
    return f"/events/{row.id}{key}"


@post("/api/clubs/{club:str}/events", responses=refusals(404), summary="An event for the club", status_code=200)
async def add_event(club: ClubId, data: JSONBody[EventLink], caller: By) -> Done:
    """By its organiser."""
    identity, now = account_of(caller, "organise"), wall()

    def work(connection: Any) -> None:
        clubs.must_be_inside(connection, club, identity)
        clubs.add_event(connection, club, data.event, identity, now)

    await caller.server.store.write(work)
    return Done()


@get("/api/clubs/{club:str}/standings/{game:str}", responses=refusals(404), summary="A club's standings")
async def standings(club: ClubId, game: GameId, caller: By) -> Response[list[ClubStanding]]:
    """The members in one game, the surest first."""
    catalogue.must_exist(game)
    return answer(await _for_members(caller, club, lambda db, id: clubs.standings(db, id, game)))


async def _for_members(caller: Caller, club: str, look: Any) -> Any:
    caller.limit("standings")
    identity = caller.known()

    def work(connection: Any) -> Any:
        clubs.must_be_inside(connection, club, identity)
        return look(connection, club)

    return await caller.server.store.read(work)


async def _done(caller: Caller, club: str, deed: Any) -> Response[Club]:
    """Do something with a club, and show it."""
    identity = account_of(caller, "play")

    def work(connection: Any) -> Club:
        deed(connection, identity)
        return clubs.page(connection, club, identity, "")

    return answer(await caller.server.store.write(work))


HANDLERS = [
    mine,
    found,
    one,
    change,
    dissolve,
    join,
    leave,
    people,
    tables,
    add_table,
    events,
    add_event,
    standings,
]
