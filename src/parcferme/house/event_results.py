"""The results of an event as a page shows them: a classification or standings, the day's best, a championship. Built
for one reader, like the event itself (`events.py`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from parcferme.house.events import EventStatus
from parcferme.house.tables import Millis
from parcferme.organise.classification import Row
from parcferme.organise.event import OPEN, Event
from parcferme.organise.marking import unmarked
from parcferme.organise.outcome import Outcome
from parcferme.organise.standings import Standing, written


class TieTold(Struct):
    """Why equal measures are not equal places: what parted them, the rule, the own figure and the other crew's."""

    by: str
    clause: str
    own: int
    other: int


class ResultRow(Struct):
    """A line of a classification; place 0: not classified, with the reason."""

    place: int
    crew: str
    name: str
    klass: str
    number: Annotated[int, Meta(description="which of the papers counts")]
    wrong: Annotated[int, Meta(description="cells of that paper that were taken differently")]
    status: Literal["home", "retired", "disqualified", "void"]
    score: list[int]
    detail: dict[str, list[int]]
    tie: TieTold | None
    reason: str
    clause: str
    yours: bool


class ParTold(Struct):
    """The best that can be done, in the unit of the measure: with dice what perfect play expects. Proved where the two
    are the same; the event's file has the certificate."""

    low: Annotated[float, Meta(description="nobody can do better")]
    high: Annotated[float, Meta(description="it can be done")]


class ResultPage(Struct):
    """A page of a classification, overall or of a class."""

    rows: list[ResultRow]
    own: Annotated[ResultRow | None, Meta(description="your line, wherever it stands")]
    total: int
    classified: int
    waiting: Annotated[int, Meta(description="papers that are still to be marked")]
    par: Annotated[ParTold | None, Meta(description="once the event has closed and somebody has found it")]
    next: str


class StandingRow(Struct):
    """A line of the standings of a match event or a championship."""

    place: int
    crew: str
    name: str
    points: str
    results: Annotated[list[str], Meta(description="points by round or event; empty: took no part")]
    places: Annotated[list[int], Meta(description="by round or event; 0: took no part, or was not classified")]
    disqualified: Annotated[list[bool], Meta(description="by round or event; a disqualification is not left out")]
    counts: list[bool]
    tie: str
    yours: bool


class ChampionshipEvent(Struct):
    """An event of a championship."""

    id: str
    title: str
    game: str
    status: EventStatus
    opens: Millis
    closes: Millis


class ChampionshipRow(Struct):
    """A championship in a list."""

    id: str
    title: str
    events: int


class ChampionshipInfo(Struct):
    """A championship: its events in order, and the standings after those with results, overall ('') and by class."""

    id: str
    title: str
    points: list[int]
    best: int
    bulletins: list[str]
    events: list[ChampionshipEvent]
    counted: Annotated[list[str], Meta(description="the events that have results, in the order of `results` in a line")]
    standings: dict[str, list[StandingRow]]
    organising: bool


# --- told -------------------------------------------------------------------------------------------------------------


def shows_results(event: Event) -> bool:
    """Are places told now? Once the event has closed, or from the start where the regulations chose so."""
    return event.is_unsealed() or (event.status == OPEN and event.regulations.results == "open")


def result_row(row: Row, person: str, sealed: bool) -> ResultRow:
    """A line. While the event runs (open results) it has places and measures, and nothing of how they came about."""
    entry, mark = row.drive.entry, row.drive.mark
    status: Any = mark.status
    tie = None if row.tie is None or sealed else TieTold(row.tie.by, row.tie.clause, row.tie.own, row.tie.other)
    return ResultRow(
        place=row.place,
        crew="" if sealed else entry.id,
        name=entry.name,
        klass=entry.klass,
        number=0 if sealed else row.drive.number,
        wrong=0 if sealed else len(mark.findings),
        status=status,
        score=mark.score[:1] if sealed else mark.score,
        detail={} if sealed else mark.detail,
        tie=tie,
        reason="" if sealed else mark.reason,
        clause="" if sealed else mark.clause,
        yours=entry.person == person,
    )


def result_page(outcome: Outcome, klass: str, first: int, limit: int, person: str) -> ResultPage:
    """Some lines of the classification, overall ('') or of a class."""
    found = outcome.classification
    assert found is not None
    sealed = not outcome.event.is_unsealed()
    whole = found.rows(klass)
    own = next((row for row in whole if row.drive.entry.person == person), None)
    rows = [row for row in whole if row.place or not sealed]
    end = first + limit
    return ResultPage(
        rows=[result_row(row, person, sealed) for row in rows[first:end]],
        own=None if own is None else result_row(own, person, sealed),
        total=len(rows),
        classified=sum(1 for row in rows if row.place),
        waiting=0 if sealed else len(unmarked(outcome.event, outcome.marks)),
        par=_par(outcome.event),
        next=str(end) if end < len(rows) else "",
    )


def _par(event: Event) -> ParTold | None:
    return None if event.par is None else ParTold(event.par.low, event.par.high)


def standing_rows(event: Event, lines: list[Standing], person: str) -> list[StandingRow]:
    """Of a match event."""
    return [
        standing_row(line, event.entries[line.who].name, event.entries[line.who].person == person) for line in lines
    ]


def standing_row(line: Standing, name: str, yours: bool) -> StandingRow:
    results = ["" if result is None else str(written(result.points)) for result in line.results]
    places = [0 if one is None or not one.classified else one.place for one in line.results]
    points, out = str(written(line.points)), [one is not None and one.disqualified for one in line.results]
    return StandingRow(line.place, line.who, name, points, results, places, out, line.counts, line.tie, yours)
