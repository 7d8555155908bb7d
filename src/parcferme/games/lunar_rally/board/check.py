"""Is a scenario of one's own fit to be played (LR-23)? Everything that is wrong with it, with place and clause."""

from __future__ import annotations

from reprlib import repr as short
from typing import Final

from parcferme.core.bounds import is_readable
from parcferme.core.errors import Fault
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.board.hexes import CELL_OF, HEXES, LABELS, board_cells
from parcferme.lib.hexgrid import connected

# LR-08 to LR-11, LR-R01: what is in the box. Size of piece → how many.
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


def check(document: dict[str, object]) -> list[Fault]:
    """Everything wrong with a scenario document (LR-23): an empty list means that it can be played."""
    if len(document) > MOST_KEYS:
        return [Fault("scenario", f"has {len(document)} parts; no scenario has more than {MOST_KEYS}")]
    faults = _check_keys(document) + _check_texts(document)
    sections = document.get("sections")
    if type(sections) is not int or sections not in (2, 3):
        faults.append(Fault("sections", f"is {short(sections)}; a board has 2 or 3 sections", "LR-05", key="sections"))
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
        faults.append(Fault("title", "is missing: a scenario has a name", key="no_title"))
    return faults


def _check_texts(document: dict[str, object]) -> list[Fault]:
    """Words are short and printable."""
    faults: list[Fault] = []
    for key, most in TEXT_LENGTHS.items():
        text = document.get(key, "")
        if not isinstance(text, str) or len(text) > most or not is_readable(text):
            reason = f"is not a text of at most {most} printable characters"
            faults.append(Fault(key, reason, key="long_text", args={"most": most}))
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
            path = f"{key}[{number - 1}]" if key in PIECE_KEYS else key
            for index, cell in enumerate(piece):
                if cell not in board:
                    faults.append(_off_board(place, f"{path}[{index}]", cell, sections))
                elif cell in owner:
                    faults.append(_overlap(place, f"{path}[{index}]", cell, owner[cell], clause))
                owner[cell] = place
            if key in PIECE_KEYS and not connected({HEXES[cell] for cell in piece}):
                faults.append(Fault(place, "does not hang together as one piece", clause, path=path, key="in_pieces"))
    return faults


def _off_board(place: str, path: str, cell: int, sections: int) -> Fault:
    args: dict[str, object] = {"hex": LABELS[cell], "sections": sections}
    reason = f"{LABELS[cell]} is not on a board of {sections} sections"
    return Fault(place, reason, "LR-05", path=path, key="off_board", args=args)


def _overlap(place: str, path: str, cell: int, owner: str, clause: str) -> Fault:
    args: dict[str, object] = {"hex": LABELS[cell], "what": owner.split(maxsplit=1)[0]}
    reason = f"{LABELS[cell]} already holds {owner}: pieces overlap"
    return Fault(place, reason, clause, path=path, key="overlap", args=args)


def _check_counts(document: dict[str, object]) -> list[Fault]:
    """LR-08 to LR-11: no more pieces than the box holds."""
    faults: list[Fault] = []
    for key in ("start", "finish"):
        count = len(_pieces(document, key)[0])
        if count != LINE_HEXES:
            args: dict[str, object] = {"line": key, "count": count, "wanted": LINE_HEXES}
            faults.append(Fault(key, f"has {count} hexes, not {LINE_HEXES}", "LR-10", key="line", args=args))
    for key, most in (("repair", MOST_STATIONS), ("caches", MOST_CACHES)):
        count = len(_pieces(document, key)[0])
        if count > most:
            args = {"what": key, "count": count, "most": most}
            faults.append(Fault(key, f"has {count} hexes; the box holds {most}", "LR-11", key="too_many", args=args))
    for key, box in (("craters", CRATER_PIECES), ("dust", DUST_PIECES)):
        sizes = [len(piece) for piece in _pieces(document, key)]
        for size in sorted(set(sizes)):
            if sizes.count(size) > box.get(size, 0):
                reason = f"has {sizes.count(size)} pieces of {size} hexes; the box holds {box.get(size, 0)}"
                args = {"what": key, "size": size, "count": sizes.count(size), "most": box.get(size, 0)}
                faults.append(Fault(key, reason, PIECE_CLAUSES[key], key="box", args=args))
    return faults


def hexes_of(document: dict[str, object]) -> dict[str, list[int]]:
    """The cells under each key of a document whose shape is right."""
    return {key: [cell for piece in _pieces(document, key) for cell in piece] for key in PIECE_CLAUSES}


def _check_route(document: dict[str, object], sections: int) -> list[Fault]:
    """Every start hex needs a legal facing (LR-26) and a way to the finish (LR-02)."""
    ground = Ground(sections, hexes_of(document))
    reached = _reachable_from(ground, ground.finishes)
    faults: list[Fault] = []
    lines = [_pieces(document, "start")[0].index(cell) for cell in ground.starts]
    for cell, index in zip(ground.starts, lines, strict=True):
        name, path = LABELS[cell], f"start[{index}]"
        args: dict[str, object] = {"hex": name}
        if not ground.facings[cell]:
            reason = f"{name} has no facing that leads nearer to the finish"
            faults.append(Fault("start", reason, "LR-26", path=path, key="no_facing", args=args))
        if cell not in reached:
            reason = f"cannot be reached from {name}"
            faults.append(Fault("finish", reason, "LR-02", path=path, key="no_way", args=args))
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
