"""Three drivers.

novice   rolls dice one at a time, shifts up when in doubt and stops too early
clubman  knows the road: the best basic move by expected time, but never attacks nor pays
works    has solved the whole rally (course.py) and takes what costs the fewest seconds, other cars on the road included
"""

# isort: skip_file
from __future__ import annotations

from random import Random

from parcferme.core.bot import Bot, BotMaker
from parcferme.core.contract import Game, State
from parcferme.games.rallyman.actions import (
    ATTACK, END, LOCK, PASS, READY, ROLL, SISU, SPARE, TYRES_ASPHALT, TYRES_SNOW, WHITE, WIDE, die_of, path_of,
)  # fmt: skip
from parcferme.games.rallyman.drive.course import Course, course_of
from parcferme.games.rallyman.drive.valuation import Valuation, service
from parcferme.games.rallyman.drive.pace import Pace
from parcferme.games.rallyman.board.rally import SPECIALS
from parcferme.games.rallyman.rules.game import RallymanGame
from parcferme.games.rallyman.rules.cache import step_of
from parcferme.games.rallyman.state import SERVICE, Position


class Novice(Bot):
    """Careful and without a plan."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, state: State, seat: int) -> int:
        legal = state.legal(seat)
        for simple in (SISU, SPARE, READY, PASS):
            if simple in legal:
                return simple
        if not isinstance(state, Position):
            return self.rng.choice(legal)
        rolls = [a for a in legal if ROLL <= a < LOCK and path_of(a) != WIDE]
        afraid = state.turn.hazards > 1 or (state.cars[seat].gear >= 3 and self.rng.random() < 0.25)
        if END in legal and (not rolls or afraid):
            return END
        if rolls:
            return max(rolls, key=die_of) if self.rng.random() < 0.6 else self.rng.choice(rolls)
        return self.rng.choice([a for a in legal if a < ATTACK] or legal)


class Clubman(Bot):
    """The basic technique, played by expected time."""

    def __init__(self, game: Game) -> None:
        self.paces: dict[int, Pace] = {}
        if isinstance(game, RallymanGame):  # learn the dry roads before the start
            rally = game.rally
            for special in range(SPECIALS):
                self.paces[special * 2] = Pace(rally.road(special, 0), 0, rally.components)

    def choose(self, state: State, seat: int) -> int:
        legal = state.legal(seat)
        if len(legal) == 1 or not isinstance(state, Position):
            return legal[0]
        if SPARE in legal:
            return SPARE
        if TYRES_SNOW in legal:
            snowy = sum(1 for index in range(1, state.road.finish) if state.road.snow[index])
            return TYRES_SNOW if 2 * snowy > state.road.length else TYRES_ASPHALT
        for simple in (SISU, PASS):
            if simple in legal:
                return simple
        dice = [action for action in legal if action == END or ROLL <= action < LOCK]
        if not dice:
            return legal[0]  # somebody else began a time attack and left
        return min(dice, key=lambda action: self.value(state, seat, action))

    def pace(self, p: Position, seat: int) -> Pace:
        """The table for this special, its surfaces and the car's tyres; worked out when first needed."""
        tyres, snow = p.cars[seat].tyres, p.snow[p.special]
        key = (p.special | snow << 2) * 2 + tyres
        if key not in self.paces:
            self.paces[key] = Pace(p.road, tyres, p.rally.components)
        return self.paces[key]

    def value(self, p: Position, seat: int, action: int) -> float:
        """Expected seconds from here to the finish, and what the action costs."""
        car, turn, pace = p.cars[seat], p.turn, self.pace(p, seat)
        if action == END:
            return pace.stop(car.space, car.gear)
        die, hazards = die_of(action), min(turn.hazards, 2)
        if die == WHITE:
            return pace.step(step_of(p, action), die, car.gear, turn.used, min(2, turn.whites + 1), hazards)
        used: int = turn.used
        return pace.step(step_of(p, action), die, die + 1, used | 1 << die, turn.whites, hazards)


class Works(Bot):
    """The solved course: the action after which the fewest seconds are to be expected."""

    def __init__(self, game: Game) -> None:
        self.course: Course | None = course_of(game.rally) if isinstance(game, RallymanGame) else None
        if self.course is not None:
            self.course.study()

    def choose(self, state: State, seat: int) -> int:
        legal = state.legal(seat)
        if len(legal) == 1 or self.course is None or not isinstance(state, Position):
            return legal[0]
        if state.phase == SERVICE:
            values = [service(self.course, state, seat, action) for action in legal]
        else:
            valuation = Valuation(self.course, state, seat)
            values = [valuation.after(action) for action in legal]
        return legal[values.index(min(values))]


def _novice(game: Game, rng: Random) -> Bot:
    return Novice(rng)


def _clubman(game: Game, rng: Random) -> Bot:
    return Clubman(game)


def _works(game: Game, rng: Random) -> Bot:
    return Works(game)


BOTS: dict[str, BotMaker] = {"novice": _novice, "clubman": _clubman, "works": _works}
