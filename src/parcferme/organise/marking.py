"""Marking: what each submission is worth. A mark is a pure function of the regulations in force, the paper and, where
there are dice, the event's secret; so it can be made anywhere, kept, and made again by whoever checks the file."""

from __future__ import annotations

from parcferme.core.errors import BadContent, BadRecord
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


def mark_all(event: Event) -> Marks:
    """The marks of everything handed in."""
    if event.regulations.kind != TRIAL:
        return {}
    task = event.regulations.task()
    return {(entry.id, paper.number): mark(event, task, entry.id, paper) for entry, paper in unmarked(event, {})}


def mark(event: Event, task: Task, entry: str, paper: Submission) -> Mark:
    """What one submission is worth; one that is no drive of this event is void, with the place where it leaves it."""
    try:
        return _mark_sheet(task, paper) if paper.kind == SHEET else _mark_record(event, task, entry, paper)
    except (BadRecord, BadContent) as error:
        return Mark(VOID, [], reason=str(error))


def _mark_sheet(task: Task, paper: Submission) -> Mark:
    if task.trial.mark_sheet is None:
        return Mark(VOID, [], reason="this game has no time sheets")
    return task.trial.mark_sheet(task.game, paper.text).mark


def _mark_record(event: Event, task: Task, entry: str, paper: Submission) -> Mark:
    record = read_record(paper.text)
    log = _driven(task, record)
    if event.regulations.dice != NO_DICE:
        if event.secret is None:
            raise BadRecord("secret", "is not published: the dice cannot be checked")
        check_rolls(task.game, record.log, dice_of(event.secret, event.regulations.dice, entry, paper.number))
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
