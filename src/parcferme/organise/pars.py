"""The par of a trial: the best that can be done, worked out by the game's own solver and noted with its certificate."""

from __future__ import annotations

from typing import NamedTuple

from parcferme.core.errors import BadRecord
from parcferme.core.options import Options
from parcferme.core.trial import GoOn, Par
from parcferme.organise.event import CLOSED, PROVISIONAL, Event
from parcferme.organise.regulations import TRIAL, Regulations
from parcferme.organise.tasks import Task, trial_of


class Wanted(NamedTuple):
    """Everything a par follows from, so that it can be worked out anywhere."""

    game: str
    rules: int
    options: Options
    legs: int


def wanted(event: Event) -> Wanted | None:
    """The par that an event is still to have; `None` where it has one, or its game proves none."""
    return None if event.status not in (CLOSED, PROVISIONAL) or event.par is not None else _of(event.regulations)


def _of(made: Regulations) -> Wanted | None:
    """`None` where the game proves none."""
    if made.kind != TRIAL or trial_of(made.game).par is None:
        return None
    return Wanted(made.game, made.rules, made.options, made.legs)


def prove(asked: Wanted, go_on: GoOn) -> Par | None:
    """May take long. `None` where nothing is found in time, or too much chance lies between."""
    task = Task(asked.game, asked.rules, asked.options, asked.legs)
    return task.trial.par(task.game, asked.legs, go_on) if task.trial.par is not None else None


def prove_again(event: Event, go_on: GoOn) -> None:
    """The par of an event worked out once more: that nothing better can be done, which a certificate may only state.
    Raises BadRecord where something else is found."""
    asked, told = _of(event.regulations), event.par
    if told is None or asked is None:
        raise BadRecord("par", "there is none")
    found = prove(asked, go_on)
    if found is None or found.high < told.low or told.high < found.low:
        shown = "nothing" if found is None else f"{found.low:g} to {found.high:g}"
        raise BadRecord("par", f"the file says {told.low:g} to {told.high:g}; worked out again it is {shown}")
