"""How Rovers usually drive: by the race clock, with a preference for what loses little, and so a race is driven on.

What comes of a program shows only turns later. A race driven on by habit is a quick guess at it: the rules decide, with
collisions, shots, replacements and the end of the race; only the programs are drawn by the clock alone.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from parcferme.games.lunar_rally.actions import program_in
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.board.hexes import POSES
from parcferme.games.lunar_rally.board.race import Race
from parcferme.games.lunar_rally.mechanics.programs import Program
from parcferme.games.lunar_rally.par.clock import race_clock, solo_time
from parcferme.games.lunar_rally.rules.placing import placed_cell, placed_facing, placements, placing_number
from parcferme.games.lunar_rally.rules.replacing import replace
from parcferme.games.lunar_rally.rules.turns import after_programming, flip_moon
from parcferme.games.lunar_rally.state import ENDED, FLIP, PROGRAMMED, REPLACE, Position, Rover

LOOSENESS: Final = 0.5  # phases by which a program may be slower before it becomes unlikely
USUAL: Final = 16  # programs that come to mind in one pose
SEATS: Final = 8  # Rovers at most: so many draws are set aside for each turn


@final
class Habit:
    """The programs that come to mind in one pose, likeliest first."""

    def __init__(self, programs: list[Program], weights: list[float]) -> None:
        self.programs = programs
        self.sums: list[float] = []  # of the shares up to each of them
        whole = sum(weights)
        so_far = 0.0
        for weight in weights:
            so_far += weight / whole
            self.sums.append(so_far)

    def draw(self, share: float) -> Program:
        """The program at this share (from 0 to 1) of all."""
        last = len(self.sums) - 1
        at = 0
        while at < last and self.sums[at] <= share:
            at += 1
        return self.programs[at]


@final
class Habits:
    """The habits of a race, each made when a Rover is first met in that pose."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self.kept: dict[int, list[Habit | None]] = {}

    def of(self, position: Position, rover: Rover) -> Habit:
        key = 16 * position.scenario + 4 * rover.number + rover.phases
        poses = self.kept.get(key)
        if poses is None:
            poses = [None] * POSES
            self.kept[key] = poses
        pose = 6 * rover.cell + rover.facing
        found = poses[pose]
        if found is None:
            found = self._made(position.ground, rover.number, rover.phases, pose)
            poses[pose] = found
        return found

    def _made(self, ground: Ground, number: int, phases: int, pose: int) -> Habit:
        clock = race_clock(ground, number, phases)
        known = [program_in(action) for action in self.race.program_actions[number][phases]]
        timed = [(solo_time(ground, clock, pose, program), program.index) for program in known]
        of_index = {program.index: program for program in known}
        timed.sort()
        best = timed[0][0]
        usual = timed[:USUAL]
        weights = [exp(float(best - time) / LOOSENESS) for time, _ in usual]
        return Habit([of_index[index] for _, index in usual], weights)

    def race_on(self, position: Position, turns: int, luck: list[float]) -> None:
        """Drive so many turns on by habit; the same luck draws the same programs as long as the Rovers stand alike."""
        for turn in range(turns):
            while position.phase == REPLACE:
                replace(position, [nearest_start(position)], None)
            if position.phase == ENDED:
                return
            if position.phase == FLIP:
                flip_moon(position, [], None)
            else:
                self._lay(position, luck, SEATS * turn)
                after_programming(position, None)

    def _lay(self, position: Position, luck: list[float], first: int) -> None:
        """A program for each Rover of the number that is due, drawn with the luck from `first` on."""
        number = PROGRAMMED[position.phase]
        at = first
        for rover in position.rovers:
            if rover.number == number and rover.cell >= 0:
                rover.program = self.of(position, rover).draw(luck[at])
            at += 1


def placing_time(position: Position, action: int) -> int:
    """The time to the finish from where a placement puts a Rover."""
    clock = race_clock(position.ground, placing_number(position), 3)
    return clock[6 * placed_cell(position.race, action) + placed_facing(action)]


def nearest_start(position: Position) -> int:
    """The placement with the shortest way to the finish."""
    best, least = -1, 0
    for action in placements(position):
        time = placing_time(position, action)
        if best < 0 or time < least:
            best, least = action, time
    return best
