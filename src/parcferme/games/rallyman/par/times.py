"""The exact chance of every stage time under perfect play.

The policy is walked forward from START: each car that can come about, with the seconds it has spent, and how likely it
is. A turn is unrolled by the very choices that the table prefers, so the mean of the times is the table's value.
Seconds count as in the table: cards and lost control, less markers when earned, plus markers when paid.
"""

from __future__ import annotations

from parcferme.games.rallyman.actions import CUT
from parcferme.games.rallyman.mechanics.attack import Placement
from parcferme.games.rallyman.mechanics.control import COUNTED, GONE, TOO_MANY, control
from parcferme.games.rallyman.mechanics.dice import GRAVEST, LAST_FLAT, lock_price
from parcferme.games.rallyman.mechanics.paths import Step
from parcferme.games.rallyman.par.attacks import Attack, Attacks, Tree
from parcferme.games.rallyman.par.chain import Chain
from parcferme.games.rallyman.par.hands import FIRST_HANDS, SISU_ON, Hand
from parcferme.games.rallyman.par.model import ENDS, LOST_AT, Model
from parcferme.games.rallyman.par.sweep import Opening

OUT = -1  # an end of its own: the car has retired

Spread = dict[int, float]  # seconds → chance
Found = dict[tuple[int, int], float]  # (end, seconds paid on the way) → chance


class Share:
    """Part of the cars that a turn may become: their cell, the seconds paid on the way, and how likely they are."""

    __slots__ = ("cell", "paid", "chance")

    def __init__(self, cell: int, paid: int, chance: float) -> None:
        self.cell = cell
        self.paid = paid
        self.chance = chance

    def part(self, chance: float) -> Share:
        return Share(self.cell, self.paid, self.chance * chance)


class Times:
    """Walks the policy of a complete table."""

    def __init__(self, model: Model, chain: Chain, attacks: Attacks) -> None:
        self.model = model
        self.chain = chain
        self.attacks = attacks
        self.finished: Spread = {}
        self.retired = 0.0  # the chance not to finish
        self.retired_spent = 0.0  # seconds spent until then, times that chance

    def mean(self) -> float:
        """The expected time: the same as the table's value."""
        driven = sum([seconds * chance for seconds, chance in self.finished.items()])
        return driven + self.retired_spent + self.retired * self.model.retired

    def walk(self, cell: int, markers: int) -> None:
        """From a standing start on START to the finish, space by space."""
        model = self.model
        waiting: list[dict[int, Spread]] = [{} for _ in range(model.finish)]
        waiting[0][cell] = {-markers: 1.0}
        for progress in range(model.finish):
            for key in sorted(waiting[progress]):
                spread = waiting[progress][key]
                gear, here = key // model.cells, key % model.cells
                for (end, seconds), chance in self.turn(progress, gear, here).items():
                    self._arrive(end, seconds, chance, spread, waiting)
            waiting[progress].clear()

    def _arrive(self, end: int, seconds: int, chance: float, spread: Spread, waiting: list[dict[int, Spread]]) -> None:
        if end == OUT:
            self._retire(spread, seconds, chance)
            return
        model = self.model
        place, cell = end // model.cells, end % model.cells
        there, kind = place // ENDS, place % ENDS
        if there == model.finish:
            gear = kind if kind <= LOST_AT else kind - LOST_AT
            _add(self.finished, spread, seconds + int(model.card[gear]), chance)
        elif kind <= LOST_AT:
            onward = waiting[there].setdefault(kind * model.cells + cell, {})
            _add(onward, spread, seconds + int(model.card[kind]), chance)
        else:
            self._lose(there, kind - LOST_AT, cell, seconds + int(model.lost), chance, spread, waiting)

    def _lose(
        self,
        there: int,
        gear: int,
        cell: int,
        seconds: int,
        chance: float,
        spread: Spread,
        waiting: list[dict[int, Spread]],
    ) -> None:
        model, road = self.model, self.model.road
        off = model.off[gear]
        for share, hurt in ((1.0 - 2.0 * off, 0), (off, road.left[there]), (off, road.right[there])):
            if hurt and model.damage_of(cell) + hurt >= GRAVEST:
                self._retire(spread, seconds, share * chance)
            elif share > 0.0:
                onward = waiting[there].setdefault(cell + hurt * model.row, {})
                _add(onward, spread, seconds, share * chance)

    def _retire(self, spread: Spread, seconds: int, chance: float) -> None:
        for spent, share in spread.items():
            self.retired += share * chance
            self.retired_spent += share * chance * (spent + seconds)

    # -------------------------------------------------------------- one turn

    def turn(self, progress: int, gear: int, cell: int) -> Found:
        """Where the best turn from here ends, with the seconds paid or earned on the way (gear cards apart)."""
        model = self.model
        turn = Opening(model, self.chain, self.attacks, progress, gear, cell - cell % model.row)
        cost = turn.best(cell)
        if turn.spare and model.start(progress, gear, cell) < cost - 1e-9:
            mended = self.turn(progress, gear, cell - model.spare_step - model.flat_step)
            price = model.terms.spare_seconds
            return {(end, seconds + price): chance for (end, seconds), chance in mended.items()}
        found: Found = {}
        if turn.forced:
            return {(self.chain.forced_end(progress, gear) + cell, 0): 1.0}
        if turn.first < len(turn.sets):
            self._attack(turn.sets[turn.first], cell, found)
        else:
            option = turn.dice[turn.first - len(turn.sets)]
            self._play(option, FIRST_HANDS[gear], Share(cell, 0, 1.0), found)
        return found

    def _attack(self, attack: Attack, cell: int, found: Found) -> None:
        model = self.model
        earned = min(attack.dice, model.most - cell % model.row)
        for place, chance in zip(attack.sure, attack.sure_chances, strict=True):
            _count(found, place + cell + earned, Share(cell, -attack.dice, chance))
        for tree, chance in zip(attack.open, attack.open_chances, strict=True):
            self._tree(tree, cell + earned, attack.dice, earned, chance, found)

    def _tree(self, tree: Tree, paid: int, dice: int, earned: int, chance: float, found: Found) -> None:
        """The end this tree prefers."""
        model, attacks = self.model, self.attacks
        best = attacks.tree_cost(tree, paid, dice, earned) + 1e-12
        for place in tree.stops:
            if model.ends[place + paid] <= best:
                _count(found, place + paid, Share(paid, -dice, chance))
                return
        for place in tree.unpaid:
            if model.ends[place + paid - earned] + dice <= best:
                _count(found, place + paid - earned, Share(paid, 0, chance))
                return
        for number in tree.cards:
            behind = attacks.trees[number]
            if attacks.card_cost(behind, paid, dice, earned) <= best:
                self._tree(behind, paid, dice, earned, chance * (1.0 - model.puncture), found)
                if model.flats_of(paid) == LAST_FLAT - 1:
                    _count(found, OUT, Share(paid, -dice, chance * model.puncture))
                else:
                    self._tree(behind, paid + model.flat_step, dice, earned, chance * model.puncture, found)
                return

    def _play(self, option: Placement, hand: Hand, share: Share, found: Found) -> None:
        """A die as the table would play it: rolled or locked."""
        model, chain = self.model, self.chain
        kind, markers = share.cell // model.row, share.cell % model.row
        cost = chain.play(option, hand, kind, markers)
        step, hand = option.step, hand.after[option.die]
        hazard = model.chance[option.die]
        if cost < chain.rolled(step, hazard, hand, kind, markers) - 1e-12:
            price = lock_price(hand.locks)
            hand, hazard = hand.locked, 0.0
            share = Share(share.cell - price, share.paid + price, share.chance)
        if step.path != CUT:
            self._land(step, hazard, hand, share, found)
            return
        self._land(step, hazard, hand, share.part(1.0 - model.puncture), found)
        flat = share.part(model.puncture)
        if model.flats_of(share.cell) == LAST_FLAT - 1:
            _count(found, OUT, flat)
        else:
            self._land(step, hazard, hand, Share(flat.cell + model.flat_step, flat.paid, flat.chance), found)

    def _land(self, step: Step, hazard: float, hand: Hand, share: Share, found: Found) -> None:
        """The die shows a hazard with this chance."""
        if hazard < 1.0:
            self._shown(step, False, hand, share.part(1.0 - hazard), found)
        if hazard > 0.0:
            self._shown(step, True, hand, share.part(hazard), found)

    def _shown(self, step: Step, hazard: bool, hand: Hand, share: Share, found: Found) -> None:
        there, limit = step.space, self.model.limit[step.space]
        come = control(step.effect, hazard, hand.hazards, limit, hand.hazards == SISU_ON)
        if come == GONE:
            _count(found, self.model.loss(there, hand.gear) + share.cell, share)
        elif come == TOO_MANY:
            self._one_too_many(there, hand, share, found)
        else:
            self._after(there, hand.hazard if come == COUNTED else hand, share, found)

    def _one_too_many(self, there: int, hand: Hand, share: Share, found: Found) -> None:
        """Lost, unless Sisu is held and better (RM-R28)."""
        model = self.model
        lost = model.loss(there, hand.gear) + share.cell
        if model.sisus == 2 and share.cell >= model.sisu_step:
            calm = share.cell - model.sisu_step
            saved = self.chain.after(there, hand.sisu, calm // model.row, calm % model.row)
            if saved < model.ends[lost]:
                self._after(there, hand.sisu, Share(calm, share.paid, share.chance), found)
                return
        _count(found, lost, share)

    def _after(self, there: int, hand: Hand, share: Share, found: Found) -> None:
        """Stop or go on, as the table would."""
        model, chain = self.model, self.chain
        stop = model.stop(there, hand.gear) + share.cell
        kind, markers = share.cell // model.row, share.cell % model.row
        if there == model.finish or model.ends[stop] <= chain.after(there, hand, kind, markers):
            _count(found, stop, share)
            return
        dice = chain.dice(there, hand, kind)
        costs = [chain.play(option, hand, kind, markers) for option in dice]
        self._play(dice[costs.index(min(costs))], hand, share, found)


def _add(onto: Spread, spread: Spread, seconds: int, chance: float) -> None:
    for spent, share in spread.items():
        onto[spent + seconds] = onto.get(spent + seconds, 0.0) + share * chance


def _count(found: Found, end: int, share: Share) -> None:
    key = (end, share.paid)
    found[key] = found.get(key, 0.0) + share.chance
