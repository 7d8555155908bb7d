"""A Rover comes to stand on a hex, by driving or by being pushed: weapons wake, and the race may be won.

Start hexes are plain ground otherwise, and may be entered again (LR-R40).
"""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.board.hexes import LABELS
from parcferme.games.lunar_rally.state import Rover


def arrive(ground: Ground, rover: Rover, events: list[Event] | None) -> i64:
    """A Rover drives to its target; returns its seat's bit if that is the Finish Line, else 0."""
    if events is not None:
        args: dict[str, object] = {"rover": rover.name, "from": LABELS[rover.cell], "to": LABELS[rover.target]}
        events.append(Event("move", "LR-42", args))
    return stand(ground, rover, rover.target, True, events)


def stand(ground: Ground, rover: Rover, cell: i64, counts: bool, events: list[Event] | None) -> i64:
    """A Rover now stands here: off the Start Line, otherwise plain ground (LR-R40), its weapons wake (LR-57,
    LR-R24), on the finish it may win."""
    rover.cell = cell
    if not rover.armed and not ground.is_start[cell]:
        rover.armed = True  # LR-58: and stays so
        if events is not None:
            events.append(Event("armed", "LR-57", {"rover": rover.name}))
    if not (ground.is_finish[cell] and counts):
        return 0
    if events is not None:
        events.append(Event("finish", "LR-83", {"rover": rover.name, "hex": LABELS[cell]}))
    return 1 << rover.seat


def tell_together(events: list[Event], told: int) -> None:
    """All moves are one: they are told before the weapons they wake, and those before the finish (LR-32, LR-84)."""
    events[told:] = sorted(events[told:], key=_rank)


def _rank(event: Event) -> int:
    return 2 if event.kind == "finish" else 1 if event.kind == "armed" else 0
