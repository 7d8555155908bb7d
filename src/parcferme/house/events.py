"""An event as a page shows it, built for one reader from an allow-list: two events that differ only in what is sealed
look the same to whoever may not know it. Neither the length of the journal nor a time of any entrant is told before
the closing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct, convert

from parcferme.core.trial import Mark
from parcferme.house.tables import Millis
from parcferme.organise.classification import best_drive, decided
from parcferme.organise.commands import protests_until
from parcferme.organise.event import PROVISIONAL, Entry, Event, Submission
from parcferme.organise.marking import Marks, unmarked
from parcferme.organise.outcome import Outcome
from parcferme.organise.regulations import TRIAL
from parcferme.organise.sealed import question_seen, shows_task, without_task
from parcferme.organise.tasks import trial_of

EventStatus = Literal["draft", "announced", "open", "closed", "provisional", "final", "cancelled"]
PaperKind = Literal["sheet", "record"]
Deed = Literal[
    "write", "announce", "open", "close", "publish", "final", "cancel", "bulletin", "par", "answer", "protest", "rule",
    "decide", "draw",
]  # fmt: skip
DEEDS = frozenset(get_args(Deed))  # of the clock and the desk; what crews do before the closing has no time here


class EventSummary(Struct):
    """What a list tells of an event, kept beside it."""

    title: str
    organiser: Annotated[str, Meta(description="what the organiser is called")]
    kind: Literal["trial", "match"]
    opens: Millis
    closes: Millis
    entered: Annotated[int, Meta(description="how many take part")]
    until: Annotated[int, Meta(description="when protests end, in milliseconds since 1970; 0: not provisional")]
    sections: Annotated[int, Meta(description="rounds of a match event, legs of a trial; 0: it is driven whole")]


class EventRow(EventSummary):
    """An event in a list."""

    id: str
    game: str
    status: EventStatus
    visibility: Literal["public", "private"]
    entered_yourself: bool
    organising: bool


class EventPage(Struct):
    """A page of a list of events."""

    events: list[EventRow]
    next: Annotated[str, Meta(description="ask for the next page with this as `after`; empty: this is the last one")]


class FindingTold(Struct):
    """A cell of a sheet that was taken differently: where it stands, what it says, why not, and the rule."""

    row: str
    cell: str
    written: str
    reason: str
    clause: str


class MarkTold(Struct):
    """What a paper is worth."""

    status: Literal["home", "retired", "disqualified", "void"]
    score: Annotated[list[int], Meta(description="the measure, then each tie-break: fewer is better")]
    detail: Annotated[dict[str, list[int]], Meta(description="rows of numbers, such as running totals")]
    findings: list[FindingTold]
    reason: str
    clause: str


class OwnPaper(Struct):
    """A paper of yours; `mark` is null while it is being marked."""

    number: int
    kind: PaperKind
    mark: MarkTold | None


class OwnDrive(Struct):
    """A drive of yours in the browser that was not handed in yet."""

    attempt: Annotated[int, Meta(description="of drives with dice; 0: nothing is rolled")]
    table: str
    done: Annotated[bool, Meta(description="driven to where the trial ends: it can be handed in")]


class OwnEntry(Struct):
    """Your part in an event; `crew` is what the entry is called in the file."""

    crew: str
    name: str
    klass: str
    withdrawn: bool
    attempts: Annotated[int, Meta(description="begun, of drives with dice")]
    papers: list[OwnPaper]


class BulletinTold(Struct):
    """From the organiser to everybody: what changes and why."""

    number: int
    at: Millis
    text: str
    changes: dict[str, Any]


class QuestionTold(Struct):
    """To the organiser. `held`: the answer would tell a line, and comes at the closing."""

    number: int
    text: Annotated[str, Meta(description="empty to others than the asker until it is answered to all")]
    answer: str | None
    held: bool


class ProtestTold(Struct):
    """Against a result; `upheld` is null until it is decided."""

    number: int
    by: str
    against: str
    crew: Annotated[str, Meta(description="the entry it is against")]
    paper: Annotated[int, Meta(description="which of its papers counts; 0: it has none")]
    own: Annotated[bool, Meta(description="by you, or against your drive: you do not decide it")]
    text: str
    upheld: bool | None
    ruling: str


class RoundTable(Struct):
    """A table of a round: who sits there, and their places once it has a result."""

    seats: list[str]
    crews: Annotated[list[str], Meta(description="what their entries are called in the file, which a draw goes by")]
    places: list[int]
    absent: list[str]
    done: bool
    table: Annotated[str, Meta(description="where it is played; empty: a bye")]


class RoundTold(Struct):
    """A round of a match event with the seed it was drawn from."""

    seed: str
    tables: list[RoundTable]


class ClassTold(Struct):
    """How many crews of a class have entered, and how many of them have handed in."""

    klass: str
    entered: int
    handed_in: int


class DeedTold(Struct):
    """A step of the event, for the desk's log."""

    at: Millis
    kind: Deed


class DeskTold(Struct):
    """What only the organiser sees. Until the closing it says nothing about papers."""

    classes: list[ClassTold]
    arrived: Annotated[list[int], Meta(description="when papers came in, in milliseconds since 1970")]
    log: list[DeedTold]


class EventInfo(Struct):
    """An event as you may see it now."""

    id: str
    title: str
    kind: Literal["trial", "match"]
    game: str
    rules: int
    organiser: str
    about: str
    status: EventStatus
    visibility: Literal["public", "private"]
    opens: Millis
    closes: Millis
    until: Annotated[int, Meta(description="when protests end, in milliseconds since 1970; 0: not provisional")]
    now: Annotated[Millis, Meta(description="the server's clock, which decides")]
    cancelled: Annotated[str, Meta(description="why; empty: it is not")]
    classes: list[str]
    protest_days: int
    options: Annotated[dict[str, Any], Meta(description="own boards and decks as {document: hash}")]
    version: Annotated[int, Meta(description="of the regulations: one more with every bulletin that changes them")]
    legs: int
    submissions: Annotated[int, Meta(description="papers everybody may hand in; the best counts")]
    dice: Literal["none", "own", "same"]
    results: Literal["sealed", "open"]
    sheet: Annotated[bool, Meta(description="may a time sheet be filled in?")]
    measure: Annotated[str, Meta(description="what counts, fewer is better: `measure.NAME` in the client's texts")]
    unit: str
    ties: list[str]
    rounds: int
    seats: int
    draw: str
    points: list[int]
    stand_in: str
    commitment: Annotated[str, Meta(description="SHA-256 of the event's secret, from the opening on")]
    entered: int
    bulletins: list[BulletinTold]
    questions: list[QuestionTold]
    protests: list[ProtestTold]
    drawn: Annotated[list[RoundTold], Meta(description="the rounds of a match event so far")]
    waiting: Annotated[int, Meta(description="papers that are still to be marked, once the event has closed")]
    yours: OwnEntry | None
    organising: bool
    judging: Annotated[bool, Meta(description="you decide protests and wrong cells, but for those of your own drive")]
    desk: DeskTold | None
    key: Annotated[str, Meta(description="of the link to a private event, for its organiser; else empty")]


# --- lists ------------------------------------------------------------------------------------------------------------


def summary(event: Event) -> EventSummary:
    made = event.regulations
    kind: Any = made.kind
    return EventSummary(
        title=made.title,
        organiser=made.organiser,
        kind=kind,
        opens=made.opens,
        closes=made.closes,
        entered=len(event.starters()),
        until=protests_until(event) if event.status == PROVISIONAL else 0,
        sections=made.legs if made.kind == TRIAL else made.rounds,
    )


# --- one event --------------------------------------------------------------------------------------------------------


class Reading:
    """Who looks at an event, and when."""

    def __init__(
        self,
        person: str,
        organising: bool,
        judging: bool,
        visibility: str,
        now: int,
        key: str,
        table: Callable[[int, int], str],
    ) -> None:
        self.person = person  # who they are in this event
        self.organising = organising
        self.judging = judging
        self.visibility = visibility
        self.now = now
        self.key = key  # of the link, for whoever holds the event; else ''
        self.table = table  # the id of a table of a round


def event_info(event: Event, marks: Marks, reading: Reading) -> EventInfo:
    """The event as this reader may see it."""
    made, told = event.regulations, summary(event)
    trial = trial_of(made.game) if made.kind == TRIAL else None
    status: Any = event.status
    free: Any = (reading.visibility, made.dice, made.results)
    return EventInfo(
        id=event.id,
        title=made.title,
        kind=told.kind,
        game=made.game,
        rules=made.rules,
        organiser=made.organiser,
        about=made.about,
        status=status,
        visibility=free[0],
        opens=made.opens,
        closes=made.closes,
        until=told.until,
        now=reading.now,
        cancelled=event.cancelled,
        classes=list(made.classes),
        protest_days=made.protest_days,
        options=dict(_options(event)) if shows_task(event, reading.organising) else {},
        version=len(event.written),
        legs=made.legs,
        submissions=made.submissions,
        dice=free[1],
        results=free[2],
        sheet=trial is not None and trial.check_sheet is not None,
        measure=trial.measure if trial is not None else "points",
        unit=trial.unit if trial is not None else "points",
        ties=list(trial.ties) if trial is not None else [],
        rounds=made.rounds,
        seats=made.seats,
        draw=made.draw,
        points=list(made.points) if made.kind != TRIAL else [],
        stand_in=made.stand_in,
        commitment=event.commitment,
        entered=told.entered,
        bulletins=[
            BulletinTold(n, bulletin.at, bulletin.text, without_task(event, reading.organising, bulletin.changes))
            for n, bulletin in enumerate(event.bulletins, 1)
        ],
        questions=[
            convert(question_seen(event, number, reading.person, reading.organising), QuestionTold)
            for number in range(len(event.questions))
        ],
        protests=[_protest(event, marks, number, reading.person) for number in range(len(event.protests))],
        drawn=_rounds(event, reading) if made.kind != TRIAL else [],
        waiting=len(unmarked(event, marks)) if event.is_unsealed() and made.kind == TRIAL else 0,
        yours=own_entry(event, marks, reading.person),
        organising=reading.organising,
        judging=reading.judging,
        desk=desk_told(event) if reading.organising else None,
        key=reading.key if reading.visibility == "private" else "",
    )


def desk_told(event: Event) -> DeskTold:
    """What the desk needs besides: entries by class, and once the event has closed its papers by the time they came."""
    crews = [entry for entry in event.entries.values() if not entry.withdrawn]
    papers = [paper for entry in crews for paper in entry.submissions] if event.is_unsealed() else []
    return DeskTold(
        classes=[
            _class_told(event, klass, [crew for crew in crews if crew.klass == klass])
            for klass in event.regulations.classes or [""]
        ],
        arrived=sorted(paper.arrived for paper in papers),
        log=[convert({"at": note.at, "kind": note.kind}, DeedTold) for note in event.journal if note.kind in DEEDS],
    )


def _class_told(event: Event, klass: str, crews: list[Entry]) -> ClassTold:
    handed_in = sum(1 for crew in crews if crew.submissions) if event.is_unsealed() else 0
    return ClassTold(klass, len(crews), handed_in)


def _options(event: Event) -> dict[str, Any]:
    found = event.regulations.to_json({})["options"]
    assert isinstance(found, dict)
    return found


def _protest(event: Event, marks: Marks, number: int, person: str) -> ProtestTold:
    case = event.protests[number]
    by, against = event.entries[case.entry], event.entries[case.against]
    best = best_drive(against, marks)
    return ProtestTold(
        number=number + 1,
        by=by.name,
        against=against.name,
        crew=against.id,
        paper=best.number if best is not None else 0,
        own=person in (by.person, against.person),
        text=case.text,
        upheld=case.upheld,
        ruling=case.ruling,
    )


def _rounds(event: Event, reading: Reading) -> list[RoundTold]:
    """Tables of a match event are played in the open."""
    drawn = Outcome(event, {}).drawn
    return [
        RoundTold(made.seed, [_table(event, round, number, seats, reading) for number, seats in enumerate(tables, 1)])
        for round, (made, tables) in enumerate(zip(event.rounds, drawn, strict=True), 1)
    ]


def _table(event: Event, round: int, number: int, seats: list[str], reading: Reading) -> RoundTable:
    result = event.rounds[round - 1].results.get(number)
    names = [event.entries[id].name for id in seats]
    where = reading.table(round, number) if len(seats) > 1 else ""
    if result is None:
        return RoundTable(names, seats, [], [], len(seats) == 1, where)
    return RoundTable(names, seats, result.places, [event.entries[id].name for id in result.absent], True, where)


def own_entry(event: Event, marks: Marks, person: str) -> OwnEntry | None:
    """A person's own part, which is never hidden from them."""
    entry = event.entry_of(person)
    if entry is None:
        return None
    papers = [own_paper(entry, paper, marks) for paper in entry.submissions]
    return OwnEntry(entry.id, entry.name, entry.klass, entry.withdrawn, entry.attempts, papers)


def own_paper(entry: Entry, paper: Submission, marks: Marks) -> OwnPaper:
    kind: Any = paper.kind
    return OwnPaper(paper.number, kind, mark_told(marks.get((entry.id, paper.number)), paper))


def mark_told(mark: Mark | None, paper: Submission) -> MarkTold | None:
    return None if mark is None else convert(decided(mark, paper).to_json(), MarkTold)
