"""Who solves the stage: every answer from it, in the weather that may come and on whatever tyres pay."""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.bot import Patience
from parcferme.core.contract import Game
from parcferme.games.rally.board.parts import NORMAL
from parcferme.games.rally.drive.drivers import Privateer
from parcferme.games.rally.mechanics.crew import EACH, Crew
from parcferme.games.rally.par.planning import (
    Placement,
    best_tyres,
    laying_worths,
    sample_road,
    setup_values,
    setup_worths,
)
from parcferme.games.rally.par.solver import steady
from parcferme.games.rally.par.worth import action_values, solved
from parcferme.games.rally.state import GEAR, STEP, Position

ROADS: Final = 3  # roads imagined for the choice of a set-up
SOLUTIONS: Final = 400  # of a stage that are tried in a second, at most
REACH: Final = 12  # squares behind: further back nobody is hindered soon


class Works(Privateer):
    """Drives by the par of the rest of the road, as far as its eye does not deceive it."""

    blur: float = 0.15  # turns: the standard error of its judgement of an action
    passes: int = 1  # through the three mechanics when they are placed

    def __init__(self, game: Game, rng: Random) -> None:
        super().__init__(game, rng)
        self.plan: list[int] = []

    def gear(self, p: Position, seat: int) -> int:
        return self._best(p, seat)

    def step(self, p: Position, seat: int) -> int:
        return self._best(p, seat)

    def service(self, p: Position, seat: int, legal: list[int]) -> int:
        return legal[0] if len(legal) == 1 else self._best(p, seat)

    def tyres(self, p: Position, seat: int) -> int:
        return best_tyres(solved(p, seat), int(p.sector))

    def _best(self, p: Position, seat: int) -> int:
        best, choice = 1e9, -1
        for action, value in self.values(p, seat):
            seen = value + self.rng.gauss(0.0, self.blur) if self.blur > 0.0 else value
            if seen < best:
                best, choice = seen, action
        return choice

    def values(self, p: Position, seat: int) -> list[tuple[int, float]]:
        """(action, expected turns of the stage from here on)."""
        return action_values(solved(p, seat), p, seat, int(p.sector))

    def setup(self, p: Position, seat: int, legal: list[int]) -> int:
        """The quickest on a few roads as they may be laid, in each race's usual weather."""
        t, ring = p.tables, p.ring()
        totals = [0.0, 0.0, 0.0]
        patience = Patience(self, SOLUTIONS)
        for number in range(ROADS):
            if number > 0 and not patience.lasts():
                break
            roads = t.roads[p.race]
            road = sample_road(roads[number % len(roads)], self.rng)
            sky = ring.skies[ring.start[self.rng.randrange(6)]]
            placed = Placement(t, road, 1, steady(sky), [NORMAL]).squares
            for setup, value in enumerate(setup_values(t, road, steady(sky), 0, [0, 1, 2], placed)):
                totals[setup] += value
        return min(legal, key=lambda action: totals[action - t.ids.setup])

    def mechanic(self, p: Position, seat: int) -> int:
        """Planned together on the first question, answered one by one."""
        car = p.cars[seat]
        placed = car.crew.squares
        if not placed or len(self.plan) != EACH:
            sky = p.ring().skies[p.sector]
            lasts = Patience(self, SOLUTIONS).lasts
            placement = Placement(p.tables, p.route, int(car.setup), steady(sky), [NORMAL], lasts)
            placement.improve(self.passes)
            self.plan = placement.squares
        last = placed[-1] if placed else 1
        return p.tables.ids.mechanic + p.route.squares[max(last, self.plan[len(placed)])]

    def lay(self, p: Position, seat: int, legal: list[int]) -> int:
        """Easy roads for the fastest car at the table, hard ones for the most stable."""
        deck, ids = p.tables.deck, p.tables.ids
        others = [int(car.setup) for rival, car in enumerate(p.cars) if rival != seat]
        hard = sum(others) > int(p.cars[seat].setup) * len(others)
        best, choice = -1e9, legal[0]
        for action in legal:
            levels = deck.cards[action - ids.lay].levels
            ease = -sum(levels) / len(levels)
            score = (-ease if hard else ease) + 0.2 * self.rng.random()
            if score > best:
                best, choice = score, action
        return choice


class Ace(Works):
    """Sees clearly, plans its start by solving more, and looks at the others: what it does to them counts as well."""

    blur: float = 0.0
    passes: int = 4

    def values(self, p: Position, seat: int) -> list[tuple[int, float]]:
        """Halting where a rival must overtake costs that rival something: a part of it is one's own gain."""
        found = super().values(p, seat)
        if p.phase != STEP:
            return found
        halt = p.tables.ids.halt
        return [(action, value - blocking(p, seat) if action == halt else value) for action, value in found]

    def setup(self, p: Position, seat: int, legal: list[int]) -> int:
        """The quickest on the roads that are imagined for advice."""
        return legal[best_of(setup_worths(p, seat, Patience(self, SOLUTIONS).lasts))]

    def lay(self, p: Position, seat: int, legal: list[int]) -> int:
        """The card that suits the own set-up, and the others' least; in haste, as the works driver lays."""
        patience = Patience(self, SOLUTIONS)
        worths = laying_worths(p, seat, patience.lasts, patience.is_over)
        return legal[best_of(worths)] if worths else super().lay(p, seat, legal)


def best_of(worths: list[tuple[float, float]]) -> int:
    """The place of the first that is worth most."""
    values = [worth for worth, _ in worths]
    return values.index(max(values))


def blocking(p: Position, seat: int) -> float:
    """Turns that rivals behind lose, shared among all, when this car stands still where it is."""
    place = int(p.cars[seat].place)
    lost = 0.0
    for rival, car in enumerate(p.cars):
        behind = rival != seat and car.exit == 0 and 0 < car.place < place and car.stop == 0
        if behind and place - int(car.place) <= REACH:
            lost += turns_with(p, rival, seat, place) - turns_with(p, rival, seat, 0)
    return lost / max(1, len(p.cars) - 1)


def turns_with(p: Position, rival: int, seat: int, place: int) -> float:
    """The turns a rival without mechanics may expect from its next gear on, this car being on a place (0: off)."""
    after = p.copy()
    assert isinstance(after, Position)
    after.phase, after.seat = GEAR, rival
    after.cars[seat].road = place
    car = after.cars[rival]
    car.crew = Crew([])
    return min([value for _, value in action_values(solved(after, rival), after, rival, int(p.sector))])
