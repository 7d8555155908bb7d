"""Lasers and missiles (LR-57 to LR-70). All weapons of one kind fire together, as the Rovers stand (LR-R09)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.board.decks import LA, MI
from parcferme.games.lunar_rally.board.hexes import BESIDE, LABELS
from parcferme.games.lunar_rally.mechanics.aiming import in_arc, straight_ahead
from parcferme.games.lunar_rally.rules.damage import take_damage
from parcferme.games.lunar_rally.rules.ending import end_if_settled
from parcferme.games.lunar_rally.state import Position, Rover


def laser_target(position: Position, rover: Rover) -> Rover | None:
    """LR-60, LR-61, LR-R25: the first Rover straight ahead, unless a crater or the edge comes before it."""
    nearest = position.ground.view[6 * rover.cell + rover.facing] + 1
    target: Rover | None = None
    for other in position.rovers:
        if other.cell >= 0:
            far = straight_ahead(rover.cell, rover.facing, other.cell)
            if 0 < far < nearest:
                nearest, target = far, other
    return target


def missile_target(position: Position, rover: Rover) -> Rover | None:
    """LR-64 to LR-67: the nearest Rover in the arc, then the one nearer to straight ahead; two alike spoil it."""
    best: i64 = 0
    target: Rover | None = None
    for other in position.rovers:
        sight = _sight(rover, other)
        if sight == 0:
            continue  # LR-69, LR-R29: nothing else is in a missile's way
        if best == 0 or sight < best:
            best, target = sight, other
        elif sight == best:
            target = None
    return target


def _sight(rover: Rover, other: Rover) -> i64:
    return in_arc(rover.cell, rover.facing, other.cell) if other.cell >= 0 else 0


def fire_lasers(position: Position, rovers: list[Rover], phase: i64, events: list[Event] | None) -> None:
    hits = 0
    for rover in rovers:
        if rover.program.does[phase] != LA:
            continue
        if not rover.armed:  # LR-57
            if events is not None:
                _tell(events, "inert", "LR-57", rover, {"weapon": "laser"})
            continue
        target = laser_target(position, rover)
        if target is not None:
            target.blows += 1
            hits += 1
        if events is not None:
            _tell_laser(position, rover, target, events)
    if hits and take_damage(position, events):
        end_if_settled(position, events)


def fire_missiles(position: Position, rovers: list[Rover], phase: i64, events: list[Event] | None) -> None:
    hits = 0
    for rover in rovers:
        if rover.program.does[phase] != MI:
            continue
        if not rover.armed:  # LR-57: and the missile is kept
            if events is not None:
                _tell(events, "inert", "LR-57", rover, {"weapon": "missile"})
        elif rover.missiles == 0:  # LR-63
            if events is not None:
                _tell(events, "no_missile", "LR-63", rover, {})
        else:
            rover.missiles -= 1  # LR-62: hit or miss
            target = missile_target(position, rover)
            if target is not None:
                target.blows += 1  # LR-68
                hits += 1
            if events is not None:
                _tell_missile(position, rover, target, events)
    if hits and take_damage(position, events):
        end_if_settled(position, events)


def _tell(events: list[Event], kind: str, clause: str, rover: Rover, args: dict[str, object]) -> None:
    events.append(Event(kind, clause, {"rover": rover.name, **args}))


def _tell_laser(position: Position, rover: Rover, target: Rover | None, events: list[Event]) -> None:
    """The line from muzzle to target, or to the last hex before whatever stops it: a crater or the edge (LR-R25)."""
    step = position.ground.step
    last = rover.cell
    while step[6 * last + rover.facing] >= 0 and (target is None or last != target.cell):
        last = step[6 * last + rover.facing]
    args: dict[str, object] = {"from": LABELS[rover.cell], "to": LABELS[last]}
    if target is not None:
        _tell(events, "laser", "LR-60", rover, {"target": target.name, **args})
    else:
        crater = BESIDE[6 * last + rover.facing] in position.ground.craters
        _tell(events, "laser_miss", "LR-61" if crater else "LR-R25", rover, args)


def _tell_missile(position: Position, rover: Rover, target: Rover | None, events: list[Event]) -> None:
    start: dict[str, object] = {"from": LABELS[rover.cell], "left": rover.missiles}
    if target is not None:
        far = _sight(rover, target) // 8  # the others as far away lie further to the side
        as_far = sum([_sight(rover, other) // 8 == far for other in position.rovers])
        clause = "LR-65" if as_far == 1 else "LR-66"
        _tell(events, "missile", clause, rover, {"target": target.name, "to": LABELS[target.cell], **start})
    else:
        tied = any(_sight(rover, other) for other in position.rovers)
        _tell(events, "missile_tie" if tied else "missile_miss", "LR-67", rover, start)
