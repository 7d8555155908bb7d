"""The best line of a competition for one kit, or a bound for all kits between two: forward search, turn by turn.

A section begins stationary on its control, so sections are searched one after the other; what passes from one to the
next is the penalty so far and the luck (kept cards, pack, caps). Within a section every turn is a layer of positions,
each with the least penalty that leads to it. A position is dropped when its penalty and what it must still cost reach
the limit, or when another is as cheap and has the better luck: the result is the best line *below* the limit, or the
proof that there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parcferme.games.rally_round.actions import CARD, PASS
from parcferme.games.rally_round.board.cards import ALLOWANCE
from parcferme.games.rally_round.mechanics.timing import SELECTIVE, STAGE, penalty
from parcferme.games.rally_round.par.course import Course
from parcferme.games.rally_round.par.hand_state import Luck
from parcferme.games.rally_round.par.moves import End, Standing, Task
from parcferme.games.rally_round.par.pace import Pace

PLACES: Final = 1 << 36  # more places than any map has
WATCHED: Final = 100  # positions between two looks at the watch
NO_END: Final = 1 << 60


# Made at run time, so that it stays interpreted: only there does Python notice that somebody wants to interrupt.
at_ease: Callable[[], None] = eval("lambda: None")


class TimeOver(Exception):
    """Raised by the watch of a driver whose time is over: what was found by then will do."""


class Step:
    """A position in the search: where the car stands, what it has cost, and the turn that led here."""

    __slots__ = ("at", "cost", "acts", "before")

    def __init__(self, at: Standing, cost: int, acts: list[int], before: Step | None) -> None:
        self.at = at
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
    """A route for every kit of a task."""

    def __init__(self, task: Task, max_turns: int) -> None:
        self.route = task.route
        self.deck = task.deck
        self.fortunes = task.fortunes
        self.trails = task.trails
        self.max_turns = max_turns
        self.sections = task.route.sections
        numbers = range(len(self.sections))
        self.courses = [Course(task, number) for number in numbers]
        self.paces = [Pace(task.route, number, task.deck, task.kits.high, task.fortunes.draws) for number in numbers]
        self.allowing = task.deck.cards_in(task.deck.having[ALLOWANCE])  # cards that take off some of a late arrival …
        self.mercy = sum([task.deck.amount[card] for card in self.allowing])  # … and what all of them together do
        self.floors = [0] * len(self.sections)  # what each section is known to cost at least, however it is entered
        self.rest: list[int] = []  # what the sections from here on cost at least, for lines below the limit
        self.turns = 0  # that a line below the limit may take in the present section
        self.limit = 0
        self.number = 0
        self.last = False
        self.later = 0
        self.arrivals: dict[int, list[Step]] = {}  # by the side from which the control was entered
        self.layers: list[dict[int, list[Step]]] = []  # by turn, then by place
        self.positions = 0
        self.patience = 0  # positions after which a search gives up; 0: never
        self.gave_up = False
        self.watch: Callable[[], None] = at_ease  # called now and then; may raise TimeOver or KeyboardInterrupt

    def _departs(self, number: int) -> int:
        return self.route.start if number == 0 else self.sections[number - 1].goal

    def entry(self, number: int, luck: Luck | None = None) -> Step:
        """The start of a section, entered from the right side; with nothing drawn yet unless the luck is given."""
        edge = self.route.board.put(self.route.start)
        if number > 0:
            edge = self.route.board.edge_between(self.sections[number - 1].approach, self._departs(number))
        luck = self.fortunes.fresh() if luck is None else luck
        return Step(Standing(self.trails.entry(edge), 0, 0, luck), 0, [], None)

    def rests(self, limit: int) -> list[int]:
        """From each section on, what all of them cost at least for any line that costs less than `limit` seconds."""
        draws = 0
        owed: list[int] = []
        for number, pace in enumerate(self.paces):
            draws += self._most_turns(number, limit)
            mercy = self._mercy(self.fortunes.fresh(), draws) if self.fortunes.draws else 0
            owed.append(max(self.floors[number], pace.owed(0, self._departs(number), 0) - mercy))
        return [sum(owed[number:]) for number in range(len(owed) + 1)]

    def _most_turns(self, number: int, limit: int) -> int:
        """Later than the limit and all mercy together nobody arrives."""
        return min(self.max_turns, (self.sections[number].target + limit + self.mercy) // 60 + 1)

    def _mercy(self, luck: Luck, draws: int) -> int:
        """What cards in hand, and those that can still be drawn with at most a card a turn, may take off."""
        found = 0
        for card in self.allowing:
            soon = self.fortunes.draws and card in luck.queue[:draws]
            if soon or luck.hand >> card & 1:
                found += self.deck.amount[card]
        return found

    def best(self, limit: int) -> Step | None:
        """The best line of the whole route that costs less than `limit` seconds."""
        return self.onward(self.entry(0), 0, 0, limit)

    def onward(self, first: Step, number: int, turns: int, limit: int) -> Step | None:
        """The best line to the end of the route that costs less than `limit` seconds, from a position `turns` turns
        after the start of a section."""
        self.limit = limit
        self.rest = self.rests(limit)
        steps = [first]
        for at in range(number, len(self.sections)):
            self._drive_section(
                steps, at, turns if at == number else 0, self.rest[at + 1], at == len(self.sections) - 1
            )
            steps = self._arrived()
        return cheapest(steps)

    def lucks(self, limit: int) -> list[list[Luck]]:
        """The best lucks with which any line below the limit can enter each section."""
        self.limit = limit
        self.rest = self.rests(limit)
        steps = [self.entry(0)]
        lucks = [self._best_lucks(steps)]
        for at in range(len(self.sections) - 1):
            self._drive_section(steps, at, 0, self.rest[at + 1], False)
            steps = self._arrived()
            lucks.append(self._best_lucks(steps))
        return lucks

    def section(self, first: list[Step], number: int, turns: int, limit: int) -> Step | None:
        """The best line of one section alone, from some positions `turns` turns after its start."""
        self.limit = limit
        self._drive_section(first, number, turns, 0, True)
        return self.arrived_first()

    def arrived_first(self) -> Step | None:
        """The best arrival found so far: also when somebody has interrupted the search."""
        return cheapest(self._arrived())

    def _arrived(self) -> list[Step]:
        return [step for steps in self.arrivals.values() for step in steps]

    def _best_lucks(self, steps: list[Step]) -> list[Luck]:
        """Lucks, without those that another covers."""
        best: list[Luck] = []
        for step in steps:
            luck = step.at.luck
            if not any(self.fortunes.covers(other, luck) for other in best):
                best = [other for other in best if not self.fortunes.covers(luck, other)]
                best.append(luck)
        return best

    def _drive_section(self, first: list[Step], number: int, begin: int, rest: int, last: bool) -> None:
        self.number = number
        self.last = last
        self.later = rest
        self.turns = self._most_turns(number, self.limit)
        self.arrivals = {}
        self.gave_up = False
        if begin <= self.max_turns:  # later than that the crew has retired
            self._drive(first, begin)

    def _drive(self, first: list[Step], begin: int) -> None:
        """One section, from all positions at once."""
        section = self.sections[self.number]
        bits = len(section.pcs)
        sooner_is_better = section.kind in (STAGE, SELECTIVE)
        seen: dict[int, list[Step]] = {}
        self.layers = [{} for _ in range(self.max_turns + 1)]
        most = self.positions + self.patience if self.patience else NO_END
        ends_of: dict[int, list[End]] = {}  # the same position may come up in several turns
        for step in first:
            self._keep(self.layers[begin], place_of(step.at, bits), step)
        for turn in range(begin, self.max_turns):
            for place, steps in self.layers[turn].items():
                for step in steps:
                    if sooner_is_better and not self._keep(seen, place, step):
                        continue
                    self.positions += 1
                    if self.positions % WATCHED == 0:
                        self.watch()
                    if self.positions >= most:
                        self.gave_up = True
                        return
                    self._take_turn(step, turn, step.at.luck.number * PLACES + place, ends_of, bits)
            self.layers[turn] = {}

    def _take_turn(self, step: Step, turn: int, key: int, ends_of: dict[int, list[End]], bits: int) -> None:
        ends = ends_of.get(key)
        if ends is None:
            ends = self.courses[self.number].turn(step.at)
            ends_of[key] = ends
        for end in ends:
            if end.seconds:
                self._arrive(step, end, turn, step.cost + end.faults + self.later)
            else:
                self._rest(step, end, turn + end.turns, bits)

    def _keep(self, kept: dict[int, list[Step]], place: int, step: Step) -> bool:
        """Add a position to those at the same place, unless one of them is as good; those it betters go."""
        others = kept.get(place)
        if others is None:
            kept[place] = [step]
            return True
        luck = step.at.luck
        if self._is_covered(others, luck, step.cost):
            return False
        better = [other for other in others if other.cost < step.cost or not self.fortunes.covers(luck, other.at.luck)]
        better.append(step)
        kept[place] = better
        return True

    def _is_covered(self, others: list[Step], luck: Luck, cost: int) -> bool:
        return any(other.cost <= cost and self.fortunes.covers(other.at.luck, luck) for other in others)

    def _rest(self, step: Step, end: End, turn: int, bits: int) -> None:
        """A car comes to rest and will announce again after `turn` turns."""
        cost = step.cost + end.faults
        if turn >= self.max_turns:
            return
        owed = self.paces[self.number].owed(turn, self.route.board.head[end.trail.edge], end.speed)
        if owed > 0 and self.allowing:
            owed = max(0, owed - self._mercy(end.luck, self.turns - turn))
        if cost + owed + self.later >= self.limit:
            return
        place = place_of(end, bits)
        others = self.layers[turn].get(place)
        if others is None or not self._is_covered(others, end.luck, cost):
            self._keep(self.layers[turn], place, Step(end, cost, end.acts, step))

    def _arrive(self, step: Step, end: End, turn: int, cost: int) -> None:
        """A Time Control: its penalty, with or without a card that takes some of it away."""
        section = self.sections[self.number]
        taken = turn * 60 + end.seconds
        owed = penalty(section.kind, section.target, taken)
        cards = end.luck.hand & self.deck.having[ALLOWANCE] if taken > section.target else 0
        self._book(step, end, end.luck, cost + owed, [*end.acts, PASS] if cards else end.acts)
        for card in self.deck.cards_in(cards):
            less = max(0, owed - self.deck.amount[card])
            self._book(step, end, self.fortunes.without(end.luck, card), cost + less, [*end.acts, CARD + card])

    def _book(self, step: Step, end: End, luck: Luck, cost: int, acts: list[int]) -> None:
        if cost >= self.limit:
            return
        cost -= self.later
        at = end if luck is end.luck else Standing(end.trail, 0, 0, luck)
        if self._keep(self.arrivals, end.trail.number, Step(at, cost, acts, step)) and self.last:
            self.limit = min(self.limit, cost)


def place_of(at: Standing, bits: int) -> int:
    """Everything but the luck, in one number; `bits`: Passage Controls of the section."""
    return (at.trail.number * 16 + at.speed // 10 << bits) + at.visited


def cheapest(steps: list[Step]) -> Step | None:
    best: Step | None = None
    for step in steps:
        if best is None or step.cost < best.cost:
            best = step
    return best
