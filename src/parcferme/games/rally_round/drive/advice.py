"""What a seat may expect to end with: seconds of penalty, alone on the road; and what cards and markers do to it."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import State
from parcferme.games.rally_round.actions import TAKE
from parcferme.games.rally_round.board.cards import build_kit
from parcferme.games.rally_round.board.map import HAZARD
from parcferme.games.rally_round.drive.driver import Driver, between_turns, driver_of, error_of, own_cards
from parcferme.games.rally_round.drive.tolls import LAYING, all_alike, tolls_of
from parcferme.games.rally_round.rules import RallyState, SealedState
from parcferme.games.rally_round.rules.scoring import WORST
from parcferme.games.rally_round.state import (
    DISQUALIFIED,
    N_HAZARD,
    N_KIT,
    N_OVER,
    N_PUSH,
    N_SPEED,
    NOBODY,
    ON_ROAD,
    RETIRED,
)

EXPECTS: Final = "seconds"  # of penalty: 60 make a mark
STAGE_ENDS: Final = ("part_over",)
LEFT_OUT: Final = 60.0  # what rivals in the way and cards on the road may make of it (our allowance, not measured)


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


def doubt(state: State, seat: int) -> tuple[float, float]:
    """By how much `expect` may be wrong, in seconds: (because of what it leaves out, because a search was given up)."""
    if isinstance(state, SealedState):
        return doubt(state.rallies[seat], 0)
    assert isinstance(state, RallyState)
    crews = [crew for crew in range(state.t.crews) if state.cars[crew].seat == seat]
    driving = [crew for crew in crews if state.cars[crew].status == ON_ROAD]
    if not driving:
        return 0.0, 0.0
    alone = state.t.crews == len(crews) and HAZARD not in state.drives_on().feature
    return 0.0 if alone else LEFT_OUT, max([driver_of(state, crew).error(state, crew) for crew in driving])


def foresee(state: State, seat: int, thorough: bool = True) -> list[tuple[float, float]] | None:
    """While kits are chosen: what the route costs with each card beside those already held (and with none of the types
    still to come), less than nought, and the error of that where it is not proved; along the Correct Route unless it
    shall be `thorough`. While the route is laid: what a section gains the seat on the others (nothing, as long as all
    have the same car), alone what it costs. `None` elsewhere."""
    if isinstance(state, SealedState):
        return foresee(state.rallies[seat], 0, thorough)
    assert isinstance(state, RallyState)
    if state.phase in LAYING:
        return _by_laying(state, seat)
    if state.phase != N_KIT or state.route is None:
        return None
    return [kit_worth(state, [*own_cards(state), action - TAKE], thorough) for action in state.legal(seat)]


def _by_laying(state: RallyState, seat: int) -> list[tuple[float, float]] | None:
    """Nobody gains by what it does to all alike."""
    if all_alike(state):
        return [(0.0, 0.0) for _ in state.legal(seat)]
    laid = tolls_of(state)
    own = [crew for crew, car in enumerate(state.cars) if car.seat == seat]
    return None if laid is None else [toll.gain(own) for toll in laid]


def tolls(state: State, seat: int) -> list[list[float]] | None:
    """While several lay the route: for each legal action the seconds that the section it completes costs each seat."""
    if not isinstance(state, RallyState) or state.t.players == 1 or state.phase not in LAYING:
        return None
    laid = tolls_of(state)
    by_seat = sorted([(int(car.seat), crew) for crew, car in enumerate(state.cars)])
    return None if laid is None else [[toll.costs()[crew] for _, crew in by_seat] for toll in laid]


def kit_worth(state: RallyState, cards: list[int], thorough: bool) -> tuple[float, float]:
    """What the route costs with these cards, as the solver's search knows it or as planned along the Correct Route, and
    by how much that may be wrong."""
    deck = state.t.deck
    driver = Driver(state.t, state.drives_on(), build_kit([deck.kit[card] for card in cards]))
    drives = driver.whole() if thorough else driver.outline()
    return -float(sum([drive.cost for drive in drives])), error_of(drives)


def _crew_expects(state: RallyState, crew: int) -> int:
    car = state.cars[crew]
    status = car.status
    if status in (DISQUALIFIED, RETIRED):
        return WORST
    so_far = car.score + car.other
    if status > ON_ROAD:
        return -so_far
    return -so_far - driver_of(state, crew).to_go(state, crew)
