"""The optimal expected time of a special, alone on the road: every turn moves forward, so one sweep back is exact.

From the last space to START each way to begin a turn gets its cost: the best of every first die, every time attack, and
the spare tyre. One more second marker never makes an option cost more, so from one count of markers to the next lower
most options are ruled out by what they cost before.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Final

from parcferme.games.rallyman.actions import WHITE
from parcferme.games.rallyman.mechanics.dice import black_dice
from parcferme.games.rallyman.par.attacks import Attack, Attacks
from parcferme.games.rallyman.par.chain import Chain, Row
from parcferme.games.rallyman.par.hands import FIRST_HANDS
from parcferme.games.rallyman.par.model import NEVER, Model

REACH: Final = 24  # no turn goes further
SAME: Final = 1e-12  # seconds

Report = Callable[[int, int], None]  # spaces done, spaces in all


class Sweep:
    """Fills a model's table. `todo` is the space that comes next; below nought the table is complete."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.chain = Chain(model)
        self.attacks = Attacks(model)
        self.todo = model.road.length
        self.enough = 0  # markers beyond which the last car had no use for more
        self.least: dict[int, list[float]] = {}  # cell → what each option costs at least; of one space and gear
        model.compare(model.finish, [row * model.row for row in range(model.cells // model.row)], model.most)

    def run(self, report: Report | None = None) -> None:
        """To START. After an exception out of `report`, `run` goes on from the spaces that were finished."""
        collecting = gc.isenabled()
        gc.disable()  # the table grows by a million numbers, none of them garbage: looking for some costs a third more
        try:
            while self.todo >= 0:
                self._tell(report)
                self.step()
        finally:
            if collecting:
                gc.enable()
        self._tell(report)

    def step(self) -> None:
        """The space that comes next."""
        self._space(self.todo)
        if self.todo + REACH <= self.model.finish:
            self.chain.forget(self.todo + REACH)
            self.attacks.forget(self.todo + REACH)
        self.todo -= 1

    def _tell(self, report: Report | None) -> None:
        if report is not None:
            report(self.model.finish - 1 - self.todo, self.model.finish)

    def _space(self, progress: int) -> None:
        model = self.model
        cells = self.cells_at(progress, progress)
        top = model.top(progress)
        for gear in range(6 if progress else 1):
            self.least.clear()
            for cell in cells:
                self._fill(progress, gear, cell, top)
        self._close(progress)

    def _close(self, progress: int) -> None:
        """Once every start from here is known: what losing control here costs."""
        model = self.model
        cells, top = self.cells_at(progress, progress - 1), model.top(progress)
        for cell in cells:
            for markers in range(top + 1):
                model.set_losses(progress, cell + markers)
        model.compare(progress, cells, top)

    def adopt(self, progress: int) -> None:
        """The next space has been filled in from elsewhere."""
        self._close(progress)
        self.todo = progress - 1

    def cells_at(self, progress: int, hurt: int) -> list[int]:
        """The cells without markers of every car that can be here, luckier ones first in each respect.

        A car loses control at most once on a space, so its damage is no more than the spaces up to `hurt` do together.
        Each flat, and each that has been mended, is from a shortcut on the way, unless the car had it before.
        """
        model = self.model
        road, first = model.road, model.first
        most = first.damage + sum([max(road.left[space], road.right[space]) for space in range(hurt + 1)])
        punctures = first.flats + progress + 1 - road.cut_note[: progress + 1].count(0)
        return [
            model.cell(damage, flats, spare, sisu, 0)
            for sisu in range(model.sisus - 1, -1, -1)
            for flats in range(min(model.flats, 1 + punctures))
            for spare in range(model.spares - 1, -1, -1)
            if flats + (model.spares - 1 - spare) <= punctures
            for damage in range(min(model.damages, 1 + most))
        ]

    def _fill(self, progress: int, gear: int, cell: int, top: int) -> None:
        """One car from its most markers down to none.

        Beyond a certain count further markers are of no use. Cost falls with markers, so where it is the same for some
        and for most of them, it is the same in between: `enough` is where that began for the car before.
        """
        turn = Opening(self.model, self.chain, self.attacks, progress, gear, cell)
        self._learn(turn, cell, top)
        least = turn.best(cell + top)
        self.least[cell] = turn.bounds[:]
        self._set(turn, cell + top, least)
        markers = top - 1
        probe = min(self.enough + 1, top - 1)
        if 0 <= probe < markers:
            before = turn.bounds[:]
            if turn.best(cell + probe) - least <= SAME:
                while markers > probe:
                    self._set(turn, cell + markers, least)
                    markers -= 1
            else:
                turn.bounds = before  # those of the probe do not hold for more markers
        self.enough = top
        while markers >= 0:
            cost = turn.best(cell + markers)
            if cost - least <= SAME:
                self.enough = markers
            self._set(turn, cell + markers, cost)
            markers -= 1

    def _set(self, turn: Opening, cell: int, cost: float) -> None:
        """The cost of a turn about to begin: with the spare tyre changed first where that is better."""
        model = self.model
        if turn.spare:
            mended = model.start(turn.progress, turn.gear, cell - model.spare_step - model.flat_step)
            cost = min(cost, mended + model.terms.spare_seconds)
        model.set_start(turn.progress, turn.gear, cell, cost)

    def _learn(self, turn: Opening, cell: int, top: int) -> None:
        """No option costs less than for a car that is better off: with a card, or less damage or fewer flats."""
        model = self.model
        damage = model.damage_of(cell)
        if model.sisus == 2 and cell < model.sisu_step:
            turn.learn(self.least[cell + model.sisu_step])
        if model.spares == 2 and cell % model.sisu_step < model.spare_step:
            with_spare = self.least.get(cell + model.spare_step)
            if with_spare is not None:
                turn.learn(with_spare)
        if damage and model.less_damage[damage]:
            turn.learn(self.least[cell - model.row])
        if model.flats_of(cell) and model.fewer_flats[damage]:
            turn.learn(self.least[cell - model.flat_step])
        turn.guesses = model.fewer_flats[damage]
        if turn.guesses and not turn.learnt and not turn.forced:
            turn.guess(cell + top)


class Opening:
    """A car before its first die: every option of an undamaged car, and what each is known to cost at least."""

    __slots__ = (
        "model", "chain", "attacks", "progress", "gear", "dice", "rows", "sets", "bounds", "learnt", "guesses", "order",
        "first", "forced", "spare",
    )  # fmt: skip

    def __init__(self, model: Model, chain: Chain, attacks: Attacks, progress: int, gear: int, cell: int) -> None:
        self.model = model
        self.chain = chain
        self.attacks = attacks
        self.progress = progress
        self.gear = gear
        self.dice = chain.dice(progress, FIRST_HANDS[gear], 0)
        self.rows: list[Row | None] = [None] * len(self.dice)  # what each die costs, once it is known
        self.sets: list[Attack] = []
        if model.terms.attack and self.dice:
            sisu = 1 if model.sisus == 2 and cell >= model.sisu_step else 0
            self.sets = attacks.legal(progress, gear, sisu)
        blacks, whites = black_dice(model.damage_of(cell)), model.most_whites(cell)
        self.bounds = [
            -NEVER if attack.blacks <= blacks and attack.whites <= whites else NEVER for attack in self.sets
        ] + [-NEVER if whites or option.die != WHITE else NEVER for option in self.dice]
        self.forced = min([NEVER, *self.bounds[len(self.sets) :]]) == NEVER  # RM-R14
        self.learnt = False  # are these bounds from another car?
        self.guesses = False  # may time attacks be left out that cannot be best?
        self.order = list(range(len(self.bounds)))  # in which options are looked at
        self.first = 0 if self.forced else self.bounds.index(-NEVER)  # the best option so far
        held = model.spares == 2 and cell % model.sisu_step >= model.spare_step
        self.spare = held and gear <= 1 and model.flats_of(cell) > 0  # RM-91

    def learn(self, least: list[float]) -> None:
        """Bounds from a car that is better off; begin with what is best for it."""
        self.learnt = True
        first = NEVER
        for option, bound in enumerate(least):
            bound = max(bound, self.bounds[option])
            self.bounds[option] = bound
            if bound < first:
                first, self.first = bound, option

    def guess(self, cell: int) -> None:
        """Bounds for time attacks, so that few have to be worked out; begin with what promises most."""
        for option, attack in enumerate(self.sets):
            if self.bounds[option] < NEVER:
                self.bounds[option] = self.attacks.least(attack, cell)
        ascending = sorted([(bound, option) for option, bound in enumerate(self.bounds)])
        self.order = [option for _, option in ascending]
        self.first = self.order[0]

    def best(self, cell: int) -> float:
        """The cheapest option for this cell. Ask from many markers to few: bounds hold for fewer markers only."""
        if self.forced:
            return self.chain.forced(self.progress, self.gear, cell // self.model.row, cell % self.model.row)
        bounds = self.bounds
        best, first = self.cost(self.first, cell), self.first
        bounds[first] = best
        for option in self.order:
            if bounds[option] < best and option != self.first and not self._hopeless(option, cell, best):
                cost = self.cost(option, cell)
                bounds[option] = cost
                if cost < best:
                    best, first = cost, option
        self.first = first
        return best

    def _hopeless(self, option: int, cell: int, best: float) -> bool:
        """Is this an attack that has not been worked out so far, and need not be?"""
        if not self.guesses or option >= len(self.sets) or self.sets[option].ready:
            return False
        bound = self.attacks.least(self.sets[option], cell)
        self.bounds[option] = max(self.bounds[option], bound)
        return bound >= best

    def cost(self, option: int, cell: int) -> float:
        if option < len(self.sets):
            return self.attacks.cost(self.sets[option], cell)
        place, row = option - len(self.sets), self.model.row
        found = self.rows[place]
        if found is None:
            count = self.chain.counts[self.progress]
            found = self.chain.die(self.dice[place], FIRST_HANDS[self.gear], cell // row, count)
            self.rows[place] = found
        return found.of(cell % row)
