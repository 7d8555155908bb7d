"""The works driver: every answer from the solved stage, in the weather that may come and on whatever tyres pay."""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.contract import Game
from parcferme.games.rally.board.parts import NORMAL
from parcferme.games.rally.drive.drivers import Clubman
from parcferme.games.rally.mechanics.crew import EACH
from parcferme.games.rally.par.planning import Placement, best_tyres, sample_road, setup_values
from parcferme.games.rally.par.solver import steady
from parcferme.games.rally.par.worth import action_values, solved
from parcferme.games.rally.state import Position

ROADS: Final = 3  # roads imagined for the choice of a set-up
PASSES: Final = 1  # through the three mechanics when they are placed


class Works(Clubman):
    """Drives by the par of the rest of the road."""

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
        for action, value in action_values(solved(p, seat), p, seat, int(p.sector)):
            if value < best:
                best, choice = value, action
        return choice

    def setup(self, p: Position, seat: int, legal: list[int]) -> int:
        """The quickest on a few roads as they may be laid, in each race's usual weather."""
        t, ring = p.tables, p.ring()
        totals = [0.0, 0.0, 0.0]
        for number in range(ROADS):
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
            placement = Placement(p.tables, p.route, int(car.setup), steady(sky), [NORMAL])
            placement.improve(PASSES)
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
