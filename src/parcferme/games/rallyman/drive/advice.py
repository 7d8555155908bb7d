"""What a seat may expect of a position, for hints and reviews."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import State
from parcferme.games.rallyman.drive.course import course_of
from parcferme.games.rallyman.drive.valuation import total
from parcferme.games.rallyman.state import Position

EXPECTS: Final = "seconds"


def expect(state: State, seat: int) -> float | None:
    """The seat's time at the end of the rally if it drives on well, less than nought: fewer seconds are better.

    Alone on the road from its next turn on; the turn it is in is seen as it is. `None` before the weather is known and
    while chance acts on the seat's car.
    """
    if not isinstance(state, Position):
        return None
    seconds = total(course_of(state.rally), state, seat)
    return None if seconds is None else -seconds
