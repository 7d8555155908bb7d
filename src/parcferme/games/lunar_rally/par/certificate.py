"""Par of a map written down: a shortest line of programs, and how far every shorter line gets, as plain JSON.

The search goes turn by turn from all start poses at once: `frontier` counts the poses first reached after so many whole
turns. A finish in turn n is proved shortest by frontiers 0 to n − 1, none of which can finish earlier; `checker.py`
makes them again by the rules and replays the line.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from parcferme.core.errors import ParcFermeError
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.board.hexes import FACINGS, LABELS
from parcferme.games.lunar_rally.mechanics.programs import programs
from parcferme.games.lunar_rally.par.clock import BUMP, FAR, play, race_clock, turns

KIND: Final = "lunar-rally-par"


class Solution(NamedTuple):
    """A solved map: turns, the line that needs no more, and the proof."""

    value: int
    line: list[str]
    certificate: dict[str, object]


def solve(ground: Ground, scenario: dict[str, object] | str, number: int, phases: int = 3) -> Solution:
    """Fewest own turns of a Rover alone; `scenario` is the map's colour or its document, for the certificate."""
    clock = race_clock(ground, number, phases)
    starts = [6 * cell + facing for cell in ground.starts for facing in ground.facings[cell]]
    best = min(starts, key=lambda pose: clock[pose])
    if clock[best] >= FAR:
        raise ParcFermeError("there is no way to the finish for this Rover")
    line = shortest_line(ground, clock, best, number, phases)
    certificate: dict[str, object] = {
        "kind": KIND,
        "scenario": scenario,
        "number": number,
        "phases": phases,
        "turns": turns(clock[best]),
        "start": LABELS[best // 6],
        "facing": FACINGS[best % 6],
        "line": line,
        "frontier": frontier(ground, starts, number, phases, turns(clock[best])),
    }
    return Solution(turns(clock[best]), line, certificate)


def shortest_line(ground: Ground, clock: list[int], pose: int, number: int, phases: int) -> list[str]:
    """A program for each turn, following the clock down."""
    line: list[str] = []
    while True:
        for program in programs(number, phases):
            end, phase = play(ground, pose, program)
            finished = phase == clock[pose]
            if finished or (end != BUMP and phase == 0 and clock[end] == clock[pose] - 3):
                line.append(program.text)
                break
        if finished:
            return line
        pose = end


def frontier(ground: Ground, starts: list[int], number: int, phases: int, most: int) -> list[int]:
    """How many poses are first reached after 0, 1, … whole turns, up to the turn in which the finish is."""
    seen = set(starts)
    edge = sorted(seen)
    sizes = [len(edge)]
    while len(sizes) < most:
        after: set[int] = set()
        for pose in edge:
            for program in programs(number, phases):
                end, _ = play(ground, pose, program)
                if end != BUMP and not ground.is_finish[end // 6]:
                    after.add(end)
        edge = sorted(after - seen)
        seen |= after
        sizes.append(len(edge))
    return sizes
