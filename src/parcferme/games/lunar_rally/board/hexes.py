"""The hexes of the board: names, neighbours, directions.

The board is made of sections of 8 columns; even columns have 12 hexes, odd ones 11, standing half a hex lower. A hex
is named by its column's letter and its row counted from 1: `K6`. Inside the engine it is a cell, column × 12 + row, the
same on every map; −1 is off the board.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.lib.hexgrid import DIRECTION_NAMES, DIRECTIONS, Hex, from_offset, offset, step
from parcferme.lib.rows import vec

FACINGS: Final = DIRECTION_NAMES
ROWS: Final = 12
COLUMNS: Final = 24
CELLS: Final = ROWS * COLUMNS
POSES: Final = 6 * CELLS  # a pose is 6 × cell + facing

LABELS: Final = [f"{chr(65 + cell // ROWS)}{cell % ROWS + 1}" for cell in range(CELLS)]
CELL_OF: Final = {LABELS[cell]: cell for cell in range(CELLS)}
HEXES: Final[list[Hex]] = [from_offset(cell // ROWS, cell % ROWS) for cell in range(CELLS)]
# The same in two rows of numbers: the axial coordinates of a cell, and one step in each direction
Q: Final = vec[i64]([q for q, _ in HEXES])
R: Final = vec[i64]([r for _, r in HEXES])
STEP_Q: Final = vec[i64]([q for q, _ in DIRECTIONS])
STEP_R: Final = vec[i64]([r for _, r in DIRECTIONS])


def cell_of(at: Hex) -> int:
    """The cell of a hex, −1 where the full board has none."""
    column, row = offset(at)
    return column * ROWS + row if 0 <= column < COLUMNS and 0 <= row < ROWS else -1


# The cell beyond each side of each cell, [6 × cell + direction]; −1 off the full board
BESIDE: Final = [cell_of(step(at, way)) for at in HEXES for way in range(6)]


def board_cells(sections: int) -> list[int]:
    """The cells of a board of two or three sections (LR-05, LR-22)."""
    return [cell for cell in range(8 * sections * ROWS) if cell % ROWS < 12 - cell // ROWS % 2]
