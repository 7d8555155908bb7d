"""The shape of a view. `Annotated[X, Y]`: built as an X, and whoever reads it may rely on Y."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

Point = Annotated[list[int | float], tuple[int | float, int | float]]
Range = Annotated[list[int], tuple[int, int]]  # least, most
Sector = Annotated[list[int | str], tuple[str, int]]  # weather, points
Square = Annotated[list[int | str], tuple[int, int, str, int]]  # number, level, mark, card
Exit = Annotated[str, Literal["S", "L", "R"]]
Status = Annotated[str, Literal["waiting", "running", "off", "finished", "out"]]


class StageSpec(TypedDict):
    """What a stage is to be: how many cards, and within which limits."""

    cards: int
    special: bool
    limits: dict[str, Range]
    clause: str


class Stage(StageSpec):
    """The present stage."""

    index: int
    of: int


class Race(TypedDict):
    """A race of the season; totals once a stage is driven, points once it is over."""

    id: str
    name: str
    clause: str
    ring: str
    stages: list[StageSpec]
    driven: int
    totals: list[int]
    points: list[int]


class Weather(TypedDict):
    """The dial, and a ford's level in this weather."""

    ring: str
    sectors: list[Sector]
    sector: int
    next: list[int]
    weather: str
    points: int
    fords: int | None


class RoadCard(TypedDict):
    """A road card with its centre-line in a square of 100, entered at (0, 50) eastwards."""

    no: int
    name: str
    exit: Exit
    shape: str
    features: list[str]
    levels: list[int]
    marks: list[str]
    line: list[Point]


class LaidCard(RoadCard):
    """A card on the table: its heading in quarter turns clockwise from east, and the place of its first square."""

    cell: Point
    heading: int
    first: int


class Road(TypedDict):
    """The road as it lies; while laying also the cards that fit and the deck."""

    cards: list[LaidCard]
    squares: list[Square]
    length: int
    tally: dict[str, int]
    open: list[int]
    deck: list[RoadCard]


class Gear(TypedDict):
    """A gear's range, and its levels by face of the die."""

    gear: int
    least: int
    most: int
    levels: list[int]


class Stack(TypedDict):
    """The mechanics on a square."""

    square: int
    number: int
    mechanics: int


class RallyCar(TypedDict):
    """A car; its score in this stage once it has left."""

    car: int
    start: int | None
    setup: str | None
    place: int
    status: Status
    gear: int | None
    restart: bool
    overrev: bool
    tyres: str
    stop: int
    exit: int
    score: int | None
    gears: list[Gear]
    noted: int
    mechanics: list[Stack]


class Move(TypedDict):
    """The move being made; `ahead` are the factors of the next squares, `overtaken` the part that rivals cause."""

    car: int
    seat: int
    die: NotRequired[int]
    level: NotRequired[int]
    entered: NotRequired[int]
    left: NotRequired[int]
    room: NotRequired[int]
    ahead: NotRequired[list[int]]
    overtaken: NotRequired[list[int]]
    difference: NotRequired[int]


class StageRow(TypedDict):
    """A finished stage."""

    race: int
    stage: int
    scores: list[int]
    turns: list[int]


class Tables(TypedDict):
    """What is printed on the risk and damage tables."""

    risk: list[list[int]]
    damage: list[list[int]]


class RallyView(TypedDict):
    """All that a seat may know."""

    phase: str
    seat: int | None
    to_act: list[int]
    players: int
    scope: str
    turn: int
    races: list[Race]
    race: int
    stage: Stage
    weather: Weather | None
    road: Road
    order: list[int]
    cars: list[RallyCar]
    move: Move | None
    mechanics: list[Stack]
    sheet: list[StageRow]
    points: list[int]
    tables: Tables


VIEW = RallyView
