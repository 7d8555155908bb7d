"""The optimal expected time of a special, alone on the road: every turn moves forward, so one sweep back is exact.

From the last space to START each way to begin a turn gets its cost: the best of every first die, every time attack, and
the spare tyre. One more second marker never makes an option cost more, so from one count of markers to the next lower
most options are ruled out by what they cost before.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Final

from parcferme.games.rallyman.attacks import Attack, Attacks
from parcferme.games.rallyman.chain import Chain
from parcferme.games.rallyman.model import NEVER, Car, Model

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
        self.worst = 0.0  # the dearest standing start so far
        self.least: dict[int, dict[int, float]] = {}  # cell → option → cost at least, for the space and gear at hand

    def run(self, report: Report | None = None) -> None:
        """To START. After an exception out of `report`, `run` goes on from the spaces that were finished."""
        collecting = gc.isenabled()
        gc.disable()  # the table grows by a million numbers, none of them garbage: looking for some costs a third more
        try:
            while self.todo >= 0:
                self._tell(report)
                self._space(self.todo)
                if self.todo + REACH <= self.model.finish:
                    self.chain.forget(self.todo + REACH)
                self.todo -= 1
        finally:
            if collecting:
                gc.enable()
        self._tell(report)

    def _tell(self, report: Report | None) -> None:
        if report is not None:
            report(self.model.finish - 1 - self.todo, self.model.finish)

    def _space(self, progress: int) -> None:
        model = self.model
        cells = self.cells_at(progress)
        top = model.top(progress)
        self.chain.ordered = self.worst <= model.retired  # driving on has always been better than retiring
        for gear in range(6 if progress else 1):
            self.least.clear()
            for cell in cells:
                self._fill(progress, gear, cell, top)
        self._close(progress)

    def _close(self, progress: int) -> None:
        """Once every start from here is known: what losing control here costs."""
        model = self.model
        for cell in self.cells_at(progress):
            for markers in range(model.top(progress) + 1):
                model.set_losses(progress, cell + markers)
            self.worst = max(self.worst, model.ends[model.stop(progress, 0) + cell])

    def adopt(self, progress: int) -> None:
        """The next space has been filled in from elsewhere."""
        self._close(progress)
        self.todo = progress - 1

    def cells_at(self, progress: int) -> list[int]:
        """The cells without markers of every car that can be here, less lucky ones first in each respect."""
        model = self.model
        road, first = model.road, model.first
        cuts = progress + 1 - road.cut_node[: progress + 1].count(0)
        hurt = any(road.left[: progress + 1]) or any(road.right[: progress + 1])
        damages = range(model.damages) if hurt or first.damage else range(1)
        flats = range(min(model.flats, 1 + cuts + first.flats))
        return [
            model.cell(damage, flat, spare, sisu, 0)
            for sisu in range(model.sisus - 1, -1, -1)
            for flat in flats
            for spare in range(model.spares)
            for damage in damages
        ]

    def _fill(self, progress: int, gear: int, cell: int, top: int) -> None:
        """One car from its most markers down to none.

        Beyond a certain count further markers are of no use. Cost falls with markers, so where it is the same for some
        and for most of them, it is the same in between: `enough` is where that began for the car before.
        """
        turn = Turn(self.model, self.chain, self.attacks, progress, gear, cell)
        self._learn(turn, cell)
        least = turn.best(cell + top)
        self.least[cell] = turn.costs()
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

    def _set(self, turn: Turn, cell: int, cost: float) -> None:
        """The cost of a turn about to begin: with the spare tyre changed first where that is better."""
        model = self.model
        if turn.spare:
            mended = model.start(turn.progress, turn.gear, cell - model.spare_step - model.flat_step)
            cost = min(cost, mended + model.terms.spare_seconds)
        model.set_start(turn.progress, turn.gear, cell, cost)

    def _learn(self, turn: Turn, cell: int) -> None:
        """No option costs less than for a car that is better off: with Sisu, or less damage or fewer flats.

        The last two hold only as long as driving on is better than retiring.
        """
        model = self.model
        if model.sisus == 2 and cell < model.sisu_step:
            turn.learn(self.least[cell + model.sisu_step])
        if self.chain.ordered:
            if model.damage_of(cell):
                turn.learn(self.least[cell - model.row])
            if model.flats_of(cell):
                turn.learn(self.least[cell - model.flat_step])


class Turn:
    """A car before its first die: every option, and what each is known to cost at least."""

    __slots__ = ("model", "chain", "attacks", "progress", "gear", "dice", "sets", "names", "bounds", "first", "spare")

    def __init__(self, model: Model, chain: Chain, attacks: Attacks, progress: int, gear: int, cell: int) -> None:
        self.model = model
        self.chain = chain
        self.attacks = attacks
        self.progress = progress
        self.gear = gear
        self.dice = chain.dice(progress, gear, 0, 0, cell // model.row)
        self.sets: list[Attack] = []
        if model.terms.attack and self.dice:
            blacks, whites = 5 - model.damage_of(cell), model.most_whites(cell)
            sisu = 1 if model.sisus == 2 and cell >= model.sisu_step else 0
            for attack in attacks.legal(progress, gear, sisu):
                if attack.blacks <= blacks and attack.whites <= whites:
                    self.sets.append(attack)
        self.names = [-1 - attack.number for attack in self.sets] + self.dice
        self.bounds = [-NEVER] * len(self.names)
        self.first = 0  # the best option so far
        held = model.spares == 2 and cell % model.sisu_step >= model.spare_step
        self.spare = held and gear <= 1 and model.flats_of(cell) > 0  # RM-91

    def learn(self, least: dict[int, float]) -> None:
        """Bounds from a car that is better off; begin with what is best for it."""
        first = NEVER
        for option, name in enumerate(self.names):
            bound = max(self.bounds[option], least.get(name, -NEVER))
            self.bounds[option] = bound
            if bound < first:
                first, self.first = bound, option

    def costs(self) -> dict[int, float]:
        return dict(zip(self.names, self.bounds, strict=True))

    def best(self, cell: int) -> float:
        """The cheapest option for this cell. Ask from many markers to few: bounds hold for fewer markers only."""
        if not self.dice:
            return self.chain.forced(self.progress, self.gear, cell // self.model.row, cell % self.model.row)
        bounds = self.bounds
        best, first = self.cost(self.first, cell), self.first
        bounds[first] = best
        for option, bound in enumerate(bounds):
            if bound < best and option != self.first:
                cost = self.cost(option, cell)
                bounds[option] = cost
                if cost < best:
                    best, first = cost, option
        self.first = first
        return best

    def cost(self, option: int, cell: int) -> float:
        if option < len(self.sets):
            return self.attacks.cost(self.sets[option], cell)
        packed = self.dice[option - len(self.sets)]
        return self.chain.play(packed, self.gear, 0, 0, 0, 0, cell // self.model.row, cell % self.model.row)


def expected(model: Model, car: Car) -> float:
    """The expected time of a special from a standing start, once the table is complete."""
    return model.start(0, 0, model.cell_of(car)) - car.markers
