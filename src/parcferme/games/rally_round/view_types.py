"""The shape of a view. `Annotated[X, Y]`: built as an X, and whoever reads it may rely on Y."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

Colour = Literal["R", "O", "Y", "W"]
Status = Annotated[str, Literal["waiting", "driving", "finished", "disqualified", "retired"]]
Pair = Annotated[list[int], tuple[int, int]]
# id, x, y, colour, feature, value: a bend's sign, or the square a gradient points at (negative: two arrows)
SquareRow = Annotated[list[int | float | str], tuple[int, float, float, Colour, str, int]]
# label, square, the square it is entered from, kind of the section it ends, average of a Regularity
ControlRow = Annotated[list[int | str | None], tuple[str, int, int | None, str, int]]
# id, colour, feature, value, control on it, the crew's own limit there or 0
AheadRow = Annotated[list[int | str], tuple[int, Colour, str, int, str, int]]
# squares, target, taken, penalty (null until booked), faults, speeds (0: missed), squares run after each
SheetRow = Annotated[
    list[int | list[int] | None],
    tuple[int | None, int | None, int | None, int | None, int, list[int], list[int]],
]
# how many cards are unseen, and the known ones beneath them in order
PackRow = Annotated[list[int | list[str]], tuple[int, list[str]]]
KitCard = Annotated[list[str], tuple[str, str]]  # card, name
PassageControl = Annotated[list[int | str], tuple[str, int]]  # label, at


class Crew(TypedDict):
    """A crew; its number is 0 in a competition."""

    crew: int
    number: int
    colour: str
    seat: int
    adopted: bool
    status: Status
    square: int | None
    came_from: int | None
    speed: int
    missing: int
    off: bool
    section: int
    turns: int
    run: int
    visited: int
    kit: list[str]
    hand: list[str]
    penalty: int
    other: int
    sheet: list[SheetRow]


class Section(TypedDict):
    """A section of the route, and its target in seconds."""

    to: str
    kind: str
    mph: int
    squares: int
    target: int
    pcs: list[PassageControl]


class RouteView(TypedDict):
    """The Correct Route."""

    controls: list[ControlRow]
    black_spots: list[int]
    path: list[int]
    sections: list[Section]


class LayingView(TypedDict):
    """The route being laid, and the paths that are still possible."""

    start: int
    finish: int | None
    controls: list[ControlRow]
    black_spots: list[int]
    candidates: list[list[int]]
    since_tc: list[int]
    complete: bool


class RallyView(TypedDict):
    """All that a seat may know."""

    node: str
    seat: int | None
    to_act: int | None
    crew: int
    turn: int
    part: int
    competition: bool
    map: str
    squares: list[SquareRow]
    roads: list[Pair]
    crews: list[Crew]
    order: list[int]
    route: RouteView | None
    laying: LayingView | None
    ahead: list[AheadRow]
    range: Pair | None
    pack: list[PackRow]
    kit_cards: list[KitCard]


VIEW = RallyView
