"""Scenario files and documents made into ground."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent
from parcferme.games.lunar_rally.board.check import check, hexes_of
from parcferme.games.lunar_rally.board.ground import Ground

HOUSE: Final[dict[str, Ground]] = {}


def house_map(colour: str) -> Ground:
    """One of the four house maps (LR-06), by its colour; compiled once."""
    if colour not in HOUSE:
        HOUSE[colour] = ground_of(house_document(colour), f"{colour}.json")
    return HOUSE[colour]


def house_document(colour: str) -> dict[str, object]:
    """The same as its file says it."""
    return read_document(Path(__file__).parent.parent / "content" / f"{colour}.json")


def ground_of(document: dict[str, object], source: str = "map") -> Ground:
    """A scenario document compiled; raises BadContent with all its faults."""
    faults = check(document)
    if faults:
        raise BadContent(source, faults)
    return Ground(int(str(document["sections"])), hexes_of(document), str(document["title"]))
