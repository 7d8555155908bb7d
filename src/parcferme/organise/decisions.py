"""By decisions: beside the result, what each entrant's choices lost against the best ones, by the game's own
expectation. Luck is taken out: who decided best comes first, whatever the dice did.

It takes time (each choice is looked at), so it is worked out apart from the classification, and it is no part of an
event's file: a mean is a fraction, which two machines may round differently.
"""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.play import Entry, Play
from parcferme.core.record import read_record
from parcferme.organise.dice import live_log
from parcferme.organise.event import RECORD, Event
from parcferme.organise.marking import Marks
from parcferme.organise.tasks import Task
from parcferme.solve.advice import yardstick_of
from parcferme.solve.mcts import Budget
from parcferme.solve.review import ExpectationJudge, Reviewer

POSITIONS: Final = 200_000  # looked at for one choice …
PATIENCE: Final = 3_600.0  # … however long it takes, so that it comes out the same everywhere
TINY: Final = 1e-6  # what is this close counts as equal


class Lost:
    """What one drive's decisions lost, in the game's unit; `exact`: every one was judged by exact values."""

    def __init__(self, entry: str, number: int, amount: float, unit: str, exact: bool) -> None:
        self.place = 0
        self.entry = entry
        self.number = number
        self.amount = amount
        self.unit = unit
        self.exact = exact


def has_expectation(task: Task) -> bool:
    """Can this game say what a position is worth?"""
    return yardstick_of(task.game).expect is not None


def look_at(task: Task, log: list[Entry], entry: str, number: int) -> Lost:
    """What the decisions of one drive lost."""
    judge = ExpectationJudge(task.game, yardstick_of(task.game), Budget(POSITIONS, PATIENCE), Random(0))
    made = Reviewer(task.game, judge, True, None).run(Play(task.game), log, list(range(len(log))))
    return Lost(entry, number, made.accounts[0].decisions, made.unit, made.exact)


def by_decisions(event: Event, marks: Marks) -> list[Lost]:
    """Everybody's drives with records, the best decisions first; of several drives of one entry the best counts."""
    task = event.regulations.task()
    if not has_expectation(task):
        return []
    best: dict[str, Lost] = {}
    for entry in event.entries.values():
        for paper in entry.submissions:
            if paper.kind == RECORD and (entry.id, paper.number) in marks and marks[entry.id, paper.number].score:
                found = look_at(task, live_log(read_record(paper.text).log), entry.id, paper.number)
                if entry.id not in best or found.amount < best[entry.id].amount:
                    best[entry.id] = found
    return _placed(sorted(best.values(), key=_by_amount))


def _by_amount(lost: Lost) -> tuple[float, str]:
    return lost.amount, lost.entry


def _placed(lines: list[Lost]) -> list[Lost]:
    for number, line in enumerate(lines):
        before = lines[number - 1] if number else None
        equal = before is not None and line.amount - before.amount <= TINY
        line.place = before.place if before is not None and equal else number + 1
    return lines
