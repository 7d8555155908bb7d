"""Is each level of bot really stronger than the one below (paired seeds, rotated seats, 95 % intervals), and how long
does it think about a move?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from time import process_time

from benchmarks.tables import against_bar, aligned
from parcferme.core import registry
from parcferme.core.bot import Bot
from parcferme.core.contract import State
from parcferme.solve.arena import duel, line_up, play_bots
from parcferme.solve.farm import play_here

MOVE_BAR = 1.0  # seconds for a move at the table


def strength(games: list[str], matches: int) -> Iterator[str]:
    """The table of neighbouring levels, `matches` for each pair in each game."""
    yield f"Each level against the one below, {matches} matches each on two seats, seeds paired and seats rotated."
    table = [["game", "stronger", "weaker", "places before", "95 % interval", ""]]
    for game in games:
        variant = registry.variant_of(registry.create(game, {"players": 2}))
        for weaker, stronger in pairwise(registry.bots(game)):
            scores = list(play_here(line_up(variant, [stronger, weaker], matches, "ladder"), os.cpu_count() or 1))
            found = duel(scores, stronger, weaker)
            verdict = "surely better" if found.is_clear() else "not shown"
            interval = f"{found.low:.0%} – {found.high:.0%}"
            table.append([game, stronger, weaker, f"{found.share:.1%}", interval, verdict])
    yield from aligned(table)


class Timed(Bot):
    """Another bot, with the CPU seconds it took for each choice."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds: list[float] = []

    def choose(self, state: State, seat: int) -> int:
        began = process_time()
        action = self.bot.choose(state, seat)
        self.seconds.append(process_time() - began)
        return action


def thinking(games: list[str]) -> Iterator[str]:
    """The table of thinking times: one match of each level against itself, in the default variant."""
    yield "Thinking time a move, CPU seconds, one match of each level in the default variant."
    table = [["game", "level", "moves", "mean", "longest", "bar", ""]]
    for game_id in games:
        game = registry.create(game_id)
        for level, maker in registry.bots(game_id).items():
            bots = [Timed(maker(game, Random(seat))) for seat in range(game.players)]
            play_bots(game, list(bots), "thinking")
            spent = [seconds for bot in bots for seconds in bot.seconds]
            longest = against_bar(max(spent), MOVE_BAR, False)
            mean = f"{sum(spent) / len(spent):.4f}"
            table.append([game_id, level, str(len(spent)), mean, f"{max(spent):.3f}", f"≤ {MOVE_BAR:.0f}", longest])
    yield from aligned(table)
