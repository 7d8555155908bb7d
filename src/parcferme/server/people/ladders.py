"""Ladders and boards: who is listed, in order, a part at a time, and one's own line wherever it is."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Select, func, select, tuple_

from parcferme.house.codec import decode
from parcferme.house.standings import Board, BoardRow, RatingPage, RatingRow
from parcferme.organise.ratings import FEWEST, Rating
from parcferme.server.people.accounts import Identity
from parcferme.server.people.courses import course_options, course_rows
from parcferme.server.people.faces import driver_of, faces
from parcferme.server.people.profiles import rating_told
from parcferme.server.storage.schema import bests, ratings, results
from parcferme.server.storage.standings import BOT, PERSON

KINDS: Final = {"people": PERSON, "bots": BOT}
PART: Final = 50  # lines at a time
DEEPEST: Final = 10_000  # lines that may be skipped
SPREAD: Final = 5_000  # best drives whose spread is told


def rating_page(connection: Connection, game: str, kind: str, skip: int, reader: Identity | None) -> RatingPage:
    """Part of a game's ladder."""
    listed = (ratings.c.game == game, ratings.c.listed == KINDS[kind])
    total = _count(connection, select(func.count()).select_from(ratings).where(*listed))
    order = select(ratings).where(*listed).order_by(ratings.c.sure.desc(), ratings.c.who.desc())
    rows = list(connection.execute(order.offset(skip).limit(PART)))
    own = _own_rating(connection, game, reader) if kind == "people" else None
    known = faces(connection, {row.person for row in [*rows, *([own] if own else [])] if row.person})
    mine = "" if own is None else own.who
    made = [_rating_row(row, known, skip + n + 1, row.who == mine) for n, row in enumerate(rows)]
    line = None if own is None else _rating_row(own, known, _place(connection, own), True)
    return RatingPage(made, line, total, _next(skip, total))


def _count(connection: Connection, query: Select[Any]) -> int:
    return int(connection.execute(query).scalar_one())


def _next(skip: int, total: int) -> int:
    return skip + PART if skip + PART < min(total, DEEPEST) else 0


def _own_rating(connection: Connection, game: str, reader: Identity | None) -> Any:
    if reader is None:
        return None
    mine = (ratings.c.game == game, ratings.c.who == reader.id)
    return connection.execute(select(ratings).where(*mine)).one_or_none()


def _place(connection: Connection, own: Any) -> int:
    """Where somebody is, or would be were they listed; 0 while their rating has to settle."""
    if own.matches < FEWEST:
        return 0
    above = (ratings.c.game == own.game, ratings.c.listed == PERSON, ratings.c.sure > own.sure)
    return 1 + _count(connection, select(func.count()).select_from(ratings).where(*above))


def _rating_row(row: Any, known: Any, place: int, yours: bool) -> RatingRow:
    rating = rating_told(Rating(row.mu, row.sigma, row.matches))
    return RatingRow(place, driver_of(row.who, row.person, known), rating, yours)


def board(connection: Connection, game: str, key: str, kind: str, skip: int, reader: Identity | None) -> Board:
    """Part of a course's board."""
    options = course_options(connection, game, key)
    listed = (bests.c.course == key, bests.c.listed == KINDS[kind])
    total = _count(connection, select(func.count()).select_from(bests).where(*listed))
    order = select(bests).where(*listed).order_by(bests.c.rank, bests.c.at, bests.c.who)
    rows = list(connection.execute(order.offset(skip).limit(PART)))
    own = _own_best(connection, key, reader) if kind == "people" else None
    shown = [*rows, *([own] if own else [])]
    lines = Lines(connection, shown, "" if own is None else own.who)
    made = [lines.row(row, skip + n + 1) for n, row in enumerate(rows)]
    line = None if own is None else lines.row(own, _board_place(connection, own))
    course = course_rows(connection, game, [key])[key]
    return Board(game, course, options, made, line, total, _spread(connection, listed), _next(skip, total))


def _own_best(connection: Connection, key: str, reader: Identity | None) -> Any:
    if reader is None:
        return None
    mine = (bests.c.course == key, bests.c.who == reader.id, bests.c.public.is_(True))
    return connection.execute(select(bests).where(*mine)).one_or_none()


def _board_place(connection: Connection, own: Any) -> int:
    before = tuple_(bests.c.rank, bests.c.at) < (own.rank, own.at)  # as one value the index finds it
    better = (bests.c.course == own.course, bests.c.listed == PERSON, before)
    return 1 + _count(connection, select(func.count()).select_from(bests).where(*better))


def _spread(connection: Connection, listed: tuple[Any, ...]) -> list[tuple[int, int]]:
    """How many of the best drives have which score."""
    first = func.substr(bests.c.rank, 1, 10)
    best = select(first.label("score")).where(*listed).order_by(bests.c.rank).limit(SPREAD).subquery()
    query = select(best.c.score, func.count().label("n")).group_by(best.c.score).order_by(best.c.score)
    return [(int(row.score) - 10**9, int(row.n)) for row in connection.execute(query)]


class Lines:
    """What the lines of a board need: faces, and what reviews have said."""

    def __init__(self, connection: Connection, rows: list[Any], own: str) -> None:
        self.known = faces(connection, {row.person for row in rows if row.person})
        self.own = own
        lost = select(results.c.table_id, results.c.decisions).where(
            results.c.table_id.in_([row.table_id for row in rows]), results.c.decisions.is_not(None)
        )
        self.lost = {row.table_id: float(row.decisions) for row in connection.execute(lost)}

    def row(self, row: Any, place: int) -> BoardRow:
        driver = driver_of(row.who, row.person, self.known)
        lost = self.lost.get(row.table_id)
        return BoardRow(place, driver, decode(row.score), row.table_id, row.at, lost, row.who == self.own)
