"""An event by decisions, as it is told: what everybody's choices lost, luck taken out; and a drive to race against."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from parcferme.organise.classification import Drive, Row
from parcferme.organise.decisions import Lost, placed
from parcferme.organise.event import Event
from parcferme.organise.outcome import Outcome

EXPLAINED = 0.5  # of a unit: where more is left unexplained the sum is not told


class DecisionRow(Struct):
    """What a crew's choices lost against the best ones. Place 0: the drive was too long to judge every choice."""

    place: int
    crew: str
    name: str
    klass: str
    number: int
    score: Annotated[int, Meta(description="the measure itself, such as the time")]
    lost: float
    error: Annotated[float, Meta(description="the standard error of `lost`; 0 where it is exact")]
    luck: Annotated[float | None, Meta(description="what the dice gave; negative: what they took; null: not known")]
    expected: Annotated[float | None, Meta(description="score + luck − lost, of perfect play; null: not known")]
    exact: bool
    yours: bool


class DecisionPage(Struct):
    """A page of the classification by decisions; drives that are not looked at yet are `waiting`."""

    rows: list[DecisionRow]
    own: DecisionRow | None
    unit: str
    total: int
    waiting: int
    next: str


class Leader(Struct):
    """The best drive of another crew, to race against once one has driven oneself."""

    name: str
    score: int
    record: dict[str, Any]


def decision_page(
    event: Event, known: list[Lost], drives: list[Drive], waiting: int, klass: str, first: int, limit: int, person: str
) -> DecisionPage:
    """Some lines, overall ('') or of a class."""
    driven = {(drive.entry.id, drive.number): drive for drive in drives if klass in ("", drive.entry.klass)}
    lines = placed([lost for lost in known if (lost.entry, lost.number) in driven])
    rows = [_row(event, place, lost, driven[lost.entry, lost.number], person) for place, lost in lines]
    end = first + limit
    return DecisionPage(
        rows=rows[first:end],
        own=next((row for row in rows if row.yours), None),
        unit=lines[0][1].unit if lines else "",
        total=len(rows),
        waiting=waiting,
        next=str(end) if end < len(rows) else "",
    )


def _row(event: Event, place: int, lost: Lost, drive: Drive, person: str) -> DecisionRow:
    entry, sealed = drive.entry, not event.is_unsealed()
    return DecisionRow(
        place=place,
        crew="" if sealed else entry.id,
        name=entry.name,
        klass=entry.klass,
        number=0 if sealed else drive.number,
        score=drive.mark.score[0],
        lost=lost.amount,
        error=lost.error,
        luck=None if lost.partly else lost.luck,
        expected=_expected(lost, drive.mark.score[0]),
        exact=lost.exact,
        yours=entry.person == person,
    )


def _expected(lost: Lost, score: int) -> float | None:
    known = lost.whole and not lost.partly and abs(lost.noise) < EXPLAINED
    return score + lost.luck - lost.amount if known else None


def best_of_others(outcome: Outcome, person: str) -> Row | None:
    """The best placed drive that is not one's own."""
    assert outcome.classification is not None
    rows = outcome.classification.overall
    return next((row for row in rows if row.place and row.drive.entry.person != person), None)
