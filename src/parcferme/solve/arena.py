"""Bots against bots, fairly: paired seeds, rotated seats, confidence intervals and ratings.

Every pairing of seed and line-up is played once for each rotation of the bots around the seats with the same seed, so
luck and seat fall on all alike. The outcome of a match depends on its number alone: one process, many, or a cluster
give the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random

from parcferme.core import registry
from parcferme.core.bot import Bot
from parcferme.core.chance import Seeded
from parcferme.core.contract import CHANCE, JOINT, OVER, Game, State
from parcferme.core.errors import ParcFermeError
from parcferme.core.result import Result


class Match:
    """One game to be played: which bot sits where, and the seed of its chance."""

    __slots__ = ("number", "variant", "bots", "seed")

    def __init__(self, number: int, variant: str, bots: list[str], seed: str) -> None:
        self.number = number
        self.variant = variant
        self.bots = bots
        self.seed = seed


class Score:
    """How one match ended, seat by seat."""

    __slots__ = ("number", "bots", "places", "scores", "reason")

    def __init__(self, number: int, bots: list[str], places: list[int], scores: list[int], reason: str) -> None:
        self.number = number
        self.bots = bots
        self.places = places
        self.scores = scores
        self.reason = reason


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
    game = registry.create_variant(match.variant)
    makers = registry.bots(game.id)
    for name in match.bots:
        if name not in makers:
            raise ParcFermeError(f"{game.id} has no bot {name!r}; its bots are {', '.join(makers)}")
    # every seat's own choices have a seed of their own, so that a bot which thinks more does not shift another's dice
    bots = [makers[name](game, Random(f"{match.seed}/{match.number}/{seat}")) for seat, name in enumerate(match.bots)]
    result = play_bots(game, bots, match.seed)
    return Score(match.number, match.bots, result.places, result.scores, result.reason)


def play_bots(game: Game, bots: list[Bot], seed: str) -> Result:
    """One game between bots; each sees only a resample of the position made for its seat."""
    dice = Seeded(seed)
    hidden = Random(f"{seed}/resample")
    state = game.start()
    while True:
        kind = state.kind()
        if kind == OVER:
            break
        if kind == CHANCE:
            state.apply(dice.draw(state.chance()))
            continue
        moves = [bots[seat].choose(state.resample(seat, hidden), seat) for seat in state.to_act()]
        if kind == JOINT:
            state.apply_joint(moves)
        else:
            state.apply(moves[0])
    return finished(state)


def finished(state: State) -> Result:
    result = state.result()
    if result is None:
        raise ParcFermeError("the game is over but has no result")
    return result


def run(matches: list[Match], workers: int, progress: Callable[[], None] | None = None) -> list[Score]:
    """Play all matches, on several processes if asked; scores in the order of the matches."""
    if workers <= 1:
        return list(_counted(map(play_match, matches), progress))
    with ProcessPoolExecutor(workers) as pool:
        return list(_counted(pool.map(play_match, matches, chunksize=4), progress))


def _counted(scores: Iterable[Score], progress: Callable[[], None] | None) -> Iterator[Score]:
    for score in scores:
        if progress is not None:
            progress()
        yield score


class Standing:
    """One bot over a whole arena."""

    __slots__ = ("bot", "games", "wins", "mean_place", "mean_score", "share", "low", "high")

    def __init__(self, bot: str, games: int, wins: float, mean_place: float, mean_score: float) -> None:
        self.bot = bot
        self.games = games
        self.wins = wins  # a shared first place counts as its share
        self.mean_place = mean_place
        self.mean_score = mean_score
        self.share = wins / games
        self.low, self.high = wilson(wins, games)


def standings(scores: list[Score]) -> list[Standing]:
    """Every bot's record, best share of wins first."""
    rows: list[Standing] = []
    for bot in sorted({bot for score in scores for bot in score.bots}):
        seats = [(score, seat) for score in scores for seat, name in enumerate(score.bots) if name == bot]
        wins = sum(1 / score.places.count(1) for score, seat in seats if score.places[seat] == 1)
        place = sum(score.places[seat] for score, seat in seats) / len(seats)
        points = sum(score.scores[seat] for score, seat in seats) / len(seats)
        rows.append(Standing(bot, len(seats), wins, place, points))
    return sorted(rows, key=lambda row: (-row.share, row.mean_place, row.bot))


def wilson(wins: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """95 % interval of a share (Wilson 1927): stays between 0 and 1 and is honest for few games."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def duel(scores: list[Score], better: str, worse: str) -> tuple[float, float, float]:
    """How often one bot places before another: mean over all pairs of seats that met (ties half), and its interval."""
    points: list[float] = []
    for score in scores:
        ahead = [place for place, name in zip(score.places, score.bots, strict=True) if name == better]
        behind = [place for place, name in zip(score.places, score.bots, strict=True) if name == worse]
        met = [1.0 if a < b else 0.5 if a == b else 0.0 for a in ahead for b in behind]
        if met:
            points.append(sum(met) / len(met))
    low, high = wilson(sum(points), len(points))
    return (sum(points) / len(points) if points else 0.5), low, high
