"""The best plan of a section along its Correct Route, alone: no Hazard! cards, no detours, no faults.

The same search as for a whole competition, with crews that never stray: far fewer ways, so it is quick.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rally_round.board.cards import Deck, Kit
from parcferme.games.rally_round.board.route import Route
from parcferme.games.rally_round.mechanics.timing import FAULT
from parcferme.games.rally_round.par.hand_state import Fortunes
from parcferme.games.rally_round.par.kit_families import only
from parcferme.games.rally_round.par.moves import Standing, Task
from parcferme.games.rally_round.par.search import Search, Step
from parcferme.games.rally_round.par.way_back import Trails

MOST_TURNS: Final = 60


class Planner:
    """One kit on one route."""

    def __init__(self, route: Route, deck: Deck, kit: Kit, trails: Trails, max_turns: int = MOST_TURNS) -> None:
        self.route = route
        self.fortunes = Fortunes(deck, False, False)
        task = Task(route, deck, only(kit), self.fortunes, trails)
        task.strays = False
        self.search = Search(task, max_turns)

    def plan(self, number: int, at: Standing, turns: int) -> Step | None:
        """The last step of the best plan from a place on the route, or `None` if every way breaks a rule."""
        square = self.route.board.head[at.trail.edge]
        least = self.search.paces[number].owed(turns, square, at.speed)
        return self.search.section([Step(at, 0, [], None)], number, turns, least + FAULT)

    def section(self, number: int) -> Step | None:
        """The same from the start of a section."""
        return self.plan(number, self.search.entry(number, self.fortunes.nothing()).at, 0)

    def par(self) -> list[int] | None:
        """The least penalty of each section in seconds; `None` if one cannot be driven without a fault."""
        figures: list[int] = []
        for number in range(len(self.route.sections)):
            plan = self.section(number)
            if plan is None:
                return None
            figures.append(plan.cost)
        return figures
