"""Before the start: which set-up, which tyres, where to put the mechanics. All by solving the stage (solver.py).

Mechanics are found by coordinate ascent: one of the three is moved at a time, as long as that saves turns. The stage is
solved again for every placement tried, in weather that stays as it is, which is quick and ranks placements well.
"""

from __future__ import annotations

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


class Placement:
    """Three mechanics for one car, and what the stage takes with them."""

    def __init__(self, tables: Tables, route: Route, setup: int, weather: Weather, tyres: list[int]) -> None:
        self.tables = tables
        self.route = route
        self.setup = setup
        self.weather = weather
        self.tyres = tyres
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
        if squares != self.squares:
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


def mechanic_values(p: Position, seat: int) -> list[float]:
    """Minus the expected turns of the stage with one more mechanic, for each place it may get: in the present weather,
    should that stay, on normal tyres, beside the mechanics the seat has placed and without those still to come."""
    t, route, car = p.tables, p.route, p.cars[seat]
    place_of = {t.ids.mechanic + route.squares[place]: place for place in range(1, route.length + 1)}
    sky = steady(p.ring().skies[p.sector])
    values: list[float] = []
    for action in p.legal(seat):
        squares = sorted([*car.crew.squares, place_of[action]])
        values.append(-Par(t, route, int(car.setup), sky, [NORMAL], squares).at_start(0, NORMAL))
    return values


def sample_road(blank: Route, rng: Random) -> Route:
    """A road as chance might lay it."""
    route = blank
    while not route.is_complete():
        route = Route(route.yard, [*route.cards, rng.choice(route.open)])
    return route
