"""The provably best score of a competition: for one kit, or over all of them by branch and bound.

For a kit: first the best line without Hazard! cards, section by section; then the search for a better one with them,
below a limit that rises until a line is found or the first line is reached. Every limit passed is proved.

Over all kits: they are the leaves of a tree of families (`lattice.py`). A family is refuted when no line of any of its
kits is below the best one known. In the end the refuted families hold every kit once: with the best line that is the
certificate, which `checker.py` verifies without this module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parcferme.core.errors import ParcFermeError
from parcferme.games.rally_round.board import HAZARD
from parcferme.games.rally_round.cards import PER_TYPE, TYPES, Deck
from parcferme.games.rally_round.lattice import ALL_KITS, OPEN, Family, ends_of, name_of, size, split
from parcferme.games.rally_round.luck import Fortunes
from parcferme.games.rally_round.route import Route
from parcferme.games.rally_round.search import Search, Step, at_ease
from parcferme.games.rally_round.timing import FAULT, clock
from parcferme.games.rally_round.trails import Trails

NEVER: Final = 1 << 40  # seconds: no line at all
LIMITS: Final = (1, 31, 61, 91, 121, 181, 241, 361, 481, 721, 961, 1441, 1921, 2881, 3841, 7681, NEVER)
# Branch first where kits differ in what happens to a car; speeds, where more is simply better, last.
BRANCHING: Final = (TYPES.index("N"), TYPES.index("E"), TYPES.index("DR"), *(TYPES.index(kind) for kind in "ASD"))
COARSE: Final = 3  # families with fewer cards chosen are split without being judged

Progress = Callable[[str], None]


class Solution:
    """The best line known, and what has been proved about better ones."""

    def __init__(self, kit: Family, cost: int, line: list[int], bound: int, refuted: list[Family]) -> None:
        self.kit = kit  # empty: the standard car
        self.cost = cost  # seconds
        self.line = line  # actions of the rules, from the first announcement on
        self.bound = bound  # no line of this kit (of any kit, if families are refuted) costs less
        self.refuted = refuted
        self.positions = 0

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
            "positions": self.positions,
        }


def silent(message: str) -> None:
    """Nobody wants to know."""


class Solver:
    """A competition on one route, with one set of cards."""

    def __init__(self, route: Route, deck: Deck, max_turns: int, progress: Progress = silent) -> None:
        self.route = route
        self.deck = deck
        self.max_turns = max_turns
        self.progress = progress
        self.dry = Fortunes(deck, False, False)
        self.trails = Trails(route, deck, False)
        self.sections: list[int] = list(range(len(route.sections)))  # in the order in which families are judged
        self.watch = at_ease  # called now and then while a search runs; may raise KeyboardInterrupt
        self.positions = 0

    # --- one kit ---

    def solve_kit(self, kit: Family) -> Solution:
        """The best line of one kit (empty: the standard car). Interrupted, it returns what is proved by then."""
        line = self.without_cards(kit, NEVER)
        solution = Solution(kit, NEVER, [], 0, []) if line is None else Solution(kit, line[0], line[1], 0, [])
        try:
            self._raise_bound(solution)
        except KeyboardInterrupt:
            self.progress(f"interrupted: between {clock(solution.bound)} and {clock(solution.cost)}")
        if not solution.line:
            raise ParcFermeError(self._unsolvable(kit))
        solution.positions = self.positions
        return solution

    def _raise_bound(self, solution: Solution) -> None:
        """Look for a line below one limit after the other, up to the best one known."""
        for limit in LIMITS:
            limit = min(limit, solution.cost)
            better = self.with_cards(solution.kit, limit)
            if better is not None:
                solution.cost, solution.line, solution.bound = better.cost, better.line(), better.cost
                return
            solution.bound = limit
            self.progress(f"no line below {clock(limit)}; {self.positions} positions")
            if limit == solution.cost:
                return

    def without_cards(self, kit: Family, limit: int) -> tuple[int, list[int]] | None:
        """Least penalty and line when no card is ever drawn: sections do not depend on each other then."""
        search = self._search(kit, self.dry, self.trails)
        total = 0
        lines: list[list[int]] = []
        for number in range(len(self.route.sections)):
            best = self._section(search, number, limit - total)
            if best is None:
                return None
            total += best.cost
            lines.append(best.line())
        return total, [act for line in lines for act in line]

    def with_cards(self, family: Family, limit: int) -> Step | None:
        """The best line below a limit for any kit of a family."""
        for reshuffled in (False, True):
            fortunes = Fortunes(self.deck, reshuffled, True)
            trails = Trails(self.route, self.deck, True) if reshuffled else self.trails
            search = self._search(family, fortunes, trails)
            best = search.best(limit)
            self.positions += search.positions
            if not fortunes.used_up:
                break
        return best

    def _search(self, family: Family, fortunes: Fortunes, trails: Trails) -> Search:
        low, high = ends_of(self.deck, family)
        search = Search(self.route, self.deck, low, high, fortunes, trails, self.max_turns)
        search.watch = self.watch
        return search

    def _section(self, search: Search, number: int, limit: int) -> Step | None:
        """The best line of one section below a limit, found by raising the limit step by step."""
        for step in LIMITS:
            before = search.positions
            best = search.section(search.entry(number), number, 0, min(step, limit))
            self.positions += search.positions - before
            if best is not None or step >= limit:
                return best
        return None

    def _unsolvable(self, kit: Family) -> str:
        """Name the first section that cannot be driven, or say that time ran out before a line was found."""
        search = self._search(kit, self.dry, self.trails)
        for number, section in enumerate(self.route.sections):
            if self._section(search, number, NEVER) is None:
                return f"{section.label} cannot be reached within {self.max_turns} turns, so there is no best line"
        return "interrupted before any line was found"

    # --- all kits ---

    def solve(self) -> Solution:
        """The best line over all kits. Interrupted, it returns the best known and the families refuted by then."""
        solution = self._first_guess()
        try:
            self._refute(ALL_KITS, 0, solution)
            solution.bound = solution.cost
        except KeyboardInterrupt:
            self.progress("interrupted")
        solution.positions = self.positions
        return solution

    def _first_guess(self) -> Solution:
        """A good kit: card by card, the one that helps most, until none does."""
        kit: list[int] = [kind * PER_TYPE for kind in range(len(TYPES))]
        found = self.without_cards(tuple(kit), NEVER)
        best = self.solve_kit(tuple(kit)) if found is None else Solution(tuple(kit), found[0], found[1], 0, [])
        better = True
        while better and best.cost > 0:
            better = False
            for family in [other for kind in BRANCHING for other in split(best.kit, kind)]:
                found = self.without_cards(family, best.cost)
                if found is not None:
                    best.kit, best.cost, best.line = family, found[0], found[1]
                    better = True
                    self.progress(f"{name_of(self.deck, family)}: {clock(best.cost)}")
        return best

    def _refute(self, family: Family, depth: int, solution: Solution) -> None:
        """Show that no kit of a family beats the best one, or find one that does."""
        if family == solution.kit or solution.cost == 0:
            solution.refuted.append(family)
            return
        if depth >= COARSE and self._holds_no_better(family, solution.cost):
            solution.refuted.append(family)
            done = sum([size(other) for other in solution.refuted])
            self.progress(f"{done} of {size(ALL_KITS)} kits are no better than {clock(solution.cost)}")
            return
        if OPEN not in family:
            self._take_over(family, solution)
            return
        for child in split(family, BRANCHING[depth]):
            self._refute(child, depth + 1, solution)

    def _holds_no_better(self, family: Family, limit: int) -> bool:
        if limit <= FAULT:  # sections entered from the wrong side do not matter then
            if self._judge(family, limit) < limit:
                return False
            if HAZARD not in self.route.feature:
                return True
        return self.with_cards(family, limit) is None

    def _judge(self, family: Family, limit: int) -> int:
        """The least penalty of a family without cards, section by section; the hardest section moves to the front."""
        search = self._search(family, self.dry, self.trails)
        total = 0
        for place, number in enumerate(self.sections):
            best = self._section(search, number, limit - total)
            if best is None:
                self.sections.insert(0, self.sections.pop(place))
                return limit
            total += best.cost
        return total

    def _take_over(self, kit: Family, solution: Solution) -> None:
        """A kit that is better than the best one known."""
        best = self.with_cards(kit, solution.cost)
        assert best is not None
        solution.kit, solution.cost, solution.line = kit, best.cost, best.line()
        solution.refuted.append(kit)  # no better than itself
        self.progress(f"{name_of(self.deck, kit)}: {clock(solution.cost)}")
