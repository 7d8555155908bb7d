"""The race clock: how long a Rover alone on the map needs to the finish, from every pose, exactly.

A pose is 6 × cell + facing. Times are counted in phases, three to a turn whatever the Rover has left: 7 means "in the
first phase of the third turn from now". Only undamaged driving counts: a program that hits a crater is no route.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.lunar_rally.board.decks import NO_CARD, RV, ST, TR
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.board.hexes import CELLS, POSES
from parcferme.games.lunar_rally.mechanics.driving import BLOCKED, STUCK, turned
from parcferme.games.lunar_rally.mechanics.programs import Program, programs

FAR: Final = 999  # no way to the finish
BUMP: Final = -1


class Branch:
    """A node of the tree of programs that differ in their driving: the last card played, and what can follow."""

    def __init__(self, card: int) -> None:
        self.card = card
        self.after: list[Branch] = []

    def follow(self, card: int) -> Branch:
        for branch in self.after:
            if branch.card == card:
                return branch
        self.after.append(Branch(card))
        return self.after[-1]


def driving_tree(number: int, phases: int) -> Branch:
    """All programs of so many cards as a tree; shots and Still all count as standing still."""
    root = Branch(ST)
    for program in programs(number, phases):
        branch = root
        for card in program.cards:
            branch = branch.follow(card if card <= TR else ST)
    return root


def drive(ground: Ground, pose: int, card: int) -> int:
    """The pose after one card played alone on the map; BUMP into a crater or off the board."""
    cell, facing = pose // 6, pose % 6
    if card > RV:
        return 6 * cell + turned(facing, card)
    target = ground.ahead(card, cell, facing)
    if target == BLOCKED:
        return BUMP
    return pose if target == STUCK else 6 * target + facing


def drives_of(ground: Ground) -> list[list[int]]:
    """`drive` looked up, [card][pose]; kept once made."""
    if not ground.drives:
        ground.drives = [[drive(ground, pose, card) for pose in range(POSES)] for card in range(NO_CARD + 1)]
    return ground.drives


def race_clock(ground: Ground, number: int, phases: int, avoid_dust: bool = False) -> list[int]:
    """For every pose the phases to the finish, for a Rover of this number with so many phases left; kept once made."""
    key = 8 * number + 2 * phases + avoid_dust
    if key not in ground.clocks:
        ground.clocks[key] = Clockwork(ground, avoid_dust).wind(driving_tree(number, phases))
    return ground.clocks[key]


class Clockwork:
    """Works a clock out: poses that can finish this turn first, then those that can reach such a pose, and so on."""

    def __init__(self, ground: Ground, avoid_dust: bool) -> None:
        self.ground = ground
        self.drives = drives_of(ground)
        self.closed = [0] * CELLS
        for cell in ground.dust if avoid_dust else []:
            self.closed[cell] = 1
        self.ends: set[int] = set()  # of the turn that is played

    def wind(self, tree: Branch) -> list[int]:
        """The time from every pose."""
        times = [FAR] * POSES
        before: list[list[int]] = [[] for _ in range(POSES)]  # the poses from which each pose ends a turn
        reached: list[list[int]] = [[] for _ in range(FAR + 4)]  # by time
        for cell in self.ground.cells:
            for pose in range(6 * cell, 6 * cell + 6):
                self.ends = set()
                times[pose] = self._turn(pose, tree, 1)
                reached[times[pose]].append(pose)
                for end in self.ends:
                    before[end].append(pose)
        for time in range(1, FAR):
            for pose in reached[time]:
                for earlier in before[pose]:
                    if times[earlier] > time + 3:
                        times[earlier] = time + 3
                        reached[time + 3].append(earlier)
        return times

    def _turn(self, pose: int, branch: Branch, phase: int) -> int:
        """Play every program from a pose: collects where turns end, returns the first phase in which one finishes."""
        if not branch.after:
            self.ends.add(pose)
            return FAR
        best = FAR
        for choice in branch.after:
            there = self.drives[choice.card][pose]
            if there == BUMP or self.closed[there // 6]:
                continue
            if self.ground.is_finish[there // 6] and choice.card <= RV and there != pose:
                best = min(best, phase)
            else:
                best = min(best, self._turn(there, choice, phase + 1))
        return best


def turns(time: int) -> int:
    """Whole turns for a time in phases."""
    return (time + 2) // 3


def par(ground: Ground, number: int, phases: int = 3, avoid_dust: bool = False) -> tuple[int, int]:
    """Fewest own turns to the finish, alone and undamaged: from the best and from the worst start hex."""
    clock = race_clock(ground, number, phases, avoid_dust)
    best = [min(turns(clock[6 * cell + facing]) for facing in ground.facings[cell]) for cell in ground.starts]
    return min(best), max(best)


def play(ground: Ground, pose: int, program: Program) -> tuple[int, int]:
    """A program played alone on the map: (pose at its end or BUMP, the phase in which the finish is reached or 0)."""
    drives = drives_of(ground)
    for phase in range(program.length):
        there = drives[program.does[phase]][pose]
        if there == BUMP:
            return BUMP, 0
        if there // 6 != pose // 6 and ground.is_finish[there // 6]:
            return there, phase + 1
        pose = there
    return pose, 0


def solo_time(ground: Ground, clock: list[int], pose: int, program: Program) -> int:
    """The time to the finish if this program is played alone on the map; FAR when it ends in a crater."""
    end, phase = play(ground, pose, program)
    if end == BUMP:
        return FAR
    return phase if phase else clock[end] + 3
