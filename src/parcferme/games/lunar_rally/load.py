"""Scenarios: reading and checking their files, and the ground compiled from them.

The board is made of sections of 8 columns; even columns have 12 hexes, odd ones 11, standing half a hex lower. A hex
is named by its column's letter and its row counted from 1: `K6`. Inside the engine it is a cell, column × 12 + row.
"""

from __future__ import annotations

from pathlib import Path
from reprlib import repr as short
from typing import Final

from mypy_extensions import i64

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, Fault
from parcferme.lib.hexgrid import DIRECTION_NAMES, Hex, connected, distance, from_offset, offset
from parcferme.lib.hexgrid import step as hex_step
from parcferme.lib.rows import vec

FACINGS: Final = DIRECTION_NAMES
ROWS: Final = 12
COLUMNS: Final = 24
CELLS: Final = ROWS * COLUMNS
BLOCKED: Final = -1  # a crater or the edge lies ahead
STUCK: Final = -2  # fine dust is under the wheels or ahead

LABELS: Final = [f"{chr(65 + cell // ROWS)}{cell % ROWS + 1}" for cell in range(CELLS)]
CELL_OF: Final = {LABELS[cell]: cell for cell in range(CELLS)}
HEXES: Final[list[Hex]] = [from_offset(cell // ROWS, cell % ROWS) for cell in range(CELLS)]

# LR-08 to LR-11: what is in the box. Size of piece → how many.
CRATER_PIECES: Final = {7: 2, 6: 2, 3: 2, 1: 2}
DUST_PIECES: Final = {6: 3, 3: 3}
LINE_HEXES: Final = 8  # four pieces of two hexes for the start, four for the finish
MOST_STATIONS: Final = 6
MOST_CACHES: Final = 10  # 24 tokens − 2 spare − 12 on the Rovers

# A scenario is bounded by its board and the box; what is free in it, its words, has a length. Lists that no box could
# fill are not read at all, so that judging a document costs no more than playing it.
TEXT_LENGTHS: Final = {"title": 60, "about": 400, "difficulty": 40, "source": 400, "licence": 200}
MOST_LISTED: Final = 40
MOST_KEYS: Final = 20
HEX_KEYS: Final = ("start", "finish", "repair", "caches")
PIECE_KEYS: Final = ("craters", "dust")
PIECE_CLAUSES: Final = {
    "start": "LR-10",
    "finish": "LR-10",
    "craters": "LR-08",
    "dust": "LR-09",
    "repair": "LR-11",
    "caches": "LR-11",
}


def cell_of(at: Hex) -> int:
    """The cell of a hex, −1 where the full board has none."""
    column, row = offset(at)
    return column * ROWS + row if 0 <= column < COLUMNS and 0 <= row < ROWS else -1


# The cell beyond each side of each cell, [6 × cell + direction]; −1 off the full board
BESIDE: Final = [cell_of(hex_step(at, way)) for at in HEXES for way in range(6)]


def board_cells(sections: int) -> list[int]:
    """The cells of a board of two or three sections (LR-05, LR-22)."""
    return [cell for cell in range(8 * sections * ROWS) if cell % ROWS < 12 - cell // ROWS % 2]


class Ground:
    """A scenario compiled: what lies where, and where every move leads."""

    def __init__(
        self,
        sections: int,
        start: list[int],
        finish: list[int],
        craters: list[int],
        dust: list[int],
        stations: list[int],
        caches: list[int],
    ) -> None:
        self.sections = sections
        self.cells = board_cells(sections)
        self.starts = sorted(start)
        self.finishes = sorted(finish)
        self.craters = sorted(craters)
        self.dust = sorted(dust)
        self.stations = sorted(stations)
        self.caches = sorted(caches)
        self.is_start = _marks(start)
        self.is_finish = _marks(finish)
        self.is_line = _marks(start + finish)
        self.is_station = _marks(stations)
        self.cache_bit = vec[i64]([0] * CELLS)
        for index, cell in enumerate(self.caches):
            self.cache_bit[cell] = 1 << index
        self.title = ""
        self.clocks: dict[int, list[int]] = {}  # solo times once asked for, see clock.py
        # Where each way leads from each cell, BLOCKED into a crater or off the board
        free = _marks(self.cells)
        for cell in craters:
            free[cell] = 0
        self.step = vec[i64]([to if to >= 0 and free[to] and free[n // 6] else BLOCKED for n, to in enumerate(BESIDE)])
        self.ahead = [self.step, self._plain(0), self._plain(3)]  # by card: AT, F1, RV; from each cell and facing
        self.to_finish = [min((distance(HEXES[c], HEXES[f]) for f in finish), default=0) for c in range(CELLS)]
        self.facings = [self._legal_facings(cell) if self.is_start[cell] else [] for cell in range(CELLS)]

    def _plain(self, turned: int) -> vec[i64]:
        """Where Forward 1 (turned 0) or Reverse (turned 3) leads from each pose; dust is tested first (LR-R19)."""
        dust = _marks(self.dust)
        table: list[int] = []
        for cell in range(CELLS):
            for facing in range(6):
                way = 6 * cell + (facing + turned) % 6
                beyond = BESIDE[way]
                rough = dust[cell] or (beyond >= 0 and dust[beyond])
                table.append(STUCK if rough else self.step[way])
        return vec[i64](table)

    def _legal_facings(self, cell: int) -> list[int]:
        """LR-26, LR-R07: off the line, onto the board, and nearer to the finish as the crow flies."""
        on_board = _marks(self.cells)
        found: list[int] = []
        for facing in range(6):
            ahead = BESIDE[6 * cell + facing]
            if ahead < 0 or not on_board[ahead] or self.is_start[ahead]:
                continue
            if self.to_finish[ahead] < self.to_finish[cell]:
                found.append(facing)
        return found


def _marks(cells: list[int]) -> vec[i64]:
    marks = vec[i64]([0] * CELLS)
    for cell in cells:
        marks[cell] = 1
    return marks


HOUSE: Final[dict[str, Ground]] = {}


def house_map(colour: str) -> Ground:
    """One of the four house maps (LR-06), by its colour; compiled once."""
    if colour not in HOUSE:
        path = Path(__file__).parent / "content" / f"{colour}.json"
        HOUSE[colour] = ground_of(read_document(path), path.name)
    return HOUSE[colour]


def ground_of(document: dict[str, object], source: str = "map") -> Ground:
    """A scenario document compiled; raises BadContent with all its faults."""
    faults = check(document)
    if faults:
        raise BadContent(source, faults)
    sections = document["sections"]
    assert isinstance(sections, int)
    hexes = {key: [cell for piece in _pieces(document, key) for cell in piece] for key in PIECE_CLAUSES}
    ground = Ground(
        sections,
        hexes["start"],
        hexes["finish"],
        hexes["craters"],
        hexes["dust"],
        hexes["repair"],
        hexes["caches"],
    )
    ground.title = str(document["title"])
    return ground


def check(document: dict[str, object]) -> list[Fault]:
    """Everything wrong with a scenario document (LR-23): an empty list means that it can be played."""
    if len(document) > MOST_KEYS:
        return [Fault("scenario", f"has {len(document)} parts; no scenario has more than {MOST_KEYS}")]
    faults = _check_keys(document) + _check_texts(document)
    sections = document.get("sections")
    if type(sections) is not int or sections not in (2, 3):
        faults.append(Fault("sections", f"is {short(sections)}; a board has 2 or 3 sections", "LR-05"))
    for key in (*HEX_KEYS, *PIECE_KEYS):
        faults += _check_shape(document, key)
    if faults:
        return faults
    assert isinstance(sections, int)
    faults = _check_overlaps(document, set(board_cells(sections)), sections)
    faults += _check_counts(document)
    return faults if faults else _check_route(document, sections)


def _check_keys(document: dict[str, object]) -> list[Fault]:
    faults: list[Fault] = []
    known = (*TEXT_LENGTHS, "recommended_for_beginners", "sections", *HEX_KEYS, *PIECE_KEYS)
    for key in document:
        if key not in known:
            faults.append(Fault(key[:40], f"is not a part of a scenario; the parts are {', '.join(known)}"))
    if type(document.get("recommended_for_beginners", False)) is not bool:
        faults.append(Fault("recommended_for_beginners", "is neither true nor false", "LR-21"))
    if document.get("title", "") == "":
        faults.append(Fault("title", "is missing: a scenario has a name"))
    return faults


def _check_texts(document: dict[str, object]) -> list[Fault]:
    """Words are short and printable."""
    faults: list[Fault] = []
    for key, most in TEXT_LENGTHS.items():
        text = document.get(key, "")
        if not isinstance(text, str) or len(text) > most or not text.isprintable():
            faults.append(Fault(key, f"is not a text of at most {most} printable characters"))
    return faults


def _check_shape(document: dict[str, object], key: str) -> list[Fault]:
    """Lists of hex names, or lists of such lists for the pieces of several hexes."""
    value = document.get(key)
    if not isinstance(value, list):
        return [Fault(key, "is missing or not a list", PIECE_CLAUSES[key])]
    faults: list[Fault] = []
    pieces = value if key in PIECE_KEYS else [value]
    if len(pieces) > MOST_LISTED:
        return [Fault(key, f"has {len(pieces)} pieces; no box holds more than {MOST_LISTED}", PIECE_CLAUSES[key])]
    for number, piece in enumerate(pieces, 1):
        place = f"{key} {number}" if key in PIECE_KEYS else key
        if not isinstance(piece, list):
            faults.append(Fault(place, "is not a list of hexes", PIECE_CLAUSES[key]))
            continue
        if len(piece) > MOST_LISTED:
            faults.append(Fault(place, f"has {len(piece)} hexes; no piece or line has more than {MOST_LISTED}"))
            continue
        for name in piece:
            if not isinstance(name, str) or name not in CELL_OF:
                faults.append(Fault(place, f"{short(name)} is not the name of a hex, such as K6", "LR-05"))
    return faults


def _pieces(document: dict[str, object], key: str) -> list[list[int]]:
    """The pieces under a key as lists of cells; a line, station or cache list counts as one piece."""
    value = document[key]
    assert isinstance(value, list)
    return [[CELL_OF[name] for name in piece] for piece in (value if key in PIECE_KEYS else [value])]


def _check_overlaps(document: dict[str, object], board: set[int], sections: int) -> list[Fault]:
    faults: list[Fault] = []
    owner: dict[int, str] = {}
    for key, clause in PIECE_CLAUSES.items():
        for number, piece in enumerate(_pieces(document, key), 1):
            place = f"{key} {number}" if key in PIECE_KEYS else key
            for cell in piece:
                if cell not in board:
                    faults.append(Fault(place, f"{LABELS[cell]} is not on a board of {sections} sections", "LR-05"))
                elif cell in owner:
                    faults.append(Fault(place, f"{LABELS[cell]} already holds {owner[cell]}: pieces overlap", clause))
                owner[cell] = place
            if key in PIECE_KEYS and not connected({HEXES[cell] for cell in piece}):
                faults.append(Fault(place, "does not hang together as one piece", clause))
    return faults


def _check_counts(document: dict[str, object]) -> list[Fault]:
    """LR-08 to LR-11: no more pieces than the box holds."""
    faults: list[Fault] = []
    for key in ("start", "finish"):
        count = len(_pieces(document, key)[0])
        if count != LINE_HEXES:
            faults.append(Fault(key, f"has {count} hexes, not {LINE_HEXES}", "LR-10"))
    for key, most in (("repair", MOST_STATIONS), ("caches", MOST_CACHES)):
        count = len(_pieces(document, key)[0])
        if count > most:
            faults.append(Fault(key, f"has {count} hexes; the box holds {most}", "LR-11"))
    for key, box in (("craters", CRATER_PIECES), ("dust", DUST_PIECES)):
        sizes = [len(piece) for piece in _pieces(document, key)]
        for size in sorted(set(sizes)):
            if sizes.count(size) > box.get(size, 0):
                reason = f"has {sizes.count(size)} pieces of {size} hexes; the box holds {box.get(size, 0)}"
                faults.append(Fault(key, reason, PIECE_CLAUSES[key]))
    return faults


def _check_route(document: dict[str, object], sections: int) -> list[Fault]:
    """Every start hex needs a legal facing (LR-26) and a way to the finish (LR-02)."""
    cells = {key: [cell for piece in _pieces(document, key) for cell in piece] for key in PIECE_CLAUSES}
    ground = Ground(sections, cells["start"], cells["finish"], cells["craters"], [], [], [])
    reached = _reachable_from(ground, ground.finishes)
    faults: list[Fault] = []
    for cell in ground.starts:
        if not ground.facings[cell]:
            faults.append(Fault("start", f"{LABELS[cell]} has no facing that leads nearer to the finish", "LR-26"))
        if cell not in reached:
            faults.append(Fault("finish", f"cannot be reached from {LABELS[cell]}", "LR-02"))
    return faults


def _reachable_from(ground: Ground, sources: list[int]) -> set[int]:
    seen = set(sources)
    waiting = list(sources)
    while waiting:
        cell = waiting.pop()
        for way in range(6):
            beyond = ground.step[6 * cell + way]
            if beyond >= 0 and beyond not in seen:
                seen.add(beyond)
                waiting.append(beyond)
    return seen
