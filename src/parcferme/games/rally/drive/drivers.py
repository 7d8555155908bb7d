"""Four drivers who look no further than their next move, and what they share with the others (works.py)."""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.bot import Bot
from parcferme.core.contract import Game, State
from parcferme.games.rally.board.parts import CLEAR, NORMAL, OVERCAST, SNOW, SNOW_TYRES, SPIN
from parcferme.games.rally.mechanics.crew import EACH, RADIUS
from parcferme.games.rally.mechanics.driving import most_brakes
from parcferme.games.rally.par.planning import best_windows
from parcferme.games.rally.par.worth import Traffic
from parcferme.games.rally.state import (
    GEAR,
    LAY,
    MECHANICS,
    SERVICE,
    SOLO_MECHANICS,
    STEP,
    TYRES_FIT,
    Position,
)

RISK_COST: Final = 3.0  # squares that a forced risk is worth to a clubman, for each unit of difference


class Driver(Bot):
    """Asks one question a phase. Levels differ in the answers."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.rng = rng

    def choose(self, state: State, seat: int) -> int:
        assert isinstance(state, Position)
        phase = state.phase
        if phase == STEP:
            return self.step(state, seat)
        if phase == GEAR:
            return self.gear(state, seat)
        if phase == SERVICE:
            return self.service(state, seat, state.legal(seat))
        if phase == TYRES_FIT:
            return state.tables.ids.fit + self.tyres(state, seat)
        if phase in (MECHANICS, SOLO_MECHANICS):
            return self.mechanic(state, seat)
        if phase == LAY:
            return self.lay(state, seat, state.legal(seat))
        return self.setup(state, seat, state.legal(seat))

    def setup(self, p: Position, seat: int, legal: list[int]) -> int:
        return legal[0]

    def lay(self, p: Position, seat: int, legal: list[int]) -> int:
        return self.rng.choice(legal)

    def mechanic(self, p: Position, seat: int) -> int:
        return p.default(seat)

    def tyres(self, p: Position, seat: int) -> int:
        return NORMAL

    def service(self, p: Position, seat: int, legal: list[int]) -> int:
        return p.tables.ids.drive_on

    def gear(self, p: Position, seat: int) -> int:
        return p.default(seat)

    def step(self, p: Position, seat: int) -> int:
        return p.default(seat)


class Amateur(Driver):
    """Stays low in the gearbox and stops as soon as a square looks hard; loses heart now and then."""

    nerves: float = 0.1  # the chance of the lowest gear there is

    def gear(self, p: Position, seat: int) -> int:
        ids = p.tables.ids
        low = [action for action in p.legal(seat) if ids.gear < action <= ids.gear + 2]
        return p.legal(seat)[0] if not low or self.rng.random() < self.nerves else self.rng.choice(low)

    def step(self, p: Position, seat: int) -> int:
        ids = p.tables.ids
        ahead = int(p.cars[seat].place) + 1
        if p.left > 0 or ahead > p.route.length:
            return ids.advance
        return ids.advance if p.factors_of(seat)[ahead] <= p.level else ids.halt


class Novice(Amateur):
    """The same with weaker nerves."""

    nerves: float = 0.3


class Privateer(Amateur):
    """One move at a time, but that one well: the gear by its six faces, brakes where they are free."""

    nerves: float = 0.0
    lapse: float = 0.4  # the chance of a gear by feel

    def gear(self, p: Position, seat: int) -> int:
        if self.rng.random() < self.lapse:
            return super().gear(p, seat)
        ids = p.tables.ids
        traffic = Traffic(p, seat)
        best, choice = -1e9, -1
        for action in p.legal(seat):
            overrev = action >= ids.overrev
            gear = action - ids.overrev + 1 if overrev else action - ids.gear + 1
            gain = self._gain(p, seat, gear, traffic) - (0.5 if overrev else 0.0)
            if gain > best:
                best, choice = gain, action
        return choice

    def _gain(self, p: Position, seat: int, gear: int, traffic: Traffic) -> float:
        """Squares to expect from a gear, less what its risks cost, over the levels of the six faces."""
        plan = p.plan(p.cars[seat], gear)
        factors = p.route.factors[plan.row]
        total = 0.0
        level, value = -1, 0.0
        for face in range(1, 7):
            if plan.levels[face] != level:
                level = plan.levels[face]
                value = safe_run(traffic, factors, level, int(plan.least), int(plan.most))
            total += value
        return total / 6.0

    def step(self, p: Position, seat: int) -> int:
        ids = p.tables.ids
        traffic = Traffic(p, seat)
        if traffic.place == traffic.length:
            return ids.advance
        factors = p.factors_of(seat)
        level, left = int(p.level), int(p.left)
        slack = level - factors[traffic.place + 1] - traffic.extra[0]
        if left == 0:
            return ids.advance if slack >= 0 else ids.halt
        short = left - safe_squares(traffic, factors, level, left)
        return ids.advance + max(0, min(short, slack, most_brakes(left)))

    def mechanic(self, p: Position, seat: int) -> int:
        """Near the hardest squares that no own mechanic covers yet, in road order."""
        placed = p.cars[seat].crew.squares
        last = placed[-1] if placed else 1 - RADIUS
        windows = best_windows(p.route.factors[0], last + 2 * RADIUS, EACH - len(placed))
        square = windows[0] if windows else max(last, 1)
        return p.tables.ids.mechanic + p.route.squares[square]

    def tyres(self, p: Position, seat: int) -> int:
        weather = p.weather()
        if weather in (CLEAR, OVERCAST):
            return NORMAL
        return SNOW_TYRES if weather == SNOW else 1

    def service(self, p: Position, seat: int, legal: list[int]) -> int:
        """Off the road anyway: fit what the weather asks for."""
        fit = p.tables.ids.fit + self.tyres(p, seat)
        return fit if p.harm == SPIN and fit in legal else p.tables.ids.drive_on


class Clubman(Privateer):
    """The same, as long as the mind does not wander."""

    lapse: float = 0.8


# ── rules of thumb ───────────────────────────────────────────────────────────────────────────────────────────────────


def safe_squares(traffic: Traffic, factors: list[int], level: int, most: int) -> int:
    """How many squares ahead can be taken unharmed, up to `most`; the way out counts for all the rest."""
    for count in range(most):
        square = traffic.place + count + 1
        if square > traffic.length:
            return most
        if factors[square] + traffic.extra[count] > level:
            return count
    return most


def safe_run(traffic: Traffic, factors: list[int], level: int, least: int, most: int) -> float:
    """Squares gained at this level, driving on only where it is safe, less the cost of what must be risked."""
    safe = safe_squares(traffic, factors, level, most)
    if safe >= least:
        return float(safe)
    first, slack = traffic.place + 1, 0
    for count in range(safe):
        slack += level - factors[first + count] - traffic.extra[count]
    if safe > 0 and safe + slack >= least:
        return float(safe)  # brakes on the easy squares are free
    return safe + 1 - RISK_COST * (factors[first + safe] + traffic.extra[safe] - level)
