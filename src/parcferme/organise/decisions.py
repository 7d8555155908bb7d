"""By decisions: beside the result, what each entrant's choices lost against the best ones, by the game's own
expectation. Luck is taken out: who decided best comes first, whatever the dice did.

The drive that counts is looked at, choice by choice. That takes time, so it is worked out apart from the
classification, and it is no part of an event's file: a mean is a fraction, which two machines may round differently.
Where nothing is rolled the result is the decisions, exactly, and there is nothing to be taken out.
"""

from __future__ import annotations

import time
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from parcferme.core.play import Play, replay
from parcferme.core.record import read_record
from parcferme.organise.classification import Drive, best_drive
from parcferme.organise.dice import live_log
from parcferme.organise.event import RECORD, Event
from parcferme.organise.marking import Marks, Paper, paper_of
from parcferme.organise.regulations import NO_DICE, TRIAL, Regulations
from parcferme.organise.tasks import Task
from parcferme.solve.advice import yardstick_of
from parcferme.solve.mcts import Budget
from parcferme.solve.review import ExpectationJudge, Progress, Reviewer

THOROUGH: Final = Budget(200_000, 3_600.0)  # for each choice, however long it takes: the same everywhere
QUICK: Final = Budget(20_000, 1.0)  # … where somebody waits for it,
DRIVE_SECONDS: Final = 30.0  # and for a drive; what is not judged by then has no place
TINY: Final = 1e-6  # what is this close counts as equal


class Lost(NamedTuple):
    """What one drive's decisions lost, in the game's unit, and what luck gave.

    error    the standard error of the loss; `exact`: there is none
    noise    what neither explains
    whole    was every choice judged? Else it says too little, and has no place
    """

    entry: str
    number: int
    amount: float
    error: float
    luck: float
    noise: float
    unit: str
    exact: bool
    whole: bool


def has_decisions(regulations: Regulations) -> bool:
    """Is there luck in this event, and can the game say what a position is worth without it?"""
    if regulations.kind != TRIAL or regulations.dice == NO_DICE:
        return False
    return yardstick_of(regulations.task().game).expect is not None


def look_at(
    task: Task, paper: Paper, budget: Budget = THOROUGH, seconds: float = 0.0, progress: Progress | None = None
) -> Lost:
    """What the decisions of one drive lost; after so many seconds (0: never) the rest is not judged."""
    log = live_log(read_record(paper.text).log)
    judge = ExpectationJudge(task.game, yardstick_of(task.game), budget, Random(0))
    if seconds:
        judge.stop_at(time.monotonic() + seconds)
    whole = judge.values(replay(task.game, log).state)[0] is not None
    made = Reviewer(task.game, judge, whole, progress).run(Play(task.game), log, list(range(len(log))))
    own = made.accounts[0]
    figures = (own.decisions, sqrt(made.variances[0]), own.luck, own.noise)
    return Lost(paper.entry, paper.number, *figures, made.unit, made.exact, made.judged == made.entries)


def drives_to_judge(event: Event, marks: Marks) -> list[Drive]:
    """Of everybody the drive that counts, if it was rolled for and came home."""
    found = [best_drive(entry, marks) for entry in event.entries.values() if not entry.withdrawn]
    return [drive for drive in found if drive is not None and drive.mark.score and _kind(drive) == RECORD]


def _kind(drive: Drive) -> str:
    paper = drive.entry.submission(drive.number)
    return "" if paper is None else paper.kind


def paper_of_drive(event: Event, drive: Drive) -> Paper:
    paper = drive.entry.submission(drive.number)
    assert paper is not None
    return paper_of(event, drive.entry.id, paper)


def by_decisions(event: Event, marks: Marks) -> list[tuple[int, Lost]]:
    """Everybody with a place, the best decisions first."""
    if not has_decisions(event.regulations):
        return []
    task = event.regulations.task()
    return placed([look_at(task, paper_of_drive(event, drive)) for drive in drives_to_judge(event, marks)])


def placed(found: list[Lost]) -> list[tuple[int, Lost]]:
    """Those that were judged to the end in order; then the others, without a place."""
    lines = sorted(found, key=_worth)
    rows: list[tuple[int, Lost]] = []
    for number, line in enumerate(lines):
        shares = number > 0 and line.amount - lines[number - 1].amount <= TINY
        rows.append((0 if not line.whole else rows[-1][0] if shares else number + 1, line))
    return rows


def _worth(lost: Lost) -> tuple[bool, float, str]:
    return not lost.whole, lost.amount, lost.entry
