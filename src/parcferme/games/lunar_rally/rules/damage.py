"""Damage and explosions (LR-71 to LR-77). It asks nobody whose Rover it is (LR-R33)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.board.hexes import LABELS
from parcferme.games.lunar_rally.state import Position, Rover


def take_damage(position: Position, events: list[Event] | None) -> bool:
    """All blows of one step at once, then the explosions they cause, wave by wave (LR-35, LR-72, LR-77).

    Returns whether a Rover exploded.
    """
    doomed = _strike(position, events)
    exploded = len(doomed) > 0
    wave = 1
    while doomed:
        _explode(position, doomed, wave, events)
        doomed = _strike(position, events)
        wave += 1
    return exploded


def _strike(position: Position, events: list[Event] | None) -> list[Rover]:
    """Every Rover, whosever it is (LR-R33), takes the blows it was dealt, one damage each (LR-71); returns those that
    had neither shield nor phase left for them."""
    doomed: list[Rover] = []
    for rover in position.rovers:
        if rover.blows:
            before = rover.phases
            lost = _suffer(rover)
            if lost:
                doomed.append(rover)
            if events is not None:
                _tell_damage(rover, before, 0 if lost else rover.phases, events)
            rover.blows = 0
    return doomed


def _suffer(rover: Rover) -> bool:
    """LR-73, LR-74: each blow takes a shield, else the highest phase with its card; true for one blow too many."""
    rover.damage += rover.blows
    if rover.blows <= rover.shields:
        rover.shields -= rover.blows
        return False
    left = rover.phases - (rover.blows - rover.shields)
    rover.shields = 0
    rover.phases = left if left > 0 else 1
    rover.program = rover.program.cut[rover.phases]
    return left <= 0


def _tell_damage(rover: Rover, before: i64, phases: i64, events: list[Event]) -> None:
    left: dict[str, object] = {
        "rover": rover.name,
        "count": rover.blows,
        "shields": rover.shields,
        "phases": phases,
    }
    events.append(Event("damage", "LR-73", left))
    for phase in range(before, rover.phases, -1):
        events.append(Event("phase_lost", "LR-74", {"rover": rover.name, "phase": phase}))


def _explode(position: Position, doomed: list[Rover], wave: int, events: list[Event] | None) -> None:
    """The doomed leave the board together, and each deals a blow to every Rover beside it that remains."""
    cells = [rover.cell for rover in doomed]
    for rover in doomed:
        if events is not None:
            args: dict[str, object] = {"rover": rover.name, "hex": LABELS[rover.cell], "wave": wave}
            events.append(Event("explode", "LR-77", args))
        rover.leave()
    for rover in position.rovers:
        if rover.cell >= 0:
            for index in range(len(cells)):
                if position.ground.is_beside(rover.cell, cells[index]):
                    rover.blows += 1
                    if events is not None:
                        events.append(Event("blast", "LR-77", {"rover": doomed[index].name, "victim": rover.name}))
