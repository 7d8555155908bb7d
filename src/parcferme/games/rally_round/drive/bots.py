"""Three levels of rule-of-thumb bots.

novice    follows the route and takes any speed whose move does no harm at once
clubman   drives the best plan of each section along its Correct Route (`par/route_plan.py`); where rivals or cards have
          upset the plan, the speed that does least harm in this turn and the next
works     drives the solver's best way on (`driver.py`), and picks the kit a solver in a hurry finds for it
"""

from __future__ import annotations

from random import Random

from parcferme.core.bot import Bot, BotMaker
from parcferme.core.contract import Game, State
from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.board.cards import PER_TYPE, TYPES, build_kit
from parcferme.games.rally_round.board.laying import Laying
from parcferme.games.rally_round.board.map import NOWHERE
from parcferme.games.rally_round.board.route import TC
from parcferme.games.rally_round.board.tables import FREE
from parcferme.games.rally_round.drive.driver import between_turns, driver_of, own_cards
from parcferme.games.rally_round.effects import preview
from parcferme.games.rally_round.par.route_plan import Planner
from parcferme.games.rally_round.par.solver import Solver
from parcferme.games.rally_round.par.way_back import Trails
from parcferme.games.rally_round.rules import RallyState, SealedState
from parcferme.games.rally_round.rules.markers import legal_markers
from parcferme.games.rally_round.state import (
    DISQUALIFIED,
    N_ALLOWANCE,
    N_APPROACH,
    N_BLOCK,
    N_FORD,
    N_FORK,
    N_KIND,
    N_KIT,
    N_MPH,
    N_PLACE,
    N_PROTEST,
    N_PUSH,
    N_RESOLVE,
    N_SPEED,
    N_SQUARE,
    N_WHAT,
    Car,
    Position,
)

NOVICE = 0
CLUBMAN = 1
WORKS = 2
GOOD_LEG = 16  # squares of a leg that leaves room for another five
ENOUGH_CONTROLS = 5  # RR-37
HARMFUL = 900  # seconds: rivals in the way can spoil a plan
HURRY = 30_000  # positions that are looked at for a kit
NO_PAR = 100_000  # seconds: a kit that cannot drive the route cleanly
CARD_NODES = (N_FORD, N_PROTEST, N_ALLOWANCE, N_PUSH)


class RoundBot(Bot):
    """One driver; `skill` says how far it thinks."""

    def __init__(self, rng: Random, skill: int) -> None:
        self.rng = rng
        self.skill = skill
        self.plans: dict[int, list[int]] = {}  # actions still to come in each crew's turn
        self.wanted: list[int] = []  # the kit it is collecting, where the choice is free

    def choose(self, state: State, seat: int) -> int:
        if isinstance(state, SealedState):
            own = state.legal(seat)
            return own[0] if len(own) == 1 else self.choose(state.rallies[seat], 0)
        assert isinstance(state, RallyState)
        legal = state.legal(seat)
        if len(legal) == 1:
            return legal[0]
        node = state.phase
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
        if node == N_PLACE and self.skill > NOVICE:
            return self._least_harm(state, seat, legal)
        if node == N_FORK:
            return self._way(state, legal)
        return legal[0] if node == N_BLOCK else state.default(seat)

    # --- driving ---

    def _speed(self, state: RallyState, seat: int, legal: list[int]) -> int:
        speeds = [action for action in legal if action < act.SPEEDS]
        if not speeds:
            return act.TURN if act.TURN in legal else legal[0]
        crew = state.crew
        if self.skill > NOVICE:
            plan = (
                driver_of(state, crew).drive(state, crew).acts if self.skill == WORKS else along_the_route(state, crew)
            )
            if plan and plan[0] in legal and (plan[0] not in speeds or self._harm(state, plan[0], 0) < HARMFUL):
                self.plans[crew] = plan[1:]
                return plan[0]
        if self.skill == NOVICE:
            safe = [action for action in speeds if self._harm(state, action, 0) < 60]
            return self.rng.choice(safe) if safe else speeds[0]
        return min(speeds, key=lambda action: (self._harm(state, action, 1), -action))

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
        if self.skill == NOVICE:
            return cost
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
        """Along the route; off it, by the shortest road to the next control."""
        crew = state.crew
        section = state.cars[crew].section
        ahead = state.drives_on().along(section, state.square(crew))
        if state.t.square_base + ahead in legal:
            return state.t.square_base + ahead
        far = state.t.board.distances(state.drives_on().sections[section].goal)
        return min(legal, key=lambda action: far[action - state.t.square_base])

    # --- kit ---

    def _card(self, state: RallyState, legal: list[int]) -> int:
        if self.skill == NOVICE:
            return self.rng.choice(legal)
        if self.skill == CLUBMAN:
            return max(legal, key=lambda action: plain_worth(state, action - act.TAKE))
        if state.t.kits == FREE:
            if not any(act.TAKE + card in legal for card in self.wanted):
                self.wanted = best_kit(state)
            return next(act.TAKE + card for card in self.wanted if act.TAKE + card in legal)
        own, trails = own_cards(state), trails_for(state)
        return min(legal, key=lambda action: (par_with(state, [*own, action - act.TAKE], trails), action))

    # --- route ---

    def _lay(self, state: RallyState, seat: int, legal: list[int]) -> int:
        node = state.phase
        if self.skill == NOVICE and node not in (N_WHAT,):
            return self.rng.choice(legal)
        if node == N_WHAT:
            return self._marker(state, legal)
        if node == N_SQUARE:
            return self._square(state, legal)
        if node in (N_KIND, N_MPH, N_APPROACH, N_RESOLVE):
            return self.rng.choice(legal)
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


def the_best_way_on(state: RallyState, crew: int) -> list[int]:
    """The first turn of the solver's best line; none if the crew is in the middle of its turn."""
    return driver_of(state, crew).drive(state, crew).acts if between_turns(state, crew) else []


def along_the_route(state: RallyState, crew: int) -> list[int]:
    """The first turn of the best plan along the Correct Route, as actions; none if the crew is not on it."""
    plan = driver_of(state, crew).along(state, crew)
    return [] if plan is None else plan.acts


def distances_from_end(lay: Laying) -> list[int]:
    return lay.board.distances(lay.candidates[0][-1])


def plain_worth(state: RallyState, card: int) -> int:
    """The sum of a card's figures, whatever the route."""
    return sum(sum(values) for values in state.t.deck.kit[card].values() if isinstance(values, list))


def par_with(state: RallyState, cards: list[int], trails: Trails) -> int:
    """What the route costs along its Correct Route with these cards, complete kit or not."""
    deck = state.t.deck
    figures = Planner(state.drives_on(), deck, build_kit([deck.kit[card] for card in cards]), trails).par()
    return NO_PAR if figures is None else sum(figures)


def trails_for(state: RallyState) -> Trails:
    return Trails(state.drives_on(), state.t.deck, False)


def best_kit(state: RallyState) -> list[int]:
    """The kit with which the route costs least, as far as a solver in a hurry can tell; cards taken already stay."""
    own = own_cards(state)
    along = kit_along_the_route(state, own)
    kit = Solver(state.drives_on(), state.t.deck, state.t.max_turns).good_kit(tuple(along), HURRY)
    return list(kit) if all(card in kit for card in own) else along


def kit_along_the_route(state: RallyState, own: list[int]) -> list[int]:
    """A kit that no exchange of one card improves along the Correct Route."""
    kit = [kind * PER_TYPE for kind in range(len(TYPES))]
    for card in own:
        kit[card // PER_TYPE] = card
    free = [card for card in range(PER_TYPE * len(TYPES)) if card // PER_TYPE not in [had // PER_TYPE for had in own]]
    trails = trails_for(state)
    par, better = par_with(state, kit, trails), True
    while better:
        better = False
        for card in free:
            other = [card if kind == card // PER_TYPE else had for kind, had in enumerate(kit)]
            cost = par_with(state, other, trails)
            if cost < par:
                kit, par, better = other, cost, True
    return kit


def _novice(game: Game, rng: Random) -> Bot:
    return RoundBot(rng, NOVICE)


def _clubman(game: Game, rng: Random) -> Bot:
    return RoundBot(rng, CLUBMAN)


def _works(game: Game, rng: Random) -> Bot:
    return RoundBot(rng, WORKS)


BOTS: dict[str, BotMaker] = {"novice": _novice, "clubman": _clubman, "works": _works}
