"""Opening a table, the first time or again: what was agreed, and the notes of who sits down where.

The notes are folded already; whoever opens the table keeps them before anybody is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parcferme.core import registry
from parcferme.core.contract import Game
from parcferme.core.errors import ParcFermeError
from parcferme.house import catalogue
from parcferme.house.forms import CreateForm, SeatWish, VariantForm
from parcferme.table import errors, moves, seating, setup
from parcferme.table.errors import Denied
from parcferme.table.journal import Note
from parcferme.table.names import one_line
from parcferme.table.seats import BOT
from parcferme.table.setup import Pace, Setup
from parcferme.table.table import PLAYING, Table


def agreed(form: CreateForm) -> Setup:
    """What is agreed at a table; raises where it cannot be."""
    pace = Pace(form.pace.kind, form.pace.bank, form.pace.increment, form.pace.sealed, form.pace.days)
    usual = setup.usual_aids(form.visibility, any(wish.kind == "bot" for wish in form.seats))
    aids = usual if form.aids is None else form.aids
    return setup.make(
        form.game,
        form.options,
        pace,
        form.visibility,
        form.undo,
        form.chat,
        one_line(form.title),
        aids,
        rated=form.rated,
        thinking=form.thinking,
    )


def game_for(chosen: Setup) -> Game:
    """The game as agreed. A large board takes its time."""
    try:
        return catalogue.shared_game(chosen)
    except (ValueError, KeyError, TypeError) as error:  # a document of the user's that the game could not take
        raise Denied("bad_option", f"{chosen.game}: {error}") from error


def checked(game: str, given: dict[str, Any]) -> VariantForm:
    """Are these options possible? All of them with the variant's name, or what is wrong."""
    spec = registry.meta(game).options
    options = spec.read(given)
    try:
        made = catalogue.game_of(game, registry.meta(game).version, options)
    except ParcFermeError:
        raise
    except (ValueError, KeyError, TypeError) as error:  # a document of the user's that the game could not take
        raise Denied("bad_option", f"{game}: {error}") from error
    return VariantForm(catalogue.variant(game, options), made.players, options)


def brings_documents(options: Mapping[str, object]) -> bool:
    """Does anything in it take a while to be read: a board, a deck, tables of somebody's own?"""
    return any(isinstance(value, dict) for value in options.values())


def wishes(table: Table, given: list[SeatWish]) -> list[SeatWish]:
    """A wish for every seat; what is wrong with them is found before anything is kept."""
    if len(given) > len(table.seats):
        raise Denied(errors.BAD_SETUP, f"seats: {len(given)} wishes, but the table has {len(table.seats)} seats")
    wanted = given or [SeatWish("me")]
    wanted = [*wanted, *[SeatWish() for _ in range(len(table.seats) - len(wanted))]]
    levels = catalogue.levels(table.setup.game)
    for number, wish in enumerate(wanted):
        if wish.kind == "bot" and wish.level not in levels:
            raise Denied(errors.BAD_LEVEL, f"seat {number}: {wish.level!r} is not one of {', '.join(levels)}")
    return wanted


def first_notes(table: Table, person: str, wanted: list[SeatWish], now: int) -> list[Note]:
    """Everybody sits down as wished, and the match starts where no seat is left open."""
    notes: list[Note] = []
    for seat, wish in enumerate(wanted):
        if wish.kind != "open":
            note = (
                seating.sit(table, person, seat, now)
                if wish.kind == "me"
                else seating.seat_bot(table, seat, wish.level, now, wish.driver)
            )
            notes.append(_folded(table, note))
    if not table.open_seats():
        notes.append(_folded(table, moves.start(table, now)))
    return notes


def seated_again(fresh: Table, old: Table, gone: set[str], asker: frozenset[str], now: int) -> list[Note]:
    """The same people and bots once more, each one seat further; it starts where nobody is missing. `gone`: people who
    have deleted themselves. To a rated match nobody is sat down by another."""
    others = {seat.person for seat in old.seats if seat.person not in asker} if fresh.setup.rated else set()
    notes = _seat_again(fresh, old, gone | others, now)
    if not fresh.open_seats():
        notes.append(_folded(fresh, moves.start(fresh, now)))
        notes += _leave_again(fresh, old, asker, now)
    return notes


def _seat_again(fresh: Table, old: Table, missing: set[str], now: int) -> list[Note]:
    """Everybody one seat further; but for those who are `missing`."""
    notes: list[Note] = []
    for number, seat in enumerate(old.seats):
        place = _one_further(old, number)
        if seat.kind == BOT:
            notes.append(_folded(fresh, seating.seat_bot(fresh, place, seat.level, now, seat.driver)))
        elif seat.person and seat.person not in missing:
            notes.append(_folded(fresh, seating.sit(fresh, seat.person, place, now)))
    return notes


def _leave_again(fresh: Table, old: Table, asker: frozenset[str], now: int) -> list[Note]:
    """Who was away at the end may not even hear of the rematch: a bot drives until they return. Who asks for it is
    here."""
    away = [n for n, seat in enumerate(old.seats) if seat.away and seat.person not in asker]
    places = [_one_further(old, number) for number in away] if fresh.status == PLAYING else []
    return [_folded(fresh, seating.leave(fresh, place, now)) for place in places]


def _one_further(table: Table, seat: int) -> int:
    return (seat + 1) % len(table.seats)


def _folded(table: Table, note: Note) -> Note:
    table.fold(note)
    return note
