"""A section driven alone along its Correct Route: exact least penalty over all turns (no cards, no detours).

It knows the rules of the road a second time, on a straight strip instead of a map, which makes it fast and a check on
the engine: the lines it finds are replayed through the rules in the tests. Finishing on "!" is avoided unless the
kit lets the crew decline the draw; faults of 30 marks are never accepted.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rally_round.board.cards import Kit
from parcferme.games.rally_round.board.map import (
    BEND,
    BRIDGE,
    FORD,
    GIVE_WAY,
    GRADIENT,
    HAZARD,
    QUIET,
    ROUGH,
    TOP_SPEED,
)
from parcferme.games.rally_round.board.route import Route
from parcferme.games.rally_round.mechanics.timing import ROAD, STAGE, flying, penalty
from parcferme.games.rally_round.rules.features import speed_limit

NO_LIMIT: Final = 999
MOST_TURNS: Final = 60


class Step:
    """One announcement of a plan: the speed, whether it holds on a gradient, whether it carries on at a stop."""

    __slots__ = ("speed", "hold", "carry", "before")

    def __init__(self, speed: int, hold: bool, carry: bool, before: Step | None) -> None:
        self.speed = speed
        self.hold = hold
        self.carry = carry
        self.before = before


class Plan:
    """The least penalty of a section in seconds, and a line that reaches it."""

    def __init__(self, penalty: int, taken: int, last: Step | None) -> None:
        self.penalty = penalty
        self.taken = taken
        self.steps: list[Step] = []
        while last is not None:
            self.steps.append(last)
            last = last.before
        self.steps.reverse()

    def speeds(self) -> list[int]:
        return [step.speed for step in self.steps]


class Strip:
    """One section for one kit."""

    def __init__(self, route: Route, number: int, kit: Kit) -> None:
        section = route.sections[number]
        board = route.board
        path = section.path
        self.kit = kit
        self.kind = section.kind
        self.target = section.target
        self.goal = section.squares
        self.colour: list[int] = [board.colour[square] for square in path]
        self.limit: list[int] = []  # above it a car goes off
        self.quiet: list[int] = []  # above it 30 marks are due
        self.slope: list[int] = []  # +: rolls on, −: rolls back
        self.pc: list[int] = [0] * len(path)  # bit of a Passage Control
        self.gives_way: list[bool] = []
        self.ford: list[bool] = []
        self.hazard: list[bool] = []
        for at, square in enumerate(path):
            feature = route.feature[square]
            limited = feature in (BEND, BRIDGE, ROUGH)
            self.limit.append(speed_limit(route, kit, square) if limited else NO_LIMIT)
            loud = feature == QUIET and self.kind != STAGE
            self.quiet.append(speed_limit(route, kit, square) if loud else NO_LIMIT)
            ahead = path[at + 1] if at < self.goal else -1
            down = board.arrow[square] == ahead
            self.slope.append(0 if feature != GRADIENT else board.value[square] if down else -board.value[square])
            joins = feature == GIVE_WAY and ahead in board.majors[square]
            self.gives_way.append(joins and self.kind != STAGE)
            self.ford.append(feature == FORD and not kit.waterproof)
            self.hazard.append(feature == HAZARD and not kit.decline_draw)
        for bit, at in enumerate(section.pc_at):
            self.pc[at] = 1 << bit
        self.all_pcs = (1 << len(section.pc_at)) - 1
        self.best: Plan | None = None
        # layers[t]: cars that may announce after t turns: (place, speed, visited) → the step that led there
        self.layers: list[dict[tuple[int, int, int], Step | None]] = []

    def solve(self, place: int = 0, speed: int = 0, visited: int = 0, turns: int = 0) -> Plan | None:
        """The best plan from a place on the strip, or `None` if every way breaks a rule."""
        self._clear(turns)
        self.layers[turns][place, speed, visited] = None
        for turn in range(turns, turns + MOST_TURNS):
            best = self.best
            if best is not None and penalty(self.kind, self.target, max(self.target, turn * 60)) >= best.penalty:
                return best
            for (at, pace, seen), step in self.layers[turn].items():
                self._announcements(at, pace, seen, turn, step)
        return self.best

    def _clear(self, turns: int) -> None:
        # apart from `solve`: there the compiler would take `best` for None to the end
        self.best = None
        self.layers = [{} for _ in range(turns + MOST_TURNS + 12)]

    def _announcements(self, place: int, speed: int, visited: int, turn: int, before: Step | None) -> None:
        low, high = self.speed_range(place, speed)
        for pace in range(low, min(high, TOP_SPEED) + 10, 10):
            self._move(place, pace, visited, turn, before)

    def speed_range(self, place: int, speed: int) -> tuple[int, int]:
        colour, kit = self.colour[place], self.kit
        if speed == 0:
            high = kit.start[colour]
            if place < self.goal and self.slope[place + 1] < 0:
                high = max(high, kit.uphill_start)
            return 10, high
        return max(10, speed - kit.deceleration[colour]), speed + kit.acceleration[colour]

    def _move(self, place: int, pace: int, visited: int, turn: int, before: Step | None) -> None:
        end = place + pace // 10
        step = Step(pace, False, False, before)
        at = place
        while at < end:
            if self.gives_way[at] and at > place and not self.kit.give_way:
                return  # crossed without stopping
            at += 1
            if at == self.goal:
                last = flying(at - place, pace // 10) if self.kind != ROAD else 60
                if self.kind != ROAD or at == end:
                    self._arrive(visited, turn * 60 + last, step)
                return
            if pace > self.quiet[at]:
                return
            if pace > self.limit[at]:
                self._go_off(at, pace, visited, turn, step)
                return
            if self.pc[at] and at < end:
                if self.kind != STAGE and not self.kit.passage:
                    return  # driven past
                visited |= self.pc[at]
        if self.slope[at] == 0:
            self._rest(at, pace, visited, turn, step, True)
            return
        if self.kit.decline_roll:
            self._rest(at, pace, visited, turn, Step(pace, True, False, before), True)
        if self.slope[at] < 0:
            self._rest(max(0, at + self.slope[at]), pace, visited, turn, step, False)
        else:
            self._roll(at, pace, visited, turn, step)

    def _roll(self, at: int, pace: int, visited: int, turn: int, step: Step) -> None:
        end = at + self.slope[at]
        while at < end:
            if self.gives_way[at] and not self.kit.give_way:
                return
            at += 1
            if at == self.goal:
                if self.kind != ROAD or at == end:
                    self._arrive(visited, turn * 60 + 60, step)
                return
            if pace > self.quiet[at]:
                return
            if pace > self.limit[at]:
                self._go_off(at, pace, visited, turn, step)
                return
            if self.pc[at] and at < end:
                if self.kind != STAGE and not self.kit.passage:
                    return
                visited |= self.pc[at]
        self._rest(at, pace, visited, turn, step, True)

    def _go_off(self, at: int, pace: int, visited: int, turn: int, step: Step) -> None:
        missed = (pace - self.limit[at]) // 10 - (1 if self.kit.steady else 0)
        self._enter(turn + 1 + missed, at, 0, visited, step)

    def _rest(self, at: int, pace: int, visited: int, turn: int, step: Step, forward: bool) -> None:
        if self.hazard[at]:
            return
        if self.ford[at]:
            self._enter(turn + 1 + pace // 10, at, 0, visited, step)
            return
        if forward and self.kind != STAGE and (self.pc[at] or self.gives_way[at]):
            may_carry = self.kit.passage if self.pc[at] else self.kit.give_way
            visited |= self.pc[at]
            self._enter(turn + 1, at, 0, visited, step)
            if may_carry:
                self._enter(turn + 1, at, pace, visited, Step(pace, step.hold, True, step.before))
            return
        if self.kind == STAGE:
            visited |= self.pc[at]
        self._enter(turn + 1, at, pace, visited, step)

    def _enter(self, turn: int, at: int, pace: int, visited: int, step: Step) -> None:
        if turn < len(self.layers):
            self.layers[turn].setdefault((at, pace, visited), step)

    def _arrive(self, visited: int, taken: int, step: Step) -> None:
        if visited != self.all_pcs:
            return
        owed = penalty(self.kind, self.target, taken)
        if self.best is None or owed < self.best.penalty:
            self.best = Plan(owed, taken, step)


def par(route: Route, kit: Kit) -> list[int] | None:
    """The least penalty of each section in seconds; `None` if one cannot be driven without a fault."""
    figures: list[int] = []
    for number in range(len(route.sections)):
        plan = Strip(route, number, kit).solve()
        if plan is None:
            return None
        figures.append(plan.penalty)
    return figures
