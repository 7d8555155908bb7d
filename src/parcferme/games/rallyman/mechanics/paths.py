"""Where one die of a gear may take a car: along corners, over bumps, past other cars and dirt."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parcferme.games.rallyman.actions import CUT, GO, IN, SKID, WIDE
from parcferme.games.rallyman.board.road import Road
from parcferme.games.rallyman.board.spaces import BUMP, CORNER

# What a die does to its car on the space where it lands, apart from counting hazards.
FINE: Final = 0
RISKY: Final = 1  # a bump one gear too fast: control is lost if this die shows a hazard (RM-58)
LOST: Final = 2  # a corner or a bump far too fast: control is lost whatever the die shows (RM-59, RM-61)

# How a car stands on a space that it has reached in control.
UPRIGHT: Final = 0
INSIDE: Final = 1
SIDEWAYS: Final = 2
ON_CUT: Final = 3

SEEN: Final = 24  # spaces ahead that `Obstacles.near` tells apart
REACHES: Final = [(1 << spaces) - 1 for spaces in range(SEEN + 1)]  # masks of so many spaces


@final
class Step:
    """One die driven on one path: what it does, how the car stands after it, and where."""

    __slots__ = ("path", "effect", "pose", "space", "cut")

    def __init__(self, path: i64, effect: i64, pose: i64, space: i64, cut: bool = False) -> None:
        self.path = path
        self.effect = effect
        self.pose = pose
        self.space = space
        self.cut = cut  # on the shortcut beside that space?


@final
class Obstacles:
    """What other drivers have left on the road: masks by space."""

    __slots__ = ("dirt", "full", "cuts_full")

    def __init__(self, dirt: int, full: int, cuts_full: int) -> None:
        self.dirt = dirt  # corners with a dirt marker
        self.full = full  # spaces without room for one more car
        self.cuts_full = cuts_full  # shortcuts without room, by the space of their corner

    def dirty(self, corner: int) -> bool:
        return self.dirt >> corner & 1 == 1

    def full_at(self, space: int) -> bool:
        return self.full >> space & 1 == 1

    def cut_full_at(self, corner: int) -> bool:
        return self.cuts_full >> corner & 1 == 1

    def near(self, ahead: int, spaces: int) -> int:
        """What lies on so many spaces from `ahead` on, as one number that does not depend on the place; 0: nothing."""
        if self is CLEAR:
            return 0
        reach = REACHES[spaces]
        found = (self.full >> ahead & reach) << SEEN
        if self.dirt:
            found |= self.dirt >> ahead & reach
        if self.cuts_full:
            found |= (self.cuts_full >> ahead & reach) << 2 * SEEN
        return found

    def without_cars(self) -> Obstacles:
        return Obstacles(self.dirt, 0, 0) if self.dirt else CLEAR


CLEAR: Final = Obstacles(0, 0, 0)


def paths(road: Road, space: int, gear: int, obstacles: Obstacles) -> list[Step]:
    """The steps that one die of this gear may take from here (RM-32); none if the car is blocked or far too fast."""
    ahead = space + 1
    if road.kind[ahead] == CORNER:
        return _corner_paths(road, ahead, gear, obstacles)
    if obstacles.full_at(ahead):  # RM-72, RM-76, RM-R30: a straight is passed where there is room
        return []
    if road.kind[ahead] == BUMP:
        return _jump(road, ahead, gear, obstacles)
    return [Step(GO, FINE, UPRIGHT, ahead)]


def _corner_paths(road: Road, corner: int, gear: int, obstacles: Obstacles) -> list[Step]:
    """By the road unless a car is on it, by the shortcut unless one is there: each passes the other (RM-73, RM-74)."""
    found: list[Step] = []
    if not obstacles.full_at(corner):
        inside, outside = notes(road, corner, obstacles.dirty(corner))
        over = gear - (outside or inside)  # RM-R11
        if gear <= inside:  # RM-48
            found.append(Step(IN, FINE, INSIDE, corner))
        if gear == outside:  # RM-49
            found.append(Step(SKID, FINE, SIDEWAYS, corner))
        if too_fast(gear, inside, outside) and over <= 2:  # RM-R12
            found.append(Step(WIDE, LOST, INSIDE, corner))
    if gear <= road.cut_note[corner] and not obstacles.cut_full_at(corner):  # RM-50, RM-R15
        found.append(Step(CUT, FINE, ON_CUT, corner, True))
    return found


def notes(road: Road, corner: int, dirty: bool) -> tuple[int, int]:
    """Inside and outside note as they stand; dirt lowers both by one, never below 1 (RM-16, RM-53, RM-R20)."""
    inside, outside = road.inside[corner], road.outside[corner]
    if dirty:
        return max(1, inside - 1), max(1, outside - 1) if outside else 0
    return inside, outside


def too_fast(gear: int, inside: int, outside: int) -> bool:
    """Is this gear above the notes of a corner, or between them (RM-61, RM-R11)?"""
    return gear > inside and gear != outside


def _jump(road: Road, bump: int, gear: int, obstacles: Obstacles) -> list[Step]:
    over = gear - road.note[bump]
    if over < 0:
        return [Step(GO, FINE, UPRIGHT, bump)]  # RM-56
    if over > 2:
        return []  # RM-R13
    if over == 2:
        return [fly_off(road, bump, obstacles)]  # RM-59
    landing = min(bump + over + 1, road.finish)  # RM-57, RM-58; RM-R16: across the finish if there is no such space
    for space in range(bump, landing + 1):
        if obstacles.full_at(space):  # RM-R30: neither into nor over a full space
            return []
    effect, pose = RISKY if over == 1 else FINE, UPRIGHT
    if road.kind[landing] == CORNER:  # RM-R16: only the landing space counts, and its notes apply
        inside, outside = notes(road, landing, obstacles.dirty(landing))
        pose = SIDEWAYS if inside < gear == outside else INSIDE
        if too_fast(gear, inside, outside):
            effect = LOST
    return [Step(GO, effect, pose, landing)]


def fly_off(road: Road, bump: int, obstacles: Obstacles) -> Step:
    """Two gears too fast: control is lost three spaces on, or on the last space with room before that (RM-R30)."""
    landing = bump
    while landing < min(bump + 3, road.finish) and not obstacles.full_at(landing + 1):
        landing += 1
    return Step(GO, LOST, INSIDE if road.kind[landing] == CORNER else UPRIGHT, landing)


def forced_step(road: Road, space: int, obstacles: Obstacles) -> Step:
    """Too fast for every die: off the next corner, or over the next bump (RM-R14)."""
    ahead = space + 1
    return fly_off(road, ahead, obstacles) if road.kind[ahead] == BUMP else Step(WIDE, LOST, INSIDE, ahead)
