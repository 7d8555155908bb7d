"""Damage and explosions (LR-71 to LR-77)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.cards import CUT
from parcferme.games.lunar_rally.load import LABELS, Ground
from parcferme.games.lunar_rally.rules.race import Race
from parcferme.games.lunar_rally.state import CELL, PHASES, PROGRAM, ROVERS, SHIELDS, TAKEN, remove
from parcferme.lib.rows import vec


def damage(v: vec[i64], race: Race, ground: Ground, hurt: list[int], events: list[Event] | None) -> bool:
    """All blows of one step at once, then the explosions they cause, wave by wave (LR-35, LR-77).

    `hurt` counts the blows by Rover. Returns whether a Rover exploded.
    """
    doomed = strike(v, race, hurt, events)
    exploded = bool(doomed)
    wave = 1
    while doomed:
        doomed = strike(v, race, explode(v, race, ground, doomed, wave, events), events)
        wave += 1
    return exploded


def strike(v: vec[i64], race: Race, hurt: list[int], events: list[Event] | None) -> list[int]:
    """LR-73, LR-74: each blow takes a shield, else the highest phase; returns the Rovers that had neither left."""
    doomed: list[int] = []
    for rover in range(ROVERS):
        blows = hurt[rover]
        if blows == 0:
            continue
        v[TAKEN + (rover & 3)] = v[TAKEN + (rover & 3)] + blows
        shields = v[SHIELDS + rover]
        v[SHIELDS + rover] = shields - blows if blows < shields else 0
        before = v[PHASES + rover]
        after = before if blows <= shields else before - (blows - shields)
        if after < before:
            v[PHASES + rover] = after if after > 0 else 1
            v[PROGRAM + rover] = CUT[4 * v[PROGRAM + rover] + v[PHASES + rover]]  # LR-74: the card goes back
        if after <= 0:
            doomed.append(rover)
        if events is not None:
            _tell_damage(v, race, rover, blows, before, events)
    return doomed


def _tell_damage(v: vec[i64], race: Race, rover: int, blows: int, before: int, events: list[Event]) -> None:
    name = race.names[rover]
    left: dict[str, object] = {
        "rover": name,
        "count": blows,
        "shields": v[SHIELDS + rover],
        "phases": v[PHASES + rover],
    }
    events.append(Event("damage", "LR-73", left))
    for phase in range(before, v[PHASES + rover], -1):
        events.append(Event("phase_lost", "LR-74", {"rover": name, "phase": phase}))


def explode(
    v: vec[i64], race: Race, ground: Ground, doomed: list[int], wave: int, events: list[Event] | None
) -> list[int]:
    """The doomed leave the board together; returns one blow for each of them beside a Rover that remains."""
    cells = [v[CELL + rover] for rover in doomed]
    for rover in doomed:
        if events is not None:
            where = LABELS[v[CELL + rover]]
            events.append(Event("explode", "LR-77", {"rover": race.names[rover], "hex": where, "wave": wave}))
        remove(v, rover)
    hurt = [0] * ROVERS
    for rover in range(ROVERS):
        cell = v[CELL + rover]
        if cell >= 0:
            for index in range(len(cells)):
                if cells[index] in ground.step[6 * cell : 6 * cell + 6]:
                    hurt[rover] += 1
                    if events is not None:
                        args: dict[str, object] = {"rover": race.names[doomed[index]], "victim": race.names[rover]}
                        events.append(Event("blast", "LR-77", args))
    return hurt
