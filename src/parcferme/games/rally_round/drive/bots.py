"""The drivers, weakest first: how each plans its turns, how often its mind wanders, and which cards it picks.

novice     plans each section along its Correct Route (`par/route_plan.py`), but drives every fourth turn by feel, and
           takes any card
amateur    the same with fewer lapses, and still any card
clubman    lapses again, but with the cards that save most along the Correct Route
privateer  such cards, and hardly ever a lapse
works      drives the solver's best way on (`driver.py`), detours and kept cards included, with a lapse now and then
ace        the same with more patience and without lapses; the kit that a solver finds, in a competition the best line
           to the end with the cards that are known to come (`competition.py`), and in a draft it also looks at what
           the next to pick would do with a card

A turn driven by feel takes any speed that costs less than a mark at once. Where rivals or cards have upset a plan, all
take the speed that does least harm in this turn and the next.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from parcferme.core.bot import Bot, BotMaker, Patience
from parcferme.core.contract import Game, State
from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.board.laying import Laying
from parcferme.games.rally_round.board.map import NOWHERE
from parcferme.games.rally_round.board.route import TC
from parcferme.games.rally_round.board.tables import FREE
from parcferme.games.rally_round.drive.competition import Competitor, competitor_of
from parcferme.games.rally_round.drive.driver import PATIENCE, Driver, between_turns, driver_of, own_cards
from parcferme.games.rally_round.drive.kits import NO_PAR, best_kit, drafted, par_with, trails_for
from parcferme.games.rally_round.effects import preview
from parcferme.games.rally_round.par.search import WATCHED, TimeOver, at_ease
from parcferme.games.rally_round.par.solver import ORDER
from parcferme.games.rally_round.rules import RallyState, SealedState
from parcferme.games.rally_round.rules.markers import legal_markers
from parcferme.games.rally_round.state import (
    DISQUALIFIED,
    N_ALLOWANCE,
    N_BLOCK,
    N_FORD,
    N_FORK,
    N_KIT,
    N_PLACE,
    N_PROTEST,
    N_PUSH,
    N_SPEED,
    N_SQUARE,
    N_WHAT,
    ON_ROAD,
    Car,
    Position,
)

ROUTE: Final = 0  # how turns are planned: along the Correct Route, …
WAYS: Final = 1  # … or by the solver
ANY: Final = 0  # which cards are picked: any, …
SAVING: Final = 1  # … those that save most along the Correct Route, …
SOLVED: Final = 2  # … or the solver's kit
GOOD_LEG: Final = 16  # squares of a leg that leaves room for another five
ENOUGH_CONTROLS: Final = 5  # RR-37
HARMFUL: Final = 900  # seconds: rivals in the way can spoil a plan
MARK: Final = 60  # seconds
POSITIONS: Final = 120_000  # that a driver looks at in a second, at most …
WAY_POSITIONS: Final = 10_000  # … and an ace for each section of a way on
CARD_NODES = (N_FORD, N_PROTEST, N_ALLOWANCE, N_PUSH)


class Manner(NamedTuple):
    """How somebody drives. `lapse` is the chance that a turn is driven by feel."""

    plan: int
    lapse: float
    cards: int
    patient: bool = False


LADDER: Final = {
    "novice": Manner(ROUTE, 0.25, ANY),
    "amateur": Manner(ROUTE, 0.1, ANY),
    "clubman": Manner(ROUTE, 0.15, SAVING),
    "privateer": Manner(ROUTE, 0.08, SAVING),
    "works": Manner(WAYS, 0.05, SAVING),
    "ace": Manner(WAYS, 0.0, SOLVED, True),
}


class RoundBot(Bot):
    """One driver of the ladder."""

    def __init__(self, rng: Random, manner: Manner) -> None:
        self.rng = rng
        self.manner = manner
        self.plans: dict[int, list[int]] = {}  # actions still to come in each crew's turn
        self.wanted: list[int] | None = None  # the kit it is collecting, where the choice is free
        self.look = at_ease  # at the watch, while it thinks about a choice

    def choose(self, state: State, seat: int) -> int:
        self.look = in_time(self)
        return self._choice(state, seat)

    def _choice(self, state: State, seat: int) -> int:
        if isinstance(state, SealedState):
            own = state.legal(seat)
            return own[0] if len(own) == 1 else self._choice(state.rallies[seat], 0)
        assert isinstance(state, RallyState)
        legal = state.legal(seat)
        if len(legal) == 1:
            return legal[0]
        node = state.phase
        if self.manner.patient and node >= N_SPEED and state.t.competition:
            action = self._competitor(state).next_on_line(state)
            if action in legal:
                return action
        plan = self.plans.get(state.crew, []) if node >= N_SPEED else []
        if plan and plan[0] in legal and (node != N_SPEED or not between_turns(state, state.crew)):
            return plan.pop(0)
        if node == N_SPEED:
            return self._speed(state, seat, legal)
        if node == N_KIT:
            return self._card(state, legal)
        if node < N_SPEED:
            return self._lay(state, seat, legal)
        if node in CARD_NODES:
            return legal[1]  # play it: what has happened is never better later
        if node == N_PLACE:
            return self._least_harm(state, seat, legal)
        if node == N_FORK:
            return self._way(state, legal)
        return legal[0] if node == N_BLOCK else state.default(seat)

    # --- driving ---

    def _speed(self, state: RallyState, seat: int, legal: list[int]) -> int:
        speeds = [action for action in legal if action < act.SPEEDS]
        if not speeds:
            return act.TURN if act.TURN in legal else legal[0]
        if self.rng.random() < self.manner.lapse:
            return self._by_feel(state, speeds)
        plan = self._plan(state, state.crew)
        if plan and plan[0] in legal and (plan[0] not in speeds or self._harm(state, plan[0], 0) < HARMFUL):
            self.plans[state.crew] = plan[1:]
            return plan[0]
        return min(speeds, key=lambda action: (self._harm(state, action, 1), -action))

    def _plan(self, state: RallyState, crew: int) -> list[int]:
        """The actions of the turn, as far as it can be planned."""
        if self.manner.plan == WAYS:
            return self._driver(state, crew).drive(state, crew).acts
        return along_the_route(state, crew)

    def _driver(self, state: RallyState, crew: int) -> Driver:
        patience = int(self.seconds * WAY_POSITIONS) if self.manner.patient else PATIENCE
        return driver_of(state, crew, patience, self.look)

    def _competitor(self, state: RallyState) -> Competitor:
        return competitor_of(self._driver(state, state.crew))

    def _by_feel(self, state: RallyState, speeds: list[int]) -> int:
        safe = [action for action in speeds if self._harm(state, action, 0) < MARK]
        return self.rng.choice(safe) if safe else speeds[0]

    def _harm(self, state: Position, action: int, deeper: int) -> int:
        """Seconds that a move costs: marks, missed turns, and falling behind the clock."""
        crew = state.crew
        car = state.cars[crew]
        after, _ = preview(state, action)
        old = car
        car = after.cars[crew]
        if car.status == DISQUALIFIED:
            return 100_000
        cost = car.penalty() - old.penalty()
        missed = car.turns - old.turns - 1  # turns the crew has missed meanwhile
        if car.section != old.section or car.status > 1:
            return cost
        cost += 60 * max(0, missed) + 60 * car.misses + (60 if car.off else 0)
        cost += self._lag(after, car)
        if deeper and cost < 900 and after.phase == N_SPEED and after.crew == crew:
            seat = after.to_act()[0]
            speeds = [next_one for next_one in after.legal(seat) if next_one < act.SPEEDS]
            if speeds:
                cost += min(self._harm(after, next_one, 0) for next_one in speeds[:6])
        return cost

    def _lag(self, state: Position, car: Car) -> int:
        """Seconds behind (or, where that hurts, ahead of) an even drive to the next control."""
        section = state.drives_on().sections[car.section]
        place = section.place[state.t.board.head[car.edge()]]
        done = car.run if place == NOWHERE else place - section.place[section.path[0]]
        due = section.target * done // section.squares
        late = car.turns * 60 - due
        unvisited = sum(1 for n, at in enumerate(section.pc_at) if at < done and not car.visited >> n & 1)
        slow = 20 if car.speed == 0 else 0
        return (late if late > 0 else -late // 4) + 1800 * unvisited + slow

    def _least_harm(self, state: RallyState, seat: int, legal: list[int]) -> int:
        return min(legal, key=lambda action: self._harm(state, action, 0))

    def _way(self, state: RallyState, legal: list[int]) -> int:
        """Where the rest costs least; for who does not look so far along the route, and off it by the shortest road."""
        if self.manner.plan == WAYS:
            return min(legal, key=lambda action: self._cost_after(state, action))
        crew = state.crew
        section = state.cars[crew].section
        ahead = state.drives_on().along(section, state.square(crew))
        if state.t.square_base + ahead in legal:
            return state.t.square_base + ahead
        far = state.t.board.distances(state.drives_on().sections[section].goal)
        return min(legal, key=lambda action: far[action - state.t.square_base])

    def _cost_after(self, state: RallyState, action: int) -> int:
        """Seconds of penalty by the end of the section, if the move goes on by default after this action."""
        crew = state.crew
        after, _ = preview(state, action)
        old, car = state.cars[crew], after.cars[crew]
        cost = car.penalty() - old.penalty()
        if car.status == DISQUALIFIED:
            return NO_PAR
        if car.status != ON_ROAD or car.section != old.section or not between_turns(after, crew):
            return cost
        assert isinstance(after, RallyState)
        return cost + self._driver(after, crew).drive(after, crew).cost

    # --- kit ---

    def _card(self, state: RallyState, legal: list[int]) -> int:
        how = self.manner.cards
        if how == ANY:
            return self.rng.choice(legal)
        if how == SOLVED and state.t.kits == FREE:
            self.wanted = best_kit(state, self.rng, self.look, self.wanted if own_cards(state) else None)
            return next(act.TAKE + self.wanted[kind] for kind in ORDER if act.TAKE + self.wanted[kind] in legal)
        if how == SOLVED:
            costs = drafted(state, legal)
        else:
            own, trails = own_cards(state), trails_for(state)
            costs = [float(par_with(state, [*own, action - act.TAKE], trails)) for action in legal]
        best = min(costs)
        return self.rng.choice([action for action, cost in zip(legal, costs, strict=True) if cost == best])

    # --- route ---

    def _lay(self, state: RallyState, seat: int, legal: list[int]) -> int:
        node = state.phase
        if node == N_WHAT:
            return self._marker(state, legal)
        if node == N_SQUARE:
            return self._square(state, legal)
        return self.rng.choice(legal)

    def _marker(self, state: RallyState, legal: list[int]) -> int:
        """Five Time Controls or so, a Passage Control now and then, then home."""
        times = sum(1 for control in state.laying().controls if control.type == TC)
        if times >= ENOUGH_CONTROLS and act.LAY_CLOSE in legal:
            return act.LAY_CLOSE
        wanted = act.LAY_PC if self.rng.random() < 0.25 else act.LAY_TC
        if wanted in legal:
            return wanted
        return act.LAY_CLOSE if act.LAY_CLOSE in legal else legal[0]

    def _square(self, state: RallyState, legal: list[int]) -> int:
        lay = state.laying()
        if state.marker == act.LAY_BLACK:
            return self.rng.choice(legal)
        far = distances_from_end(lay)
        fitting = legal_markers(lay).tc if state.marker == act.LAY_TC else legal_markers(lay).pc
        good = [action for action in legal if action - state.t.square_base in fitting]
        return min(good, key=lambda action: (abs(far[action - state.t.square_base] - GOOD_LEG), self.rng.random()))


def along_the_route(state: RallyState, crew: int) -> list[int]:
    """The first turn of the best plan along the Correct Route, as actions; none if the crew is not on it."""
    plan = driver_of(state, crew).along(state, crew)
    return [] if plan is None else plan.acts


def distances_from_end(lay: Laying) -> list[int]:
    return lay.board.distances(lay.candidates[0][-1])


def in_time(bot: Bot) -> Callable[[], None]:
    """What a search calls every hundred positions: interrupts it when the bot's patience is over."""
    patience = Patience(bot, POSITIONS // WATCHED)

    def look() -> None:
        if not patience.lasts():
            raise TimeOver

    return look


def _maker(manner: Manner) -> BotMaker:
    def made(game: Game, rng: Random) -> Bot:
        return RoundBot(rng, manner)

    return made


BOTS: dict[str, BotMaker] = {level: _maker(manner) for level, manner in LADDER.items()}
