"""What a listener is sent over the live line: each message has a `type`, and those of the table's stream a number `n`.

Nothing is told of a note to an audience that must not notice it.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from parcferme.core.text import Texts
from parcferme.house import catalogue
from parcferme.house.positions import (
    Clocks,
    GameEvent,
    Names,
    Position,
    Reader,
    Seat,
    View,
    clocks,
    game_event,
    own_seal,
    position,
    seats,
)
from parcferme.table.export import conceal
from parcferme.table.journal import Audience, Happening, Note, Step
from parcferme.table.notes import (
    Answered,
    Asked,
    BotSat,
    Cause,
    Closed,
    Entry,
    Left,
    Played,
    Rematched,
    Returned,
    Sat,
    Sealed,
    Started,
    Stood,
    Unsealed,
)
from parcferme.table.table import Table


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
WITH_POSITION = (Started, Played, Sat, Stood, BotSat, Left, Returned, Asked, Answered, Closed)


def message(
    table: Table, happening: Happening, audience: Audience, reader: Reader, seated: list[Seat], turned: bool = False
) -> Stream | None:
    """One happening as it goes over the wire right after it happened, position included where it changed, or where the
    line has `turned` to another seat of its person."""
    told = bare_message(table, happening, audience, reader, seated)
    if told is not None and (turned or isinstance(happening.note.body, WITH_POSITION)):
        told.position = position(table, audience, reader, seated)
    return told


def bare_message(
    table: Table, happening: Happening, audience: Audience, reader: Reader, seated: list[Seat]
) -> Stream | None:
    """… and without the position, for those who catch up; `None` where the audience must not even notice. Call it right
    after folding."""
    note, n = happening.note, happening.count_for(audience)
    match note.body:
        case Played(by=by, cause=cause, flagged=flagged):
            return PlayMessage(n, by, cause, flagged, _steps(table, happening, audience, reader))
        case Started():
            return StartMessage(n, None, "start", [], _steps(table, happening, audience, reader))
        case Sat(seat=seat) | Stood(seat=seat) | BotSat(seat=seat) | Left(seat=seat) | Returned(seat=seat):
            return SeatsMessage(n, note.kind, seat, seated)
        case Sealed(seat=seat) if not happening.first_seal and seat != audience:
            return None
        case Sealed(seat=seat) | Unsealed(seat=seat):
            return SealedMessage(n, seat, sorted(table.sealed), own_seal(table, audience), clocks(table, note.at))
        case Asked(seat=seat, to=to):
            return AskMessage(n, seat, to)
        case Answered(seat=seat, yes=yes):
            return AnswerMessage(n, seat, yes)
        case Rematched(table=other):
            return AgainMessage(n, other)
        case Closed():
            return CloseMessage(n)
    return None


def _steps(table: Table, happening: Happening, audience: Audience, reader: Reader) -> list[StepTold]:
    texts = None if reader.language is None else catalogue.texts(table.setup.game, reader.language)
    return [_step(table, one, audience, texts) for one in happening.steps]


def _step(table: Table, one: Step, audience: Audience, texts: Texts | None) -> StepTold:
    events = [game_event(event) for event in one.events if event.visible_to(audience)]
    if texts is not None:
        for event in events:
            event.text = texts.say(f"event.{event.kind}", event.args)
    return StepTold(conceal(table.game, one.entry, one.asked, audience), events, one.views.get(audience))


def replayed(
    table: Table, notes: list[Note], seen_by: Audience, since: int, reader: Reader, names: Names
) -> list[Stream]:
    """Fold notes once more, on the table as it stood before them, and collect what this audience was told after
    `since`."""
    told: list[Stream] = []
    for note in notes:
        happening = table.fold(note)
        if happening.count_for(seen_by) > since:
            message = bare_message(table, happening, seen_by, reader, seats(table, names))
            if message is not None:
                told.append(message)
    return told
