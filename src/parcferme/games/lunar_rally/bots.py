"""Three drivers. All of them steer by the race clock; they differ in what else they look at.

novice    drives by the clock alone, with a shaky hand, and sees nobody else
clubman   tries every program against rivals who stand still, after its own other Rover has moved
works     takes the best of those and tries them against many guesses of what the rivals have sealed and will seal
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random

from mypy_extensions import i64

from parcferme.core.bot import Bot, BotMaker
from parcferme.core.contract import Game, State
from parcferme.games.lunar_rally.actions import DECLINE, program_in
from parcferme.games.lunar_rally.cards import SEQUENCES
from parcferme.games.lunar_rally.clock import FAR, race_clock, solo_time
from parcferme.games.lunar_rally.load import Ground
from parcferme.games.lunar_rally.rules.phase import execute
from parcferme.games.lunar_rally.rules.placing import placed_cell, placed_facing, placing_number
from parcferme.games.lunar_rally.rules.race import Race
from parcferme.games.lunar_rally.rules.turns import LunarState
from parcferme.games.lunar_rally.state import (
    ASKS,
    CELL,
    ENDED,
    FACING,
    MISSILES,
    NODE,
    OPEN_1,
    PHASES,
    PLACE,
    PROGRAM,
    ROVERS,
    SHIELDS,
    WINNERS,
    number_of,
    rover_of,
    seat_of,
)
from parcferme.lib.rows import vec

WIN = 200.0  # a finish, in phases
SHAKE = 4.0  # the novice's error, in phases
SHORTLIST = 36  # programs the works driver looks at closely
GUESSES = 16  # guesses of the rivals' programs
COMFORT = 12.0  # phases of lead that are worth half a victory
HABIT = 0.8  # phases by which a rival's program may be worse before it becomes unlikely


def wind_up(game: Game) -> None:
    """Make the race clocks of undamaged Rovers before the first move, which would else take that much longer."""
    state = game.start()
    assert isinstance(state, LunarState)
    for ground in state.race.grounds:
        for number in (1, 2):
            race_clock(ground, number, 3)


class Clocks:
    """The race clocks of a game's maps, as a driver reads them."""

    def __init__(self, race: Race) -> None:
        self.race = race

    def time(self, v: vec[i64], ground: Ground, rover: int) -> float:
        clock = race_clock(ground, number_of(rover), v[PHASES + rover])
        return float(clock[6 * v[CELL + rover] + v[FACING + rover]])

    def standing(self, v: vec[i64], ground: Ground, seat: int) -> float:
        """How well a seat stands, in phases: its better Rover counts in full, the other one and its armour a little."""
        if v[NODE] == ENDED:
            return WIN if v[WINNERS] >> seat & 1 else -WIN
        times: list[float] = []
        armour = 0.0
        for number in (1, 2):
            rover = rover_of(seat, number)
            if v[CELL + rover] >= 0:
                times.append(self.time(v, ground, rover))
                shields, phases, missiles = v[SHIELDS + rover], v[PHASES + rover], v[MISSILES + rover]
                armour += 1.2 * float(shields) + 0.6 * float(phases) + 0.3 * float(missiles)
        if not times:
            return -90.0
        second = 8.0 if len(times) < 2 else min(8.0, max(times) - min(times))
        return armour - min(times) - 0.25 * second

    def lead(self, v: vec[i64], ground: Ground, seat: int) -> float:
        """A seat's standing against the best of its rivals, and a little against all of them."""
        rivals = [self.standing(v, ground, other) for other in range(self.race.players) if other != seat]
        return self.standing(v, ground, seat) - 0.6 * max(rivals) - 0.1 * sum(rivals)


def best_placement(state: LunarState, seat: int) -> int:
    """The start hex and facing nearest to the finish; a replacement is never declined."""
    ground = state.terrain()
    clock = race_clock(ground, placing_number(state.v, state.race), 3)
    actions = [action for action in state.legal(seat) if action != DECLINE]
    return min(actions, key=lambda a: clock[6 * placed_cell(state.race, a) + placed_facing(a)])


def solo_times(v: vec[i64], ground: Ground, rover: int, choices: list[int]) -> list[int]:
    """For each program the time to the finish if nobody else were there."""
    clock = race_clock(ground, number_of(rover), v[PHASES + rover])
    pose = 6 * v[CELL + rover] + v[FACING + rover]
    return [solo_time(ground, clock, pose, SEQUENCES[program]) for program in choices]


class Novice(Bot):
    """Drives by the clock with a shaky hand."""

    def __init__(self, game: Game, rng: Random) -> None:
        wind_up(game)
        self.rng = rng

    def choose(self, state: State, seat: int) -> int:
        assert isinstance(state, LunarState)
        number = ASKS[state.v[NODE]]
        actions = state.legal(seat)
        if number == 0:
            return self.rng.choice([action for action in actions if action != DECLINE])
        times = solo_times(state.v, state.terrain(), rover_of(seat, number), [program_in(a) for a in actions])
        shaken = [time + self.rng.gauss(0.0, SHAKE) for time in times]
        return actions[shaken.index(min(shaken))]


class Clubman(Bot):
    """Tries every program against rivals who stand still."""

    def __init__(self, game: Game, rng: Random) -> None:
        wind_up(game)
        self.rng = rng

    def choose(self, state: State, seat: int) -> int:
        assert isinstance(state, LunarState)
        if ASKS[state.v[NODE]] == 0:
            return best_placement(state, seat)
        return max(self.scored(state, seat))[1]

    def scored(self, state: LunarState, seat: int) -> list[tuple[float, int]]:
        """(score, action) for every legal program."""
        number = ASKS[state.v[NODE]]
        before = state.v[:]
        for rover in range(ROVERS):
            if seat_of(rover) != seat:
                before[PROGRAM + rover] = 0
        if state.v[NODE] != OPEN_1:
            execute(before, state.race, state.terrain(), 3 - number, None)
        return self.tried(state, before, rover_of(seat, number), state.legal(seat))

    def tried(self, state: LunarState, before: vec[i64], rover: int, actions: list[int]) -> list[tuple[float, int]]:
        """(score, action) for programs of one Rover, played while nobody else moves."""
        ground, race = state.terrain(), state.race
        clocks = Clocks(race)
        scores: list[tuple[float, int]] = []
        for action in actions:
            v = before[:]
            if v[NODE] != ENDED and v[CELL + rover] >= 0:
                v[PROGRAM + rover] = program_in(action)
                execute(v, race, ground, number_of(rover), None)
            scores.append((clocks.lead(v, ground, seat_of(rover)) + 0.01 * self.rng.random(), action))
        return scores


class Works(Clubman):
    """Tries its best programs against many guesses of what the rivals will do."""

    def choose(self, state: State, seat: int) -> int:
        assert isinstance(state, LunarState)
        if ASKS[state.v[NODE]] == 0:
            return best_placement(state, seat)
        actions = [action for _, action in sorted(self.scored(state, seat), reverse=True)[:SHORTLIST]]
        leads = [mean(row) for row in self.leads(state, seat, actions)]
        return actions[leads.index(max(leads))]

    def leads(self, state: LunarState, seat: int, actions: list[int]) -> list[list[float]]:
        """For each program the lead behind it, once for every guess."""
        guesses = self._guesses(state, seat)
        number = ASKS[state.v[NODE]]
        return [[self._lead(state, seat, number, action, guess) for guess in guesses] for action in actions]

    def _guesses(self, state: LunarState, seat: int) -> list[vec[i64]]:
        """The position several times, each with likely programs on the rivals' boards."""
        guesses = [state.v[:] for _ in range(GUESSES)]
        for rover in range(ROVERS):
            if state.v[CELL + rover] >= 0 and seat_of(rover) != seat:
                for guess, program in zip(guesses, self._likely_programs(state, rover), strict=True):
                    guess[PROGRAM + rover] = program
        return guesses

    def _likely_programs(self, state: LunarState, rover: int) -> list[int]:
        """A rival is taken for a clubman who is not always at his best."""
        v = state.v[:]
        for other in range(ROVERS):
            v[PROGRAM + other] = 0
        actions = state.race.program_actions[4 * number_of(rover) + v[PHASES + rover]]
        scores = self.tried(state, v, rover, actions)
        best = max(scores)[0]
        weights = [exp((score - best) / HABIT) for score, _ in scores]
        return [program_in(action) for action in self.rng.choices(actions, weights, k=GUESSES)]

    def _lead(self, state: LunarState, seat: int, number: int, action: int, guess: vec[i64]) -> float:
        """The lead after the turns that come, the other number's first."""
        ground, race = state.terrain(), state.race
        v = guess[:]
        v[PROGRAM + rover_of(seat, number)] = program_in(action)
        if state.v[NODE] != OPEN_1:
            execute(v, race, ground, 3 - number, None)
        if v[NODE] != ENDED:
            execute(v, race, ground, number, None)
        return Clocks(race).lead(v, ground, seat)


# For hints and reviews


def evaluate(state: State) -> list[float]:
    """What a position is worth to each seat, between −1 and 1, once the programs that are sealed have run."""
    assert isinstance(state, LunarState)
    v, race, ground = state.v[:], state.race, state.ground()
    if ground is None or v[NODE] <= PLACE:
        return [0.0] * race.players  # the race has not begun
    if ASKS[v[NODE]] > 0:
        execute(v, race, ground, 3 - ASKS[v[NODE]], None)
    clocks = Clocks(race)
    return [worth_of(clocks.lead(v, ground, seat)) for seat in range(race.players)]


def rate(game: Game, state: State, seat: int, rng: Random) -> list[tuple[float, float]]:
    """What the works driver thinks each legal action is worth to the seat, between −1 and 1, and by how much it may be
    mistaken about what the action loses against the best one (a standard error)."""
    assert isinstance(state, LunarState)
    actions = state.legal(seat)
    if ASKS[state.v[NODE]] == 0:
        times = [_placing_time(state, action) for action in actions]
        return [(worth_of(min(times) - time), 0.0) for time in times]
    rows = [[worth_of(lead) for lead in row] for row in Works(game, rng).leads(state, seat, actions)]
    means = [mean(row) for row in rows]
    best = rows[means.index(max(means))]
    return [(worth, _doubt(row, best)) for worth, row in zip(means, rows, strict=True)]


def _placing_time(state: LunarState, action: int) -> float:
    if action == DECLINE:
        return float(FAR)
    clock = race_clock(state.terrain(), placing_number(state.v, state.race), 3)
    return float(clock[6 * placed_cell(state.race, action) + placed_facing(action)])


def _doubt(row: list[float], best: list[float]) -> float:
    """The standard error of the mean of their differences: both were tried against the same guesses."""
    differences = [one - other for one, other in zip(row, best, strict=True)]
    middle = mean(differences)
    return sqrt(mean([(one - middle) ** 2 for one in differences]) / (len(differences) - 1))


def mean(values: list[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


def worth_of(lead: float) -> float:
    """A lead in phases as a share of a victory."""
    return lead / (abs(lead) + COMFORT)


BOTS: dict[str, BotMaker] = {"novice": Novice, "clubman": Clubman, "works": Works}
