"""Who has tried which puzzle, how it went, and puzzles that people have made of their replays."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, func, insert, select

from parcferme.house.puzzle_ratings import START, Rated
from parcferme.house.puzzle_tries import Past, Tried
from parcferme.house.puzzles import kept_puzzle
from parcferme.server.people.accounts import Identity
from parcferme.server.storage.schema import own_puzzles, puzzle_tries
from parcferme.server.storage.store import must_find
from parcferme.solve.puzzle_sets import Puzzle
from parcferme.table.errors import Denied

DAY: Final = 86_400_000
MOST: Final = 200  # puzzles one person may make


def past(connection: Connection, identity: Identity | None, puzzle: Puzzle) -> Past:
    """What is known before a try."""
    return Past(
        first=None if identity is None else _first(connection, identity, puzzle.id),
        person=Rated(START, 0) if identity is None else person_rating(connection, identity, puzzle.game),
        puzzle=puzzle_rating(connection, puzzle),
        chosen=_chosen(connection, puzzle.id),
    )


def _first(connection: Connection, identity: Identity, puzzle: str) -> Tried | None:
    query = select(puzzle_tries).where(puzzle_tries.c.puzzle == puzzle, puzzle_tries.c.person.in_(identity.ids))
    row = connection.execute(query.order_by(puzzle_tries.c.at).limit(1)).first()
    if row is None:
        return None
    return Tried(row.puzzle, row.game, row.choice, row.right, row.at // DAY, row.own, row.theirs)


def person_rating(connection: Connection, identity: Identity, game: str) -> Rated:
    """In one game, by the latest try that counted."""
    own = (puzzle_tries.c.person.in_(identity.ids), puzzle_tries.c.game == game, puzzle_tries.c.rated)
    return _latest(connection, puzzle_tries.c.own, own, START)


def puzzle_rating(connection: Connection, puzzle: Puzzle) -> Rated:
    """By the latest try of anybody; where the house has put it before that."""
    theirs = (puzzle_tries.c.puzzle == puzzle.id, puzzle_tries.c.rated)
    return _latest(connection, puzzle_tries.c.theirs, theirs, puzzle.found.rating)


def _latest(connection: Connection, column: Any, where: tuple[Any, ...], start: int) -> Rated:
    count = int(connection.execute(select(func.count()).select_from(puzzle_tries).where(*where)).scalar_one())
    if count == 0:
        return Rated(start, 0)
    query = select(column).where(*where).order_by(puzzle_tries.c.at.desc(), puzzle_tries.c.puzzle).limit(1)
    return Rated(int(connection.execute(query).scalar_one()), count)


def _chosen(connection: Connection, puzzle: str) -> dict[str, int]:
    """How many people have made each choice at first."""
    query = select(puzzle_tries.c.choice, func.count()).where(puzzle_tries.c.puzzle == puzzle)
    return {str(choice): int(count) for choice, count in connection.execute(query.group_by(puzzle_tries.c.choice))}


def keep(connection: Connection, identity: Identity, tried: Tried, rated: bool, now: int) -> None:
    """A first try."""
    row: dict[str, object] = {"person": identity.id, "puzzle": tried.puzzle, "game": tried.game, "choice": tried.choice}
    row |= {"right": tried.right, "rated": rated, "at": now, "own": tried.own, "theirs": tried.theirs}
    connection.execute(insert(puzzle_tries), row)


def history(connection: Connection, identity: Identity | None) -> list[Tried]:
    """All first tries of a person, the latest last: at most one for each puzzle there is."""
    if identity is None:
        return []
    query = select(puzzle_tries).where(puzzle_tries.c.person.in_(identity.ids)).order_by(puzzle_tries.c.at)
    return [
        Tried(row.puzzle, row.game, row.choice, row.right, row.at // DAY, row.own, row.theirs)
        for row in connection.execute(query)
    ]


def ratings_of(connection: Connection, puzzles: list[Puzzle]) -> dict[str, int]:
    """The present ratings of some puzzles that somebody has tried."""
    ids = [puzzle.id for puzzle in puzzles]
    last = select(puzzle_tries.c.puzzle, func.max(puzzle_tries.c.at).label("at"))
    found = last.where(puzzle_tries.c.puzzle.in_(ids), puzzle_tries.c.rated).group_by(puzzle_tries.c.puzzle).subquery()
    query = select(puzzle_tries.c.puzzle, puzzle_tries.c.theirs).join(
        found, (found.c.puzzle == puzzle_tries.c.puzzle) & (found.c.at == puzzle_tries.c.at)
    )
    return {str(id): int(rating) for id, rating in connection.execute(query)}


def add_own(connection: Connection, identity: Identity, id: str, game: str, text: str, now: int) -> None:
    """Raises Denied where somebody has made as many as they may."""
    made = select(func.count()).select_from(own_puzzles).where(own_puzzles.c.person.in_(identity.ids))
    if connection.execute(made).scalar_one() >= MOST:
        raise Denied("no_room", f"one person keeps at most {MOST} puzzles here")
    row = {"id": id, "person": identity.id, "game": game, "text": text, "created_at": now}
    connection.execute(insert(own_puzzles), row)


def own_puzzle(connection: Connection, id: str) -> Puzzle:
    row = must_find(connection, select(own_puzzles).where(own_puzzles.c.id == id), "puzzle")
    return kept_puzzle(row.id, row.game, row.text)
