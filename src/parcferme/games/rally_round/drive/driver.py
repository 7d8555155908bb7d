"""The best way on for a crew in the middle of a rally, alone on the road: what hints, reviews and the best bot go by.

It is the solver's search without new Hazard! cards (what the pack holds is unknown at the table): moves that end on "!"
are left out unless the kit may decline the draw, cards in hand are used. Exact within that, unless a position is so
far from any good line that the search would take too long; then it is an estimate, which says what has been proved.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Final

from parcferme.games.rally_round.board.cards import Kit
from parcferme.games.rally_round.board.route import Route
from parcferme.games.rally_round.board.tables import Tables
from parcferme.games.rally_round.mechanics.timing import FAULT
from parcferme.games.rally_round.par.hand_state import Fortunes
from parcferme.games.rally_round.par.kit_families import only
from parcferme.games.rally_round.par.moves import Standing, Task
from parcferme.games.rally_round.par.route_plan import Planner
from parcferme.games.rally_round.par.search import Search, Step, TimeOver, at_ease
from parcferme.games.rally_round.par.way_back import Trail, Trails
from parcferme.games.rally_round.state import (
    Car,
    Position,
)

LIMITS: Final = (1, 61, 241)  # seconds: worse than that is not looked for …
FETCHING: Final = (*LIMITS, FAULT)  # … unless it is to fetch a Passage Control
PATIENCE: Final = 1500  # positions, unless somebody has more time
MOST_CARDS: Final = 6  # of a hand that are looked at
KEPT: Final = 20_000  # answers remembered
DRIVERS: Final = 12  # kits remembered


class Drive:
    """What the rest of a section costs, the least that has been proved, and the turn that begins such a line.

    Where the two differ the search was given up, and `cost` is an estimate.
    """

    __slots__ = ("cost", "least", "acts")

    def __init__(self, cost: int, least: int, acts: list[int]) -> None:
        self.cost = cost
        self.least = min(cost, least)
        self.acts = acts

    def variance(self) -> float:
        """Of the estimate: anything from what is proved up to it is as likely."""
        return (self.cost - self.least) ** 2 / 3.0


def error_of(drives: list[Drive]) -> float:
    """The standard error of their sum."""
    total = 0.0
    for drive in drives:
        total += drive.variance()
    return sqrt(total)


class Driver:
    """One kit on one route."""

    def __init__(self, t: Tables, route: Route, kit: Kit, patience: int = PATIENCE) -> None:
        self.t = t
        self.route = route
        self.kit = kit
        self.fortunes = Fortunes(t.deck, False, False)
        self.trails = Trails(route, t.deck, False)
        self.search = Search(Task(route, t.deck, only(kit), self.fortunes, self.trails), t.max_turns)
        self.search.patience = patience
        self.interrupted = False  # has the watch ended a search of the present question?
        self.planner: Planner | None = None  # made when first asked
        self.known: dict[tuple[int, int, int, int, int, int], Drive] = {}

    def to_go(self, p: Position, crew: int) -> int:
        """Seconds of penalty still to come for a crew that is between two turns."""
        number = p.cars[crew].section
        return self.drive(p, crew).cost + self.after(number)

    def after(self, number: int) -> int:
        """Seconds that the sections after this one cost."""
        return sum([drive.cost for drive in self.later(number)])

    def later(self, number: int) -> list[Drive]:
        """The sections after this one."""
        sections = range(number + 1, len(self.route.sections))
        return [self._drive(section, 0, self._departure(section)) for section in sections]

    def error(self, p: Position, crew: int) -> float:
        """Seconds by which `to_go` may be wrong because a search was given up (a standard error); nought: proved."""
        return error_of([self.drive(p, crew), *self.later(p.cars[crew].section)])

    def whole(self) -> list[Drive]:
        """Every section, from the start."""
        return self.later(-1)

    def outline(self) -> list[Drive]:
        """Every section along its Correct Route: quick, and an estimate of which speed and distance prove something."""
        return [self._outlined(number) for number in range(len(self.route.sections))]

    def _outlined(self, number: int) -> Drive:
        start = self._departure(number)
        least = self.search.paces[number].owed(0, self.route.board.head[start.trail.edge], 0)
        return Drive(self._estimate(number, 0, start, 0), least, [])

    def _departure(self, number: int) -> Standing:
        return self.search.entry(number, self.fortunes.nothing()).at

    def drive(self, p: Position, crew: int) -> Drive:
        """The best drive to the next Time Control; turns still to miss are served first."""
        car = p.cars[crew]
        return self._drive(car.section, car.turns + car.misses, self.standing(car, self.fortunes, ()))

    def standing(self, car: Car, fortunes: Fortunes, pack: tuple[int, ...]) -> Standing:
        """Where a crew stands, with the cards that are known to come."""
        luck = fortunes.of(_considered(car.hand), pack, car.burden)
        return Standing(self._trail(car), car.speed, car.visited, luck)

    def _trail(self, car: Car) -> Trail:
        path = [car.trail[place & 15] for place in range(car.lowest(), car.at + 1)]
        first = self.trails.entry(path[0])
        return self.trails.onward(first, path[1:], 0)

    def _drive(self, number: int, turns: int, at: Standing) -> Drive:
        key = (number, turns, at.trail.number, at.speed, at.visited, at.luck.number)
        drive = self.known.get(key)
        if drive is None:
            self.interrupted = False
            drive = self._find(number, turns, at)
            if len(self.known) >= KEPT:
                self.known.clear()
            if not self.interrupted:  # else somebody with more time may do better
                self.known[key] = drive
        return drive

    def _find(self, number: int, turns: int, start: Standing) -> Drive:
        every = (1 << len(self.route.sections[number].pcs)) - 1
        missed = (every & ~start.visited).bit_count()
        best, proved = self._look(number, turns, start, FETCHING if missed else LIMITS)
        if best is not None:
            return best
        if missed:  # too late for a Passage Control: leave it and pay
            best, _ = self._look(number, turns, Standing(start.trail, start.speed, every, start.luck), LIMITS)
            if best is not None:
                return Drive(best.cost + missed * FAULT, proved, best.acts)
        return Drive(self._estimate(number, turns, start, missed), proved, [])

    def _estimate(self, number: int, turns: int, start: Standing, missed: int) -> int:
        """Along the Correct Route where the car is on it and faces the right way, else as the crow drives."""
        plan = self._plan(number, turns, start)
        if plan is not None:
            return plan.cost
        square = self.route.board.head[start.trail.edge]
        return self.search.paces[number].owed(turns, square, start.speed) + (1 + missed) * FAULT

    def along(self, p: Position, crew: int) -> Drive | None:
        """The best drive to the next Time Control along the Correct Route, without cards; `None` off the route."""
        car = p.cars[crew]
        luck = self.fortunes.of(0, (), car.burden)
        plan = self._plan(car.section, car.turns, Standing(self._trail(car), car.speed, car.visited, luck))
        return None if plan is None else Drive(plan.cost, 0, _first_turn(plan))

    def _plan(self, number: int, turns: int, start: Standing) -> Step | None:
        board, section = self.route.board, self.route.sections[number]
        edge = start.trail.edge
        starts = board.head[edge] == section.path[0]
        if not starts and not section.leads_on(board.tail[edge], board.head[edge]):
            return None
        if self.planner is None:
            self.planner = Planner(self.route, self.t.deck, self.kit, self.trails, self.t.max_turns)
        return self.planner.plan(number, start, turns)

    def _look(self, number: int, turns: int, start: Standing, limits: tuple[int, ...]) -> tuple[Drive | None, int]:
        """The best drive found below the limits, and the seconds below which it is proved that there is none."""
        proved = self.search.paces[number].owed(turns, self.route.board.head[start.trail.edge], start.speed)
        for limit in limits:
            best = self._searched(number, turns, start, limit)
            gave_up = self.search.gave_up or self.interrupted
            if best is not None:
                return Drive(best.cost, proved if gave_up else best.cost, _first_turn(best)), proved
            if gave_up:
                break
            proved = max(proved, limit)
        return None, proved

    def _searched(self, number: int, turns: int, start: Standing, limit: int) -> Step | None:
        """The best drive below a limit that is found in time."""
        try:
            return self.search.section([Step(start, 0, [], None)], number, turns, limit)
        except TimeOver:
            self.interrupted = True
            return self.search.arrived_first()


def _considered(hand: int) -> int:
    """The first few cards of a hand: with every card more, a turn can go twice as many ways."""
    while hand.bit_count() > MOST_CARDS:
        hand &= ~(1 << hand.bit_length() - 1)
    return hand


def _first_turn(step: Step) -> list[int]:
    """The actions of the first turn of a line."""
    while step.before is not None and step.before.before is not None:
        step = step.before
    return step.acts


_drivers: list[Driver] = []


def driver_of(p: Position, crew: int, patience: int = PATIENCE, watch: Callable[[], None] = at_ease) -> Driver:
    """The driver for a crew's kit on this route who looks at so many positions and at this watch; the last few are
    kept."""
    driver = _kept(p, crew, patience)
    driver.search.watch = watch
    return driver


def _kept(p: Position, crew: int, patience: int) -> Driver:
    route, kit = p.drives_on(), p.cars[crew].kit
    for driver in _drivers:
        if driver.route is route and driver.kit is kit and driver.search.patience == patience:
            return driver
    if len(_drivers) >= DRIVERS:
        del _drivers[0]
    driver = Driver(p.t, route, kit, patience)
    _drivers.append(driver)
    return driver


def between_turns(p: Position, crew: int) -> bool:
    """Has the crew declared nothing for a move that is still to come?"""
    car = p.cars[crew]
    return car.declared == 0 and car.turned_round == 0


def own_cards(p: Position) -> list[int]:
    """The kit cards the crew that picks has already."""
    return [card for card in p.car().cards if card >= 0]
