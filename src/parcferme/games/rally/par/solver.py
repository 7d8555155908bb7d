"""Par: the exact expected number of turns of one car alone on a stage, by one backward sweep over the road.

Every move gains a square, so the value of a place needs only the places ahead. The state before a move is place, gear
state, over-rev card, weather sector and tyres. Inside a move it is the square reached, the squares still compulsory and
the squares still allowed; the die matters only through the level it gives.

Convention for an eliminated car, which alone would have no value: `penalty` turns are added and the car restarts in 1st
on that square next turn, without mechanics or tyres.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rally.board.parts import ELIMINATED, GEARS, SPIN, UNHURT, Ring
from parcferme.games.rally.board.route import Route
from parcferme.games.rally.board.tables import Tables
from parcferme.games.rally.mechanics.crew import helpers
from parcferme.games.rally.mechanics.driving import (
    ANY_GEAR,
    RESTART,
    SLOW,
    gears_from,
    left_after,
    most_brakes,
    over_rev_gear,
    too_hard,
    turns_lost,
    turns_lost_with_tyres,
)

PENALTY: Final = 6.0
STATES: Final = 7  # gear states: start, 1st to 5th, restart
WIDTH: Final = 6  # gears, and differences, are numbered from 1 to 5
ROW: Final = 32  # more squares than any move may drive


_FROM: Final = [gears_from(state) for state in range(STATES)]


class Gear:
    """A gear under one sky: its range, the factors along the road, and the levels of the die with their chances."""

    __slots__ = ("least", "most", "factors", "chances")

    def __init__(self, least: int, most: int, factors: list[int], chances: list[tuple[int, float]]) -> None:
        self.least = least
        self.most = most
        self.factors = factors
        self.chances = chances


class Weather:
    """The sectors a stage may see: each with the two that may follow it, equally likely."""

    def __init__(self, skies: list[int], back: list[int], forth: list[int]) -> None:
        self.skies = skies
        self.back = back
        self.forth = forth


def whole_ring(ring: Ring) -> Weather:
    count = len(ring.skies)
    return Weather(ring.skies, [(s - 1) % count for s in range(count)], [(s + 1) % count for s in range(count)])


def steady(sky: int) -> Weather:
    """Weather that stays as it is."""
    return Weather([sky], [0], [0])


class Par:
    """A solved stage.

    A *case* is a sector, tyres and card: 6·sector + 2·tyres + card. Lists by place, then by case:

    values   [7·case + gear state]  turns still to come before a move
    halts    [6·case + gear]        … when a move ends here on the road, this turn included
    costs    [6·case + difference]  the harmed part of a damage roll here, weighted by its chance
    """

    def __init__(
        self,
        tables: Tables,
        route: Route,
        setup: int,
        weather: Weather,
        tyres: list[int],
        mechanics: list[int],
        penalty: float = PENALTY,
    ) -> None:
        self.tables = tables
        self.route = route
        self.weather = weather
        self.tyres = tyres
        self.mechanics = mechanics
        self.penalty = penalty
        self.cases = [6 * s + 2 * t + o for s in range(len(weather.skies)) for t in tyres for o in range(2)]
        self.size = 6 * len(weather.skies)
        self.keep = [1.0] + [row.count(UNHURT) / 6.0 for row in tables.damage[1:]]
        self.gears: list[list[Gear]] = [self._gears(case, setup) for case in range(self.size)]
        self.values: list[list[float]] = [[] for _ in range(route.length + 1)]
        self.halts: list[list[float]] = [[] for _ in range(route.length + 1)]
        self.costs: list[list[float]] = [[] for _ in range(route.length + 1)]
        self.ahead: list[list[list[float]]] = [[] for _ in range(self.size)]  # inside a move: [case][gear and level]
        self.sweep(route.length, 0)

    def value(self, place: int, gear_state: int, card: int, sector: int, tyres: int) -> float:
        return self.values[place][STATES * (6 * sector + 2 * tyres + card) + gear_state]

    def at_start(self, sector: int, tyres: int) -> float:
        """Expected turns of the whole stage."""
        return self.value(0, ANY_GEAR, 1, sector, tyres)

    def _gears(self, case: int, setup: int) -> list[Gear]:
        """The five gears of a case."""
        sky = self.weather.skies[case // 6] + self.route.sky
        found: list[Gear] = []
        for gear in range(GEARS):
            plan = self.tables.plans[(sky * 9 + case % 6 // 2 * 3 + setup) * GEARS + gear]
            levels = plan.levels[1:]
            chances = [(level, levels.count(level) / 6.0) for level in sorted(set(levels))]
            found.append(Gear(int(plan.least), int(plan.most), self.route.factors[plan.row], chances))
        return found

    # ── the sweep ────────────────────────────────────────────────────────────────────────────────────────────────────

    def sweep(self, first: int, last: int) -> None:
        """The places from `first` back to `last`; those ahead of `first` are done."""
        for place in range(first, last - 1, -1):
            starts = [self._starts(case, place, self.ahead[case]) for case in range(self.size)]
            self.values[place] = self._gear_values(starts)
            if place == 0:
                return
            self.halts[place] = [0.0] * (self.size * WIDTH)
            self.costs[place] = [0.0] * (self.size * WIDTH)
            behind: list[list[list[float]]] = [[] for _ in range(self.size)]
            for case in self.cases:
                self._ends(case, place)
                behind[case] = self._inside(case, place, self.ahead[case])
            self.ahead = behind

    def _starts(self, case: int, place: int, ahead: list[list[float]]) -> list[float]:
        """The value of setting each gear here, before the die."""
        found: list[float] = [0.0]
        index = 0
        for gear in self.gears[case]:
            total = 0.0
            for level, chance in gear.chances:
                if place == self.route.length:
                    total += chance  # the way out: one turn
                elif ahead:
                    total += chance * self.best_step(case, place, gear, level, gear.least, gear.most, ahead[index])
                index += 1
            found.append(total)
        return found

    def _gear_values(self, starts: list[list[float]]) -> list[float]:
        """The best gear from each gear state, and for the card the one it shifts down to."""
        found = [0.0] * (self.size * STATES)
        for case in self.cases:
            for state in range(STATES):
                best = min([starts[case][gear] for gear in _FROM[state]])
                lower = over_rev_gear(state, case % 2 == 1)
                if lower > 0:
                    best = min(best, starts[case - 1][lower])
                found[STATES * case + state] = best
        return found

    def best_step(
        self, case: int, place: int, gear: Gear, level: int, left: int, room: int, ahead: list[float]
    ) -> float:
        """Entering the next square with the best number of brakes; `ahead` is valued by [ROW · left + room]."""
        costs = self.costs[place + 1]
        factor = gear.factors[place + 1]
        best = 1e9
        for brakes in range(most_brakes(left) + 1):
            difference = too_hard(factor + brakes, level)
            value = ahead[ROW * left_after(left, brakes) + room - 1]
            if difference > 0:
                value = self.keep[difference] * value + costs[WIDTH * case + difference]
            best = min(best, value)
        return best

    def _inside(self, case: int, place: int, ahead: list[list[float]]) -> list[list[float]]:
        """The values of standing on `place` inside a move, for each gear and level."""
        found: list[list[float]] = []
        for number, gear in enumerate(self.gears[case]):
            halt = self.halts[place][WIDTH * case + number + 1]
            for level, _ in gear.chances:
                after = ahead[len(found)] if ahead else []
                found.append(self._reached(case, place, halt, gear, level, after))
        return found

    def _reached(self, case: int, place: int, halt: float, gear: Gear, level: int, ahead: list[float]) -> list[float]:
        """By squares still compulsory and still allowed: halt, or the best step (RA-28, RA-38)."""
        values = [0.0] * (ROW * gear.least)
        last = place == self.route.length
        for room in range(gear.most):
            step = 1.0 if last else 0.0
            if room > 0 and not last:
                step = self.best_step(case, place, gear, level, 0, room, ahead)
            values[room] = halt if room == 0 or halt < step else step
            for left in range(1, gear.least - (gear.most - room) + 1):
                values[ROW * left + room] = 1.0 if last else self.best_step(case, place, gear, level, left, room, ahead)
        return values

    # ── where a move ends ────────────────────────────────────────────────────────────────────────────────────────────

    def _ends(self, case: int, place: int) -> None:
        """Halting in each gear, and the harm of each difference."""
        size = helpers(self.mechanics, place)
        for gear in range(1, GEARS + 1):
            halt = 1.0 + self.later(place, case, gear, 1)
            if gear <= SLOW and size > 0:
                halt = min(halt, self._changed(place, case, 0))
            self.halts[place][WIDTH * case + gear] = halt
        harms = [self._harmed(place, case, harm, size) for harm in range(ELIMINATED)]
        harms.append(1.0 + self.penalty + self.later(place, case, RESTART, 1))
        for difference in range(1, WIDTH):
            total = 0.0
            for outcome in self.tables.damage[difference]:
                total += harms[outcome] / 6.0
            self.costs[place][WIDTH * case + difference] = total

    def _harmed(self, place: int, case: int, harm: int, size: int) -> float:
        """Off the road with so many mechanics at hand: the rest of the stage, with or without other tyres."""
        if harm < SPIN:
            return 0.0
        stop = int(turns_lost(harm, size))
        value = 1.0 + stop + self.later(place, case, RESTART, 1 + stop)
        return min(value, self._changed(place, case, int(turns_lost_with_tyres(harm, stop)))) if size > 0 else value

    def _changed(self, place: int, case: int, stop: int) -> float:
        """The best other tyres, after standing still for `stop` turns."""
        best = 1e9
        for tyres in self.tyres:
            if tyres != case % 6 // 2:
                other = case // 6 * 6 + 2 * tyres + case % 2
                best = min(best, 1.0 + stop + self.later(place, other, RESTART, 1 + stop))
        return best

    def later(self, place: int, case: int, gear_state: int, turns: int) -> float:
        """The value some turns later, over the weather between."""
        sector, rest = case // 6, case % 6
        if turns == 0:
            return self.values[place][STATES * case + gear_state]
        back = 6 * self.weather.back[sector] + rest
        forth = 6 * self.weather.forth[sector] + rest
        if back == forth:
            return self.later(place, back, gear_state, turns - 1)
        return (self.later(place, back, gear_state, turns - 1) + self.later(place, forth, gear_state, turns - 1)) / 2.0
