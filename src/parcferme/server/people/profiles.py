"""Somebody's page: how they stand in each game, their matches, figures and bests; as much of it as they show."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, or_, select

from parcferme.core import registry
from parcferme.core.figures import Stat, expected, value
from parcferme.house.codec import decode
from parcferme.house.standings import (
    BestPage,
    BestRow,
    GamePage,
    GameStanding,
    MatchPage,
    MatchRow,
    MatchSeat,
    Profile,
    RatingPoint,
    RatingTold,
    ReviewPoint,
    StatTold,
)
from parcferme.organise.ratings import FEWEST, Rating
from parcferme.server.people import bonds
from parcferme.server.people.accounts import Identity, login_of
from parcferme.server.people.courses import course_rows
from parcferme.server.people.faces import driver_of, faces, plate_of
from parcferme.server.storage.schema import bests, matches, people, rating_steps, ratings, results, tallies
from parcferme.server.storage.standings import PROFILE, RATINGS
from parcferme.server.storage.store import Page
from parcferme.table.errors import Denied

LATELY: Final = 50  # matches
POINTS: Final = 200  # of a graph
Sums = dict[str, int]


class Subject:
    """Whose page it is, and what of it the reader may see."""

    __slots__ = ("bond", "closed", "created_at", "hides", "id", "kind", "name", "plate", "rated", "yours")

    def __init__(self, row: Any, reader: Identity | None, bond: str = "", shut_out: bool = False) -> None:
        self.id: str = row.id
        self.kind: str = row.kind
        self.name: str = row.name
        self.plate = plate_of(row.id, row.plate)
        self.created_at: int = row.created_at
        self.hides = frozenset(row.hides.split())
        self.yours = reader is not None and row.id in reader.ids
        self.bond = bond
        self.closed = not self.yours and (PROFILE in self.hides or shut_out)
        self.rated = self.yours or RATINGS not in self.hides

    def must_be_open(self) -> None:
        if self.closed:
            raise Denied("closed", f"{self.name} keeps results private", blanks={"name": self.name})


def find(connection: Connection, who: str, reader: Identity | None) -> Subject:
    """Whose page is at this name or id; raises Denied where there is nobody, or a guest, who has one alone."""
    called = or_(people.c.id == who, people.c.login == login_of(who))
    rows = list(connection.execute(select(people).where(called, people.c.kind != "gone")))
    row = next((row for row in rows if row.id == who), rows[0] if rows else None)
    if row is not None and row.merged_into is not None:
        return find(connection, row.merged_into, reader)
    if row is None or (row.kind != "account" and (reader is None or row.id not in reader.ids)):
        raise Denied("not_found", "there is nobody of that name")
    if reader is None:
        return Subject(row, None)
    shut_out = bonds.has_blocked(connection, row.id, reader.id)
    return Subject(row, reader, bonds.bond(connection, reader.id, row.id), shut_out)


def profile(connection: Connection, one: Subject) -> Profile:
    games = [] if one.closed else _standings(connection, one)
    hides = sorted(one.hides) if one.yours else []
    account = one.kind == "account"
    return Profile(one.id, one.name, one.plate, account, one.yours, one.closed, one.created_at, hides, games, one.bond)


def _standings(connection: Connection, one: Subject) -> list[GameStanding]:
    """What was played most comes first."""
    sums: dict[str, Sums] = {}
    for row in connection.execute(select(tallies).where(*_own(tallies, one), tallies.c.name.startswith("#"))):
        game = sums.setdefault(row.game, {})
        game[row.name] = game.get(row.name, 0) + row.total
    rated = _ratings(connection, one)
    made = [_standing(game, sums.get(game, {}), rated.get(game)) for game in sums.keys() | rated.keys()]
    return sorted(made, key=lambda standing: (-standing.matches, standing.game))


def _standing(game: str, sums: Sums, rating: RatingTold | None) -> GameStanding:
    names = ("#matches", "#together", "#won", "#podium", "#left")
    matches, together, won, podium, left = (sums.get(name, 0) for name in names)
    return GameStanding(game, matches, together, won, podium, left, rating)


def _own(table: Any, one: Subject) -> list[ColumnElement[bool]]:
    """Their rows; for others those of public tables alone."""
    mine: list[ColumnElement[bool]] = [table.c.person == one.id]
    return mine if one.yours else [*mine, table.c.public.is_(True)]


def _ratings(connection: Connection, one: Subject) -> dict[str, RatingTold]:
    if not one.rated:
        return {}
    rows = connection.execute(select(ratings).where(ratings.c.person == one.id))
    return {row.game: rating_told(Rating(row.mu, row.sigma, row.matches)) for row in rows}


def rating_told(rating: Rating) -> RatingTold:
    return RatingTold(rating.value(), rating.error(), rating.matches, rating.matches >= FEWEST)


# --- one game ---------------------------------------------------------------------------------------------------------


def game_page(connection: Connection, one: Subject, game: str) -> GamePage:
    """Everything that is told of one game."""
    one.must_be_open()
    sums: Sums = {}
    for row in connection.execute(select(tallies).where(*_own(tallies, one), tallies.c.game == game)):
        sums[row.name] = sums.get(row.name, 0) + row.total
    lately = _lately(connection, one, game)
    latest = _summed([decode(row.tally) for row in lately])
    return GamePage(
        game,
        sums.get("#matches", 0),
        _figures(game, sums),
        _figures(game, latest),
        _history(connection, one, game),
        [_review(row) for row in reversed(lately) if row.unit],
        bests_of(connection, one, game, Page(5)),
    )


def _lately(connection: Connection, one: Subject, game: str) -> list[Any]:
    shown = select(
        results.c.at, results.c.table_id, results.c.tally, results.c.luck, results.c.decisions, results.c.unit
    )
    query = shown.where(*_own(results, one), results.c.game == game)
    return list(connection.execute(query.order_by(results.c.at.desc()).limit(LATELY)))


def _summed(rows: list[Sums]) -> Sums:
    names = {name for row in rows for name in row}
    return {name: sum(row.get(name, 0) for row in rows) for name in names}


def _figures(game: str, sums: Sums) -> list[StatTold]:
    part = registry.part(game, "figures")
    known: tuple[Stat, ...] = () if part is None else part.STATS
    made = [(one, value(one, sums)) for one in known]
    return [
        StatTold(one.name, one.form, found, expected(one, sums), sums[one.under])
        for one, found in made
        if found is not None
    ]


def _review(row: Any) -> ReviewPoint:
    return ReviewPoint(row.at, row.table_id, row.unit, row.luck, row.decisions)


def _history(connection: Connection, one: Subject, game: str) -> list[RatingPoint]:
    """How the rating grew, over the latest matches."""
    if not one.rated:
        return []
    mine = (rating_steps.c.game == game, rating_steps.c.who == one.id)
    query = select(rating_steps).where(*mine).order_by(rating_steps.c.n.desc()).limit(POINTS)
    made = [(row.at, Rating(row.mu, row.sigma)) for row in connection.execute(query)]
    return [RatingPoint(at, rating.value(), rating.error()) for at, rating in reversed(made)]


# --- lists ------------------------------------------------------------------------------------------------------------


def bests_of(connection: Connection, one: Subject, game: str, page: Page) -> BestPage:
    """Their best drives, the latest first; nobody else's business where they keep ratings and records to themselves."""
    one.must_be_open()
    if not one.rated:
        return BestPage([], "")
    query = select(bests, bests.c.course.label("id")).where(*_own(bests, one), bests.c.game == game)
    rows, further = page.cut(list(connection.execute(page.of(query, bests.c.at, bests.c.course))), "at")
    courses = course_rows(connection, game, [row.course for row in rows])
    return BestPage([_best(row, courses[row.course]) for row in rows if row.course in courses], further)


def _best(row: Any, course: Any) -> BestRow:
    return BestRow(course, decode(row.score), row.table_id, row.public, row.at)


def matches_of(connection: Connection, one: Subject, game: str, page: Page) -> MatchPage:
    """Their matches, the latest first, with everybody who took part."""
    one.must_be_open()
    shown = select(results, matches.c.title, matches.c.course, matches.c.players, matches.c.rated, matches.c.measures)
    query = shown.add_columns(results.c.table_id.label("id")).join(matches, matches.c.table_id == results.c.table_id)
    query = query.where(*_own(results, one), *([results.c.game == game] if game else []))
    rows, further = page.cut(list(connection.execute(page.of(query, results.c.at, results.c.table_id))), "at")
    seats = _seats(connection, one, [row.table_id for row in rows])
    return MatchPage([_match(row, seats[row.table_id], one) for row in rows], further)


def _match(row: Any, seats: list[MatchSeat], one: Subject) -> MatchRow:
    change = None if row.change is None or not one.rated else round(row.change)
    return MatchRow(
        table=row.table_id,
        game=row.game,
        title=row.title,
        course=row.course,
        at=row.at,
        place=row.place,
        players=row.players,
        left=row.left,
        public=row.public,
        rated=row.rated is not None,
        change=change,
        measures=decode(row.measures),
        seats=seats,
    )


def _seats(connection: Connection, one: Subject, ids: list[str]) -> dict[str, list[MatchSeat]]:
    query = select(results).where(results.c.table_id.in_(ids)).order_by(results.c.table_id, results.c.seat)
    rows = list(connection.execute(query))
    known = faces(connection, {row.person for row in rows if row.person})
    found: dict[str, list[MatchSeat]] = {}
    for row in rows:
        driver = driver_of(row.who, row.person, known)
        seat = MatchSeat(row.seat, driver, row.place, row.left, row.person == one.id)
        found.setdefault(row.table_id, []).append(seat)
    return found
