"""Par: the exact expected number of turns of one car alone on a stage, by one backward sweep over the road.

Every move gains a square, so the value of a place needs only the places ahead. The state before a move is place, gear
state, over-rev card, weather sector and tyres. Inside a move it is the square reached, the squares still compulsory and
the squares still allowed; the die matters only through the level it gives.

Convention for an eliminated car, which alone would have no value: `penalty` turns are added and the car restarts in 1st
on that square next turn, without mechanics or tyres.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rally.load import UNHURT, Ring
from parcferme.games.rally.mechanics import RADIUS
from parcferme.games.rally.route import Route
from parcferme.games.rally.state import AT_START, RESTART
from parcferme.games.rally.tables import GEARS, Tables

PENALTY: Final = 6.0
STATES: Final = 7  # gear states: start, 1st to 5th, restart
WIDTH: Final = 6  # gears, and differences, are numbered from 1 to 5
ROW: Final = 32  # more squares than any move may drive

Moves = list[tuple[int, int, list[int], list[tuple[int, float]]]]  # least, most, factors, (level, chance) pairs


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
        self.moves: list[Moves] = [self._moves(case, setup) for case in range(self.size)]
        self.values: list[list[float]] = [[] for _ in range(route.length + 1)]
        self.halts: list[list[float]] = [[] for _ in range(route.length + 1)]
        self.costs: list[list[float]] = [[] for _ in range(route.length + 1)]
        self._sweep()

    def value(self, place: int, gear_state: int, card: int, sector: int, tyres: int) -> float:
        return self.values[place][STATES * (6 * sector + 2 * tyres + card) + gear_state]

    def at_start(self, sector: int, tyres: int) -> float:
        """Expected turns of the whole stage."""
        return self.value(0, AT_START, 1, sector, tyres)

    def _moves(self, case: int, setup: int) -> Moves:
        """The five gears of a case."""
        sky = self.weather.skies[case // 6] + self.route.sky
        found: Moves = []
        for gear in range(1, GEARS + 1):
            least, most, row, levels = self.tables.moves[(sky * 9 + case % 6 // 2 * 3 + setup) * GEARS + gear - 1]
            chances = [(level, levels[1:].count(level) / 6.0) for level in sorted(set(levels[1:]))]
            found.append((least, most, self.route.factors[row], chances))
        return found

    # ── the sweep ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _sweep(self) -> None:
        ahead: list[list[list[float]]] = [[] for _ in range(self.size)]  # inside a move: [case][gear and level]
        for place in range(self.route.length, -1, -1):
            starts = [self._starts(case, place, ahead[case]) for case in range(self.size)]
            self.values[place] = self._gear_values(starts)
            if place == 0:
                return
            self.halts[place] = [0.0] * (self.size * WIDTH)
            self.costs[place] = [0.0] * (self.size * WIDTH)
            for case in self.cases:
                self._ends(case, place)
                ahead[case] = self._inside(case, place, ahead[case])

    def _starts(self, case: int, place: int, ahead: list[list[float]]) -> list[float]:
        """The value of setting each gear here, before the die."""
        found: list[float] = [0.0]
        index = 0
        for least, most, factors, chances in self.moves[case]:
            total = 0.0
            for level, chance in chances:
                if place == self.route.length:
                    total += chance  # the way out: one turn
                elif ahead:
                    total += chance * self.best_step(case, place, factors, level, least, most, ahead[index])
                index += 1
            found.append(total)
        return found

    def _gear_values(self, starts: list[list[float]]) -> list[float]:
        """The best gear from each gear state (RA-18, RA-22, RA-26, RA-35)."""
        found = [0.0] * (self.size * STATES)
        for case in self.cases:
            gears = starts[case]
            base = STATES * case
            found[base + AT_START] = min(gears[1:])
            found[base + RESTART] = gears[1]
            for gear in range(1, GEARS + 1):
                best = min(gears[max(1, gear - 1) : gear + 2])
                if case % 2 == 1 and gear >= 3:
                    best = min(best, starts[case - 1][gear - 2])
                found[base + gear] = best
        return found

    def best_step(
        self, case: int, place: int, factors: list[int], level: int, left: int, room: int, ahead: list[float]
    ) -> float:
        """Entering the next square with the best number of brakes; `ahead` is valued by [ROW · left + room]."""
        costs = self.costs[place + 1]
        base = factors[place + 1] - level
        best = 1e9
        for brakes in range(max(1, left)):
            difference = min(5, base + brakes)
            value = ahead[ROW * max(0, left - 1 - brakes) + room - 1]
            if difference > 0:
                value = self.keep[difference] * value + costs[WIDTH * case + difference]
            best = min(best, value)
        return best

    def _inside(self, case: int, place: int, ahead: list[list[float]]) -> list[list[float]]:
        """The values of standing on `place` inside a move, for each gear and level."""
        found: list[list[float]] = []
        for gear in range(1, GEARS + 1):
            least, most, factors, chances = self.moves[case][gear - 1]
            halt = self.halts[place][WIDTH * case + gear]
            for level, _ in chances:
                after = ahead[len(found)] if ahead else []
                found.append(self._reached(case, place, halt, factors, level, least, most, after))
        return found

    def _reached(
        self,
        case: int,
        place: int,
        halt: float,
        factors: list[int],
        level: int,
        least: int,
        most: int,
        ahead: list[float],
    ) -> list[float]:
        """By squares still compulsory and still allowed: halt, or the best step (RA-28, RA-38)."""
        values = [0.0] * (ROW * least)
        last = place == self.route.length
        for room in range(most):
            entered = most - room
            step = 1.0 if last else 0.0
            if room > 0 and not last:
                step = self.best_step(case, place, factors, level, 0, room, ahead)
            values[room] = halt if room == 0 or halt < step else step
            for left in range(1, least - entered + 1):
                values[ROW * left + room] = (
                    1.0 if last else self.best_step(case, place, factors, level, left, room, ahead)
                )
        return values

    # ── where a move ends ────────────────────────────────────────────────────────────────────────────────────────────

    def _ends(self, case: int, place: int) -> None:
        """Halting in each gear, and the harm of each difference."""
        size = self._help(place)
        for gear in range(1, GEARS + 1):
            halt = 1.0 + self.later(place, case, gear, 1)
            if gear <= 2 and size > 0:
                halt = min(halt, self._changed(place, case, 0))
            self.halts[place][WIDTH * case + gear] = halt
        harm = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0 + self.penalty + self.later(place, case, RESTART, 1)]
        for degree in range(4):
            stop = max(0, degree - size)
            harm[1 + degree] = 1.0 + stop + self.later(place, case, RESTART, 1 + stop)
            if size > 0:
                waits = 1 if degree > 0 and stop == 0 else stop  # RA-R24
                harm[1 + degree] = min(harm[1 + degree], self._changed(place, case, waits))
        for difference in range(1, 6):
            total = 0.0
            for outcome in self.tables.damage[difference]:
                total += harm[outcome] / 6.0
            self.costs[place][WIDTH * case + difference] = total

    def _help(self, place: int) -> int:
        """The largest stack in range."""
        return max([self.mechanics.count(square) for square in self.mechanics if abs(square - place) <= RADIUS] or [0])

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
