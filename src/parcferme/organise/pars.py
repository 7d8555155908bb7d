"""The par of a trial: the best that can be done, worked out by the game's own solver and noted with its certificate."""

from __future__ import annotations

from typing import NamedTuple

from parcferme.core.options import Options
from parcferme.core.trial import GoOn, Par
from parcferme.organise.event import CLOSED, PROVISIONAL, Event
from parcferme.organise.regulations import TRIAL
from parcferme.organise.tasks import Task, trial_of


class Wanted(NamedTuple):
    """Everything a par follows from, so that it can be worked out anywhere."""

    game: str
    rules: int
    options: Options
    legs: int


def wanted(event: Event) -> Wanted | None:
    """The par that an event is still to have; `None` where it has one, or its game proves none."""
    made = event.regulations
    if made.kind != TRIAL or event.status not in (CLOSED, PROVISIONAL) or event.par is not None:
        return None
    return Wanted(made.game, made.rules, made.options, made.legs) if trial_of(made.game).par is not None else None


def prove(asked: Wanted, go_on: GoOn) -> Par | None:
    """May take long. `None` where nothing is found in time, or too much chance lies between."""
    task = Task(asked.game, asked.rules, asked.options, asked.legs)
    return task.trial.par(task.game, asked.legs, go_on) if task.trial.par is not None else None
