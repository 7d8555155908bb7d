"""What every action is worth: expected turns to the end of the stage, from a solved stage and the traffic ahead.

Exact for one car alone in the weather the stage was solved for. With rivals on the road it looks at their surcharges in
the present move and at nothing behind it.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rally.mechanics.driving import RESTART, left_after, most_brakes, too_hard, turns_lost_with_tyres
from parcferme.games.rally.par.solver import WIDTH, Gear, Par, whole_ring
from parcferme.games.rally.rules.ahead import overtaken_ahead
from parcferme.games.rally.state import GEAR, SERVICE, Position

KEPT: Final = 24  # solved stages a game remembers
ALL_TYRES: Final = [0, 1, 2]
FAR: Final = 33  # squares ahead: more than any move may drive


def solved(p: Position, seat: int) -> Par:
    """The stage this car is on, solved for the race's weather, all tyres and its own mechanics; kept with the game."""
    t, car = p.tables, p.cars[seat]
    setup, mechanics = int(car.setup), car.crew.squares
    key = (int(p.race), int(p.stage), setup, *mechanics, *p.route.cards)
    if key not in t.solved:
        if len(t.solved) >= KEPT:
            del t.solved[next(iter(t.solved))]
        t.solved[key] = Par(t, p.route, setup, whole_ring(p.ring()), ALL_TYRES, mechanics)
    return t.solved[key]


def case_of(p: Position, seat: int, sector: int) -> int:
    """The solver's number for weather, tyres and card as they are."""
    car = p.cars[seat]
    return 6 * sector + 2 * int(car.tyres) + (1 if car.overrev else 0)


def action_values(par: Par, p: Position, seat: int, sector: int) -> list[tuple[int, float]]:
    """(action, expected turns) for each legal action of a gear, step or service node; `sector` is the solved weather's.

    This turn counts as one.
    """
    case = case_of(p, seat, sector)
    if p.phase == GEAR:
        return _gear_values(par, p, seat, case)
    if p.phase == SERVICE:
        return _service_values(par, p, seat, case)
    return _step_values(par, p, seat, case)


def _service_values(par: Par, p: Position, seat: int, case: int) -> list[tuple[int, float]]:
    """Other tyres cost the gear (RA-58), and after a repair a turn."""
    ids, car = p.tables.ids, p.cars[seat]
    place, stop = int(car.place), int(car.stop)
    waits = turns_lost_with_tyres(int(p.harm), stop)
    found: list[tuple[int, float]] = []
    for action in p.legal(seat):
        if action == ids.drive_on:
            found.append((action, 1.0 + stop + par.later(place, case, int(car.gear), 1 + stop)))
        else:
            other = case // 6 * 6 + 2 * (action - ids.fit) + case % 2
            found.append((action, 1.0 + waits + par.later(place, other, RESTART, 1 + waits)))
    return found


def _gear_values(par: Par, p: Position, seat: int, case: int) -> list[tuple[int, float]]:
    ids, car = p.tables.ids, p.cars[seat]
    traffic = Traffic(p, seat)
    found: list[tuple[int, float]] = []
    for action in p.tables.gears[2 * int(car.gear) + int(car.overrev)]:
        if action >= ids.overrev:
            found.append((action, gear_value(par, traffic, case - 1, action - ids.overrev + 1)))
        else:
            found.append((action, gear_value(par, traffic, case, action - ids.gear + 1)))
    return found


def gear_value(par: Par, traffic: Traffic, case: int, gear: int) -> float:
    """Setting a gear: over the die, the best way to drive the squares."""
    box = par.gears[case][gear - 1]
    total = 0.0
    for level, chance in box.chances:
        ahead = Ahead(par, traffic, case, gear, level)
        ahead.look(box.least, box.most)
        total += chance * min([ahead.step(0, box.least, brakes) for brakes in range(most_brakes(box.least) + 1)])
    return total


def _step_values(par: Par, p: Position, seat: int, case: int) -> list[tuple[int, float]]:
    ids, car = p.tables.ids, p.cars[seat]
    gear, left = int(car.gear), int(p.left)
    ahead = Ahead(par, Traffic(p, seat), case, gear, int(p.level))
    ahead.look(left, int(p.room))
    found = [(ids.advance + brakes, ahead.step(0, left, brakes)) for brakes in range(most_brakes(left) + 1)]
    if left == 0:
        found.append((ids.halt, par.halts[car.place][WIDTH * case + gear]))
    return found


class Traffic:
    """Where the car stands and the cars overtaken into each square ahead of it."""

    __slots__ = ("place", "length", "extra")

    def __init__(self, p: Position, seat: int) -> None:
        self.place = int(p.cars[seat].place)
        self.length = p.route.length
        self.extra = overtaken_ahead(p, seat, FAR)  # [0] is the next square


class Ahead:
    """The rest of a move at one level: the value of each square ahead, found from the far end back."""

    __slots__ = ("par", "traffic", "case", "gear", "box", "level", "values")

    def __init__(self, par: Par, traffic: Traffic, case: int, gear: int, level: int) -> None:
        self.par = par
        self.traffic = traffic
        self.case = case
        self.gear = gear
        self.box: Gear = par.gears[case][gear - 1]
        self.level = level
        self.values: list[list[float]] = []  # by squares driven and squares still compulsory

    def look(self, left: int, room: int) -> None:
        """Value every square within reach."""
        place = self.traffic.place
        self.values = [[] for _ in range(room + 1)]
        for at in range(min(room, self.traffic.length - place), 0, -1):
            halt = self.par.halts[place + at][WIDTH * self.case + self.gear]
            row: list[float] = []
            for still in range(max(0, left - at) + 1):
                best = halt if still == 0 else 1e9
                if at < room:
                    for brakes in range(most_brakes(still) + 1):
                        best = min(best, self.step(at, still, brakes))
                row.append(best)
            self.values[at] = row

    def step(self, at: int, left: int, brakes: int) -> float:
        """Entering the square after the one `at` squares ahead of the car, with these brakes."""
        square = self.traffic.place + at + 1
        if square > self.traffic.length:
            return 1.0
        value = self.values[at + 1][left_after(left, brakes)]
        difference = too_hard(self.box.factors[square] + brakes + self.traffic.extra[at], self.level)
        if difference > 0:
            value = self.par.keep[difference] * value + self.par.costs[square][WIDTH * self.case + difference]
        return value
