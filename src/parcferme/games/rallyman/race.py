"""How close a rally is: times, with what the spaces still to drive would cost at everybody's pace so far."""

from __future__ import annotations

from typing import Any, Final

from parcferme.lib.race import Race, race_of

CLOSE: Final = 20.0  # seconds
SPACE: Final = 3.0  # … that a space costs about


def race(view: Any) -> Race:
    """From a spectator's view."""
    length, specials = max(1, view["road"]["length"]), max(1, len(view["sheet"]["specials"]))
    costs = [car["total"] + SPACE * (length - car["progress"]) for car in view["cars"]]
    furthest = max((car["progress"] for car in view["cars"]), default=0)
    return race_of(costs, CLOSE, (view["special"] - 1 + furthest / length) / specials)
