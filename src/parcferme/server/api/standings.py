"""People's pages, ladders of ratings, boards of courses."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Response, get
from litestar.params import FromQuery, PathParameter, QueryParameter

from parcferme.house import catalogue
from parcferme.house.standings import BestPage, Board, CoursePage, GamePage, MatchPage, Profile, RatingPage
from parcferme.server.api.access import By, Caller
from parcferme.server.api.answers import answer, refusals
from parcferme.server.api.tables import After
from parcferme.server.people import courses, ladders, profiles
from parcferme.server.people.accounts import Identity
from parcferme.server.people.ladders import DEEPEST
from parcferme.server.storage.store import Page

Who = Annotated[str, PathParameter(description="an account's name, or your own id", max_length=40)]
GameId = Annotated[str, PathParameter(description="a game's id", max_length=40)]
GameFilter = Annotated[str, QueryParameter(max_length=40, description="of this game alone")]
Limit = Annotated[int, QueryParameter(ge=1, le=50, description="rows of a page")]
CourseKey = Annotated[str, PathParameter(description="a course's key", max_length=32)]
Skip = Annotated[int, QueryParameter(ge=0, le=DEEPEST, description="lines before the first one")]
Kind = Literal["people", "bots"]


def _reader(caller: Caller) -> Identity | None:
    """Whoever looks; pages cost a little more than other answers."""
    caller.limit("standings")
    return None if caller.identity is None else caller.known("read")


@get("/api/people/{person:str}", responses=refusals(404), summary="Somebody's page")
async def person_page(person: Who, caller: By) -> Response[Profile]:
    """An account's page by its name. A guest has one, too, for themselves: by their id."""
    reader = _reader(caller)
    return answer(await caller.server.store.read(lambda db: profiles.profile(db, profiles.find(db, person, reader))))


@get("/api/people/{person:str}/games/{game:str}", responses=refusals(404), summary="… in one game")
async def person_game(person: Who, game: GameId, caller: By) -> Response[GamePage]:
    """Figures, how the rating grew, what reviews have said, and the latest bests."""
    reader = _reader(caller)
    catalogue.must_exist(game)
    return answer(
        await caller.server.store.read(lambda db: profiles.game_page(db, profiles.find(db, person, reader), game))
    )


@get("/api/people/{person:str}/matches", responses=refusals(404), summary="Somebody's matches")
async def person_matches(
    person: Who, caller: By, game: GameFilter = "", limit: Limit = 20, after: After = ""
) -> Response[MatchPage]:
    """Finished matches at public tables, at all tables for yourself; the latest first."""
    reader, page = _reader(caller), Page(limit, after)
    return answer(
        await caller.server.store.read(
            lambda db: profiles.matches_of(db, profiles.find(db, person, reader), game, page)
        )
    )


@get("/api/people/{person:str}/bests/{game:str}", responses=refusals(404), summary="Bests")
async def person_bests(
    person: Who, game: GameId, caller: By, limit: Limit = 20, after: After = ""
) -> Response[BestPage]:
    """Their best drive on each course, the latest first."""
    reader, page = _reader(caller), Page(limit, after)
    catalogue.must_exist(game)
    return answer(
        await caller.server.store.read(lambda db: profiles.bests_of(db, profiles.find(db, person, reader), game, page))
    )


@get("/api/ladders/{game:str}/ratings", responses=refusals(404), summary="A ladder of ratings")
async def ratings_ladder(
    game: GameId, caller: By, kind: FromQuery[Kind] = "people", skip: Skip = 0
) -> Response[RatingPage]:
    """Accounts or bots with ten rated matches at least, the surest first."""
    reader = _reader(caller)
    catalogue.must_exist(game)
    return answer(await caller.server.store.read(lambda db: ladders.rating_page(db, game, kind, skip, reader)))


@get("/api/ladders/{game:str}/courses", responses=refusals(404), summary="Courses to drive alone")
async def course_list(game: GameId, caller: By, limit: Limit = 20, after: After = "") -> Response[CoursePage]:
    """With the record and the par of each."""
    _reader(caller)
    page = Page(limit, after)
    catalogue.must_exist(game)
    return answer(await caller.server.store.read(lambda db: courses.course_page(db, game, page)))


@get("/api/ladders/{game:str}/courses/{course:str}", responses=refusals(404), summary="A board")
async def course_board(
    game: GameId, course: CourseKey, caller: By, kind: FromQuery[Kind] = "people", skip: Skip = 0
) -> Response[Board]:
    """The best drives on a course, each played again by the rules and its dice before it was listed."""
    reader = _reader(caller)
    catalogue.must_exist(game)
    return answer(await caller.server.store.read(lambda db: ladders.board(db, game, course, kind, skip, reader)))


HANDLERS = [
    person_page,
    person_game,
    person_matches,
    person_bests,
    ratings_ladder,
    course_list,
    course_board,
]
