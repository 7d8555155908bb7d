"""Today's stage: opened every day by whichever worker comes first, and final as soon as its papers are marked."""

from __future__ import annotations

import asyncio
from typing import Final

from parcferme.organise import commands
from parcferme.organise.daily import HOUSE, PREFIX, announced, daily_id
from parcferme.organise.event import CLOSED, PROVISIONAL, Event
from parcferme.organise.journal import Note
from parcferme.organise.moments import DAY
from parcferme.server.live.events import Events, Ongoing
from parcferme.server.storage.events import EventMissing
from parcferme.server.storage.store import new_secret
from parcferme.table.errors import Denied

NEXT: Final = {CLOSED: commands.publish, PROVISIONAL: commands.finalise}


class DailyStage:
    """Minds the stage of the day."""

    def __init__(self, events: Events) -> None:
        self.events = events
        self.opened = -1  # the day whose stage is known to be there

    async def open_today(self) -> None:
        """Once a day; that another worker was quicker is no trouble."""
        day = self.events.calendar.now() // DAY
        if day == self.opened:
            return
        try:
            await self.events.find(daily_id(day))
        except EventMissing:
            await self._open(day)
        self.opened = day

    async def _open(self, day: int) -> None:
        event = await asyncio.to_thread(announced, day, new_secret())
        try:
            await self.events.create(event, HOUSE, "public")
        except Denied:
            await self.events.find(event.id)
        await self.events.keep_time(event.id)

    async def mind(self, found: Ongoing) -> None:
        """When the day is over and everything is marked, the results stand: nobody protests against the dice."""
        step = NEXT.get(found.event.status)
        if found.event.id.startswith(PREFIX) and step is not None and not found.waiting():
            await self.events.perform(found.event.id, _by_house)


def _by_house(event: Event, now: int) -> Note | None:
    step = NEXT.get(event.status)
    return None if step is None else step(event, HOUSE, now)
