"""What to know before sealing a program: the path it will drive, whom it meets, and how far it is to the finish.

A preview plays the seat's own other Rover first, if its program comes up before this one; rivals are taken to stand
still. It says nothing about their face-down cards and needs none.
"""

from __future__ import annotations

from parcferme.core.contract import State
from parcferme.core.events import Event
from parcferme.games.lunar_rally.actions import PLACES, number_programmed, program_in
from parcferme.games.lunar_rally.board.hexes import FACINGS, LABELS
from parcferme.games.lunar_rally.drive.bots import clear_programs, placing_time, time_left
from parcferme.games.lunar_rally.mechanics.aiming import in_arc
from parcferme.games.lunar_rally.par.clock import FAR, turns
from parcferme.games.lunar_rally.rules.execution import execute, run_phase
from parcferme.games.lunar_rally.rules.game import LunarState
from parcferme.games.lunar_rally.rules.weapons import laser_target
from parcferme.games.lunar_rally.state import ENDED, OPEN_1, Position, Rover

Remark = tuple[str, dict[str, object]]
TOLD = (
    "stuck", "bump", "contest", "swap", "hit", "push", "push_blocked", "damage", "phase_lost", "explode", "cache",
    "repair", "laser", "laser_miss", "missile", "missile_tie", "missile_miss", "inert", "no_missile", "finish",
)  # fmt: skip


class Step:
    """A Rover after one phase of a previewed program: where it stands, and what happened on the way."""

    def __init__(self, phase: int, hex: str, facing: str, events: list[Event]) -> None:
        self.phase = phase
        self.hex = hex  # empty once the Rover is gone
        self.facing = facing
        self.events = events

    def to_json(self) -> dict[str, object]:
        return {
            "phase": self.phase,
            "hex": self.hex,
            "facing": self.facing,
            "events": [event.to_json() for event in self.events],
        }


def preview(state: State, seat: int, action: int) -> list[Step]:
    """The path of a program, phase by phase; empty for other actions."""
    return _previewed(state, seat, action)[0]


def _previewed(state: State, seat: int, action: int) -> tuple[list[Step], Position]:
    assert isinstance(state, LunarState)
    position, number = state.position.copy(), number_programmed(action)
    if number == 0:
        return [], position
    rover = position.rover(seat, number)
    clear_programs(position, seat)
    rover.program = program_in(action)
    if position.phase != OPEN_1:  # the other Rover's program comes up first, except before the very first turn
        execute(position, 3 - number, None)
    steps: list[Step] = []
    for phase in range(3):
        if position.phase == ENDED or phase >= rover.program.length:
            break
        events: list[Event] = []
        run_phase(position, number, phase, events)
        steps.append(Step(phase + 1, LABELS[rover.cell] if rover.cell >= 0 else "", FACINGS[rover.facing], events))
    return steps, position


def odds(state: State, seat: int, action: int) -> list[Remark]:
    """What to know before taking a legal action."""
    assert isinstance(state, LunarState)
    if action >= PLACES:
        return _placing_remarks(state.position, action)
    number = number_programmed(action)
    if number == 0:
        return []
    steps, after = _previewed(state, seat, action)
    remarks: list[Remark] = []
    for step in steps:
        remarks.append(("odds.step", {"phase": step.phase, "hex": step.hex or "-", "facing": step.facing}))
        remarks += [(f"odds.{event.kind}", event.args) for event in step.events if event.kind in TOLD]
    remarks += _outlook(after, after.rover(seat, number))
    remarks.append(("odds.assumption", {}))
    return remarks


def _placing_remarks(position: Position, action: int) -> list[Remark]:
    time = placing_time(position, action)
    return [("odds.par", {"turns": turns(time)})] if time < FAR else []


def _outlook(after: Position, rover: Rover) -> list[Remark]:
    """How far it still is, and which rivals have the Rover in their sights as they stand."""
    if rover.cell < 0 or after.phase == ENDED:
        return []
    remarks: list[Remark] = []
    time = time_left(after, rover)
    if time < FAR:
        remarks.append(("odds.clock", {"turns": turns(time)}))
    aiming = [other.name for other in after.rovers if _threatens(after, other, rover)]
    if aiming:
        remarks.append(("odds.exposed", {"rovers": "+".join(aiming)}))
    return remarks


def _threatens(position: Position, other: Rover, rover: Rover) -> bool:
    """Could this rival hit the Rover from where it stands, with laser or missile?"""
    if other.cell < 0 or other.seat == rover.seat or not other.armed:
        return False
    if laser_target(position, other) is rover:
        return True
    return other.missiles > 0 and in_arc(other.cell, other.facing, rover.cell) > 0
