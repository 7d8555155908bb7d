"""The pieces a content file is read into: cells and cards."""

from __future__ import annotations

from typing import Final, final

ROAD: Final = 0
RED: Final = 1
NO_ENTRY: Final = 2
BEND: Final = 3
SLIPPERY: Final = 4
CROSSING: Final = 5
PARKING: Final = 6
GARAGE: Final = 7
FIRST_AID: Final = 8
PETROL: Final = 9
HOTEL: Final = 10
GERANCE: Final = 11
GENDARMERIE: Final = 12
PARIS: Final = 13
KINDS: Final = (
    "road", "red", "no_entry", "bend", "slippery", "crossing", "parking",
    "garage", "first_aid", "petrol", "hotel", "gerance", "gendarmerie", "paris",
)  # fmt: skip
OFF_ROAD: Final = (PARKING, GARAGE, FIRST_AID, PETROL, HOTEL, GENDARMERIE, PARIS)  # RC-R26

MAIN: Final = "main"
MOST_FRANCS: Final = 300_000  # what six cars bring: nothing can cost more than there is
UNIT: Final = 500  # every amount is a multiple of the smallest note
SAFE_ROLL: Final = 6  # the strictest leaving limit of both editions (RC-48)


@final
class Cell:
    """One lane of one square, as the board file writes it."""

    __slots__ = ("id", "road", "kind", "town", "sign", "x", "y", "next", "divert", "facing", "gerance")

    def __init__(self, raw: dict[str, object]) -> None:
        self.id = text_of(raw, "id")
        self.road = text_of(raw, "road")
        self.kind = KINDS.index(text_of(raw, "kind")) if raw.get("kind") in KINDS else -1
        self.town = text_of(raw, "town")
        self.sign = text_of(raw, "sign")
        self.x = number_of(raw, "x", -1)
        self.y = number_of(raw, "y", -1)
        self.next = text_of(raw, "next")
        self.divert = text_of(raw, "divert")
        self.facing = text_of(raw, "facing")
        self.gerance = number_of(raw, "gerance", 0)

    def to_json(self) -> dict[str, object]:
        named: dict[str, object] = {
            "id": self.id, "road": self.road, "kind": KINDS[self.kind], "town": self.town,
            "x": self.x, "y": self.y, "next": self.next,
        }  # fmt: skip
        extra = {"sign": self.sign, "divert": self.divert, "facing": self.facing}
        named.update({key: text for key, text in extra.items() if text})
        if self.gerance:
            named["gerance"] = self.gerance
        return named


@final
class Card:
    """One Contravention card: an offence and its fine, or an unjustified stop and its indemnity (RC-18, RC-19)."""

    __slots__ = ("offence", "amount", "text")

    def __init__(self, raw: dict[str, object]) -> None:
        texts = raw.get("text")
        self.offence = raw.get("offence") is True
        self.amount = number_of(raw, "amount", 0)
        self.text: dict[str, str] = {str(k): str(t) for k, t in texts.items()} if isinstance(texts, dict) else {}

    def to_json(self) -> dict[str, object]:
        return {"offence": self.offence, "amount": self.amount, "text": dict(self.text)}


def text_of(raw: dict[str, object], key: str) -> str:
    value = raw.get(key)
    return value if isinstance(value, str) else ""


def number_of(raw: dict[str, object], key: str, otherwise: int) -> int:
    value = raw.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise
