"""Answers worked out before, so that the rules look up what depends on nothing but the road and the car.

Nearly always the road ahead is free of other cars and dirt: then what is legal follows from where the car stands, its
gear and a few more small numbers, its *slot*. Those answers lie in plain tables, filled when first asked for. With
something in reach (`nearby`, as one number) they are kept by that as well, in a dictionary of limited size.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rallyman.actions import PATHS, PLACE

CERTAIN: Final = 3  # as many hazards as lose control anywhere
MOST_KEPT: Final = 20_000  # answers of one kind in traffic
SLOT_BITS: Final = 9
CELL_BITS: Final = 15  # three times the cells of the longest road


class Choices:
    """What may be done at a node: ascending ids; and in a time attack on a free road, the legs driven before."""

    __slots__ = ("ids", "free", "legs")

    def __init__(self, ids: list[int], free: bool = False) -> None:
        self.ids = ids
        self.free = free  # is nothing near that could matter?
        self.legs = NO_LEGS  # by the placing that begins them, less PLACE

    def keep_leg(self, action: int, leg: Leg) -> None:
        if self.legs is NO_LEGS:
            self.legs = NO_LEGS[:]
        self.legs[action - PLACE] = leg


class Leg:
    """Dice of a time attack that follow one from the other on a free road, without a choice or a card between them."""

    __slots__ = ("dice", "blacks", "whites", "bad", "risky", "node", "pose", "gear", "cell", "left", "then")

    def __init__(
        self,
        dice: int,
        blacks: int,
        whites: int,
        bad: int,
        risky: int,
        node: int,
        pose: int,
        cell: int,
        left: int,
        then: Choices,
    ) -> None:
        self.dice = dice
        self.blacks = blacks  # mask of black dice
        self.whites = whites
        self.bad = bad  # white dice with a hazard; CERTAIN for one that loses control
        self.risky = risky  # mask of black dice that lose control with a hazard (RM-58)
        self.node = node  # of the car, at the end
        self.pose = pose
        self.gear = cell % 6
        self.cell = cell
        self.left = left  # dice still to be placed
        self.then = then  # what may be placed next


NO_LEGS: Final[list[Leg | None]] = [None] * (7 * PATHS)
NO_CHOICES: Final = Choices([])
NOT_ASKED: Final = Choices([])


class Answers:
    """Choices by cell (progress * 6 + gear), slot, and what lies near."""

    __slots__ = ("free", "blank", "busy", "same")

    def __init__(self, cells: int, slots: int) -> None:
        self.blank = [NOT_ASKED] * slots
        self.free = [self.blank] * cells  # a cell has a row of its own from its first answer on
        self.busy: dict[int, Choices] = {}
        self.same: dict[tuple[int, ...], list[int]] = {}  # equal lists of ids are one list

    def find(self, cell: int, slot: int, nearby: int) -> Choices:
        """The answer, or NOT_ASKED."""
        if nearby:
            return self.busy.get(((nearby << CELL_BITS) + cell << SLOT_BITS) + slot, NOT_ASKED)
        return self.free[cell][slot]

    def keep(self, cell: int, slot: int, nearby: int, ids: list[int]) -> Choices:
        """Keep an answer; returns it."""
        if nearby:
            found = Choices(ids)
            if len(self.busy) >= MOST_KEPT:
                self.busy.clear()
            self.busy[((nearby << CELL_BITS) + cell << SLOT_BITS) + slot] = found
            return found
        found = Choices(self.same.setdefault(tuple(ids), ids), True)
        row = self.free[cell]
        if row is self.blank:
            row = self.blank[:]
            self.free[cell] = row
        row[slot] = found
        return found


class Kept:
    """What is known about one road for one type of tyres. `rules/choices.py` says what the slots mean."""

    def __init__(self, length: int) -> None:
        cells = (length + 2) * 6
        self.starts = Answers(cells, 128)
        self.chains = Answers(cells, 64)
        self.places = Answers(cells, 320)
        self.drivable = [0] * (cells * 3)  # sets of dice by cell * 3 + white dice played; 0: not asked yet
        self.drivable_busy: dict[int, int] = {}
        self.paths: list[dict[int, list[int]]] = [{} for _ in range(cells)]  # by cell, then what lies near
