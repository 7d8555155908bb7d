"""What goes in and comes out of the API. The OpenAPI document is made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

WRITTEN = 200  # characters a name may be sent with: the rule of names says what is wrong with it, not the form
Name = Annotated[
    str,
    Meta(max_length=WRITTEN, description="2 to 20 letters, digits, blanks, hyphens, apostrophes; empty: as before"),
]
Driver = Annotated[str, Meta(max_length=40, description="which bot of that level; empty: the first who is free")]
ClientId = Annotated[str, Meta(min_length=1, max_length=64, description="chosen by the client; resending is harmless")]
Node = Annotated[int, Meta(ge=0, le=1_000_000, description="the node this answers: `position.node`")]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Aid = Literal["odds", "hint", "review"]
Millis = Annotated[int, Meta(ge=0, description="milliseconds since 1970")]


class RefusalForm(Struct, omit_defaults=True):
    """Why a wish was not granted. `code` is stable; `reason` is for programmers, `args` is what a sentence of one's own
    for the code may name; `clause` names the rule."""

    code: str
    reason: str
    clause: str | UnsetType = UNSET
    refusal: dict[str, Any] | UnsetType = UNSET
    args: dict[str, Any] | UnsetType = UNSET


class Done(Struct):
    """Granted."""

    ok: bool = True


# Games


class GameForm(Struct):
    """A game on offer."""

    id: str
    title: str
    seats: list[int]
    version: int
    about: str
    year: int
    authors: str
    options: Annotated[dict[str, Any], Meta(description="a JSON schema of what a table's `options` may hold")]
    bots: Annotated[list[str], Meta(description="levels, weakest first")]
    drivers: Annotated[dict[str, list[str]], Meta(description="what the bots of each level are called")]
    languages: list[str]
    kit: str


class ClauseForm(Struct):
    """One clause of the rules, in our own words."""

    id: str
    heading: str
    text: str


class KitForm(Struct):
    """What a board is drawn and described from."""

    title: str
    texts: dict[str, str]
    content: dict[str, Any]


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


class SeatForm(Struct):
    """A seat: open, a person's or a bot's. No two are called alike. `away` says why a bot drives for the person: "left"
    or "time"."""

    seat: int
    kind: Literal["open", "person", "bot"]
    person: str
    name: str
    level: str
    away: str


class LinkForm(Struct):
    """A secret link: whoever opens it takes the seat, or may watch (seat −1)."""

    seat: int
    key: str
    path: str


class DiceForm(Struct, omit_defaults=True):
    """Fair dice: `commitment` is SHA-256 of the table's secret, which is told once the match is over."""

    scheme: str
    commitment: str
    secret: str | UnsetType = UNSET


class TableForm(Struct):
    """A table."""

    id: str
    game: str
    rules: int
    variant: str
    title: str
    status: Literal["gathering", "playing", "finished", "closed"]
    visibility: str
    pace: dict[str, Any]
    undo: str
    chat: str
    aids: list[Aid]
    options: dict[str, Any]
    seats: list[SeatForm]
    yours: Annotated[list[int], Meta(description="the seats you hold")]
    host: str
    hosting: bool
    dice: DiceForm
    created_at: Millis
    node: int
    n: int
    again: Annotated[str, Meta(description="the rematch's table; empty: none yet")]
    links: Annotated[list[LinkForm], Meta(description="secret links, for the host alone")]
    opens: Annotated[
        int | None,
        Meta(description="the seat opened by the link whose `key` you gave, −1: to watch; null: no key, or a void one"),
    ]
    muted: bool


class RowForm(Struct):
    """A table in a list."""

    id: str
    game: str
    variant: str
    title: str
    status: str
    visibility: str
    pace: dict[str, Any]
    players: int
    free_seats: int
    host: str
    your_turn: bool
    created_at: Millis
    changed_at: Millis


class PageForm(Struct):
    """A page of a list."""

    tables: list[RowForm]
    next: Annotated[str, Meta(description="ask for the next page with this as `after`; empty: this is the last one")]


class NoteForm(Struct):
    """One note of a journal."""

    seq: int
    at: Annotated[int, Meta(description="the table's own time, from which outages are taken off")]
    kind: str
    body: Any


class JournalForm(Struct):
    """All that a table has written down; `setup` and a note's `body` are texts where they cannot be read."""

    table: str
    game: str
    status: str
    created_at: Millis
    setup: Any
    secret: Annotated[str, Meta(description="of its dice")]
    notes: list[NoteForm]


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
    """Go back to an earlier node. Who names the `node` to go back from is refused when the match has moved on."""

    to: Node
    seat: SeatNumber | None = None
    node: Node | None = None


class AnswerForm(Struct, forbid_unknown_fields=True):
    """Consent to going back, or not. Who names `to` is refused when another question is open by now."""

    yes: bool
    seat: SeatNumber | None = None
    to: Node | None = None


class SayForm(Struct, forbid_unknown_fields=True):
    """A line of chat. Sent again with the same `id` it is said once."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    id: ClientId | None = None


class ChatForm(Struct):
    """A line that was said."""

    n: int
    person: str
    name: str
    at: Millis
    text: str


class AckForm(Struct):
    """Granted and kept: the node the match stands at now, and your place in its stream."""

    node: int
    n: int
    ok: bool = True


class FactForm(Struct):
    """A text by its key in the game's texts, and what to put in its braces."""

    key: str
    args: dict[str, Any]


class ActionForm(Struct, omit_defaults=True):
    """An action on offer. Act by its `notation`; `form` is the same in parts; `text` and `odds` come on wish."""

    id: Annotated[int, Meta(description="the same number for the same action in every position of this variant")]
    notation: str
    form: dict[str, Any]
    text: str | UnsetType = UNSET
    odds: list[FactForm] | UnsetType = UNSET


class ClocksForm(Struct):
    """All times in milliseconds, as of now."""

    pace: Literal["live", "correspondence", "untimed"]
    banks: Annotated[list[int], Meta(description="what each seat has left (live)")]
    running: Annotated[list[int], Meta(description="the seats that are waited for")]
    left: Annotated[int | None, Meta(description="until the default action is taken; null: nobody is waited for")]
    bell: Annotated[int | None, Meta(description="until time is called for everybody; null: never")]


class QuestionForm(Struct):
    """A wish to go back to the node `to`, asked by a seat: see `undo/answer`."""

    seat: int
    to: int
    agreed: Annotated[list[int], Meta(description="the seats that have agreed so far, without the one that asks")]


class ResultForm(Struct):
    """How it ended, for each seat in order."""

    places: Annotated[list[int], Meta(description="from 1; equal seats share a place and the next is skipped")]
    scores: Annotated[list[int], Meta(description="higher is better")]
    measures: Annotated[dict[str, list[Any]], Meta(description="what people read, such as seconds")]
    reason: str
    clause: Annotated[str, Meta(description="the rule that ended it")]
    stood_in: Annotated[list[int], Meta(description="seats that a bot has driven for a while")]


class TurnForm(Struct):
    """Whose turn it is."""

    kind: Annotated[Literal["decision", "joint", "chance", "over"], Meta(description="joint: several seats, sealed")]
    seats: Annotated[list[int], Meta(description="the seats that are asked")]
    next: Annotated[list[int], Meta(description="the seats that play after them, in order, as far as it is known")]


class HappenedForm(Struct):
    """The last move, as far as you may know it."""

    by: Annotated[int | None, Meta(description="the seat that made it; null: the start or the bell")]
    cause: Literal["start", "move", "bot", "time", "undo", "bell"]
    events: Annotated[list[dict[str, Any]], Meta(description="`kind`, `args` and `clause` of each, in order")]


class AskedForm(FactForm, omit_defaults=True):
    """What you are asked in one sentence, by its key in the game's texts; with `lang` also as `text`."""

    text: str | UnsetType = UNSET


class PositionForm(Struct):
    """Everything a seat may know, and the actions it may take."""

    n: Annotated[int, Meta(description="your place in the table's stream of messages, for `since`")]
    node: Annotated[int, Meta(description="number of the present decision; it never repeats, and an action names it")]
    status: Literal["gathering", "playing", "finished", "closed"]
    kind: Annotated[Literal["decision", "joint", "chance", "over"], Meta(description="joint: several seats, sealed")]
    to_act: Annotated[list[int], Meta(description="the seats that are asked")]
    turn: Annotated[TurnForm, Meta(description="whose turn it is and who plays next")]
    happened: Annotated[HappenedForm | None, Meta(description="the last move; null before the start")]
    asked: Annotated[AskedForm | None, Meta(description="what you are asked; null when you are not")]
    seat: Annotated[int | None, Meta(description="whose eyes this is seen with; null: a spectator's")]
    view: Annotated[dict[str, Any], Meta(description="all that seat may know, as the game describes it")]
    actions: Annotated[list[ActionForm], Meta(description="what you may do now; empty when you are not asked")]
    interrupts: Annotated[list[ActionForm], Meta(description="what you may do whether you are asked or not")]
    sealed: Annotated[list[int], Meta(description="at a joint node: the seats that have sealed their action")]
    own_seal: Annotated[str | None, Meta(description="your own sealed action: act again to replace it")]
    clocks: ClocksForm
    undo: QuestionForm | None
    back: Annotated[
        int | None, Meta(description="the node of your last decision that still stands, for `undo`; null: none")
    ]
    result: ResultForm | None
    seats: list[SeatForm]


class OpeningForm(Struct):
    """A table and its position, as a page that opens it needs them."""

    table: TableForm
    position: PositionForm


class EventsForm(Struct):
    """What happened after `since`, and where the match stands."""

    missed: Annotated[
        list[dict[str, Any]],
        Meta(description="messages of the live line, without positions; empty when more than 200 were missed"),
    ]
    position: PositionForm


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
    result: dict[str, Any] | None
    notes: dict[str, Any]


class FrameForm(Struct, omit_defaults=True):
    """A position of a record: after `at` entries. With `changes`, `view` lacks the parts `kept` from the one before."""

    at: int
    entry: list[Any] | None
    events: list[dict[str, Any]]
    kind: str
    to_act: list[int]
    view: dict[str, Any]
    live: int
    result: dict[str, Any] | None
    kept: list[str] | UnsetType = UNSET


class VerdictForm(Struct):
    """What checking a record's dice found."""

    fair: bool
    rolls: int
    reason: str


# Aids


class RatedForm(Struct):
    """An action: what you may expect after it, what it loses against the best one, and that loss's standard error."""

    action: str
    value: float
    loss: float
    error: float


class HintForm(Struct):
    """All your actions at a node, best first. `unit`: percent (of placing well), or what the game counts in."""

    node: int
    seat: int
    unit: str
    exact: bool
    looked: int
    actions: list[RatedForm]


class AccountForm(Struct):
    """start + luck − decisions + others + noise = final."""

    start: float | None
    luck: float
    decisions: float
    others: float
    noise: float
    final: float


class MomentForm(Struct):
    """A decision that lost something, or an outcome that gave or took something, after `at` entries of the log."""

    at: int
    seat: int
    kind: Literal["decision", "luck"]
    text: str
    best: str
    amount: float
    form: dict[str, Any] | None
    best_form: dict[str, Any] | None


class ReviewForm(Struct):
    """A finished game looked back on. `series[seat][n]` is what the seat could expect after `at[n]` entries."""

    unit: str
    exact: bool
    entries: int
    judged: int
    choices: list[int]
    accounts: list[AccountForm]
    moments: list[MomentForm]
    at: list[int]
    series: list[list[float | None]]


class ReviewStateForm(Struct):
    """Ask again until it is ready."""

    state: Literal["waiting", "running", "ready"]
    done: int
    total: int
    review: ReviewForm | None


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


class TokenForm(Struct):
    """A token without its secret."""

    id: str
    label: str
    scopes: list[str]
    created_at: Millis


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
