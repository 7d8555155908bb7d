"""The basic technique, die by die: what each die of a turn is worth, given what every end of the turn costs.

A turn in progress is where the car is, its gear, the black dice used, white dice, hazards and locks, and the car's kind
(what it holds and lacks). Each is worked out when first asked for, for every count of markers at once: a `Row`. It is
kept until the sweep has passed.

Not all of them are looked into. Three facts say when stopping is best, or a die not worth a look:
- One more marker never makes anything cost more, and one more lock never makes anything cost less.
- A car that is better off (with Sisu or a spare tyre, or less damage or fewer flats) never pays more for going on.
- A locked die leads where a clean one does, at a price, and leaves dearer locks: it never costs less than that.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parcferme.games.rallyman.actions import CUT, WHITE
from parcferme.games.rallyman.board.road import EFFECT_AT, LOST, NODE_AT, RISKY, near, paths
from parcferme.games.rallyman.par.attacks import SISU_ON
from parcferme.games.rallyman.par.model import ENDS, LOST_AT, NEVER, TYRE_WORTH, Model
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


class Row:
    """What something costs by the markers held: `costs[at + markers]`. It may lie in the table of ends."""

    __slots__ = ("costs", "at")

    def __init__(self, costs: vec[float], at: i64) -> None:
        self.costs = costs
        self.at = at

    def of(self, markers: i64) -> float:
        return self.costs[self.at + markers]

    def copy(self, count: i64) -> vec[float]:
        return self.costs[self.at : self.at + count]


class Midway:
    """A car after a die: stop or go on."""

    __slots__ = ("stop", "going", "dice", "least", "best", "locked")

    def __init__(self, stop: Row, going: Row) -> None:
        self.stop = stop
        self.going = going  # what going on costs at least, with no die locked
        self.dice = NO_DICE  # those that may come next, unless going on is ruled out
        self.least: list[float] = []  # what each of them costs at least, whatever the markers and locks
        self.best = stop  # of both, with no die locked
        self.locked: list[Row | None] = []  # … with dice locked


NO_DICE: Final[list[int]] = []


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
        self.counts = [model.top(progress) + 1 for progress in range(road.finish + 1)]  # markers a car may have: 0 …
        self.row: i64 = model.row
        self.kinds: i64 = model.cells // model.row  # of cars, not looking at their markers
        self.damages: i64 = model.damages
        self.flats: i64 = model.flats
        self.finish: i64 = model.finish
        self.sisu_step: i64 = model.sisu_step // model.row
        self.turns: list[list[Midway | None]] = [[] for _ in range(road.finish + 1)]  # by progress
        self.nowhere = Row(vec[float]([NEVER] * model.row), 0)  # going on where no die may follow
        self.ends: list[Row | None] = [None] * ((road.finish + 1) * ENDS * self.kinds)

    def forget(self, progress: int) -> None:
        self.turns[progress] = []

    def end(self, progress: i64, end: i64, kind: i64) -> Row:
        """A row of the table: stopped in a gear, or control lost in gear `end - LOST_AT`."""
        place = (progress * ENDS + end) * self.kinds + kind
        found = self.ends[place]
        if found is None:
            found = Row(self.model.ends, place * self.row)
            self.ends[place] = found
        return found

    # -------------------------------------------------------------- after a die

    def after(
        self, progress: i64, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64, markers: i64
    ) -> float:
        """After a die: stop or go on, whichever is better."""
        return self.best(progress, gear, used, whites, hazards, locks, kind).of(markers)

    def best(self, progress: i64, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64) -> Row:
        """The same for every count of markers."""
        if progress == self.finish:
            return self.end(progress, gear, kind)
        turns = self.turns[progress]
        if not turns:
            turns = [None] * (TURNS * self.kinds)
            self.turns[progress] = turns
        chain: i64 = CHAIN_OF[gear * 32 + used]
        place = ((chain * 3 + whites) * 4 + hazards) * self.kinds + kind
        found = turns[place]
        if found is None:
            found = self._midway(turns, place, progress, gear, used, whites, hazards, kind)
            turns[place] = found
        if locks == 0 or found.best is found.stop:  # who does not go on before a lock does not after it
            return found.best
        if not found.locked:
            found.locked = [None] * LOCKS
        row = found.locked[locks]
        if row is None:
            row = self._after_locks(found, progress, gear, used, whites, hazards, locks, kind)
            found.locked[locks] = row
        return row

    def _midway(
        self, turns: list[Midway | None], place: i64, progress: i64, gear: i64, used: i64, whites: i64, hazards: i64,
        kind: i64,
    ) -> Midway:  # fmt: skip
        """With no die locked: every die for every count of markers, unless it is clear that stopping is best."""
        stop, count = self.end(progress, gear, kind), self.counts[progress]
        bound = self._ruled_out(turns, place, kind, stop, count)
        if bound is not None:
            return Midway(stop, bound)
        dice = self.dice(progress, gear, used, whites, kind)
        rows = [self.die(packed, count, gear, used, whites, hazards, 0, kind) for packed in dice]
        if not rows:
            return Midway(stop, self.nowhere)
        going = rows[0].copy(count)
        for row in rows[1:]:
            lower(going, row)
        found = Midway(stop, Row(going, 0))
        found.dice = dice
        found.least = [row.of(count - 1) for row in rows]
        if not never_less(found.going, stop, count):
            best = stop.copy(count)
            lower(best, found.going)
            found.best = Row(best, 0)
        return found

    def _ruled_out(self, turns: list[Midway | None], place: i64, kind: i64, stop: Row, count: i64) -> Row | None:
        """What going on costs at least, if that is never less than stopping: known from a car that is better off."""
        if kind < self.sisu_step < self.kinds:
            better = turns[place + self.sisu_step]
            if better is not None and never_less(better.going, stop, count):
                return better.going
        spare_step = self.damages * self.flats
        if kind % self.sisu_step < self.sisu_step - spare_step:
            better = turns[place + spare_step]
            if better is not None and never_less(better.going, stop, count):
                return better.going
        damage = kind % self.damages
        if damage > 0 and self.model.less_damage[damage]:
            better = turns[place - 1]
            if better is not None and never_less(better.going, stop, count):
                return better.going
        if kind // self.damages % self.flats > 0 and self.model.fewer_flats[damage]:
            better = turns[place - self.damages]
            if better is not None and never_less(better.going, stop, count):
                return better.going
        return None

    def _after_locks(
        self, midway: Midway, progress: i64, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64
    ) -> Row:
        """Only dice that might better the lot of the poorest car, who has most to gain."""
        count = self.counts[progress]
        best = midway.stop.copy(count)
        for option, packed in enumerate(midway.dice):
            if midway.least[option] < best[0]:
                lower(best, self.die(packed, count, gear, used, whites, hazards, locks, kind))
        return Row(best, 0)

    # -------------------------------------------------------------- the next die

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
        return self.die(packed, markers + 1, gear, used, whites, hazards, locks, kind).of(markers)

    def die(
        self, packed: i64, count: i64, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64
    ) -> Row:
        """The same for every car with fewer than `count` markers."""
        die, taken = packed & 7, packed >> 3
        if die == WHITE:
            whites += 1
        else:
            gear = die + 1
            used |= 1 << die
        clean = self._clean(taken, count, gear, used, whites, hazards, locks, kind)
        rolled = self._rolled(clean, taken, self.model.chance[die], count, gear, used, whites, hazards, locks, kind)
        price = locks + 1
        if rolled is clean or not self.model.terms.locking or never_less_by(clean, price, rolled, count):
            return rolled
        locked = self._clean(taken, count, gear, used, whites, hazards, price, kind)
        return cheaper(rolled, locked, price, count)

    def locked(
        self, taken: i64, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64, markers: i64
    ) -> float:
        """The die is paid for instead of rolled (RM-44, RM-45). Gear and dice are those after it, here and below."""
        price = locks + 1
        left = markers - price
        return float(price) + self._clean(taken, left + 1, gear, used, whites, hazards, price, kind).of(left)

    def rolled(
        self, taken: i64, chance: float, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64,
        markers: i64,
    ) -> float:  # fmt: skip
        """One die with this chance of a hazard; on a shortcut a card is drawn first."""
        count = markers + 1
        clean = self._clean(taken, count, gear, used, whites, hazards, locks, kind)
        return self._rolled(clean, taken, chance, count, gear, used, whites, hazards, locks, kind).of(markers)

    def _rolled(
        self, clean: Row, taken: i64, chance: float, count: i64, gear: i64, used: i64, whites: i64, hazards: i64,
        locks: i64, kind: i64,
    ) -> Row:  # fmt: skip
        effect = taken >> EFFECT_AT & 3
        if effect == LOST or (hazards == SISU_ON and effect != RISKY):
            return clean
        bad = self._hazard(taken, count, gear, used, whites, hazards, locks, kind)
        if taken & 7 == CUT:
            flat = self._flat(kind)
            behind = self._hazard(taken, count, gear, used, whites, hazards, locks, flat) if flat >= 0 else None
            bad = self._with_card(bad, behind, count)
        return mixed(clean, bad, chance, count)

    def _clean(
        self, taken: i64, count: i64, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64
    ) -> Row:
        """A die without a hazard."""
        there: i64 = self.model.at[taken >> NODE_AT]
        if taken >> EFFECT_AT & 3 == LOST:
            return self.end(there, LOST_AT + gear, kind)
        kept = self.best(there, gear, used, whites, hazards, locks, kind)
        if taken & 7 != CUT:
            return kept
        flat = self._flat(kind)
        behind = self.best(there, gear, used, whites, hazards, locks, flat) if flat >= 0 else None
        return self._with_card(kept, behind, count)

    def _flat(self, kind: i64) -> i64:
        """The car after a puncture; -1 if it has to retire, or if flats are not told apart."""
        if self.model.terms.quick or kind // self.damages % self.flats == 2:
            return -1
        return kind + self.damages

    def _with_card(self, kept: Row, flat: Row | None, count: i64) -> Row:
        """A shortcut card is drawn (RM-51 to RM-55)."""
        model = self.model
        if flat is not None:
            return mixed(kept, flat, model.puncture, count)
        if not model.terms.quick:
            return mixed(kept, Row(vec[float]([model.retired] * count), 0), model.puncture, count)
        costs = kept.copy(count)
        for markers in range(count):
            costs[markers] = costs[markers] + model.puncture * TYRE_WORTH
        return Row(costs, 0)

    def _hazard(
        self, taken: i64, count: i64, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64, kind: i64
    ) -> Row:
        """The die shows a hazard (RM-33, RM-58, RM-R28)."""
        there: i64 = self.model.at[taken >> NODE_AT]
        lost = self.end(there, LOST_AT + gear, kind)
        if taken >> EFFECT_AT & 3 == RISKY:
            return lost
        if hazards + 1 < self.model.limit[there]:
            return self.best(there, gear, used, whites, hazards + 1, locks, kind)
        if self.sisu_step == self.kinds or kind < self.sisu_step:
            return lost
        saved = self.best(there, gear, used, whites, SISU_ON, locks, kind - self.sisu_step)
        return cheaper(lost, saved, 0, count)

    def forced(self, progress: i64, gear: i64, kind: i64, markers: i64) -> float:
        """RM-R14: too fast for every die."""
        return self.model.ends[self.forced_end(progress, gear) + kind * self.row + markers]

    def forced_end(self, progress: i64, gear: i64) -> i64:
        there = progress + 1
        if self.model.road.note[there] > 0:
            there = min(progress + 4, self.finish)
        return (there * ENDS + LOST_AT + gear - 1) * self.kinds * self.row


# ------------------------------------------------------------------ rows


def never_less(row: Row, than: Row, count: i64) -> bool:
    """Is the row at least as dear as the other for every count of markers?"""
    return never_less_by(row, 0, than, count)


def never_less_by(row: Row, price: i64, than: Row, count: i64) -> bool:
    """… where the row has a price of its own, for those who can pay it?"""
    costs, others, more = row.costs, than.costs, float(price)
    at, beside = row.at, than.at
    markers = price
    while markers < count:
        if costs[at + markers] + more < others[beside + markers]:
            return False
        markers += 1
    return True


def lower(best: vec[float], row: Row) -> None:
    """Take over what is cheaper in the row."""
    costs, at = row.costs, row.at
    count: i64 = len(best)
    markers: i64 = 0
    while markers < count:
        cost = costs[at + markers]
        best[markers] = min(best[markers], cost)
        markers += 1


def cheaper(row: Row, other: Row, price: i64, count: i64) -> Row:
    """The cheaper of two rows, the second for a price."""
    best = row.copy(count)
    costs, at, more = other.costs, other.at - price, float(price)
    markers = price
    while markers < count:
        cost = costs[at + markers] + more
        best[markers] = min(best[markers], cost)
        markers += 1
    return Row(best, 0)


def mixed(row: Row, other: Row, chance: float, count: i64) -> Row:
    """The first row, or with this chance the other."""
    best = row.copy(count)
    costs, at = other.costs, other.at
    markers: i64 = 0
    while markers < count:
        cost = best[markers]
        best[markers] = cost + chance * (costs[at + markers] - cost)
        markers += 1
    return Row(best, 0)
