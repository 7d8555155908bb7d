"""Taking moves back. Free inside one's own turn; past a roll, a reveal or another seat's move only if all agree.

Undo appends to the log, nothing is erased: the match goes back to a node it stood at before, under a new number.
"""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.contract import DECISION, JOINT, State
from parcferme.core.play import Entry
from parcferme.table import errors
from parcferme.table.errors import Denied
from parcferme.table.journal import Note
from parcferme.table.moves import follow, must_be_present, must_drive
from parcferme.table.notes import Answered, Asked, Played
from parcferme.table.seats import PERSON
from parcferme.table.table import PLAYING, Table

MOST: Final = 500  # times that moves may be taken back at a table, or that may be asked for
WORLDS: Final = 4  # how many positions a seat could be in are tried to find out whether a move uncovered something


def ask(table: Table, seat: int, to: int, now: int, node: int | None = None) -> Note | None:
    """Go back to node `to`: at once where that is free or nobody else has a say, else after all have agreed. `None`:
    this very question is open already. Who names the `node` from where is refused when the match has moved on: sent
    twice it is done once."""
    if node is not None:
        must_be_present(table, node, now)
    if table.setup.undo == "off":
        raise Denied(errors.UNDO_OFF, "no move is taken back at this table")
    must_be_present(table, table.node, now)
    must_drive(table, seat)
    if table.taken_back >= MOST:  # each makes the log longer for whoever loads or replays it
        raise Denied(errors.UNDO_OFF, f"moves were taken back {MOST} times at this table: no more")
    state = _stood_at(table, to)
    if _takes_back_a_roll(table, to):
        raise Denied(errors.BAD_UNDO, "a roll of the event's dice is never taken back")
    if not _others(table, seat):
        return _go_back(table, seat, to, state, now, agreed=True)
    if table.setup.undo == "free" and is_free(table, seat, to, state):
        _must_have_time(table, to, now)
        return _go_back(table, seat, to, state, now, agreed=False)
    if table.asked is not None and table.asked.seat != seat:  # a consent on its way must not meet another question
        raise Denied(errors.BAD_UNDO, f"seat {table.asked.seat} has asked already: answer that first")
    same = table.asked is not None and table.asked.to == to
    return None if same else table.write(Asked(seat, to), now)


def _takes_back_a_roll(table: Table, to: int) -> bool:
    """… of a drive with the event's dice; where nothing is rolled (undo is free) a drive is a draft until its end."""
    rolled = table.setup.drive and table.setup.undo != "free"
    return rolled and any(entry[0] == "chance" for entry in _undone(table, to))


def answer(table: Table, seat: int, yes: bool, now: int, to: int | None = None) -> Note:
    """A seat's answer to the open question (the one to go back to node `to`, if that is named); the last consent takes
    the moves back in the same note. Who asked, or has agreed, may still say no."""
    if table.asked is None or table.status != PLAYING:
        raise Denied(errors.NOTHING_ASKED, "nobody has asked to take a move back")
    must_drive(table, seat)
    if to is not None and to != table.asked.to:
        raise Denied(errors.NOTHING_ASKED, f"the open question is to go back to node {table.asked.to}, not {to}")
    if yes and seat in table.asked.yes:
        raise Denied(errors.NOTHING_ASKED, f"seat {seat} has agreed already")
    if yes and agreed(table, seat) == _others(table, table.asked.seat):
        return _go_back(table, table.asked.seat, table.asked.to, _stood_at(table, table.asked.to), now, agreed=True)
    return table.write(Answered(seat, yes), now)


def agreed(table: Table, *more: int) -> list[int]:
    """Of the seats whose consent the open question needs, those that have given it, and those of `more`. A person on
    several seats consents for all of them."""
    if table.asked is None:
        return []
    people = {table.seats[one].person for one in (*table.asked.yes, *more)}
    return [other for other in _others(table, table.asked.seat) if table.seats[other].person in people]


def is_free(table: Table, seat: int, to: int, before: State) -> bool:
    """Only own moves since then, still the own turn, and nothing rolled or uncovered."""
    if table.play.state.kind() != DECISION or table.to_act() != (seat,) or before.to_act() != (seat,):
        return False
    if to < table.fixed:  # a bot has driven meanwhile, or the time was up
        return False
    undone = _undone(table, to)
    return all(entry[0] == seat for entry in undone) and not _uncovers(table, seat, before, undone)


def last_decision(table: Table, seat: int) -> int | None:
    """The node of the last decision that still stands of the person on this seat, on whichever of their seats."""
    person = table.seats[seat].person
    own = {number for number, one in enumerate(table.seats) if one.person == person}
    for index in reversed(table.play.live):
        who = table.play.log[index][0]
        if who in own or who == "joint":
            return index
    return None


def _go_back(table: Table, seat: int, to: int, state: State, now: int, agreed: bool) -> Note:
    entries: list[Entry] = [["undo", to]]
    entries += follow(table, [], state, table.node + 1)
    return table.write(Played(seat, "undo", entries, agreed=agreed), now)


def _must_have_time(table: Table, to: int, now: int) -> None:
    """Going back by oneself goes back to what is left of that decision's time."""
    ends = table.clocks.ends_from(table.waits[len(table.play.live_after(to))]) if table.waits else None
    if ends is not None and now >= ends:
        raise Denied(errors.TIME_UP, f"the time for the decision at node {to} is up")


def _stood_at(table: Table, to: int) -> State:
    """The position of an earlier node; only nodes at which somebody decided, and that led here, can be gone back to."""
    if not 0 <= to < table.node:
        raise Denied(errors.BAD_UNDO, f"there is no node {to} before node {table.node}")
    state, live = table.play.at(to), table.play.live_after(to)
    if state.kind() not in (DECISION, JOINT):
        raise Denied(errors.BAD_UNDO, f"nobody decided at node {to}")
    if len(live) >= len(table.play.live) or live != table.play.live[: len(live)]:
        raise Denied(errors.BAD_UNDO, f"what happened at node {to} has been taken back already")
    return state


def _undone(table: Table, to: int) -> list[Entry]:
    """The entries that count now and would not count any more."""
    kept = set(table.play.live_after(to))
    return [table.play.log[index] for index in table.play.live if index not in kept]


def _uncovers(table: Table, seat: int, before: State, entries: list[Entry]) -> bool:
    """Did these own moves show the seat anything it could not have worked out beforehand?

    The moves are repeated in other positions the seat could have been in; where nothing was uncovered all of them
    look the same to it afterwards. A move that is not even possible there has uncovered something, too.
    """
    seen = table.play.state.view(seat)
    for world in range(WORLDS):
        other = before.resample(seat, Random(world))
        for entry in entries:
            action = table.game.parse(str(entry[1]))
            if action not in other.legal(seat):
                return True
            other.apply(action)
        if other.view(seat) != seen:
            return True
    return False


def _others(table: Table, seat: int) -> list[int]:
    """Seats whose consent is needed: those of other people, also while a bot drives for them. Bots agree, and so does
    a person's other seat."""
    asker = table.seats[seat].person
    return [n for n, s in enumerate(table.seats) if s.kind == PERSON and s.person != asker]
