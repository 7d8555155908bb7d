"""The risk of one die: whether it shows a hazard, and whether that loses control at once."""

from __future__ import annotations

from fractions import Fraction

from parcferme.games.rallyman.actions import WHITE
from parcferme.games.rallyman.mechanics.control import COUNTED, control
from parcferme.games.rallyman.mechanics.dice import hazard_limit
from parcferme.games.rallyman.mechanics.paths import Step
from parcferme.games.rallyman.state import Position


def hazard_chance(p: Position, die: int) -> Fraction:
    """The chance that a die (0–4 black, WHITE) shows a hazard."""
    return Fraction(p.rally.components.hazards[min(die, WHITE)], p.rally.components.faces)


def loss_now(p: Position, die: int, step: Step, locked: bool) -> Fraction:
    """The chance that this step loses control at once, before Sisu is asked; a locked die shows no hazard (RM-46,
    RM-R18)."""
    if loses_control(p, step, False, p.turn.hazards):
        return Fraction(1)
    return hazard_chance(p, die) if not locked and loses_control(p, step, True, p.turn.hazards) else Fraction(0)


def loses_control(p: Position, step: Step, hazard: bool, hazards: int) -> bool:
    """Does this step lose control at once, before Sisu is asked? `hazards` were counted before it."""
    limit = hazard_limit(p.road.snow[step.space], p.car.tyres)
    return control(step.effect, hazard, hazards, limit, p.turn.sisu_on) > COUNTED
