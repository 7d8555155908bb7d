"""Is one level of bots really above another, and how much of it is luck? The rows of docs/strength.md.

    python -m benchmarks.ladder "rallye_code(players=4,edition=B)" works clubman --games 8000

The two bots share the seats evenly; every seed is played once for each rotation of them around the table, on all cores.
The share is how often the first places before the second, ties half, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import os
import sys

from parcferme.solve.arena import Score, between_bots, duel, line_up
from parcferme.solve.farm import play_here

EVERY = 20  # games between two signs of life


def play(variant: str, names: list[str], games: int, seed: str) -> list[Score]:
    """The matches, with a sign of life now and then."""
    scores: list[Score] = []
    for score in play_here(line_up(variant, names, games, seed), os.cpu_count() or 1):
        scores.append(score)
        if sys.stderr.isatty() and len(scores) % EVERY == 0:
            print(f"\r{len(scores)} of {games}", end="", file=sys.stderr)
    return scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("variant", help="a game with its options")
    parser.add_argument("better")
    parser.add_argument("worse")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="ladder")
    asked = parser.parse_args()
    scores = play(asked.variant, [asked.better, asked.worse], asked.games, asked.seed)
    found = duel(scores, asked.better, asked.worse)
    part = between_bots(scores)
    print(f"{asked.variant}, {len(scores)} games")
    print(f"{asked.better} before {asked.worse}: {found.share:.2%} ({found.low:.2%} to {found.high:.2%})")
    print(f"of the variance of scores {part:.3%} lies between the bots, {1 - part:.3%} is luck and seat")


if __name__ == "__main__":
    main()
