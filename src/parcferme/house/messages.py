"""What a listener is sent over the live line: each message has a `type`, and those of the table's stream a number `n`.

Nothing is told of a note to an audience that must not notice it.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from parcferme.house.positions import Clocks, GameEvent, Position, Seat, View
from parcferme.table.notes import (
    Cause,
    Entry,
)


class StepTold(Struct, omit_defaults=True):
    """One entry of the log, what it caused, and the view after it (the last step's view is the position's)."""

    entry: Entry
    events: list[GameEvent]
    view: View | None
    kept: list[str] | UnsetType = UNSET


class PlayMessage(Struct, tag_field="type", tag="play", omit_defaults=True):
    """A move, with the chance that followed it."""

    n: int
    by: int | None
    cause: Cause
    flagged: Annotated[list[int], Meta(description="seats whose time was up")]
    steps: list[StepTold]
    position: Position | UnsetType = UNSET


class StartMessage(PlayMessage, tag="start"):
    """The match begins."""


class SeatsMessage(Struct, tag_field="type", tag="seats", omit_defaults=True):
    """Somebody has sat down, got up, gone or returned; `what` names the note of the journal."""

    n: int
    what: str
    seat: int
    seats: list[Seat]
    position: Position | UnsetType = UNSET


class SealedMessage(Struct, tag_field="type", tag="sealed", omit_defaults=True):
    """A choice was sealed or withdrawn."""

    n: int
    seat: int
    sealed: list[int]
    own_seal: str | None
    clocks: Clocks
    position: Position | UnsetType = UNSET


class AskMessage(Struct, tag_field="type", tag="ask", omit_defaults=True):
    """A seat asks to go back to node `to`."""

    n: int
    seat: int
    to: int
    position: Position | UnsetType = UNSET


class AnswerMessage(Struct, tag_field="type", tag="answer", omit_defaults=True):
    """… and one answers."""

    n: int
    seat: int
    yes: bool
    position: Position | UnsetType = UNSET


class AgainMessage(Struct, tag_field="type", tag="again", omit_defaults=True):
    """There is a rematch."""

    n: int
    table: str
    position: Position | UnsetType = UNSET


class CloseMessage(Struct, tag_field="type", tag="close", omit_defaults=True):
    """The match was ended without a result."""

    n: int
    position: Position | UnsetType = UNSET


Stream = (
    PlayMessage | StartMessage | SeatsMessage | SealedMessage | AskMessage | AnswerMessage | AgainMessage | CloseMessage
)


class NamesMessage(Struct, tag_field="type", tag="names"):
    """Somebody is called differently now."""

    seats: list[Seat]


class PresenceMessage(Struct, tag_field="type", tag="presence", omit_defaults=True):
    """Who is connected: the seats, how many spectators, and those of them who like to be known."""

    seats: list[int]
    spectators: int
    names: list[str] = []


class ChatLine(Struct, omit_defaults=True):
    """A line that was said."""

    n: int
    person: str
    name: str
    at: Annotated[int, Meta(ge=0, description="milliseconds since 1970")]
    text: str
    apart: Annotated[bool, Meta(description="among spectators: who plays hears it when the match is over")] = False


class ChatMessage(Struct, tag_field="type", tag="chat"):
    """Somebody says something."""

    line: ChatLine


class CaughtUp(Struct):
    """What happened after `since`, and where the match stands."""

    missed: Annotated[
        list[Stream],
        Meta(description="messages of the live line, without positions; empty when more than 200 were missed"),
    ]
    position: Position


class HelloMessage(CaughtUp, tag_field="type", tag="hello"):
    """The first message of every line."""

    n: int
    presence: PresenceMessage


class RuleRefusal(Struct):
    """A refusal of the rules: its text by `refusal.CODE`, and the clause."""

    code: str
    clause: str
    args: dict[str, Any]


class Refusal(Struct, omit_defaults=True):
    """Why a wish was not granted. `code` is stable; `reason` is for programmers, `args` is what a sentence of one's own
    for the code may name; `clause` names the rule."""

    code: str
    reason: str
    clause: str | UnsetType = UNSET
    refusal: RuleRefusal | UnsetType = UNSET
    args: dict[str, Any] | UnsetType = UNSET


class RefusedMessage(Refusal, tag_field="type", tag="refused", omit_defaults=True):
    """A wish of this line was not granted."""

    id: str | None = None


class OkMessage(Struct, tag_field="type", tag="ok", omit_defaults=True):
    """A wish of this line was granted and kept."""

    id: str | None = None
    node: int | UnsetType = UNSET
    n: int | UnsetType = UNSET
    position: Position | UnsetType = UNSET


Message = Stream | NamesMessage | PresenceMessage | ChatMessage | HelloMessage | RefusedMessage | OkMessage
