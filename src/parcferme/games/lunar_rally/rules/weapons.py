"""Lasers and missiles (LR-57 to LR-70). All weapons of one kind fire together, as the Rovers stand (LR-R09)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.load import HEXES, LABELS, Ground
from parcferme.games.lunar_rally.rules.damage import damage
from parcferme.games.lunar_rally.rules.ending import end_if_settled
from parcferme.games.lunar_rally.rules.race import Race
from parcferme.games.lunar_rally.state import ARMED, CELL, FACING, MISSILES, ROVERS, rover_on
from parcferme.lib.hexgrid import aim
from parcferme.lib.rows import vec

REACH: Final = 5  # LR-64
WIDTH: Final = 2 * REACH + 1
MISS: Final = -1
TIED: Final = -2  # LR-67


def _sights() -> list[int]:
    """8 × distance + sideways of a hex in the missile arc, 0 outside; by column, row offset and facing (LR-R27)."""
    table: list[int] = []
    for dq in range(-REACH, REACH + 1):
        for dr in range(-REACH, REACH + 1):
            for facing in range(6):
                seen = aim((0, 0), (dq, dr), facing)
                table.append(8 * seen[0] + seen[1] if seen is not None and seen[0] <= REACH else 0)
    return table


SIGHTS: Final = vec[i64](_sights())


def laser_target(v: vec[i64], ground: Ground, rover: int) -> int:
    """LR-60, LR-61: the first Rover straight ahead before a crater or the edge, else MISS."""
    way = v[FACING + rover]
    cell = ground.step[6 * v[CELL + rover] + way]
    while cell >= 0:
        target = rover_on(v, cell)
        if target >= 0:
            return target
        cell = ground.step[6 * cell + way]
    return MISS


def missile_target(v: vec[i64], rover: int) -> int:
    """LR-64 to LR-67: the nearest Rover in the arc, then the one nearer to straight ahead; MISS or TIED if none is."""
    q, r = HEXES[v[CELL + rover]]
    facing = v[FACING + rover]
    best = 8 * (REACH + 1)
    target = MISS
    for other in range(ROVERS):
        cell = v[CELL + other]
        if cell < 0 or other == rover:
            continue
        dq = HEXES[cell][0] - q + REACH
        dr = HEXES[cell][1] - r + REACH
        if not (0 <= dq < WIDTH and 0 <= dr < WIDTH):
            continue
        sight = SIGHTS[6 * (WIDTH * dq + dr) + facing]
        if sight == 0:
            continue
        if sight < best:
            best, target = sight, other
        elif sight == best:
            target = TIED
    return target


def fire_lasers(v: vec[i64], race: Race, ground: Ground, shooters: list[int], events: list[Event] | None) -> None:
    hurt = [0] * ROVERS
    hits = 0
    for rover in shooters:
        if not v[ARMED + rover]:  # LR-57
            _tell(events, "inert", "LR-57", race.names[rover], {"weapon": "laser"})
            continue
        target = laser_target(v, ground, rover)
        if target >= 0:
            hurt[target] += 1
            hits += 1
        if events is not None:
            _tell_laser(v, race, ground, rover, target, events)
    if hits and damage(v, race, ground, hurt, events):
        end_if_settled(v, race, events)


def fire_missiles(v: vec[i64], race: Race, ground: Ground, shooters: list[int], events: list[Event] | None) -> None:
    hurt = [0] * ROVERS
    hits = 0
    for rover in shooters:
        if not v[ARMED + rover]:  # LR-57: and the missile is kept
            _tell(events, "inert", "LR-57", race.names[rover], {"weapon": "missile"})
        elif v[MISSILES + rover] == 0:  # LR-63
            _tell(events, "no_missile", "LR-63", race.names[rover], {})
        else:
            v[MISSILES + rover] = v[MISSILES + rover] - 1  # LR-62: hit or miss
            target = missile_target(v, rover)
            if target >= 0:
                hurt[target] += 1
                hits += 1
            if events is not None:
                _tell_missile(v, race, rover, target, events)
    if hits and damage(v, race, ground, hurt, events):
        end_if_settled(v, race, events)


def _tell(events: list[Event] | None, kind: str, clause: str, name: str, args: dict[str, object]) -> None:
    if events is not None:
        events.append(Event(kind, clause, {"rover": name, **args}))


def _tell_laser(v: vec[i64], race: Race, ground: Ground, rover: int, target: int, events: list[Event]) -> None:
    """The line from muzzle to target, or to the last hex before whatever stops it."""
    last = v[CELL + rover]
    way = v[FACING + rover]
    while ground.step[6 * last + way] >= 0 and (target < 0 or last != v[CELL + target]):
        last = ground.step[6 * last + way]
    args: dict[str, object] = {"from": LABELS[v[CELL + rover]], "to": LABELS[last]}
    if target >= 0:
        _tell(events, "laser", "LR-60", race.names[rover], {"target": race.names[target], **args})
    else:
        _tell(events, "laser_miss", "LR-61", race.names[rover], args)


def _tell_missile(v: vec[i64], race: Race, rover: int, target: int, events: list[Event]) -> None:
    start: dict[str, object] = {"from": LABELS[v[CELL + rover]], "left": v[MISSILES + rover]}
    if target >= 0:
        args: dict[str, object] = {"target": race.names[target], "to": LABELS[v[CELL + target]], **start}
        _tell(events, "missile", "LR-65", race.names[rover], args)
    else:
        kind = "missile_tie" if target == TIED else "missile_miss"
        _tell(events, kind, "LR-67", race.names[rover], start)
