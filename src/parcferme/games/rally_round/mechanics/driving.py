"""Driving over squares: how far a car gets before something asks for an answer, and what is asked first.

Who is asked, and what comes of the answer, is up to the caller: `rules/driving.py` waits for a choice and tells what
happened, `par/course.py` tries every answer.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rally_round.board.map import NOWHERE
from parcferme.games.rally_round.board.route import (
    AT_BLACK,
    AT_GOAL,
    AT_LIMIT,
    AT_PC,
    AT_QUIET,
    AT_TRACK,
    JOINS,
    Route,
    Section,
)
from parcferme.games.rally_round.mechanics.crew import Driver
from parcferme.lib.rows import vec

# how a drive over squares ends
DRIVEN: Final = 0  # to the end
UNDECIDED: Final = 1  # before a fork, or where the road is closed
ASKED: Final = 2  # on a square that asks something

# what a square may ask beside the single marks of Section.marks
CLOSED: Final = AT_BLACK | AT_TRACK
LIMIT: Final = AT_LIMIT | AT_QUIET
OCCUPIED: Final = 1 << 10  # another car stands there


def drive_on(crew: Driver, route: Route, section: Section, rights: i64, way: i64, left: i64, taken: vec[i64]) -> i64:
    """Over `left` squares, one by one (RR-61), until one asks something or the way must be chosen. `way`: the edge to
    take first, NOWHERE for the road ahead; `taken`: squares that other cars occupy."""
    ahead, marks, head = route.ahead, section.marks, route.board.head
    first: i64 = rights * route.edges  # where the ways on begin in the table
    shared = len(taken) > 0
    if way == NOWHERE:
        way = ahead[first + crew.edge()]
    while left > 0:
        if way == NOWHERE:
            return UNDECIDED
        crew.take(way)
        left -= 1
        if marks[way] or (shared and head[way] in taken):
            return ASKED
        way = ahead[first + way]
    return DRIVEN


def asked_on_entering(mark: i64, occupied: bool, limit_broken: bool) -> i64:
    """All that a square asks. An occupied feature is ignored, but never a Black Spot (RR-95, RR-R40); after the first
    breach no limit counts in this move (RR-91)."""
    if occupied:
        return mark & (JOINS | AT_GOAL | CLOSED) | OCCUPIED
    return mark & ~LIMIT if limit_broken else mark


def first_asked(asked: i64) -> i64:
    """The question that comes first: the Give Way that was left, the due control, closed ways, cars, limits, Passage
    Controls."""
    if asked & JOINS:
        return JOINS
    if asked & AT_GOAL:
        return AT_GOAL
    if asked & CLOSED:
        return CLOSED
    if asked & OCCUPIED:
        return OCCUPIED
    return LIMIT if asked & LIMIT else AT_PC
