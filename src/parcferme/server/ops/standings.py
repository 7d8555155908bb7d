"""`parcferme ratings`: the ladders for the operator, all ratings checked or worked out anew."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from sqlalchemy import Connection, func, select

from parcferme.core import registry
from parcferme.core.errors import ParcFermeError
from parcferme.organise.ratings import Rating
from parcferme.server.ops.replaying import places_again
from parcferme.server.ops.verbs import changing
from parcferme.server.people.ladders import KINDS, rating_page
from parcferme.server.storage import standings
from parcferme.server.storage.schema import rating_steps, ratings
from parcferme.server.storage.standings import RatedMatch

BATCH: Final = 5_000  # matches whose steps are compared at once


def ladders(database: str | None = None, most: int = 10) -> str:
    """The first of every ladder."""
    with changing(database) as connection:
        lines = [
            line for game in registry.game_ids() for kind in KINDS for line in _ladder(connection, game, kind, most)
        ]
    return "\n".join(lines) or "nobody has a settled rating yet"


def _ladder(connection: Connection, game: str, kind: str, most: int) -> list[str]:
    page = rating_page(connection, game, kind, 0, None)
    head = [f"{registry.meta(game).title}, {kind}: {page.total}"] if page.rows else []
    rows = page.rows[:most]
    return head + [f"{row.place:4} {row.driver.name:24} {row.rating.value} ± {row.rating.error}" for row in rows]


def rebuild(database: str | None = None) -> str:
    """Work all ratings out anew from the places as they were entered."""
    with changing(database) as connection:
        count = standings.rebuild(connection)
    return f"{count} rated matches folded again"


def check(database: str | None = None, entered: bool = False) -> tuple[str, bool]:
    """Are the ratings what the journals say? Plays every rated match again, unless the places that were `entered` are
    believed; names the first difference."""
    with changing(database) as connection:
        try:
            count, rounded = _checked(connection, entered, database)
        except ParcFermeError as error:
            return str(error), False
    exact = f"but for the last digits of {rounded}, which another machine has rounded" if rounded else "to the last bit"
    return f"{count} rated matches: all ratings are what they come to, {exact}", True


def _checked(connection: Connection, entered: bool, database: str | None) -> tuple[int, int]:
    """How many rated matches there are, and how many of their ratings are not equal to the last bit."""
    rated = standings.rated_matches(connection)
    folded = standings.fold_again(rated if entered else _played_again(rated, database))
    last: dict[tuple[str, str], Rating] = {}
    count = rounded = 0
    while some := list(islice(folded, BATCH)):
        rounded += _compare_steps(connection, some)
        for match, after in some:
            last |= {(match.game, who): rating for who, rating in after.items()}
        count += len(some)
    return count, rounded + _compare_last(connection, last)


def _played_again(rated: Iterator[RatedMatch], database: str | None) -> Iterator[RatedMatch]:
    """The same with the places that the journals lead to."""
    for match, found in places_again(rated, database):
        if isinstance(found, str):
            raise ParcFermeError(f"match {match.number}, table {match.table}: {found}")
        if found != match.places:
            raise ParcFermeError(f"match {match.number}, table {match.table}: entered {match.places}, played {found}")
        yield match


def _compare_steps(connection: Connection, folded: list[tuple[RatedMatch, dict[str, Rating]]]) -> int:
    """What is kept of how ratings grew over some matches; returns how many are only nearly equal."""
    rounded = 0
    known = {match.number: (match, after) for match, after in folded}
    kept = select(rating_steps).where(rating_steps.c.n.between(folded[0][0].number, folded[-1][0].number))
    for row in connection.execute(kept.order_by(rating_steps.c.n)):
        match, after = known[row.n]
        right = after.get(row.who)
        if right is None or not right.is_like(Rating(row.mu, row.sigma, right.matches)):
            it_is = "they took no part" if right is None else f"it is {right.mu:.6f} ± {right.sigma:.6f}"
            said = f"the step says {row.mu:.6f} ± {row.sigma:.6f}, {it_is}"
            raise ParcFermeError(f"match {match.number}, table {match.table}, {row.who}: {said}")
        rounded += (right.mu, right.sigma) != (row.mu, row.sigma)
    return rounded


def _compare_last(connection: Connection, last: dict[tuple[str, str], Rating]) -> int:
    rounded = 0
    count = connection.execute(select(func.count()).select_from(ratings)).scalar_one()
    if count != len(last):
        raise ParcFermeError(f"{count} ratings are kept, the matches come to {len(last)}")
    for row in connection.execute(select(ratings).order_by(ratings.c.game, ratings.c.who)):
        right = last.get((row.game, row.who))
        if right is None or not right.is_like(Rating(row.mu, row.sigma, row.matches)):
            raise ParcFermeError(f"{row.game}, {row.who}: the rating is not what the matches come to")
        rounded += (right.mu, right.sigma) != (row.mu, row.sigma)
    return rounded
