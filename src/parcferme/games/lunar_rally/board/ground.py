"""A scenario compiled: what lies where, and where every move leads."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from parcferme.games.lunar_rally.board.decks import AT, F1, RV
from parcferme.games.lunar_rally.board.hexes import BESIDE, CELLS, HEXES, POSES, board_cells
from parcferme.games.lunar_rally.mechanics.driving import BLOCKED, heading, hindrance
from parcferme.lib.hexgrid import distance
from parcferme.lib.rows import vec


@final
class Ground:
    """A scenario's board and pieces, by cell. A pose is 6 × cell + facing.

    `hexes` lists the cells of start, finish, craters, dust, repair (the stations) and caches, as a scenario file does.
    """

    def __init__(self, sections: int, hexes: dict[str, list[int]], title: str = "") -> None:
        self.sections = sections
        self.title = title
        self.cells = board_cells(sections)
        self.starts = sorted(hexes["start"])
        self.finishes = sorted(hexes["finish"])
        self.craters = sorted(hexes["craters"])
        self.dust = sorted(hexes["dust"])
        self.stations = sorted(hexes["repair"])
        self.caches = sorted(hexes["caches"])
        self.is_start = marked(self.starts)
        self.is_finish = marked(self.finishes)
        self.is_station = marked(self.stations)
        self.start_bit = numbered(self.starts)
        self.cache_bit = numbered(self.caches)
        # Once asked for, see par/clock.py: where each card leads from each pose, and solo times
        self.drives: list[list[int]] = []
        self.clocks: dict[int, list[int]] = {}
        self._lay_ways()
        self.to_finish = [min((distance(HEXES[c], HEXES[f]) for f in self.finishes), default=0) for c in range(CELLS)]
        self.facings = [self._legal_facings(cell) if self.is_start[cell] else [] for cell in range(CELLS)]

    def _lay_ways(self) -> None:
        """The tables of ways: where they lead and how far one sees along them."""
        free = marked(self.cells)
        for cell in self.craters:
            free[cell] = 0
        # The cell in each direction from each cell; BLOCKED into a crater or off the board
        self.step = vec[i64]([to if to >= 0 and free[to] and free[n // 6] else BLOCKED for n, to in enumerate(BESIDE)])
        # Where each card leads from each pose, [POSES × card + pose] → a cell, STUCK or BLOCKED
        self.ways = vec[i64](self._led(AT) + self._led(F1) + self._led(RV))
        self.view = vec[i64]([self._free_ahead(pose) for pose in range(POSES)])  # hexes up to a crater or the edge

    def ahead(self, card: i64, cell: i64, facing: i64) -> i64:
        """Where a Forward or Reverse card leads a Rover that stands so: a cell, STUCK or BLOCKED."""
        return self.ways[POSES * card + 6 * cell + facing]

    def is_beside(self, cell: i64, other: i64) -> bool:
        """Can a Rover drive from the one to the other in a step, dust aside?"""
        return any(self.step[6 * cell + way] == other for way in range(6))

    def _led(self, card: int) -> list[int]:
        dust = marked(self.dust)
        table: list[int] = []
        for cell in range(CELLS):
            for facing in range(6):
                way = 6 * cell + heading(facing, card)
                beyond = BESIDE[way]
                dusty = bool(dust[cell]) or (beyond >= 0 and bool(dust[beyond]))
                hindered = hindrance(card, dusty, self.step[way] >= 0)
                table.append(hindered if hindered else self.step[way])
        return table

    def _free_ahead(self, pose: int) -> int:
        count = 0
        cell = self.step[pose]
        while cell >= 0:
            count += 1
            cell = self.step[6 * cell + pose % 6]
        return count

    def _legal_facings(self, cell: int) -> list[int]:
        """LR-26, LR-R07: off the line, onto the board, and nearer to the finish as the crow flies."""
        on_board = marked(self.cells)
        found: list[int] = []
        for facing in range(6):
            ahead = BESIDE[6 * cell + facing]
            if ahead < 0 or not on_board[ahead] or self.is_start[ahead]:
                continue
            if self.to_finish[ahead] < self.to_finish[cell]:
                found.append(facing)
        return found


def marked(cells: list[int]) -> vec[i64]:
    """A row with a 1 for each of these cells."""
    marks = vec[i64]([0] * CELLS)
    for cell in cells:
        marks[cell] = 1
    return marks


def numbered(cells: list[int]) -> vec[i64]:
    """A row with a bit of its own for each of these cells, in their order."""
    bits = vec[i64]([0] * CELLS)
    for index, cell in enumerate(cells):
        bits[cell] = 1 << index
    return bits
