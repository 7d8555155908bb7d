"""The Move step (LR-42 to LR-56): everyone at once, whatever the order in which they are looked at.

Most moves touch nobody and are made at once; where Rovers meet, `collisions.py` finds the one outcome.
"""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.board.decks import RV
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.board.hexes import LABELS
from parcferme.games.lunar_rally.mechanics.driving import BLOCKED
from parcferme.games.lunar_rally.rules.arriving import arrive, tell_together
from parcferme.games.lunar_rally.rules.collisions import clash
from parcferme.games.lunar_rally.rules.damage import take_damage
from parcferme.games.lunar_rally.rules.ending import end_at_finish, end_if_settled
from parcferme.games.lunar_rally.state import OFF, Position, Rover


def move_step(position: Position, movers: list[Rover], phase: i64, events: list[Event] | None) -> None:
    """All Forward and Reverse cards of a phase: all moves, then all damage (LR-R10), then the end if it has come. The
    other Rovers stand (LR-R42)."""
    hurt = _aim(position.ground, movers, phase, events)
    if _anyone_meets(position, movers):
        finishers = clash(position, movers, phase, events)
        hurt = True
    else:
        finishers = _advance(position.ground, movers, events)
    exploded = hurt and take_damage(position, events)
    if finishers:
        end_at_finish(position, finishers, events)  # LR-R21: also for a Rover that has just exploded
    elif exploded:
        end_if_settled(position, events)


def _aim(ground: Ground, movers: list[Rover], phase: i64, events: list[Event] | None) -> bool:
    """Set every mover's target, OFF for those that have none; returns whether one bumps into a crater or the edge."""
    bumped = False
    for rover in movers:
        rover.target = OFF
        card = rover.program.does[phase]
        if card > RV:
            continue
        target = ground.ahead(card, rover.cell, rover.facing)
        if target >= 0:
            rover.target = target
            continue
        if target == BLOCKED:
            rover.blows += 1  # LR-53
            bumped = True
        if events is not None:
            _tell_refused(rover, card, target, events)
    return bumped


def _anyone_meets(position: Position, movers: list[Rover]) -> bool:
    """Does anyone aim at a hex on which a Rover stands, or at which another aims?"""
    for rover in movers:
        target = rover.target
        if target >= 0:
            if position.standing_on(target) is not None:
                return True
            for other in movers:
                if other.target == target and other is not rover:
                    return True
    return False


def _advance(ground: Ground, movers: list[Rover], events: list[Event] | None) -> i64:
    """Moves that touch nobody; returns the seats that reach the finish."""
    finishers: i64 = 0
    told = len(events) if events is not None else 0
    for rover in movers:
        if rover.target >= 0:
            finishers |= arrive(ground, rover, events)
    if events is not None:
        tell_together(events, told)
    return finishers


def _tell_refused(rover: Rover, card: i64, target: i64, events: list[Event]) -> None:
    args: dict[str, object] = {"rover": rover.name, "hex": LABELS[rover.cell]}
    if target == BLOCKED:
        events.append(Event("bump", "LR-53", args))
    else:
        events.append(Event("stuck", "LR-56" if card == RV else "LR-55", args))
