"""Marking, and whatever else of events takes its time, for the processes in which no table waits for it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from parcferme.core.bounds import MISFIT, unreadable_page
from parcferme.core.errors import BadRecord
from parcferme.core.record import canonical
from parcferme.house.codec import decode
from parcferme.organise import errors
from parcferme.organise.commands import ID, write
from parcferme.organise.daily import PREFIX
from parcferme.organise.event import FINAL, Event
from parcferme.organise.files import read_event
from parcferme.organise.marking import Paper, mark_paper
from parcferme.organise.tasks import Task
from parcferme.organise.verify import verify
from parcferme.table.errors import Denied

PAPERS: Final = {"submit": "text", "result": "record"}  # longer than words, and looked at by who marks them


def mark(paper: Paper) -> dict[str, object]:
    """What a paper is worth; runs wherever the thinker says."""
    return mark_paper(task_of(paper), paper).to_json()


def checked(text: str) -> None:
    """Is an event's file whole? Everything in it is worked out again; raises BadRecord with the place that differs."""
    verify(text)


def final_event(text: str) -> Event:
    """An event from its file; raises Denied where it is none, or its results are not final."""
    try:
        event = read_event(text)
    except BadRecord as error:
        raise errors.no_paper("event", f"event file: {error}", place=error.place) from error
    if ID.fullmatch(event.id) is None or event.id.startswith(PREFIX):
        reason = f"an id has small letters, digits and hyphens, and {PREFIX}… is the house's own"
        raise errors.no_paper("event", f"event file: id: is {event.id!r}; {reason}", place="id")
    for number, note in enumerate(event.journal):
        place = unreadable_page({name: value for name, value in note.body.items() if name != PAPERS.get(note.kind)})
        if place:
            place = f"journal[{number}].{place}"
            raise errors.no_paper("event", f"event file: {place}: {MISFIT}", place=place)
    if event.status != FINAL:
        raise Denied(errors.NOT_NOW, f"the event is {event.status}: one whose results are final can be brought here")
    return event


def must_be_final(text: str) -> None:
    final_event(text)


def looked_through(regulations: dict[str, object]) -> None:
    """Raises where an event cannot have such regulations; its documents may take long to read."""
    write(Event("", b"", {}), regulations, {}, "", 0)


def task_of(paper: Paper) -> Task:
    return _task(paper.game, paper.rules, canonical(paper.options), paper.legs)


@lru_cache(maxsize=16)
def _task(game: str, rules: int, options: str, legs: int) -> Task:
    """A game with its boards takes longer to make than a paper to mark."""
    return Task(game, rules, decode(options), legs)
