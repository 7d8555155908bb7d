"""A road on given tyres, with what was worked out on it before.

Nearly always the road ahead is free of other cars and dirt: those answers lie in plain tables. With something in reach
they are remembered by what that is (`Obstacles.near`), in dictionaries of limited size. `remembers=False` works
everything out anew: the tests play both side by side.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parcferme.games.rallyman.actions import PATHS
from parcferme.games.rallyman.board.road import Road
from parcferme.games.rallyman.board.spaces import BUMP
from parcferme.games.rallyman.mechanics.attack import MOST_DICE, sets_from
from parcferme.games.rallyman.mechanics.paths import CLEAR, Obstacles, Step, forced_step, paths
from parcferme.lib.rows import vec

MOST_KEPT: Final = 20_000  # answers of one kind in traffic
STEP_REACH: Final = 4  # spaces that matter to one die


@final
class Track:
    """What a car on these tyres can do on this road."""

    def __init__(self, road: Road, snow_tyres: int, remembers: bool = True) -> None:
        self.road = road
        self.snow_tyres = snow_tyres
        self.remembers = remembers
        cells = (road.length + 2) * 6
        self.free: list[list[Step]] = [[]] * cells  # paths by space * 6 + gear
        self.steps: list[Step | None] = [None] * (cells * PATHS)  # the same by path
        for cell in range(road.finish * 6):
            if cell % 6:
                self.free[cell] = paths(road, cell // 6, cell % 6, CLEAR)
                for step in self.free[cell]:
                    self.steps[cell * PATHS + step.path] = step
        spaces = range(road.finish + 1)
        self.reach = vec[i64]([_reach(road, space, dice) for space in spaces for dice in range(MOST_DICE + 1)])
        # all that can matter in a turn: a die that loses control may fly further
        self.turn_reach = vec[i64]([_reach(road, space, MOST_DICE) + STEP_REACH for space in spaces])
        self._busy: dict[int, list[Step]] = {}
        self._sets: list[int] = []  # on the free road, by (space * 6 + gear) * 3 + white dice played
        self._busy_sets: dict[int, int] = {}

    def paths(self, space: int, gear: int, obstacles: Obstacles) -> list[Step]:
        """The steps that one die of this gear may take from here."""
        if not self.remembers:
            return paths(self.road, space, gear, obstacles)
        near = obstacles.near(space + 1, STEP_REACH)
        if near == 0:
            return self.free[space * 6 + gear]
        key = near << 15 | space * 6 + gear
        found = self._busy.get(key)
        if found is None:
            found = paths(self.road, space, gear, obstacles)
            if len(self._busy) >= MOST_KEPT:
                self._busy.clear()
            self._busy[key] = found
        return found

    def step(self, space: int, gear: int, path: int, obstacles: Obstacles) -> Step:
        """The step of a die that may be played in this gear on this path."""
        for step in self.paths(space, gear, obstacles):
            if step.path == path:
                return step
        return forced_step(self.road, space, obstacles)

    def sets(self, space: int, gear: int, whites: int, most: int, obstacles: Obstacles) -> int:
        """The family of sets that can be driven from here (see `attack.py`)."""
        played = whites if self.snow_tyres else 0  # white dice played before matter on snow tyres only
        if not self.remembers:
            return sets_from(self, space, gear, played, most, obstacles)
        near = obstacles.near(space + 1, self.reach[space * (MOST_DICE + 1) + most])
        if near == 0:
            if not self._sets:
                self._work_out_free()
            return self._sets[(space * 6 + gear) * 3 + played]
        key = (near << 15 | (space * 6 + gear) * 3 + played) << 3 | most
        found = self._busy_sets.get(key, 0)
        if found == 0:
            found = sets_from(self, space, gear, played, most, obstacles)
            if len(self._busy_sets) >= MOST_KEPT:
                self._busy_sets.clear()
            self._busy_sets[key] = found
        return found

    def _work_out_free(self) -> None:
        """The whole free road, from the finish backwards. Sets of too many dice do no harm: nobody asks for those."""
        self._sets = [0] * len(self.free) * 3
        for space in range(self.road.finish, -1, -1):
            for gear in range(6):
                for played in range(3 if self.snow_tyres else 1):
                    family = sets_from(self, space, gear, played, MOST_DICE, CLEAR)
                    self._sets[(space * 6 + gear) * 3 + played] = family


def _reach(road: Road, space: int, dice: int) -> int:
    """How many spaces ahead can matter to a car with so many dice of a time attack."""
    far = space
    for _ in range(dice):
        if far < road.length and road.kind[far + 1] == BUMP:
            far += 3
        elif space < far <= road.length and road.kind[far] == BUMP:
            far += 2  # who stopped short of this bump jumps further than who landed on it
        else:
            far += 1
    return min(far - space, 24)
