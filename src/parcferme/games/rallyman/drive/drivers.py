"""Drivers who differ in what they know of the road and in what they count (bots.py has them in order)."""

# isort: skip_file
from __future__ import annotations

from math import exp
from random import Random
from typing import Final

from parcferme.core.bot import Bot
from parcferme.core.contract import Game, State
from parcferme.games.rallyman.actions import (
    END, LOCK, PASS, ROLL, SISU, SPARE, TYRES_ASPHALT, TYRES_SNOW, WHITE, die_of,
)  # fmt: skip
from parcferme.games.rallyman.board.rally import Rally
from parcferme.games.rallyman.drive.course import Solved, course_of
from parcferme.games.rallyman.drive.hunch import hunch
from parcferme.games.rallyman.drive.nerve import Nerve
from parcferme.games.rallyman.drive.pace import Pace
from parcferme.games.rallyman.drive.valuation import Valuation, service
from parcferme.games.rallyman.rules.game import RallymanGame
from parcferme.games.rallyman.rules.cache import step_of
from parcferme.games.rallyman.state import SERVICE, Position
from parcferme.lib.recent import Recent

MOST_ROADS: Final = 3  # roads that a driver remembers, on their surfaces and tyres


def rally_of(game: Game) -> Rally:
    assert isinstance(game, RallymanGame)
    return game.rally


def by_whim(rng: Random, actions: list[int], seconds: list[float], whim: float) -> int:
    """The action that costs the fewest seconds; with a whim of so many seconds one that costs about as few."""
    least = min(seconds)
    if whim <= 0.0:
        return actions[seconds.index(least)]
    return rng.choices(actions, [exp((least - cost) / whim) for cost in seconds])[0]


class Basic(Bot):
    """The basic technique, played by expected time: never attacks nor pays."""

    def __init__(self, game: Game, rng: Random, whim: float) -> None:
        self.rng = rng
        self.whim = whim
        self.paces: Recent[tuple[int, int, int], Pace] = Recent(MOST_ROADS)

    def choose(self, state: State, seat: int) -> int:
        legal = state.legal(seat)
        if len(legal) == 1 or not isinstance(state, Position):
            return legal[0]
        if SPARE in legal or TYRES_SNOW in legal:
            return tyres_for(state, legal)
        for simple in (SISU, PASS):
            if simple in legal:
                return simple
        dice = [action for action in legal if action == END or ROLL <= action < LOCK]
        if not dice:
            return legal[0]  # somebody else began a time attack and left
        return by_whim(self.rng, dice, [self.value(state, seat, action) for action in dice], self.whim)

    def pace(self, p: Position, seat: int) -> Pace:
        """The table for this special, its surfaces and the car's tyres; worked out when first needed."""
        tyres = p.cars[seat].tyres
        return self.paces.get(road_key(p, seat), lambda: Pace(p.road, tyres, p.rally.components))

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


def road_key(p: Position, seat: int) -> tuple[int, int, int]:
    """The special, its surfaces and the tyres of this seat's car."""
    return p.special, p.snow[p.special], p.cars[seat].tyres


def tyres_for(p: Position, legal: list[int]) -> int:
    """A flat is mended at once; snow tyres where more than half of the road lies in snow."""
    if SPARE in legal:
        return SPARE
    snowy = sum(1 for index in range(1, p.road.finish) if p.road.snow[index])
    return TYRES_SNOW if 2 * snowy > p.road.length else TYRES_ASPHALT


class ByHunch(Bot):
    """Weighs everything that a turn offers, time attacks too, as if the basic technique came after it."""

    def __init__(self, game: Game, rng: Random, whim: float) -> None:
        self.rng = rng
        self.whim = whim
        self.hunches: Recent[tuple[int, int, int], Solved] = Recent(MOST_ROADS)

    def choose(self, state: State, seat: int) -> int:
        legal = state.legal(seat)
        if len(legal) == 1 or not isinstance(state, Position):
            return legal[0]
        if SPARE in legal or TYRES_SNOW in legal:
            return tyres_for(state, legal)
        valuation = Valuation(self.hunch(state, seat), state, seat)
        return by_whim(self.rng, legal, [valuation.after(action) for action in legal], self.whim)

    def hunch(self, p: Position, seat: int) -> Solved:
        tyres = p.cars[seat].tyres
        return self.hunches.get(road_key(p, seat), lambda: hunch(p.rally, p.road, tyres))


class ByCourse(Bot):
    """The solved course: the action after which the fewest seconds are to be expected, or about as few."""

    def __init__(self, game: Game, rng: Random, whim: float) -> None:
        self.rng = rng
        self.whim = whim
        self.course = course_of(rally_of(game))
        self.course.study()

    def choose(self, state: State, seat: int) -> int:
        legal = state.legal(seat)
        if len(legal) == 1 or not isinstance(state, Position):
            return legal[0]
        if state.phase == SERVICE:
            values = [service(self.course, state, seat, action) for action in legal]
        else:
            valuation = Valuation(self.course.driven(state, seat), state, seat)
            values = [valuation.after(action) for action in legal]
        return by_whim(self.rng, legal, values, self.whim)


class Ace(ByCourse):
    """The solved course, raced against the others' expected times."""

    def __init__(self, game: Game, rng: Random) -> None:
        super().__init__(game, rng, 0.0)
        self.nerve = Nerve(self.course)

    def choose(self, state: State, seat: int) -> int:
        safe = super().choose(state, seat)
        legal = state.legal(seat)
        if len(legal) == 1 or not isinstance(state, Position) or len(state.cars) == 1:
            return safe
        if state.phase == SERVICE or safe == SPARE:
            return safe
        valuation = Valuation(self.nerve.special(state, seat), state, seat)
        actions = [action for action in legal if action != SPARE]
        felt = [valuation.after(action) for action in actions]
        return actions[felt.index(min(felt))]
