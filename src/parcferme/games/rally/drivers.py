"""Two drivers who look no further than their next move, and what they share with the third (works.py)."""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.bot import Bot
from parcferme.core.contract import Game, State
from parcferme.games.rally.advice import Traffic
from parcferme.games.rally.load import CLEAR, OVERCAST, SNOW
from parcferme.games.rally.mechanics import EACH, RADIUS
from parcferme.games.rally.planning import best_windows
from parcferme.games.rally.state import (
    CARD,
    GEAR,
    GEARBOX,
    LAY,
    MECH,
    MECHANICS,
    P_DEGREE,
    P_ENTERED,
    P_LEFT,
    P_LEVEL,
    P_PHASE,
    P_ROUND,
    PLACE,
    SERVICE,
    STEP,
    TYRES,
    Position,
)
from parcferme.games.rally.tables import NORMAL, SNOW_TYRES

RISK_COST: Final = 3.0  # squares that a forced risk is worth to a clubman, for each unit of difference


class Driver(Bot):
    """Asks one question a phase. Levels differ in the answers."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.rng = rng

    def choose(self, state: State, seat: int) -> int:
        assert isinstance(state, Position)
        phase = state.v[P_PHASE]
        if phase == STEP:
            return self.step(state, seat)
        if phase == GEAR:
            return self.gear(state, seat)
        if phase == SERVICE:
            return self.service(state, seat, state.legal(seat))
        if phase == TYRES:
            return state.tables.ids.fit + self.tyres(state, seat)
        if phase == MECHANICS:
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


class Novice(Driver):
    """Stays low in the gearbox and stops as soon as a square looks hard."""

    def gear(self, p: Position, seat: int) -> int:
        ids = p.tables.ids
        low = [action for action in p.legal(seat) if ids.gear < action <= ids.gear + 2]
        return self.rng.choice(low) if low else p.legal(seat)[0]

    def step(self, p: Position, seat: int) -> int:
        v, ids = p.v, p.tables.ids
        ahead = v[PLACE + seat] + 1
        if v[P_LEFT] > 0 or ahead > p.route.length:
            return ids.advance
        return ids.advance if p.factors_of(seat)[ahead] <= v[P_LEVEL] else ids.halt


class Clubman(Driver):
    """One move at a time, but that one well: the gear by its six faces, brakes where they are free."""

    def gear(self, p: Position, seat: int) -> int:
        v, ids = p.v, p.tables.ids
        traffic = Traffic(p, seat, 0)
        best, choice = -1e9, -1
        for action in p.tables.gears[2 * v[GEARBOX + seat] + v[CARD + seat]]:
            overrev = action >= ids.overrev
            gear = action - ids.overrev + 1 if overrev else action - ids.gear + 1
            gain = self._gain(p, seat, gear, traffic) - (0.5 if overrev else 0.0)
            if gain > best:
                best, choice = gain, action
        return choice

    def _gain(self, p: Position, seat: int, gear: int, traffic: Traffic) -> float:
        """Squares to expect from a gear, less what its risks cost, over the levels of the six faces."""
        least, most, row, levels = p.plan(seat, gear)
        factors = p.route.factors[row]
        total = 0.0
        level, value = -1, 0.0
        for face in range(1, 7):
            if levels[face] != level:
                level = levels[face]
                value = safe_run(traffic, factors, level, least, most)
            total += value
        return total / 6.0

    def step(self, p: Position, seat: int) -> int:
        v, ids = p.v, p.tables.ids
        traffic = Traffic(p, seat, v[P_ENTERED])
        if traffic.place == traffic.length:
            return ids.advance
        factors = p.factors_of(seat)
        level, left = v[P_LEVEL], v[P_LEFT]
        slack = level - factors[traffic.place + 1] - traffic.extra[traffic.place + 1]
        if left == 0:
            return ids.advance if slack >= 0 else ids.halt
        short = left - safe_squares(traffic, factors, level, left)
        return ids.advance + max(0, min(short, slack, left - 1))

    def mechanic(self, p: Position, seat: int) -> int:
        """Near the hardest squares that no own mechanic covers yet, in road order."""
        levels = p.route.factors[0]
        last = p.v[MECH + EACH * seat + p.v[P_ROUND] - 1] if p.v[P_ROUND] > 0 else 1 - RADIUS
        wanted = EACH - p.v[P_ROUND]
        windows = best_windows(levels, last + 2 * RADIUS, wanted)
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
        return fit if p.v[P_DEGREE] == 0 and fit in legal else p.tables.ids.drive_on


# ── rules of thumb ───────────────────────────────────────────────────────────────────────────────────────────────────


def safe_squares(traffic: Traffic, factors: list[int], level: int, most: int) -> int:
    """How many squares ahead can be taken unharmed, up to `most`; the way out counts for all the rest."""
    square = traffic.place
    for count in range(most):
        square += 1
        if square > traffic.length:
            return most
        if factors[square] + traffic.extra[square] > level:
            return count
    return most


def safe_run(traffic: Traffic, factors: list[int], level: int, least: int, most: int) -> float:
    """Squares gained at this level, driving on only where it is safe, less the cost of what must be risked."""
    safe = safe_squares(traffic, factors, level, most)
    if safe >= least:
        return float(safe)
    slack = 0
    for square in range(traffic.place + 1, traffic.place + safe + 1):
        slack += level - factors[square] - traffic.extra[square]
    if safe > 0 and safe + slack >= least:
        return float(safe)  # brakes on the easy squares are free
    wall = traffic.place + safe + 1
    return safe + 1 - RISK_COST * (factors[wall] + traffic.extra[wall] - level)
