"""The administrators' desk: reports, people, tables, lines of chat, ranges of addresses, the diary; and reporting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from sqlalchemy import Connection

from parcferme.core.bounds import is_readable
from parcferme.house.people import (
    ClubsPage,
    Diary,
    DiaryStep,
    PeoplePage,
    PersonFile,
    Range,
    ReportFile,
    ReportsPage,
    TablesPage,
)
from parcferme.server.api.access import By, Caller, may_watch
from parcferme.server.api.account import Person, in_person
from parcferme.server.api.answers import answer, refusals
from parcferme.server.api.clubs import ClubId
from parcferme.server.api.documents import DocumentId
from parcferme.server.api.forms import ClubNameForm, Done, RangeForm, ReasonForm, ReportForm, StepForm
from parcferme.server.api.tables import After, Key, Limit, TableId
from parcferme.server.live.desk import close_table
from parcferme.server.people import club_desk, moderation
from parcferme.server.people.moderation import Moderator
from parcferme.server.storage.clock import wall
from parcferme.server.storage.store import Page
from parcferme.table.errors import NOT_SEATED, Denied
from parcferme.table.names import one_line

Number = Annotated[int, PathParameter(ge=0, le=2_147_483_647)]
Search = Annotated[str, QueryParameter(max_length=60, description="part of a name or title, or an id; empty: all")]


# For everybody


@post("/api/tables/{table:str}/report", responses=refusals(404), tags=["tables"], summary="Report", status_code=202)
async def report(table: TableId, data: JSONBody[ReportForm], caller: By, key: Key = "") -> Done:
    """Tell the administrators of somebody at the table: of a line of theirs, or of who sits on a seat."""
    caller.limit("report")
    identity = caller.known()
    room = await caller.server.tables.room(table)
    may_watch(caller, room, key)
    seated = {n: seat.person for n, seat in enumerate(room.table.seats) if seat.person}
    why = one_line(data.why)
    if not why or not is_readable(why) or (data.line is None) == (data.seat is None):
        raise Denied("bad_value", "say why, and name a line of chat or a seat")

    def work(connection: Connection) -> None:
        on_seat = seated.get(-1 if data.seat is None else data.seat, "")
        person = on_seat if data.line is None else moderation.speaker(connection, table, data.line)
        if not person or person in identity.ids:
            raise Denied(NOT_SEATED, "there is nobody else to report")
        moderation.report(connection, identity.id, table, person, data.line, why, wall())

    await caller.server.store.write(work)
    return Done()


@get("/api/account/steps", responses=refusals(), tags=["people"], summary="What administrators told you")
async def my_steps(caller: By) -> Response[list[DiaryStep]]:
    """What you have not seen yet."""
    identity = in_person(caller)
    return answer(await caller.server.store.read(lambda db: moderation.untold(db, identity.id, identity.untold)))


@post("/api/account/steps/seen", responses=refusals(), tags=["people"], summary="You have read it", status_code=200)
async def seen(caller: By) -> Done:
    identity = in_person(caller)
    await caller.server.store.write(lambda db: moderation.have_told(db, identity.id))
    return Done()


# For administrators


@get("/api/moderation/reports", responses=refusals(), summary="Reports")
async def list_reports(
    caller: By,
    closed: Annotated[bool, QueryParameter(description="those that are settled, the latest first")] = False,
    limit: Limit = 50,
    after: After = "",
) -> Response[ReportsPage]:
    """Those that wait, the oldest first."""
    page = Page(limit, after)
    return answer(await _read(caller, lambda db: moderation.report_page(db, closed, page)))


@get("/api/moderation/reports/{number:int}", responses=refusals(404), summary="A report")
async def one_report(number: Number, caller: By) -> Response[ReportFile]:
    """With what was said at the table."""
    return answer(await _read(caller, lambda db: moderation.open_report(db, number)))


@get("/api/moderation/people", responses=refusals(), summary="Find people")
async def list_people(caller: By, search: Search = "", limit: Limit = 50, after: After = "") -> Response[PeoplePage]:
    page = Page(limit, after)
    return answer(await _read(caller, lambda db: moderation.find_people(db, _searched(search), page)))


@get("/api/moderation/people/{person:str}", responses=refusals(404), summary="Somebody")
async def one_person(person: Person, caller: By) -> Response[PersonFile]:
    return answer(await _read(caller, lambda db: moderation.open_person(db, person)))


@get("/api/moderation/tables", responses=refusals(), summary="Find tables")
async def list_tables(caller: By, search: Search = "", limit: Limit = 50, after: After = "") -> Response[TablesPage]:
    page = Page(limit, after)
    return answer(await _read(caller, lambda db: moderation.find_tables(db, _searched(search), page)))


@get("/api/moderation/ranges", responses=refusals(), summary="Closed ranges of addresses")
async def list_ranges(caller: By) -> Response[list[Range]]:
    return answer(await _read(caller, lambda db: moderation.closed_ranges(db, wall())))


@get("/api/moderation/diary", responses=refusals(), summary="What was done, by whom and why")
async def diary(
    caller: By, before: Annotated[int, QueryParameter(ge=0, le=2_147_483_647, description="0: the latest")] = 0
) -> Response[Diary]:
    return answer(await _read(caller, lambda db: moderation.read_diary(db, before)))


@post("/api/moderation/steps", responses=refusals(404, 409), summary="Take a step", status_code=200)
async def step(data: JSONBody[StepForm], caller: By) -> Done:
    """Do something about somebody. Reports of them that wait are settled by it."""
    return await _do(
        caller,
        data.reason,
        lambda db, who: moderation.take_step(db, who, data.deed, data.person, data.days, data.name),
    )


@post(
    "/api/moderation/tables/{table:str}/close", responses=refusals(404, 409), summary="Close a table", status_code=200
)
async def close(table: TableId, data: JSONBody[ReasonForm], caller: By) -> Done:
    """Also one that cannot be opened."""
    return await _do(caller, data.reason, lambda db, who: close_table(db, who, table))


@post(
    "/api/moderation/tables/{table:str}/chat/{number:int}/hide",
    responses=refusals(404),
    summary="Take a line of chat away",
    status_code=200,
)
async def hide(table: TableId, number: Number, data: JSONBody[ReasonForm], caller: By) -> Done:
    return await _do(caller, data.reason, lambda db, who: moderation.hide(db, who, table, number))


@post(
    "/api/moderation/documents/{document:str}/withdraw",
    responses=refusals(404),
    summary="Take a document off the shelf",
    status_code=200,
)
async def withdraw(document: DocumentId, data: JSONBody[ReasonForm], caller: By) -> Done:
    """For good. Tables, events and records that have it keep it."""
    return await _do(caller, data.reason, lambda db, who: moderation.withdraw(db, who, document))


@get("/api/moderation/clubs", responses=refusals(), summary="Find clubs")
async def list_clubs(caller: By, search: Search = "", limit: Limit = 50, after: After = "") -> Response[ClubsPage]:
    page = Page(limit, after)
    return answer(await _read(caller, lambda db: club_desk.find_clubs(db, _searched(search), page)))


@post(
    "/api/moderation/clubs/{club:str}/rename",
    responses=refusals(404),
    summary="Give a club another name",
    status_code=200,
)
async def rename_club(club: ClubId, data: JSONBody[ClubNameForm], caller: By) -> Done:
    return await _do(caller, data.reason, lambda db, who: club_desk.rename(db, who, club, data.name))


@post("/api/moderation/clubs/{club:str}/close", responses=refusals(404), summary="Close a club", status_code=200)
async def close_club(club: ClubId, data: JSONBody[ReasonForm], caller: By) -> Done:
    """Its tables and events stay, as nobody's."""
    return await _do(caller, data.reason, lambda db, who: club_desk.close(db, who, club))


@post("/api/moderation/ranges", responses=refusals(), summary="Close a range", status_code=200)
async def close_range(data: JSONBody[RangeForm], caller: By) -> Done:
    """Nobody plays as a guest or registers from there; accounts that are older may."""
    return await _do(caller, data.reason, lambda db, who: moderation.close_range(db, who, data.range, data.days))


@post(
    "/api/moderation/ranges/{number:int}/lift", responses=refusals(404), summary="Open a range again", status_code=200
)
async def open_range(number: Number, data: JSONBody[ReasonForm], caller: By) -> Done:
    return await _do(caller, data.reason, lambda db, who: moderation.open_range(db, who, number))


def _searched(search: str) -> str:
    return search.replace("\0", "").strip()


async def _read(caller: Caller, work: Callable[[Connection], Any]) -> Any:
    caller.admin()
    return await caller.server.store.read(work)


async def _do(caller: Caller, reason: str, work: Callable[[Connection, Moderator], None]) -> Done:
    """Write a step down, and act on it at once."""
    who = Moderator(caller.admin().id, reason, wall())
    await caller.server.store.write(lambda connection: work(connection, who))
    await caller.server.desk.heed()
    return Done()


HANDLERS = [
    report,
    my_steps,
    seen,
    list_reports,
    one_report,
    list_people,
    one_person,
    list_tables,
    list_ranges,
    diary,
    step,
    close,
    hide,
    withdraw,
    list_clubs,
    rename_club,
    close_club,
    close_range,
    open_range,
]
