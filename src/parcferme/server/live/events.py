"""All events of this process, and the one way to change them.

`perform` takes an event's lock, brings it up to what other workers have written, lets a command decide on a note, and
makes that durable; if another worker was quicker the command decides again. The clock opens and closes events, for the
moments that were announced, however late somebody looks. Papers are marked apart, first come first served.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final

from sqlalchemy.exc import IntegrityError

from parcferme.core.errors import BadRecord
from parcferme.core.trial import read_mark
from parcferme.organise import commands
from parcferme.organise.documents import Documents
from parcferme.organise.event import Entry, Event, Submission
from parcferme.organise.journal import Note
from parcferme.organise.marking import Marks, paper_of, unmarked
from parcferme.organise.outcome import Outcome
from parcferme.organise.regulations import TRIAL
from parcferme.server.live.errands import Errands
from parcferme.server.live.marking import mark
from parcferme.server.live.thinking import Thinker
from parcferme.server.live.unreadable import Unreadable
from parcferme.server.ops.metrics import Metrics
from parcferme.server.storage import events as kept
from parcferme.server.storage.clock import Calendar
from parcferme.server.storage.store import Store
from parcferme.table.errors import Denied

Command = Callable[[Event, int], Note | None]  # the event and its time
Minder = Callable[["Ongoing"], Coroutine[Any, Any, None]]
TRIES: Final = 8
AT_ONCE: Final = 4  # papers of one event that are marked at the same time
EVERY_SECONDS: Final = 0.5  # between two looks at the clock
SWEEP_SECONDS: Final = 5.0  # … and for papers that another worker may have left unmarked
IDLE_SECONDS: Final = 300.0  # an event nobody asks for is forgotten after this time
LARGE: Final = 500  # papers: results of such events take a while to work out, and are kept ready …
MOST_READY: Final = 4  # … of the latest few
log = logging.getLogger("parcferme.events")


class Ongoing:
    """One event as this process holds it. Take the lock before changing it."""

    def __init__(self, event: Event, organiser: str, visibility: str, marks: Marks) -> None:
        self.event = event
        self.organiser = organiser
        self.visibility = visibility
        self.marks = marks
        self.version = len(event.written)  # of the regulations the marks were made by
        self.since = event.at  # the event's time when this process took it up
        self.lock = asyncio.Lock()
        self.marking: asyncio.Task[None] | None = None
        self.unmarkable: set[tuple[str, int, int]] = set()  # papers that could not be marked, by version
        self.touched = time.monotonic()
        self._outcome: tuple[int, int, Outcome] | None = None

    def outcome(self) -> Outcome:
        """Classification and standings by what has been marked so far, worked out once."""
        seq, marked = len(self.event.journal), len(self.marks)
        if self._outcome is None or self._outcome[:2] != (seq, marked):
            self._outcome = seq, marked, Outcome(self.event, dict(self.marks))
        return self._outcome[2]

    def work_out(self) -> None:
        """Who came where, for whoever asks next: overall and in every class."""
        found = self.outcome().classification
        if found is not None:
            for klass in ("", *self.event.regulations.classes):
                found.rows(klass)

    def waiting(self) -> list[tuple[Entry, Submission]]:
        """Papers that are still to be marked."""
        return unmarked(self.event, self.marks) if self.event.regulations.kind == TRIAL else []


class Events:
    """The events of one process."""

    def __init__(self, store: Store, thinker: Thinker, metrics: Metrics) -> None:
        self.store = store
        self.thinker = thinker
        self.metrics = metrics
        self.calendar = Calendar()
        self.held: dict[str, Ongoing] = {}
        self.loading: dict[str, asyncio.Task[Ongoing]] = {}
        self.errands = Errands()
        self.swept = float("-inf")
        self.lost: set[str] = set()  # large events that this program cannot read: not tried again and again
        self.minders: list[Minder] = []  # who else looks at events that are under way, now and then
        self.openers: list[Callable[[], Coroutine[Any, Any, None]]] = []  # who opens new ones by themselves

    # Finding

    async def find(self, id: str) -> Ongoing:
        """An event as it stands now; raises Denied where there is none, or this program cannot read it."""
        found = await self._held(id)
        if self.store.shared:
            async with found.lock:
                await self._catch_up(found)
        return found

    async def _held(self, id: str) -> Ongoing:
        found = self.held.get(id)
        if found is not None:
            found.touched = time.monotonic()
            return found
        task = self.loading.get(id)
        if task is None:
            task = self.loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self.loading.pop(id, None))
        return await asyncio.shield(task)

    async def _load(self, id: str) -> Ongoing:
        row, notes = await self.store.read(lambda connection: kept.fetch(connection, id))
        try:
            event = await asyncio.to_thread(kept.unpacked, row, notes)
        except BadRecord as error:
            log.warning("an event cannot be read", extra={"event": id, "reason": str(error)})
            raise Unreadable(error) from error
        marks = await self._marks(event)
        found = self.held[id] = Ongoing(event, row.organiser, row.visibility, marks)
        self.mark(found)
        return found

    async def _marks(self, event: Event) -> Marks:
        version = len(event.written)
        return await self.store.read(lambda connection: kept.marks_of(connection, event.id, version))

    async def _catch_up(self, found: Ongoing) -> None:
        """Fold what other workers have written. The caller holds the lock."""
        event, seq = found.event, len(found.event.journal)
        documents, notes = await self.store.read(lambda connection: kept.notes_after(connection, event.id, seq))
        if notes:
            event.documents.update(documents)
            for note in notes:
                event.fold(note)
        if found.waiting() or found.version != len(event.written):
            found.marks, found.version = await self._marks(event), len(event.written)

    def arrival(self, id: str) -> int:
        """The moment something reaches this server. Ask before anything is waited for: who came in time is not late
        because others were in the queue, or the event had to be read."""
        held = self.held.get(id)
        return self.calendar.now() if held is None else self.moment(held.event)

    # Changing

    async def create(self, event: Event, organiser: str, visibility: str, people: bool = True) -> Ongoing:
        """Keep a new event, whose notes are folded already."""
        try:
            await self.store.write(lambda connection: kept.add(connection, event, organiser, visibility, people))
        except IntegrityError as error:
            raise Denied("taken", f"there is an event {event.id} already") from error
        self.metrics.count("events_created", event.regulations.game)
        found = self.held[event.id] = Ongoing(event, organiser, visibility, {})
        self.mark(found)
        return found

    async def perform(self, id: str, command: Command) -> Ongoing:
        """Let a command change an event. It decides in a thread: checking a paper may take a while."""
        for _ in range(TRIES):
            found = await self._held(id)
            async with found.lock:
                if self.held.get(id) is found and await self._try(found, command):
                    return found
        raise Denied("conflict", "too many others change this event at the moment: try again")

    async def _try(self, found: Ongoing, command: Command) -> bool:
        """False where another worker was quicker: then the event is read anew."""
        if self.store.shared:
            await self._catch_up(found)
        note = await asyncio.to_thread(command, found.event, self.moment(found.event))
        if note is not None and not await self._keep(found, note):
            return False
        self.mark(found)
        return True

    def moment(self, event: Event) -> int:
        """The time of an event, which never runs backwards: what has closed stays closed whatever the clock shows."""
        return max(self.calendar.now(), event.at)

    async def _keep(self, found: Ongoing, note: Note) -> bool:
        """Fold and make durable; what could not be kept is forgotten together with the event in memory."""
        event = found.event
        event.fold(note)
        try:
            await self.store.write(lambda connection: kept.append(connection, event, note, self.calendar.now()))
        except (IntegrityError, kept.Overtaken):
            self.held.pop(event.id, None)
            self.metrics.count("conflicts")
            return False
        except BaseException:
            self.held.pop(event.id, None)
            raise
        if found.version != len(event.written):
            found.marks, found.version = await self._marks(event), len(event.written)
        self.metrics.count("event_notes", note.kind)
        return True

    def let_go(self, person: str) -> None:
        """Somebody is called differently now: events they have to do with are read anew."""
        for id, found in list(self.held.items()):
            if person == found.event.organiser or found.event.entry_of(person) is not None:
                del self.held[id]

    # The clock

    async def start(self) -> None:
        """Before anybody is let in, the results of large events are at hand."""
        await self.keep_ready()
        self.errands.begin(self._run())

    async def stop(self) -> None:
        await self.errands.stop()

    async def _run(self) -> None:
        while True:
            try:
                await self.tick()
            except Exception:
                log.exception("minding events failed; it is tried again")
            await asyncio.sleep(EVERY_SECONDS)

    async def tick(self) -> None:
        """Open and close what is due, and mark what was left behind."""
        now = self.calendar.now()
        for id in await self.store.read(lambda connection: kept.due(connection, now)):
            await self._attend(id, self.keep_time(id))
        if time.monotonic() - self.swept >= SWEEP_SECONDS:
            self.swept = time.monotonic()
            for opener in self.openers:
                await self._attend("", opener())
            for id in await self.store.read(kept.under_way):
                await self._attend(id, self._look_at(id))
            await self.keep_ready()
            self._forget_idle()

    async def keep_ready(self) -> None:
        """Have the latest large events with results in memory and worked out, whether anybody has asked or not."""
        for id in await self.store.read(lambda connection: kept.large(connection, LARGE, MOST_READY)):
            if id not in self.lost:
                await self._attend(id, self._work_out(id))

    async def _work_out(self, id: str) -> None:
        try:
            found = await self._held(id)
        except Unreadable:
            self.lost.add(id)
            return
        async with found.lock:
            await asyncio.to_thread(found.work_out)

    async def keep_time(self, id: str) -> None:
        """What the time brings to one event: the opening, and if that was long ago the closing too."""
        for _ in range(2):
            await self.perform(id, commands.due)

    async def _look_at(self, id: str) -> None:
        found = await self.find(id)
        self.mark(found)
        for minder in self.minders:
            await minder(found)

    async def _attend(self, id: str, work: Coroutine[Any, Any, None]) -> None:
        """One event's trouble is not the others'."""
        try:
            await work
        except Exception:
            log.exception("an event could not be minded", extra={"event": id})

    def _forget_idle(self) -> None:
        limit = time.monotonic() - IDLE_SECONDS
        for id, found in list(self.held.items()):
            if found.touched < limit and found.marking is None and not found.lock.locked():
                del self.held[id]

    # Marking

    def mark(self, found: Ongoing) -> None:
        """Mark what waits, in the background."""
        if found.marking is None and self._markable(found):
            found.marking = self.errands.begin(self._mark_all(found))

    def _markable(self, found: Ongoing) -> list[tuple[Entry, Submission]]:
        version = len(found.event.written)
        return [(e, paper) for e, paper in found.waiting() if (e.id, paper.number, version) not in found.unmarkable]

    async def _mark_all(self, found: Ongoing) -> None:
        try:
            waiting = self._markable(found)
            while waiting and self.held.get(found.event.id) is found:
                await asyncio.gather(*[self._mark(found, entry, paper) for entry, paper in waiting[:AT_ONCE]])
                waiting = self._markable(found)
        finally:
            found.marking = None

    async def _mark(self, found: Ongoing, entry: Entry, paper: Submission) -> None:
        """Mark one paper and keep what it is worth. One that cannot be marked holds up the results, not the others."""
        event, version = found.event, len(found.event.written)
        try:
            made = await self.thinker.work(mark, paper_of(event, entry.id, paper), entry.person)
            now = self.calendar.now()
            row = (event.id, entry, paper.number, version, made, now)
            await self.store.write(lambda connection: kept.keep_mark(connection, *row))
        except IntegrityError:  # another worker has kept the same mark at the same moment
            self.metrics.count("conflicts")
        except Exception:
            log.exception("a paper could not be marked", extra={"event": event.id, "entry": entry.id})
            found.unmarkable.add((entry.id, paper.number, version))
            return
        if version == len(event.written):
            found.marks[entry.id, paper.number] = read_mark("mark", made)


def new_event(id: str, secret: bytes, regulations: object, documents: Documents, by: str, now: int) -> Event:
    """An event that was written down and nothing else."""
    event = Event(id, secret, {})
    event.fold(commands.write(event, regulations, documents, by, now))
    return event


def event_key(secret: bytes, id: str) -> str:
    """The key of the link to a private event: a function of the server's, so that it can be shown again."""
    return hmac.digest(secret, f"event/{id}".encode(), "sha256").hex()[:32]
