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
from parcferme.games.rallyman.mechanics.attack import Placement
from parcferme.games.rallyman.mechanics.control import COUNTED, GONE, KEPT, control
from parcferme.games.rallyman.mechanics.dice import LAST_FLAT, black_dice, lock_price, white_fits
from parcferme.games.rallyman.mechanics.paths import CLEAR, LOST, Obstacles, Step, forced_step
from parcferme.games.rallyman.par.hands import LOCKS, SISU_ON, TURNS, Hand
from parcferme.games.rallyman.par.model import ENDS, LOST_AT, NEVER, TYRE_WORTH, Model


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


NO_DICE: Final[list[Placement]] = []


class Chain:
    """Turns on one road with the given obstacles."""

    def __init__(self, model: Model, obstacles: Obstacles = CLEAR) -> None:
        self.model = model
        road = model.road
        self.obstacles = obstacles
        cells = [(space, gear) for space in range(road.length + 1) for gear in range(6)]
        steps = [model.track.paths(space, gear, obstacles) if gear else [] for space, gear in cells]
        # Dice to be played by space * 6 + the gear they are driven in: black ones and white ones.
        self.blacks = [[Placement(cell % 6 - 1, step) for step in found] for cell, found in enumerate(steps)]
        self.whites = [[Placement(WHITE, step) for step in found] for found in steps]
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

    def after(self, progress: i64, hand: Hand, kind: i64, markers: i64) -> float:
        """After a die: stop or go on, whichever is better."""
        return self.best(progress, hand, kind).of(markers)

    def best(self, progress: i64, hand: Hand, kind: i64) -> Row:
        """The same for every count of markers."""
        if progress == self.finish:
            return self.end(progress, hand.gear, kind)
        turns = self.turns[progress]
        if not turns:
            turns = [None] * (TURNS * self.kinds)
            self.turns[progress] = turns
        place = hand.number * self.kinds + kind
        found = turns[place]
        if found is None:
            found = self._midway(turns, place, progress, hand, kind)
            turns[place] = found
        if hand.locks == 0 or found.best is found.stop:  # who does not go on before a lock does not after it
            return found.best
        if not found.locked:
            found.locked = [None] * LOCKS
        row = found.locked[hand.locks]
        if row is None:
            row = self._after_locks(found, progress, hand, kind)
            found.locked[hand.locks] = row
        return row

    def _midway(self, turns: list[Midway | None], place: i64, progress: i64, hand: Hand, kind: i64) -> Midway:
        """With no die locked: every die for every count of markers, unless it is clear that stopping is best."""
        stop, count = self.end(progress, hand.gear, kind), self.counts[progress]
        bound = self._ruled_out(turns, place, kind, stop, count)
        if bound is not None:
            return Midway(stop, bound)
        unlocked = hand.unlocked
        dice = self.dice(progress, unlocked, kind)
        rows = [self.die(option, unlocked, kind, count) for option in dice]
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

    def _after_locks(self, midway: Midway, progress: i64, hand: Hand, kind: i64) -> Row:
        """Only dice that might better the lot of the poorest car, who has most to gain."""
        count = self.counts[progress]
        best = midway.stop.copy(count)
        for place, option in enumerate(midway.dice):
            if midway.least[place] < best[0]:
                lower(best, self.die(option, hand, kind, count))
        return Row(best, 0)

    # -------------------------------------------------------------- the next die

    def dice(self, progress: i64, hand: Hand, kind: i64) -> list[Placement]:
        """Every die and path that may come next."""
        found: list[Placement] = []
        model = self.model
        if hand.blacks < black_dice(model.damage_of(kind * self.row)):
            for die in hand.next_dice:
                found += self.blacks[progress * 6 + die + 1]
        if hand.gear:
            flats = model.flats_of(kind * self.row)
            for option in self.whites[progress * 6 + hand.gear]:
                if white_fits(hand.whites, flats, model.tyres, model.road.snow[option.step.space]):
                    found.append(option)
        return found

    def play(self, option: Placement, hand: Hand, kind: i64, markers: i64) -> float:
        """One of `dice`, rolled or locked, for a car that has this hand before it."""
        return self.die(option, hand, kind, markers + 1).of(markers)

    def die(self, option: Placement, hand: Hand, kind: i64, count: i64) -> Row:
        """The same for every car with fewer than `count` markers."""
        step, hand = option.step, hand.after[option.die]
        clean = self._clean(step, hand, kind, count)
        rolled = self._rolled(clean, step, self.model.chance[option.die], hand, kind, count)
        price: i64 = lock_price(hand.locks)
        if rolled is clean or not self.model.terms.locking or never_less_by(clean, price, rolled, count):
            return rolled
        return cheaper(rolled, self._clean(step, hand.locked, kind, count), price, count)

    def locked(self, step: Step, hand: Hand, kind: i64, markers: i64) -> float:
        """The die is paid for instead of rolled (RM-44, RM-45). The hand is the one after it, here and below."""
        price: i64 = lock_price(hand.locks)
        left = markers - price
        return float(price) + self._clean(step, hand.locked, kind, left + 1).of(left)

    def rolled(self, step: Step, chance: float, hand: Hand, kind: i64, markers: i64) -> float:
        """One die with this chance of a hazard; on a shortcut a card is drawn first."""
        clean = self._clean(step, hand, kind, markers + 1)
        return self._rolled(clean, step, chance, hand, kind, markers + 1).of(markers)

    def _rolled(self, clean: Row, step: Step, chance: float, hand: Hand, kind: i64, count: i64) -> Row:
        if step.effect == LOST or self._control(step, True, hand) == KEPT:
            return clean  # the die's face makes no difference
        bad = self._hazard(step, hand, kind, count)
        if step.path == CUT:
            flat = self._flat(kind)
            bad = self._with_card(bad, self._hazard(step, hand, flat, count) if flat >= 0 else None, count)
        return mixed(clean, bad, chance, count)

    def _clean(self, step: Step, hand: Hand, kind: i64, count: i64) -> Row:
        """A die without a hazard."""
        if self._control(step, False, hand) == GONE:
            return self.end(step.space, LOST_AT + hand.gear, kind)
        kept = self.best(step.space, hand, kind)
        if step.path != CUT:
            return kept
        flat = self._flat(kind)
        return self._with_card(kept, self.best(step.space, hand, flat) if flat >= 0 else None, count)

    def _control(self, step: Step, hazard: bool, hand: Hand) -> i64:
        return control(step.effect, hazard, hand.hazards, self.model.limit[step.space], hand.hazards == SISU_ON)

    def _flat(self, kind: i64) -> i64:
        """The car after a puncture; -1 if it has to retire, or if flats are not told apart."""
        if self.model.terms.quick or kind // self.damages % self.flats == LAST_FLAT - 1:
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

    def _hazard(self, step: Step, hand: Hand, kind: i64, count: i64) -> Row:
        """The die shows a hazard, which changes something; Sisu is played if that is better (RM-R28)."""
        found = self._control(step, True, hand)
        if found == COUNTED:
            return self.best(step.space, hand.hazard, kind)
        lost = self.end(step.space, LOST_AT + hand.gear, kind)
        if found == GONE or self.sisu_step == self.kinds or kind < self.sisu_step:
            return lost
        return cheaper(lost, self.best(step.space, hand.sisu, kind - self.sisu_step), 0, count)

    def forced(self, progress: i64, gear: i64, kind: i64, markers: i64) -> float:
        """RM-R14: too fast for every die."""
        return self.model.ends[self.forced_end(progress, gear) + kind * self.row + markers]

    def forced_end(self, progress: i64, gear: i64) -> i64:
        there = forced_step(self.model.road, progress, self.obstacles).space
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
