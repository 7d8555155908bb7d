"""What a finished match has come to: its journal is folded again, every move by the rules and every roll by the dice,
and then counted. Pure; `docs/ratings.md` says which matches are rated and how those who left are placed.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from parcferme.core import registry
from parcferme.core.contract import Game
from parcferme.core.courses import courses_of
from parcferme.core.errors import ParcFermeError
from parcferme.core.events import Event
from parcferme.core.options import Options
from parcferme.core.play import Entry, replay
from parcferme.core.record import canonical
from parcferme.core.result import Result
from parcferme.core.trial import HOME
from parcferme.organise.tasks import has_trial, trial_of
from parcferme.table.journal import Note
from parcferme.table.notes import Left, Played, Sealed, Started, Unsealed
from parcferme.table.seats import BOT, PERSON, Seat
from parcferme.table.table import FINISHED, Table

RATED_SEATS: Final = 2  # at least
OFTEN: Final = 4  # whoever has a bot decide every so many times, or more often, has left


class SeatFinish(Struct):
    """How one seat came out. `who` is a person's id or bot/LEVEL/NAME, `rank` the place that a rating counts."""

    who: str
    person: str
    place: int
    rank: int
    left: bool
    tally: dict[str, int]


class CourseDriven(Struct):
    """A drive alone that others can be compared with: the course, and the score, of which fewer is better."""

    key: str
    title: str
    options: dict[str, Any]
    score: list[int]


class Finish(Struct):
    """A finished match. One that does not follow from its dice and the rules is `faulty`, and counts for nothing."""

    game: str
    rules: int
    rated: bool
    faulty: str
    measures: dict[str, list[int]]
    seats: list[SeatFinish]
    course: CourseDriven | None


class Share:
    """How much of a match somebody has driven: decisions of their own, those of a bot in their place, and since which
    note of the journal they have been away, if they ever were."""

    __slots__ = ("away_since", "bots", "own")

    def __init__(self) -> None:
        self.own = 0
        self.bots = 0
        self.away_since = 0


class Folding:
    """A table folded from its journal, every move by the rules and every roll by its dice, with who sat there when it
    began and how much they have driven."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.table.proving = True
        self.started: list[Seat] = []
        self.shares: list[Share] = []
        self.watched = False  # do people take part? Of bots nobody asks how much they drive

    def fold(self, note: Note) -> None:
        if self.watched:
            self._count(note.body)
        self.table.fold(note)
        if isinstance(note.body, Started):
            self.started = [seat.copy() for seat in self.table.seats]
            self.shares = [Share() for _ in self.started]
            self.watched = any(seat.kind == PERSON for seat in self.started)
        elif self.watched and isinstance(note.body, Left | Played):
            self._see_who_goes(note)

    def _count(self, body: Any) -> None:
        """A decision, sealed or at once. A sealed one is one however often it is changed, and none once it is
        withdrawn."""
        if isinstance(body, Unsealed):
            self._decided(body.seat, -1)
        elif isinstance(body, Sealed) and body.seat not in self.table.sealed:
            self._decided(body.seat, 1)
        elif isinstance(body, Played) and body.cause in ("move", "bot") and body.by is not None:
            self._decided(body.by, 1)

    def _decided(self, seat: int, times: int) -> None:
        share = self.shares[seat]
        if self.table.seats[seat].driven():
            share.bots += times
        else:
            share.own += times

    def _see_who_goes(self, note: Note) -> None:
        body: Any = note.body
        for seat in [body.seat] if isinstance(body, Left) else body.flagged:
            self.shares[seat].away_since = note.seq

    def left(self, seat: int) -> int:
        """Since when somebody has not taken part any more; 0: they have to the end. Who was away at the end has left,
        or had given the seat to somebody else, and who had a bot decide every fourth time or more often."""
        now, begun, share = self.table.seats[seat], self.started[seat], self.shares[seat]
        if begun.kind != PERSON:
            return 0
        often = share.bots > 0 and share.bots * OFTEN >= share.own + share.bots
        stayed = now.person == begun.person and not now.away and not often
        return 0 if stayed else share.away_since or 1


def finish_of(folding: Folding) -> Finish:
    """What a finished match has come to."""
    table = folding.table
    result = table.play.state.result()
    if table.status != FINISHED or result is None:
        raise ParcFermeError("the match has no result")
    log = [table.play.log[index] for index in table.play.live]
    events: list[Event] = []
    faulty = str(table.fault or "") or _played(table.game, log, events)
    seats = _seats(folding, result, [] if faulty else _tallies(table.game, events, result))
    rated = not faulty and table.setup.rated and table.setup.start is None and is_rated(seats)
    course = None if faulty else _course(table, log)
    return Finish(table.setup.game, table.setup.rules, rated, faulty, result.measures, seats, course)


def ranks_of(folding: Folding) -> dict[str, int]:
    """What a rating counts of a rated match: who took part, and their places. Raises where its rolls are not its
    dice's, or it is none that counts."""
    table = folding.table
    if table.fault is not None:
        raise table.fault
    result = table.play.state.result()
    seats = [] if result is None else _seats(folding, result, [])
    if not table.setup.rated or table.setup.start is not None or not is_rated(seats):
        raise ParcFermeError("the match does not count for ratings")
    return {seat.who: seat.rank for seat in seats}


def _played(game: Game, log: list[Entry], events: list[Event]) -> str:
    try:
        replay(game, log, events)
    except ParcFermeError as error:
        return str(error)
    return ""


def _tallies(game: Game, events: list[Event], result: Result) -> list[dict[str, int]]:
    part = registry.part(game.id, "figures")
    found: list[dict[str, int]] = [] if part is None else part.tally(game, events, result)
    return found


def _seats(folding: Folding, result: Result, tallies: list[dict[str, int]]) -> list[SeatFinish]:
    """Who sat there when it began is who is rated."""
    left = [folding.left(seat) for seat in range(len(folding.started))]
    ranks = ranked(result.places, left)
    return [
        SeatFinish(
            _key(begun),
            begun.person,
            result.places[number],
            ranks[number],
            left[number] > 0,
            tallies[number] if tallies else {},
        )
        for number, begun in enumerate(folding.started)
    ]


def ranked(places: list[int], left: list[int]) -> list[int]:
    """The places that count: who has left comes behind everybody who stayed, the first one to go last."""
    order = [(since > 0, -since if since else place) for place, since in zip(places, left, strict=True)]
    return [1 + sum(other < own for other in order) for own in order]


def _key(seat: Seat) -> str:
    return f"bot/{seat.level}/{seat.driver}" if seat.kind == BOT else seat.person


def is_rated(seats: list[SeatFinish]) -> bool:
    """Nobody holds two seats."""
    keys = {seat.who for seat in seats}
    return len(seats) >= RATED_SEATS and len(keys) == len(seats)


# --- courses ----------------------------------------------------------------------------------------------------------


def _course(table: Table, log: list[Entry]) -> CourseDriven | None:
    """A drive alone, from the start and in one go, by oneself: nothing taken back, no hints, nobody standing in."""
    game, seat = table.game, table.seats[0]
    if table.setup.start is not None:
        return None
    alone = game.players == 1 and not seat.stood_in and not table.taken_back and "hint" not in table.setup.aids
    made = course_of(game.id, game.options) if alone else None
    if made is None:
        return None
    mark = trial_of(game.id).judge(game, log, 0)
    if mark is None or mark.status != HOME:
        return None
    return CourseDriven(
        course_key(game.id, game.version, made), title_of(game.id, game.options), game.options, mark.score
    )


def course_of(game: str, options: Options) -> Options | None:
    """What of these options makes the course of a drive alone; `None` where there is none to compare with."""
    part = registry.part(game, "figures")
    found: Options | None = part.course(options) if part is not None and has_trial(game) else None
    return found


def course_key(game: str, rules: int, made: Options) -> str:
    """The same for the same content under the same rules."""
    return hashlib.sha256(canonical([game, rules, made]).encode("ascii")).hexdigest()[:32]


class HouseCourse(Struct):
    """A course that the house offers, as it is driven alone, with its kept figures."""

    id: str
    key: str
    title: str
    options: dict[str, Any]
    figures: dict[str, int]


@lru_cache(maxsize=32)
def house_courses(game: str) -> list[HouseCourse]:
    """What the house offers to drive alone, in its order."""
    if not has_trial(game):
        return []
    version, found = registry.meta(game).version, []
    for course in courses_of(game).courses:
        options = trial_of(game).task(dict(course.options))
        made = course_of(game, options)
        if made is not None:
            found.append(HouseCourse(course.id, course_key(game, version, made), course.title, options, course.figures))
    return found


def title_of(game: str, options: Options) -> str:
    """What a course is called: by the house's one with the same roads, else by its own document; '': by nothing."""
    for course in courses_of(game).courses:
        if course.options and all(options.get(name) == value for name, value in course.options.items()):
            return course.title
    own = [value["title"] for value in options.values() if isinstance(value, dict) and "title" in value]
    plain = [course.title for course in courses_of(game).courses if not course.options]
    return str(own[0])[:80] if own else plain[0] if plain else ""
