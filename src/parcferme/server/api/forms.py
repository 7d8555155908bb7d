"""What goes in and comes out of the API. The OpenAPI document is made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from parcferme.house.positions import Result
from parcferme.house.tables import Aid

WRITTEN = 200  # characters a name may be sent with: the rule of names says what is wrong with it, not the form
Name = Annotated[
    str,
    Meta(max_length=WRITTEN, description="2 to 20 letters, digits, blanks, hyphens, apostrophes; empty: as before"),
]
Driver = Annotated[str, Meta(max_length=40, description="which bot of that level; empty: the first who is free")]
ClientId = Annotated[str, Meta(min_length=1, max_length=64, description="chosen by the client; resending is harmless")]
Node = Annotated[int, Meta(ge=0, le=1_000_000, description="the node this answers: `position.node`")]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]


class Done(Struct):
    """Granted."""

    ok: bool = True


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
    allowed, and hints too where a bot plays along or the table is private."""

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
    action: Annotated[str, Meta(max_length=200)]
    id: ClientId
    seat: SeatNumber | None = None


class NodeForm(Struct, forbid_unknown_fields=True):
    """A seat's wish about the present node."""

    node: Node
    seat: SeatNumber | None = None


class UndoForm(Struct, forbid_unknown_fields=True):
    """Go back to an earlier node."""

    to: Node
    seat: SeatNumber | None = None


class AnswerForm(Struct, forbid_unknown_fields=True):
    """Consent to going back, or not. Who names `to` is refused when another question is open by now."""

    yes: bool
    seat: SeatNumber | None = None
    to: Node | None = None


class SayForm(Struct, forbid_unknown_fields=True):
    """A line of chat. Sent again with the same `id` it is said once."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    id: ClientId | None = None


class AckForm(Struct):
    """Granted and kept: the node the match stands at now, and your place in its stream."""

    node: int
    n: int
    ok: bool = True


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


class VerdictForm(Struct):
    """What checking a record's dice found."""

    fair: bool
    rolls: int
    reason: str


# People


class PersonForm(Struct):
    """Who you are to the server. `id` is empty for somebody it does not know yet."""

    id: str
    name: str
    account: bool
    role: str
    email: str
    webhook: str


class CredentialsForm(Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: Annotated[str, Meta(max_length=WRITTEN)]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class ProfileForm(Struct, forbid_unknown_fields=True):
    """What to change; leave out what stays. An empty e-mail address or webhook removes it."""

    name: Annotated[str, Meta(max_length=WRITTEN)] | None = None
    email: Annotated[str, Meta(max_length=254)] | None = None
    webhook: Annotated[str, Meta(max_length=500)] | None = None


class PasswordForm(Struct, forbid_unknown_fields=True):
    """The present password and the next one."""

    present: Annotated[str, Meta(max_length=200)]
    next: Annotated[str, Meta(min_length=8, max_length=200)]


class DeleteForm(Struct, forbid_unknown_fields=True):
    """Deleting an account takes its password; a guest needs none."""

    password: Annotated[str, Meta(max_length=200)] = ""


class TokenWish(Struct, forbid_unknown_fields=True):
    """A token for a bot or a script."""

    label: Annotated[str, Meta(min_length=1, max_length=30)]
    scopes: Annotated[list[Literal["read", "play", "create", "organise"]], Meta(min_length=1, max_length=4)]


class NewTokenForm(Struct):
    """A new token. The secret is shown this once: send it as `Authorization: Bearer …`."""

    id: str
    token: str


class RoleForm(Struct, forbid_unknown_fields=True):
    """A person's role."""

    role: Literal["player", "organiser", "admin"]


class HealthForm(Struct):
    """The server is well: it can read and write."""

    status: str
    version: str
    database: str
    rooms: int
    sockets: int
    playing: Annotated[int, Meta(description="matches under way in this process")]
    engine: Annotated[str, Meta(description="`compiled`, `interpreted`, or `compiling 3 of 40`: interpreted for now")]
