"""How close a race is and how far it has come, for those who look for one to watch."""

from __future__ import annotations

Race = tuple[float, float]  # the gap between the first two, in what a game calls close; the share of the way driven


def race_of(costs: list[float], close: float, done: float) -> Race:
    """From what each seat has spent, fewer being better; `close` is a gap that makes it half as exciting. Who drives
    alone races nobody: no gap says anything, so it counts as one that is not close."""
    first = sorted(costs)
    gap = (first[1] - first[0]) / close if len(first) > 1 else 1.0
    return gap, min(1.0, max(0.0, done))
