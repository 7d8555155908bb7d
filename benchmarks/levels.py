"""How long does a bot of each level think about a move?"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

from benchmarks.tables import against_bar, aligned
from parcferme.core import registry
from parcferme.core.bot import Bot
from parcferme.core.contract import State
from parcferme.solve.arena import play_bots

MOVE_BAR = 1.0  # seconds for a move at the table


class Timed(Bot):
    """Another bot, with the CPU seconds it took for each choice."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.took: list[float] = []

    def choose(self, state: State, seat: int) -> int:
        began = process_time()
        action = self.bot.choose(state, seat)
        self.took.append(process_time() - began)
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
            spent = [seconds for bot in bots for seconds in bot.took]
            longest = against_bar(max(spent), MOVE_BAR, False)
            mean = f"{sum(spent) / len(spent):.4f}"
            table.append([game_id, level, str(len(spent)), mean, f"{max(spent):.3f}", f"≤ {MOVE_BAR:.0f}", longest])
    yield from aligned(table)
