"""What every action is worth: expected turns to the end of the stage, from a solved stage and the traffic ahead.

Exact for one car alone in the weather the stage was solved for. With rivals on the road it looks at their surcharges in
the present move and at nothing behind it.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rally.mechanics import EACH
from parcferme.games.rally.solver import WIDTH, Par, whole_ring
from parcferme.games.rally.state import (
    CARD,
    GEAR,
    GEARBOX,
    MECH,
    P_DEGREE,
    P_ENTERED,
    P_LEFT,
    P_LEVEL,
    P_PHASE,
    P_RACE,
    P_ROOM,
    P_STAGE,
    PLACE,
    RESTART,
    ROAD,
    RUBBER,
    SERVICE,
    SETUPS,
    STOP,
    Position,
)

KEPT: Final = 24  # solved stages a game remembers
TYRES: Final = [0, 1, 2]


def solved(p: Position, seat: int) -> Par:
    """The stage this car is on, solved for the race's weather, all tyres and its own mechanics; kept with the game."""
    v, t = p.v, p.tables
    mechanics = v[MECH + EACH * seat : MECH + EACH * seat + EACH]
    key = (v[P_RACE], v[P_STAGE], v[SETUPS + seat], *mechanics, *p.route.cards)
    if key not in t.solved:
        if len(t.solved) >= KEPT:
            del t.solved[next(iter(t.solved))]
        t.solved[key] = Par(t, p.route, v[SETUPS + seat], whole_ring(t.race_rings[v[P_RACE]]), TYRES, mechanics)
    return t.solved[key]


def case_of(p: Position, seat: int, sector: int) -> int:
    """The solver's number for weather, tyres and card as they are."""
    return 6 * sector + 2 * p.v[RUBBER + seat] + p.v[CARD + seat]


def action_values(par: Par, p: Position, seat: int, sector: int) -> list[tuple[int, float]]:
    """(action, expected turns) for each legal action of a gear, step or service node; `sector` is the solved weather's.

    This turn counts as one.
    """
    case = case_of(p, seat, sector)
    if p.v[P_PHASE] == GEAR:
        return _gear_values(par, p, seat, case)
    if p.v[P_PHASE] == SERVICE:
        return _service_values(par, p, seat, case)
    return _step_values(par, p, seat, case)


def _service_values(par: Par, p: Position, seat: int, case: int) -> list[tuple[int, float]]:
    """Other tyres cost the gear, and after a repair a turn (RA-57, RA-58, RA-R24)."""
    v, ids = p.v, p.tables.ids
    place, stop = v[PLACE + seat], v[STOP + seat]
    waits = 1 if v[P_DEGREE] > 0 and stop == 0 else stop
    found: list[tuple[int, float]] = []
    for action in p.legal(seat):
        if action == ids.drive_on:
            found.append((action, 1.0 + stop + par.later(place, case, v[GEARBOX + seat], 1 + stop)))
        else:
            other = case // 6 * 6 + 2 * (action - ids.fit) + case % 2
            found.append((action, 1.0 + waits + par.later(place, other, RESTART, 1 + waits)))
    return found


def _gear_values(par: Par, p: Position, seat: int, case: int) -> list[tuple[int, float]]:
    ids, state = p.tables.ids, p.v[GEARBOX + seat]
    traffic = Traffic(p, seat, 0)
    found: list[tuple[int, float]] = []
    for action in p.tables.gears[2 * state + p.v[CARD + seat]]:
        if action >= ids.overrev:
            found.append((action, gear_value(par, traffic, case - 1, action - ids.overrev + 1)))
        else:
            found.append((action, gear_value(par, traffic, case, action - ids.gear + 1)))
    return found


def gear_value(par: Par, traffic: Traffic, case: int, gear: int) -> float:
    """Setting a gear: over the die, the best way to drive the squares."""
    least, most, factors, chances = par.moves[case][gear - 1]
    total = 0.0
    for level, chance in chances:
        ahead = inside(par, traffic, case, gear, factors, level, least, most)
        steps = [step_value(par, traffic, case, factors, level, 0, least, k, ahead) for k in range(max(1, least))]
        total += chance * min(steps)
    return total


def _step_values(par: Par, p: Position, seat: int, case: int) -> list[tuple[int, float]]:
    v, ids = p.v, p.tables.ids
    gear, level, left = v[GEARBOX + seat], v[P_LEVEL], v[P_LEFT]
    factors = par.moves[case][gear - 1][2]
    traffic = Traffic(p, seat, v[P_ENTERED])
    ahead = inside(par, traffic, case, gear, factors, level, left, v[P_ROOM])
    found: list[tuple[int, float]] = []
    for brakes in range(max(1, left)):
        found.append((ids.advance + brakes, step_value(par, traffic, case, factors, level, 0, left, brakes, ahead)))
    if left == 0:
        found.append((ids.halt, par.halts[v[PLACE + seat]][WIDTH * case + gear]))
    return found


class Traffic:
    """Where the car stands and the surcharge on each square ahead of it (RA-R14)."""

    __slots__ = ("place", "length", "extra")

    def __init__(self, p: Position, seat: int, entered: int) -> None:
        v = p.v
        self.place = v[PLACE + seat]
        self.length = p.route.length
        self.extra = [0] * (self.length + 3)
        shift = 0 if p.tables.surcharge_on_occupied else 1
        for rival in range(6):
            square = v[ROAD + rival] if rival != seat else 0
            if square > self.place or (square == self.place and entered > 0 and square > 0):
                self.extra[square + shift] += 1


def step_value(
    par: Par, traffic: Traffic, case: int, factors: list[int], level: int, at: int, left: int, brakes: int,
    ahead: list[list[float]],
) -> float:  # fmt: skip
    """Entering the square after the one `at` squares ahead of the car, with these brakes."""
    square = traffic.place + at + 1
    if square > traffic.length:
        return 1.0
    value = ahead[at + 1][max(0, left - 1 - brakes)]
    difference = min(5, factors[square] + brakes + traffic.extra[square] - level)
    if difference > 0:
        value = par.keep[difference] * value + par.costs[square][WIDTH * case + difference]
    return value


def inside(
    par: Par, traffic: Traffic, case: int, gear: int, factors: list[int], level: int, left: int, room: int
) -> list[list[float]]:
    """By squares driven and squares still compulsory: the value of standing there inside the move."""
    values: list[list[float]] = [[] for _ in range(room + 1)]
    for at in range(min(room, traffic.length - traffic.place), 0, -1):
        halt = par.halts[traffic.place + at][WIDTH * case + gear]
        row: list[float] = []
        for still in range(max(0, left - at) + 1):
            best = halt if still == 0 else 1e9
            if at < room:
                for brakes in range(max(1, still)):
                    best = min(best, step_value(par, traffic, case, factors, level, at, still, brakes, values))
            row.append(best)
        values[at] = row
    return values
