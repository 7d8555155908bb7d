"""Content read and compiled: the house's documents beside the rules, or those that somebody brings.

`deck`, `tables` and `rings` take a document that passes `check`, or `None` for the house's, and raise BadContent.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, Fault
from parcferme.games.rally.board.check import card_numbers, cells_of, check, words_of
from parcferme.games.rally.board.parts import (
    DAMAGES,
    EXITS,
    FEATURES,
    RINGS,
    UNLIMITED,
    Card,
    Deck,
    GearTables,
    Race,
    Ring,
    StageSpec,
)
from parcferme.games.rally.mechanics.driving import factors_of
from parcferme.lib.documents import quoted
from parcferme.lib.reading import objects_of

CONTENT: Final = Path(__file__).parent.parent / "content"


def deck(document: dict[str, object] | None) -> Deck:
    """The cards of a document, or the house's."""
    house = read_document(CONTENT / "cards.json")
    data = _checked("cards", document, house)
    cards: list[Card] = []
    for card in objects_of(data["cards"]):
        words = words_of(card["squares"])
        levels, marks = [int(word[0]) for word in words], [word[1:] for word in words]
        cards.append(
            Card(
                int(str(card["no"])),
                str(card["name"]),
                EXITS.index(str(card["exit"])),
                card.get("fast") is True,
                levels,
                marks,
                factors_of(levels, marks),
                card_numbers(card),
            )
        )
    cards.sort(key=_card_no)
    shapes = data.get("shapes", house["shapes"])
    return Deck(cards, shapes if isinstance(shapes, dict) else {})


def _card_no(card: Card) -> int:
    return card.no


def tables(document: dict[str, object] | None) -> GearTables:
    """The tables of a document, or the house's."""
    data = _checked("tables", document, read_document(CONTENT / "tables.json"))
    ranges: list[tuple[int, int]] = []
    risk: list[list[int]] = []
    damage: list[list[int]] = []
    for row in range(1, 6):
        low, high = cells_of(data, "gears", row)
        ranges.append((int(str(low)), int(str(high))))
        risk.append([int(str(cell)) for cell in cells_of(data, "risk", row)])
        damage.append([DAMAGES.index(str(cell)) for cell in cells_of(data, "damage", row)])
    return GearTables(ranges, risk, damage)


def rings(document: dict[str, object] | None) -> dict[str, Ring]:
    """The weather rings of a document, or the house's."""
    data = _checked("weather", document, read_document(CONTENT / "weather.json"))
    found: dict[str, Ring] = {}
    given = data["rings"]
    assert isinstance(given, dict)
    for name in RINGS:
        start = [int(sector) - 1 for sector in given[name]["start"]]
        found[name] = Ring(name, [str(sector) for sector in given[name]["sectors"]], start)
    return found


def calendar() -> list[Race]:
    """The eight races: RA-78, RA-79, RA-80, RA-81, RA-82, RA-83, RA-84 and RA-85."""
    return [_race(race) for race in objects_of(read_document(CONTENT / "calendar.json")["races"])]


def _race(data: dict[str, object]) -> Race:
    clause = str(data["clause"])
    spec = _spec(int(str(data["cards"])), False, data["limits"], clause)
    special: list[StageSpec] = []
    extra = data.get("special")
    if isinstance(extra, dict):
        special.append(_spec(int(extra["cards"]), True, extra.get("limits", data["limits"]), clause))
    stages = [spec] * int(str(data["stages"]))
    return Race(str(data["id"]), str(data["name"]), clause, str(data["ring"]), stages, special)


def _spec(cards: int, special: bool, limits: object, clause: str) -> StageSpec:
    given = limits if isinstance(limits, dict) else {}
    pairs = [given.get(feature, [0, UNLIMITED]) for feature in FEATURES]
    return StageSpec(cards, special, [int(pair[0]) for pair in pairs], [int(pair[1]) for pair in pairs], clause)


def _checked(name: str, document: dict[str, object] | None, house: dict[str, object]) -> dict[str, object]:
    if document is None:
        return house
    wanted = house["kind"]
    if document.get("kind", wanted) != wanted:
        raise BadContent(name, [Fault("kind", f"is {quoted(document['kind'])}, not {wanted!r}")])
    faults = check({**document, "kind": wanted})
    if faults:
        raise BadContent(name, faults)
    return document
