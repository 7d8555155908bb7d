"""Still: caches and Repair Stations (LR-78 to LR-81). It works at the end of the Move step (LR-R11)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.board.decks import ST
from parcferme.games.lunar_rally.board.hexes import LABELS
from parcferme.games.lunar_rally.state import Position, Rover


def stand_still(position: Position, rovers: list[Rover], phase: i64, events: list[Event] | None) -> None:
    """All Still cards of a phase that still lie there; one Still does one thing (LR-R31)."""
    ground = position.ground
    for rover in rovers:
        if rover.program.does[phase] == ST:
            cache = ground.cache_bit[rover.cell] & position.caches
            if cache:
                _pick_up(position, rover, cache, events)
            elif ground.is_station[rover.cell]:
                _repair(rover, events)
            elif events is not None:
                _tell(rover, "still", "LR-78", {"why": "plain"}, events)


def _pick_up(position: Position, rover: Rover, cache: i64, events: list[Event] | None) -> None:
    if rover.missiles < rover.number:
        rover.missiles += 1
        position.caches &= ~cache  # LR-80
        if events is not None:
            _tell(rover, "cache", "LR-78", {"missiles": rover.missiles}, events)
    elif events is not None:
        _tell(rover, "still", "LR-79", {"why": "full"}, events)


def _repair(rover: Rover, events: list[Event] | None) -> None:
    if rover.phases < 3:
        rover.phases += 1  # LR-76, LR-81; the restored phase has no card yet (LR-R30)
    elif rover.shields < rover.number:
        rover.shields += 1
    else:
        if events is not None:
            _tell(rover, "still", "LR-81", {"why": "sound"}, events)
        return
    if events is not None:
        _tell(rover, "repair", "LR-81", {"phases": rover.phases, "shields": rover.shields}, events)


def _tell(rover: Rover, kind: str, clause: str, args: dict[str, object], events: list[Event]) -> None:
    events.append(Event(kind, clause, {"rover": rover.name, "hex": LABELS[rover.cell], **args}))
