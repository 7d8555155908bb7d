"""The best line of a competition for one kit, or a bound for all kits between two: forward search, turn by turn.

A section begins stationary on its control, so sections are searched one after the other; what passes from one to the
next is the penalty so far and the luck (kept cards, pack, caps). Within a section every turn is a layer of positions,
each with the least penalty that leads to it. A position is dropped when its penalty and what it must still cost reach
the limit: the result is the best line *below* the limit, or the proof that there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parcferme.games.rally_round.actions import CARD, PASS
from parcferme.games.rally_round.cards import ALLOWANCE, Deck, Kit
from parcferme.games.rally_round.course import Course
from parcferme.games.rally_round.luck import Fortunes, Luck
from parcferme.games.rally_round.moves import End
from parcferme.games.rally_round.pace import Pace
from parcferme.games.rally_round.route import Route
from parcferme.games.rally_round.timing import ROAD, SELECTIVE, STAGE, penalty
from parcferme.games.rally_round.trails import Trail, Trails

TRAILS: Final = 1 << 20  # more trails than any map has
WATCHED: Final = 1000
NO_END: Final = 1 << 60


# Made at run time, so that it stays interpreted: only there does Python notice that somebody wants to interrupt.
at_ease: Callable[[], None] = eval("lambda: None")


class Step:
    """A position in the search: where the car is, what it has cost, and the turn that led here."""

    __slots__ = ("trail", "speed", "pcs", "luck", "cost", "acts", "before")

    def __init__(
        self, trail: Trail, speed: int, pcs: int, luck: Luck, cost: int, acts: list[int], before: Step | None
    ) -> None:
        self.trail = trail
        self.speed = speed
        self.pcs = pcs
        self.luck = luck
        self.cost = cost
        self.acts = acts
        self.before = before

    def line(self) -> list[int]:
        """All actions from the start of the search."""
        turns: list[list[int]] = []
        step: Step | None = self
        while step is not None:
            turns.append(step.acts)
            step = step.before
        return [act for acts in reversed(turns) for act in acts]


class Search:
    """A route for every kit between `low` and `high`."""

    def __init__(
        self, route: Route, deck: Deck, low: Kit, high: Kit, fortunes: Fortunes, trails: Trails, max_turns: int
    ) -> None:
        self.route = route
        self.deck = deck
        self.fortunes = fortunes
        self.trails = trails
        self.max_turns = max_turns
        self.sections = route.sections
        numbers = range(len(route.sections))
        self.courses = [Course(route, number, deck, low, high, fortunes, trails) for number in numbers]
        self.paces = [Pace(route, number, deck, high, fortunes.draws) for number in numbers]
        self.rest = [0] * (len(self.sections) + 1)  # what the sections from here on cost at least
        for number in reversed(numbers):
            self.rest[number] = self.rest[number + 1] + self.paces[number].owed(0, self._departs(number), 0)
        self.limit = 0
        self.number = 0
        self.last = False
        self.later = 0
        self.arrivals: dict[int, Step] = {}
        self.layers: list[dict[int, Step]] = []  # by turn
        self.positions = 0
        self.patience = 0  # positions after which a search gives up; 0: never
        self.gave_up = False
        self.watch: Callable[[], None] = at_ease  # called now and then

    def _departs(self, number: int) -> int:
        return self.route.start if number == 0 else self.sections[number - 1].goal

    def entry(self, number: int) -> Step:
        """The start of a section, entered from the right side, with nothing drawn yet."""
        edge = self.route.board.put(self.route.start)
        if number > 0:
            edge = self.route.board.edge_between(self.sections[number - 1].approach, self._departs(number))
        return Step(self.trails.entry(edge), 0, 0, self.fortunes.fresh(), 0, [], None)

    def best(self, limit: int) -> Step | None:
        """The best line of the whole route that costs less than `limit` seconds."""
        return self.onward([self.entry(0)], 0, 0, limit)

    def onward(self, first: list[Step], number: int, turns: int, limit: int) -> Step | None:
        """The best line from positions `turns` turns after the start of a section to the end of the route."""
        self.limit = limit
        steps = first
        for at in range(number, len(self.sections)):
            self._drive_section(
                steps, at, turns if at == number else 0, self.rest[at + 1], at == len(self.sections) - 1
            )
            steps = list(self.arrivals.values())
        return cheapest(steps)

    def section(self, first: Step, number: int, turns: int, limit: int) -> Step | None:
        """The best line of one section alone."""
        self.limit = limit
        self._drive_section([first], number, turns, 0, True)
        return cheapest(list(self.arrivals.values()))

    def _drive_section(self, first: list[Step], number: int, begin: int, rest: int, last: bool) -> None:
        self.number = number
        self.last = last
        self.later = rest
        self.arrivals = {}
        self._drive(first, begin)

    def _drive(self, first: list[Step], begin: int) -> None:
        """One section, from all positions at once."""
        course, section = self.courses[self.number], self.sections[self.number]
        bits = len(section.pcs)
        sooner_is_better = section.kind in (STAGE, SELECTIVE)
        seen: dict[int, int] = {}
        self.layers = [{} for _ in range(self.max_turns + 1)]
        self.gave_up = False
        most = self.positions + self.patience if self.patience else NO_END
        ends_of: dict[int, list[End]] = {}  # the same position may come up in several turns
        for step in first:
            self.layers[begin][key_of(step.luck, step.trail, step.speed, step.pcs, bits)] = step
        for turn in range(begin, self.max_turns):
            for key, step in self.layers[turn].items():
                if sooner_is_better:
                    if seen.get(key, NO_END) <= step.cost:
                        continue
                    seen[key] = step.cost
                self.positions += 1
                if self.positions % WATCHED == 0:
                    self.watch()
                if self.positions >= most:
                    self.gave_up = True
                    return
                ends = ends_of.get(key)
                if ends is None:
                    ends = course.turn(step.trail, step.speed, step.pcs, step.luck)
                    ends_of[key] = ends
                for end in ends:
                    if end.arrived:
                        self._arrive(step, end, turn, step.cost + end.faults + self.later)
                    else:
                        self._rest(step, end, turn + end.turns, bits)
            self.layers[turn] = {}

    def _rest(self, step: Step, end: End, turn: int, bits: int) -> None:
        """A car comes to rest and will announce again after `turn` turns."""
        cost = step.cost + end.faults
        if turn >= self.max_turns:
            return
        owed = self.paces[self.number].owed(turn, self.route.board.head[end.trail.edge], end.speed)
        if cost + owed + self.later >= self.limit:
            return
        key = key_of(end.luck, end.trail, end.speed, end.pcs, bits)
        layer = self.layers[turn]
        other = layer.get(key)
        if other is None or cost < other.cost:
            layer[key] = Step(end.trail, end.speed, end.pcs, end.luck, cost, end.acts, step)

    def _arrive(self, step: Step, end: End, turn: int, cost: int) -> None:
        """A Time Control: its penalty, with or without a card that takes some of it away."""
        section = self.sections[self.number]
        taken = (turn + 1) * 60 if section.kind == ROAD else turn * 60 + end.seconds
        owed = penalty(section.kind, section.target, taken)
        cards = end.luck.hand & self.deck.having[ALLOWANCE] if taken > section.target else 0
        if not cards:
            self._book(step, end, end.luck, cost + owed, end.acts)
            return
        self._book(step, end, end.luck, cost + owed, [*end.acts, PASS])
        for card in range(self.deck.count):
            if cards >> card & 1:
                luck = end.luck
                queue = (*luck.queue, card) if self.fortunes.reshuffled else luck.queue
                hand = luck.hand & ~(1 << card)
                spent = self.fortunes.of(hand, queue, luck.cap_at, luck.cap_for, luck.geared, luck.clutch)
                less = max(0, owed - self.deck.amount[card])
                self._book(step, end, spent, cost + less, [*end.acts, CARD + card])

    def _book(self, step: Step, end: End, luck: Luck, cost: int, acts: list[int]) -> None:
        if cost >= self.limit:
            return
        cost -= self.later
        key = luck.number * TRAILS + end.trail.number
        other = self.arrivals.get(key)
        if other is None or cost < other.cost:
            self.arrivals[key] = Step(end.trail, 0, 0, luck, cost, acts, step)
            if self.last:
                self.limit = cost


def key_of(luck: Luck, trail: Trail, speed: int, pcs: int, bits: int) -> int:
    return ((luck.number * TRAILS + trail.number) * 16 + speed // 10 << bits) + pcs


def cheapest(steps: list[Step]) -> Step | None:
    best: Step | None = None
    for step in steps:
        if best is None or step.cost < best.cost:
            best = step
    return best
