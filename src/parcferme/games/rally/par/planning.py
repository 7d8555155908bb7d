"""Before the start: which set-up, which tyres, where to put the mechanics. All by solving the stage (solver.py).

A driver in a hurry finds mechanics by coordinate ascent (`Placement`): one of the three is moved at a time, as long as
that saves turns. Advice looks at whole sets (`Crews`). Either way the stage is solved for every set tried, in
weather that stays as it is, which is quick and ranks sets well. Roads not laid yet are imagined, the same ones each
time: that makes figures estimates, whose error is told by how much the roads differ.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from typing import Final

from parcferme.games.rally.board.parts import NORMAL
from parcferme.games.rally.board.route import Route
from parcferme.games.rally.board.tables import Tables
from parcferme.games.rally.mechanics.crew import EACH, RADIUS
from parcferme.games.rally.par.solver import Par, Weather, steady
from parcferme.games.rally.state import Position

HARD: Final = (0, 0, 1, 4, 6, 6)  # how much a square of each level wants a mechanic nearby
NUDGES: Final = (RADIUS, -RADIUS)  # squares by which a mechanic is moved to try; then beside each of the others
KINDS: Final = (0, 1, 2)  # of set-ups
ALL_TYRES: Final = [0, 1, 2]
ROADS: Final = 4  # imagined for advice
PAIRS: Final = 4  # of last mechanics, looked at for each place of the first one

Lasts = Callable[[], bool]  # is there time for another solution of a stage?


def tyre_values(par: Par, sector: int) -> list[float]:
    """Expected turns of the stage by the tyres fitted at the start; `par` was solved with all of them."""
    return [par.at_start(sector, tyres) for tyres in par.tyres]


def best_tyres(par: Par, sector: int) -> int:
    values = tyre_values(par, sector)
    return par.tyres[values.index(min(values))]


def setup_values(
    tables: Tables, route: Route, weather: Weather, sector: int, tyres: list[int], mechanics: list[int]
) -> list[float]:
    """Expected turns of a stage for each set-up, on the best tyres allowed."""
    pars = [Par(tables, route, setup, weather, tyres, mechanics) for setup in KINDS]
    return [min(par.at_start(sector, kind) for kind in tyres) for par in pars]


def always() -> bool:
    """There is time for another solution."""
    return True


def never() -> bool:
    """… and nobody is in a hurry."""
    return False


class Placement:
    """Three mechanics for one car, and what the stage takes with them. Others are tried as long as there is time."""

    def __init__(
        self, tables: Tables, route: Route, setup: int, weather: Weather, tyres: list[int], lasts: Lasts = always
    ) -> None:
        self.tables = tables
        self.route = route
        self.setup = setup
        self.weather = weather
        self.tyres = tyres
        self.lasts = lasts
        self.squares = evenly(best_windows(route.factors[0], 1, EACH), route.length)
        self.value = self.turns(self.squares)

    def turns(self, squares: list[int]) -> float:
        par = Par(self.tables, self.route, self.setup, self.weather, self.tyres, squares)
        return min(par.at_start(0, tyres) for tyres in self.tyres)

    def improve(self, passes: int) -> None:
        """Move one mechanic at a time, up to so many times through all three; each nudge that saves turns is kept."""
        for _ in range(passes):
            before = self.value
            for index in range(EACH):
                for nudge in NUDGES:
                    self._try(index, self.squares[index] + nudge)
                for other in self.squares[:]:
                    self._try(index, other)
            if self.value == before:
                return

    def _try(self, index: int, square: int) -> None:
        square = min(self.route.length, max(1, square))
        squares = sorted([*self.squares[:index], square, *self.squares[index + 1 :]])
        if squares != self.squares and self.lasts():
            value = self.turns(squares)
            if value < self.value - 1e-9:
                self.squares, self.value = squares, value


def evenly(found: list[int], length: int) -> list[int]:
    """Three squares in road order: those found, and where they are fewer the middle of the road."""
    return sorted([*found, *[max(1, length // 2)] * EACH][:EACH])


def best_windows(levels: list[int], first: int, count: int) -> list[int]:
    """Greedily, `count` squares from `first` on whose ranges cover the most hard squares; in road order."""
    length = len(levels) - 1
    weight = [HARD[min(5, level)] for level in levels]
    found: list[int] = []
    for _ in range(count):
        best, choice = -1, 0
        for square in range(max(1, first), length + 1):
            cover = sum(weight[max(1, square - RADIUS) : square + RADIUS + 1])
            if cover > best:
                best, choice = cover, square
        if choice > 0:
            found.append(choice)
            for square in range(max(1, choice - RADIUS), min(length, choice + RADIUS) + 1):
                weight[square] = 0
    return sorted(found)


class Crews:
    """Sets of mechanics on a road, and what the stage takes with each.

    The stage is solved from its end: sets that share their last mechanics share that part of the work. All pairs are
    solved that way; of all three together only those whose last two are among the best pairs (PAIRS).
    """

    def __init__(self, tables: Tables, route: Route, setup: int, weather: Weather) -> None:
        self.length = route.length
        self.par = Par(tables, route, setup, weather, [NORMAL], [])

    def best(self, placed: list[int], first: int) -> dict[int, float]:
        """For each square from `first` on: the fewest turns with the next mechanic there and the rest at their best."""
        sets: list[tuple[float, list[int]]] = []
        self._explore(min(2, EACH - len(placed)), placed, first, self.length, self.length, [], sets)
        sets.sort()
        found: dict[int, float] = {}
        for square in range(first, self.length + 1):
            if placed:
                found[square] = min([turns for turns, squares in sets if squares[0] == square])
            else:
                behind = [squares for _, squares in sets if squares[0] >= square][:PAIRS]
                found[square] = min([self._turns([square, *squares]) for squares in behind])
        return found

    def _turns(self, mechanics: list[int]) -> float:
        """The whole stage with these mechanics."""
        self.par.mechanics = mechanics
        self.par.ahead = [[] for _ in range(self.par.size)]
        self.par.sweep(self.length, 0)
        return self.par.at_start(0, NORMAL)

    def _explore(
        self,
        left: int,
        placed: list[int],
        first: int,
        last: int,
        done: int,
        later: list[int],
        sets: list[tuple[float, list[int]]],
    ) -> None:
        """Put the last of `left` mechanics on each square from `last` back to `first`; all above `done` is swept."""
        if not later:
            self.par.ahead = [[] for _ in range(self.par.size)]
        for square in range(last, first - 1, -1):
            self.par.mechanics = later
            reach = min(self.length, square + RADIUS)
            if done > reach:
                self.par.sweep(done, reach + 1)
                done = reach
            kept = self.par.ahead
            if left > 1:
                self._explore(left - 1, placed, first, square, done, [square, *later], sets)
            else:
                self.par.mechanics = [*placed, square, *later]
                self.par.sweep(done, 0)
                sets.append((self.par.at_start(0, NORMAL), [square, *later]))
            self.par.ahead = kept


def mechanic_values(p: Position, seat: int) -> list[tuple[float, float]]:
    """Minus the expected turns of the stage with the next mechanic on each place it may get and the others at their
    best: in the present weather, should that stay, and on normal tyres."""
    t, route, car = p.tables, p.route, p.cars[seat]
    place_of = {t.ids.mechanic + route.squares[place]: place for place in range(1, route.length + 1)}
    crews = Crews(t, route, int(car.setup), steady(p.ring().skies[p.sector]))
    placed = car.crew.squares
    best = crews.best(placed, placed[-1] if placed else 1)
    return [(-best[place_of[action]], 0.0) for action in p.legal(seat)]


def setup_worths(p: Position, seat: int, lasts: Lasts = always) -> list[tuple[float, float]]:
    """Minus the expected turns of a stage for each set-up, on roads as they may be laid and in the race's weather; on
    one of them at least, on more as long as there is time."""
    t, ring = p.tables, p.ring()
    rows: list[list[float]] = []
    for number in range(ROADS):
        if rows and not lasts():
            break
        road = imagined(t.roads[p.race][number % len(t.roads[p.race])], number)
        sky = steady(ring.skies[ring.start[number % len(ring.start)]])
        placed = Placement(t, road, 1, sky, [NORMAL]).squares
        rows.append([-turns for turns in setup_values(t, road, sky, 0, ALL_TYRES, placed)])
    return estimates(rows)


def laying_worths(p: Position, seat: int, lasts: Lasts = always, is_over: Lasts = never) -> list[tuple[float, float]]:
    """What each card does for the layer, in turns: those the stage takes this car, and what it takes the rivals more or
    less than the other cards would. On as many imagined roads as there is time for; nothing where that is none."""
    t = p.tables
    sky = steady(p.ring().skies[p.sector])
    setups = [int(car.setup) for car in p.cars]
    cards = [action - t.ids.lay for action in p.legal(seat)]
    rows: list[list[float]] = []
    last = len(p.route.cards) + 1 == p.route.spec.cards  # nothing is left to imagine
    for number in range(1 if last else ROADS):
        if rows and not lasts():
            break
        turns = []
        for card in cards:
            if is_over():
                return estimates(rows) if rows else []
            turns.append(stage_turns(t, imagined(Route(p.route.yard, [*p.route.cards, card]), number), sky))
        rivals = [sum([one[s] for s in setups]) - one[setups[seat]] for one in turns]
        usual = sum(rivals) / len(rivals)
        others = max(1, len(setups) - 1)
        rows.append([(rival - usual) / others - one[setups[seat]] for one, rival in zip(turns, rivals, strict=True)])
    return estimates(rows)


def stage_turns(tables: Tables, route: Route, weather: Weather) -> list[float]:
    """A stage's turns for each set-up, on normal tyres and with mechanics where most is hard."""
    placed = evenly(best_windows(route.factors[0], 1, EACH), route.length)
    return setup_values(tables, route, weather, 0, [NORMAL], placed)


def estimates(rows: list[list[float]]) -> list[tuple[float, float]]:
    """(mean, error) of each column. What a row has in common is no error of a comparison."""
    count = len(rows)
    level = [sum(row) / len(row) for row in rows]
    found: list[tuple[float, float]] = []
    for place in range(len(rows[0])):
        apart = [row[place] - mean for row, mean in zip(rows, level, strict=True)]
        middle = sum(apart) / count
        scatter = sum([(one - middle) ** 2 for one in apart]) / max(1, count - 1) / count
        found.append((sum([row[place] for row in rows]) / count, sqrt(scatter)))
    return found


def imagined(road: Route, number: int) -> Route:
    """A road finished as chance might lay it, the same for the same number."""
    return sample_road(road, Random(number))


def sample_road(blank: Route, rng: Random) -> Route:
    """A road as chance might lay it."""
    route = blank
    while not route.is_complete():
        route = Route(route.yard, [*route.cards, rng.choice(route.open)])
    return route
