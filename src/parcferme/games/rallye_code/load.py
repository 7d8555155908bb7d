"""Boards, decks and tariffs: reading them and saying everything that is wrong with them.

A board is a list of *cells*: one lane of one square each, because cars stand on lanes (RC-15). Two cells with the same
x and y are one square. A document with `cells` is a board, one with `cards` a deck.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, Fault
from parcferme.games.rallye_code.board_check import check_links
from parcferme.games.rallye_code.pieces import KINDS, UNIT, Card, Cell, Edition

CONTENT: Final = Path(__file__).parent / "content"
HOUSE_BOARD: Final = "house-1"
HOUSE_DECK: Final = "house-24"

MOST_CELLS: Final = 400
MOST_CARDS: Final = 200

_ID = re.compile(r"[A-Za-z0-9_-]{1,12}")


def edition(name: str) -> Edition:
    """Edition A or B."""
    document = read_document(CONTENT / "editions.json")
    editions = document["editions"]
    assert isinstance(editions, dict)
    return Edition(name, editions[name])


def house_board() -> dict[str, object]:
    return read_document(CONTENT / f"{HOUSE_BOARD}.json")


def house_deck() -> dict[str, object]:
    return read_document(CONTENT / f"{HOUSE_DECK}.json")


def read_board(document: dict[str, object]) -> list[Cell]:
    """The cells of a sound board; raises BadContent with all faults."""
    faults = check_board(document)
    if faults:
        raise BadContent(name_of(document, "board"), faults)
    return _cells(document)


def read_deck(document: dict[str, object]) -> list[Card]:
    """The cards of a sound deck; raises BadContent with all faults."""
    faults = check_deck(document)
    if faults:
        raise BadContent(name_of(document, "deck"), faults)
    cards = document["cards"]
    assert isinstance(cards, list)
    return [Card(raw) for raw in cards]


def name_of(document: dict[str, object], otherwise: str) -> str:
    name = document.get("name")
    return name if isinstance(name, str) and name else otherwise


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
        return [Fault("cards", f"is not a list of 1 to {MOST_CARDS} cards", "RC-18")]
    faults: list[Fault] = []
    for index, raw in enumerate(cards):
        place = f"cards[{index}]"
        if not isinstance(raw, dict):
            faults.append(Fault(place, "is not an object"))
            continue
        if not isinstance(raw.get("offence"), bool):
            faults.append(Fault(f"{place}.offence", "is neither true nor false", "RC-19"))
        wrong = wrong_amount(raw.get("amount"))
        if wrong is not None:
            faults.append(Fault(f"{place}.amount", wrong, "RC-05"))
        if not _is_texts(raw.get("text")):
            faults.append(Fault(f"{place}.text", "is not an object of texts by language"))
    return faults


def wrong_amount(value: object) -> str | None:
    """Why a value cannot be paid in notes, or `None`."""
    if isinstance(value, bool) or not isinstance(value, int):
        return f"{value!r} is not a whole number of francs"
    if value <= 0 or value % UNIT:
        return f"{value} is not a positive multiple of {UNIT}"
    return None


def check_board(document: dict[str, object]) -> list[Fault]:
    """Everything wrong with a board; links are followed only where each cell by itself is sound."""
    raw = document.get("cells")
    if not isinstance(raw, list) or not 1 <= len(raw) <= MOST_CELLS:
        return [Fault("cells", f"is not a list of 1 to {MOST_CELLS} cells")]
    faults: list[Fault] = []
    seen: set[str] = set()
    for index, one in enumerate(raw):
        if isinstance(one, dict):
            faults += _cell_faults(f"cells[{index}]", one, seen)
        else:
            faults.append(Fault(f"cells[{index}]", "is not an object"))
    return faults or check_links(_cells(document))


def _cell_faults(place: str, raw: dict[str, object], seen: set[str]) -> list[Fault]:
    """What is wrong with one cell by itself; adds its id to those seen."""
    faults: list[Fault] = []
    name = raw.get("id")
    if not isinstance(name, str) or _ID.fullmatch(name) is None:
        faults.append(Fault(f"{place}.id", f"{name!r} is not a name of 1 to 12 letters, digits, - or _"))
    elif name in seen:
        faults.append(Fault(f"{place}.id", f"{name} is used twice"))
    else:
        seen.add(name)
    if raw.get("kind") not in KINDS:
        faults.append(Fault(f"{place}.kind", f"{raw.get('kind')!r} is not one of {', '.join(KINDS)}"))
    for key in ("road", "town", "next"):
        if not isinstance(raw.get(key), str) or not raw.get(key):
            faults.append(Fault(f"{place}.{key}", f"{raw.get(key)!r} is not a text"))
    for key in ("sign", "divert", "facing"):
        if key in raw and not isinstance(raw[key], str):
            faults.append(Fault(f"{place}.{key}", f"{raw[key]!r} is not a text"))
    for key in ("x", "y"):
        value = raw.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 999:
            faults.append(Fault(f"{place}.{key}", f"{value!r} is not a whole number from 0 to 999"))
    return faults


def _cells(document: dict[str, object]) -> list[Cell]:
    cells = document["cells"]
    assert isinstance(cells, list)
    return [Cell(raw) for raw in cells]


def _is_texts(value: object) -> bool:
    if not isinstance(value, dict) or not value:
        return False
    return all(isinstance(key, str) and isinstance(text, str) and text for key, text in value.items())
