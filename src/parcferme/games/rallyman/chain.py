"""The basic technique, die by die: what each die of a turn is worth, given what every end of the turn costs.

A turn in progress is where the car is, its gear, the black dice used, white dice, hazards and locks, and the car's kind
(what it holds and lacks) and markers. Each is worked out when first asked for, and kept until the sweep has passed.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rallyman.actions import CUT, WHITE
from parcferme.games.rallyman.attacks import SISU_ON
from parcferme.games.rallyman.model import ENDS, LOST_AT, NEVER, TYRE_WORTH, Model
from parcferme.games.rallyman.road import EFFECT_AT, LOST, NODE_AT, RISKY, near, paths
from parcferme.games.rallyman.rules.choices import BLACKS, NEXT_DICE


def _chains() -> list[int]:
    """gear * 32 + dice used → a number without gaps: dice used are gears in a row, the last at one end of it."""
    numbers = [-1] * 192
    found = 0
    for gear in range(6):
        for used in range(32):
            row = used // (used & -used) if used else 0  # shifted down to its lowest die
            if used == 0 or (
                row & (row + 1) == 0 and gear in (used.bit_length(), used.bit_length() - row.bit_length() + 1)
            ):
                numbers[gear * 32 + used] = found
                found += 1
    return numbers


CHAIN_OF: Final = _chains()
TURNS: Final = (max(CHAIN_OF) + 1) * 12  # those, with white dice and hazards
LOCKS: Final = 8


class Floor:
    """A car after a die, with all the markers it can have here and no die locked: the cost of going on, die by die.

    More markers or fewer locks never make anything cost more, so these are bounds for every poorer car.
    """

    __slots__ = ("dice", "costs", "cost", "first", "known")

    def __init__(self, dice: list[int]) -> None:
        self.dice = dice
        self.costs: list[float] = []
        self.cost = NEVER  # the least of them
        self.first: i64 = 0
        self.known: dict[int, float] | None = None  # poorer cars, by markers and locks


class Chain:
    """Turns on one road, with the given dirt and full spaces (masks by progress)."""

    def __init__(self, model: Model, dirt: int = 0, full: int = 0, cuts_full: int = 0) -> None:
        self.model = model
        road = model.road
        self.steps = model.steps
        if dirt | full | cuts_full:
            self.steps = [
                paths(road, place // 6, place % 6, near(place // 6, dirt, full, cuts_full)) if place % 6 else []
                for place in range((road.length + 1) * 6)
            ]
        self.top = [model.top(progress) for progress in range(road.finish + 1)]
        self.row: i64 = model.row
        self.kinds: i64 = model.cells // model.row  # of cars, not looking at their markers
        self.damages: i64 = model.damages
        self.flats: i64 = model.flats
        self.ordered = False  # is a car with less damage or fewer flats surely better off?
        self.finish: i64 = model.finish
        self.sisu_step: i64 = model.sisu_step // model.row
        self.floors: list[list[Floor | None]] = [[] for _ in range(road.finish + 1)]  # by progress

    def forget(self, progress: int) -> None:
        self.floors[progress] = []

    def after(
        self, progress: i64, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64, markers: i64
    ) -> float:
        """After a die: stop or go on, whichever is better."""
        stop = self.model.ends[((progress * ENDS + gear) * self.kinds + kind) * self.row + markers]
        if progress == self.finish:
            return stop
        floors = self.floors[progress]
        if not floors:
            floors = [None] * (TURNS * self.kinds)
            self.floors[progress] = floors
        chain: i64 = CHAIN_OF[gear * 32 + used]
        place = ((chain * 3 + whites) * 4 + hazards) * self.kinds + kind
        floor = floors[place]
        if floor is None:
            if self._ruled_out(floors, place, kind, stop):
                return stop
            floor = self._new_floor(progress, gear, used, whites, hazards, kind)
            floors[place] = floor
        if stop <= floor.cost:
            return stop
        if locks == 0 and markers == self.top[progress]:
            return floor.cost
        key = markers * LOCKS + locks
        if floor.known is None:
            floor.known = {}
        found = floor.known.get(key)
        if found is None:
            found = self._go_on(floor, stop, gear, used, whites, hazards, locks, kind, markers)
            floor.known[key] = found
        return found

    def _ruled_out(self, floors: list[Floor | None], place: i64, kind: i64, stop: float) -> bool:
        """Would going on cost even a car more that is better off: with Sisu, or with less damage or fewer flats?"""
        if kind < self.sisu_step < self.kinds:
            better = floors[place + self.sisu_step]
            if better is not None and stop <= better.cost:
                return True
        if not self.ordered:
            return False
        if kind % self.damages > 0:
            better = floors[place - 1]
            if better is not None and stop <= better.cost:
                return True
        if kind // self.damages % self.flats > 0:
            better = floors[place - self.damages]
            if better is not None and stop <= better.cost:
                return True
        return False

    def _new_floor(self, progress: i64, gear: i64, used: i64, whites: i64, hazards: i64, kind: i64) -> Floor:
        floor = Floor(self.dice(progress, gear, used, whites, kind))
        rich: i64 = self.top[progress]
        for option, packed in enumerate(floor.dice):
            cost = self.play(packed, gear, used, whites, hazards, 0, kind, rich)
            floor.costs.append(cost)
            if cost < floor.cost:
                floor.cost, floor.first = cost, option
        return floor

    def _go_on(
        self, floor: Floor, stop: float, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64,
        markers: i64,
    ) -> float:  # fmt: skip
        """The best of stopping and every die that its floor does not rule out, the most promising first."""
        first = floor.first
        best = self.play(floor.dice[first], gear, used, whites, hazards, locks, kind, markers)
        best = min(best, stop)
        for option, least in enumerate(floor.costs):
            if least < best and option != first:
                cost = self.play(floor.dice[option], gear, used, whites, hazards, locks, kind, markers)
                best = min(best, cost)
        return best

    def dice(self, progress: i64, gear: i64, used: i64, whites: i64, kind: i64) -> list[int]:
        """die | step << 3 for every die and path that may come next."""
        found: list[int] = []
        if BLACKS[used] < 5 - self.model.damage_of(kind * self.row):
            for die in NEXT_DICE[gear * 32 + used]:
                for taken in self.steps[progress * 6 + die + 1]:
                    found.append(die | taken << 3)
        if gear:
            for taken in self.steps[progress * 6 + gear]:
                if self._white_allowed(whites, kind, taken):
                    found.append(WHITE | taken << 3)
        return found

    def _white_allowed(self, whites: i64, kind: i64, taken: int) -> bool:
        """May another white die take this step? (RM-54, RM-83, RM-R10)"""
        model = self.model
        if whites >= model.most_whites(kind * self.row):
            return False
        return whites == 0 or model.tyres == 0 or model.road.snow[model.at[taken >> NODE_AT]]

    def play(
        self, packed: i64, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64, markers: i64
    ) -> float:
        """One of `dice`, rolled or locked, for a car that has the given gear and dice before it."""
        die, taken = packed & 7, packed >> 3
        if die == WHITE:
            whites += 1
        else:
            gear = die + 1
            used |= 1 << die
        effect = taken >> EFFECT_AT & 3
        if taken & 7 == CUT or effect == LOST:
            rolled = self.rolled(taken, self.model.chance[die], gear, used, whites, hazards, locks, kind, markers)
            clean = -NEVER
        else:
            there: i64 = self.model.at[taken >> NODE_AT]
            clean = self.after(there, gear, used, whites, hazards, locks, kind, markers)
            rolled = clean
            if hazards != SISU_ON or effect == RISKY:
                bad = self.hazard(there, effect, gear, used, whites, hazards, locks, kind, markers)
                rolled += self.model.chance[die] * (bad - clean)
        # A locked die leads where a clean one does, at a price, and leaves dearer locks: never better than that.
        if clean + float(locks + 1) >= rolled or effect == LOST or not self.can_lock(locks, markers):
            return rolled
        locked = self.locked(taken, gear, used, whites, hazards, locks, kind, markers)
        return locked if locked < rolled else rolled

    def can_lock(self, locks: i64, markers: i64) -> bool:
        return self.model.terms.locking and markers > locks

    def locked(
        self, taken: i64, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64, markers: i64
    ) -> float:
        """The die is paid for instead of rolled (RM-44, RM-45). Gear and dice are those after it, here and below."""
        price = locks + 1
        return float(price) + self.rolled(taken, 0.0, gear, used, whites, hazards, price, kind, markers - price)

    def rolled(
        self, taken: i64, chance: float, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64,
        markers: i64,
    ) -> float:  # fmt: skip
        """One die with this chance of a hazard; on a shortcut a card is drawn first."""
        kept = self._land(taken, chance, gear, used, whites, hazards, locks, kind, markers)
        if taken & 7 != CUT:
            return kept
        model = self.model
        if model.terms.quick:
            return kept + model.puncture * TYRE_WORTH
        flat = model.retired
        if model.flats_of(kind * self.row) < 2:
            flat = self._land(taken, chance, gear, used, whites, hazards, locks, kind + model.damages, markers)
        return (1.0 - model.puncture) * kept + model.puncture * flat

    def _land(
        self, taken: i64, chance: float, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64,
        markers: i64,
    ) -> float:  # fmt: skip
        there: i64 = self.model.at[taken >> NODE_AT]
        effect = taken >> EFFECT_AT & 3
        if effect == LOST:
            return self.lost(there, gear, kind, markers)
        if chance >= 1.0:
            return self.hazard(there, effect, gear, used, whites, hazards, locks, kind, markers)
        clean = self.after(there, gear, used, whites, hazards, locks, kind, markers)
        if chance == 0.0 or (hazards == SISU_ON and effect != RISKY):
            return clean
        bad = self.hazard(there, effect, gear, used, whites, hazards, locks, kind, markers)
        return clean + chance * (bad - clean)

    def hazard(
        self, there: i64, effect: i64, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64,
        markers: i64,
    ) -> float:  # fmt: skip
        """The die shows a hazard (RM-33, RM-58, RM-R28)."""
        if effect == RISKY:
            return self.lost(there, gear, kind, markers)
        if hazards == SISU_ON:
            return self.after(there, gear, used, whites, hazards, locks, kind, markers)
        if hazards + 1 < self.model.limit[there]:
            return self.after(there, gear, used, whites, hazards + 1, locks, kind, markers)
        lost = self.lost(there, gear, kind, markers)
        if self.model.sisus == 2 and kind >= self.sisu_step:
            saved = self.after(there, gear, used, whites, SISU_ON, locks, kind - self.sisu_step, markers)
            if saved < lost:
                return saved
        return lost

    def lost(self, there: i64, gear: i64, kind: i64, markers: i64) -> float:
        return self.model.ends[((there * ENDS + LOST_AT + gear) * self.kinds + kind) * self.row + markers]

    def forced(self, progress: i64, gear: i64, kind: i64, markers: i64) -> float:
        """RM-R14: too fast for every die."""
        return self.model.ends[self.forced_end(progress, gear) + kind * self.row + markers]

    def forced_end(self, progress: i64, gear: i64) -> i64:
        there = progress + 1
        if self.model.road.note[there] > 0:
            there = min(progress + 4, self.finish)
        return (there * ENDS + LOST_AT + gear - 1) * self.kinds * self.row
