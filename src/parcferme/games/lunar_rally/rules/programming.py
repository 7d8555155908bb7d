"""Laying programs, face down and all at once (LR-29, LR-37 to LR-40, LR-R08)."""

from __future__ import annotations

from random import Random

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.actions import PROGRAM_IN, program_in
from parcferme.games.lunar_rally.mechanics.programs import Program
from parcferme.games.lunar_rally.state import (
    FLIP,
    OPEN_1,
    OPEN_2,
    PROGRAM_1,
    PROGRAM_2,
    PROGRAMMED,
    SEATS_OF,
    Position,
    Rover,
)


def ask_program(position: Position, number: i64) -> None:
    """LR-37: everyone whose Rover of this number is on the board; if nobody has one, the turn just passes.

    Passing is a node of its own, so that programs sealed in one step are never shown in that same step.
    """
    position.turn = 0
    position.asked = position.with_rover(number)
    position.phase = FLIP if position.asked == 0 else PROGRAM_1 if number == 1 else PROGRAM_2


def program_choices(position: Position, seat: i64) -> list[int]:
    """The programs that a seat may seal now, for every phase its Rover still has (LR-37)."""
    number = PROGRAMMED[position.phase]
    return position.race.program_actions[number][position.rover(seat, number).phases]


def lay_programs(position: Position, moves: list[int], events: list[Event] | None) -> None:
    """One sealed program for each seat that was asked, in order; it waits for the turn of its number (LR-40)."""
    at: i64 = 0
    for rover in position.numbered(PROGRAMMED[position.phase]):
        if position.asked >> rover.seat & 1:
            rover.program = PROGRAM_IN[moves[at]]
            at += 1
    if events is not None:
        _tell_programs(position, events)


def _tell_programs(position: Position, events: list[Event]) -> None:
    """Everybody sees that a program is sealed, its owner alone which."""
    clause = "LR-29" if position.phase in (OPEN_1, OPEN_2) else "LR-37"
    for seat in SEATS_OF[position.asked]:
        rover = position.rover(seat, PROGRAMMED[position.phase])
        events.append(Event("sealed", clause, {"rover": rover.name}))
        cards = rover.program.text
        events.append(Event("program", clause, {"rover": rover.name, "cards": cards}, only=(seat,)))


def face_up(position: Position, rover: Rover) -> i64:
    """How many of a Rover's cards lie open: those of the phases its number has acted in this turn (LR-R08)."""
    return position.revealed if rover.number == position.moon else 0


def redraw_hidden(position: Position, seat: int, rng: Random) -> None:
    """Other seats' face-down programs are drawn anew, each alike, from those of the same length."""
    for rover in position.rovers:
        if rover.seat != seat and rover.program.length > face_up(position, rover):
            rover.program = _redrawn(position, rover, rng)


def _redrawn(position: Position, rover: Rover, rng: Random) -> Program:
    shown = face_up(position, rover)
    known = rover.program.cut[shown]
    actions = position.race.program_actions[rover.number][rover.program.length]
    fitting = [program for program in map(program_in, actions) if program.cut[shown] is known]
    return rng.choice(fitting) if fitting else rover.program
