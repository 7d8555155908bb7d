"""Today's stage at a device of one's own: the same calls as a server's. The device opens the event itself, with dice of
its own, and its people are the only crew; what was driven can be handed to a server later."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from parcferme.alone.asking import asked
from parcferme.alone.home import ME, Home, Room
from parcferme.core.record import Record
from parcferme.house import events
from parcferme.house.advice import ReviewState
from parcferme.house.codec import decode
from parcferme.house.daily import Today, today
from parcferme.house.decisions import DecisionPage, decision_page
from parcferme.house.drives import DrivesTold, HandedIn, finished, open_table, record_text, table_id
from parcferme.house.event_results import ResultPage, result_page
from parcferme.house.events import EventInfo, OwnDrive, Reading
from parcferme.house.records import read
from parcferme.organise import commands, errors
from parcferme.organise.daily import announced, daily_id, day_of
from parcferme.organise.decisions import Lost, drives_to_judge, paper_of_drive
from parcferme.organise.dice import read_secret
from parcferme.organise.event import RECORD, Entry, Event, Submission, load
from parcferme.organise.journal import Note, read_notes
from parcferme.organise.marking import Marks, mark_all
from parcferme.organise.moments import DAY
from parcferme.organise.outcome import Outcome
from parcferme.organise.regulations import NO_DICE
from parcferme.table.errors import Denied
from parcferme.table.fairness import SECRET_BYTES

KEPT: Final = "daily"  # where the shelf keeps it
Query = dict[str, str]
Review = Callable[[Record, bool, int], ReviewState]
Wish = Callable[[Event, int], Note | None]


class Stage(Struct):
    """A day's stage as it is kept: its journal with the documents it names, and what the decisions lost."""

    id: str
    secret: str
    documents: dict[str, Any]
    journal: list[dict[str, Any]]
    lost: list[Lost] = []


class Stages(Struct):
    """The days on which this device has driven, and the latest stage."""

    days: list[int] = []
    stage: Stage | None = None


class DriveForm(Struct):
    """What is handed in here: the drive at a table."""

    attempt: int = 0


class DailyCalls:
    """Every question about today's stage."""

    def __init__(self, home: Home, review: Review) -> None:
        self.home = home
        self.review = review
        self.marked: dict[tuple[str, int], Marks] = {}  # of the latest stage, by the length of its journal
        self.judging: set[str] = set()

    # The event

    async def kept(self) -> Stages:
        return await self.home.thing(KEPT, Stages, Stages())

    async def bring(self, other: Stages) -> None:
        """What another device has driven; of one day's stage the own one stays, unless it was driven there alone."""

        def joined(own: Stages) -> Stages:
            further = other if _reached(other) > _reached(own) else own
            return Stages(sorted({*own.days, *other.days}), further.stage)

        await self._change(joined)

    async def _change(self, work: Callable[[Stages], Stages | None]) -> None:
        await self.home.change_thing(KEPT, Stages, Stages(), work)

    async def _found(self, id: str) -> Event:
        """Today's stage, or the latest that was kept."""
        return self._among(await self.kept(), id)

    def _among(self, stages: Stages, id: str) -> Event:
        now, stage = self.home.clock(), stages.stage
        if stage is not None and stage.id == id:
            event = _event(stage)
        elif id == daily_id(now // DAY):
            event = announced(now // DAY, secrets.token_bytes(SECRET_BYTES))
        else:
            raise Denied(errors.NO_SUCH, "this stage is over and no longer kept here")
        while note := commands.due(event, now):
            event.fold(note)
        return event

    async def _perform(self, id: str, wish: Wish) -> Event:
        """Let a wish change the stage; it is kept before anybody is told."""
        found: list[Event] = []

        def wished(stages: Stages) -> Stages | None:
            event = self._among(stages, id)
            found[:] = [event]
            note = wish(event, self.home.clock())
            if note is None:
                return None
            event.fold(note)
            driven = any(entry.submissions for entry in event.entries.values())
            return Stages(sorted({*stages.days, day_of(id)}) if driven else stages.days, _stage(event))

        await self._change(wished)
        return found[0]

    def _marks(self, event: Event) -> Marks:
        at = (event.id, len(event.journal))
        if at not in self.marked:
            self.marked = {at: mark_all(event)}
        return self.marked[at]

    def _info(self, event: Event) -> EventInfo:
        reading = Reading(ME, False, False, "private", self.home.clock(), "", lambda round, table: "")
        told = events.event_info(event, self._marks(event), reading)
        told.sheet = False  # sheets are for organisers to mark
        return told

    @asked("GET", "daily")
    async def today(self, query: Query) -> Today:
        day = self.home.clock() // DAY
        event = await self._found(daily_id(day))
        return today(self._info(event), day, set((await self.kept()).days), None)

    @asked("POST", "events/*/enter")
    async def enter(self, id: str, body: str) -> EventInfo:
        def wish(event: Event, now: int) -> Note | None:
            if event.entry_of(ME) is not None:
                return None
            return commands.enter(event, ME, self.home.names[ME], "", ME, now)

        return self._info(await self._perform(id, wish))

    # Driving

    @asked("GET", "events/*/drives")
    async def drives(self, id: str, query: Query) -> DrivesTold:
        event = await self._found(id)
        entry = event.entry_of(ME)
        if entry is None or entry.submissions:
            return DrivesTold([])
        room = await self._room(event, entry)
        return DrivesTold([] if room is None else [_told(event, entry, room)])

    @asked("POST", "events/*/drives")
    async def drive(self, id: str, body: str) -> OwnDrive:
        """A table with the stage; one that was opened goes on."""
        event = await self._perform(id, _begin)
        entry = commands.entry_of(event, ME)
        room = await self._room(event, entry)
        if room is None:
            table, notes = open_table(event, entry, entry.attempts, ME, self.home.clock())
            room = await self.home.create(table, notes, _table(event, entry))
        return _told(event, entry, room)

    async def _room(self, event: Event, entry: Entry) -> Room | None:
        known = await self.home.shelf.door(_table(event, entry)) is not None
        return await self.home.room(_table(event, entry)) if known else None

    @asked("POST", "events/*/papers")
    async def hand_in(self, id: str, body: str) -> HandedIn:
        form, event = decode(body, type=DriveForm), await self._found(id)
        room = await self._room(event, commands.entry_of(event, ME))
        play = None if room is None else finished(event, room.table)
        if play is None:
            raise errors.no_paper("unfinished", "the drive has not come to its end")

        def wish(it: Event, now: int) -> Note | None:
            entry = commands.entry_of(it, ME)
            if entry.submissions:
                return None
            return commands.submit(it, RECORD, record_text(play, entry), ME, now, now, form.attempt)

        event = await self._perform(id, wish)
        entry = commands.entry_of(event, ME)
        return HandedIn(events.own_paper(entry, entry.submissions[-1], self._marks(event)), 0)

    # What came of it

    @asked("GET", "events/*/results")
    async def results(self, id: str, query: Query) -> ResultPage:
        event = await self._found(id)
        return result_page(Outcome(event, self._marks(event)), "", 0, 1, ME)

    @asked("GET", "events/*/decisions")
    async def decisions(self, id: str, query: Query) -> DecisionPage:
        """What the own decisions lost; who asks first sets it going."""
        event, stage = await self._found(id), (await self.kept()).stage
        drives = drives_to_judge(event, self._marks(event))
        lost = [] if stage is None else stage.lost
        if drives and not lost and id not in self.judging:
            self.judging.add(id)
            self.home.aside(self._judge(event))
        return decision_page(event, lost, drives, len(drives) - len(lost), "", 0, 1, ME)

    async def _judge(self, event: Event) -> None:
        try:
            drive = drives_to_judge(event, self._marks(event))[0]
            lost = await self.home.thinker.judge(paper_of_drive(event, drive))

            def judged(stages: Stages) -> Stages | None:
                if stages.stage is None or stages.stage.id != event.id:
                    return None
                return replace(stages, stage=replace(stages.stage, lost=[lost]))

            await self._change(judged)
        finally:
            self.judging.discard(event.id)  # where it failed, the next to ask tries again

    @asked("GET", "events/*/papers/*/*/record")
    async def record(self, id: str, entry: str, number: str, query: Query) -> str:
        return (await self._paper(id, entry, number)).text

    @asked("GET", "events/*/papers/*/*/review")
    async def look_back(self, id: str, entry: str, number: str, query: Query) -> ReviewState:
        event, paper = await self._found(id), await self._paper(id, entry, number)
        return self.review(read(paper.text), True, event.regulations.legs)

    async def _paper(self, id: str, entry: str, number: str) -> Submission:
        owner = (await self._found(id)).entries.get(entry)
        paper = None if owner is None or not number.isdecimal() else owner.submission(int(number))
        if paper is None:
            raise Denied(errors.NO_SUCH, "there is no such paper on this device")
        return paper


def _begin(event: Event, now: int) -> Note | None:
    """With dice a drive uses the attempt; one that is under way goes on."""
    entry = commands.entry_of(event, ME)
    if entry.attempts and not entry.submissions:
        return None
    if event.regulations.dice == NO_DICE:
        commands.must_not_be_late(event, now)
        return None
    return commands.begin(event, ME, now)


def _table(event: Event, entry: Entry) -> str:
    assert event.secret is not None
    return table_id(event.secret, event.id, entry.id, entry.attempts)


def _told(event: Event, entry: Entry, room: Room) -> OwnDrive:
    return OwnDrive(entry.attempts, room.id, finished(event, room.table) is not None)


def _stage(event: Event) -> Stage:
    assert event.secret is not None
    return Stage(event.id, event.secret.hex(), event.documents, [note.to_json() for note in event.journal])


def must_be_sound(stages: Stages) -> None:
    """Raises BadRecord or ValueError where the stage cannot be read."""
    if stages.stage is not None:
        _event(stages.stage)
        day_of(stages.stage.id)


def _reached(stages: Stages) -> tuple[str, bool]:
    """Which day's stage is the latest, and was it driven?"""
    stage = stages.stage
    return ("", False) if stage is None else (stage.id, day_of(stage.id) in stages.days)


def _event(stage: Stage) -> Event:
    return load(stage.id, read_secret("secret", stage.secret), stage.documents, read_notes("journal", stage.journal))
