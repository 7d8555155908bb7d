"""What a seat may expect to end with: seconds of penalty, alone on the road."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import State
from parcferme.games.rally_round.drive.driver import between_turns, driver_of
from parcferme.games.rally_round.rules import RallyState, SealedState
from parcferme.games.rally_round.rules.scoring import WORST
from parcferme.games.rally_round.state import (
    DISQUALIFIED,
    N_HAZARD,
    N_OVER,
    N_PUSH,
    N_SPEED,
    NOBODY,
    ON_ROAD,
    RETIRED,
)

EXPECTS: Final = "seconds"  # of penalty: 60 make a mark


def expect(state: State, seat: int) -> float | None:
    """Seconds of penalty a seat may expect to end with, as a negative number: alone on the road, no further cards.

    Of several crews the best one counts (RR-104). `None` before the rally, in the middle of a move, and in a
    competitive solo, where the margin counts.
    """
    if isinstance(state, SealedState):
        return expect(state.rallies[seat], 0)
    assert isinstance(state, RallyState)
    if state.t.competitive or state.route is None or not state.phase >= N_SPEED or state.phase == N_HAZARD:
        return None
    moving = state.crew if state.phase not in (N_SPEED, N_PUSH, N_OVER) else NOBODY
    values: list[int] = []
    for crew in range(state.t.crews):
        if state.cars[crew].seat != seat:
            continue
        if crew == moving or not between_turns(state, crew):
            return None
        values.append(_crew_expects(state, crew))
    return float(max(values)) if values else None


def _crew_expects(state: RallyState, crew: int) -> int:
    car = state.cars[crew]
    status = car.status
    if status in (DISQUALIFIED, RETIRED):
        return WORST
    so_far = car.score + car.other
    if status > ON_ROAD:
        return -so_far
    return -so_far - driver_of(state, crew).to_go(state, crew)
