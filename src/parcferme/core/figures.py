"""Figures that players of a game like to know of themselves. A game's `figures.py` says which, from sums that it takes
from each finished match:

    STATS                                      the figures, in the order in which they are shown
    PAR: str                                   the figure of a course (courses.py) that a drive is measured by; '': none
    PROVED: bool                               nobody can do better than that; else it is what perfect play expects
    tally(game, events, result)                per seat, what is counted of a match: sums by name
    course(options)                            what of the options makes the course of a drive alone; None: what is
                                               driven differs from time to time
"""

from __future__ import annotations

from typing import Final, NamedTuple

MILLION: Final = 1_000_000
SHARE: Final = "share"  # of all, in percent
MEAN: Final = "mean"  # how many
CLOCK: Final = "clock"  # minutes and seconds
MONEY: Final = "money"
FORMS: Final = (SHARE, MEAN, CLOCK, MONEY)
Tally = dict[str, int]


class Stat(NamedTuple):
    """One sum over another. Texts: `stat.NAME`, and `stat.NAME.per` for what it is told of.

    over, under   the names of the sums
    form          how it is written, one of FORMS
    expected      the sum, in millionths, that chance alone would have given; '': nobody can say
    """

    name: str
    over: str
    under: str
    form: str = MEAN
    expected: str = ""


def add(tally: Tally, name: str, amount: int = 1) -> None:
    tally[name] = tally.get(name, 0) + amount


def blank(players: int, **each: int) -> list[Tally]:
    """A tally for every seat, with what is the same for all."""
    return [dict(each) for _ in range(players)]


def value(stat: Stat, tally: Tally) -> float | None:
    """The stat over these sums; `None` where there is nothing to tell of."""
    under = tally.get(stat.under, 0)
    return tally.get(stat.over, 0) / under if under else None


def expected(stat: Stat, tally: Tally) -> float | None:
    """What chance alone would have made of it."""
    under = tally.get(stat.under, 0)
    return tally.get(stat.expected, 0) / MILLION / under if stat.expected and under else None
