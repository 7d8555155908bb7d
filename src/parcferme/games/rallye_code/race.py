"""How close a rallye is: purses, as far as everybody may know them."""

from __future__ import annotations

from typing import Any, Final

from parcferme.lib.race import Race, race_of

CLOSE: Final = 10_000.0  # francs


def race(view: Any) -> Race:
    """From a spectator's view; purses that are hidden are not compared."""
    limit, number = view["limit"], view["turn"]["round"]
    done = number / limit["rounds"] if limit["kind"] == "rounds" and limit["rounds"] else 0.5
    purses = [player["purse"] for player in view["players"] if player["in"] and player["purse"] is not None]
    return race_of([-float(purse) for purse in purses], CLOSE, done)
