"""A room: a table in memory with its lock and its listeners."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from parcferme.house import catalogue, messages
from parcferme.house.changes import Seen, lighten
from parcferme.house.positions import Names, seats
from parcferme.server.live.listeners import Listener
from parcferme.server.live.wire import pack
from parcferme.server.storage.clock import Clock
from parcferme.server.storage.statements import Row
from parcferme.server.storage.store import Stored, standing
from parcferme.table.journal import Audience, Happening, Note
from parcferme.table.notes import BotSat, Played, Relinked, Sat, Stood
from parcferme.table.table import Table, load

Messages = list[tuple[Listener, bytes, Seen]]
Hearer = tuple[Listener, Audience]  # and with whose eyes it sees now
HANDED_ON: Final = (Sat, Stood, BotSat, Relinked)  # notes after which somebody else has a seat or a key


class Room:
    """One table as this process holds it. Take the lock before reading or changing the table."""

    __slots__ = (
        "clock",
        "drafts",
        "driving",
        "elsewhere",
        "here",
        "id",
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
        self.here: tuple[list[int], int] = ([], 0)  # presence at this worker, as it was told last
        self.elsewhere: dict[str, tuple[list[int], int]] = {}  # presence at other workers
        self.drafts: dict[int, messages.Draft] = {}  # uncommitted choices, for a person's other devices
        self.driving: asyncio.Task[None] | None = None
        self.stale = False  # the database may know more
        self.unkept = False  # this memory holds what may never be kept
        self.standing: Row = standing(table)  # the columns that change seldom, as the database has them
        self.told = table.seq  # notes that are kept and were told
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
                key = (audience, turned, listener.reader.key(), listener.reader.changes, id(before))
                if key not in made:
                    told = messages.message(self.table, happening, audience, listener.reader, seated, turned)
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
        """Seats or links have changed hands: a draft is not the next one's, and who may not watch any more goes."""
        handed = [note.body for note in notes if isinstance(note.body, HANDED_ON)]
        for body in handed:
            if not isinstance(body, Relinked):
                self.drafts.pop(body.seat, None)
        for listener in self.listeners if handed else ():
            if not listener.allowed():
                listener.close()

    def tell_all(self, message: messages.Message) -> None:
        """Send the same to everybody: chat, presence."""
        packed = pack(message)
        for listener in self.listeners:
            listener.send(packed)

    def present(self) -> tuple[list[int], int]:
        """(seats, spectators) connected to this process."""
        seats: set[int] = set()
        spectators = 0
        for listener in self.listeners:
            held = [] if listener.identity is None else self.table.seats_of(listener.identity.ids)
            seats.update(held)
            spectators += not held
        return sorted(seats), spectators

    def presence(self) -> messages.PresenceMessage:
        """Who is here, over all workers."""
        everywhere = [self.present(), *self.elsewhere.values()]
        held = sorted({seat for here, _ in everywhere for seat in here})
        return messages.PresenceMessage(held, sum(count for _, count in everywhere))

    def catch_up(self, notes: list[Note]) -> None:
        """Fold notes that another process wrote, and tell of them."""
        for note in notes:
            if note.seq == self.table.seq + 1:
                news = News(self, [self.table.fold(note, self.audiences)])
                news.prepare()
                news.tell()
        self.standing = standing(self.table)

    def replace(self, stored: Stored, notes: list[Note]) -> None:
        """Start again from what the database holds; listeners are brought up to date."""
        self.stored = stored
        self.table = load(stored.setup, stored.secret, notes[: self.told], catalogue.shared_game(stored.setup))
        self.catch_up(notes[self.told :])
        self.unkept = False


class News:
    """What has happened in a room. Its messages are made while the disk writes, and sent once it has."""

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
        room.pass_on(notes)
        room.send(self.hearers, self.messages)
        room.unkept = False
