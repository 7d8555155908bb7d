"""By decisions: beside the result, what each entrant's choices lost against the best ones, by the game's own
expectation. Luck is taken out: who decided best comes first, whatever the dice did.

The drive that counts is looked at, choice by choice. That takes time, so it is worked out apart from the
classification, and it is no part of an event's file: a mean is a fraction, which two machines may round differently.
Where nothing is rolled the result is the decisions, exactly, and there is nothing to be taken out.
"""

from __future__ import annotations

import time
from math import hypot, sqrt
from random import Random
from typing import Final, NamedTuple

from parcferme.core.play import Entry as LogEntry
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
from parcferme.solve.review import ExpectationJudge, Progress, Review, Reviewer

THOROUGH: Final = Budget(200_000, 3_600.0)  # for each choice, however long it takes: the same everywhere
QUICK: Final = Budget(20_000, 1.0)  # … where somebody waits for it,
DRIVE_SECONDS: Final = 30.0  # and for a drive, of the processor's time: the rest is estimated from what was judged
FEWEST: Final = 10  # choices that an estimate of the others needs
TINY: Final = 1e-6  # what is this close counts as equal


class Lost(NamedTuple):
    """What one drive's decisions lost, in the game's unit, and what luck gave.

    error    the standard error of the loss; `exact`: there is none
    noise    what neither explains
    whole    was enough judged? Else it says too little, and has no place
    partly   were some choices estimated from the others? Then nobody knows what luck gave
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
    partly: bool = False


def has_decisions(regulations: Regulations) -> bool:
    """Is there luck in this event, and can the game say what a position is worth without it?"""
    if regulations.kind != TRIAL or regulations.dice == NO_DICE:
        return False
    return yardstick_of(regulations.task().game).expect is not None


def look_at(
    task: Task, paper: Paper, budget: Budget = THOROUGH, seconds: float = 0.0, progress: Progress | None = None
) -> Lost:
    """What the decisions of one drive lost; after so many seconds of the processor's time (0: never) the rest is
    estimated."""
    log = live_log(read_record(paper.text).log)
    judge = ExpectationJudge(task.game, yardstick_of(task.game, task.legs), budget, Random(0), time.process_time)
    if seconds:
        judge.stop_at(time.process_time() + seconds)
    whole = judge.values(replay(task.game, log).state)[0] is not None
    made = Reviewer(task.game, judge, whole, progress).run(Play(task.game), log, list(range(len(log))))
    own, error = made.accounts[0], sqrt(made.variances[0])
    lost = Lost(paper.entry, paper.number, own.decisions, error, own.luck, own.noise, made.unit, made.exact, True)
    missing = max(0, _choices(Play(task.game), log) - made.choices[0])  # never reached, or passed over
    if made.judged < made.entries:
        return _filled_up(lost, made, missing)
    # what was passed over may have cost all that is left unexplained
    unexplained = own.noise if missing and not made.exact and abs(own.noise) > TINY else 0.0
    return lost._replace(error=hypot(error, unexplained))


def _choices(play: Play, log: list[LogEntry]) -> int:
    """How often the driver of a drive had a choice."""
    count = 0
    for entry in log:
        seats = play.state.to_act()
        count += bool(seats) and len(play.state.legal(seats[0])) > 1
        play.enter(entry)
    return count


def _filled_up(lost: Lost, made: Review, rest: int) -> Lost:
    """A drive that was judged in part: the other choices are taken to lose as much on the mean, and the error says by
    how much that may be wrong. Of too few nothing can be said, nor what luck gave behind them."""
    judged = made.choices[0]
    if judged < FEWEST:
        return lost._replace(whole=False, exact=False)
    mean = lost.amount / judged
    dear = [moment.amount for moment in made.moments if moment.kind == "decision"]
    scatter = (sum((one - mean) ** 2 for one in dear) + (judged - len(dear)) * mean**2) / (judged - 1)
    error = sqrt(lost.error**2 + scatter * rest * (1 + rest / judged))
    return lost._replace(amount=lost.amount + rest * mean, error=error, exact=False, partly=True)


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
