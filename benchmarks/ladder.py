"""Is one level of bots really above another, and how much of it is luck? Paired seeds, rotated seats, many games.

    python benchmarks/ladder.py "rallye_code(players=4,edition=B)" works clubman --games 8000 [--luck]

The two bots share the seats evenly; every seed is played once for each rotation of them around the table. The share is
how often the first places before the second, ties half. Its 95 % interval comes from the spread between seeds: where
both bots decide alike, the rotations of a seed cancel out exactly, so pairing takes most of the luck away. With --luck
an analysis of variance says what part of the spread of scores lies between the bots.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from random import Random
from time import process_time

from parcferme.core.registry import bots, create_variant
from parcferme.solve.arena import Score, duel, line_up, play_bots

EVERY = 20  # games between two signs of life


def play(variant: str, names: list[str], games: int, seed: str) -> list[Score]:
    """The matches of an arena with the game made once for all of them."""
    game = create_variant(variant)
    makers = bots(game.id)
    scores: list[Score] = []
    for match in line_up(variant, names, games, seed):
        rngs = [Random(f"{match.seed}/{match.number}/{seat}") for seat in range(game.players)]
        drivers = [makers[name](game, rng) for name, rng in zip(match.bots, rngs, strict=True)]
        result = play_bots(game, drivers, match.seed)
        scores.append(Score(match.number, match.seed, match.bots, result.places, result.scores, result.reason))
        if sys.stderr.isatty() and len(scores) % EVERY == 0:
            print(f"\r{len(scores)} of {games}", end="", file=sys.stderr)
    return scores


def paired(scores: list[Score], better: str, worse: str) -> tuple[float, float, float]:
    """(share, low, high): the mean over seeds, each the mean of its rotations, and 1.96 standard errors around it."""
    seeds: dict[str, list[Score]] = {}
    for score in scores:
        seeds.setdefault(score.seed, []).append(score)
    means = [duel(found, better, worse).share for found in seeds.values()]
    share = sum(means) / len(means)
    error = sqrt(sum((mean - share) ** 2 for mean in means) / max(1, len(means) - 1) / len(means))
    return share, max(0.0, share - 1.959964 * error), min(1.0, share + 1.959964 * error)


def explained(scores: list[Score]) -> tuple[float, dict[str, float]]:
    """(part of the variance of scores that lies between bots, each bot's mean score)."""
    by_bot: dict[str, list[int]] = {}
    for score in scores:
        for name, points in zip(score.bots, score.scores, strict=True):
            by_bot.setdefault(name, []).append(points)
    every = [points for found in by_bot.values() for points in found]
    mean = sum(every) / len(every)
    means = {name: sum(found) / len(found) for name, found in by_bot.items()}
    between = sum(len(found) * (means[name] - mean) ** 2 for name, found in by_bot.items())
    return between / max(1e-9, sum((points - mean) ** 2 for points in every)), means


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("variant", help="a game with its options")
    parser.add_argument("better")
    parser.add_argument("worse")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--luck", action="store_true")
    asked = parser.parse_args()
    began = process_time()
    scores = play(asked.variant, [asked.better, asked.worse], asked.games, asked.seed)
    share, low, high = paired(scores, asked.better, asked.worse)
    print(f"{asked.variant}, {len(scores)} games, {process_time() - began:.0f} s of CPU")
    print(f"{asked.better} before {asked.worse}: {share:.2%} ({low:.2%} to {high:.2%})")
    if asked.luck:
        part, means = explained(scores)
        print(", ".join(f"{name} scores {mean:,.0f}" for name, mean in means.items()))
        print(f"of the variance of scores {part:.3%} lies between the bots, {1 - part:.3%} is chance and seat")


if __name__ == "__main__":
    main()
