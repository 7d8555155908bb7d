"""What a car may expect of the stage it is on: turns, by the solved stage (solver.py), wherever it is in its move.

Exact for a car alone on the road. Rivals count with their surcharges in the present move only. An eliminated car is
given the solver's penalty.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import State
from parcferme.games.rally.advice import Traffic, action_values, case_of, gear_value, solved
from parcferme.games.rally.solver import WIDTH, Par
from parcferme.games.rally.state import (
    DAMAGE,
    EXIT,
    GEAR,
    GEARBOX,
    ORDER,
    P_DIFFERENCE,
    P_PHASE,
    P_ROOM,
    P_SEAT,
    P_SECTOR,
    P_SLOT,
    P_TURN,
    PLACE,
    RESTART,
    RISK,
    SERVICE,
    STEP,
    STOP,
    TYRES,
    WEATHER,
    Position,
)

EXPECTS: Final = "turns"


def expect(state: State, seat: int) -> float | None:
    """Minus the turns this car may expect to need for the running stage; `None` before it is driven."""
    assert isinstance(state, Position)
    v = state.v
    if not WEATHER <= v[P_PHASE] <= SERVICE:
        return None
    slot = v[ORDER : ORDER + state.tables.players].index(seat)
    return -_turns(solved(state, seat), state, seat, slot)


def _turns(par: Par, p: Position, seat: int, slot: int) -> float:
    """Turns of the whole stage, those already driven included. The car in this slot starts in turn slot + 1 (RA-33)."""
    v = p.v
    sector, turn = v[P_SECTOR], v[P_TURN]
    if v[EXIT + seat] > 0:
        return float(v[EXIT + seat] - slot)
    if v[EXIT + seat] < 0:
        return -v[EXIT + seat] - slot + par.penalty + _waiting(par, p, seat, sector, 1)
    if v[P_SEAT] == seat and v[P_PHASE] != WEATHER:
        return turn - slot - 1 + _moving(par, p, seat, sector)
    dialled = 1 if v[P_PHASE] == WEATHER else 0  # the turn has been counted, the weather has not moved yet
    if v[PLACE + seat] == 0:
        return _before_start(par, sector, slot + 1 - turn + dialled)
    if dialled == 1 or slot > v[P_SLOT]:
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
    v = p.v
    stop = v[STOP + seat]
    gear = RESTART if v[EXIT + seat] < 0 else v[GEARBOX + seat]
    return stop + par.later(v[PLACE + seat], case_of(p, seat, sector), gear, dials + stop)


def _moving(par: Par, p: Position, seat: int, sector: int) -> float:
    """In the middle of its own move, this turn counted as one."""
    v, phase = p.v, p.v[P_PHASE]
    case = case_of(p, seat, sector)
    if phase == TYRES:
        return _best_start(par, sector)
    if phase == RISK:
        return gear_value(par, Traffic(p, seat, 0), case, v[GEARBOX + seat])
    if phase == DAMAGE:
        difference = v[P_DIFFERENCE]
        harm = par.costs[v[PLACE + seat]][WIDTH * case + difference]
        return par.keep[difference] * _unharmed(par, p, seat, case, sector) + harm
    assert phase in (GEAR, STEP, SERVICE)
    return min(value for _, value in action_values(par, p, seat, sector))


def _unharmed(par: Par, p: Position, seat: int, case: int, sector: int) -> float:
    """The square has been taken: on, or halt where the gear allows no more (RA-38)."""
    v = p.v
    if v[P_ROOM] == 0:
        return par.halts[v[PLACE + seat]][WIDTH * case + v[GEARBOX + seat]]
    return min(value for _, value in action_values(par, p, seat, sector))
