"""Looking ahead: with which dice the next spaces are reached at the least risk, should the driver keep rolling.

The rules themselves are asked, a few spaces on: every die that may be rolled, clean and with its hazard. Shortcuts are
left out, as nobody knows their cards, and so is Sisu: a risk is what it is before it is asked for.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from parcferme.games.rallyman.actions import CLEAN, CUT, DIE_NAMES, HAZARD, LOCK, ROLL, die_of
from parcferme.games.rallyman.drive.risk import hazard_chance, loss_now
from parcferme.games.rallyman.mechanics.paths import LOST
from parcferme.games.rallyman.rules.cache import step_of
from parcferme.games.rallyman.state import Position

FARTHEST: Final = 2  # spaces beyond the one a die leads to


class Run(NamedTuple):
    """Dice rolled one after another, and the chance to lose control on the way; no dice: nothing leads there."""

    dice: str
    risk: Fraction


def run_from(p: Position, seat: int, action: int, further: int) -> Run:
    """Roll this die, then go so many spaces further in the safest way."""
    die, step = die_of(action), step_of(p, action)
    name = DIE_NAMES[die]
    if step.effect == LOST or step.path == CUT:
        return Run("", Fraction(1))
    hazard, loss = hazard_chance(p, die), loss_now(p, die, step, False)
    if further == 0 or step.space == p.road.finish:
        return Run(name, loss)
    clean = safest(_after(p, action, CLEAN + die), seat, further - 1)
    if not clean.dice:
        return clean
    worse = Fraction(1) if loss else safest(_after(p, action, HAZARD + die), seat, further - 1).risk
    return Run(name + clean.dice, hazard * worse + (1 - hazard) * clean.risk)


def safest(p: Position, seat: int, further: int) -> Run:
    """The safest of all dice that may be rolled now."""
    best = Run("", Fraction(1))
    for action in p.legal(seat):
        if ROLL <= action < LOCK:
            run = run_from(p, seat, action, further)
            if run.dice and (not best.dice or run.risk < best.risk):
                best = run
    return best


def _after(p: Position, action: int, outcome: int) -> Position:
    after = p.copy()
    after.apply(action)
    after.apply(outcome)
    assert isinstance(after, Position)
    return after
