"""A drive in a trial: a table of one, bound to the event, with the event's dice and no take-back past a roll; and the
record of it that is handed in."""

from __future__ import annotations

import hmac

from msgspec import Struct

from parcferme.core.play import Play
from parcferme.core.record import record_of
from parcferme.house import catalogue
from parcferme.house.events import OwnDrive, OwnPaper
from parcferme.organise.dice import dice_of
from parcferme.organise.event import Entry, Event
from parcferme.organise.regulations import NO_DICE
from parcferme.table import moves, seating
from parcferme.table.journal import Note
from parcferme.table.setup import TITLE_LIMIT, Pace, Setup
from parcferme.table.table import Table


class DrivesTold(Struct):
    """Your drives that were not handed in yet."""

    drives: list[OwnDrive]


class HandedIn(Struct):
    """It was kept; its mark follows. `left`: how many more you may hand in."""

    paper: OwnPaper
    left: int


def table_id(secret: bytes, event: str, entry: str, attempt: int) -> str:
    """The id of the table of a drive: however often somebody asks for it, there is but one."""
    return hmac.digest(secret, f"drive/{event}/{entry}/{attempt}".encode(), "sha256").hex()[:12]


def open_table(event: Event, entry: Entry, attempt: int, person: str, now: int) -> tuple[Table, list[Note]]:
    """A drive's table, begun, and the notes that made it. `attempt` is 0 where nothing is rolled."""
    assert event.secret is not None
    setup = _setup(event)
    dice = dice_of(event.secret, event.regulations.dice, entry.id, attempt)
    table = Table(setup, dice.secret, catalogue.shared_game(setup))
    notes = [seating.sit(table, person, 0, now)]
    table.fold(notes[0])
    notes.append(moves.start(table, now))
    table.fold(notes[1])
    return table, notes


def _setup(event: Event) -> Setup:
    """Alone, at one's own pace, with the odds and no other aid."""
    made = event.regulations
    task = (made.game, made.rules, made.options)
    undo = "free" if made.dice == NO_DICE else "consent"  # of nobody else: but a roll is never taken back
    return Setup(*task, Pace(), "private", undo, "off", made.title[:TITLE_LIMIT], ("odds",), event.id, True)


def finished(event: Event, table: Table) -> Play | None:
    """The drive up to where the trial ends; `None`: it is not driven to the end. A table goes on where the event asks
    for the first legs only: what came after is left out."""
    task = event.regulations.task()
    play = Play(task.game)
    for entry in table.play.log:
        play.enter(entry)
        if task.trial.is_over(play.state, task.legs):
            return play
    return None


def record_text(play: Play, entry: Entry) -> str:
    """What is handed in."""
    return record_of(play, [entry.name]).to_text()
