"""What each choice of a crew alone in a competition leads to, proved: nothing is unknown there, the cards come in order
(RR-14, RR-81), so the search to the end of the route leaves nothing to guess."""

from __future__ import annotations

import marshal
from typing import Final

from parcferme.core.contract import DECISION, OVER, State
from parcferme.games.rally_round.drive.competition import Competitor, competitor_of
from parcferme.games.rally_round.drive.driver import MOST_CARDS, between_turns, driver_of
from parcferme.games.rally_round.par.search import Step
from parcferme.games.rally_round.rules import RallyState
from parcferme.games.rally_round.rules.scoring import is_classified
from parcferme.games.rally_round.state import N_SPEED

UNIT: Final = "seconds"  # of penalty
LIMITS: Final = (1, 31, 61, 121, 241, 481, 901, 1921)  # seconds still to come: worse lines are not looked for
FAR: Final = 1 << 40  # … and stand for this, as does a drive that is not classified
MOST: Final = 20_000  # positions of the search for one choice after another


class Unproved(Exception):
    """The search does not cover a position, or would take too long."""


def prove(state: State, seat: int) -> list[float] | None:
    """The penalty at the end of the route after each legal action, less than nought; `None` where somebody else drives,
    before the start, and where the search gives up."""
    if not isinstance(state, RallyState) or state.kind() != DECISION or state.phase < N_SPEED:
        return None
    t = state.t
    if not t.competition or t.crews > 1 or t.competitive or t.parts > 1 or state.route is None:
        return None
    drive = Drive(competitor_of(driver_of(state, state.crew)))
    try:
        found = [drive.after(state, action) for action in state.legal(seat)]
    except Unproved:
        return None
    return None if max(found) >= FAR else [-float(seconds) for seconds in found]


class Drive:
    """The best end of every position met: turns under way by the rules, whole turns by the search."""

    def __init__(self, competitor: Competitor) -> None:
        self.competitor = competitor
        self.known: dict[bytes, int] = {}
        competitor.search.positions = 0  # so that it gives up where it would for anybody else, too
        competitor.search.watch = self.look

    def look(self) -> None:
        """Now and then, while the search runs."""
        if self.competitor.search.positions > MOST:
            raise Unproved

    def after(self, state: RallyState, action: int) -> int:
        after = state.copy()
        after.apply(action)
        return self.least(after)

    def least(self, state: RallyState) -> int:
        """The least penalty with which the drive can end."""
        if state.kind() == OVER:
            return state.cars[state.crew].penalty() if is_classified(state, state.crew) else FAR
        key = marshal.dumps(state.dump(), 0)
        if key not in self.known:
            asked = state.phase != N_SPEED or not between_turns(state, state.crew)
            self.known[key] = self._played(state) if asked else self._searched(state)
        return self.known[key]

    def _played(self, state: RallyState) -> int:
        if state.kind() != DECISION:
            raise Unproved
        return min([self.after(state, action) for action in state.legal(state.to_act()[0])])

    def _searched(self, state: RallyState) -> int:
        """From the announcement of a speed on: limit by limit, each of which is proved."""
        car, competitor = state.cars[state.crew], self.competitor
        search, fortunes = competitor.search, competitor.fortunes
        if car.hand.bit_count() > MOST_CARDS or search.patience:
            raise Unproved
        first = Step(competitor.driver.standing(car, fortunes, state.pack.queue), 0, [], None)
        fortunes.used_up = False
        for limit in LIMITS:
            last = search.onward(first, car.section, car.turns + car.misses, limit)
            if fortunes.used_up:
                raise Unproved
            if last is not None:
                return state.cars[state.crew].penalty() + last.cost
        return FAR
