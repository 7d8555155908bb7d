"""A driver's feel for the road: the expected time to the finish from every space and gear, by the basic technique.

One backward sweep over an undamaged car's turns, alone on a clean road. It is exact for that car; bots use it as a
rule of thumb for everything else. The full solver, with time attacks, seconds, damage and cards, is solver.py.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rallyman.actions import CUT, WHITE
from parcferme.games.rallyman.board.components import Components
from parcferme.games.rallyman.board.road import Road
from parcferme.games.rallyman.mechanics.control import COUNTED, GONE, control
from parcferme.games.rallyman.mechanics.dice import hazard_limit, next_dice, white_fits
from parcferme.games.rallyman.mechanics.paths import Step
from parcferme.games.rallyman.mechanics.track import Track

DIE_WORTH: Final = 6.0  # seconds a lost black die costs over the rest of a rally, roughly
TYRE_WORTH: Final = 8.0  # … and a flat tyre
FAR: Final = 1e9


class Pace:
    """Expected seconds to the finish for one road, tyre type and dice."""

    def __init__(self, road: Road, tyres: int, components: Components) -> None:
        self.road = road
        self.tyres = tyres
        self.steps = Track(road, tyres).free  # by progress * 6 + gear
        self.card = [float(seconds) for seconds in components.seconds]
        self.lost = float(components.lost)
        self.chance = [hazards / components.faces for hazards in components.hazards]
        self.puncture = components.deck[2] / sum(components.deck)
        self.off = [0.0] + [row[1] / sum(row) for row in components.backs]  # chance to leave the road on one side
        self.limit = [hazard_limit(snow, tyres) for snow in road.snow]
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
        for die in next_dice(gear, used):
            for step in self.steps[progress * 6 + die + 1]:
                best = min(best, self.step(step, die, die + 1, used | 1 << die, whites, hazards))
        for step in self.steps[progress * 6 + gear] if gear else []:
            if white_fits(whites, 0, self.tyres, self.road.snow[step.space]):
                best = min(best, self.step(step, WHITE, gear, used, whites + 1, hazards))
        if best < FAR:
            return best
        return self.lost + self.start[(progress + 1) * 6] if gear else FAR  # forced through: RM-R14

    def step(self, step: Step, die: int, gear: int, used: int, whites: int, hazards: int) -> float:
        """One die on one path; gear, dice used and white dice are those after it."""
        there: int = step.space
        chance = self.chance[die]
        cost = self.puncture * TYRE_WORTH if step.path == CUT else 0.0
        if control(step.effect, False, hazards, self.limit[there], False) == GONE:
            return cost + self.loss(there, gear)
        kept = control(step.effect, True, hazards, self.limit[there], False) == COUNTED
        bad = self.after(there, gear, used, whites, hazards + 1) if kept else self.loss(there, gear)
        return cost + (1.0 - chance) * self.after(there, gear, used, whites, hazards) + chance * bad

    def loss(self, there: int, gear: int) -> float:
        """Control is lost on this space."""
        if there == self.road.finish:
            return self.card[gear] + DIE_WORTH
        hurt = self.off[gear] * (self.road.left[there] + self.road.right[there]) * DIE_WORTH
        return self.lost + self.start[there * 6] + hurt
