"""Ratings from finishing places, by openskill's Plackett–Luce model: one scale for matches of any number of seats.

A ladder is a fold over the rated matches of one game, in the order in which they count (docs/ratings.md). It knows
people and bots by a key and nothing else of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

CENTRE: Final = 1500  # as it is told: what nobody has played for yet …
SCALE: Final = 24.0  # … and how many points one of the model's is
ERRORS: Final = 2.0  # standard errors that are told beside it
FEWEST: Final = 10  # matches before a rating is told to others
TINY: Final = 1e-9  # two machines may round differently
_MODEL: Final = PlackettLuce()


class Rating(NamedTuple):
    """What is believed of somebody's strength: a mean, how unsure it is, and after how many matches."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0
    matches: int = 0

    def value(self) -> int:
        """As it is told."""
        return round(CENTRE + SCALE * (self.mu - 25.0))

    def error(self) -> int:
        """… and what it may be off by."""
        return round(ERRORS * SCALE * self.sigma)

    def sure(self) -> float:
        """What they are worth at least, as far as anybody can tell: the order of a ladder."""
        return self.mu - ERRORS * self.sigma

    def is_like(self, other: Rating) -> bool:
        near = abs(self.mu - other.mu) < TINY and abs(self.sigma - other.sigma) < TINY
        return near and self.matches == other.matches


class Ladder:
    """The ratings of one game by key, after the matches that were folded in."""

    def __init__(self, known: Mapping[str, Rating] | None = None) -> None:
        self.ratings: dict[str, Rating] = dict(known or {})

    def of(self, who: str) -> Rating:
        return self.ratings.get(who) or Rating()

    def fold(self, places: Mapping[str, int]) -> dict[str, Rating]:
        """One match: the places of at least two. Returns the new ratings of those who took part."""
        before = [self.of(who) for who in places]
        teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
        rated = _MODEL.rate(teams, ranks=[float(place) for place in places.values()])
        after = {
            who: Rating(team[0].mu, team[0].sigma, old.matches + 1)
            for who, team, old in zip(places, rated, before, strict=True)
        }
        self.ratings.update(after)
        return after
