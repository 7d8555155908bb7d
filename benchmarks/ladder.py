"""Is each level of bot really stronger than the one below? Paired seeds, rotated seats, 95 % intervals."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise

from tables import aligned

from parcferme.core import registry
from parcferme.core.bot import LEVELS
from parcferme.solve.arena import duel, line_up
from parcferme.solve.farm import play_here


def levels(games: list[str], matches: int) -> Iterator[str]:
    """The table of neighbouring levels, `matches` for each pair in each game."""
    yield f"Each level against the one below, {matches} matches each on two seats, seeds paired and seats rotated."
    table = [["game", "stronger", "weaker", "places before", "95 % interval", ""]]
    for game in games:
        variant = registry.variant_of(registry.create(game, {"players": 2}))
        for weaker, stronger in pairwise(LEVELS):
            scores = list(play_here(line_up(variant, [stronger, weaker], matches, "ladder"), os.cpu_count() or 1))
            found = duel(scores, stronger, weaker)
            verdict = "surely better" if found.is_clear() else "not shown"
            interval = f"{found.low:.0%} – {found.high:.0%}"
            table.append([game, stronger, weaker, f"{found.share:.1%}", interval, verdict])
    yield from aligned(table)
