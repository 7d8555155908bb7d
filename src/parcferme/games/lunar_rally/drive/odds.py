"""What to know before sealing a program: how far it is to the finish then, and whose sights it ends in.

What the program itself does is in `effects.py`; rivals are taken to stand still, here as there.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import State
from parcferme.games.lunar_rally.actions import PLACES, number_programmed
from parcferme.games.lunar_rally.drive.drivers import time_left
from parcferme.games.lunar_rally.drive.habits import placing_time
from parcferme.games.lunar_rally.effects import preview
from parcferme.games.lunar_rally.mechanics.aiming import in_arc
from parcferme.games.lunar_rally.par.clock import FAR, turns
from parcferme.games.lunar_rally.rules.game import LunarState
from parcferme.games.lunar_rally.rules.weapons import laser_target
from parcferme.games.lunar_rally.state import ENDED, Position, Rover

ANSWERS: Final = ("odds.clock", "odds.par")  # remarks that would answer a puzzle, which asks just that

Remark = tuple[str, dict[str, object]]


def odds(state: State, seat: int, action: int) -> list[Remark]:
    """What to know before taking a legal action."""
    assert isinstance(state, LunarState)
    if action >= PLACES:
        return _placing_remarks(state.position, action)
    number = number_programmed(action)
    if number == 0:
        return []
    _, after = preview(state.position, seat, action)
    return [*_outlook(after, after.rover(seat, number)), ("odds.assumption", {})]


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
