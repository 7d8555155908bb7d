"""People's pages, ladders and boards as they are told. What somebody hides is not in them; nothing in them comes from a
match that still runs."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from parcferme.house.tables import Millis

Plate = Annotated[int, Meta(ge=1, le=6, description="the door plate: colour and shape")]


class Driver(Struct):
    """Somebody in a list. A bot has a `level`; who has deleted themselves has no name."""

    name: str
    id: Annotated[str, Meta(description="of an account, whose page may be opened; else empty")]
    plate: Plate
    level: str


class RatingTold(Struct):
    """A rating with two standard errors, after so many rated matches; `settled` after ten of them."""

    value: int
    error: int
    matches: int
    settled: bool


class GameStanding(Struct):
    """How somebody stands in a game."""

    game: str
    matches: int
    together: Annotated[int, Meta(description="those with others at the table: of them `won`, `podium`, `left`")]
    won: int
    podium: int
    left: int
    rating: RatingTold | None


class Profile(Struct):
    """Somebody's page: an account's, or a guest's own. `closed`: they keep it to themselves."""

    id: str
    name: str
    plate: Plate
    account: bool
    yours: bool
    closed: bool
    since: Millis
    hides: Annotated[list[str], Meta(description="your own choice: `profile`, `ratings`")]
    games: list[GameStanding]
    bond: Annotated[str, Meta(description="what you are to them: `friend`, `asked`, `asks` (they you), `blocked`")] = ""


class StatTold(Struct):
    """A figure players of the game like to know: texts `stat.NAME`, `stat.NAME.per`. `expected` is what chance alone
    gives; `of` is how many it was taken from."""

    name: str
    written: Annotated[str, Meta(description="as a share, a mean, a clock or money")]
    value: float
    expected: float | None
    of: int


class RatingPoint(Struct):
    """A rating after a match."""

    at: Millis
    value: int
    error: int


class ReviewPoint(Struct):
    """What luck gave and decisions lost in a match that was reviewed."""

    at: Millis
    table: str
    unit: str
    luck: float
    decisions: float


class CourseRow(Struct):
    """A course with the best drive on it. `par`: nobody can do better (`proved`), or what perfect play expects."""

    key: str
    title: str
    house: Annotated[bool, Meta(description="as the house offers it, so that its par is known")]
    unit: Annotated[str, Meta(description="seconds or turns")]
    par: int | None
    proved: bool
    runs: int
    best: Annotated[list[int], Meta(description="the record: fewer is better, part by part; empty: nobody's yet")]
    figures: dict[str, int]


class BestRow(Struct):
    """Somebody's best drive on a course."""

    course: CourseRow
    score: list[int]
    table: Annotated[str, Meta(description="the replay")]
    public: bool
    at: Millis


class BestPage(Struct):
    """Part of a list, the latest first."""

    bests: list[BestRow]
    next: str


class GamePage(Struct):
    """What somebody's page tells of one game: figures over all matches and over the last fifty, how the rating grew,
    what reviews have said, and the latest bests."""

    game: str
    matches: int
    all: list[StatTold]
    lately: list[StatTold]
    ratings: list[RatingPoint]
    reviews: list[ReviewPoint]
    bests: BestPage


class MatchSeat(Struct):
    """How a seat came out."""

    seat: int
    driver: Driver
    place: int
    left: bool
    own: bool


class MatchRow(Struct):
    """A finished match of somebody. `change` is what it did to the rating."""

    table: str
    game: str
    title: str
    course: str
    at: Millis
    place: int
    players: int
    left: bool
    public: bool
    rated: bool
    change: int | None
    measures: dict[str, list[int]]
    seats: list[MatchSeat]


class MatchPage(Struct):
    """Part of a list, the latest first."""

    matches: list[MatchRow]
    next: str


class RatingRow(Struct):
    """A line of a ladder. `place` 0: not on it (yet)."""

    place: int
    driver: Driver
    rating: RatingTold
    yours: bool


class RatingPage(Struct):
    """Part of a ladder, the surest first, and your own line wherever it is."""

    rows: list[RatingRow]
    own: RatingRow | None
    total: int
    next: Annotated[int, Meta(description="ask for the next part with this as `skip`; 0: this is the last one")]


class CoursePage(Struct):
    """Courses: the house's first, then what else was driven, the latest first."""

    courses: list[CourseRow]
    next: str


class BoardRow(Struct):
    """A line of a course's board: a drive that was played again by its rules and dice. `place` 0: not on it."""

    place: int
    driver: Driver
    score: list[int]
    table: str
    at: Millis
    decisions: Annotated[float | None, Meta(description="what they lost, where a review was made")]
    yours: bool


class Board(Struct):
    """A course: its board, your own line wherever it is, how many best drives there are of each score, and the options
    to drive it with."""

    game: str
    course: CourseRow
    options: dict[str, Any]
    rows: list[BoardRow]
    own: BoardRow | None
    drivers: int
    spread: list[tuple[int, int]]
    next: int
