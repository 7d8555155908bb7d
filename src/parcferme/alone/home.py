"""All tables of one device, and the one way to change them: decide, keep, then tell.

Several pages of one browser may each run a home over the same shelf. The shelf lets one of them be first; the other
reads what was kept and decides again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from parcferme.alone.ports import Full, Kept, Shelf, Thinker
from parcferme.core.errors import BadRecord, ParcFermeError
from parcferme.house import catalogue
from parcferme.house.codec import DecodeError, decode, encode_text
from parcferme.house.positions import Names
from parcferme.house.replays import Replays
from parcferme.house.tables import Place, TableInfo, TableRow, table_info
from parcferme.house.telling import seats
from parcferme.table import bots, moves
from parcferme.table.bots import Task
from parcferme.table.errors import Denied
from parcferme.table.journal import Audience, Happening, Note
from parcferme.table.names import fit
from parcferme.table.notes import KINDS, BotSat, Sat
from parcferme.table.setup import read
from parcferme.table.table import GATHERING, Table

ME: Final = "me"  # the people at this device are one to the house: they see each other's screen
TRIES: Final = 5
NAME: Final = "name"  # where the shelf keeps what they are called
PLATE: Final = "plate"  # … and the door plate they wear
ASIDE: Final = "unreadable/"  # … and what was found there and cannot be read, under its name
T = TypeVar("T")
log = logging.getLogger("parcferme.alone")


class Door(Struct):
    """What is written on a table's door: enough to list it, and to build it again from its journal."""

    id: str
    setup: dict[str, Any]
    secret: str
    created_at: int
    row: TableRow


class Hearer(Protocol):
    """Who wants to be told what happens at a table."""

    def audience(self, table: Table) -> Audience:
        """With whose eyes."""

    def tell(self, room: Room, happening: Happening) -> None:
        """It has happened, and is kept."""

    def refuse(self, denied: Denied) -> None:
        """What a bot wanted to do could not be done: whoever looks on learns why nothing happens."""


@dataclass(eq=False)
class Room:
    """A table in memory."""

    id: str
    table: Table
    created_at: int
    names: Names
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    hearers: list[Hearer] = field(default_factory=list)
    driving: bool = False

    def audiences(self) -> set[Audience]:
        return {hearer.audience(self.table) for hearer in self.hearers}

    def yours(self) -> list[int]:
        return self.table.seats_of(frozenset({ME}))

    def info(self) -> TableInfo:
        """The table as its people see it; everything at this device is theirs."""
        chosen = self.table.setup
        variant = catalogue.variant(chosen.game, chosen.options)
        place = Place(self.id, variant, self.names[ME], self.created_at, self.yours())
        place.hosting = True
        return table_info(self.table, seats(self.table, self.names), place)

    def door(self, now: int) -> Door:
        table, told = self.table, catalogue.summary(self.table.setup)
        row = TableRow(
            id=self.id,
            game=table.setup.game,
            variant=told.variant,
            title=told.title,
            status=table.status,
            visibility=table.setup.visibility,
            pace=told.pace,
            players=told.players,
            free_seats=len(table.open_seats()),
            host=self.names[ME],
            your_turn=any(seat in self.yours() for seat in table.owing()),
            created_at=self.created_at,
            changed_at=now,
        )
        return Door(self.id, table.setup.to_json(), table.dice.secret.hex(), self.created_at, row)


Command = Callable[[Room], Note | None]


class Home:
    """The tables of this device."""

    def __init__(self, shelf: Shelf, thinker: Thinker, clock: Callable[[], int]) -> None:
        self.shelf = shelf
        self.thinker = thinker
        self.clock = clock
        self.rooms: dict[str, Room] = {}
        self.names: Names = {ME: ""}
        self.plate = 1
        self.changed: Callable[[str], None] = lambda table: None  # other pages want to hear of it
        self.replays = Replays()
        self.tasks: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Remember who is at this device."""
        self.names[ME] = await self.shelf.get(NAME) or ""
        self.plate = await self.thing(PLATE, int, 1)

    async def rename(self, name: str) -> None:
        self.names[ME] = fit(name)
        await self.keep_thing(NAME, self.names[ME])

    async def wear(self, plate: int) -> None:
        self.plate = plate
        await self.keep_thing(PLATE, str(plate))

    # Small things under a name

    async def keep_thing(self, name: str, text: str) -> None:
        await self._kept(self.shelf.put(name, text))

    async def thing(self, name: str, kind: type[T], fresh: T) -> T:
        """What is kept under a name; `fresh` where there is nothing, or nothing that can be read."""
        return (await self._thing(name, kind, fresh))[1]

    async def _thing(self, name: str, kind: type[T], fresh: T) -> tuple[str, T]:
        text = await self.shelf.get(name) or ""
        try:
            return text, decode(text, type=kind) if text else fresh
        except DecodeError:
            log.warning("what is kept as %s cannot be read: it is put aside", name)
            await self.keep_thing(ASIDE + name, text)
            return text, fresh

    async def change_thing(self, name: str, kind: type[T], fresh: T, work: Callable[[T], T | None]) -> T:
        """Change what is kept under a name (`None`: it stays as it is), though other pages may do so at this moment."""
        for _ in range(TRIES):
            before, found = await self._thing(name, kind, fresh)
            after = work(found)
            if after is None:
                return found
            if await self._kept(self.shelf.swap(name, before, encode_text(after))):
                return after
        raise Denied("conflict", "another page changes this at the moment: try again")

    async def named(self, prefix: str) -> AsyncIterator[tuple[str, str]]:
        """What is kept under names that begin so."""
        for name in await self.shelf.things(prefix):
            yield name, await self.shelf.get(name) or ""

    # Finding

    async def room(self, id: str) -> Room:
        known = self.rooms.get(id)
        if known is not None:
            return known
        text = await self.shelf.door(id)
        if text is None:
            raise not_here()
        try:
            door = decode(text, type=Door)
            table = self.read(door, await self.shelf.journal(id, 0))
        except (DecodeError, ParcFermeError) as error:
            raise Denied("unreadable", f"this table is kept, but cannot be opened: {error}") from error
        room = self.rooms.setdefault(id, Room(id, table, door.created_at, self.names))
        self.drive(room)
        return room

    def read(self, door: Door, notes: list[Kept]) -> Table:
        """A table from what is kept of it; raises BadRecord where that is not sound."""
        try:
            chosen = read(door.setup)
            table = Table(chosen, bytes.fromhex(door.secret), catalogue.shared_game(chosen))
            for kept in notes:
                table.fold(_read(kept))
        except ParcFermeError:
            raise
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise BadRecord(f"table {door.id}", f"cannot be read: {error}") from error
        return table

    async def bring(self, door: Door, notes: list[Kept]) -> bool:
        """Keep a table of another device. One that is here already goes on as it did there; where both have gone on,
        each in its own way, that of the other device is a table of its own. False: nothing in it is new."""
        known = await self.shelf.journal(door.id, 0)
        parting = next((note for ours, note in zip(known, notes, strict=False) if note != ours), None)
        if parting is not None:
            other = hashlib.sha256(f"{door.id}/{encode_text(parting)}".encode()).hexdigest()[:12]
            return await self.bring(replace(door, id=other, row=replace(door.row, id=other)), notes)
        if len(notes) <= len(known):
            return False
        brought = await self._kept(self.shelf.append(door.id, encode_text(door), notes[len(known) :]))
        await self.look_again(door.id)
        self.changed(door.id)
        return bool(brought)

    async def doors(self) -> list[Door]:
        """Of all tables, the one changed last first; a door that cannot be read is passed by."""
        found = [door for text in await self.shelf.doors() if (door := _door(text)) is not None]
        return sorted(found, key=lambda door: door.row.changed_at, reverse=True)

    async def notes_after(self, room: Room, seq: int) -> list[Note]:
        return [_read(kept) for kept in await self.shelf.journal(room.id, seq) if kept.seq <= room.table.seq]

    # Changing

    async def create(self, table: Table, notes: list[Note], id: str = "") -> Room:
        """Keep a new table, whose notes are folded already."""
        room = Room(id or secrets.token_hex(6), table, self.clock(), self.names)
        if not await self._append(room, notes):
            return await self.room(room.id)  # asked for twice: the first one is the one
        self.rooms[room.id] = room
        self.drive(room)
        return room

    async def perform(self, id: str, command: Command) -> Room:
        """Let a command change a table."""
        room = await self.room(id)
        async with room.lock:
            for _ in range(TRIES):
                note = command(room)
                if note is None:
                    return room
                if await self._keep(room, note):
                    self.changed(room.id)
                    self.drive(room)
                    return room
                if await self.shelf.door(id) is None:  # another page has thrown it away, or the browser has
                    self.rooms.pop(id, None)
                    raise not_here()
        raise Denied("conflict", "another page changes this table at the moment: try again")

    async def _keep(self, room: Room, note: Note) -> bool:
        """Fold, keep, tell: in this order, so that nobody is shown what might be lost. False: somebody was first, and
        what they did has been told."""
        happenings = [room.table.fold(note, room.audiences)]
        if isinstance(note.body, Sat | BotSat) and room.table.status == GATHERING and not room.table.open_seats():
            happenings.append(room.table.fold(moves.start(room.table, note.at), room.audiences))
        before = note.seq - 1
        try:
            kept = await self._append(room, [happening.note for happening in happenings])
        except Exception:  # no room, or whatever else the browser says: the table stands as it is kept
            await self._reread(room, before)
            raise
        if kept:
            _tell(room, happenings)
        else:
            await self._reread(room, before)
        return kept

    async def _append(self, room: Room, notes: list[Note]) -> bool:
        door = encode_text(room.door(self.clock()))
        return bool(await self._kept(self.shelf.append(room.id, door, [_written(note) for note in notes])))

    async def _kept(self, work: Coroutine[Any, Any, Any]) -> Any:
        try:
            return await work
        except Full as error:
            raise Denied("storage_full", "this browser has no room left to keep it") from error

    async def _reread(self, room: Room, told: int) -> None:
        """Take the table up as it is kept, and tell what is new in it after the note `told`."""
        room.table = room.table.stood(told)
        for kept in await self.shelf.journal(room.id, room.table.seq):
            happening = room.table.fold(_read(kept), room.audiences)
            if kept.seq > told:
                _tell(room, [happening])

    async def look_again(self, id: str) -> None:
        """Another page has changed the table."""
        room = self.rooms.get(id)
        if room is not None:
            async with room.lock:
                await self._reread(room, room.table.seq)

    async def remove(self, id: str) -> None:
        self.rooms.pop(id, None)
        await self.shelf.remove(id)

    # Driving

    def drive(self, room: Room) -> None:
        """Let bots decide, in the background, until a person is asked."""
        if not room.driving and bots.to_drive(room.table, self.clock()):
            room.driving = True
            self.aside(self._drive(room))

    def aside(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that goes on by itself."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _drive(self, room: Room) -> None:
        try:
            while self.rooms.get(room.id) is room and (seats := bots.to_drive(room.table, self.clock())):
                await self._drive_once(room, bots.task_for(room.table, seats[0]))
        except Denied as denied:
            for hearer in list(room.hearers):
                hearer.refuse(denied)
        except Exception:
            log.exception("a bot could not be driven")
        finally:
            room.driving = False

    async def _drive_once(self, room: Room, task: Task) -> None:
        try:
            action: int | None = await self.thinker.choose(task)
        except Exception:
            log.exception("a bot failed; the default action is taken")
            action = None
        await self.perform(room.id, lambda room: bots.note_for(room.table, task, action, self.clock()))


def not_here() -> Denied:
    return Denied("not_here", "there is no such table on this device")


def _tell(room: Room, happenings: list[Happening]) -> None:
    for happening in happenings:
        for hearer in list(room.hearers):
            hearer.tell(room, happening)


def _door(text: str) -> Door | None:
    try:
        return decode(text, type=Door)
    except DecodeError as error:
        log.warning("a table's door cannot be read: %s", error)
        return None


def _written(note: Note) -> Kept:
    return Kept(note.seq, note.at, note.kind, encode_text(note.body))


def _read(kept: Kept) -> Note:
    return Note(kept.seq, kept.at, decode(kept.body, type=KINDS[kept.kind]))
