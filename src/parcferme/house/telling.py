"""Telling of a table: the position as it stands and what has just happened, for each audience.

Nothing is added here that the audience may not know: views come from the game's own allow-list, events are chosen by
their audience, and what a seat is asked is read off the view it is sent. A move costs a server more here than anywhere
else, so this is compiled, apart from the forms of what is told (`positions.py`, `messages.py`), which cannot be.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from parcferme.core import events, result
from parcferme.core.contract import KIND_NAMES, Game, State
from parcferme.core.text import Texts
from parcferme.house import catalogue
from parcferme.house.catalogue import Action
from parcferme.house.messages import (
    AgainMessage,
    AnswerMessage,
    AskMessage,
    CloseMessage,
    PlayMessage,
    SealedMessage,
    SeatsMessage,
    StartMessage,
    StepTold,
    Stream,
)
from parcferme.house.positions import (
    Asked,
    Clocks,
    GameEvent,
    Happened,
    Names,
    Position,
    Question,
    Reader,
    Result,
    Seat,
    Turn,
    View,
)
from parcferme.table import errors, notes, undo
from parcferme.table.errors import Denied
from parcferme.table.export import conceal
from parcferme.table.journal import Audience, Happening, Step
from parcferme.table.names import apart
from parcferme.table.notes import (
    Answered,
    BotSat,
    Closed,
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
from parcferme.table.seats import PERSON
from parcferme.table.table import PLAYING, Table

WITH_POSITION = (Sat, Stood, BotSat, Left, Returned, notes.Asked, Answered, Closed)


def position(table: Table, audience: Audience, reader: Reader, seated: list[Seat], at: int | None = None) -> Position:
    """The position as it stands. `at`: the table's time to read the clocks by."""
    told = _standing(table, audience, reader, seated, table.at if at is None else at)
    told.happened = _happened(table, audience)
    return told


def _standing(table: Table, audience: Audience, reader: Reader, seated: list[Seat], at: int) -> Position:
    """… without the last move."""
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
        asked=_asked(table, audience, view, ids, reader),
        seat=audience,
        view=view,
        actions=_actions(table, audience, ids, reader),
        interrupts=_actions(table, audience, interrupts(table, audience), reader),
        sealed=sorted(table.sealed),
        own_seal=own_seal(table, audience),
        clocks=clocks(table, at),
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
    named, known = catalogue.actions(game, reader.language), catalogue.known_to(state, seat)
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
    if len(held) == 1:
        return held[0]
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


def message(
    table: Table, happening: Happening, audience: Audience, reader: Reader, seated: list[Seat], turned: bool = False
) -> Stream | None:
    """One happening as it goes over the wire right after it happened, position included where it changed, or where the
    line has `turned` to another seat of its person."""
    told = bare_message(table, happening, audience, reader, seated)
    if isinstance(told, PlayMessage):  # which is the last move
        told.position = _standing(table, audience, reader, seated, table.at)
    elif told is not None and (turned or isinstance(happening.note.body, WITH_POSITION)):
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
        case notes.Asked(seat=seat, to=to):
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
