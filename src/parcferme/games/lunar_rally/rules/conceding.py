"""Giving up, at any time (LR-86, LR-R37)."""

from __future__ import annotations

from parcferme.core.events import Event
from parcferme.games.lunar_rally.rules.ending import end, end_if_settled
from parcferme.games.lunar_rally.rules.placing import ask_to_place
from parcferme.games.lunar_rally.rules.programming import ask_program
from parcferme.games.lunar_rally.rules.replacing import offer_replacement
from parcferme.games.lunar_rally.rules.turns import after_programming
from parcferme.games.lunar_rally.state import GIVEN_UP, PLACE, REPLACE, Position


def concede(position: Position, seat: int, events: list[Event] | None) -> None:
    """The seat's Rovers leave without an explosion; the last seat left wins."""
    position.conceded |= 1 << seat
    for number in (1, 2):
        position.rover(seat, number).leave()
    if events is not None:
        events.append(Event("concede", "LR-86", position.race.who(seat)))
    left = position.remaining()
    if left & (left - 1) == 0:
        end(position, GIVEN_UP, left, events)
    elif position.phase == PLACE:
        ask_to_place(position)
    elif position.phase > PLACE and not end_if_settled(position, events):
        _stop_asking(position, seat, events)


def _stop_asking(position: Position, seat: int, events: list[Event] | None) -> None:
    """Go on where only the seat that has conceded was waited for."""
    if position.asked != 1 << seat:
        position.asked &= ~(1 << seat)
    elif position.phase != REPLACE:
        after_programming(position, events)
    elif not offer_replacement(position, events):
        ask_program(position, 1)
