"""What an action does on the map: where a Rover is put, and the way a program takes it, phase by phase.

The seat's own other Rover drives first, where its program comes up before this one. Rivals are taken to stand still: it
says nothing about their face-down cards (LR-R08) and needs none.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Event
from parcferme.core.position import Note
from parcferme.games.lunar_rally.actions import CONCEDE, PLACES, number_programmed, program_in
from parcferme.games.lunar_rally.board.hexes import FACINGS, LABELS
from parcferme.games.lunar_rally.mechanics.programs import PROGRAMS
from parcferme.games.lunar_rally.rules.execution import execute, run_phase
from parcferme.games.lunar_rally.rules.placing import placed_cell, placed_facing
from parcferme.games.lunar_rally.state import ENDED, OPEN_1, Position

TOLD: Final = (
    "stuck", "bump", "contest", "swap", "hit", "push", "push_blocked", "damage", "phase_lost", "explode", "cache",
    "repair", "laser", "laser_miss", "missile", "missile_tie", "missile_miss", "inert", "no_missile", "finish",
)  # fmt: skip


def effect(position: Position, seat: int, action: int) -> Note:
    if action == CONCEDE:
        return {"ends": "game"}
    if action >= PLACES:
        return {"to": LABELS[placed_cell(position.race, action)], "facing": FACINGS[placed_facing(action)]}
    return preview(position, seat, action)[0] if number_programmed(action) else {}


def preview(position: Position, seat: int, action: int) -> tuple[Note, Position]:
    """What a program does, and the position after it."""
    after, number = position.copy(), number_programmed(action)
    rover = after.rover(seat, number)
    clear_programs(after, seat)
    rover.program = program_in(action)
    if after.phase != OPEN_1:  # the other Rover's program comes up first, except before the very first turn
        execute(after, 3 - number, None)
    way: list[str] = []
    facings: list[str] = []
    happens: list[object] = []
    for phase in range(3):
        if after.phase == ENDED or phase >= rover.program.length:
            break
        events: list[Event] = []
        run_phase(after, after.numbered(number), phase, events)
        happens += [[event.kind, event.args, phase + 1] for event in events if event.kind in TOLD]
        if rover.cell >= 0:
            way.append(LABELS[rover.cell])
            facings.append(FACINGS[rover.facing])
    told: Note = {"path": way, "facing": facings, "happens": happens}
    return {word: one for word, one in told.items() if one}, after


def clear_programs(position: Position, but: int) -> None:
    """Take the cards off the boards of all seats but one."""
    for rover in position.rovers:
        if rover.seat != but:
            rover.program = PROGRAMS[rover.number][0]
