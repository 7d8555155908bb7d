"""The shape of a view. `Annotated[X, Y]`: built as an X, and whoever reads it may rely on Y."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

Figures = Annotated[dict[str, object], dict[str, int | str | bool | dict[str, int]]]
Enforcement = Annotated[str, Literal["auto", "table"]]
Dice = Annotated[list[int], tuple[int, int]]
Side = Annotated[str, Literal["left", "right"]]
Role = Annotated[str, Literal["gendarme", "gerant", "challenger"]]


class Turn(TypedDict):
    """Whose turn it is, and what was thrown last."""

    seat: int | None
    car: str | None
    round: int
    dice: Dice | None
    total: int | None


class Limit(TypedDict):
    """When it ends, and who has called time."""

    kind: Annotated[str, Literal["rounds", "clock", "survivor"]]
    rounds: int
    minutes: int | None
    called: list[int]


InGame = TypedDict("InGame", {"in": bool})  # `in` can be no field of a class


class Player(InGame):
    """A player; purse and notes are null where they are hidden."""

    seat: int
    purse: int | None
    notes: dict[str, int] | None
    gerances: list[int]
    gendarme: bool
    cars: list[str]


class Hold(TypedDict):
    """What keeps a car, and the highest roll that does not free it."""

    by: Annotated[str, Literal["garage", "first_aid", "hotel"]]
    limit: int
    clause: str


class Blow(TypedDict):
    """Who has hit a car and owes its player an indemnity."""

    player: int
    indemnity: int
    limit: int
    clause: str


class RallyCar(TypedDict):
    """A car: "3", or "3.1" and "3.2" where everybody has two; out of the game it has no cell."""

    name: str
    owner: int
    cell: str | None
    side: Side
    holds: list[Hold]
    hit_by: list[Blow]
    petrol: bool
    misses_turn: bool


class Box(TypedDict):
    """A gérance and what lies in its box."""

    number: int
    name: str
    amount: int
    holder: int | None


class Card(TypedDict):
    """A Contravention card."""

    offence: bool
    amount: int
    text: dict[str, str]


class Deck(TypedDict):
    """The cards; those seen, in their order, and the next one where all can know it."""

    cards: Annotated[list[dict[str, object]], list[Card]]
    seen: list[int]
    drawn: int
    next: int | None


class Takeover(TypedDict):
    """A gérance that changes hands."""

    gerance: int
    holder: int
    newcomer: int
    price: int
    box: int
    arrival: int
    holder_total: int | None


class Half(TypedDict):
    """Half of a box, that its holder may draw."""

    gerance: int
    amount: int


class Shortfall(TypedDict):
    """A debt that cannot be paid."""

    seat: int
    owed: int
    purse: int | None
    halves: list[Half]


class Window(TypedDict):
    """Who may speak now, as what, about the cars of which turns."""

    seat: int
    role: Role
    this_turn: str | None
    turn_before: str | None


class Grid(TypedDict):
    """How the squares lie on the drawing."""

    columns: NotRequired[int]
    rows: NotRequired[int]
    cell: NotRequired[int]
    origin: NotRequired[int | tuple[int, int]]
    lane: NotRequired[int]


class Cell(TypedDict):
    """One lane of one square."""

    id: str
    road: str
    kind: str
    town: str
    x: int
    y: int
    next: str
    sign: NotRequired[str]
    divert: NotRequired[str]
    facing: NotRequired[str]
    gerance: NotRequired[int]


class BoardShown(TypedDict):
    """The board itself: the same for everybody, and always."""

    name: str
    title: str
    grid: Annotated[dict[str, object], Grid] | None
    cells: Annotated[list[object], list[Cell]]


class RallyeView(TypedDict):
    """All that a seat may know."""

    edition: str
    tariff: Figures
    enforcement: Enforcement
    phase: str
    to_act: list[int]
    turn: Turn
    limit: Limit
    players: list[Player]
    cars: list[RallyCar]
    boxes: list[Box]
    gerances_open: bool
    gendarme: int | None
    table_money: int
    deck: Deck
    notes: dict[str, int]
    takeover: Takeover | None
    shortfall: Shortfall | None
    window: Window | None
    board: BoardShown


VIEW = RallyeView
