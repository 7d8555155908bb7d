"""Seals: what a person may see of an event now. Nothing spoils: until an event has closed nobody, the organiser
included, sees another's sheet, record, time or place; only how many have entered. (Where the regulations chose open
results before the opening, places and measures are shown at once; sheets and records stay sealed.) What is driven is
sealed until the opening: nobody but the organiser has longer for it than others.

`view` builds what it shows from an allow-list, as a game's view does. Two events that differ only in what a person may
not see give that person equal views; a test exchanges everything sealed and compares.
"""

from __future__ import annotations

from parcferme.organise.classification import Classification, Row, classify, decided
from parcferme.organise.event import ANNOUNCED, DRAFT, OPEN, Entry, Event, Submission
from parcferme.organise.files import entry_json, event_json
from parcferme.organise.marking import Marks
from parcferme.organise.outcome import Outcome
from parcferme.organise.regulations import OPEN_RESULTS, TRIAL

Seen = dict[str, object]


def view(event: Event, marks: Marks, person: str) -> Seen | None:
    """What this person may see; `None`: not even that there is such an event."""
    organises = bool(event.written) and person == event.organiser
    if not event.written or (event.status == DRAFT and not organises):
        return None
    if event.is_unsealed():
        return {**event_json(Outcome(event, marks)), "own": _own(event, marks, person)}
    seen: Seen = {
        "id": event.id,
        "status": event.status,
        "cancelled": event.cancelled,
        "regulations": without_task(event, organises, event.regulations.to_json({})),
        "documents": event.documents if shows_task(event, organises) else {},
        "commitment": event.commitment,
        "bulletins": [
            {"text": bulletin.text, "changes": without_task(event, organises, bulletin.changes)}
            for bulletin in event.bulletins
        ],
        "questions": [question_seen(event, number, person, organises) for number in range(len(event.questions))],
        "entered": len(event.starters()),
        "own": _own(event, marks, person),
    }
    if event.regulations.kind != TRIAL:
        seen["rounds"] = _rounds(event)
    if event.regulations.kind == TRIAL and event.status == OPEN and event.regulations.results == OPEN_RESULTS:
        seen["classification"] = _places(classify(event, marks))
    return seen


def shows_task(event: Event, organises: bool) -> bool:
    """May a map or a set of stages be seen?"""
    return organises or event.status not in (DRAFT, ANNOUNCED)


def without_task(event: Event, organises: bool, lines: Seen) -> Seen:
    """Lines of the regulations, as far as they may be seen."""
    return lines if shows_task(event, organises) else {name: lines[name] for name in lines if name != "options"}


def question_seen(event: Event, number: int, person: str, organises: bool) -> Seen:
    """A question is told together with its answer, to all; what would tell a line is held back until closing, for a
    question may do so as well as an answer. Whoever asked sees their own words; who it was is told nobody."""
    question = event.questions[number]
    hidden = question.held and not organises and not event.is_unsealed()
    asked = organises or person == question.person or event.is_unsealed()
    text = question.text if asked or (question.answer is not None and not hidden) else ""
    return {"number": number + 1, "text": text, "answer": None if hidden else question.answer, "held": question.held}


def _places(found: Classification) -> Seen:
    """Open results: places and measures, and nothing that would tell how they came about."""
    return {"overall": _lines(found.overall), "classes": {name: _lines(rows) for name, rows in found.classes.items()}}


def _lines(rows: list[Row]) -> list[Seen]:
    return [
        {"place": row.place, "name": row.drive.entry.name, "measure": row.drive.mark.score[:1]}
        for row in rows
        if row.place
    ]


def _own(event: Event, marks: Marks, person: str) -> Seen | None:
    """A person's own entry with its papers and marks, which are never hidden from their owner."""
    entry = event.entry_of(person)
    if entry is None:
        return None
    return {**entry_json(entry), "submissions": [_own_paper(entry, paper, marks) for paper in entry.submissions]}


def _own_paper(entry: Entry, paper: Submission, marks: Marks) -> Seen:
    found = marks.get((entry.id, paper.number))
    mark = decided(found, paper).to_json() if found is not None else None
    return {"number": paper.number, "kind": paper.kind, "text": paper.text, "mark": mark}


def _rounds(event: Event) -> list[object]:
    """Tables of a match event are played in the open: draws and results are there for all."""
    outcome = Outcome(event, {})
    return [
        {"seed": made.seed, "tables": tables, "done": sorted(made.results)}
        for made, tables in zip(event.rounds, outcome.drawn, strict=True)
    ]
