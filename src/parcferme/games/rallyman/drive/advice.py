"""What a seat may expect of a position, for hints and reviews."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from parcferme.core.contract import State
from parcferme.games.rallyman.board.rally import SPECIALS
from parcferme.games.rallyman.drive.course import course_of
from parcferme.games.rallyman.drive.valuation import total
from parcferme.games.rallyman.state import FINISHED, RETIRED, Position

EXPECTS: Final = "seconds"
STAGE_ENDS: Final = ("stage_time",)
ROUGH: Final = 0.5  # seconds that a special may be off: flats count as a fixed loss, and weather to come as dry
CROWD: Final = 2.0  # … and what rivals may do to a car behind its present turn (our allowance, not measured)


def expect(state: State, seat: int) -> float | None:
    """The seat's time at the end of the rally if it drives on well, less than nought: fewer seconds are better.

    Alone on the road from its next turn on; the turn it is in is seen as it is. `None` before the weather is known and
    while chance acts on the seat's car.
    """
    return _expect(SPECIALS, state, seat)


def within(legs: int) -> tuple[Callable[[State, int], float | None], Callable[[State, int], tuple[float, float]]]:
    """`expect` and `doubt` of a drive that is over after so many specials: those not driven cost nothing."""
    return partial(_expect, legs), partial(_doubt, legs)


def _expect(legs: int, state: State, seat: int) -> float | None:
    if not isinstance(state, Position):
        return None
    seconds = total(course_of(state.rally, False, legs), state, seat)
    return None if seconds is None else -seconds


def is_solved(state: Position) -> bool:
    """Is nothing of this special left to guess? Alone on the road, where no flats come from shortcuts and no seconds
    from time attacks, the course is the solver's (not finishing counts as OUT)."""
    rally = state.rally
    road = rally.road(state.special, state.snow[state.special])
    return len(state.cars) == 1 and not rally.attack and not rally.physical and not any(road.cut_note)


def doubt(state: State, seat: int) -> tuple[float, float]:
    """By how much `expect` may be wrong, in seconds: nothing once the seat has driven its last special, or can
    be told exactly how that will go."""
    return _doubt(SPECIALS, state, seat)


def _doubt(legs: int, state: State, seat: int) -> tuple[float, float]:
    assert isinstance(state, Position)
    driving = state.cars[seat].status not in (FINISHED, RETIRED)
    ahead = legs - state.special - (0 if driving else 1)
    if ahead == 0 or state.cars[seat].status == RETIRED or (ahead == 1 and driving and is_solved(state)):
        return 0.0, 0.0
    return float(ahead) * (ROUGH + (CROWD if len(state.cars) > 1 else 0.0)), 0.0
