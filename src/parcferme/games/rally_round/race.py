"""How close a rally is: penalties of the crews."""

from __future__ import annotations

from typing import Any, Final

from parcferme.lib.race import Race, race_of

CLOSE: Final = 60.0  # seconds of penalty


def race(view: Any) -> Race:
    """From a spectator's view; before the route is laid nothing has been driven."""
    crews, route = view["crews"], view["route"]
    sections = max(1, len(route["sections"])) if route else 1
    furthest = max((crew["section"] for crew in crews), default=0)
    return race_of([crew["penalty"] for crew in crews], CLOSE, furthest / sections if route else 0.0)
