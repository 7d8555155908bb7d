"""Championships: a series of events, of one game or several. Standings are a pure function of the events' files.

Points go by place in each event (9-6-4-3-2-1 unless told otherwise), equal places get the same points, the best n of m
results count (a disqualification among them in any case), and each class has its own table. A person is known by name
across events. What changes after the first event is a bulletin, shown beside the standings.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from parcferme.core.bounds import is_readable_page
from parcferme.core.errors import BadRecord
from parcferme.core.position import document_at, list_at, number_at, text_at
from parcferme.organise.event import FINAL, PROVISIONAL, Event
from parcferme.organise.outcome import Outcome, outcome_of
from parcferme.organise.regulations import MOST_A_PLACE, MOST_POINTS, POINTS, TITLE_LIMIT
from parcferme.organise.standings import Scored, Standing, standings

FORMAT: Final = "parcferme-championship/1"
MOST_EVENTS: Final = 60
OVERALL: Final = ""
COUNTED: Final = (PROVISIONAL, FINAL)
FIELDS: Final = ("format", "title", "events", "points", "best", "classes", "bulletins")


class Championship(NamedTuple):
    """A series as it was written down: the ids of its events in order, points by place, how many results count."""

    title: str
    events: list[str]
    points: list[int]
    best: int
    classes: list[str]
    bulletins: list[str]

    def to_json(self) -> dict[str, object]:
        return {"format": FORMAT, **self._asdict()}


def read_championship(given: object) -> Championship:
    """A championship's document; raises BadRecord naming the place."""
    data = document_at("championship", given, FORMAT, FIELDS)
    events = _texts("events", data.get("events"), MOST_EVENTS)
    if len(set(events)) != len(events) or not events:
        raise BadRecord("events", "names an event twice" if events else "names no event")
    points = list_at("points", data.get("points", list(POINTS)), 1, MOST_POINTS)
    return Championship(
        _readable("title", text_at("title", data.get("title"), TITLE_LIMIT)),
        events,
        [number_at(f"points[{n}]", p, 0, MOST_A_PLACE) for n, p in enumerate(points)],
        number_at("best", data.get("best", len(events)), 1, len(events)),
        _texts("classes", data.get("classes", []), MOST_EVENTS),
        _texts("bulletins", data.get("bulletins", []), 1_000),
    )


def _texts(place: str, given: object, most: int) -> list[str]:
    texts = list_at(place, given, 0, most)
    return [_readable(f"{place}[{n}]", text_at(f"{place}[{n}]", text, 4_000)) for n, text in enumerate(texts)]


def _readable(place: str, text: str) -> str:
    if not is_readable_page(text):
        raise BadRecord(place, "cannot be read as it stands")
    return text


def championship_standings(series: Championship, events: list[Event]) -> dict[str, list[Standing]]:
    """The standings overall ('') and by class, after those events of the series that have results."""
    return standings_after(series, [outcome_of(event) for event in events if event.status in COUNTED])


def standings_after(series: Championship, known: list[Outcome]) -> dict[str, list[Standing]]:
    """… by what these events have come to."""
    by_id = {outcome.event.id: outcome for outcome in known if outcome.event.status in COUNTED}
    outcomes = [by_id[id] for id in series.events if id in by_id]
    return {
        klass: standings(
            [_scored(outcome, klass, series.points) for outcome in outcomes],
            series.best,
            sorted({name for outcome in outcomes for name in outcome.names(klass)}),
        )
        for klass in (OVERALL, *series.classes)
    }


def _scored(outcome: Outcome, klass: str, points: list[int]) -> dict[str, Scored]:
    """Everybody's place in an event, with its points: nought beyond the list and for who was not classified."""
    places, out = outcome.places(klass), outcome.disqualified(klass)
    return {
        name: Scored(place or len(places), _points(place, points), place > 0, name in out)
        for name, place in places.items()
    }


def _points(place: int, points: list[int]) -> Fraction:
    return Fraction(points[place - 1] if 0 < place <= len(points) else 0)
