"""RALLY's house tables: do the three set-ups win about alike?

    python -m benchmarks.rally_balance [--matches 300]

Three cars, one for each set-up, which they keep; everything else is decided by the clubman. Seeds are paired and seats
rotated. With equal set-ups each would win a third of the stages.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from random import Random

from benchmarks.tables import aligned
from parcferme.core import registry
from parcferme.core.bot import Bot
from parcferme.core.contract import Game, State
from parcferme.solve.arena import line_up, standings
from parcferme.solve.farm import play_here

VARIANT = "rally(players=3,scope=stage,layer=auto)"
SETUPS = ("stable", "fast", "prototype")


class Faithful(Bot):
    """Another bot that always chooses one set-up."""

    def __init__(self, game: Game, bot: Bot, setup: str) -> None:
        self.bot = bot
        self.wanted = game.parse(f"setup:{setup}")

    def choose(self, state: State, seat: int) -> int:
        return self.wanted if self.wanted in state.legal(seat) else self.bot.choose(state, seat)


def faithful(game: Game, rng: Random, setup: str) -> Bot:
    return Faithful(game, registry.bots(game.id)["clubman"](game, rng), setup)


def stable(game: Game, rng: Random) -> Bot:
    return faithful(game, rng, "stable")


def fast(game: Game, rng: Random) -> Bot:
    return faithful(game, rng, "fast")


def prototype(game: Game, rng: Random) -> Bot:
    return faithful(game, rng, "prototype")


def table(matches: int) -> Iterator[str]:
    """Each set-up's share of wins."""
    yield f"RALLY's set-ups against each other, {matches} stages of three cars."
    entrants = [f"python:rally_balance:{setup}" for setup in SETUPS]
    scores = list(play_here(line_up(VARIANT, entrants, matches, "balance"), os.cpu_count() or 1))
    rows = [["set-up", "wins", "share", "95 % interval", "mean place"]]
    for row in standings(scores):
        setup = row.bot.rpartition(":")[2]
        interval = f"{row.low:.0%} – {row.high:.0%}"
        rows.append([setup, f"{row.wins:.1f}", f"{row.share:.1%}", interval, f"{row.mean_place:.2f}"])
    yield from aligned(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=300)
    for line in table(parser.parse_args().matches):
        print(line, flush=True)


if __name__ == "__main__":
    main()
