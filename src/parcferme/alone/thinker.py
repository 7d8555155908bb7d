"""Thinking in a worker of its own: questions come and answers go as JSON, so that any channel carries them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from parcferme.alone.ports import Progress
from parcferme.core.bot import Watch
from parcferme.core.record import read_record
from parcferme.house.advice import Hint, HintTask, ReviewTold, hint, reviewed
from parcferme.house.catalogue import game_of
from parcferme.house.codec import decode, encode_text
from parcferme.house.puzzle_tries import OwnTask
from parcferme.house.puzzles import own
from parcferme.house.studio import JobState, StudioTask, SurpriseForm, measured, surprised
from parcferme.organise.decisions import DRIVE_SECONDS, QUICK, Lost, look_at
from parcferme.organise.marking import Paper
from parcferme.table import bots
from parcferme.table.bots import Task

REVIEW_SECONDS = 300.0  # a longer review says how far it went
MEASURE_SECONDS = 120.0  # … and what takes longer in the studio has the figures that it has by then


class Asked(Struct):
    """A position, and the seat that is asked there."""

    game: str
    rules: int
    options: dict[str, Any]
    seat: int
    node: int
    seed: bytes
    dump: dict[str, Any]


class BotWork(Asked, tag_field="do", tag="choose"):
    """A bot is to choose."""

    level: str
    seconds: float


class HintWork(Asked, tag_field="do", tag="hint"):
    """Somebody wants a hint: the first one, or a later look."""

    look: int


class ReviewWork(Struct, tag_field="do", tag="review"):
    """A match is to be looked back on: a finished one, a stage of one that goes on, or a drive over so many legs."""

    record: str
    unfinished: bool = False
    legs: int = 0


class PuzzleWork(Struct, tag_field="do", tag="puzzle"):
    """A decision of a finished match is to be a puzzle."""

    task: OwnTask


class JudgeWork(Struct, tag_field="do", tag="judge"):
    """The decisions of a drive in an event are to be judged."""

    paper: Paper


class MeasureWork(Struct, tag_field="do", tag="measure"):
    """A document is to be measured."""

    task: StudioTask


class SurpriseWork(Struct, tag_field="do", tag="surprise"):
    """… or to be made."""

    form: SurpriseForm


Work = BotWork | HintWork | ReviewWork | PuzzleWork | JudgeWork | MeasureWork | SurpriseWork


def think(text: str, progress: Progress, watch: Watch | None = None) -> str:
    """The answer to a piece of work, however long it takes; bots look at the watch."""
    work: Work = decode(text, type=Work)
    match work:
        case BotWork():
            return encode_text(bots.choose(_task(work), game_of(work.game, work.rules, work.options), watch))
        case HintWork():
            return encode_text(hint(_question(work)))
        case PuzzleWork(task=task):
            return encode_text(own(task))
        case ReviewWork(record=record, unfinished=unfinished, legs=legs):
            return encode_text(reviewed(read_record(record), REVIEW_SECONDS, _telling(progress), unfinished, legs))
        case JudgeWork(paper=paper):
            return encode_text(look_at(paper.task(), paper, QUICK, DRIVE_SECONDS))
        case MeasureWork(task=task):
            return encode_text(_worked_out(measured(task), progress, watch))
        case SurpriseWork(form=form):
            return encode_text(_worked_out(surprised(form), progress))


def _worked_out(states: Iterator[JobState], progress: Progress, watch: Watch | None = None) -> JobState:
    """How a job has ended; on the way it tells what is known by then, and with a watch it ends when its time is up."""
    last, until = JobState(True, 0.0, {}, "failed"), watch() + MEASURE_SECONDS if watch else 0.0
    for state in states:
        last = state
        if watch and watch() > until and not state.done:
            return replace(state, done=True, ended="time")
        if not progress(int(100 * state.progress), 100, encode_text(state)):
            return replace(state, done=True, ended="cancelled")
    return last


def _task(work: BotWork) -> Task:
    return Task(
        work.game, work.rules, work.options, work.level, work.seat, work.node, work.seed, work.dump, work.seconds
    )


def _question(work: HintWork) -> HintTask:
    return HintTask(work.game, work.rules, work.options, work.seat, work.node, work.seed, work.dump, work.look)


def _telling(progress: Progress) -> Callable[[int, int], bool]:
    def told(done: int, total: int) -> bool:
        return progress(done, total, "")

    return told


class Channel:
    """A thinker elsewhere, reached by a function that takes a question and answers it later."""

    def __init__(self, ask: Callable[[str, Progress], Any]) -> None:
        self.ask = ask

    async def choose(self, task: Task) -> int:
        asked = (task.game, task.rules, task.options, task.seat, task.node, task.seed, task.dump)
        work = BotWork(*asked, task.level, task.seconds)
        return decode(await self._ask(work), type=int)

    async def hint(self, task: HintTask) -> Hint:
        work = HintWork(task.game, task.rules, task.options, task.seat, task.node, task.seed, task.dump, task.look)
        return decode(await self._ask(work), type=Hint)

    async def review(self, record: str, progress: Progress, unfinished: bool = False, legs: int = 0) -> ReviewTold:
        return decode(await self.ask(encode_text(ReviewWork(record, unfinished, legs)), progress), type=ReviewTold)

    async def puzzle(self, task: OwnTask) -> tuple[str, str]:
        return decode(await self._ask(PuzzleWork(task)), type=tuple[str, str])

    async def judge(self, paper: Paper) -> Lost:
        return decode(await self._ask(JudgeWork(paper)), type=Lost)

    async def measure(self, task: StudioTask, progress: Progress) -> JobState:
        return decode(await self.ask(encode_text(MeasureWork(task)), progress), type=JobState)

    async def surprise(self, form: SurpriseForm) -> JobState:
        return decode(await self._ask(SurpriseWork(form)), type=JobState)

    async def _ask(self, work: Work) -> str:
        answer: str = await self.ask(encode_text(work), lambda done, total, known: True)
        return answer
