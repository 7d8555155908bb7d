"""Courses as they are told: the house's by their keys, the others as the database has kept them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Label, literal, select, union_all

from parcferme.core import registry
from parcferme.house.codec import decode
from parcferme.house.standings import CoursePage, CourseRow
from parcferme.organise.finishes import HouseCourse, house_courses
from parcferme.organise.tasks import has_trial, trial_of
from parcferme.server.storage.schema import bests, courses
from parcferme.server.storage.standings import PERSON
from parcferme.server.storage.store import Page, must_find


@lru_cache(maxsize=32)
def _house(game: str) -> dict[str, HouseCourse]:
    return {course.key: course for course in house_courses(game)}


def course_rows(connection: Connection, game: str, keys: list[str]) -> dict[str, CourseRow]:
    """Courses by key; one that nobody knows is left out."""
    kept = {row.key: row for row in connection.execute(select(courses).where(courses.c.key.in_(keys)))}
    best = _records(connection, keys)
    made = {key: _row(game, key, kept.get(key), best.get(key, [])) for key in keys}
    return {key: row for key, row in made.items() if row is not None}


def _records(connection: Connection, keys: list[str]) -> dict[str, list[int]]:
    """The best drive of a person on each."""
    if not keys:
        return {}
    found = connection.execute(union_all(*[select(literal(key).label("course"), _first(key)) for key in keys]))
    return {row.course: _score(row.rank) for row in found if row.rank is not None}


def _first(key: str) -> Label[str | None]:
    """The first of a board, without looking at the others."""
    listed = (bests.c.course == key, bests.c.listed == PERSON)
    return select(bests.c.rank).where(*listed).order_by(bests.c.rank).limit(1).scalar_subquery().label("rank")


def _score(rank: str) -> list[int]:
    return [int(part) - 10**9 for part in rank.split("-")]


def _row(game: str, key: str, kept: Any, best: list[int]) -> CourseRow | None:
    """A course that was only driven in private is known by the house alone, or by nobody."""
    house = _house(game).get(key)
    if house is None and kept is None:
        return CourseRow(key, "", False, _unit(game), None, False, 0, best, {}) if has_trial(game) else None
    part = registry.part(game, "figures")
    figures = {} if house is None else house.figures
    par = figures.get(part.PAR) if part is not None else None
    title = kept.title if house is None else house.title
    runs = 0 if kept is None else kept.runs
    proved = par is not None and bool(part is not None and part.PROVED)
    return CourseRow(key, title, house is not None, _unit(game), par, proved, runs, best, figures)


def _unit(game: str) -> str:
    return trial_of(game).unit


def course_page(connection: Connection, game: str, page: Page) -> CoursePage:
    """On the first page all of the house's; then what else was driven on public tables, the latest first."""
    own = list(_house(game))
    query = select(courses.c.key, courses.c.last_at, courses.c.key.label("id"))
    query = query.where(courses.c.game == game, courses.c.key.not_in(own))
    rows, further = page.cut(list(connection.execute(page.of(query, courses.c.last_at, courses.c.key))), "last_at")
    keys = [*(own if page.after is None else []), *[row.key for row in rows]]
    known = course_rows(connection, game, keys)
    return CoursePage([known[key] for key in keys if key in known], further)


def course_options(connection: Connection, game: str, key: str) -> dict[str, Any]:
    """The options to drive a course with; raises Denied where there is no such course."""
    house = _house(game).get(key)
    if house is not None:
        return house.options
    mine = (courses.c.key == key, courses.c.game == game)
    options: dict[str, Any] = decode(must_find(connection, select(courses.c.options).where(*mine), "course").options)
    return options
