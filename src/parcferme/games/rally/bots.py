"""Three drivers.

novice   short gears, brakes late, mechanics spread evenly
clubman  weighs the next move only: squares gained against the risk it forces; cheap enough for whole championships
works    knows the par of the rest of the stage for every gear (solver.py), in the weather as it is
"""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.bot import Bot, BotMaker
from parcferme.core.contract import Game, State
from parcferme.games.rally.advice import Traffic, action_values
from parcferme.games.rally.load import CLEAR, OVERCAST, SNOW
from parcferme.games.rally.mechanics import EACH, RADIUS
from parcferme.games.rally.solver import Par, steady
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
    P_RACE,
    P_ROUND,
    P_SECTOR,
    PLACE,
    RUBBER,
    SERVICE,
    SETUPS,
    STEP,
    TYRES,
    Position,
)
from parcferme.games.rally.tables import NORMAL, SNOW_TYRES

RISK_COST: Final = 3.0  # squares that a forced risk is worth to a clubman, for each unit of difference
HARD: Final = (0, 0, 1, 4, 6, 6)  # how much a square of each level wants a mechanic nearby


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


class Works(Clubman):
    """Drives by the par of the rest of the road."""

    def __init__(self, game: Game, rng: Random) -> None:
        super().__init__(game, rng)
        self.road: list[int] = []
        self.pars: dict[tuple[int, ...], Par] = {}

    def gear(self, p: Position, seat: int) -> int:
        return self._best(p, seat)

    def step(self, p: Position, seat: int) -> int:
        return self._best(p, seat)

    def _best(self, p: Position, seat: int) -> int:
        best, choice = 1e9, -1
        for action, value in action_values(self._par(p, seat), p, seat, 0):
            if value < best:
                best, choice = value, action
        return choice

    def _par(self, p: Position, seat: int) -> Par:
        """The stage solved for this car, weather and tyres; kept while the road lies."""
        v = p.v
        if self.road is not p.route.cards:
            self.road = p.route.cards
            self.pars = {}
        sky = p.tables.race_rings[v[P_RACE]].skies[v[P_SECTOR]]
        mechanics = v[MECH + EACH * seat : MECH + EACH * seat + EACH]
        key = (sky, v[RUBBER + seat], v[SETUPS + seat], *mechanics)
        par = self.pars.get(key)
        if par is None:
            par = Par(p.tables, p.route, v[SETUPS + seat], steady(sky), [v[RUBBER + seat]], mechanics)
            self.pars[key] = par
        return par

    def setup(self, p: Position, seat: int, legal: list[int]) -> int:
        """Prototype, but stable where a special stage lifts everybody's limits."""
        special = any(spec.special for spec in p.tables.stages[p.v[P_RACE]])
        return legal[0] if special else legal[-1]

    def lay(self, p: Position, seat: int, legal: list[int]) -> int:
        """Easy roads for the fastest car at the table, hard ones for the most stable."""
        v, deck, ids = p.v, p.tables.deck, p.tables.ids
        others = [v[SETUPS + rival] for rival in range(p.tables.players) if rival != seat]
        hard = sum(others) > v[SETUPS + seat] * len(others)
        best, choice = -1e9, legal[0]
        for action in legal:
            levels = deck.cards[action - ids.lay].levels
            ease = -sum(levels) / len(levels)
            score = (-ease if hard else ease) + 0.2 * self.rng.random()
            if score > best:
                best, choice = score, action
        return choice

    def tyres(self, p: Position, seat: int) -> int:
        """What helps most over the next turns, not only now."""
        scores = [tyre_score(p, tyres) for tyres in range(3)]
        return scores.index(max(scores))

    def service(self, p: Position, seat: int, legal: list[int]) -> int:
        """Change when it is free or the road ahead is long enough to pay for it."""
        ids, v = p.tables.ids, p.v
        wanted = self.tyres(p, seat)
        if ids.fit + wanted not in legal:
            return ids.drive_on
        ahead = (p.route.length - v[PLACE + seat]) / 4.0  # turns
        gain = min(1.0, ahead / 8.0) * (tyre_score(p, wanted) - tyre_score(p, v[RUBBER + seat]))
        price = 0.0 if v[P_DEGREE] == 0 else 1.2
        return ids.fit + wanted if gain > price else ids.drive_on


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


def best_windows(levels: list[int], first: int, count: int) -> list[int]:
    """Greedily, `count` squares from `first` on whose ranges cover the most hard squares; in road order."""
    length = len(levels) - 1
    weight = [HARD[min(5, level)] for level in levels]
    found: list[int] = []
    for _ in range(count):
        best, choice = -1, 0
        for square in range(max(1, first), length + 1):
            cover = sum(weight[max(1, square - RADIUS) : square + RADIUS + 1])
            if cover > best:
                best, choice = cover, square
        if choice > 0:
            found.append(choice)
            for square in range(max(1, choice - RADIUS), min(length, choice + RADIUS) + 1):
                weight[square] = 0
    return sorted(found)


def tyre_score(p: Position, tyres: int) -> float:
    """Turns that tyres are worth over the next eight turns of drifting weather."""
    ring = p.tables.race_rings[p.v[P_RACE]]
    count = len(ring.kinds)
    chance = [0.0] * count
    chance[p.v[P_SECTOR]] = 1.0
    total = 0.0
    for _ in range(8):
        for sector in range(count):
            lower, cost = p.tables.tyre_effect(ring.kinds[sector], tyres)
            total += chance[sector] * (0.3 * lower - 0.15 * cost)
        chance = [(chance[s - 1] + chance[(s + 1) % count]) / 2.0 for s in range(count)]
    return total


BOTS: dict[str, BotMaker] = {"novice": Novice, "clubman": Clubman, "works": Works}
