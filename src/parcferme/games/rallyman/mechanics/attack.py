"""Time attacks: which dice may be rolled at once, and in which order they may be driven (RM-37, RM-38, RM-R06).

A *set of dice* is its black dice (a mask) and how many white ones. To know which sets can be driven from a place, all
of them are looked at together: a *family* of sets is a whole number whose bit `mask * 3 + whites` stands for that set.
`with_black` and `with_white` build families; the rule itself is `sets_from`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parcferme.games.rallyman.actions import SETS, WHITE
from parcferme.games.rallyman.mechanics.dice import black_dice, next_dice, white_dice, white_fits
from parcferme.games.rallyman.mechanics.paths import LOST, Obstacles, Step

if TYPE_CHECKING:
    from parcferme.games.rallyman.mechanics.track import Track

MOST_DICE: Final = 7
NO_DICE: Final = 1  # the family of the empty set alone: nothing is always drivable
LACKING: Final = [sum([7 << mask * 3 for mask in range(32) if not mask >> die & 1]) for die in range(5)]
ROOM_FOR_WHITE: Final = sum([3 << mask * 3 for mask in range(32)])  # all sets with one white die at most


def with_black(family: int, die: int) -> int:
    """The sets of the family with this die added, for those that lack it."""
    return (family & LACKING[die]) << (3 << die)


def with_white(family: int) -> int:
    """The sets of the family with a white die added, for those with one at most."""
    return (family & ROOM_FOR_WHITE) << 1


def holds(family: int, blacks: int, whites: int) -> bool:
    """Is this set in the family?"""
    return family >> (blacks * 3 + whites) & 1 == 1


def sets_from(track: Track, space: int, gear: int, whites: int, most: int, obstacles: Obstacles) -> int:
    """The family of all sets of `most` dice or fewer that some order and route uses up from here.

    The last die starts before the finish (RM-43), no corner and no bump is taken so fast that control is lost whatever
    the dice show, and no full space is entered. `whites` have been played before. A die is never played twice, so
    whether the first gear die has been played (RM-26, RM-29) makes no difference.
    """
    found = NO_DICE
    if space == track.road.finish or most == 0:
        return found
    for die in next_dice(gear, 0):
        for step in track.paths(space, die + 1, obstacles):
            if step.effect != LOST:
                found |= with_black(track.sets(step.space, die + 1, whites, most - 1, obstacles), die)
    for step in track.paths(space, gear, obstacles) if gear else []:
        if step.effect != LOST and white_fits(whites, 0, track.snow_tyres, track.road.snow[step.space]):
            found |= with_white(track.sets(step.space, gear, whites + 1, most - 1, obstacles))
    return found


def attacks(track: Track, space: int, gear: int, obstacles: Obstacles) -> list[int]:
    """The numbers of the sets that an undamaged car may attack with from here, ascending."""
    family = track.sets(space, gear, 0, MOST_DICE, obstacles)
    return [number for number, (blacks, whites) in enumerate(SETS) if holds(family, blacks, whites)]


def owned(number: int, damage: int, flats: int) -> bool:
    """Does a car have the dice of this set (RM-54, RM-R23)?"""
    blacks, whites = SETS[number]
    return blacks.bit_count() <= black_dice(damage) and whites <= white_dice(flats)


class Placement:
    """A die of an attack on a path."""

    __slots__ = ("die", "step")

    def __init__(self, die: int, step: Step) -> None:
        self.die = die  # 0–4, or WHITE
        self.step = step


def placements(
    track: Track, space: int, gear: int, whites: int, blacks_left: int, whites_left: int, obstacles: Obstacles
) -> list[Placement]:
    """Every die and path that may come next such that the rest can still be driven (RM-38, RM-R06)."""
    found: list[Placement] = []
    more = blacks_left.bit_count() + whites_left - 1
    for die in next_dice(gear, 0):
        if blacks_left >> die & 1:
            rest = blacks_left & ~(1 << die)
            for step in track.paths(space, die + 1, obstacles):
                if step.effect != LOST and holds(
                    track.sets(step.space, die + 1, whites, more, obstacles), rest, whites_left
                ):
                    found.append(Placement(die, step))
    if gear and whites_left:
        for step in track.paths(space, gear, obstacles):
            if step.effect == LOST or not white_fits(whites, 0, track.snow_tyres, track.road.snow[step.space]):
                continue
            if holds(track.sets(step.space, gear, whites + 1, more, obstacles), blacks_left, whites_left - 1):
                found.append(Placement(WHITE, step))
    return found


def ends_of(
    track: Track, space: int, gear: int, blacks: int, whites: int, obstacles: Obstacles
) -> set[tuple[int, int]]:
    """(space, gear) at the end of every order and route that uses all of these dice up."""
    first = (space, gear, blacks, whites)
    waiting, seen = [first], {first}
    found: set[tuple[int, int]] = set()
    while waiting:
        at, engaged, left, more = waiting.pop()
        if left == 0 and more == 0:
            found.add((at, engaged))
            continue
        for placed in placements(track, at, engaged, whites - more, left, more, obstacles):
            then = (placed.step.space, engaged, left, more - 1)
            if placed.die != WHITE:
                then = (placed.step.space, placed.die + 1, left & ~(1 << placed.die), more)
            if then not in seen:
                seen.add(then)
                waiting.append(then)
    return found
