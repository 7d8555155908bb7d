"""How hard puzzles are and how well people solve them: ratings on one scale, moved against each other by first tries.

A person starts in the middle; a puzzle where the house's drivers have put it. The better of the two is expected to win,
by the usual logistic curve; who has tried little moves far. Later tries are practice and move nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

START: Final = 1500  # of a person
SCALE: Final = 400.0  # a lead of so many points wins ten times in eleven
FRESH: Final = 48.0  # points at stake at first …
SETTLED: Final = 16.0  # … and after many tries
HALF: Final = 12  # tries after which the stake is half way between
LEAST: Final = 400
MOST: Final = 2800
STARS: Final = (1400, 1600)  # a puzzle has a star for each bound it reaches, and one more


class Rated(NamedTuple):
    """A rating, and how many tries have made it."""

    rating: int
    tries: int


class FirstTry(NamedTuple):
    person: str
    puzzle: str
    right: bool


def moved(person: Rated, puzzle: Rated, right: bool) -> tuple[Rated, Rated]:
    """Both after a first try."""
    expected = 1.0 / (1.0 + 10.0 ** ((puzzle.rating - person.rating) / SCALE))
    gained = (1.0 if right else 0.0) - expected
    return _after(person, gained), _after(puzzle, -gained)


def _after(one: Rated, gained: float) -> Rated:
    stake = SETTLED + (FRESH - SETTLED) * HALF / (HALF + one.tries)
    return Rated(max(LEAST, min(MOST, round(one.rating + stake * gained))), one.tries + 1)


def fold(tries: Iterable[FirstTry], start_of: Callable[[str], int]) -> tuple[dict[str, Rated], dict[str, Rated]]:
    """The ratings of everybody and of every puzzle after these tries, in their order. A second try of the same puzzle
    counts for nothing."""
    people: dict[str, Rated] = {}
    puzzles: dict[str, Rated] = {}
    seen: set[tuple[str, str]] = set()
    for one in tries:
        if (one.person, one.puzzle) in seen:
            continue
        seen.add((one.person, one.puzzle))
        person = people.get(one.person, Rated(START, 0))
        puzzle = puzzles.get(one.puzzle, Rated(start_of(one.puzzle), 0))
        people[one.person], puzzles[one.puzzle] = moved(person, puzzle, one.right)
    return people, puzzles


def stars(rating: int) -> int:
    """How hard it looks in a list: one to three."""
    return 1 + sum(rating >= bound for bound in STARS)
