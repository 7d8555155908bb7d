"""Bots against bots, fairly: paired seeds, rotated seats, confidence intervals.

Every seed is played once for each rotation of the bots around the seats, so luck and seat fall on all alike. The
outcome of a match depends on the match alone: one process, many, or a cluster (farm.py) give the same table.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from parcferme.core import registry
from parcferme.core.bot import Bot, drive_match
from parcferme.core.contract import Game
from parcferme.core.errors import ParcFermeError
from parcferme.core.result import Result
from parcferme.solve.entrants import enter

Z: Final = 1.959964  # standard errors to either side of a 95 % interval
FEW: Final = 30  # seeds below which their spread is not trusted


class Match(NamedTuple):
    """One game to be played: which bot sits where, and the seed of its chance."""

    number: int
    variant: str
    bots: list[str]
    seed: str


class Score(NamedTuple):
    """How one match ended, seat by seat."""

    number: int
    seed: str
    bots: list[str]
    places: list[int]
    scores: list[int]
    reason: str


def line_up(variant: str, bots: list[str], games: int, seed: str) -> list[Match]:
    """The matches of an arena. Bots fill the seats in turn; each seed is played once per rotation."""
    players = registry.create_variant(variant).players
    if not bots:
        raise ParcFermeError("an arena needs at least one bot")
    if len(bots) > players:
        raise ParcFermeError(f"{len(bots)} bots, but {variant} has {players} seats")
    seats = [bots[seat % len(bots)] for seat in range(players)]
    matches: list[Match] = []
    for number in range(games):
        turned = number % players
        matches.append(Match(number, variant, seats[turned:] + seats[:turned], f"{seed}/{number // players}"))
    return matches


def play_match(match: Match) -> Score:
    """Play one match to its end."""
    game = game_of(match.variant)
    bots: list[Bot] = []
    try:
        for seat, name in enumerate(match.bots):
            # each seat's choices have a seed of their own: a bot which thinks more does not shift another's dice
            bots.append(enter(name, game, Random(f"{match.seed}/{match.number}/{seat}")))
        result = play_bots(game, bots, match.seed)
    finally:
        for bot in bots:  # some have a program, which would outlive the match
            bot.close()
    return Score(match.number, match.seed, match.bots, result.places, result.scores, result.reason)


@lru_cache(maxsize=4)
def game_of(variant: str) -> Game:
    """Made once for all matches of an arena: some games have large tables."""
    return registry.create_variant(variant)


def play_bots(game: Game, bots: list[Bot], seed: str) -> Result:
    """How one game between bots ends."""
    return drive_match(game, bots, seed)[0]


class Standing(NamedTuple):
    """One bot over a whole arena."""

    bot: str
    seats: int  # how often it sat at a table
    wins: float  # a shared first place counts as its share
    mean_place: float
    mean_score: float
    share: float  # of its matches won, with the 95 % interval
    low: float
    high: float


def standings(scores: list[Score]) -> list[Standing]:
    """Every bot's record, best share of wins first."""
    rows = [_standing(bot, scores) for bot in sorted({bot for score in scores for bot in score.bots})]
    return sorted(rows, key=lambda row: (-row.share, row.mean_place, row.bot))


def _standing(bot: str, scores: list[Score]) -> Standing:
    seats = [(score, seat) for score in scores for seat, name in enumerate(score.bots) if name == bot]
    won = [1 / score.places.count(1) if score.places[seat] == 1 else 0.0 for score, seat in seats]
    low, high = interval([(score.seed, win) for (score, _), win in zip(seats, won, strict=True)])
    place = sum(score.places[seat] for score, seat in seats) / len(seats)
    points = sum(score.scores[seat] for score, seat in seats) / len(seats)
    return Standing(bot, len(seats), sum(won), place, points, sum(won) / len(won), low, high)


class Duel(NamedTuple):
    """How often one bot places before another, ties half, with the 95 % interval."""

    better: str
    worse: str
    share: float
    low: float
    high: float

    def is_clear(self) -> bool:
        """Is the first surely the stronger one?"""
        return self.low > 0.5


def duel(scores: list[Score], better: str, worse: str) -> Duel:
    """Two bots compared over all pairs of seats that met."""
    points: list[tuple[str, float]] = []
    for score in scores:
        ahead = [place for place, name in zip(score.places, score.bots, strict=True) if name == better]
        behind = [place for place, name in zip(score.places, score.bots, strict=True) if name == worse]
        points += [(score.seed, 1.0 if a < b else 0.5 if a == b else 0.0) for a in ahead for b in behind]
    share = sum([point for _, point in points]) / len(points) if points else 0.5
    low, high = interval(points)
    return Duel(better, worse, share, low, high)


def interval(points: list[tuple[str, float]]) -> tuple[float, float]:
    """95 % interval of a mean of points between 0 and 1, each with the seed it was won under.

    Matches of one seed share their luck, so a seed counts as one observation: the mean of its rotations. Where both
    bots decide alike the rotations cancel out, so pairing takes most of the luck away. Few seeds, or seeds that all
    say the same, tell too little of their spread: there each counts as a game won or lost, which errs on the wide side.
    """
    means = _means(points)
    count, share = len(means), sum(means) / max(1, len(means))
    spread = sum([(mean - share) ** 2 for mean in means])
    if count < FEW or spread == 0:
        return wilson(sum(means), count)
    half = Z * sqrt(spread / (count - 1) / count)
    return max(0.0, share - half), min(1.0, share + half)


def _means(points: list[tuple[str, float]]) -> list[float]:
    """The mean of each seed."""
    total: dict[str, float] = {}
    count: dict[str, int] = {}
    for seed, point in points:
        total[seed] = total.get(seed, 0.0) + point
        count[seed] = count.get(seed, 0) + 1
    return [total[seed] / count[seed] for seed in total]


def wilson(wins: float, games: int, z: float = Z) -> tuple[float, float]:
    """95 % interval of a share (Wilson 1927): stays between 0 and 1 and is honest for few games."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def between_bots(scores: list[Score]) -> float:
    """The part of the variance of scores that lies between the bots; the rest is luck and seat."""
    by_bot: dict[str, list[int]] = {}
    for score in scores:
        for name, points in zip(score.bots, score.scores, strict=True):
            by_bot.setdefault(name, []).append(points)
    every = [points for found in by_bot.values() for points in found]
    mean = sum(every) / len(every)
    between = sum([len(found) * (sum(found) / len(found) - mean) ** 2 for found in by_bot.values()])
    whole = sum([(points - mean) ** 2 for points in every])
    return between / whole if whole > 0 else 0.0
