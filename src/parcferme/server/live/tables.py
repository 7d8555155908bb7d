"""All tables of this process, and the one way to change them.

`perform` takes a table's lock, lets a command decide on a note, makes the note durable, and only then tells anybody.
If another process extended the table first, the memory is brought up to date and the command decides again. If the
database fails, the memory is thrown away: it never runs ahead of what is kept.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy.exc import IntegrityError

from parcferme.house import catalogue
from parcferme.house.messages import NamesMessage
from parcferme.house.telling import seats
from parcferme.server.live.rooms import LATE_MS, News, Room
from parcferme.server.live.thinking import Thinker
from parcferme.server.live.unreadable import Unreadable
from parcferme.server.ops.metrics import Metrics
from parcferme.server.people import notices
from parcferme.server.people.accounts import Identity, names_of
from parcferme.server.storage.openers import Opener
from parcferme.server.storage.statements import Row
from parcferme.server.storage.store import Store, Stored, new_table_id, unpacked
from parcferme.server.storage.writer import Conflict
from parcferme.table import bots, moves
from parcferme.table.bots import Task
from parcferme.table.errors import Denied
from parcferme.table.journal import Happening, Note
from parcferme.table.notes import BotSat, Returned, Sat, Started
from parcferme.table.table import FINISHED, GATHERING, Table

Command = Callable[[Room], Note | None]
TRIES: Final = 5
UNREADABLE_SECONDS = 60.0  # between two tries to load a table that could not be
SEATED: Final = (Sat, BotSat)  # notes by which somebody gets a seat; a tuple, which is not made anew for every move
IDLE_SECONDS: Final = 60.0  # a room nobody listens to is forgotten after this time
log = logging.getLogger("parcferme.tables")


def _nobody() -> None:
    """Nobody waits for it."""


class Tables:
    """The rooms of one process."""

    def __init__(self, store: Store, thinker: Thinker, metrics: Metrics) -> None:
        self.store = store
        self.thinker = thinker
        self.metrics = metrics
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.outdated: set[str] = set()  # tables that have changed elsewhere while they were being loaded
        self.unreadable: dict[str, tuple[float, Unreadable]] = {}  # tables, when they were last tried, and why not
        self.closing = False
        self.on_finish: Callable[[], None] = _nobody  # called when a match has ended and is kept

    # Finding

    async def room(self, id: str) -> Room:
        """The room of a table, loaded if need be; raises Denied when there is no such table."""
        room = self.rooms.get(id)
        if room is not None:
            room.touched = time.monotonic()  # not to be forgotten while somebody is about to take its lock
            return room
        task = self.loading.get(id)
        if task is None:
            task = self.loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._loaded(id))
        return await asyncio.shield(task)

    def _loaded(self, id: str) -> None:
        self.loading.pop(id, None)
        self.outdated.discard(id)

    async def _load(self, id: str) -> Room:
        """… which may be of a game or a version that this program does not know; that is tried again now and then."""
        known = self.unreadable.get(id)
        if known is not None and time.monotonic() - known[0] < UNREADABLE_SECONDS:
            raise known[1]
        self.unreadable.pop(id, None)
        row, rows = await self.store.fetch(id)
        try:
            stored, table = await asyncio.to_thread(_folded, row, rows)
        except Exception as error:
            log.exception("a table cannot be read", extra={"table": id})
            self.unreadable[id] = time.monotonic(), Unreadable(error)
            raise self.unreadable[id][1] from error
        people = [seat.person for seat in table.seats if seat.person]
        names = await self.store.read(lambda connection: names_of(connection, people))
        room = self.rooms[id] = Room(stored, table, names, self.store.clock)
        room.stale = id in self.outdated
        return room

    def heard_of(self, *ids: str) -> None:
        """Other workers have changed these tables: what is being loaded of them may lack that."""
        self.outdated.update(id for id in ids if id in self.loading)

    async def late(self, room: Room) -> Room:
        """The room of those who only watch: of a rated match that runs one that is behind it."""
        async with room.lock:
            await self.refresh(room)
            if not room.is_shown_late():
                return room
            if room.late is None:
                shown = room.now() - LATE_MS
                notes = await self.store.notes_after(room.id, 0)
                old = [note for note in notes if note.at <= shown or note.seq == 1]
                table = await asyncio.to_thread(_folded_again, room.table, old)
                room.fall_behind(table, [note for note in notes if old[-1].seq < note.seq <= room.table.seq])
            return room.late or room

    async def refresh(self, room: Room) -> None:
        """Bring a stale room up to the database. The caller holds its lock. One that is behind is not brought up."""
        if room.is_behind():
            return
        if room.stale or room.unkept or self.store.may_be_struck_off():
            room.stale, room.unkept = False, True  # whoever marks it stale from now on wants it read once more
            before = room.table.stood(room.told)
            stored, notes = await self.store.load(room.id, before.seq)
            await self._learn_names(room, notes)
            room.replace(stored, before, notes)

    async def _learn_names(self, room: Room, notes: list[Note]) -> None:
        people = {note.body.person for note in notes if isinstance(note.body, Sat | Returned)} - set(room.names)
        if people:
            room.names.update(await self.store.read(lambda connection: names_of(connection, list(people))))

    async def learn_new_names(self, people: list[str]) -> None:
        """Some people are called differently now, or have gone for good."""
        names = await self.store.read(lambda connection: names_of(connection, people))
        for room in self.rooms.values():
            known = {person: name for person, name in names.items() if person in room.names}
            room.names.update(known)
            if known:
                room.tell_all(NamesMessage(seats(room.table, room.names)))

    # Changing

    async def create(
        self, table: Table, host: Identity, notes: list[Note], id: str = "", opener: Opener | None = None
    ) -> Room:
        """Keep a new table. `notes` are folded already. Of those who make a table of the same id the first one does. It
        takes the room of its `opener`, if of anybody."""
        new = id or new_table_id()
        starts = [Happening(note, []) for note in notes if isinstance(note.body, Started)]
        mail = [row for start in starts for row in notices.rows(new, table, start, 0)]
        try:
            stored = await self.store.create(table, new, host.id, notes, mail, opener)
        except IntegrityError:
            if not id:
                raise
            return await self.room(id)
        room = self.rooms[stored.id] = Room(stored, table, {host.id: host.name}, self.store.clock)
        self.metrics.count("tables_created", table.setup.game)
        self.drive(room)
        return room

    async def perform(self, id: str, command: Command) -> Room:
        """Let a command change a table. If the one who asked is cut off meanwhile the room is left stale, and whoever
        comes next takes up what the database has kept."""
        room = await self.room(id)
        async with room.lock:
            for _ in range(TRIES):
                await self.refresh(room)
                room.touched = time.monotonic()
                note = await self._decide(room, command)
                if note is None:
                    return room
                try:
                    await self._keep(room, note)
                except Conflict:
                    self.metrics.count("conflicts")
                    continue
                self.drive(room)
                return room
        raise Denied("conflict", "too many others change this table at the moment: try again")

    async def _decide(self, room: Room, command: Command) -> Note | None:
        """Let the command decide. Before it refuses, make sure that no other worker has moved on meanwhile."""
        try:
            return command(room)
        except Denied:
            if not self.store.shared or not await self.catch_up(room):
                raise
            return command(room)

    async def catch_up(self, room: Room) -> bool:
        """Fold what other workers have written; says whether there was anything. The caller holds the lock."""
        notes = await self.store.notes_after(room.id, room.table.seq)
        await self._learn_names(room, notes)
        room.catch_up(notes)
        return bool(notes)

    async def _keep(self, room: Room, note: Note) -> None:
        """Fold, make durable, tell: in this order, so that nobody is shown what might be lost."""
        room.unkept = True
        happenings = [room.table.fold(note, room.audiences)]
        if isinstance(note.body, SEATED) and room.table.status == GATHERING and not room.table.open_seats():
            happenings.append(room.table.fold(moves.start(room.table, note.at), room.audiences))
        mail = self._mail(room, happenings[-1])  # who sits down last hears of the start
        notes = [happening.note for happening in happenings]
        try:
            await self.store.append(room.stored, room.table, notes, mail, room.changed(), News(room, happenings))
        except Conflict:
            raise
        except Exception as error:
            log.exception("a note could not be kept", extra={"table": room.id})
            raise Denied("unavailable", "the move could not be kept: try again") from error
        self.metrics.count("notes", note.kind)
        if room.table.status == FINISHED:
            self.on_finish()

    def _mail(self, room: Room, happening: Happening) -> list[Row]:
        return notices.rows(room.id, room.table, happening, room.stored.shift)

    # Driving

    def minds(self, room: Room) -> bool:
        """Does this process look after the table's clocks and bots?"""
        return room.stored.owner == self.store.worker and not self.closing

    def drive(self, room: Room) -> None:
        """Let bots decide, in the background, until a person is asked."""
        if room.driving is None and self.minds(room) and bots.asked(room.table):
            room.driving = asyncio.create_task(self._drive(room))

    async def _drive(self, room: Room) -> None:
        try:
            while not self.closing and await self._drive_once(room):
                await asyncio.sleep(0)
        except Exception:
            log.exception("a bot could not be driven", extra={"table": room.id})
        finally:
            room.driving = None

    async def _drive_once(self, room: Room) -> bool:
        async with room.lock:
            await self.refresh(room)
            seats = bots.to_drive(room.table, room.now())
            if not seats:
                return False
            task = bots.task_for(room.table, seats[0])
        action = await self._think(room, task)
        await self.perform(room.id, lambda room: bots.note_for(room.table, task, action, room.now()))
        return True

    async def _think(self, room: Room, task: Task) -> int | None:
        started = time.perf_counter()
        try:
            action = await self.thinker.choose(task, room.stored.host)
        except Exception:
            log.exception("a bot failed; the default action is taken", extra={"table": room.id, "game": task.game})
            return None
        self.metrics.observe("bot_seconds", time.perf_counter() - started)
        return action

    async def expire(self, id: str) -> None:
        """The table's time may be up, or a stand-in has rested."""
        self.drive(await self.perform(id, lambda room: moves.expire(room.table, room.now())))

    # Housekeeping

    def bury(self, worker: str) -> None:
        """A process has died: another one minds its tables now, by other clocks, and nobody is present there."""
        self.heard_of(*self.loading)
        for room in self.rooms.values():
            room.stale = room.stale or room.stored.owner == worker
            if room.elsewhere.pop(worker, None) is not None:
                room.tell_presence()

    def forget_idle(self) -> None:
        """Let go of rooms nobody needs; the database has all of them."""
        limit = time.monotonic() - IDLE_SECONDS
        for id, room in list(self.rooms.items()):
            if not room.everybody() and room.touched < limit and room.driving is None and not room.lock.locked():
                del self.rooms[id]

    async def close(self) -> None:
        """Stop driving and send everybody away; they will reconnect."""
        self.closing = True
        driving = [room.driving for room in self.rooms.values() if room.driving is not None]
        if driving:
            await asyncio.wait(driving, timeout=5)
        for room in self.rooms.values():
            for listener in room.everybody():
                listener.close()


def _folded_again(table: Table, notes: list[Note]) -> Table:
    """The table as these notes make it."""
    again = Table(table.setup, table.dice.secret, table.game)
    for note in notes:
        again.fold(note)
    return again


def _folded(row: Any, rows: list[Any]) -> tuple[Stored, Table]:
    """A table from the database, in a thread. The notes are gone through here and not in `table.load`: compiled code
    does not let go of the interpreter, so the event loop would have to wait for all of them."""
    stored, notes = unpacked(row, rows)
    table = Table(stored.setup, stored.secret, catalogue.shared_game(stored.setup))
    for note in notes:
        table.fold(note)
    return stored, table
