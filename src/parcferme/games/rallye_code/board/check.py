"""Everything wrong with a board or a deck: no field is unknown, no text and no figure without its limit.

Nothing in a document can make the rules slow: a move looks at twelve cells and at most six cars, whatever the board.
"""

from __future__ import annotations

import re
from typing import Final

from parcferme.core.errors import Fault
from parcferme.games.rallye_code.board.links import check_links
from parcferme.games.rallye_code.board.pieces import KINDS, MOST_FRANCS, UNIT, Cell
from parcferme.lib.documents import head_faults, is_text, is_whole, quoted, text_fault, unknown_fields

MOST_CELLS: Final = 400
MOST_CARDS: Final = 200
MOST_LANGUAGES: Final = 12

# The free texts of a document, and how long each may be; every other field is named where it is checked.
HEAD: Final = {"name": 40, "title": 80, "source": 400, "licence": 80}
TOWN: Final = 40
CELL_FIELDS: Final = ("id", "road", "kind", "town", "sign", "x", "y", "next", "divert", "facing", "gerance")
GRID_FIELDS: Final = ("columns", "rows", "cell", "origin", "lane")
CARD_FIELDS: Final = ("offence", "amount", "text")
CARD_TEXT: Final = 160

_ID = re.compile(r"[A-Za-z0-9_-]{1,12}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")


def check(document: dict[str, object]) -> list[Fault]:
    """Everything wrong with a board or deck document."""
    if "cells" in document:
        return check_board(document)
    if "cards" in document:
        return check_deck(document)
    return [Fault("document", "has neither cells (a board) nor cards (a deck)")]


def check_deck(document: dict[str, object]) -> list[Fault]:
    """Everything wrong with a deck."""
    cards = document.get("cards")
    if not isinstance(cards, list) or not 1 <= len(cards) <= MOST_CARDS:
        reason = f"is not a list of 1 to {MOST_CARDS} cards"
        return [Fault("cards", reason, "RC-18", key="card_count", args={"most": MOST_CARDS})]
    faults = head_faults(document, HEAD, 1, ("cards",))
    for index, raw in enumerate(cards):
        place = f"cards[{index}]"
        faults += _card_faults(place, raw) if isinstance(raw, dict) else [Fault(place, "is not an object")]
    return faults


def _card_faults(place: str, raw: dict[str, object]) -> list[Fault]:
    faults = unknown_fields(f"{place}.", raw, CARD_FIELDS)
    if not isinstance(raw.get("offence"), bool):
        faults.append(Fault(f"{place}.offence", "is neither true nor false", "RC-19"))
    wrong = wrong_amount(raw.get("amount"))
    if wrong is not None:
        faults.append(Fault(f"{place}.amount", wrong, "RC-05", key="amount", args={"unit": UNIT, "most": MOST_FRANCS}))
    if not _is_texts(raw.get("text")):
        reason = f"is not an object of texts by language, each of 1 to {CARD_TEXT} letters"
        faults.append(Fault(f"{place}.text", reason, key="card_text", args={"most": CARD_TEXT}))
    return faults


def wrong_amount(value: object) -> str | None:
    """Why a value cannot be paid in notes, or `None`."""
    if isinstance(value, bool) or not isinstance(value, int):
        return f"{quoted(value)} is not a whole number of francs"
    if value <= 0 or value % UNIT:
        return f"{quoted(value)} is not a positive multiple of {UNIT}"
    return None if value <= MOST_FRANCS else f"{quoted(value)} is more than the {MOST_FRANCS} there are"


def check_board(document: dict[str, object]) -> list[Fault]:
    """Everything wrong with a board; links are followed only where each cell by itself is sound."""
    raw = document.get("cells")
    if not isinstance(raw, list) or not 1 <= len(raw) <= MOST_CELLS:
        reason = f"is not a list of 1 to {MOST_CELLS} cells"
        return [Fault("cells", reason, key="cell_count", args={"most": MOST_CELLS})]
    faults = head_faults(document, HEAD, 1, ("grid", "cells")) + _grid_faults(document.get("grid"))
    seen: set[str] = set()
    for index, one in enumerate(raw):
        if isinstance(one, dict):
            faults += _cell_faults(f"cells[{index}]", one, seen)
        else:
            faults.append(Fault(f"cells[{index}]", "is not an object"))
    return faults or _located(check_links(cells_of(document)), raw)


def _located(faults: list[Fault], raw: list[dict[str, object]]) -> list[Fault]:
    """`cell M5.next` with the path to it: `cells[4].next`."""
    paths = {f"cell {cell['id']}": f"cells[{index}]" for index, cell in enumerate(raw)}
    for fault in faults:
        cell, dot, field = fault.place.partition(".")
        if cell in paths:
            fault.path = paths[cell] + dot + field
    return faults


def _grid_faults(grid: object) -> list[Fault]:
    """How the squares lie on the drawing: a few numbers."""
    if grid is None:
        return []
    if not isinstance(grid, dict):
        return [Fault("grid", "is not an object")]
    faults = unknown_fields("grid.", grid, GRID_FIELDS)
    for key in GRID_FIELDS:
        value = grid.get(key, 0)
        numbers = value if key == "origin" and isinstance(value, list) and len(value) == 2 else [value]
        if not all(is_whole(number, 0, 9999) for number in numbers):
            faults.append(Fault(f"grid.{key}", f"{quoted(value)} is not a whole number from 0 to 9999"))
    return faults


def _cell_faults(place: str, raw: dict[str, object], seen: set[str]) -> list[Fault]:
    """What is wrong with one cell by itself; adds its id to those seen."""
    faults = unknown_fields(f"{place}.", raw, CELL_FIELDS)
    name = raw.get("id")
    if not _is_id(name):
        faults.append(Fault(f"{place}.id", f"{quoted(name)} is not a name of 1 to 12 letters, digits, - or _"))
    elif name in seen:
        faults.append(Fault(f"{place}.id", f"{name} is used twice", key="cell_twice"))
    else:
        seen.add(str(name))
    if raw.get("kind") not in KINDS:
        reason = f"{quoted(raw.get('kind'))} is not one of {', '.join(KINDS)}"
        faults.append(Fault(f"{place}.kind", reason, key="cell_kind"))
    for key in ("town", "sign"):
        if (key in raw or key == "town") and not is_text(raw.get(key), 1, TOWN):
            faults.append(text_fault(f"{place}.{key}", raw.get(key), 1, TOWN))
    for key in ("road", "next", "divert", "facing"):
        if (key in raw or key in ("road", "next")) and not _is_id(raw.get(key)):
            faults.append(Fault(f"{place}.{key}", f"{quoted(raw.get(key))} is not a name of 1 to 12 letters"))
    for key in ("x", "y", "gerance"):
        if (key in raw or key != "gerance") and not is_whole(raw.get(key), 0, 999):
            faults.append(Fault(f"{place}.{key}", f"{quoted(raw.get(key))} is not a whole number from 0 to 999"))
    return faults


def _is_id(value: object) -> bool:
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def cells_of(document: dict[str, object]) -> list[Cell]:
    cells = document["cells"]
    assert isinstance(cells, list)
    return [Cell(raw) for raw in cells]


def _is_texts(value: object) -> bool:
    """A card's text by language."""
    if not isinstance(value, dict) or not 1 <= len(value) <= MOST_LANGUAGES:
        return False
    languages = all(isinstance(key, str) and _LANGUAGE.fullmatch(key) for key in value)
    return languages and all(is_text(text, 1, CARD_TEXT) for text in value.values())
