"""What each audience may know of a table now: everything a board needs to draw and to offer.

Nothing is added here that the audience may not know: views come from the game's own allow-list, events are chosen by
their audience, and what a seat is asked is read off the view it is sent.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from parcferme.core import events, result
from parcferme.core.contract import KIND_NAMES, Game, State
from parcferme.house import catalogue
from parcferme.house.catalogue import Action, Fact
from parcferme.table import errors, undo
from parcferme.table.errors import Denied
from parcferme.table.journal import Audience
from parcferme.table.names import apart
from parcferme.table.notes import Cause
from parcferme.table.seats import PERSON
from parcferme.table.table import PLAYING, Table

Names = dict[str, str]  # person → name
Kind = Annotated[Literal["decision", "joint", "chance", "over"], Meta(description="joint: several seats, sealed")]
Status = Literal["gathering", "playing", "finished", "closed"]
View = dict[str, Any]


class Reader:
    """How somebody wants to be told: in which language (None: keys only), with odds or not, whole views or changes."""

    __slots__ = ("changes", "language", "odds")

    def __init__(self, language: str | None = None, odds: bool = False, changes: bool = False) -> None:
        self.language = language
        self.odds = odds
        self.changes = changes

    def key(self) -> tuple[str | None, bool]:
        return self.language, self.odds


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
    happened: Annotated[Happened | None, Meta(description="the last move; null before the start")]
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
    seats: list[Seat]
    kept: Annotated[
        list[str] | UnsetType, Meta(description="with `changes`: the parts of `view` that are as they were")
    ] = UNSET


def position(table: Table, audience: Audience, reader: Reader, seated: list[Seat], at: int | None = None) -> Position:
    """The position as it stands. `at`: the table's time to read the clocks by."""
    state = table.play.state
    kind: Any = KIND_NAMES[state.kind()]
    to_act, view, ids = list(table.to_act()), state.view(audience), offered(table, audience)
    status: Any = table.status
    return Position(
        n=table.count_for(audience),
        node=table.node,
        status=status,
        kind=kind,
        to_act=to_act,
        turn=Turn(kind, to_act, catalogue.following(table.game.id, view) if to_act else []),
        happened=_happened(table, audience),
        asked=_asked(table, audience, view, ids, reader),
        seat=audience,
        view=view,
        actions=_actions(table, audience, ids, reader),
        interrupts=_actions(table, audience, interrupts(table, audience), reader),
        sealed=sorted(table.sealed),
        own_seal=own_seal(table, audience),
        clocks=clocks(table, table.at if at is None else at),
        undo=_question(table),
        back=_back(table, audience),
        result=_result(table),
        seats=seated,
    )


def seats(table: Table, names: Names) -> list[Seat]:
    """Who sits where, no two called alike: people come before bots."""
    people = [(seat.kind == PERSON, names.get(seat.person, "") or seat.driver) for seat in table.seats]
    called = _called(tuple(people))
    return [
        Seat(number, _seat_kind(seat.kind), seat.person, called[number], seat.level, seat.away)
        for number, seat in enumerate(table.seats)
    ]


@lru_cache(maxsize=4096)
def _called(people: tuple[tuple[bool, str], ...]) -> list[str]:
    """The names of a table's seats; asked for with every move, and always the same."""
    order = sorted(range(len(people)), key=lambda number: not people[number][0])
    called = dict(zip(order, apart([people[number][1] for number in order]), strict=True))
    return [called[number] for number in range(len(people))]


def _seat_kind(kind: str) -> Any:
    return kind  # table/seats.py names the three


def game_event(event: events.Event) -> GameEvent:
    return GameEvent(event.kind, event.clause, event.args)


def _asked(table: Table, audience: Audience, view: View, ids: list[int], reader: Reader) -> Asked | None:
    """What this audience is asked, in one sentence."""
    fact = catalogue.asked(table.game, view, audience, ids) if audience is not None and ids else None
    if fact is None:
        return None
    texts = None if reader.language is None else catalogue.texts(table.setup.game, reader.language)
    return Asked(fact.key, fact.args, UNSET if texts is None else texts.say(fact.key, fact.args))


def _happened(table: Table, audience: Audience) -> Happened | None:
    move = table.happened
    if move is None:
        return None
    return Happened(move.by, move.cause, [game_event(event) for event in move.events if event.visible_to(audience)])


def _actions(table: Table, audience: Audience, ids: list[int], reader: Reader) -> list[Action]:
    """Each action with what it does and, where wished and allowed, its odds: worked out on a redrawn position, so that
    nothing hidden can shine through."""
    if audience is None or not ids:
        return []
    return told_actions(table.game, table.play.state, audience, ids, reader, "odds" in table.setup.aids)


def told_actions(game: Game, state: State, seat: int, ids: list[int], reader: Reader, allowed: bool) -> list[Action]:
    """… of any position; without odds where they are not allowed."""
    named, known = catalogue.actions(game, reader.language), state.resample(seat, Random(0))
    told = [replace(named.of(action), effect=known.effect(seat, action)) for action in ids]
    if reader.odds:
        for one in told:
            one.odds = catalogue.odds(known, game, seat, one.id) if allowed else []
    return told


def offered(table: Table, audience: Audience) -> list[int]:
    """The actions this audience may take now, by id."""
    if audience is None or audience not in table.to_act() or table.seats[audience].driven():
        return []
    return table.play.state.legal(audience)


def interrupts(table: Table, audience: Audience) -> list[int]:
    """… and those it may take whether asked or not."""
    if audience is None or table.status != PLAYING or table.seats[audience].driven():
        return []
    return table.play.state.interrupts(audience)


def clocks(table: Table, at: int) -> Clocks:
    """Banks, what is left of the present wait, and until time is called for the match, read at a time."""
    due, rings = table.due(), table.bell_due()
    pace: Any = table.setup.pace.kind
    return Clocks(
        pace,
        table.clocks.remaining(at),
        list(table.clocks.waiting) if table.status == PLAYING else [],
        None if due is None else max(0, due - at),
        None if rings is None else max(0, rings - at),
    )


def _question(table: Table) -> Question | None:
    """The open question to go back, and who has agreed: everybody at the table hears the answers."""
    asked = table.asked
    return None if asked is None else Question(asked.seat, asked.to, undo.agreed(table))


def _back(table: Table, audience: Audience) -> int | None:
    """Where the audience goes back to when it takes its last decision back, with the others' consent or without."""
    if audience is None or table.status != PLAYING or table.setup.undo == "off" or table.seats[audience].driven():
        return None
    return undo.last_decision(table, audience)


def own_seal(table: Table, audience: Audience) -> str | None:
    """The audience's own sealed action."""
    if audience is None or audience not in table.sealed:
        return None
    return table.game.format(table.sealed[audience])


def _result(table: Table) -> Result | None:
    told = told_result(table.play.state.result())
    if told is not None:
        told.stood_in = [number for number, seat in enumerate(table.seats) if seat.stood_in]
    return told


def told_result(made: result.Result | None) -> Result | None:
    return None if made is None else Result(made.places, made.scores, made.measures, made.reason, made.clause)


def chosen_eyes(table: Table, held: list[int], seat: int) -> Audience:
    """Whose eyes a question is answered for: the chosen seat's of those held (−1: of the one that is asked), or a
    spectator's."""
    if seat >= 0 and seat not in held and not table.is_over():
        raise Denied(errors.NOT_SEATED, f"you do not sit on seat {seat}")
    if not held:
        return None
    return seat if seat in held else asked_of(table, held)


def followed_eyes(table: Table, held: list[int], seat: int | None, last: Audience) -> Audience:
    """Whose eyes a line sees with now. Who holds several seats (hotseat) either has named one or follows the play: then
    the seat that decides is the one at the screen, and after it the one that was there `last`."""
    if not held:
        return None
    if seat in held:
        return seat
    asked = [one for one in table.owing() if one in held]
    if asked:
        return asked[0]
    return last if last in held else held[0]


def speaks_for(table: Table, held: list[int], seat: int | None) -> int:
    """The seat somebody speaks for: the one named, the only one, or the one of theirs that is asked."""
    if not held:
        raise Denied(errors.NOT_SEATED, "you do not sit at this table")
    if seat is not None and seat not in held:
        raise Denied(errors.NOT_SEATED, f"you do not sit on seat {seat}")
    return asked_of(table, held) if seat is None else seat


def asked_of(table: Table, held: list[int]) -> int:
    """The first of these seats that is asked, or just the first."""
    asked = [one for one in held if one in table.owing()]
    return asked[0] if asked else held[0]
