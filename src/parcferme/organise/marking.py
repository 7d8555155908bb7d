"""Marking: what each submission is worth. A mark is a pure function of the regulations in force, the paper and, where
there are dice, the event's secret; so it can be made anywhere, kept, and made again by whoever checks the file."""

from __future__ import annotations

from typing import NamedTuple

from parcferme.core.errors import BadContent, BadRecord
from parcferme.core.options import Options
from parcferme.core.play import Entry as LogEntry
from parcferme.core.play import replay
from parcferme.core.record import Record, read_record
from parcferme.core.trial import VOID, Mark
from parcferme.organise.dice import check_rolls, dice_of, live_log
from parcferme.organise.event import SHEET, Entry, Event, Submission
from parcferme.organise.regulations import NO_DICE, TRIAL
from parcferme.organise.tasks import Task

Marks = dict[tuple[str, int], Mark]  # by entry and submission


def unmarked(event: Event, marks: Marks) -> list[tuple[Entry, Submission]]:
    """What is still to be marked, first come first served."""
    waiting = [
        (paper.arrived, entry.id, paper.number, entry, paper)
        for entry in event.entries.values()
        for paper in entry.submissions
        if (entry.id, paper.number) not in marks
    ]
    return [(entry, paper) for _, _, _, entry, paper in sorted(waiting, key=_arrival)]


def _arrival(waiting: tuple[int, str, int, Entry, Submission]) -> tuple[int, str, int]:
    return waiting[:3]


class Paper(NamedTuple):
    """A submission together with everything its mark follows from, so that it can be marked anywhere."""

    game: str
    rules: int
    options: Options
    legs: int
    dice: str
    secret: bytes | None
    entry: str
    number: int
    kind: str
    text: str

    def task(self) -> Task:
        return Task(self.game, self.rules, self.options, self.legs)


def paper_of(event: Event, entry: str, given: Submission) -> Paper:
    made = event.regulations
    secret = event.secret if made.dice != NO_DICE else None
    task = (made.game, made.rules, made.options, made.legs, made.dice)
    return Paper(*task, secret, entry, given.number, given.kind, given.text)


def mark_all(event: Event) -> Marks:
    """The marks of everything handed in."""
    if event.regulations.kind != TRIAL:
        return {}
    task = event.regulations.task()
    return {(entry.id, paper.number): mark(event, task, entry.id, paper) for entry, paper in unmarked(event, {})}


def mark(event: Event, task: Task, entry: str, given: Submission) -> Mark:
    return mark_paper(task, paper_of(event, entry, given))


def mark_paper(task: Task, paper: Paper) -> Mark:
    """What one paper is worth; one that is no drive of this event is void, with the place where it leaves it."""
    try:
        return _mark_sheet(task, paper) if paper.kind == SHEET else _mark_record(task, paper)
    except (BadRecord, BadContent) as error:
        return Mark(VOID, [], reason=str(error))


def _mark_sheet(task: Task, paper: Paper) -> Mark:
    if task.trial.mark_sheet is None:
        return Mark(VOID, [], reason="this game has no time sheets")
    return task.trial.mark_sheet(task.game, paper.text).mark


def _mark_record(task: Task, paper: Paper) -> Mark:
    record = read_record(paper.text)
    log = _driven(task, record)
    if paper.dice != NO_DICE:
        if paper.secret is None:
            raise BadRecord("secret", "is not published: the dice cannot be checked")
        check_rolls(task.game, record.log, dice_of(paper.secret, paper.dice, paper.entry, paper.number))
    found = task.trial.judge(task.game, log, task.legs)
    return found if found is not None else Mark(VOID, [], reason="the drive does not end where the trial ends")


def _driven(task: Task, record: Record) -> list[LogEntry]:
    """The drive as it counts; raises BadRecord where the rules do not allow it.

    A record made before a bulletin changed the task has other options and other marks: its moves alone are driven.
    """
    log = live_log(record.log)
    if record.options == task.options:
        record.replay(task.game)
    else:
        replay(task.game, log)
    return log
