"""What people ask of a game, a table or a record, and how it is acknowledged: the same of a server and of the house in
one's own browser."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from parcferme.core.bot import SECONDS
from parcferme.house.positions import Result
from parcferme.house.tables import Aid
from parcferme.table.setup import LEAST_THOUGHT, MOST_THOUGHT

WRITTEN = 200  # characters a name may be sent with: the rule of names says what is wrong with it, not the form
Name = Annotated[
    str,
    Meta(max_length=WRITTEN, description="2 to 20 letters, digits, blanks, hyphens, apostrophes; empty: as before"),
]
Driver = Annotated[str, Meta(max_length=40, description="which bot of that level; empty: the first who is free")]
ClientId = Annotated[str, Meta(min_length=1, max_length=64, description="chosen by the client; resending is harmless")]
Node = Annotated[int, Meta(ge=0, le=1_000_000, description="the node this answers: `position.node`")]
Action = Annotated[str, Meta(min_length=1, max_length=200, description="the notation of one of `actions`")]
DocumentLink = Annotated[
    str,
    Meta(max_length=24, description="what is played: a published document's hash, or the id of your own draft"),
]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
LOOKS = 3  # answers to one wish for a hint, each after more time than the one before


# Games


class CheckForm(Struct, forbid_unknown_fields=True):
    """Options to be checked."""

    options: dict[str, Any] = {}


class VariantForm(Struct):
    """Checked options: complete, with the variant's name (own documents by title and hash) and its number of seats."""

    variant: str
    players: int
    options: dict[str, Any]


# Tables


class PaceForm(Struct, forbid_unknown_fields=True):
    """How long people may think. live: bank + increment, sealed for joint phases. correspondence: days a decision."""

    kind: Literal["live", "correspondence", "untimed"] = "untimed"
    bank: Annotated[int, Meta(ge=5, le=86_400)] = 600
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 10
    sealed: Annotated[int, Meta(ge=5, le=86_400)] = 90
    days: Annotated[int, Meta(ge=1, le=30)] = 3


class SeatWish(Struct, forbid_unknown_fields=True):
    """Who shall sit on a seat: yourself, anybody, or a bot of a level."""

    kind: Literal["me", "open", "bot"] = "open"
    level: Annotated[str, Meta(max_length=20)] = ""
    driver: Driver = ""


class CreateForm(Struct, forbid_unknown_fields=True):
    """A table to open. Without `seats` you sit on seat 0 and the others are open. Without `aids` odds and review are
    allowed, and hints too where a bot plays along or the table is private. A `document` sets the options it has."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any] = {}
    pace: PaceForm = msgspec.field(default_factory=PaceForm)
    visibility: Literal["public", "private"] = "public"
    undo: Literal["free", "consent", "off"] = "free"
    chat: Literal["accounts", "all", "off"] = "accounts"
    title: Annotated[str, Meta(max_length=60)] = ""
    aids: Annotated[list[Aid], Meta(max_length=3)] | None = None
    seats: Annotated[list[SeatWish], Meta(max_length=64)] = []
    name: Name = ""
    rated: Annotated[bool, Meta(description="counts for ratings; docs/ratings.md says what may")] = False
    document: DocumentLink = ""
    thinking: Annotated[float, Meta(ge=LEAST_THOUGHT, le=MOST_THOUGHT, description="seconds a bot has")] = SECONDS


class JoinForm(Struct, forbid_unknown_fields=True):
    """Take a seat: a free one of a public table, or the one of a secret link."""

    seat: SeatNumber | None = None
    key: Annotated[str, Meta(max_length=64)] = ""
    name: Name = ""


class SeatOnly(Struct, forbid_unknown_fields=True):
    """Which of your seats; may be left out when you hold one."""

    seat: SeatNumber | None = None


class HostSeat(Struct, forbid_unknown_fields=True):
    """A seat, by its host."""

    seat: SeatNumber


class BotForm(Struct, forbid_unknown_fields=True):
    """A bot for a free seat."""

    seat: SeatNumber
    level: Annotated[str, Meta(max_length=20)]
    driver: Driver = ""


class LinkWish(Struct, forbid_unknown_fields=True):
    """The link to replace: a seat's, or −1 for the one to watch."""

    seat: Annotated[int, Meta(ge=-1, le=63)]


class MuteForm(Struct, forbid_unknown_fields=True):
    """No more notifications about this table, or again."""

    muted: bool


# Play


class ActForm(Struct, forbid_unknown_fields=True):
    """An action: its notation, the node it answers, and an id of the client's own."""

    node: Node
    action: Action
    id: ClientId
    seat: SeatNumber | None = None


class NodeForm(Struct, forbid_unknown_fields=True):
    """A seat's wish about the present node."""

    node: Node
    seat: SeatNumber | None = None


class HintForm(NodeForm, forbid_unknown_fields=True):
    """A hint at the present node: the first answer, or the one after so many others, which took more time."""

    look: Annotated[int, Meta(ge=0, lt=LOOKS)] = 0


class UndoForm(Struct, forbid_unknown_fields=True):
    """Go back to an earlier node. Who names the `node` to go back from is refused when the match has moved on."""

    to: Node
    seat: SeatNumber | None = None
    node: Node | None = None


class AnswerForm(Struct, forbid_unknown_fields=True):
    """Consent to going back, or not. Who names `to` is refused when another question is open by now."""

    yes: bool
    seat: SeatNumber | None = None
    to: Node | None = None


Spoken = Annotated[str, Meta(min_length=1, max_length=500)]


class SayForm(Struct, forbid_unknown_fields=True):
    """A line of chat. Sent again with the same `id` it is said once."""

    text: Spoken
    id: ClientId | None = None


class AckForm(Struct):
    """Granted and kept: the node the match stands at now, and your place in its stream."""

    node: int
    n: int
    ok: bool = True


# The live line: what is asked over it, each with an `id` of the client's own


class LineWish(Struct, kw_only=True):
    """A wish; for the seat it names, else for the one the line was opened for."""

    id: str | None = None
    seat: SeatNumber | None = None


class ActWish(LineWish, tag_field="do", tag="act", kw_only=True):
    """Take an action, or seal it."""

    id: ClientId
    node: Node
    action: Action


class UnsealWish(LineWish, tag_field="do", tag="unseal", kw_only=True):
    """Withdraw a sealed action."""

    node: Node


class UndoWish(LineWish, tag_field="do", tag="undo", kw_only=True):
    """Go back to an earlier node; who names `node` is refused when the match has gone on meanwhile."""

    to: Node
    node: Node | None = None


class AnswerWish(LineWish, tag_field="do", tag="answer", kw_only=True):
    """Consent to going back, or not."""

    yes: bool
    to: Node | None = None


class ReturnWish(LineWish, tag_field="do", tag="return", kw_only=True):
    """Take the wheel again."""


class SayWish(LineWish, tag_field="do", tag="say", kw_only=True):
    """Say something at the table. Sent again with the same `id` it is said once."""

    id: ClientId
    text: Spoken


class LookWish(LineWish, tag_field="do", tag="look", kw_only=True):
    """See with the eyes of another of one's seats (null: follow the play)."""


class PingWish(LineWish, tag_field="do", tag="ping", kw_only=True):
    """Is anybody there?"""


Wish = ActWish | UnsealWish | UndoWish | AnswerWish | ReturnWish | SayWish | LookWish | PingWish


# Records


class RecordForm(Struct):
    """A record that was read and replayed."""

    id: str
    game: str
    variant: str
    players: int
    seats: list[str]
    entries: int
    over: bool
    result: Result | None
    notes: dict[str, Any]
    options: dict[str, Any]


class VerdictForm(Struct):
    """What checking a record's dice found."""

    fair: bool
    rolls: int
    reason: str
