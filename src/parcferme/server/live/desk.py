"""Running servers heed what administrators have written into the diary: here, at another worker, or by command."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from typing import Final

from sqlalchemy import Connection

from parcferme.house.messages import ChatLine, ChatMessage
from parcferme.house.people import DiaryStep, Range
from parcferme.server.live import unreadable
from parcferme.server.live.fanout import Fanout
from parcferme.server.live.tables import Tables
from parcferme.server.people import moderation
from parcferme.server.people.accounts import Identity
from parcferme.server.people.moderation import Moderator
from parcferme.server.storage.clock import wall
from parcferme.server.storage.store import Store
from parcferme.table import errors
from parcferme.table.errors import Denied

EVERY: Final = 5.0  # seconds
LATE: Final = 50  # steps: two workers write at once, and the one that had the lower number may be done later
log = logging.getLogger("parcferme.desk")
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Desk:
    """What is new in the diary, and from where no stranger plays."""

    def __init__(self, store: Store, tables: Tables, fanout: Fanout) -> None:
        self.store = store
        self.tables = tables
        self.fanout = fanout
        self.read = 0  # the latest step that was heeded …
        self.heeded: set[int] = set()  # … and those shortly before it
        self.ranges: list[tuple[Network, Range]] = []

    async def start(self) -> None:
        self.read = await self.store.read(moderation.last_step)
        self.heeded = set(range(self.read - LATE, self.read + 1))
        await self._learn_ranges()

    async def run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.heed()
            except Exception:
                log.exception("the diary could not be read; it is tried again")

    async def heed(self) -> None:
        """Act on what is new."""
        after = self.read - LATE
        found = await self.store.read(lambda connection: moderation.steps_after(connection, after))
        for step in found:
            if step.id not in self.heeded:
                self.heeded.add(step.id)
                await self._heed(step)
        self.read = max([self.read, *[step.id for step in found]])
        self.heeded = {id for id in self.heeded if id > self.read - LATE}

    async def _heed(self, step: DiaryStep) -> None:
        if step.deed in moderation.HOLDS:
            self.fanout.hang_up_here(step.person)  # who comes back is known for what they may not do
        elif step.deed == moderation.RENAME:
            await self.tables.learn_new_names([step.person])
        elif step.deed == moderation.HIDE:
            self._hide(step)
        elif step.deed == moderation.CLOSE:
            await self._read_again(step.table)
        elif step.deed in (moderation.RANGE, moderation.UNRANGE):
            await self._learn_ranges()

    def _hide(self, step: DiaryStep) -> None:
        """A line without words takes the place of the one that was said."""
        room = self.tables.rooms.get(step.table)
        if room is not None:
            room.tell_all(ChatMessage(ChatLine(int(step.about), step.person, step.name, step.at, "")))

    async def _read_again(self, table: str) -> None:
        room = self.tables.rooms.get(table)
        if room is not None:
            async with room.lock:
                room.stale = True
                await self.tables.refresh(room)

    async def _learn_ranges(self) -> None:
        known = await self.store.read(lambda connection: moderation.closed_ranges(connection, wall()))
        self.ranges = [(ipaddress.ip_network(one.range), one) for one in known]

    def closed_to(self, address: str, identity: Identity | None) -> Range | None:
        """The range that keeps somebody out who comes from this address. Accounts that are older may come in: those who
        share a school's or provider's addresses with one person should not all pay for them."""
        if not self.ranges:
            return None
        try:
            at = ipaddress.ip_address(address)
        except ValueError:  # a socket of this machine
            return None
        older = identity.created_at if identity is not None and identity.is_account() else None
        for network, one in self.ranges:
            lasts = one.until is None or one.until > wall()
            if at in network and lasts and (older is None or older > one.at):
                return one
        return None


def close_table(connection: Connection, who: Moderator, table: str) -> None:
    """End a table, whether this program can open it or not."""
    if unreadable.Kept(connection, table).over:
        raise Denied(errors.NOT_PLAYING, "the table is closed already")
    unreadable.close(connection, table, who.by)
    moderation.write_down(connection, who, moderation.CLOSE, table=table)
