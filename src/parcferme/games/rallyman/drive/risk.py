"""The risk of one die: whether it shows a hazard, and whether that loses control at once."""

from __future__ import annotations

from fractions import Fraction

from parcferme.games.rallyman.actions import WHITE
from parcferme.games.rallyman.mechanics.dice import hazard_limit
from parcferme.games.rallyman.mechanics.paths import LOST, RISKY, Step
from parcferme.games.rallyman.state import Position


def hazard_chance(p: Position, die: int) -> Fraction:
    """The chance that a die (0–4 black, WHITE) shows a hazard."""
    return Fraction(p.rally.components.hazards[min(die, WHITE)], p.rally.components.faces)


def loss_now(p: Position, die: int, step: Step, locked: bool) -> Fraction:
    """The chance that this step loses control at once, before Sisu is asked."""
    if step.effect == LOST:
        return Fraction(1)
    if locked:
        return Fraction(0)  # RM-46, RM-R18
    last = not p.turn.sisu_on and p.turn.hazards + 1 >= hazard_limit(p.road.snow[step.space], p.car.tyres)
    return hazard_chance(p, die) if step.effect == RISKY or last else Fraction(0)
