"""Is a certificate of par true? The rules drive every program from every pose; the race clock is not asked.

The line is replayed card by card, then all lines at once: after each turn the poses first reached are counted. The
finish must not be reached in any turn before the last, and the counts must be those written down.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.errors import ParcFermeError
from parcferme.core.options import Options
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.board.hexes import CELL_OF, FACINGS
from parcferme.games.lunar_rally.board.race import Race
from parcferme.games.lunar_rally.mechanics.programs import Program, programs
from parcferme.games.lunar_rally.meta import META
from parcferme.games.lunar_rally.rules.execution import execute
from parcferme.games.lunar_rally.state import ENDED, PROGRAM_1, new_position
from parcferme.lib.certificates import list_in

KIND: Final = "lunar-rally-par"
FINISHED: Final = -1
HURT: Final = -2  # a crater or the edge was hit: no line of par


def check(certificate: dict[str, object]) -> list[str]:
    """What is wrong with it; nothing if the list is empty."""
    try:
        checker = Checker(certificate)
    except (KeyError, TypeError, ValueError, ParcFermeError) as error:
        return [f"is not a certificate of par: {error}"]
    return checker.line_faults() or checker.frontier_faults()


class Checker:
    """A certificate beside an empty map with one Rover on it."""

    def __init__(self, certificate: dict[str, object]) -> None:
        if certificate.get("kind") != KIND:
            raise ValueError(f"its kind is {certificate.get('kind')!r}, not {KIND!r}")
        self.race = Race(_options(certificate["scenario"]))
        self.ground: Ground = self.race.grounds[0]
        self.position = new_position(self.race)
        self.number = _whole(certificate["number"], 1, 2)
        self.phases = _whole(certificate["phases"], 1, 3)
        self.turns = _whole(certificate["turns"], 1, 999)
        self.start = 6 * CELL_OF[str(certificate["start"])] + FACINGS.index(str(certificate["facing"]))
        self.line = [self._program(text) for text in list_in(certificate["line"])]
        self.sizes = [_whole(size, 0, 9999) for size in list_in(certificate["frontier"])]

    def _program(self, text: object) -> Program:
        allowed = {program.text: program for program in programs(self.number, self.phases)}
        if text not in allowed:
            raise ValueError(f"{text!r} is not a program of Rover {self.number} with {self.phases} phases (LR-37)")
        return allowed[str(text)]

    def after(self, pose: int, program: Program) -> int:
        """Where a whole turn of one Rover alone ends by the rules, FINISHED or HURT."""
        position = self.position
        position.phase = PROGRAM_1
        rover = position.rover(0, self.number)
        rover.enter(pose // 6, pose % 6)
        rover.phases = self.phases
        rover.shields = 0
        rover.program = program
        execute(position, self.number, None)
        if rover.cell < 0 or rover.phases < self.phases:
            return HURT
        return FINISHED if position.phase == ENDED else 6 * rover.cell + rover.facing

    def line_faults(self) -> list[str]:
        """The line starts as it may (LR-26) and reaches the finish in its last turn."""
        cell = self.start // 6
        if not self.ground.is_start[cell] or self.start % 6 not in self.ground.facings[cell]:
            return ["the line does not begin on a start hex in a facing allowed there (LR-26)"]
        if len(self.line) != self.turns:
            return [f"the line has {len(self.line)} programs, but {self.turns} turns are claimed"]
        pose = self.start
        for turn, program in enumerate(self.line, 1):
            pose = self.after(pose, program)
            if pose == HURT:
                return [f"in turn {turn} the line hits a crater or the edge (LR-53)"]
            if pose == FINISHED:
                return [] if turn == self.turns else [f"the line finishes in turn {turn} already"]
        return [f"the line does not reach the finish in turn {self.turns}"]

    def frontier_faults(self) -> list[str]:
        """All lines: none finishes sooner, and they reach as many new poses each turn as is written."""
        if len(self.sizes) != self.turns:
            return [f"{len(self.sizes)} frontiers are written for {self.turns} turns"]
        edge = [6 * cell + facing for cell in self.ground.starts for facing in self.ground.facings[cell]]
        seen = set(edge)
        choices = programs(self.number, self.phases)
        for turn, size in enumerate(self.sizes):
            if len(edge) != size:
                return [f"after {turn} turns {size} new poses are written, but the rules reach {len(edge)}"]
            if turn + 1 == self.turns:
                return []
            ends = {self.after(pose, program) for pose in edge for program in choices}
            if FINISHED in ends:
                return [f"the finish can be reached in turn {turn + 1} already"]
            edge = sorted(ends - seen - {HURT})
            seen |= ends
        return []


def _options(scenario: object) -> Options:
    """The options of a race on this map."""
    chosen: dict[str, object] = {"map": scenario} if isinstance(scenario, dict) else {"scenario": scenario}
    return META.options.read(chosen)


def _whole(value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{value!r} is not a whole number from {low} to {high}")
    return value
