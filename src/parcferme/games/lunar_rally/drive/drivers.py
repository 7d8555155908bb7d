"""Drivers who steer by the race clock; they differ in what else they look at (bots.py has them in order)."""

from __future__ import annotations

from math import exp
from random import Random

from parcferme.core.bot import Bot
from parcferme.core.contract import Game, State
from parcferme.games.lunar_rally.actions import DECLINE, program_in
from parcferme.games.lunar_rally.drive.habits import nearest_start, placing_time
from parcferme.games.lunar_rally.effects import clear_programs
from parcferme.games.lunar_rally.mechanics.programs import Program
from parcferme.games.lunar_rally.par.clock import race_clock, solo_time
from parcferme.games.lunar_rally.rules.execution import execute
from parcferme.games.lunar_rally.rules.game import LunarState
from parcferme.games.lunar_rally.state import ENDED, OPEN_1, PROGRAMMED, Position, Rover

WIN = 200.0  # a finish, in phases
SHORTLIST = 36  # programs that a lookout looks at closely
GUESSES = 16  # guesses of the rivals' programs
COMFORT = 12.0  # phases of lead that are worth half a victory
HABIT = 0.8  # phases by which a rival's program may be worse before it becomes unlikely


def wind_up(game: Game) -> None:
    """Make the race clocks of undamaged Rovers before the first move, which would else take that much longer."""
    state = game.start()
    assert isinstance(state, LunarState)
    for ground in state.position.race.grounds:
        for number in (1, 2):
            race_clock(ground, number, 3)


def time_left(position: Position, rover: Rover) -> int:
    """A Rover's time to the finish by the race clock."""
    return race_clock(position.ground, rover.number, rover.phases)[6 * rover.cell + rover.facing]


def standing(position: Position, seat: int) -> float:
    """How well a seat stands, in phases: its better Rover counts in full, the other one and its armour a little."""
    if position.phase == ENDED:
        return WIN if position.winners >> seat & 1 else -WIN
    times: list[float] = []
    armour = 0.0
    for number in (1, 2):
        rover = position.rover(seat, number)
        if rover.cell >= 0:
            times.append(float(time_left(position, rover)))
            armour += 1.2 * float(rover.shields) + 0.6 * float(rover.phases) + 0.3 * float(rover.missiles)
    if not times:
        return -90.0
    second = 8.0 if len(times) < 2 else min(8.0, max(times) - min(times))
    return armour - min(times) - 0.25 * second


def lead_of(position: Position, seat: int) -> float:
    """A seat's standing against the best of its rivals, and a little against all of them."""
    rivals = [standing(position, other) for other in range(position.race.players) if other != seat]
    if not rivals:
        return standing(position, seat)  # LR-R43
    return standing(position, seat) - 0.6 * max(rivals) - 0.1 * sum(rivals)


def solo_times(position: Position, rover: Rover, choices: list[int]) -> list[int]:
    """For each program the time to the finish if nobody else were there."""
    ground = position.ground
    clock = race_clock(ground, rover.number, rover.phases)
    pose = 6 * rover.cell + rover.facing
    return [solo_time(ground, clock, pose, program_in(action)) for action in choices]


class Driver(Bot):
    """Drives by the clock, each level in its own way."""

    def __init__(self, game: Game, rng: Random) -> None:
        wind_up(game)
        self.rng = rng


class ByTheClock(Driver):
    """Sees nobody else, and drives by the clock with a hand that shakes by so many phases."""

    def __init__(self, game: Game, rng: Random, shake: float) -> None:
        super().__init__(game, rng)
        self.shake = shake

    def choose(self, state: State, seat: int) -> int:
        assert isinstance(state, LunarState)
        number = PROGRAMMED[state.position.phase]
        actions = [action for action in state.legal(seat) if action != DECLINE]
        if number == 0:
            times = [placing_time(state.position, action) for action in actions]
        else:
            times = solo_times(state.position, state.position.rover(seat, number), actions)
        shaken = [time + self.rng.gauss(0.0, self.shake) for time in times]
        return actions[shaken.index(min(shaken))]


class Lookout(Driver):
    """Tries its best programs against many guesses of what the rivals will do. Advice is by its eyes."""

    def choose(self, state: State, seat: int) -> int:
        assert isinstance(state, LunarState)
        if PROGRAMMED[state.position.phase] == 0:
            return nearest_start(state.position)
        actions = [action for _, action in sorted(self.scored(state, seat), reverse=True)[:SHORTLIST]]
        leads = [mean(row) for row in self.leads(state.position, seat, actions)]
        return actions[leads.index(max(leads))]

    def scored(self, state: LunarState, seat: int) -> list[tuple[float, int]]:
        """(score, action) for every legal program."""
        number = PROGRAMMED[state.position.phase]
        before = state.position.copy()
        clear_programs(before, seat)
        if before.phase != OPEN_1:
            execute(before, 3 - number, None)
        return self.tried(before, before.rover(seat, number), state.legal(seat))

    def tried(self, before: Position, rover: Rover, actions: list[int]) -> list[tuple[float, int]]:
        """(score, action) for programs of one Rover, played while nobody else moves."""
        scores: list[tuple[float, int]] = []
        for action in actions:
            after = before.copy()
            if after.phase != ENDED and rover.cell >= 0:
                after.rover(rover.seat, rover.number).program = program_in(action)
                execute(after, rover.number, None)
            scores.append((lead_of(after, rover.seat) + 0.01 * self.rng.random(), action))
        return scores

    def leads(self, position: Position, seat: int, actions: list[int]) -> list[list[float]]:
        """For each program the lead behind it, once for every guess."""
        guesses = self._guesses(position, seat)
        return [[_lead(guess, seat, program_in(action)) for guess in guesses] for action in actions]

    def _guesses(self, position: Position, seat: int) -> list[Position]:
        """The position several times, each with likely programs on the rivals' boards."""
        guesses = [position.copy() for _ in range(GUESSES)]
        for rover in position.rovers:
            if rover.cell >= 0 and rover.seat != seat:
                for guess, program in zip(guesses, self._likely_programs(position, rover), strict=True):
                    guess.rover(rover.seat, rover.number).program = program
        return guesses

    def _likely_programs(self, position: Position, rover: Rover) -> list[Program]:
        """A rival is taken for somebody who goes by what stands where, and is not always at his best."""
        before = position.copy()
        clear_programs(before, -1)
        actions = position.race.program_actions[rover.number][rover.phases]
        scores = self.tried(before, rover, actions)
        best = max(scores)[0]
        weights = [exp((score - best) / HABIT) for score, _ in scores]
        return [program_in(action) for action in self.rng.choices(actions, weights, k=GUESSES)]


def _lead(guess: Position, seat: int, program: Program) -> float:
    """The lead after the turns that come, the other number's first."""
    after = guess.copy()
    after.rover(seat, program.number).program = program
    if after.phase != OPEN_1:
        execute(after, 3 - program.number, None)
    if after.phase != ENDED:
        execute(after, program.number, None)
    return lead_of(after, seat)


def mean(values: list[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


def worth_of(lead: float) -> float:
    """A lead in phases as a share of a victory."""
    return lead / (abs(lead) + COMFORT)
