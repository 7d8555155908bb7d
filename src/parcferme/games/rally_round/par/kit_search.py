"""A good kit for somebody in a hurry: exchange cards of a kit as long as that helps.

Kits are judged as the solver judges them, each one no further than to the best cost known, which takes some hundred
positions; families of kits, which it takes to prove anything, are a hundred times dearer. With cards a kit is asked
once it has been asked without. As long as there is something else to ask, that takes no longer than all of it did: most
pars need no cards. Those that do are found in the time that is left.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations
from random import Random

from parcferme.games.rally_round.board.map import HAZARD
from parcferme.games.rally_round.par.kit_families import Family, split
from parcferme.games.rally_round.par.search import TimeOver
from parcferme.games.rally_round.par.solver import NEVER, ORDER, Solver


class KitSearch:
    """The best kit found so far, and what it costs.

    `held` are types whose card must stay. `draws`: is the pack known, so that lines may draw cards? The solver's watch
    may interrupt the search at any time.
    """

    def __init__(self, solver: Solver, held: list[int], draws: bool, rng: Random) -> None:
        self.solver = solver
        self.draws = draws and HAZARD in solver.route.feature
        self.free: list[int] = [kind for kind in ORDER if kind not in held]
        self.rng = rng
        self.kit: Family = ()
        self.cost = NEVER
        self.refuted: dict[tuple[bool, Family], int] = {}  # (with cards?, kit): it costs no less than that

    def improve(self, kit: Family) -> Family:
        """A kit that no exchange of three cards betters, nor of two where lines draw cards, or the best one
        found before somebody looked at the watch."""
        self.kit = kit
        with suppress(TimeOver):
            self.cost = self._without(kit, NEVER)
            while self.cost > 0 and self._exchange():
                pass
        return self.kit

    def _exchange(self) -> bool:
        """Something better, if there is anything: what is asked quickly comes first."""
        so_far, ones, twos = self.solver.positions, self.others(1), self.others(2)
        if self._any(ones, False) or (self.draws and self._any([self.kit, *ones], True, so_far)):
            return True
        if self._any(twos, False) or (self.draws and self._any([*ones, *twos], True, so_far)):
            return True
        return self._any(self.others(3), False) or (self.draws and self._any([self.kit, *ones, *twos], True))

    def _any(self, kits: list[Family], draws: bool, most: int = NEVER) -> bool:
        """Is one of these kits better? Then it is the best one from now on. Given up after so many positions."""
        last = self.solver.positions + most
        for kit in kits:
            if self._is_better(kit, draws):
                return True
            if self.solver.positions > last:
                return False
        return False

    def _is_better(self, kit: Family, draws: bool) -> bool:
        if min(self.refuted.get((draws, kit), NEVER), self.refuted.get((True, kit), NEVER)) <= self.cost:
            return False
        self.solver.watch()  # also where a kit takes too few positions for a look
        cost = self._with(kit, self.cost) if draws else self._without(kit, self.cost)
        if cost >= self.cost:
            self.refuted[draws, kit] = self.cost
            return False
        self.kit, self.cost = kit, cost
        return True

    def _without(self, kit: Family, limit: int) -> int:
        found = self.solver.without_cards(kit, limit)
        return limit if found is None else found[0]

    def _with(self, kit: Family, limit: int) -> int:
        found = self.solver.with_cards(kit, limit)
        return limit if found is None else found.cost

    def others(self, count: int) -> list[Family]:
        """Kits with other cards of so many types, in any order."""
        kits: list[Family] = []
        for kinds in combinations(self.free, count):
            changed: list[Family] = [self.kit]
            for kind in kinds:
                changed = [other for kit in changed for other in split(kit, kind) if other != kit]
            kits += changed
        self.rng.shuffle(kits)
        return kits
