"""Watching: public tables that are being played, the closest and liveliest first, each with a spectator's view."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.params import QueryParameter
from sqlalchemy import func, select

from parcferme.house.telling import seats as told_seats
from parcferme.house.watching import WatchedTable, WatchPage, interest, liveliness, race_of, reason_for
from parcferme.server.api.access import By, Caller
from parcferme.server.api.answers import answer, refusals
from parcferme.server.live.rooms import Room
from parcferme.server.storage.clock import wall
from parcferme.server.storage.schema import seats, tables
from parcferme.table.errors import Denied
from parcferme.table.table import PLAYING

LOOKED_AT: Final = 500  # tables that are compared: those opened last
LOOKED_INTO: Final = 24  # … of which the liveliest are opened to see how close they are
Ranked = tuple[Any, int, int]  # its row, people, watchers


@get("/api/watch", responses=refusals(), summary="Tables to watch")
async def watch(
    caller: By,
    game: Annotated[str, QueryParameter(max_length=40, description="empty: any game")] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=12, description="tables of a page")] = 7,
    after: Annotated[str, QueryParameter(max_length=8, description="the `next` of the page before")] = "",
) -> Response[WatchPage]:
    """Public tables under way with their boards as a spectator sees them. Nothing private is ever among them."""
    caller.limit("watch")
    now, first = wall(), int(after) if after.isdecimal() else 0
    ranked = await _ranked(caller, game, now)
    closest, others = await _by_interest(caller, ranked[:LOOKED_INTO], now), ranked[LOOKED_INTO:]
    last, total = first + limit, len(closest) + len(others)
    further = others[max(0, first - len(closest)) : max(0, last - len(closest))]
    rest = [await _told(caller, one, now) for one in further]
    shown = [*closest[first:last], *[one for one in rest if one is not None]]
    return answer(WatchPage(shown, str(last) if last < total else "", total))


async def _by_interest(caller: Caller, ranked: list[Ranked], now: int) -> list[WatchedTable]:
    """The liveliest, in the order in which one would like to see them, without those that cannot be shown (yet)."""
    told = [(await _told(caller, one, now), one) for one in ranked]
    found = [(one, liveliness(people, now - row.changed_at, n)) for one, (row, people, n) in told if one is not None]
    return [
        one for one, lively in sorted(found, key=lambda pair: -interest(race_of(pair[0].game, pair[0].view), pair[1]))
    ]


async def _ranked(caller: Caller, game: str, now: int) -> list[Ranked]:
    """Rows of tables, the liveliest first."""
    found = [tables.c.status == PLAYING, tables.c.visibility == "public", *([tables.c.game == game] if game else [])]
    query = select(tables.c.id, tables.c.changed_at).where(*found).order_by(tables.c.created_at.desc()).limit(LOOKED_AT)
    rows = await caller.server.store.read(lambda connection: list(connection.execute(query)))
    people = await _people(caller, [row.id for row in rows])
    ranked = [(row, people.get(row.id, 0), _watchers(caller, row.id)) for row in rows]
    return sorted(ranked, key=lambda one: (-liveliness(one[1], now - one[0].changed_at, one[2]), one[0].id))


async def _people(caller: Caller, ids: list[str]) -> dict[str, int]:
    """How many people sit at each of these tables."""
    query = select(seats.c.table_id, func.count()).where(seats.c.table_id.in_(ids), seats.c.person != "")
    query = query.group_by(seats.c.table_id)
    return await caller.server.store.read(lambda db: {str(id): int(n) for id, n in db.execute(query)})


def _watchers(caller: Caller, id: str) -> int:
    room = caller.server.tables.rooms.get(id)
    return 0 if room is None else _around(room)


def _around(room: Room) -> int:
    return room.present()[1] + sum(spectators for _, spectators, _ in room.elsewhere.values())


async def _told(caller: Caller, ranked: Ranked, now: int) -> WatchedTable | None:
    """A table as a spectator sees it; none where it cannot be read or has closed its door meanwhile."""
    row, people, watchers = ranked
    try:
        room = await caller.server.tables.late(await caller.server.tables.room(row.id))
    except Denied:
        return None
    async with room.lock:
        await caller.server.tables.refresh(room)
        table = room.table
        if table.status != PLAYING or table.setup.visibility != "public" or table.setup.drive:
            return None
        idle, view = max(0, now - row.changed_at), table.play.state.view(None)
        return WatchedTable(
            id=room.id,
            game=table.setup.game,
            title=table.setup.title,
            pace=table.setup.pace.kind,
            node=table.node,
            seats=told_seats(table, room.names),
            to_act=list(table.owing()),
            view=view,
            watchers=watchers,
            idle=idle,
            reason=reason_for(race_of(table.setup.game, view), len(table.seats), people, idle, watchers),
            late=room.is_behind(),
        )


HANDLERS = [watch]
