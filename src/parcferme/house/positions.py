"""What each audience may know of a table now: all that a board needs to draw and to offer. `telling.py` fills it in."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from msgspec import UNSET, Meta, Struct, UnsetType

from parcferme.house.catalogue import Action, Fact
from parcferme.table.notes import Cause

Names = dict[str, str]  # person → name
Kind = Annotated[Literal["decision", "joint", "chance", "over"], Meta(description="joint: several seats, sealed")]
Status = Literal["gathering", "playing", "finished", "closed"]
View = dict[str, Any]


class Reader(NamedTuple):
    """How somebody wants to be told: in which language (None: keys only), with odds or not, whole views or changes."""

    language: str | None = None
    odds: bool = False
    changes: bool = False


class GameEvent(Struct, omit_defaults=True):
    """One thing that happened: a text of the game by its key, the rule that did it; `text` comes with a language."""

    kind: str
    clause: str
    args: dict[str, Any]
    text: str | UnsetType = UNSET


class Seat(Struct):
    """A seat: open, a person's or a bot's. No two are called alike. `away` says why a bot drives for the person: "left"
    or "time"."""

    seat: int
    kind: Literal["open", "person", "bot"]
    person: str
    name: str
    level: str
    away: str


class Clocks(Struct):
    """All times in milliseconds, as of now."""

    pace: Literal["live", "correspondence", "untimed"]
    banks: Annotated[list[int], Meta(description="what each seat has left (live)")]
    running: Annotated[list[int], Meta(description="the seats that are waited for")]
    left: Annotated[int | None, Meta(description="until the default action is taken; null: nobody is waited for")]
    bell: Annotated[int | None, Meta(description="until time is called for everybody; null: never")]


class Question(Struct):
    """A wish to go back to the node `to`, asked by a seat: see `undo/answer`."""

    seat: int
    to: int
    agreed: Annotated[list[int], Meta(description="the seats that have agreed so far, without the one that asks")]


class Result(Struct, omit_defaults=True):
    """How it ended, for each seat in order."""

    places: Annotated[list[int], Meta(description="from 1; equal seats share a place and the next is skipped")]
    scores: Annotated[list[int], Meta(description="higher is better")]
    measures: Annotated[dict[str, list[int]], Meta(description="what people read, such as seconds")]
    reason: str
    clause: Annotated[str, Meta(description="the rule that ended it")]
    stood_in: Annotated[list[int] | UnsetType, Meta(description="seats that a bot has driven for a while")] = UNSET


class Turn(Struct):
    """Whose turn it is."""

    kind: Kind
    seats: Annotated[list[int], Meta(description="the seats that are asked")]
    next: Annotated[list[int], Meta(description="the seats that play after them, in order, as far as it is known")]


class Happened(Struct):
    """The last move, as far as you may know it."""

    by: Annotated[int | None, Meta(description="the seat that made it; null: the start or the bell")]
    cause: Cause
    events: Annotated[list[GameEvent], Meta(description="in their order")]


class Asked(Fact, omit_defaults=True):
    """What you are asked in one sentence, by its key in the game's texts; with `lang` also as `text`."""

    text: str | UnsetType = UNSET


class Position(Struct, omit_defaults=True):
    """Everything a seat may know, and the actions it may take."""

    n: Annotated[int, Meta(description="your place in the table's stream of messages, for `since`")]
    node: Annotated[int, Meta(description="number of the present decision; it never repeats, and an action names it")]
    status: Status
    kind: Kind
    to_act: Annotated[list[int], Meta(description="the seats that are asked")]
    turn: Annotated[Turn, Meta(description="whose turn it is and who plays next")]
    asked: Annotated[Asked | None, Meta(description="what you are asked; null when you are not")]
    seat: Annotated[int | None, Meta(description="whose eyes this is seen with; null: a spectator's")]
    view: Annotated[View, Meta(description="all that seat may know, as the game describes it")]
    actions: Annotated[list[Action], Meta(description="what you may do now; empty when you are not asked")]
    interrupts: Annotated[list[Action], Meta(description="what you may do whether you are asked or not")]
    sealed: Annotated[list[int], Meta(description="at a joint node: the seats that have sealed their action")]
    own_seal: Annotated[str | None, Meta(description="your own sealed action: act again to replace it")]
    clocks: Clocks
    undo: Question | None
    back: Annotated[
        int | None, Meta(description="the node of your last decision that still stands, for `undo`; null: none")
    ]
    result: Result | None
    seats: Annotated[
        list[Seat] | UnsetType, Meta(description="with `changes`: left out where they are as in the position before")
    ] = UNSET
    happened: Annotated[
        Happened | UnsetType | None,
        Meta(description="the last move; null before the start; left out of a message that tells it itself"),
    ] = UNSET
    kept: Annotated[
        list[str] | UnsetType, Meta(description="with `changes`: the parts of `view` that are as they were")
    ] = UNSET
