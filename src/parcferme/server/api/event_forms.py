"""What goes in and comes out of the calls about events, besides what `house/events.py` tells."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from parcferme.house.events import MarkTold, PaperKind
from parcferme.house.forms import DocumentLink, Name
from parcferme.house.tables import Millis
from parcferme.organise.event import PAPER_LIMIT, TEXT_LIMIT
from parcferme.organise.regulations import ABOUT_LIMIT

Text = Annotated[str, Meta(min_length=1, max_length=TEXT_LIMIT)]
PaperText = Annotated[str, Meta(max_length=PAPER_LIMIT)]
Number = Annotated[int, Meta(ge=1, le=100_000)]
EntryId = Annotated[str, Meta(max_length=40)]
Points = Annotated[int, Meta(ge=0, le=1000)]


class EventForm(Struct, forbid_unknown_fields=True):
    """An event to be written down. The lines of its regulations stand in the documentation of events; what is left out
    is as usual. A public one needs the role of an organiser, a private one nothing. A `document` sets the game and the
    options it has."""

    LONGEST: ClassVar[int] = ABOUT_LIMIT

    regulations: dict[str, Any]
    visibility: Literal["public", "private"] = "private"
    name: Name = ""
    document: DocumentLink = ""


class EnterForm(Struct, forbid_unknown_fields=True):
    """Take part, in a class where there are classes; of a private event with the key of its link."""

    klass: Annotated[str, Meta(max_length=20)] = ""
    name: Name = ""
    key: Annotated[str, Meta(max_length=64)] = ""


class EventReasonForm(Struct, forbid_unknown_fields=True):
    """Why."""

    LONGEST: ClassVar[int] = TEXT_LIMIT

    reason: Text


class SheetText(Struct, forbid_unknown_fields=True):
    """A sheet, as CSV or TOML."""

    LONGEST: ClassVar[int] = PAPER_LIMIT

    text: PaperText


class DraftForm(SheetText):
    """A sheet under way, from one of your devices."""

    device: Annotated[str, Meta(min_length=1, max_length=40)]
    goes_on: Annotated[Millis, Meta(description="when the draft was kept that this one goes on with; 0: not known")] = 0


class DraftTold(Struct):
    """Your draft as it is kept; `spare` is what another of your devices had typed, if that was something else."""

    text: str
    device: str
    at: Annotated[int, Meta(description="when it was kept, in milliseconds since 1970; 0: there is none")]
    spare: str | None
    spare_device: str
    spare_at: int


class SheetForm(Struct):
    """A blank time sheet as CSV, with controls, distances and targets; and what its kit may be chosen from."""

    text: str
    options: Annotated[dict[str, Any], Meta(description="the event's options, with its boards and decks")]


class SheetFault(Struct):
    """Where, what, and by which rule."""

    place: str
    reason: str
    clause: str


class CheckedPaper(Struct):
    """What is wrong with the form of a sheet; nothing of it was driven."""

    faults: list[SheetFault]


class PaperForm(Struct, forbid_unknown_fields=True):
    """What is handed in: a sheet or a record as text, or a drive at a table. `attempt` says which drive it is where
    there are dice. Handing in the same paper again is harmless."""

    LONGEST: ClassVar[int] = PAPER_LIMIT

    kind: Literal["sheet", "record", "drive"]
    text: PaperText = ""
    attempt: Annotated[int, Meta(ge=0, le=20)] = 0
    table: Annotated[str, Meta(max_length=24, description="of a drive without dice: its table")] = ""


class PaperTold(Struct):
    """A paper with its text: one's own, or anybody's once the event has closed."""

    name: str
    klass: str
    number: int
    kind: PaperKind
    arrived: Millis
    text: str
    taken: Annotated[str, Meta(description="of a sheet that was marked: as it was taken, with times and penalties")]
    mark: MarkTold | None
    verdict: Annotated[str, Meta(description="the organiser's decision about a wrong cell: `slip` or `false_entry`")]
    why: str


class Words(Struct, forbid_unknown_fields=True):
    """What is said about an event: everybody will read it."""

    LONGEST: ClassVar[int] = TEXT_LIMIT

    text: Text


class BulletinForm(Words):
    """A numbered bulletin, and the lines of the regulations it changes."""

    LONGEST: ClassVar[int] = ABOUT_LIMIT

    changes: dict[str, Any] = {}


class AskForm(Words):
    """A question to the organiser."""


class EventAnswerForm(Words):
    """The answer to all; `held` back until the closing where it would tell a line."""

    number: Number
    held: bool = False


class ProtestForm(Words):
    """Against a result: one's own, or another's."""

    against: EntryId


class RuleForm(Words):
    """A protest, decided in writing."""

    number: Number
    upheld: bool


class DecideForm(Words):
    """A wrong cell: a slip, which costs what it costs, or a false entry, which disqualifies."""

    crew: EntryId
    number: Number
    verdict: Literal["slip", "false_entry"]


class TableResultForm(Struct, forbid_unknown_fields=True):
    """How a table of a match event ended: places by seat as drawn, who was absent. No places: no result."""

    round: Number
    table: Number
    places: Annotated[list[Annotated[int, Meta(ge=1, le=6)]], Meta(max_length=6)] = []
    absent: Annotated[list[EntryId], Meta(max_length=6)] = []


class SeasonForm(Struct, forbid_unknown_fields=True):
    """A championship of the house to be opened: which one, when its first event opens, and for how many days each."""

    season: Annotated[str, Meta(max_length=40)]
    opens: Annotated[str, Meta(max_length=30, description="UTC, such as 2026-12-01T08:00:00Z")]
    title: Annotated[str, Meta(min_length=1, max_length=80)]
    days: Annotated[int, Meta(ge=1, le=60)] = 7


class ChampionshipForm(Struct, forbid_unknown_fields=True):
    """A series of events: their ids in order, points by place, how many results count. Once an event has results a
    change needs a `bulletin` that says what and why."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]
    events: Annotated[list[EntryId], Meta(min_length=1, max_length=60)]
    points: Annotated[list[Points], Meta(max_length=100, description="empty: 9, 6, 4, 3, 2, 1")] = []
    best: Annotated[int, Meta(ge=0, le=60, description="0: all")] = 0
    classes: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=12)] = []
    bulletin: Annotated[str, Meta(max_length=1000)] = ""
