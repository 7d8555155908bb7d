"""The shape of a view. `Annotated[X, Y]`: built as an X, and whoever reads it may rely on Y."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

Number = Annotated[int, Literal[1, 2]]
Reason = Annotated[str, Literal["finish", "tie", "destroyed", "last", "conceded", "cap"]]


class Seat(TypedDict):
    """What a player has used up and done."""

    colour: str
    conceded: bool
    replacements: int
    damage: int


class Rover(TypedDict):
    """A Rover with its Control Board; one that is not on the Moon has no hex."""

    id: str
    seat: int
    number: Number
    hex: str | None
    facing: str | None
    phases: int
    shields: int
    missiles: int
    armed: bool
    program: list[str]


class Ground(TypedDict):
    """The map, by the hexes of each sort."""

    scenario: str
    title: str
    columns: int
    start: list[str]
    finish: list[str]
    craters: list[str]
    dust: list[str]
    repair: list[str]
    caches: list[str]


class LunarView(TypedDict):
    """All that a seat may know."""

    node: str
    to_act: list[int]
    moon: Number
    phase: int
    round: int
    round_cap: int
    first: int | None
    seats: list[Seat]
    rovers: list[Rover]
    map: Ground | None
    reason: Reason | None
    winners: list[int]


VIEW = LunarView
