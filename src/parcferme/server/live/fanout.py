"""Several workers on one database: each hears what the others have kept, and tells its own listeners.

The notification is part of the transaction that keeps a note, so it arrives exactly when the note is durable:

    seq  <worker> <table>,… <owner>         the journals of these tables have grown, and who minds them
    chat <worker> <table> <n>               … its chat
    here <worker> <table> <seats> <watch> <names>   who is connected there: seats like 0,2 or -, number of spectators,
                                            and the names of those who like to be known, quoted
    took <worker> <dead>                    the tables of a dead worker have another owner, and other clocks
    gone <worker> <who>                     a session or token is void: its hash, or the person's id for all of them
    name <worker> <person>                  somebody is called differently now
    host <worker> <table> <person>          … hosts a table from now on
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from urllib.parse import quote, unquote

from parcferme.house.messages import ChatMessage
from parcferme.server.live.errands import Errands
from parcferme.server.live.rooms import NAMED, Room
from parcferme.server.live.tables import Tables
from parcferme.server.people import chat
from parcferme.server.storage.store import Store
from parcferme.table.errors import Denied

RETRY_SECONDS = 1.0
log = logging.getLogger("parcferme.fanout")


class Fanout:
    """Listens in the background, where there are other workers."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self.store = store
        self.tables = tables
        self.errands = Errands()
        self.ready = asyncio.Event()
        self.renamed: list[Callable[[str], None]] = []  # who else is told that somebody is called differently now

    async def start(self) -> None:
        if self.store.shared:
            self.errands.begin(self._run())
            await self.ready.wait()

    async def stop(self) -> None:
        await self.errands.stop()

    async def say(self, kind: str, *words: object) -> None:
        """Notify the other workers of something that is not kept in a journal, such as presence."""
        if self.store.shared:
            notify, worker = self.store.backend.notify, self.store.worker
            await self.store.write(lambda connection: notify(connection, kind, worker, *words))

    async def hang_up(self, who: str) -> None:
        """Close the lines of a person, or of one session or token of theirs, here and at the other workers. Whoever
        may still come does: code 1012 asks them to."""
        self.hang_up_here(who)
        await self.say("gone", who)

    async def tell_presence(self, room: Room) -> None:
        """Tell everybody who is here, if that has changed."""
        here = (*room.present(), room.named())
        if here == room.here:
            return
        room.here = here
        room.tell_presence()
        seats, spectators, names = here
        told = ",".join(quote(name, safe="") for name in names[:NAMED]) or "-"
        await self.say("here", room.id, ",".join(map(str, seats)) or "-", spectators, told)

    async def rename(self, people: Iterable[str]) -> None:
        """Learn what these people are called now, here and at the other workers."""
        await self.tables.learn_new_names(list(people))
        for person in people:
            self._tell_renamed(person)
            await self.say("name", person)

    def _tell_renamed(self, person: str) -> None:
        for tell in self.renamed:
            tell(person)

    def hang_up_here(self, who: str) -> None:
        """… or by this worker alone."""
        for room in self.tables.rooms.values():
            for listener in room.everybody():
                identity = listener.identity
                if identity is not None and who in (identity.id, identity.proof):
                    listener.close()

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except OSError:
                log.exception("lost the line to the database; listening again")
                for room in self.tables.rooms.values():
                    room.stale = True  # something may have been missed
                await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        async for payload in self.store.backend.listen(self._is_listening):
            try:
                self._heard(payload)
            except (ValueError, IndexError):  # whoever may use the database may say anything there
                log.warning("heard something that is no news of ours")

    def _is_listening(self) -> None:
        """From now on; what was missed meanwhile is in the journals."""
        self.ready.set()
        for room in list(self.tables.rooms.values()):
            self.errands.begin(self._catch_up(room.id))

    def _heard(self, payload: str) -> None:
        kind, worker, about, *rest = payload.split(" ")
        if worker == self.store.worker:
            return
        if kind == "gone":
            self.hang_up_here(about)
        elif kind == "took":
            self.tables.bury(about)
        elif kind == "name":
            self._tell_renamed(about)
            self.errands.begin(self.tables.learn_new_names([about]))
        elif kind == "seq":
            self._grown(about.split(","), rest[0])
        elif kind == "chat":
            self.errands.begin(self._chat(about, int(rest[0])))
        elif kind == "here" and about in self.tables.rooms:
            self._present(self.tables.rooms[about], worker, rest[0], int(rest[1]), rest[2])
        elif kind == "host" and about in self.tables.rooms:
            self.tables.rooms[about].stored.host = rest[0]

    def _grown(self, ids: list[str], owner: str) -> None:
        self.tables.heard_of(*ids)
        for id in ids:
            if self._is_needed(id, owner):
                self.errands.begin(self._catch_up(id))

    def _present(self, room: Room, worker: str, seats: str, spectators: int, names: str) -> None:
        held = [] if seats == "-" else [int(seat) for seat in seats.split(",")]
        known = [] if names == "-" else [unquote(name) for name in names.split(",")]
        room.elsewhere[worker] = (held, spectators, known)
        room.tell_presence()

    def _is_needed(self, id: str, owner: str) -> bool:
        """Is the table in memory here or on its way there, or may a bot be due that this worker drives? Most of what
        is heard is of no concern here, and costs no look into the database. (Who has not heard yet that a table was
        taken over names its owner from before; the new one finds bots that wait by itself.)"""
        return id in self.tables.rooms or id in self.tables.loading or owner == self.store.worker

    async def _catch_up(self, id: str) -> None:
        """Fold what another worker wrote."""
        try:
            room = await self.tables.room(id)
            async with room.lock:
                await self.tables.refresh(room)
                await self.tables.catch_up(room)
            self.tables.drive(room)
            await self.tell_presence(room)
        except Denied as denied:
            log.warning("could not catch up", extra={"table": id, "code": denied.code})

    async def _chat(self, id: str, n: int) -> None:
        room = self.tables.rooms.get(id)
        if room is None or not room.everybody():
            return
        for line in await chat.said(self.store, id, n - 1, apart=True):
            room.hear(ChatMessage(line))
