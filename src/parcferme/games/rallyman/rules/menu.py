"""What may be done at a node, as the rules look it up: tables of menus for one road and one type of tyres.

`cache.py` fills and reads them; `choices.py` says what is in a menu.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parcferme.games.rallyman.actions import ACTIONS
from parcferme.games.rallyman.board.rally import Rally
from parcferme.games.rallyman.mechanics.track import MOST_KEPT, Track

CELL_BITS: Final = 15  # more than the cells of the longest road
SLOT_BITS: Final = 9
NUMBERS: Final = list(range(len(ACTIONS)))  # one object for every id: what all menus share stays near the processor


@final
class Menu:
    """Ascending ids; and in a time attack on a free road, the legs that were driven from here before."""

    __slots__ = ("ids", "free", "leg")

    def __init__(self, ids: list[int], free: bool = False) -> None:
        self.ids = ids
        self.free = free  # is nothing near that could matter?
        self.leg: Leg | None = None  # one of them, the others hang on it

    def known_leg(self, action: int) -> Leg | None:
        """The leg that begins with this placing, if it was driven before."""
        leg = self.leg
        while leg is not None and leg.action != action:
            leg = leg.other
        return leg


@final
class Leg:
    """Dice of a time attack that follow one from the other on a free road, without a choice or a card between them."""

    __slots__ = ("action", "blacks", "clean", "bad", "risky", "space", "pose", "gear", "then", "other")

    def __init__(
        self,
        action: i64,
        blacks: i64,
        clean: i64,
        bad: i64,
        risky: bool,
        space: i64,
        pose: i64,
        gear: i64,
        then: Menu,
        other: Leg | None,
    ) -> None:
        self.action = action  # the placing that begins it
        self.blacks = blacks  # mask of black dice driven
        self.clean = clean  # white dice driven without a hazard
        self.bad = bad  # … and with one
        self.risky = risky  # may a single hazard lose control on the way (RM-58)?
        self.space = space  # of the car, at the end
        self.pose = pose
        self.gear = gear
        self.then = then  # what may be placed next
        self.other = other  # a leg that begins with another placing


NO_MENU: Final = Menu([])
NOT_ASKED: Final = Menu([])


@final
class MenuTable:
    """Menus by cell (where the car is, and its gear), slot (what else of the car bears on it) and what lies near."""

    __slots__ = ("free", "blank", "busy", "same", "has_legs")

    def __init__(self, cells: int, slots: int, same: dict[tuple[int, ...], Menu], has_legs: bool = False) -> None:
        self.blank = [NOT_ASKED] * slots
        self.free = [self.blank] * cells  # a cell has a row of its own from its first menu on
        self.busy: dict[int, Menu] = {}
        self.same = same  # menus of a free road with the same ids are one, in all tables …
        self.has_legs = has_legs  # … but where legs hang on them

    def find(self, cell: int, slot: int, near: int) -> Menu:
        """The menu, or NOT_ASKED."""
        if near:
            return self.busy.get((near << CELL_BITS | cell) << SLOT_BITS | slot, NOT_ASKED)
        return self.free[cell][slot]

    def keep(self, cell: int, slot: int, near: int, ids: list[int]) -> Menu:
        """Keep a menu; returns it."""
        ids = list(map(NUMBERS.__getitem__, ids))
        if near:
            if len(self.busy) >= MOST_KEPT:
                self.busy.clear()
            found = Menu(ids)
            self.busy[(near << CELL_BITS | cell) << SLOT_BITS | slot] = found
            return found
        found = self.same.setdefault(tuple(ids), Menu(ids, True))
        if self.has_legs and ids:
            found = Menu(found.ids, True)
        row = self.free[cell]
        if row is self.blank:
            row = self.blank[:]
            self.free[cell] = row
        row[slot] = found
        return found


@final
class Menus:
    """What is known about one road for one type of tyres. `cache.py` says what the slots mean."""

    def __init__(self, track: Track, same: dict[tuple[int, ...], Menu]) -> None:
        self.track = track
        cells = (track.road.length + 2) * 6
        self.starts = MenuTable(cells, 128, same)
        self.chains = MenuTable(cells, 64, same)
        self.places = MenuTable(cells, 320, same, has_legs=True)


@final
class MenuStore:
    """What is known about every road of a rally. On asphalt tyres it does not depend on the surface."""

    def __init__(self, rally: Rally) -> None:
        self.rally = rally
        self._asphalt: dict[int, Menus] = {}
        self._pairs: dict[int, list[Menus]] = {}
        self._same: dict[tuple[int, ...], Menu] = {}

    def of(self, special: int, snow: int) -> list[Menus]:
        """For cars on asphalt and on snow tyres."""
        key = special | snow << 2
        found = self._pairs.get(key)
        if found is None:
            road = self.rally.road(special, snow)
            if special not in self._asphalt:
                self._asphalt[special] = Menus(Track(road, 0), self._same)
            found = [self._asphalt[special], Menus(Track(road, 1), self._same)]
            self._pairs[key] = found
        return found
