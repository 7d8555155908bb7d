"""Faults that cost 30 marks each (RR-99)."""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Event
from parcferme.games.rally_round.mechanics.timing import FAULT, FAULT_NAMES
from parcferme.games.rally_round.state import E_FAULT, Position

CLAUSES: Final = ("RR-65", "RR-67", "RR-74", "RR-76", "RR-84")  # by code


def fault(p: Position, crew: int, code: int, square: int, events: list[Event] | None) -> None:
    """30 marks among the other penalties."""
    car = p.cars[crew]
    car.other += FAULT
    car.enter(E_FAULT, code, square)
    if events is not None:
        args: dict[str, object] = {"crew": crew + 1, "square": p.t.board.ids[square], "marks": 30}
        events.append(Event(FAULT_NAMES[code], CLAUSES[code], args))
