"""How long an event of many entries takes: classification, with ties of the worst sort, the file, and the first page of
the results as a server tells it that has just started.

    PYTHONPATH=src python -m benchmarks.organise [ENTRIES]

Marks are made up: marking is measured by the games' own benches. Of 5,000 entries the classification should take a
second, and the first page 200 ms. All in processor time, the best of three.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random

from sqlalchemy import Connection, create_engine, insert

from parcferme.core.trial import HOME, Mark
from parcferme.house.codec import encode_text
from parcferme.house.event_results import ResultPage, result_page
from parcferme.organise import commands
from parcferme.organise.classification import classify
from parcferme.organise.event import SHEET, Event
from parcferme.organise.files import write_event
from parcferme.organise.marking import Marks
from parcferme.organise.outcome import Outcome
from parcferme.server.storage import events as kept
from parcferme.server.storage.schema import event_marks, metadata

SECTIONS = 12
REGULATIONS: dict[str, object] = {
    "title": "Bench",
    "game": "rally_round",
    "organiser": "host",
    "opens": "2026-11-17T12:00:00Z",
    "closes": "2026-11-18T12:00:00Z",
    "classes": ["novice", "expert"],
    "options": {"kits": "standard"},
}
SHEET_TEXT = "Crew,A\nRoute to,Distance,Target,Taken,Penalty,1,2\nTC2,19,7,,,10,10\n"


def event_of(entries: int) -> Event:
    event = Event("bench", bytes(32), {})
    event.fold(commands.write(event, REGULATIONS, {}, "host", 0))
    event.fold(commands.announce(event, "host", 0))
    now = event.regulations.opens
    opening = commands.due(event, now)
    assert opening is not None
    event.fold(opening)
    for number in range(entries):  # as the journal holds them: the commands check each against all others
        who, klass = f"crew-{number}", "novice" if number % 3 else "expert"
        event.fold(event.write("enter", {"entry": who, "name": who, "class": klass}, who, now))
        body: dict[str, object] = {"entry": who, "number": 1, "arrived": "2026-11-17T13:00:00Z", "kind": SHEET}
        event.fold(event.write("submit", {**body, "text": SHEET_TEXT}, who, now))
    return event


def marks_of(event: Event, running: Callable[[Random, int], list[int]]) -> Marks:
    rng = Random(1)
    squares = [12 + section for section in range(SECTIONS)]
    totals = {id: running(rng, number) for number, id in enumerate(event.entries)}
    return {(id, 1): Mark(HOME, [row[-1]], {"running": row, "squares": squares}) for id, row in totals.items()}


def usual(rng: Random, number: int) -> list[int]:
    total, row = 0, []
    for _ in range(SECTIONS):
        total += rng.choice((0, 0, 0, 5, 10, 20, 60))
        row.append(total)
    return row


def all_tied(rng: Random, number: int) -> list[int]:
    """Everybody has the same total, and each alone leads somewhere."""
    return [*[10_000 + (number * (section + 7)) % 9_973 for section in range(SECTIONS - 1)], 100_000]


def keep(connection: Connection, event: Event, marks: Marks) -> None:
    """As a server keeps them."""
    kept.add(connection, event, "host", "public", people=False)
    rows = [
        {"event_id": event.id, "entry": id, "number": number, "version": 1, "mark": encode_text(mark.to_json())}
        for (id, number), mark in marks.items()
    ]
    connection.execute(insert(event_marks), rows)


def first_page(connection: Connection) -> ResultPage:
    """The event and its marks are read, classified, and fifty lines told."""
    event = kept.unpacked(*kept.fetch(connection, "bench"))
    return result_page(Outcome(event, kept.marks_of(connection, event.id, 1)), "", 0, 50, "crew-77")


def measured(name: str, work: Callable[[], object]) -> None:
    best = min(_seconds(work) for _ in range(3))
    print(f"{name:50} {best:8.3f} s")


def _seconds(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def main() -> None:
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    event = event_of(entries)
    for name, running in (("usual penalties", usual), ("everybody tied", all_tied)):
        marks = marks_of(event, running)
        measured(f"classification of {entries}, {name}", lambda marks=marks: classify(event, marks).to_json())  # type: ignore[misc]
    marks = marks_of(event, usual)
    measured(f"event file of {entries}, written", lambda: write_event(Outcome(event, marks)))
    with create_engine("sqlite://").connect() as connection:
        metadata.create_all(connection)
        keep(connection, event, marks)
        measured(f"first page of the results of {entries}", lambda: first_page(connection))


if __name__ == "__main__":
    main()
