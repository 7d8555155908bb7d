"""What each choice of a driver alone on the road is worth, proved: the rest of the rally under perfect play."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import DECISION, State
from parcferme.games.rallyman.actions import PASS, SPARE
from parcferme.games.rallyman.board.rally import SPECIALS, WEATHER_VARIABLE
from parcferme.games.rallyman.drive.course import course_of
from parcferme.games.rallyman.drive.valuation import Valuation, service
from parcferme.games.rallyman.par.model import NEVER
from parcferme.games.rallyman.state import SERVICE, Position

UNIT: Final = "seconds"


def prove(state: State, seat: int) -> list[float] | None:
    """The expected time of the rally after each legal action, less than nought. `None` where others are on the road,
    where decks are not put back, where weather is still to be rolled, and for what a solved special does not know."""
    assert isinstance(state, Position)
    legal = state.legal(seat)
    if state.kind() != DECISION or not _is_alone(state) or PASS in legal:
        return None
    if state.phase == SERVICE and SPARE in legal:
        return None
    course, car = course_of(state.rally, True), state.cars[seat]
    if state.phase == SERVICE:
        to_go = [service(course, state, seat, action) for action in legal]
    else:
        valuation = Valuation(course.driven(state, seat), state, seat)
        to_go = [valuation.after(action) for action in legal]
    if any(abs(seconds) >= NEVER / 2 for seconds in to_go):
        return None
    before = float(sum(car.times) + car.chrono)
    return [-(before + seconds) for seconds in to_go]


def _is_alone(p: Position) -> bool:
    """Alone, with every surface and all odds known."""
    rolled = p.rally.weather == WEATHER_VARIABLE and p.special + 1 < SPECIALS
    return len(p.cars) == 1 and not p.rally.physical and not rolled
