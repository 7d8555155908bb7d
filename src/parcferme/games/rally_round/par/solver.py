"""The provably best score of a competition: for one kit, or over all of them by branch and bound.

For a kit: first the best line without Hazard! cards, section by section; then the search for a better one with them,
below a limit that rises until a line is found or the first line is reached. Every limit passed is proved.

Over all kits: they are the leaves of a tree of families (`kit_families.py`). What the best line of any kit of a family
costs at least is its bound; the family with the lowest bound is split next, so at any time the lowest bound left is
proved for all kits. A family whose bound reaches the best line known is refuted. In the end the refuted families hold
every kit once: with the best line that is the certificate, which `checker.py` verifies without this module.
Interrupted, the certificate also lists the families still open, with their bounds: the best score lies between the two.

A family is judged in three steps, each dearer than the one before: every section without cards; the sections that cost
something then, with the best luck with which any kit could enter them; the whole route with cards, where only cards
could make it better than the best line known.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import Final

from parcferme.core.errors import ParcFermeError
from parcferme.games.rally_round.board.cards import PER_TYPE, TYPES, Deck
from parcferme.games.rally_round.board.map import HAZARD
from parcferme.games.rally_round.board.route import Route
from parcferme.games.rally_round.mechanics.timing import FAULT, clock
from parcferme.games.rally_round.par.hand_state import Fortunes, Luck
from parcferme.games.rally_round.par.kit_families import ALL_KITS, OPEN, Family, ends_of, name_of, size, split
from parcferme.games.rally_round.par.moves import Task
from parcferme.games.rally_round.par.search import Search, Step, at_ease
from parcferme.games.rally_round.par.way_back import Trails

NEVER: Final = 1 << 40  # seconds: no line at all
LIMITS: Final = (1, 31, 61, 91, 121, 181, 241, 361, 481, 721, 961, 1441, 1921, 2881, 3841, 7681, NEVER)
# Types in the order in which they are tried, and in which families are split unless one matters more on this route.
ORDER: Final = (TYPES.index("N"), TYPES.index("E"), TYPES.index("DR"), *(TYPES.index(kind) for kind in "ASD"))
COARSE: Final = 3  # where sections cannot be judged one by one, larger families are split without being judged

Progress = Callable[[str], None]


class Branch:
    """A family that may yet hold a better kit, and what each of its lines costs at least."""

    __slots__ = ("family", "depth", "bound")

    def __init__(self, family: Family, depth: int, bound: int) -> None:
        self.family = family
        self.depth = depth
        self.bound = bound


class Solution:
    """The best line known, and what has been proved about better ones."""

    def __init__(self, kit: Family, cost: int, line: list[int], bound: int) -> None:
        self.kit = kit  # empty: the standard car
        self.cost = cost  # seconds
        self.line = line  # actions of the rules, from the first announcement on
        self.bound = bound  # no line of this kit (of any kit, if families are judged) costs less
        self.refuted: list[Family] = []  # none of their kits is better
        self.open: list[tuple[Family, int]] = []  # not refuted (yet), with what each of their lines costs at least
        self.positions = 0
        self.judged = 0  # kits of which it is known that none is better

    def proved(self) -> bool:
        return self.bound >= self.cost

    def certificate(self, deck: Deck, notation: Callable[[int], str]) -> dict[str, object]:
        """As JSON values."""
        return {
            "format": "rally-round-par/1",
            "kit": [deck.kit_ids[card] for card in self.kit],
            "par": self.cost,
            "bound": self.bound,
            "line": [notation(action) for action in self.line],
            "refuted": [name_of(deck, family) for family in self.refuted],
            "open": [[name_of(deck, family), bound] for family, bound in self.open],
            "positions": self.positions,
        }


def silent(message: str) -> None:
    """Nobody wants to know."""


def _must_have_a_line(solution: Solution) -> None:
    """Interrupted too soon there is nothing to tell."""
    if not solution.line:
        raise ParcFermeError("interrupted before any line was found")


class TooMuch(Exception):
    """More positions than were allowed have been looked at."""


class Solver:
    """A competition on one route, with one set of cards."""

    def __init__(self, route: Route, deck: Deck, max_turns: int, progress: Progress = silent) -> None:
        self.route = route
        self.deck = deck
        self.max_turns = max_turns
        self.progress = progress
        self.dry = Fortunes(deck, False, False)
        self.wet = Fortunes(deck, False, True)  # the pack is not run through
        self.trails = Trails(route, deck, False)
        self.sections: list[int] = list(range(len(route.sections)))  # in the order in which families are judged
        self.watch = at_ease  # called now and then while a search runs; may raise KeyboardInterrupt
        self.branching: list[int] = list(ORDER)  # types, in the order in which families are split
        self.lucks: list[list[Luck]] = []  # the best with which any kit can enter each section; empty: not known
        self.prepared = False
        self.positions = 0
        self.most = NEVER  # positions after which it gives up: TooMuch

    # --- one kit ---

    def solve_kit(self, kit: Family) -> Solution:
        """The best line of one kit (empty: the standard car). Interrupted, it returns what is proved by then."""
        solution = Solution(kit, NEVER, [], self._pace(kit))
        try:
            self._try_kit(solution, kit)
            self._raise_bound(solution)
        except KeyboardInterrupt:
            _must_have_a_line(solution)
            self.progress(f"interrupted: between {clock(solution.bound)} and {clock(solution.cost)}")
        if not solution.line:
            raise ParcFermeError(self._unsolvable(kit))
        solution.positions = self.positions
        return solution

    def _pace(self, family: Family) -> int:
        """What any line costs at least, by speed and distance alone: known before anything is searched."""
        return self._search(family, self.wet, self.trails).rests(NEVER)[0]

    def _try_kit(self, solution: Solution, kit: Family) -> bool:
        """The best line of a kit if no card is ever drawn, where that is better than the one known."""
        found = self.without_cards(kit, solution.cost)
        if found is None:
            return False
        solution.kit, solution.cost, solution.line = kit, found[0], found[1]
        return True

    def _raise_bound(self, solution: Solution) -> None:
        """Look for a line below one limit after the other, up to the best one known."""
        for limit in LIMITS:
            limit = min(limit, solution.cost)
            better = self.with_cards(solution.kit, limit)
            if better is not None:
                solution.cost, solution.line, solution.bound = better.cost, better.line(), better.cost
                return
            solution.bound = max(solution.bound, limit)
            self.progress(f"no line below {clock(limit)}; {self.positions} positions")
            if limit == solution.cost:
                return

    def without_cards(self, kit: Family, limit: int) -> tuple[int, list[int]] | None:
        """Least penalty and line when no card is ever drawn: sections do not depend on each other then."""
        search = self._search(kit, self.dry, self.trails)
        total = 0
        lines: list[list[int]] = [[] for _ in self.sections]
        for place, number in enumerate(self.sections):
            best = self._section(search, number, limit - total)
            if best is None:
                self._ask_first(place)
                return None
            total += best.cost
            lines[number] = best.line()
        return total, [act for line in lines for act in line]

    def _ask_first(self, place: int) -> None:
        """What this section costs was too much: it is the first to be asked the next time."""
        self.sections.insert(0, self.sections.pop(place))

    def with_cards(self, family: Family, limit: int) -> Step | None:
        """The best line below a limit for any kit of a family."""
        return self._whole(self._search(family, self.wet, self.trails), family, limit)

    def _whole(self, search: Search, family: Family, limit: int) -> Step | None:
        """The same, with a search that may know how much the sections cost at least."""
        self.wet.used_up = False
        before = search.positions
        best = search.best(limit)
        self.positions += search.positions - before
        if self.wet.used_up:  # somebody has drawn every card: used cards come again
            search = self._search(family, Fortunes(self.deck, True, True), Trails(self.route, self.deck, True))
            best = search.best(limit)
            self.positions = search.positions
        return best

    def _search(self, family: Family, fortunes: Fortunes, trails: Trails) -> Search:
        search = Search(Task(self.route, self.deck, ends_of(self.deck, family), fortunes, trails), self.max_turns)
        search.watch = self.watch
        search.positions = self.positions  # the watch is looked at after so many positions of all searches together
        return search

    def _section(self, search: Search, number: int, limit: int) -> Step | None:
        """The best line of one section below a limit, found by raising the limit step by step."""
        for step in LIMITS:
            before = search.positions
            best = search.section([search.entry(number)], number, 0, min(step, limit))
            self.positions += search.positions - before
            if self.positions > self.most:
                raise TooMuch
            if best is not None or step >= limit:
                return best
        return None

    def _unsolvable(self, kit: Family) -> str:
        """Name the first section that cannot be driven."""
        search = self._search(kit, self.dry, self.trails)
        for number, section in enumerate(self.route.sections):
            if self._section(search, number, NEVER) is None:
                return f"{section.label} cannot be reached within {self.max_turns} turns, so there is no best line"
        return f"no line was found within {self.max_turns} turns"

    # --- all kits ---

    def solve(self) -> Solution:
        """The best line over all kits. Interrupted, it returns the best known and what is proved by then."""
        collects = gc.isenabled()
        gc.disable()  # nothing here points in circles, and there is much of it
        try:
            return self._solve()
        finally:
            if collects:
                gc.enable()

    def _solve(self) -> Solution:
        found = Solution((), NEVER, [], 0)
        for solution in self.steps():
            found = solution
        return found

    def steps(self) -> Iterator[Solution]:
        """The best line over all kits, told again whenever more is known: the same solution, better and better."""
        solution = Solution((), NEVER, [], 0)
        waiting: list[tuple[int, int, int]] = []  # (bound, −depth, number of the branch)
        branches: list[Branch] = []
        self._add(Branch(ALL_KITS, 0, self._pace(ALL_KITS)), branches, waiting)
        try:
            self._improve(solution, tuple([kind * PER_TYPE for kind in range(len(TYPES))]))
            solution.bound = min(branches[0].bound, solution.cost)
            yield solution
            self._dive(solution)
            while waiting and waiting[0][0] < solution.cost:
                self._find_lucks(solution.cost)
                if waiting[0][2] == 0:
                    self._judge_all(branches, waiting, solution)
                self._split(branches[waiting[0][2]], branches, waiting, solution)
                yield solution
        except KeyboardInterrupt:
            _must_have_a_line(solution)
            self.progress("interrupted")
        self._sum_up(branches, waiting, solution)
        yield solution

    def _judge_all(self, branches: list[Branch], waiting: list[tuple[int, int, int]], solution: Solution) -> None:
        """What all kits together cost at least, before any family is split: an early bound, should that take long."""
        if solution.cost > FAULT:
            return
        bound, _ = self._floors(self._search(ALL_KITS, self.wet, self.trails), ALL_KITS, solution.cost)
        branches[0].bound = max(branches[0].bound, bound)
        waiting[0] = (branches[0].bound, 0, 0)
        self.progress(f"none is better than {clock(branches[0].bound)}")

    def _add(self, branch: Branch, branches: list[Branch], waiting: list[tuple[int, int, int]]) -> None:
        heappush(waiting, (branch.bound, -branch.depth, len(branches)))
        branches.append(branch)

    def _split(
        self, branch: Branch, branches: list[Branch], waiting: list[tuple[int, int, int]], solution: Solution
    ) -> None:
        """The six smaller families in place of one: all of them, or none if that is interrupted."""
        children = [
            self._judged(family, branch, solution) for family in split(branch.family, self.branching[branch.depth])
        ]
        heappop(waiting)
        for child in children:
            self._add(child, branches, waiting)
        left = sum([size(branches[number].family) for low, _, number in waiting if low < solution.cost])
        solution.judged = size(ALL_KITS) - left
        solution.bound = min(waiting[0][0], solution.cost)
        self.progress(
            f"{solution.judged} of {size(ALL_KITS)} kits are no better than {clock(solution.cost)}; "
            f"none is better than {clock(solution.bound)}"
        )

    def _sum_up(self, branches: list[Branch], waiting: list[tuple[int, int, int]], solution: Solution) -> None:
        bound = solution.cost
        for low, _, number in waiting:
            if low >= solution.cost:
                solution.refuted.append(branches[number].family)
            else:
                solution.open.append((branches[number].family, low))
                bound = min(bound, low)
        solution.bound = bound
        solution.judged = size(ALL_KITS) - sum([size(family) for family, _ in solution.open])
        solution.positions = self.positions

    def _improve(self, solution: Solution, kit: Family) -> None:
        """A good kit from any kit: card by card, the one that helps most, until none does."""
        if not self._try_kit(solution, kit):
            found = self.solve_kit(kit)
            solution.kit, solution.cost, solution.line = found.kit, found.cost, found.line
        better = True
        while better and solution.cost > 0:
            better = False
            for family in [other for kind in ORDER for other in split(solution.kit, kind)]:
                if self._try_kit(solution, family):
                    better = True
                    self.progress(f"{name_of(self.deck, family)}: {clock(solution.cost)}")

    # --- a family ---

    def _dive(self, solution: Solution) -> None:
        """A better kit for a start: down the tree to the most promising one if no card is ever drawn."""
        if solution.cost > FAULT:
            return
        self._weigh(solution.cost)
        waiting: list[tuple[int, int, Family]] = [(0, 0, ALL_KITS)]  # (bound, −depth, family)
        while waiting and waiting[0][0] < solution.cost:
            _, depth, family = heappop(waiting)
            if OPEN in family:
                for child in split(family, self.branching[-depth]):
                    heappush(waiting, (self._dry(child, solution.cost), depth - 1, child))
                continue
            if self._try_kit(solution, family):
                self.progress(f"{name_of(self.deck, family)}: {clock(solution.cost)}")
            return

    def _weigh(self, limit: int) -> None:
        """Which type of card matters most on this route? Families are split by that type first."""
        weights = [0] * len(TYPES)
        for kind in ORDER:
            for family in split(ALL_KITS, kind):
                weights[kind] -= self._dry(family, limit)
        self.branching.sort(key=weights.__getitem__)

    def _find_lucks(self, limit: int) -> None:
        """What cards could any kit have collected on its way to each section? Asked once, of all kits together."""
        if self.prepared or limit > FAULT or HAZARD not in self.route.feature:
            return
        self.progress(f"par is at most {clock(limit)}; which cards can be collected on the way to each control?")
        search = self._search(ALL_KITS, self.wet, self.trails)
        self.wet.used_up = False
        lucks = search.lucks(limit)
        self.positions = search.positions
        self.lucks = [] if self.wet.used_up else lucks
        self.prepared = True

    def _dry(self, family: Family, limit: int) -> int:
        """What the sections cost at least without cards, each as far as the limit."""
        search = self._search(family, self.dry, self.trails)
        costs = 0
        for number in self.sections:
            best = self._section(search, number, limit)
            costs += limit if best is None else best.cost
        return costs

    def _judged(self, family: Family, parent: Branch, solution: Solution) -> Branch:
        """A family with its bound: what its best line costs at least, the best cost known if that is not less."""
        depth, limit = parent.depth + 1, solution.cost
        last = OPEN not in family
        if limit > FAULT:  # sections may be entered from the wrong side, so each depends on the one before
            if depth < COARSE:
                return Branch(family, depth, parent.bound)
            best = self.with_cards(family, limit)
            return self._with(family, depth, limit if best is None else best.cost, best, solution)
        search = self._search(family, self.wet, self.trails)
        bound, dry = self._floors(search, family, limit)
        if bound >= limit or (dry < limit and not last):
            return Branch(family, depth, max(bound, parent.bound))
        best = self._whole(search, family, limit)
        return self._with(family, depth, limit if best is None else best.cost, best, solution)

    def _with(self, family: Family, depth: int, bound: int, best: Step | None, solution: Solution) -> Branch:
        """A family that was searched; the line of a single kit is better than the best one known."""
        if best is not None and OPEN not in family:
            solution.kit, solution.cost, solution.line = family, best.cost, best.line()
            self.progress(f"{name_of(self.deck, family)}: {clock(solution.cost)}")
        return Branch(family, depth, bound)

    def _floors(self, search: Search, family: Family, limit: int) -> tuple[int, int]:
        """What all sections cost at least, with whatever cards can be collected, and what they cost without any.

        Both are at most the limit, and the rest does not matter once the first has reached it. The search remembers
        what each section costs; the hardest one is asked first the next time.
        """
        without = self._search(family, self.dry, self.trails)
        floors = [0] * len(self.sections)
        dry = 0
        for place, number in enumerate(self.sections):
            most = limit - sum(floors)
            best = self._section(without, number, most)
            cost = most if best is None else best.cost
            dry = min(limit, dry + cost)
            floors[number] = self._floor(search, number, cost, most)
            if sum(floors) >= limit:
                self._ask_first(place)
                return limit, limit
        search.floors = floors
        return sum(floors), dry

    def _floor(self, search: Search, number: int, dry: int, limit: int) -> int:
        """What a section costs at least, however it is entered: cards make it cheaper if anything does."""
        if HAZARD not in self.route.feature or dry == 0:
            return dry
        if not self.lucks:
            return 0
        self.wet.used_up = False
        before = search.positions
        best = search.section([search.entry(number, luck) for luck in self.lucks[number]], number, 0, limit)
        self.positions += search.positions - before
        return 0 if self.wet.used_up else limit if best is None else best.cost
