"""A table as a page shows it beside its position: what was agreed, who sits there, what one may do with it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from parcferme.house.positions import Position, Seat, Status
from parcferme.table.table import Table

Aid = Literal["odds", "hint", "review"]
Millis = Annotated[int, Meta(ge=0, description="milliseconds since 1970")]


class Link(Struct):
    """A secret link: whoever opens it takes the seat, or may watch (seat −1)."""

    seat: int
    key: str
    path: str


class Dice(Struct, omit_defaults=True):
    """Fair dice: `commitment` is SHA-256 of the table's secret, which is told once the match is over."""

    scheme: str
    commitment: str
    secret: str | UnsetType = UNSET


class TableInfo(Struct):
    """A table."""

    id: str
    game: str
    rules: int
    variant: str
    title: str
    status: Status
    visibility: str
    pace: dict[str, Any]
    undo: str
    chat: str
    aids: list[Aid]
    options: dict[str, Any]
    seats: list[Seat]
    yours: Annotated[list[int], Meta(description="the seats you hold")]
    host: str
    hosting: bool
    dice: Dice
    created_at: Millis
    node: int
    n: int
    again: Annotated[str, Meta(description="the rematch's table; empty: none yet")]
    links: Annotated[list[Link], Meta(description="secret links, for the host alone")]
    opens: Annotated[
        int | None,
        Meta(description="the seat opened by the link whose `key` you gave, −1: to watch; null: no key, or a void one"),
    ]
    muted: bool
    event: Annotated[str, Meta(description="the event it belongs to; empty: none")]
    drive: Annotated[bool, Meta(description="a crew's drive there: nobody else watches, no roll is taken back")]
    rated: Annotated[bool, Meta(description="counts for the ratings of those who play")]
    document: Annotated[str, Meta(description="the hash of a published document that it plays; `draft`: a draft")]
    thinking: Annotated[float, Meta(description="seconds that its bots have for a choice")]
    late: Annotated[bool, Meta(description="a rated match under way, shown half a minute late")]


class RowPerson(Struct):
    """Somebody else who sits at a table of yours."""

    name: str
    asked: Annotated[bool, Meta(description="it is their turn")]


class TableRow(Struct):
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
    people: Annotated[list[RowPerson], Meta(description="who else sits there, of your own tables")] = []
    bots: Annotated[int, Meta(description="… and how many bots")] = 0
    rated: bool = False


class TablePage(Struct):
    """A page of a list."""

    tables: list[TableRow]
    next: Annotated[str, Meta(description="ask for the next page with this as `after`; empty: this is the last one")]


class KeptForm(Struct):
    """What is known of a table without opening it, for its people."""

    game: str
    title: str
    status: str
    over: bool
    hosting: bool


class Opening(Struct):
    """A table and its position, as a page that opens it needs them."""

    table: TableInfo
    position: Position


class Place:
    """What a table does not know of itself: its name, where it stands in the house, and what the reader is to it."""

    __slots__ = ("created_at", "host", "hosting", "id", "late", "links", "muted", "opens", "variant", "yours")

    def __init__(self, id: str, variant: str, host: str, created_at: int, yours: list[int]) -> None:
        self.id = id
        self.variant = variant
        self.host = host
        self.created_at = created_at
        self.yours = yours
        self.hosting = False
        self.links: list[Link] = []
        self.opens: int | None = None
        self.muted = False
        self.late = False


def table_info(table: Table, seated: list[Seat], place: Place) -> TableInfo:
    """A table as one reader may see it."""
    chosen = table.setup
    status: Any = table.status
    aids: Any = list(chosen.aids)
    return TableInfo(
        id=place.id,
        game=chosen.game,
        rules=chosen.rules,
        variant=place.variant,
        title=chosen.title,
        status=status,
        visibility=chosen.visibility,
        pace=chosen.pace.to_json(),
        undo=chosen.undo,
        chat=chosen.chat,
        aids=aids,
        options=chosen.options,
        seats=seated,
        yours=place.yours,
        host=place.host,
        hosting=place.hosting,
        dice=msgspec.convert(table.dice_notes(), Dice),
        created_at=place.created_at,
        node=table.node,
        n=table.count_for(place.yours[0] if place.yours else None),
        again=table.again,
        links=place.links,
        opens=place.opens,
        muted=place.muted,
        event=chosen.event,
        drive=chosen.drive,
        rated=chosen.rated,
        document=chosen.document,
        thinking=chosen.thinking,
        late=place.late,
    )
