"""Scenarios drawn by lot. Each is its own mirror image from north to south, so that no start hex has a twin that is
better placed, and none is taken that is too short, too long or hard on one start hex."""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.errors import ParcFermeError
from parcferme.core.studio import Document
from parcferme.games.lunar_rally.board.check import check
from parcferme.games.lunar_rally.board.hexes import BESIDE, LABELS, ROWS, board_cells
from parcferme.games.lunar_rally.board.maps import ground_of
from parcferme.games.lunar_rally.par.clock import turns
from parcferme.games.lunar_rally.par.starts import is_stuck, start_times, turns_behind

TRIES: Final = 400
AXIS: Final = 6  # rows of the northern half
LINE: Final = range(2, 10)
MOST_BEHIND: Final = 1  # turns, and of no more than half of the start hexes

# By length: sections, and the fewest and most turns of Rover 1 from the best start hex
SIZES: Final = {"short": (2, 5, 6), "standard": (3, 8, 9), "long": (3, 10, 13)}
# By difficulty: pieces of the northern half, each with its image in the south: (what, hexes, along its column)
PIECES: Final[dict[int, list[tuple[str, int, int]]]] = {
    1: [("craters", 3, 0), ("craters", 1, 0), ("dust", 3, 0)],
    2: [("craters", 6, 3), ("craters", 3, 0), ("craters", 1, 0), ("dust", 3, 0)],
    3: [("craters", 7, 4), ("craters", 6, 4), ("craters", 1, 0), ("dust", 3, 2)],
}
# A long way is one round walls, whoever drives it
WALLS: Final[dict[int, list[tuple[str, int, int]]]] = {
    1: [("craters", 7, 5), ("craters", 6, 5), ("craters", 3, 0)],
    2: [("craters", 7, 5), ("craters", 6, 5), ("craters", 3, 3), ("dust", 3, 0)],
    3: [("craters", 7, 5), ("craters", 6, 5), ("craters", 3, 3), ("craters", 1, 0), ("dust", 3, 3)],
}
STATIONS: Final = {1: 2, 2: 2, 3: 1}  # pairs
CACHES: Final = {1: 2, 2: 3, 3: 4}
TITLES: Final = (
    "Mare Nubium", "Mare Vaporum", "Mare Humorum", "Mare Anguis", "Mare Crisium", "Mare Spumans", "Mare Undarum",
    "Sinus Roris", "Sinus Medii", "Sinus Aestuum", "Sinus Iridum", "Sinus Lunicus", "Lacus Mortis", "Lacus Somniorum",
    "Lacus Veris", "Lacus Temporis", "Palus Putredinis", "Palus Epidemiarum", "Vallis Rheita", "Vallis Snellius",
    "Rima Ariadaeus", "Rima Hyginus", "Montes Taurus", "Montes Riphaeus", "Rupes Recta", "Rupes Altai",
)  # fmt: skip


def draw_scenario(seed: str, length: str, difficulty: int) -> Document:
    """The first scenario of this seed that is fair and as long as wished."""
    rng = Random(f"lunar_rally/{seed}/{length}/{difficulty}")
    for _ in range(TRIES):
        document = Sketch(rng, length, difficulty).document()
        if document is not None and not check(document) and _is_fair(document, length):
            return document
    raise ParcFermeError(f"seed {seed!r} draws no scenario")


def _is_fair(document: Document, length: str) -> bool:
    _, low, high = SIZES[length]
    ground = ground_of(document)
    if not low <= turns(min(start_times(ground, 1))) <= high:
        return False
    behind = turns_behind(ground)
    late = sum(by > 0 for by in behind)
    return max(behind) <= MOST_BEHIND and 2 * late <= len(behind) and not is_stuck(ground)


def mirrored(cell: int) -> int:
    """A cell's image from north to south: odd columns have a hex less and stand half a hex lower."""
    column, row = divmod(cell, ROWS)
    return column * ROWS + (ROWS - 1 - column % 2) - row


class Sketch:
    """A map being drawn: what lies there, and the cells of the northern half that are free."""

    def __init__(self, rng: Random, length: str, difficulty: int) -> None:
        self.rng = rng
        self.sections = SIZES[length][0]
        self.plan = (WALLS if length == "long" else PIECES)[difficulty]
        self.pairs = {"repair": STATIONS[difficulty], "caches": CACHES[difficulty]}
        self.last = 8 * self.sections - 2  # the column of the finish
        near = (0, 1, self.last - 1, self.last, self.last + 1)
        self.free = [cell for cell in board_cells(self.sections) if cell % ROWS < AXIS and cell // ROWS not in near]
        self.laid: dict[str, list[list[int]]] = {"craters": [], "dust": [], "repair": [], "caches": []}

    def document(self) -> Document | None:
        """`None`: a piece found no room."""
        for what, size, along in self.plan:
            if not self._lay(what, size, along):
                return None
        for what, pairs in self.pairs.items():
            for _ in range(pairs):
                if not self._lay(what, 1, 0):
                    return None
        return self._written()

    def _lay(self, what: str, size: int, along: int) -> bool:
        for _ in range(20):
            piece = self._grown(size, along)
            images = [mirrored(cell) for cell in piece]
            if len(piece) == size and not set(piece) & set(images):
                self.laid[what] += [piece, images]
                self.free = [cell for cell in self.free if cell not in piece]
                return True
        return False

    def _grown(self, size: int, along: int) -> list[int]:
        """A piece grown from a free cell, the first hexes along its column; shorter where it found no room."""
        piece = [self.rng.choice(self.free)]
        while len(piece) < size:
            edge = [cell for one in piece for cell in BESIDE[6 * one : 6 * one + 6] if self._may_grow(piece, cell)]
            if not edge:
                break
            straight = [cell for cell in edge if cell // ROWS == piece[0] // ROWS]
            piece.append(self.rng.choice(straight if straight and len(piece) < along else edge))
        return piece

    def _may_grow(self, piece: list[int], cell: int) -> bool:
        return cell in self.free and cell not in piece

    def _written(self) -> Document:
        """As a scenario file, with a name from the Moon."""
        names = {what: [[LABELS[cell] for cell in piece] for piece in pieces] for what, pieces in self.laid.items()}
        return {
            "title": f"{self.rng.choice(TITLES)} {self.rng.randint(10, 99)}",
            "sections": self.sections,
            "start": [LABELS[row] for row in LINE],
            "finish": [LABELS[self.last * ROWS + row] for row in LINE],
            "craters": names["craters"],
            "dust": names["dust"],
            "repair": [name for piece in names["repair"] for name in piece],
            "caches": [name for piece in names["caches"] for name in piece],
        }
