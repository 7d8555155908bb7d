"""The optimal expected time of a special, alone on the road: every turn moves forward, so one sweep back is exact.

A car between turns is its damage, flats, spare tyre, Sisu and second markers; inside a turn the dice used, white dice,
hazards and locks come on top. `Solver.best` is the expected time of perfect play from START to FINISH.

What it takes for granted: fixed surfaces, decks put back before every draw, retirement worth RETIRED seconds, damage on
the finish line free. Markers above MOST_MARKERS are worth a second each and nothing more.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rallyman.actions import CUT, SETS, WHITE
from parcferme.games.rallyman.arrange import BEST, LOSS, SISU_ON, STOP, Arrangements
from parcferme.games.rallyman.arrange import SISU as SISU_PLAYED
from parcferme.games.rallyman.rally import Components
from parcferme.games.rallyman.road import EFFECT_AT, LOST, NODE_AT, RISKY, Road, paths
from parcferme.games.rallyman.rules.choices import BLACKS, NEXT_DICE, attacks, white_allowed
from parcferme.games.rallyman.rules.step import hazard_limit

RETIRED: Final = 600.0
MOST_MARKERS: Final = 40
NEVER: Final = 1e9
REACH: Final = 24  # no turn goes further
TREES: Final = 1 << 24  # more arrangements than any road has

# A car: damage (3 bits), flats (2), spare (1), Sisu (1), markers.
FLAT: Final = 8
SPARE: Final = 32
SISU: Final = 64
MARKER: Final = 128


def fresh_car(sisu: bool, spare: bool) -> int:
    """A car before the first special, with the cards it holds."""
    return (SISU if sisu else 0) | (SPARE if spare else 0)


class Solver:
    """Exact values for one road, tyre type, dice and choice of techniques."""

    def __init__(self, road: Road, tyres: int, components: Components, attack: bool, locking: bool) -> None:
        self.road = road
        self.tyres = tyres
        self.components = components
        self.attack = attack
        self.locking = locking
        self.card = [float(seconds) for seconds in components.seconds]
        self.lost = float(components.lost)
        self.chance = [hazards / components.faces for hazards in components.hazards]
        self.puncture = components.deck[2] / sum(components.deck)
        self.off = [0.0] + [row[1] / sum(row) for row in components.backs]
        self.limit = [hazard_limit(road, node, tyres) for node in range(road.finish + 1)]
        self.starts: dict[int, float] = {}
        self.chains: list[dict[int, float]] = [{} for _ in range(road.finish + 1)]  # by progress
        self.trees: dict[int, float] = {}
        self.arrangements = Arrangements(road, tyres, components)

    def best(self, car: int) -> float:
        """Expected seconds from a standing start: one sweep from the last space back to START."""
        for progress in range(self.road.length, 0, -1):
            for other in self._cars(progress, car):
                for gear in range(6):
                    self.start(progress, gear, other)
            self.trees.clear()
            if progress + REACH <= self.road.finish:
                self.chains[progress + REACH].clear()
        return self.start(0, 0, car)

    def _cars(self, progress: int, car: int) -> list[int]:
        """What may have become of a car by this space."""
        road = self.road
        cuts = sum(1 for index in range(1, progress + 1) if road.cut_node[index])
        hurt = any(road.left[index] or road.right[index] for index in range(1, progress + 1))
        markers = min(MOST_MARKERS, car // MARKER + progress) if self.attack else car // MARKER
        found: list[int] = []
        for damage in range(car & 7, 5 if hurt else (car & 7) + 1):
            for flats in range(0 if car & SPARE else car >> 3 & 3, min(2, (car >> 3 & 3) + cuts) + 1):
                for spare in (0, SPARE) if car & SPARE and (cuts or car & 24) else (car & SPARE,):
                    for sisu in (0, SISU) if car & SISU else (0,):
                        cards = damage + flats * FLAT + spare + sisu
                        found += [cards + count * MARKER for count in range(markers + 1)]
        return found

    # -------------------------------------------------------------- before a turn

    def start(self, progress: int, gear: int, car: int) -> float:
        key = (car * 6 + gear) * 512 + progress
        found = self.starts.get(key)
        if found is None:
            found = self._best_die(progress, gear, 0, 0, 0, 0, car)
            if car & SPARE and car & 24 and gear <= 1:  # RM-91
                found = min(found, self.start(progress, gear, car - SPARE - FLAT))
            if self.attack:
                found = min(found, self._best_attack(progress, gear, car))
            self.starts[key] = found
        return found

    # -------------------------------------------------------------- die by die

    def chain(self, progress: int, gear: int, used: int, whites: int, hazards: int, locks: int, car: int) -> float:
        """After a die: stop or go on."""
        key = ((((car * 6 + gear) * 32 + used) * 3 + whites) * 4 + hazards) * 8 + locks
        found = self.chains[progress].get(key)
        if found is None:
            found = self.card[gear] + self.start(progress, gear, car)
            found = min(found, self._best_die(progress, gear, used, whites, hazards, locks, car))
            self.chains[progress][key] = found
        return found

    def _best_die(self, progress: int, gear: int, used: int, whites: int, hazards: int, locks: int, car: int) -> float:
        best = NEVER
        dice = NEXT_DICE[gear * 32 + used] if BLACKS[used] < 5 - (car & 7) else []
        for die in dice:
            for taken in paths(self.road, progress, die + 1, 0):
                best = min(best, self._die(taken, die, die + 1, used | 1 << die, whites, hazards, locks, car))
        if gear:
            for taken in paths(self.road, progress, gear, 0):
                if white_allowed(self.road, whites, car >> 3 & 3, self.tyres, self.road.at[taken >> NODE_AT]):
                    best = min(best, self._die(taken, WHITE, gear, used, whites + 1, hazards, locks, car))
        if best == NEVER and used == 0 and whites == 0:
            return self._forced(progress, gear, car)
        return best

    def _forced(self, progress: int, gear: int, car: int) -> float:
        """RM-R14: too fast for every die."""
        bump = self.road.note[progress + 1] > 0
        there = min(progress + 4, self.road.finish) if bump else progress + 1
        return self.loss(there, gear - 1, car)

    def _die(
        self, taken: int, die: int, gear: int, used: int, whites: int, hazards: int, locks: int, car: int
    ) -> float:
        """A die rolled, or locked where that is better."""
        rolled = self._step(taken, self.chance[die], gear, used, whites, hazards, locks, car)
        if not self.locking or car < (locks + 1) * MARKER:
            return rolled
        paid = car - (locks + 1) * MARKER
        return min(rolled, self._step(taken, 0.0, gear, used, whites, hazards, locks + 1, paid))

    def _step(
        self, taken: int, chance: float, gear: int, used: int, whites: int, hazards: int, locks: int, car: int
    ) -> float:
        if taken & 7 != CUT:
            return self._land(taken, chance, gear, used, whites, hazards, locks, car)
        kept = self._land(taken, chance, gear, used, whites, hazards, locks, car)
        flat = RETIRED
        if car & 24 != 2 * FLAT:
            flat = self._land(taken, chance, gear, used, whites, hazards, locks, car + FLAT)
        return (1.0 - self.puncture) * kept + self.puncture * flat

    def _land(
        self, taken: int, chance: float, gear: int, used: int, whites: int, hazards: int, locks: int, car: int
    ) -> float:
        there = self.road.at[taken >> NODE_AT]
        effect = taken >> EFFECT_AT & 3
        if effect == LOST:
            return self.loss(there, gear, car)
        clean = self._onward(there, gear, used, whites, hazards, locks, car)
        if chance == 0.0 or (hazards == SISU_ON and effect != RISKY):
            return clean
        if effect == RISKY:
            bad = self.loss(there, gear, car)
        elif hazards + 1 < self.limit[there]:
            bad = self._onward(there, gear, used, whites, hazards + 1, locks, car)
        else:
            bad = self.loss(there, gear, car)
            if car & SISU:
                bad = min(bad, self._onward(there, gear, used, whites, SISU_ON, locks, car - SISU))
        return (1.0 - chance) * clean + chance * bad

    def _onward(self, there: int, gear: int, used: int, whites: int, hazards: int, locks: int, car: int) -> float:
        if there == self.road.finish:
            return self.card[gear] - float(car // MARKER)
        return self.chain(there, gear, used, whites, hazards, locks, car)

    def loss(self, there: int, gear: int, car: int) -> float:
        """Control lost on this space (RM-64 to RM-70, RM-103, RM-R23)."""
        if there == self.road.finish:
            return self.card[gear] - float(car // MARKER)
        spin = 1.0 - 2.0 * self.off[gear]
        value = spin * self.start(there, 0, car)
        for hurt in (self.road.left[there], self.road.right[there]):
            value += self.off[gear] * (RETIRED if (car & 7) + hurt >= 5 else self.start(there, 0, car + hurt))
        return self.lost + value

    # -------------------------------------------------------------- time attack

    def _best_attack(self, progress: int, gear: int, car: int) -> float:
        best = NEVER
        for number in attacks(self.road, progress, gear, self.tyres, 0, 0, 0):
            mask, whites = SETS[number]
            if BLACKS[mask] <= 5 - (car & 7) and whites <= 2 - (car >> 3 & 3):
                best = min(best, self._attack(progress, gear, mask, whites, car))
        return best

    def _attack(self, progress: int, gear: int, mask: int, whites: int, car: int) -> float:
        """All dice at once; each fall is arranged at its best (RM-40, RM-R07)."""
        markers = car // MARKER + BLACKS[mask] + whites
        excess = max(0, markers - MOST_MARKERS)
        paid = car % MARKER + (markers - excess) * MARKER
        value = -float(excess)
        for tree, chance in self.arrangements.falls(progress, gear, mask, whites, 1 if car & SISU else 0):
            value += chance * self.tree(tree, paid)
        return value

    def tree(self, number: int, car: int) -> float:
        """What comes of an arrangement for this car."""
        key = car * TREES + number
        found = self.trees.get(key)
        if found is None:
            found = self._tree(self.arrangements.trees[number], car)
            self.trees[key] = found
        return found

    def _tree(self, parts: tuple[int, ...], car: int) -> float:
        kind = parts[0]
        if kind == STOP:
            there, gear = parts[1], parts[2]
            if there == self.road.finish:
                return self.card[gear] - float(car // MARKER)
            return self.card[gear] + self.start(there, gear, car)
        if kind == LOSS:
            return self.loss(parts[1], parts[2], car)
        if kind == SISU_PLAYED:
            return self.tree(parts[1], car - SISU)
        if kind == BEST:
            best = NEVER
            for child in parts[1:]:
                best = min(best, self.tree(child, car))
            return best
        flat = RETIRED if car & 24 == 2 * FLAT else self.tree(parts[1], car + FLAT)
        return (1.0 - self.puncture) * self.tree(parts[1], car) + self.puncture * flat
