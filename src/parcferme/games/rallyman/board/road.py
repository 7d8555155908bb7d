"""A special compiled into a graph, and the paths a car may take on it.

Nodes: 0 is START, 1 … N are the spaces in driving order, N + 1 is FINISH, and every shortcut is a node after that. A
node's *progress* is its place along the route; a shortcut has the progress of its corner (RM-R29).
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rallyman.actions import CUT, GO, IN, PATHS, SKID, WIDE
from parcferme.games.rallyman.load import BUMP, CORNER, STRAIGHT, Space
from parcferme.games.rallyman.rules.cache import Kept

START: Final = 0

# What a die does to its car on the space where it lands, apart from counting hazards.
FINE: Final = 0
RISKY: Final = 1  # a bump one gear too fast: control is lost if this die shows a hazard (RM-58)
LOST: Final = 2  # a corner or a bump far too fast: control is lost whatever the die shows (RM-59, RM-61)

# How a car stands on a space that it has reached in control.
UPRIGHT: Final = 0
INSIDE: Final = 1
SIDEWAYS: Final = 2
ON_CUT: Final = 3

# A step packs path, effect, pose and landing node into one number.
EFFECT_AT: Final = 3
POSE_AT: Final = 5
NODE_AT: Final = 7

# What lies near: dirt on the next 4 spaces, those of them that are full, and whether the next shortcut is full.
NEAR_BITS: Final = 15
FULL_AT: Final = 4
CUT_FULL: Final = 256
DIRT_ONLY: Final = 15


class Road:
    """A special with its surfaces. What is legal on asphalt tyres does not depend on those: roads share `kept`."""

    def __init__(
        self, name: str, spaces: list[Space], snowy: str, shortcuts: bool, damage: dict[str, int], kept: Kept
    ) -> None:
        self.name = name
        self.spaces = spaces
        self.length = len(spaces)
        self.finish = self.length + 1
        around = [0, *[0] * self.length, 0]
        self.kind = [STRAIGHT, *[space.kind for space in spaces], STRAIGHT]
        self.inside = [0, *[space.inside for space in spaces], 0]
        self.outside = [0, *[space.outside for space in spaces], 0]
        self.cut_note = [0, *[space.cut if shortcuts else 0 for space in spaces], 0]
        self.note = [0, *[space.note for space in spaces], 0]
        self.room = [9, *[1 if space.kind == CORNER else space.width for space in spaces], 9]  # RM-R30
        self.left = [0, *[damage[space.left] for space in spaces], 0]
        self.right = [0, *[damage[space.right] for space in spaces], 0]
        snow = [space.zone in snowy for space in spaces]
        self.snow = [snow[0], *snow, snow[-1]]  # RM-R10: FINISH has the surface of the last space
        self.lowest_limit = [
            2 if any(self.snow) else 3,
            3,
        ]  # hazards that may lose control, on asphalt and on snow tyres
        self.at = list(range(self.length + 2))  # progress of every node
        self.ids = ["START", *[space.id for space in spaces], "FINISH"]
        self.cut_node = around
        for index, space in enumerate(spaces, 1):
            if space.cut and shortcuts:
                self.cut_node[index] = len(self.at)
                self.at.append(index)
                self.ids.append(f"{space.id}k")
        self.shown: list[object] = []  # for the view, which fills it
        self.kept = [kept, Kept(self.length)]  # for cars on asphalt and on snow tyres
        self.reach = [self._reach(progress, dice) for progress in range(self.finish + 1) for dice in range(8)]
        self.turn_reach = [  # all that can matter in a turn; a die that loses control may fly one space further
            self.reach[progress * 8 + 7] << 4 | NEAR_BITS for progress in range(self.finish + 1)
        ]
        self.steps = [0] * (self.finish * 6 * PATHS)  # on a free road: (progress * 6 + gear) * PATHS + path → step
        for cell in range(self.finish * 6):
            for taken in paths(self, cell // 6, cell % 6, 0) if cell % 6 else []:
                self.steps[cell * PATHS + (taken & 7)] = taken

    def _reach(self, progress: int, dice: int) -> int:
        """A mask of the spaces ahead that can matter to a car with so many dice."""
        far = progress
        for _ in range(dice):
            if far < self.length and self.kind[far + 1] == BUMP:
                far += 3
            elif progress < far <= self.length and self.kind[far] == BUMP:
                far += 2  # who stopped short of this bump jumps further than who landed on it
            else:
                far += 1
        return (1 << min(far - progress, 24)) - 1

    def node_of(self, id: str) -> int:
        return self.ids.index(id)

    def is_cut(self, node: int) -> bool:
        return node > self.finish


def near(progress: int, dirt: int, full: int, cuts_full: int) -> int:
    """What matters for the next step, taken from what lies on the whole road."""
    if not (dirt | full | cuts_full):
        return 0
    ahead = progress + 1
    cut = CUT_FULL if cuts_full >> ahead & 1 else 0
    return dirt >> ahead & NEAR_BITS | (full >> ahead & NEAR_BITS) << FULL_AT | cut


def paths(road: Road, progress: int, gear: int, nearby: int) -> list[int]:
    """The steps one die of this gear may take from here, ignoring everything but the road and the cars on it."""
    kept = road.kept[0].paths[progress * 6 + gear]
    found = kept.get(nearby)
    if found is None:
        found = _paths(road, progress, gear, nearby)
        kept[nearby] = found
    return found


def _paths(road: Road, progress: int, gear: int, nearby: int) -> list[int]:
    ahead = progress + 1
    full = nearby >> FULL_AT & NEAR_BITS
    if road.kind[ahead] == CORNER:
        return _corner_paths(road, ahead, gear, nearby)
    if full & 1:
        return []
    if road.kind[ahead] == BUMP:
        return _jump(road, ahead, gear - road.note[ahead], gear, nearby)
    return [step(GO, FINE, UPRIGHT, ahead)]


def _corner_paths(road: Road, corner: int, gear: int, nearby: int) -> list[int]:
    found: list[int] = []
    if not nearby >> FULL_AT & 1:
        inside, outside = notes(road, corner, nearby & 1)
        over = gear - (outside or inside)
        if gear <= inside:  # RM-48
            found.append(step(IN, FINE, INSIDE, corner))
        if gear == outside:  # RM-49
            found.append(step(SKID, FINE, SIDEWAYS, corner))
        if gear > inside and gear != outside and over <= 2:  # RM-R12, and RM-R11 for a gear between the notes
            found.append(step(WIDE, LOST, INSIDE, corner))
    if gear <= road.cut_note[corner] and not nearby & CUT_FULL:  # RM-50, RM-R15
        found.append(step(CUT, FINE, ON_CUT, road.cut_node[corner]))
    return found


def notes(road: Road, corner: int, dirty: int) -> tuple[int, int]:
    """Inside and outside note as they stand; dirt lowers both by one, never below 1 (RM-53, RM-R20)."""
    inside, outside = road.inside[corner], road.outside[corner]
    if dirty:
        return max(1, inside - 1), max(1, outside - 1) if outside else 0
    return inside, outside


def _jump(road: Road, bump: int, over: int, gear: int, nearby: int) -> list[int]:
    """A bump taken `over` gears above its note (RM-56 to RM-59, RM-R13)."""
    full = nearby >> FULL_AT & NEAR_BITS
    if over < 0:
        return [step(GO, FINE, UPRIGHT, bump)]
    if over >= 3:
        return []
    if over == 2:
        return [fly_off(road, bump, full)]
    landing = min(bump + over + 1, road.finish)
    if full & ((1 << (landing - bump + 1)) - 1):  # RM-R30: neither into nor over a full space
        return []
    effect, pose = RISKY if over == 1 else FINE, UPRIGHT
    if road.kind[landing] == CORNER:  # RM-R16: only the landing space counts, and its notes apply
        inside, outside = notes(road, landing, nearby >> (landing - bump) & 1)
        pose = SIDEWAYS if inside < gear == outside else INSIDE
        if gear > inside and gear != outside:
            effect = LOST
    return [step(GO, effect, pose, landing)]


def step_on(road: Road, progress: int, gear: int, path: int, nearby: int) -> int:
    """The step of a die that may be played in this gear on this path."""
    for taken in paths(road, progress, gear, nearby):
        if taken & 7 == path:
            return taken
    return forced_step(road, progress, nearby)


def forced_step(road: Road, progress: int, nearby: int) -> int:
    """Too fast for every die: off the next corner, or over the next bump (RM-R14)."""
    ahead = progress + 1
    return fly_off(road, ahead, nearby >> FULL_AT) if road.kind[ahead] == BUMP else step(WIDE, LOST, INSIDE, ahead)


def fly_off(road: Road, bump: int, full: int) -> int:
    """Two gears too fast: control is lost three spaces on, or on the last space with room before that (RM-R30)."""
    landing = bump
    while landing < min(bump + 3, road.finish) and not full >> (landing + 1 - bump) & 1:
        landing += 1
    return step(GO, LOST, INSIDE if road.kind[landing] == CORNER else UPRIGHT, landing)


def step(path: int, effect: int, pose: int, node: int) -> int:
    return path | effect << EFFECT_AT | pose << POSE_AT | node << NODE_AT
