"""The works driver: every answer from the solved stage, in the weather that may come and on whatever tyres pay."""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.contract import Game
from parcferme.games.rally.advice import action_values, solved
from parcferme.games.rally.drivers import Clubman
from parcferme.games.rally.mechanics import EACH
from parcferme.games.rally.planning import Placement, best_tyres, sample_road, setup_values
from parcferme.games.rally.solver import steady
from parcferme.games.rally.state import MECH, P_RACE, P_ROUND, P_SECTOR, SETUPS, Position
from parcferme.games.rally.tables import NORMAL

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
        return best_tyres(solved(p, seat), p.v[P_SECTOR])

    def _best(self, p: Position, seat: int) -> int:
        best, choice = 1e9, -1
        for action, value in action_values(solved(p, seat), p, seat, p.v[P_SECTOR]):
            if value < best:
                best, choice = value, action
        return choice

    def setup(self, p: Position, seat: int, legal: list[int]) -> int:
        """The quickest on a few roads as they may be laid, in each race's usual weather."""
        t, race = p.tables, p.v[P_RACE]
        ring = t.race_rings[race]
        totals = [0.0, 0.0, 0.0]
        for number in range(ROADS):
            roads = t.roads[race]
            road = sample_road(roads[number % len(roads)], self.rng)
            sky = ring.skies[ring.start[self.rng.randrange(6)]]
            placed = Placement(t, road, 1, steady(sky), [NORMAL]).squares
            for setup, value in enumerate(setup_values(t, road, steady(sky), 0, [0, 1, 2], placed)):
                totals[setup] += value
        return min(legal, key=lambda action: totals[action - t.ids.setup])

    def mechanic(self, p: Position, seat: int) -> int:
        """Planned together on the first question, answered one by one."""
        v, t = p.v, p.tables
        if v[P_ROUND] == 0 or len(self.plan) != EACH:
            sky = t.race_rings[v[P_RACE]].skies[v[P_SECTOR]]
            placement = Placement(t, p.route, v[SETUPS + seat], steady(sky), [NORMAL])
            placement.improve(PASSES)
            self.plan = placement.squares
        last = v[MECH + EACH * seat + v[P_ROUND] - 1] if v[P_ROUND] > 0 else 1
        return t.ids.mechanic + p.route.squares[max(last, self.plan[v[P_ROUND]])]

    def lay(self, p: Position, seat: int, legal: list[int]) -> int:
        """Easy roads for the fastest car at the table, hard ones for the most stable."""
        v, deck, ids = p.v, p.tables.deck, p.tables.ids
        others = [v[SETUPS + rival] for rival in range(p.tables.players) if rival != seat]
        hard = sum(others) > v[SETUPS + seat] * len(others)
        best, choice = -1e9, legal[0]
        for action in legal:
            levels = deck.cards[action - ids.lay].levels
            ease = -sum(levels) / len(levels)
            score = (-ease if hard else ease) + 0.2 * self.rng.random()
            if score > best:
                best, choice = score, action
        return choice
