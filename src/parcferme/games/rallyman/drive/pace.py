"""A driver's feel for the road: the expected time to the finish from every space and gear, by the basic technique.

One backward sweep over an undamaged car's turns, alone on a clean road. It is exact for that car; bots use it as a
rule of thumb for everything else. The full solver, with time attacks, seconds, damage and cards, is solver.py.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rallyman.actions import CUT
from parcferme.games.rallyman.board.rally import Components
from parcferme.games.rallyman.board.road import EFFECT_AT, LOST, NODE_AT, RISKY, Road, paths
from parcferme.games.rallyman.rules.choices import NEXT_DICE, white_allowed
from parcferme.games.rallyman.rules.step import hazard_limit

DIE_WORTH: Final = 6.0  # seconds a lost black die costs over the rest of a rally, roughly
TYRE_WORTH: Final = 8.0  # … and a flat tyre
WHITE: Final = 5
FAR: Final = 1e9


class Pace:
    """Expected seconds to the finish for one road, tyre type and dice."""

    def __init__(self, road: Road, tyres: int, components: Components) -> None:
        self.road = road
        self.tyres = tyres
        self.card = [float(seconds) for seconds in components.seconds]
        self.lost = float(components.lost)
        self.chance = [hazards / components.faces for hazards in components.hazards]
        self.puncture = components.deck[2] / sum(components.deck)
        self.off = [0.0] + [row[1] / sum(row) for row in components.backs]  # chance to leave the road on one side
        self.limit = [hazard_limit(road, node, tyres) for node in range(road.finish + 1)]
        self.start = [0.0] * ((road.finish + 1) * 6)  # by progress * 6 + gear, before a turn
        self._chain: dict[int, float] = {}
        for progress in range(road.length, -1, -1):
            for gear in range(6):
                self.start[progress * 6 + gear] = self.best_die(progress, gear, 0, 0, 0)

    def after(self, progress: int, gear: int, used: int, whites: int, hazards: int) -> float:
        """In the chain, with a die played: stop now or go on, whichever is better."""
        if progress == self.road.finish:
            return self.card[gear]
        key = (((progress * 6 + gear) * 32 + used) * 3 + whites) * 3 + hazards
        found = self._chain.get(key)
        if found is None:
            found = min(self.stop(progress, gear), self.best_die(progress, gear, used, whites, hazards))
            self._chain[key] = found
        return found

    def stop(self, progress: int, gear: int) -> float:
        return self.card[gear] + self.start[progress * 6 + gear]

    def best_die(self, progress: int, gear: int, used: int, whites: int, hazards: int) -> float:
        best = FAR
        for die in NEXT_DICE[gear * 32 + used]:
            for taken in paths(self.road, progress, die + 1, 0):
                best = min(best, self.step(taken, die, die + 1, used | 1 << die, whites, hazards, self.chance[die]))
        if gear:
            for taken in paths(self.road, progress, gear, 0):
                if white_allowed(self.road, whites, 0, self.tyres, self.road.at[taken >> NODE_AT]):
                    chance = self.chance[WHITE]
                    best = min(best, self.step(taken, WHITE, gear, used, whites + 1, hazards, chance))
        if best < FAR:
            return best
        return self.lost + self.start[(progress + 1) * 6] if gear else FAR  # forced through: RM-R14

    def step(self, taken: int, die: int, gear: int, used: int, whites: int, hazards: int, chance: float) -> float:
        """One die on one path; `chance` of a hazard is 0 for a locked die, 1 for one that shows it."""
        there = self.road.at[taken >> NODE_AT]
        effect = taken >> EFFECT_AT & 3
        cost = self.puncture * TYRE_WORTH if taken & 7 == CUT else 0.0
        if effect == LOST:
            return cost + self.loss(there, gear)
        if chance < 1.0:
            cost += (1.0 - chance) * self.after(there, gear, used, whites, hazards)
        if chance > 0.0:
            fatal = effect == RISKY or hazards + 1 >= self.limit[there]
            cost += chance * (self.loss(there, gear) if fatal else self.after(there, gear, used, whites, hazards + 1))
        return cost

    def loss(self, there: int, gear: int) -> float:
        """Control is lost on this space."""
        if there == self.road.finish:
            return self.card[gear] + DIE_WORTH
        hurt = self.off[gear] * (self.road.left[there] + self.road.right[there]) * DIE_WORTH
        return self.lost + self.start[there * 6] + hurt
