"""A room: a table in memory with its lock and its listeners.

Who only watches a rated match sees it late: their room is another one, with the same table as it stood half a minute
ago, which folds every note so much later. Nothing that is told from it can help anybody who plays.

Spectators who like are named, and talk among themselves: those who play do not hear it before the match is over."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from parcferme.house import messages, telling
from parcferme.house.changes import Seen, lighten
from parcferme.house.positions import Names
from parcferme.house.telling import seats
from parcferme.server.live.listeners import Listener
from parcferme.server.live.wire import pack
from parcferme.server.storage.clock import Clock
from parcferme.server.storage.statements import Row
from parcferme.server.storage.store import Stored, standing
from parcferme.table.journal import Audience, Happening, Note
from parcferme.table.notes import BotSat, Played, Relinked, Sat, Started, Stood
from parcferme.table.table import PLAYING, Table

Messages = list[tuple[Listener, bytes, Seen]]
Hearer = tuple[Listener, Audience]  # and with whose eyes it sees now
Here = tuple[list[int], int, list[str]]  # seats, spectators, and those of them who like to be named
LATE_MS: Final = 30_000
EARLY_MS: Final = 50
NAMED: Final = 20  # spectators whose names are told
HANDED_ON: Final = (Sat, Stood, BotSat, Relinked, Started)  # notes after which others may watch, or watch at once


class Room:
    """One table as this process holds it. Take the lock before reading or changing the table."""

    __slots__ = (
        "clock",
        "coming",
        "driving",
        "elsewhere",
        "front",
        "here",
        "id",
        "late",
        "listeners",
        "lock",
        "names",
        "stale",
        "standing",
        "stored",
        "table",
        "told",
        "touched",
        "unkept",
    )

    def __init__(self, stored: Stored, table: Table, names: Names, clock: Clock) -> None:
        self.clock = clock
        self.id = stored.id
        self.stored = stored
        self.table = table
        self.names = names
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.here: Here = ([], 0, [])  # presence at this worker, as it was told last
        self.elsewhere: dict[str, Here] = {}  # presence at other workers
        self.driving: asyncio.Task[None] | None = None
        self.stale = False  # the database may know more
        self.unkept = False  # this memory holds what may never be kept
        self.standing: Row = standing(table)  # the columns that change seldom, as the database has them
        self.told = table.seq  # notes that are kept and were told
        self.late: Room | None = None  # … and the one behind it, while somebody watches a rated match
        self.front: Room = self  # the one it is behind
        self.coming: list[Note] = []  # what it has not folded yet
        self.touched = time.monotonic()

    def now(self) -> int:
        """The table's own time."""
        return self.clock.now() - self.stored.shift

    def called(self, without: frozenset[str], giving_up: int | None = None) -> list[str]:
        """What those at the table are called, but for one person, and for whose seat is taken over."""
        seats = [seat for number, seat in enumerate(self.table.seats) if number != giving_up]
        found = [seat.driver or self.names.get(seat.person, "") for seat in seats if seat.person not in without]
        return [name for name in found if name]

    def audiences(self) -> set[Audience]:
        return {listener.audience(self.table) for listener in self.listeners}

    def changed(self) -> Row:
        """When everybody last heard of a change, and the columns of `standing` if they are to be written anew. Whoever
        reads the lobby must not see that a sealed choice was replaced."""
        heard: Row = {"changed_at": self.table.heard_at + self.stored.shift}
        after = standing(self.table)
        if after == self.standing:
            return heard
        self.standing = after
        return {**heard, **after}

    def hearers(self) -> list[Hearer]:
        """Everybody who listens, and with whose eyes."""
        return [(listener, listener.audience(self.table)) for listener in self.listeners]

    def prepared(self, happenings: list[Happening], hearers: list[Hearer]) -> Messages:
        """What to send to those who listen, once it is kept. Equal messages are made once."""
        seated = seats(self.table, self.names) if hearers else []
        seen = {listener: listener.seen for listener, _ in hearers}
        found: Messages = []
        for happening in happenings:
            made: dict[object, tuple[bytes | None, Seen]] = {}
            for listener, audience in hearers:
                turned, before = audience != listener.last, seen[listener]
                key = (audience, turned, listener.reader, id(before))
                if key not in made:
                    told = telling.message(self.table, happening, audience, listener.reader, seated, turned)
                    has = lighten(told, audience, before) if told is not None and listener.reader.changes else before
                    made[key] = (None if told is None else pack(told), has)
                packed, after = made[key]
                seen[listener] = after
                if packed is not None:
                    found.append((listener, packed, after))
        return found

    def send(self, hearers: list[Hearer], messages: Messages) -> None:
        """… and now it is."""
        for listener, packed, seen in messages:
            listener.seen = seen
            listener.send(packed)
        for listener, audience in hearers:
            listener.last = audience

    def pass_on(self, notes: list[Note]) -> None:
        """Seats or links have changed hands, or the match has begun: who may not watch any more goes, and who may only
        watch late comes back to the room behind."""
        handed = any(isinstance(note.body, HANDED_ON) for note in notes)
        for listener in self.listeners if handed else ():
            early = self.is_shown_late() and not self.is_behind() and not self.holds_seat(listener)
            if early or not listener.allowed():
                listener.close()

    def tell_all(self, message: messages.Message) -> None:
        """Send the same to everybody: chat, presence."""
        packed = pack(message)
        for listener in self.listeners:
            listener.send(packed)
        if self.late is not None:
            asyncio.get_running_loop().call_later(LATE_MS / 1000, self.late.tell_all, message)

    def everybody(self) -> list[Listener]:
        """Those who listen, and those who do so later."""
        return [*self.listeners, *([] if self.late is None else self.late.listeners)]

    def fall_behind(self, table: Table, notes: list[Note]) -> Room:
        """The room of those who see it late: `table` as it stood, and what it has still to fold."""
        late = Room(self.stored, table, self.names, self.clock)
        late.front, self.late = self, late
        self.pass_on_late(notes)
        return late

    def is_behind(self) -> bool:
        return self.front is not self

    def is_shown_late(self) -> bool:
        """Does who only watches see it late?"""
        return self.table.setup.rated and self.table.status == PLAYING

    def holds_seat(self, listener: Listener) -> bool:
        return listener.identity is not None and bool(self.table.seats_of(listener.identity.ids))

    def pass_on_late(self, notes: list[Note]) -> None:
        """Those who are behind fold these notes when it is their time."""
        if self.late is None:
            return
        self.late.coming += notes
        for note in notes:
            wait = max(0, note.at + LATE_MS - self.now())
            asyncio.get_running_loop().call_later(wait / 1000, self.late.come_up)

    def come_up(self) -> None:
        """Fold what is old enough by now; a timer may be a moment early."""
        old = [note for note in self.coming if note.at + LATE_MS <= self.front.now() + EARLY_MS]
        self.coming = self.coming[len(old) :]
        self.catch_up(old)

    def present(self) -> tuple[list[int], int]:
        """(seats, spectators) connected to this process."""
        seats: set[int] = set()
        spectators = 0
        for listener in self.everybody():
            held = [] if listener.identity is None else self.table.seats_of(listener.identity.ids)
            seats.update(held)
            spectators += not held
        return sorted(seats), spectators

    def named(self) -> list[str]:
        """Spectators connected to this process who like to be known."""
        shown = [one.identity for one in self.everybody() if one.named and one.identity is not None]
        return sorted({one.name for one in shown if not self.table.seats_of(one.ids)})

    def presence(self) -> messages.PresenceMessage:
        """Who is here, over all workers."""
        everywhere = [(*self.present(), self.named()), *self.elsewhere.values()]
        held = sorted({seat for here, _, _ in everywhere for seat in here})
        names = sorted({name for _, _, known in everywhere for name in known})
        return messages.PresenceMessage(held, sum(count for _, count, _ in everywhere), names[:NAMED])

    def tell_presence(self) -> None:
        """Everybody, those behind as well, learns at once who is here."""
        packed = pack(self.presence())
        for listener in self.everybody():
            listener.send(packed)

    def hear(self, message: messages.ChatMessage) -> None:
        """Somebody says something: to all, or to spectators alone as long as the match runs."""
        if message.line.apart and not self.table.is_over():
            self.tell_watchers(message)
        else:
            self.tell_all(message)

    def tell_watchers(self, message: messages.Message) -> None:
        """Send something to spectators alone, at once."""
        packed = pack(message)
        for listener in self.everybody():
            if not self.holds_seat(listener):
                listener.send(packed)

    def catch_up(self, notes: list[Note]) -> None:
        """Fold notes that another process wrote, and tell of them."""
        for note in notes:
            if note.seq == self.table.seq + 1:
                news = News(self, [self.table.fold(note, self.audiences)])
                news.prepare()
                news.tell()
        self.standing = standing(self.table)

    def replace(self, stored: Stored, before: Table, notes: list[Note]) -> None:
        """Start again from the table as it stood before and what the database holds since then; listeners are brought
        up to date."""
        told = self.told - before.seq
        for note in notes[:told]:
            before.fold(note)
        self.stored, self.table = stored, before
        self.catch_up(notes[told:])
        self.unkept = False


class News:
    """What has happened in a room. Its messages are made at once, and sent when the disk has written it."""

    __slots__ = ("happenings", "hearers", "messages", "room")

    def __init__(self, room: Room, happenings: list[Happening]) -> None:
        self.room = room
        self.happenings = happenings
        self.hearers: list[Hearer] = []
        self.messages: Messages = []

    def prepare(self) -> None:
        """Who acted waits for it, and is told first."""
        first = self.happenings[0].note.body
        actor = first.by if isinstance(first, Played) else None
        self.hearers = sorted(self.room.hearers(), key=lambda hearer: hearer[1] != actor)
        self.messages = self.room.prepared(self.happenings, self.hearers)

    def tell(self) -> None:
        room = self.room
        notes = [happening.note for happening in self.happenings]
        room.told = notes[-1].seq
        room.pass_on_late(notes)
        room.pass_on(notes)
        room.send(self.hearers, self.messages)
        room.unkept = False
