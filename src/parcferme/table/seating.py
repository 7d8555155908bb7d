"""Taking, leaving and giving seats. Each function checks a wish and returns the note to write."""

from __future__ import annotations

from parcferme.core import registry
from parcferme.table import errors, names
from parcferme.table.errors import Denied
from parcferme.table.journal import Note
from parcferme.table.notes import BotSat, Closed, Left, Relinked, Rematched, Returned, Sat, Stood
from parcferme.table.seats import BOT, OPEN, PERSON
from parcferme.table.table import GATHERING, PLAYING, Table

SPECTATORS = -1  # the "seat" of the link for those who only watch


def sit(table: Table, person: str, seat: int | None, now: int, by_link: bool = False) -> Note:
    """Take a free seat (the first one if none is named). A seat's link also lets its bearer take it over."""
    if table.is_over():
        raise Denied(errors.NOT_PLAYING, f"the match is {table.status}")
    if seat is None:
        free = table.open_seats()
        if not free:
            raise Denied(errors.NO_SEAT, "every seat is taken")
        seat = free[0]
    _must_exist(table, seat)
    place = table.seats[seat]
    if place.kind == BOT or (place.kind == PERSON and not by_link):
        raise Denied(errors.SEAT_TAKEN, f"seat {seat} is taken")
    return table.write(Sat(seat, person), now)


def seat_bot(table: Table, seat: int, level: str, now: int, driver: str = "") -> Note:
    """Put a bot on a free seat, or another bot in its place, before the start: the driver wished for, or the first one
    of the level who is free."""
    _must_exist(table, seat)
    levels = sorted(registry.bots(table.setup.game))
    if level not in levels:
        raise Denied(errors.BAD_LEVEL, f"{level!r} is not one of {', '.join(levels)}")
    if table.status != GATHERING:
        raise Denied(errors.STARTED, "the match has begun already")
    if table.seats[seat].kind == PERSON:
        raise Denied(errors.SEAT_TAKEN, f"a person sits on seat {seat}")
    others = table.drivers(without=seat)
    if driver and driver not in names.DRIVERS.get(level, []):
        raise Denied(errors.BAD_LEVEL, f"no bot of the level {level} is called {driver!r}")
    names.must_be_free(driver, others)
    return table.write(BotSat(seat, level, driver or names.driver(level, others)), now)


def leave(table: Table, seat: int, now: int) -> Note:
    """Give the seat up before the start; hand it to a stand-in bot afterwards."""
    _must_exist(table, seat)
    if table.setup.drive:
        raise Denied(errors.STARTED, "in an event nobody else drives for a crew; the drive waits until you return")
    if table.status == GATHERING:
        if table.seats[seat].kind == OPEN:
            raise Denied(errors.NOT_SEATED, f"nobody sits on seat {seat}")
        return table.write(Stood(seat), now)
    if table.status != PLAYING:
        raise Denied(errors.NOT_PLAYING, f"the match is {table.status}")
    if table.seats[seat].driven():
        raise Denied(errors.AWAY, "a bot drives this seat already")
    return table.write(Left(seat), now)


def come_back(table: Table, seat: int, person: str, now: int) -> Note:
    """Take the wheel again."""
    _must_exist(table, seat)
    if table.status != PLAYING:
        raise Denied(errors.NOT_PLAYING, f"the match is {table.status}")
    if not table.seats[seat].away:
        raise Denied(errors.NOT_AWAY, "no bot drives this seat")
    return table.write(Returned(seat, person), now)


def renew_link(table: Table, seat: int, now: int) -> Note:
    """Void the seat's link (`SPECTATORS`: the link to watch); a new one takes its place."""
    if seat != SPECTATORS:
        _must_exist(table, seat)
    return table.write(Relinked(seat), now)


def close(table: Table, by: str, now: int) -> Note:
    """End the match without a result."""
    if table.is_over():
        raise Denied(errors.NOT_PLAYING, f"the match is {table.status}")
    if table.setup.rated and table.status == PLAYING:
        raise Denied(errors.RATED, "a rated match is played to its end: who leaves comes last")
    return table.write(Closed(by), now)


def play_again(table: Table, other: str, now: int) -> Note:
    """Point to the rematch."""
    if not table.is_over():
        raise Denied(errors.STARTED, "the match is still running")
    if table.setup.event:
        raise Denied(errors.BAD_SETUP, "a table of an event is not played again: the event says who drives when")
    return table.write(Rematched(other), now)


def _must_exist(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise Denied(errors.NO_SEAT, f"there is no seat {seat}: seats run from 0 to {len(table.seats) - 1}")
