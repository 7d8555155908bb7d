"""How close a race over the Moon is: by the Rovers that are left, and the columns to the finish."""

from __future__ import annotations

from typing import Any, Final

from parcferme.lib.race import Race, race_of

CLOSE: Final = 3.0  # columns
LOST: Final = 4.0  # columns that a Rover less is worth


def race(view: Any) -> Race:
    """From a spectator's view."""
    ground = view["map"]
    if ground is None or not ground["finish"]:
        return 1.0, 0.0
    ends = [_column(hex) for hex in ground["finish"]]
    begins = [_column(hex) for hex in ground["start"]] or ends
    way = max(1, min(abs(end - begin) for end in ends for begin in begins))
    left = [_left(view, seat, ends, way) for seat in range(len(view["seats"]))]
    return race_of(left, CLOSE, 1.0 - min(left, default=way) / way)


def _left(view: Any, seat: int, ends: list[int], way: int) -> float:
    """Columns that the first Rover of a seat has before it."""
    rovers = [rover for rover in view["rovers"] if rover["seat"] == seat and rover["hex"] is not None]
    nearest = min((min(abs(_column(rover["hex"]) - end) for end in ends) for rover in rovers), default=way)
    used: int = view["seats"][seat]["replacements"]
    return nearest + used * LOST


def _column(hex: str) -> int:
    """A hex reads as a letter or two for its column, and a number."""
    number = 0
    for letter in hex:
        if letter.isalpha():
            number = number * 26 + ord(letter.upper()) - ord("A") + 1
    return number
