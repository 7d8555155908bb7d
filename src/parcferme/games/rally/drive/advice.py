"""What a car may expect of the stage it is on: turns, by the solved stage (par/), wherever it is in its move.

Exact for a car alone on the road. Rivals count with their surcharges in the present move only. An eliminated car is
given the solver's penalty.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import State
from parcferme.games.rally import state as at
from parcferme.games.rally.mechanics.driving import RESTART
from parcferme.games.rally.par.planning import laying_worths, mechanic_values, setup_worths
from parcferme.games.rally.par.solver import WIDTH, Par
from parcferme.games.rally.par.worth import Traffic, action_values, case_of, gear_value, solved
from parcferme.games.rally.state import Position

EXPECTS: Final = "turns"
STAGE_ENDS: Final = ("stage_over",)
TRAFFIC: Final = 0.2  # turns that rivals still to be overtaken may cost or spare (our allowance, not measured)


def expect(state: State, seat: int) -> float | None:
    """Minus the turns this car may expect to need for the running stage; `None` before it is driven."""
    assert isinstance(state, Position)
    if not at.WEATHER <= state.phase <= at.SERVICE:
        return None
    return -_turns(solved(state, seat), state, seat, state.order.index(seat))


def doubt(state: State, seat: int) -> tuple[float, float]:
    """By how much `expect` may be wrong, in turns: nothing once no rival is left on the road to be overtaken."""
    assert isinstance(state, Position)
    car = state.cars[seat]
    rivals = [other for number, other in enumerate(state.cars) if number != seat and other.exit <= 0]
    return (TRAFFIC, 0.0) if rivals and car.exit <= 0 else (0.0, 0.0)


def foresee(state: State, seat: int, thorough: bool = True) -> list[tuple[float, float]] | None:
    """What each action is worth before the stage is driven, in the same unit, and the error of that; `None` later.
    All of it is quick: who need not be `thorough` hears the same."""
    assert isinstance(state, Position)
    if state.phase in (at.MECHANICS, at.SOLO_MECHANICS):
        return mechanic_values(state, seat)
    if state.phase in (at.SETUP, at.SOLO_SETUP):
        return setup_worths(state, seat)
    return laying_worths(state, seat) if state.phase == at.LAY else None


def _turns(par: Par, p: Position, seat: int, slot: int) -> float:
    """Turns of the whole stage, those already driven included. The car in this slot starts in turn slot + 1 (RA-33)."""
    car, sector, turn = p.cars[seat], int(p.sector), int(p.turn)
    if car.exit > 0:
        return float(int(car.exit) - slot)
    if car.exit < 0:
        return -int(car.exit) - slot + par.penalty + _waiting(par, p, seat, sector, 1)
    if p.seat == seat and p.phase != at.WEATHER:
        return turn - slot - 1 + _moving(par, p, seat, sector)
    dialled = 1 if p.phase == at.WEATHER else 0  # the turn has been counted, the weather has not moved yet
    if car.place == 0:
        return _before_start(par, sector, slot + 1 - turn + dialled)
    if dialled == 1 or slot > p.order.index(p.seat):
        return turn - slot - 1 + _waiting(par, p, seat, sector, dialled)
    return turn - slot + _waiting(par, p, seat, sector, 1)


def _best_start(par: Par, sector: int) -> float:
    """About to choose tyres and start."""
    return min(par.at_start(sector, tyres) for tyres in par.tyres)


def _before_start(par: Par, sector: int, dials: int) -> float:
    """Starting after the weather has moved so many times; the tyres are chosen then (RA-64)."""
    if dials == 0:
        return _best_start(par, sector)
    back, forth = par.weather.back[sector], par.weather.forth[sector]
    return (_before_start(par, back, dials - 1) + _before_start(par, forth, dials - 1)) / 2.0


def _waiting(par: Par, p: Position, seat: int, sector: int, dials: int) -> float:
    """Between two moves: turns from the next one on, the weather moving so many times before it."""
    car = p.cars[seat]
    stop = int(car.stop)
    gear = RESTART if car.exit < 0 else int(car.gear)
    return stop + par.later(int(car.place), case_of(p, seat, sector), gear, dials + stop)


def _moving(par: Par, p: Position, seat: int, sector: int) -> float:
    """In the middle of its own move, this turn counted as one."""
    car, case = p.cars[seat], case_of(p, seat, sector)
    if p.phase == at.TYRES_FIT:
        return _best_start(par, sector)
    if p.phase == at.RISK:
        return gear_value(par, Traffic(p, seat), case, int(car.gear))
    if p.phase == at.DAMAGE:
        harm = par.costs[car.place][WIDTH * case + int(p.difference)]
        return par.keep[p.difference] * _unharmed(par, p, seat, case, sector) + harm
    assert p.phase in (at.GEAR, at.STEP, at.SERVICE)
    return min(value for _, value in action_values(par, p, seat, sector))


def _unharmed(par: Par, p: Position, seat: int, case: int, sector: int) -> float:
    """The square has been taken: on, or halt where the gear allows no more (RA-38)."""
    if p.room == 0:
        return par.halts[p.cars[seat].place][WIDTH * case + int(p.cars[seat].gear)]
    return min(value for _, value in action_values(par, p, seat, sector))
