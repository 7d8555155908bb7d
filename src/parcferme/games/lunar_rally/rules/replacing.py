"""New Rovers for those who have lost both (LR-82, LR-R34)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.actions import DECLINE
from parcferme.games.lunar_rally.rules.ending import may_replace
from parcferme.games.lunar_rally.rules.placing import has_free_start, put_down, tell_placing
from parcferme.games.lunar_rally.rules.programming import ask_program
from parcferme.games.lunar_rally.state import REPLACE, SEATS_OF, Position


def offer_replacement(position: Position, events: list[Event] | None) -> bool:
    """In first-player order; without a free start hex one waits. True when somebody is asked."""
    players: i64 = position.race.players
    without = position.remaining() & ~position.driving()
    if without == 0:
        return False
    while position.turn < players:
        seat = (position.first + position.turn) % players
        if without >> seat & 1 and may_replace(position, seat):
            if has_free_start(position):
                position.phase = REPLACE
                position.asked = 1 << seat
                return True
            if events is not None:
                events.append(Event("no_room", "LR-R34", position.race.who(seat)))
        position.turn += 1
    return False


def replace(position: Position, moves: list[int], events: list[Event] | None) -> None:
    """A replacement is entered or declined; then the next seat is asked, or Rover 1s are programmed."""
    (seat,) = SEATS_OF[position.asked]
    rover = position.rover(seat, 1)
    if moves[0] != DECLINE:
        put_down(position.race, rover, moves[0])
        rover.replaced += 1
        if events is not None:
            tell_placing(rover, "replace", "LR-82", events)
    elif events is not None:
        events.append(Event("decline", "LR-R34", position.race.who(seat)))
    position.turn += 1
    if not offer_replacement(position, events):
        ask_program(position, 1)
