"""The exact chance of every stage time under perfect play.

The policy is walked forward from START: each car that can come about, with the seconds it has spent, and how likely it
is. A turn is unrolled by the very choices that the table prefers, so the mean of the times is the table's value.
Seconds count as in the table: cards and lost control, less markers when earned, plus markers when paid.
"""

from __future__ import annotations

from parcferme.games.rallyman.actions import CUT, WHITE
from parcferme.games.rallyman.board.road import EFFECT_AT, LOST, NODE_AT, RISKY
from parcferme.games.rallyman.par.attacks import SISU_ON, Attack, Attacks, Tree
from parcferme.games.rallyman.par.chain import Chain
from parcferme.games.rallyman.par.model import ENDS, LOST_AT, Model
from parcferme.games.rallyman.par.sweep import Turn

OUT = -1  # an end of its own: the car has retired

Spread = dict[int, float]  # seconds → chance
Found = dict[tuple[int, int], float]  # (end, seconds paid on the way) → chance


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
            if hurt and model.damage_of(cell) + hurt >= 5:
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
        turn = Turn(model, self.chain, self.attacks, progress, gear, cell - cell % model.row)
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
            packed = turn.dice[turn.first - len(turn.sets)]
            self._play(packed, gear, 0, 0, 0, 0, cell, 0, 1.0, found)
        return found

    def _attack(self, attack: Attack, cell: int, found: Found) -> None:
        model = self.model
        earned = min(attack.dice, model.most - cell % model.row)
        for place, chance in zip(attack.sure, attack.sure_chances, strict=True):
            _count(found, place + cell + earned, -attack.dice, chance)
        for tree, chance in zip(attack.open, attack.open_chances, strict=True):
            self._tree(tree, cell + earned, attack.dice, earned, chance, found)

    def _tree(self, tree: Tree, paid: int, dice: int, earned: int, chance: float, found: Found) -> None:
        """The end this tree prefers."""
        model, attacks = self.model, self.attacks
        best = attacks.tree_cost(tree, paid, dice, earned) + 1e-12
        for place in tree.stops:
            if model.ends[place + paid] <= best:
                _count(found, place + paid, -dice, chance)
                return
        for place in tree.unpaid:
            if model.ends[place + paid - earned] + dice <= best:
                _count(found, place + paid - earned, 0, chance)
                return
        for number in tree.cards:
            behind = attacks.trees[number]
            if attacks.card_cost(behind, paid, dice, earned) <= best:
                self._tree(behind, paid, dice, earned, chance * (1.0 - model.puncture), found)
                if model.flats_of(paid) == 2:
                    _count(found, OUT, -dice, chance * model.puncture)
                else:
                    self._tree(behind, paid + model.flat_step, dice, earned, chance * model.puncture, found)
                return

    def _play(
        self,
        packed: int,
        gear: int,
        used: int,
        whites: int,
        hazards: int,
        locks: int,
        cell: int,
        paid: int,
        chance: float,
        found: Found,
    ) -> None:
        """A die as the table would play it: rolled or locked."""
        model, chain = self.model, self.chain
        kind, markers = cell // model.row, cell % model.row
        cost = chain.play(packed, gear, used, whites, hazards, locks, kind, markers)
        die, taken = packed & 7, packed >> 3
        if die == WHITE:
            whites += 1
        else:
            gear, used = die + 1, used | 1 << die
        hazard = model.chance[die]
        if cost < chain.rolled(taken, hazard, gear, used, whites, hazards, locks, kind, markers) - 1e-12:
            locks += 1
            cell, paid, hazard = cell - locks, paid + locks, 0.0
        if taken & 7 != CUT:
            self._land(taken, hazard, gear, used, whites, hazards, locks, cell, paid, chance, found)
            return
        share = chance * (1.0 - model.puncture)
        self._land(taken, hazard, gear, used, whites, hazards, locks, cell, paid, share, found)
        if model.flats_of(cell) == 2:
            _count(found, OUT, paid, chance * model.puncture)
        else:
            cell, share = cell + model.flat_step, chance * model.puncture
            self._land(taken, hazard, gear, used, whites, hazards, locks, cell, paid, share, found)

    def _land(
        self,
        taken: int,
        hazard: float,
        gear: int,
        used: int,
        whites: int,
        hazards: int,
        locks: int,
        cell: int,
        paid: int,
        chance: float,
        found: Found,
    ) -> None:
        model = self.model
        there, effect = model.at[taken >> NODE_AT], taken >> EFFECT_AT & 3
        if effect == LOST:
            _count(found, model.loss(there, gear) + cell, paid, chance)
            return
        if hazard < 1.0:
            self._after(there, gear, used, whites, hazards, locks, cell, paid, chance * (1.0 - hazard), found)
        if hazard == 0.0:
            return
        chance *= hazard
        if effect == RISKY:
            _count(found, model.loss(there, gear) + cell, paid, chance)
        elif hazards == SISU_ON or hazards + 1 < model.limit[there]:
            counted = hazards if hazards == SISU_ON else hazards + 1
            self._after(there, gear, used, whites, counted, locks, cell, paid, chance, found)
        else:
            self._third(there, gear, used, whites, locks, cell, paid, chance, found)

    def _third(
        self,
        there: int,
        gear: int,
        used: int,
        whites: int,
        locks: int,
        cell: int,
        paid: int,
        chance: float,
        found: Found,
    ) -> None:
        """One hazard too many: lost, unless Sisu is held and better (RM-R28)."""
        model = self.model
        lost = model.loss(there, gear) + cell
        if model.sisus == 2 and cell >= model.sisu_step:
            calm = cell - model.sisu_step
            kind, markers = calm // model.row, calm % model.row
            if self.chain.after(there, gear, used, whites, SISU_ON, locks, kind, markers) < model.ends[lost]:
                self._after(there, gear, used, whites, SISU_ON, locks, calm, paid, chance, found)
                return
        _count(found, lost, paid, chance)

    def _after(
        self,
        there: int,
        gear: int,
        used: int,
        whites: int,
        hazards: int,
        locks: int,
        cell: int,
        paid: int,
        chance: float,
        found: Found,
    ) -> None:
        """Stop or go on, as the table would."""
        model, chain = self.model, self.chain
        stop = model.stop(there, gear) + cell
        kind, markers = cell // model.row, cell % model.row
        if there == model.finish or model.ends[stop] <= chain.after(
            there, gear, used, whites, hazards, locks, kind, markers
        ):
            _count(found, stop, paid, chance)
            return
        best, chosen = 1e18, 0
        for packed in chain.dice(there, gear, used, whites, kind):
            cost = chain.play(packed, gear, used, whites, hazards, locks, kind, markers)
            if cost < best:
                best, chosen = cost, packed
        self._play(chosen, gear, used, whites, hazards, locks, cell, paid, chance, found)


def _add(onto: Spread, spread: Spread, seconds: int, chance: float) -> None:
    for spent, share in spread.items():
        onto[spent + seconds] = onto.get(spent + seconds, 0.0) + share * chance


def _count(found: Found, end: int, seconds: int, chance: float) -> None:
    key = (end, seconds)
    found[key] = found.get(key, 0.0) + chance
