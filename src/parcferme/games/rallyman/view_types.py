"""The shape of a view. `Annotated[X, Y]`: built as an X, and whoever reads it may rely on Y."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

Point = tuple[int | float, int | float]
Surface = Annotated[str, Literal["asphalt", "snow"]]
Technique = Annotated[str, Literal["attack", "basic"]]


# ── the road ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class Cut(TypedDict):
    """The shortcut of a corner."""

    id: str
    note: int
    xy: Point | None


Notes = TypedDict("Notes", {"in": NotRequired[int], "out": NotRequired[int | None]})  # `in` can be no field of a class


class RoadSpace(Notes):
    """A space; notes and shortcut of corners, note of bumps, and where it lies if it is to be drawn."""

    id: str
    progress: int
    kind: Literal["straight", "corner", "bump"]
    zone: str
    surface: Literal["asphalt", "snow"] | None
    room: int
    left: str
    right: str
    cut: NotRequired[Cut | None]
    note: NotRequired[int]
    turn: NotRequired[Literal["L", "R"]]
    xy: NotRequired[Point]
    dir: NotRequired[int | float]
    bend: NotRequired[int | float]
    len: NotRequired[int | float]


class Checkpoint(TypedDict):
    """Where a split time is taken."""

    number: int
    progress: int
    space: str


Dirt = TypedDict("Dirt", {"space": str, "in": int, "out": int | None})


class Road(TypedDict):
    """The special's road; a surface is null until its zone's weather is rolled."""

    route: str
    length: int
    spaces: Annotated[list[object], list[RoadSpace]]
    surfaces: dict[str, Surface | None]
    checkpoints: list[Checkpoint]
    dirt: list[Dirt]


# ── cars ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Dashboard(TypedDict):
    """The dice left, the tyres and the cards held."""

    black: int
    white: int
    damage: int
    flats: int
    tyres: Surface
    sisu: bool | None  # None: the rally is driven without the card
    spare: bool


class TimeCard(TypedDict):
    """A card of the pile; without a gear it is a changed tyre that cost time."""

    gear: int | None
    seconds: int
    flipped: bool


class Split(TypedDict):
    """A time at a checkpoint of this special."""

    checkpoint: int
    seconds: int


class Car(TypedDict):
    """A car in this special, and its times of the others."""

    seat: int
    driver: str
    status: str
    space: str
    progress: int
    pose: str
    gear: int
    markers: int
    dashboard: Dashboard
    chrono: list[TimeCard]
    seconds: int
    net: int
    splits: list[Split]
    times: list[int]
    total: int


class Order(TypedDict):
    """Who acts now, who still acts in this round, and the next round as it would be now."""

    start: list[int]
    now: int | None
    waiting: list[int]
    next_round: list[int]


# ── a turn ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Attack(TypedDict):
    """A time attack: the dice not yet placed, those of them that show hazards, and the seconds earned."""

    left: str
    hazards: str | None
    earned: int


class Step(TypedDict):
    """The step being made."""

    die: str
    path: str
    space: str


class Turn(TypedDict):
    """The turn of the car that acts."""

    car: int
    technique: Technique | None
    used: str
    black_left: int
    white_left: int
    hazards: int
    limit: int
    limit_ahead: int
    locks: int
    lock_price: int | None
    sisu_on: bool
    attack: Attack | None
    step: Step | None


class GearDeck(TypedDict):
    """What is left of the cards of a gear."""

    gear: int
    spin: int
    left: int
    right: int


class ShortcutDeck(TypedDict):
    """What is left of the shortcut cards."""

    good: int
    dirty: int
    puncture: int


class Decks(TypedDict):
    """What is left in physical decks."""

    gears: list[GearDeck]
    shortcut: ShortcutDeck


# ── the course sheet ─────────────────────────────────────────────────────────────────────────────────────────────────


class Special(TypedDict):
    """A special as the director organised it."""

    number: int
    route: str
    spaces: int
    checkpoints: list[int]
    assistance_after: bool
    start_order: list[int]


class SheetSplit(Split):
    """A time at a checkpoint of any special."""

    special: int


class Driver(TypedDict):
    """A driver's line; null where there is no time yet."""

    seat: int
    name: str
    times: list[int | None]
    splits: list[SheetSplit]
    total: int | None
    retired: bool
    place: int | None


class Sheet(TypedDict):
    """The course sheet."""

    name: str
    date: str
    specials: list[Special]
    drivers: list[Driver]


class Ended(TypedDict):
    """How it ended."""

    places: list[int]
    scores: list[int]
    measures: dict[str, list[int]]
    reason: str
    clause: str


class RallymanView(TypedDict):
    """All that a seat may know."""

    game: Annotated[str, Literal["rallyman"]]
    you: int | None
    phase: str
    special: int
    round: int
    actor: int | None
    road: Road
    cars: list[Car]
    order: Order
    turn: Turn | None
    decks: Decks | None
    sheet: Sheet
    result: Annotated[dict[str, object], Ended] | None


VIEW = RallymanView
