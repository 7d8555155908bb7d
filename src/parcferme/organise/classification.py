"""Classification of a trial: places, measures, ties and their reasons, overall and by class.

Everybody's best drive counts. Fewer is better: first the measure, then each tie-break of the trial; what is equal still
the game may part by comparing the tied with each other; what is equal after that shares a place, and the next one is
skipped (1, 2, 2, 4). Who came first plays no part.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from parcferme.core.record import canonical
from parcferme.core.trial import DISQUALIFIED, HOME, STATUSES, Mark, Parted, Trial
from parcferme.organise.event import FALSE_ENTRY, Entry, Event, Submission
from parcferme.organise.marking import Marks
from parcferme.organise.tasks import trial_of


class Tie(NamedTuple):
    """Why equal measures are not equal places, or are: what parted them, the clause, and the two figures.

    by       a tie-break's name, or "shared"
    own      the figure of this entry
    other    … of the one before it
    """

    by: str
    clause: str
    own: int
    other: int

    def to_json(self) -> dict[str, object]:
        return {"by": self.by, "clause": self.clause, "own": self.own, "other": self.other}


class Drive(NamedTuple):
    """An entry's best drive."""

    entry: Entry
    number: int
    mark: Mark


class Row(NamedTuple):
    """A line of a classification; place 0 for who is not classified, with the reason in the mark."""

    place: int
    drive: Drive
    tie: Tie | None

    def to_json(self) -> dict[str, object]:
        entry, mark = self.drive.entry, self.drive.mark
        line: dict[str, object] = {"place": self.place, "entry": entry.id, "name": entry.name, "class": entry.klass}
        line |= {"submission": self.drive.number, "status": mark.status, "score": mark.score}
        if self.place == 0:
            line |= {"reason": mark.reason, "clause": mark.clause}
        return line | {"tie": self.tie.to_json()} if self.tie is not None else line


class Classification:
    """Everybody, and each class by itself; each list is worked out when it is first asked for."""

    def __init__(self, trial: Trial, drives: list[Drive], classes: tuple[str, ...]) -> None:
        self._trial = trial
        self._drives = drives
        self._names = classes

    @cached_property
    def overall(self) -> list[Row]:
        return rank(self._trial, self._drives)

    @cached_property
    def classes(self) -> dict[str, list[Row]]:
        return {name: rank(self._trial, [d for d in self._drives if d.entry.klass == name]) for name in self._names}

    def rows(self, klass: str) -> list[Row]:
        """Of a class; '': overall."""
        return self.classes.get(klass, []) if klass else self.overall

    def to_json(self) -> dict[str, object]:
        return {
            "overall": [row.to_json() for row in self.overall],
            "classes": {name: [row.to_json() for row in rows] for name, rows in self.classes.items()},
        }

    def places(self) -> dict[str, int]:
        """By entry, of those who are classified."""
        return {row.drive.entry.id: row.place for row in self.overall if row.place}


def classify(event: Event, marks: Marks) -> Classification:
    """The classification by what has been marked so far."""
    trial = trial_of(event.regulations.game)
    drives = [
        drive
        for entry in event.entries.values()
        if not entry.withdrawn
        for drive in [best_drive(entry, marks)]
        if drive
    ]
    return Classification(trial, drives, event.regulations.classes)


def best_drive(entry: Entry, marks: Marks) -> Drive | None:
    """The best of an entry's drives; of equal ones any that is the same for everybody who looks. A false entry
    disqualifies the crew, whatever else it has handed in."""
    found = [
        Drive(entry, paper.number, decided(marks[entry.id, paper.number], paper))
        for paper in entry.submissions
        if (entry.id, paper.number) in marks
    ]
    false = [drive for drive in found if drive.mark.reason == FALSE_ENTRY]
    return min(false or found, key=_worth, default=None)


def _worth(drive: Drive) -> tuple[int, list[int], str]:
    return STATUSES.index(drive.mark.status), drive.mark.score, canonical(drive.mark.to_json())


def decided(mark: Mark, paper: Submission) -> Mark:
    """The mark after the organiser's decision: a false entry disqualifies."""
    if paper.verdict != FALSE_ENTRY:
        return mark
    return Mark(DISQUALIFIED, mark.score, mark.detail, mark.findings, FALSE_ENTRY, paper.clause)


def rank(trial: Trial, drives: list[Drive]) -> list[Row]:
    """Places of some drives among themselves; those who are not home come last, by name."""
    home = sorted([drive for drive in drives if drive.mark.status == HOME], key=_by_score)
    rows: list[Row] = []
    first = 0
    while first < len(home):
        last = first
        while last < len(home) and home[last].mark.score == home[first].mark.score:
            last += 1
        before = home[first - 1].mark if first else None
        rows += _equal(trial, home[first:last], len(rows) + 1, _parted_by_score(trial, before, home[first].mark))
        first = last
    out = sorted([drive for drive in drives if drive.mark.status != HOME], key=_by_name)
    return rows + [Row(0, drive, None) for drive in out]


def _by_score(drive: Drive) -> tuple[list[int], str, str]:
    return drive.mark.score, *_called(drive)


def _by_name(drive: Drive) -> tuple[int, str, str]:
    return STATUSES.index(drive.mark.status), *_called(drive)


def _called(drive: Drive) -> tuple[str, str]:
    return drive.entry.name.casefold(), drive.entry.id


def _parted_by_score(trial: Trial, before: Mark | None, mark: Mark) -> Tie | None:
    """The tie-break that parts two drives of the same measure; `None` where their measures differ."""
    if before is None or before.score[0] != mark.score[0]:
        return None
    for name, own, other in zip(trial.ties, mark.score[1:], before.score[1:], strict=True):
        if own != other:
            return Tie(name, "", own, other)
    return None


def _equal(trial: Trial, drives: list[Drive], place: int, tie: Tie | None) -> list[Row]:
    """The rows of drives with the same score, from `place` on; `tie` is what parts the first from those before."""
    if len(drives) == 1 or trial.part is None:
        return _sharing(drives, place, tie)
    rows: list[Row] = []
    before: Parted | None = None
    for parted in trial.part([drive.mark for drive in drives]):
        if before is None:
            rows += _sharing([drives[number] for number in parted.first], place, tie)
        else:
            here = place + len(rows)
            rows += [Row(here, drives[number], _behind(trial, before, number)) for number in parted.first]
        before = parted
    return rows


def _behind(trial: Trial, before: Parted, number: int) -> Tie:
    """What one of the tied had in the comparison in which others came first."""
    return Tie(trial.parted_by[0], trial.parted_by[1], before.rest.get(number, 0), before.figure)


def _sharing(drives: list[Drive], place: int, tie: Tie | None) -> list[Row]:
    """Drives that share a place."""
    if len(drives) > 1 and tie is None:
        figure = drives[0].mark.score[0]
        tie = Tie("shared", "", figure, figure)
    return [Row(place, drive, tie) for drive in drives]
