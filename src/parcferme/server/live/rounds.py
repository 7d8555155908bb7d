"""The tables of match events: opened by themselves when a round is drawn, and their results taken when they have ended.

Everything here may be done again after a crash: a table's id follows from its place in the draw, and a result that is
noted is not noted twice.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from functools import partial
from typing import Final

from parcferme.house import catalogue
from parcferme.organise import desk
from parcferme.organise.draws import tables_of
from parcferme.organise.event import CLOSED, OPEN, Event
from parcferme.organise.journal import Note
from parcferme.organise.moments import DAY
from parcferme.organise.regulations import MATCH
from parcferme.server.live.events import Events, Ongoing
from parcferme.server.live.rooms import Room
from parcferme.server.live.tables import Tables
from parcferme.server.people.accounts import find
from parcferme.server.storage.store import TableMissing, new_secret
from parcferme.table import moves, seating
from parcferme.table.export import record_for
from parcferme.table.journal import Note as TableNote
from parcferme.table.setup import CORRESPONDENCE, TITLE_LIMIT, Pace, Setup
from parcferme.table.table import Table

MOST_DAYS: Final = 3  # for a decision at a table of an event


def round_table_id(secret: bytes, event: str, round: int, table: int) -> str:
    return hmac.digest(secret, f"round/{event}/{round}/{table}".encode(), "sha256").hex()[:12]


class RoundTables:
    """Minds the tables of all match events."""

    def __init__(self, events: Events, tables: Tables) -> None:
        self.events = events
        self.tables = tables
        self.key = b""  # the server's, from when it has started

    async def mind(self, found: Ongoing) -> None:
        """Open what was drawn, take what has ended."""
        event = found.event
        if event.regulations.kind != MATCH or event.status not in (OPEN, CLOSED):
            return
        for round in range(1, len(event.rounds) + 1):
            for number, crews in enumerate(tables_of(event, round), 1):
                if len(crews) > 1 and number not in event.rounds[round - 1].results:
                    await self._mind(found, round, number, crews)

    async def _mind(self, found: Ongoing, round: int, number: int, crews: list[str]) -> None:
        event = found.event
        room = await self._room(found, round, number, crews)
        for seat, crew in enumerate(crews):
            if event.entries[crew].withdrawn:
                await self.tables.perform(room.id, partial(_stand_in, seat=seat))
        async with room.lock:
            await self.tables.refresh(room)
            over = room.table.is_over()
            command = _result(event, room, round, number, crews) if over else None
        if command is not None:
            await self.events.perform(event.id, command)

    async def _room(self, found: Ongoing, round: int, number: int, crews: list[str]) -> Room:
        id = round_table_id(self.key, found.event.id, round, number)
        try:
            return await self.tables.room(id)
        except TableMissing:
            return await self._open(found, crews, id)

    async def _open(self, found: Ongoing, crews: list[str], id: str) -> Room:
        """A table for those who were drawn together, seats in the order of the draw. It starts at once."""
        event = found.event
        setup = _setup(event, len(crews), found.visibility)
        table = Table(setup, new_secret(), await asyncio.to_thread(catalogue.shared_game, setup))
        host = await self.tables.store.read(lambda connection: find(connection, found.organiser))
        now, notes = self.tables.store.clock.now(), list[TableNote]()
        steps: list[Callable[[], TableNote]] = [
            partial(seating.sit, table, event.entries[crew].person, seat, now) for seat, crew in enumerate(crews)
        ]
        steps.append(partial(moves.start, table, now))
        for step in steps:
            notes.append(step())
            table.fold(notes[-1])
        room = await self.tables.create(table, host, notes, id)
        await self.tables.learn_new_names([event.entries[crew].person for crew in crews])
        room.names.update({event.entries[crew].person: event.entries[crew].name for crew in crews})
        return room


def _setup(event: Event, seats: int, visibility: str) -> Setup:
    """By correspondence: the window is shared out among the rounds. A bot of the agreed level drives for whoever lets
    the time for a decision pass."""
    made = event.regulations
    days = max(1, min(MOST_DAYS, (made.closes - made.opens) // DAY // (20 * made.rounds)))
    options = {**made.options, "players": seats}
    pace = Pace(CORRESPONDENCE, days=days)
    title = made.title[:TITLE_LIMIT]
    return Setup(
        made.game,
        made.rules,
        options,
        pace,
        visibility,
        "consent",
        "accounts",
        title,
        (),
        event.id,
        stand_in=made.stand_in,
    )


def _stand_in(room: Room, seat: int) -> TableNote | None:
    """A bot takes the wheel of a crew that has withdrawn, also when they should have come back to it."""
    table = room.table
    idle = table.is_over() or table.seats[seat].driven()
    return None if idle else seating.leave(table, seat, room.now())


def _result(event: Event, room: Room, round: int, number: int, crews: list[str]) -> Callable[[Event, int], Note | None]:
    """The note of how a table ended: with its record, and who was driven for at the end. One that was closed has no
    result."""
    table = room.table
    result = table.play.state.result()
    places = list(result.places) if result is not None else []
    absent = [crew for seat, crew in enumerate(crews) if places and table.seats[seat].away]
    names = [event.entries[crew].name for crew in crews]
    text = record_for(table, None, names, {"table": room.id}).to_text() if places else ""

    def command(it: Event, now: int) -> Note | None:
        if number in it.rounds[round - 1].results:
            return None
        return desk.table_result(it, round, number, places, absent, it.organiser, now, text)

    return command
