"""Today's stage, as it is told: on a server's day with everybody else's drives, at a device with one's own."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from parcferme.house.events import EventInfo
from parcferme.organise.daily import run_of_days, stage_of
from parcferme.organise.outcome import Outcome
from parcferme.organise.tasks import trial_of

DAYS_SHOWN: Final = 12  # of a run


class BestOfDay(Struct):
    """The best drive of a day that is over: whose it is, what it took, and which paper it is."""

    event: str
    title: str
    game: str
    name: str
    crew: str
    number: int
    score: int
    unit: str


class Today(Struct):
    """Today's stage: the event it is, what the best drive costs where that is known, and your run of days."""

    event: EventInfo
    game: str
    options: Annotated[dict[str, Any], Meta(description="of the course, own boards and maps in their place")]
    figures: Annotated[dict[str, int], Meta(description="of the course, such as `par` or `turns`")]
    run: Annotated[int, Meta(description="days in a row on which you have driven")]
    days: Annotated[list[bool], Meta(description="whether you have driven on each of the last days, today last")]
    driven: bool
    yesterday: BestOfDay | None


def today(event: EventInfo, day: int, driven: set[int], yesterday: BestOfDay | None) -> Today:
    """The stage of a day, for somebody who has driven on those days."""
    game, course = stage_of(day)
    figures = {} if event.legs else course.figures  # which are of the whole rally
    shown = [one in driven for one in range(day - DAYS_SHOWN + 1, day + 1)]
    return Today(event, game, course.options, figures, run_of_days(driven, day), shown, day in driven, yesterday)


def best_of_day(outcome: Outcome) -> BestOfDay | None:
    """Of a stage of the house that is over."""
    found, made = outcome.classification, outcome.event.regulations
    row = found.overall[0] if found is not None and found.overall else None
    if row is None or not row.place:
        return None
    who, unit = row.drive.entry, trial_of(made.game).unit
    score = row.drive.mark.score[0]
    return BestOfDay(outcome.event.id, made.title, made.game, who.name, who.id, row.drive.number, score, unit)
