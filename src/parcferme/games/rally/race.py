"""How close a season is: points, and within a stage the squares between the first two."""

from __future__ import annotations

from typing import Any, Final

from parcferme.lib.race import Race, race_of

CLOSE: Final = 6.0  # squares
POINT: Final = 2.0  # squares that a point is worth
OVER: Final = ("finished", "out")


def race(view: Any) -> Race:
    """From a spectator's view."""
    length = max(1, view["road"]["length"])
    points = view["points"] or [0] * len(view["cars"])
    places = [length if car["status"] in OVER else car["place"] for car in view["cars"]]
    costs = [-place - POINT * own for place, own in zip(places, points, strict=False)]
    stages = [len(race["stages"]) for race in view["races"]]
    driven = sum(stages[: view["race"]]) + view["stage"]["index"] + max(places, default=0) / length
    return race_of(costs, CLOSE, driven / max(1, sum(stages)))
