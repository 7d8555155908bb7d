"""What to know before sealing a program: the path it will drive, whom it meets, and how far it is to the finish.

A preview plays the seat's own other Rover first, if its program comes up before this one; rivals are taken to stand
still. It says nothing about their face-down cards and needs none.
"""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.contract import State
from parcferme.core.events import Event
from parcferme.games.lunar_rally.actions import PLACES, number_programmed, program_in
from parcferme.games.lunar_rally.cards import LENGTHS
from parcferme.games.lunar_rally.clock import FAR, race_clock, turns
from parcferme.games.lunar_rally.load import FACINGS, HEXES, LABELS, Ground
from parcferme.games.lunar_rally.rules.phase import execute, run_phase
from parcferme.games.lunar_rally.rules.placing import placed_cell, placed_facing, placing_number
from parcferme.games.lunar_rally.rules.turns import LunarState
from parcferme.games.lunar_rally.rules.weapons import REACH, laser_target
from parcferme.games.lunar_rally.state import (
    ARMED,
    CELL,
    ENDED,
    FACING,
    MISSILES,
    NODE,
    OPEN_1,
    PHASES,
    PROGRAM,
    ROVERS,
    number_of,
    rover_of,
    seat_of,
)
from parcferme.lib.hexgrid import aim
from parcferme.lib.rows import vec

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


def _previewed(state: State, seat: int, action: int) -> tuple[list[Step], LunarState]:
    copy = state.copy()
    assert isinstance(copy, LunarState)
    v, number = copy.v, number_programmed(action)
    if number == 0:
        return [], copy
    rover = rover_of(seat, number)
    for other in range(ROVERS):
        if seat_of(other) != seat:
            v[PROGRAM + other] = 0
    v[PROGRAM + rover] = program_in(action)
    ground, race = copy.terrain(), copy.race
    if v[NODE] != OPEN_1:  # the other Rover's program comes up first, except before the very first turn
        execute(v, race, ground, 3 - number, None)
    steps: list[Step] = []
    for phase in range(LENGTHS[v[PROGRAM + rover]]):
        if v[NODE] == ENDED or phase >= LENGTHS[v[PROGRAM + rover]]:
            break
        events: list[Event] = []
        run_phase(v, race, ground, number, phase, events)
        cell = v[CELL + rover]
        steps.append(Step(phase + 1, LABELS[cell] if cell >= 0 else "", FACINGS[v[FACING + rover]], events))
    return steps, copy


def odds(state: State, seat: int, action: int) -> list[Remark]:
    """What to know before taking a legal action."""
    assert isinstance(state, LunarState)
    if action >= PLACES:
        return _placing_remarks(state, action)
    if number_programmed(action) == 0:
        return []
    steps, after = _previewed(state, seat, action)
    remarks: list[Remark] = []
    for step in steps:
        remarks.append(("odds.step", {"phase": step.phase, "hex": step.hex or "-", "facing": step.facing}))
        remarks += [(f"odds.{event.kind}", event.args) for event in step.events if event.kind in TOLD]
    remarks += _outlook(after, rover_of(seat, number_programmed(action)))
    remarks.append(("odds.assumption", {}))
    return remarks


def _placing_remarks(state: LunarState, action: int) -> list[Remark]:
    ground = state.terrain()
    number = placing_number(state.v, state.race)
    time = race_clock(ground, number, 3)[6 * placed_cell(state.race, action) + placed_facing(action)]
    return [("odds.par", {"turns": turns(time)})] if time < FAR else []


def _outlook(after: LunarState, rover: int) -> list[Remark]:
    """How far it still is, and which rivals have the Rover in their sights as they stand."""
    v, ground = after.v, after.terrain()
    if v[CELL + rover] < 0 or v[NODE] == ENDED:
        return []
    remarks: list[Remark] = []
    clock = race_clock(ground, number_of(rover), v[PHASES + rover])
    time = clock[6 * v[CELL + rover] + v[FACING + rover]]
    if time < FAR:
        remarks.append(("odds.clock", {"turns": turns(time)}))
    aiming = [after.race.names[other] for other in range(ROVERS) if _threatens(v, ground, other, rover)]
    if aiming:
        remarks.append(("odds.exposed", {"rovers": "+".join(aiming)}))
    return remarks


def _threatens(v: vec[i64], ground: Ground, other: int, rover: int) -> bool:
    """Could this rival hit the Rover from where it stands, with laser or missile?"""
    if v[CELL + other] < 0 or seat_of(other) == seat_of(rover) or not v[ARMED + other]:
        return False
    if laser_target(v, ground, other) == rover:
        return True
    seen = aim(HEXES[v[CELL + other]], HEXES[v[CELL + rover]], v[FACING + other])
    return v[MISSILES + other] > 0 and seen is not None and seen[0] <= REACH
