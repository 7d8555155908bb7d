"""The cycle of turns (LR-31, LR-41).

Rover 1s act · replacements · Rover 1s are programmed · Rover 2s act · Rover 2s are programmed · and again
"""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.rules.ending import end
from parcferme.games.lunar_rally.rules.execution import execute
from parcferme.games.lunar_rally.rules.programming import ask_program, lay_programs
from parcferme.games.lunar_rally.rules.replacing import offer_replacement
from parcferme.games.lunar_rally.state import CAP, ENDED, OPEN_1, OPEN_2, PROGRAM_1, Position


def seal_programs(position: Position, moves: list[int], events: list[Event] | None) -> None:
    """LR-29, LR-37: sealed programs for all who were asked, then the other number acts (LR-41)."""
    lay_programs(position, moves, events)
    after_programming(position, events)


def flip_moon(position: Position, moves: list[int], events: list[Event] | None) -> None:
    """LR-41: after a turn without programming the Moon Token is turned over, the only thing that can happen then."""
    take_turn(position, 3 - position.moon, events)


def stay_ended(position: Position, moves: list[int], events: list[Event] | None) -> None:
    raise ValueError("the race is over")


def after_programming(position: Position, events: list[Event] | None) -> None:
    """The initial programs come one Rover after the other (LR-29) and Rover 1 begins (LR-30); later the Moon Token
    flips after each programming (LR-41)."""
    if position.phase == OPEN_1:
        position.phase = OPEN_2
        position.asked = position.with_rover(2)
    else:
        take_turn(position, 2 if position.phase == PROGRAM_1 else 1, events)


def take_turn(position: Position, number: i64, events: list[Event] | None) -> None:
    """One turn of all Rovers of a number, up to the question of their next programs (LR-31)."""
    position.moon = number
    position.revealed = 0
    if number == 1:
        position.round += 1
    if events is not None:
        events.append(Event("moon", "LR-41", {"number": number, "round": position.round}))
    execute(position, number, events)
    if position.phase == ENDED:
        return
    if number == 2 and position.round >= position.race.round_cap:
        end(position, CAP, position.remaining(), events)  # LR-R39
        return
    position.turn = 0
    if number == 2 or not offer_replacement(position, events):
        ask_program(position, number)
