"""Driving in a competition, where nothing is unknown: alone on the road, and the cards come in order (RR-14, RR-81).

So a whole line can be planned, cards still to be drawn included. A line is remembered by the positions on it: who is
asked again in the middle of a turn goes on where the line does.
"""

from __future__ import annotations

import marshal
from typing import Final

from parcferme.games.rally_round.drive.driver import Driver, between_turns
from parcferme.games.rally_round.par.hand_state import Fortunes
from parcferme.games.rally_round.par.kit_families import only
from parcferme.games.rally_round.par.moves import Task
from parcferme.games.rally_round.par.search import Search, Step, TimeOver
from parcferme.games.rally_round.rules import RallyState
from parcferme.games.rally_round.state import N_SPEED

KEPT: Final = 2000  # positions on lines
COMPETITORS: Final = 6  # kits remembered


class Competitor:
    """One kit on one route."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.fortunes = Fortunes(driver.t.deck, False, True)
        task = Task(driver.route, driver.t.deck, only(driver.kit), self.fortunes, driver.trails)
        self.search = Search(task, driver.t.max_turns)
        self.lines: dict[bytes, int] = {}  # what to do in a position on a line

    def next_on_line(self, state: RallyState) -> int:
        """What to do in this position on the best line to the end; less than nought if none is known."""
        key = _key(state)
        if key not in self.lines and state.phase == N_SPEED and between_turns(state, state.crew):
            self._remember(state, self._line(state))
        return self.lines.get(key, -1)

    def _line(self, state: RallyState) -> list[int]:
        """The best line to the end of the route, no dearer than without new cards; empty if none is found in time."""
        crew = state.crew
        car = state.cars[crew]
        limit = self.driver.to_go(state, crew) + 1
        first = Step(self.driver.standing(car, self.fortunes, state.pack.queue), 0, [], None)
        self.search.watch = self.driver.search.watch
        try:
            last = self.search.onward(first, car.section, car.turns + car.misses, limit)
        except TimeOver:
            last = None
        return [] if last is None else last.line()

    def _remember(self, state: RallyState, line: list[int]) -> None:
        """Note what to do in every position on a line, as far as the rules agree with it."""
        if len(self.lines) > KEPT:
            self.lines.clear()
        at = state.copy()
        for action in line:
            seats = at.to_act()
            if not seats or action not in at.legal(seats[0]):
                return
            self.lines[_key(at)] = action
            at.apply(action)


def _key(state: RallyState) -> bytes:
    return marshal.dumps(state.dump(), 0)


_competitors: list[Competitor] = []


def competitor_of(driver: Driver) -> Competitor:
    """The competitor for a driver's kit and route; the last few are kept."""
    for competitor in _competitors:
        if competitor.driver is driver:
            return competitor
    if len(_competitors) >= COMPETITORS:
        del _competitors[0]
    competitor = Competitor(driver)
    _competitors.append(competitor)
    return competitor
