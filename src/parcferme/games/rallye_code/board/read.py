"""Boards, decks and tariffs read into pieces.

A board is a list of *cells*: one lane of one square each, because cars stand on lanes (RC-15). Two cells with the same
x and y are one square. A document with `cells` is a board, one with `cards` a deck.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent
from parcferme.games.rallye_code.board.check import cells_of, check_board, check_deck
from parcferme.games.rallye_code.board.pieces import Card, Cell
from parcferme.games.rallye_code.board.tariff import Tariff

CONTENT: Final = Path(__file__).parent.parent / "content"
HOUSE_BOARD: Final = "house-1"
HOUSE_DECK: Final = "house-24"


def tariff(name: str) -> Tariff:
    """Of edition A or B."""
    document = read_document(CONTENT / "editions.json")
    editions = document["editions"]
    assert isinstance(editions, dict)
    return Tariff(name, editions[name])


def house_board() -> dict[str, object]:
    return read_document(CONTENT / f"{HOUSE_BOARD}.json")


def house_deck() -> dict[str, object]:
    return read_document(CONTENT / f"{HOUSE_DECK}.json")


def read_board(document: dict[str, object]) -> list[Cell]:
    """The cells of a sound board; raises BadContent with all faults."""
    faults = check_board(document)
    if faults:
        raise BadContent(name_of(document, "board"), faults)
    return cells_of(document)


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
