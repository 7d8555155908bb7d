"""The pieces a content file is read into: cells, cards, and the tariff of an edition."""

from __future__ import annotations

from typing import Final

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
UNIT: Final = 500  # every amount is a multiple of the smallest note
LONGEST_ROLL: Final = 12
SAFE_ROLL: Final = 6  # the strictest leaving limit of both editions (RC-48)


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


class Edition:
    """The tariff of one rule sheet. Editions differ here and nowhere else."""

    def __init__(self, name: str, raw: dict[str, object]) -> None:
        self.name = name
        self.raw = raw
        self.provision = number_of(raw, "provision", 0)  # RC-04
        self.notes = notes_of(raw, "notes")  # RC-05
        self.notes_without_tens = notes_of(raw, "notes_without_tens")  # RC-06
        self.rejoin = text_of(raw, "rejoin")  # RC-12
        self.slippery_name = text_of(raw, "slippery_name")  # RC-28
        self.fine_misplaced = number_of(raw, "fine_misplaced", 0)  # RC-22
        self.fine_overtaking = number_of(raw, "fine_overtaking", 0)  # RC-23
        self.accident_from = number_of(raw, "accident_from", 0)  # RC-28
        self.accident_aid_from = number_of(raw, "accident_aid_from", 0)  # RC-29
        self.collision_aid_from = number_of(raw, "collision_aid_from", 0)  # RC-34
        self.crossing_below = number_of(raw, "crossing_below", 0)  # RC-32
        self.immobilised_below = number_of(raw, "immobilised_below", 0)  # RC-35
        self.indemnity_garage = number_of(raw, "indemnity_garage", 0)  # RC-36
        self.indemnity_aid = number_of(raw, "indemnity_aid", 0)  # RC-36
        self.leave_limit = number_of(raw, "leave_limit", 0)  # RC-48, RC-53, RC-57
        self.garage = number_of(raw, "garage", 0)  # RC-47
        self.garage_again = number_of(raw, "garage_again", 0)  # RC-49
        self.damaged_fixed = number_of(raw, "damaged_fixed", 0)  # RC-50
        self.damaged_per_point = number_of(raw, "damaged_per_point", 0)  # RC-50
        self.hotel = number_of(raw, "hotel", 0)  # RC-52
        self.hotel_again = number_of(raw, "hotel_again", 0)  # RC-54
        self.petrol_per_point = number_of(raw, "petrol_per_point", 0)  # RC-55
        self.aid_fixed = number_of(raw, "aid_fixed", 0)  # RC-56
        self.aid_per_point = number_of(raw, "aid_per_point", 0)  # RC-56
        self.aid_again = number_of(raw, "aid_again", 0)  # RC-58
        self.takeover_per_point = number_of(raw, "takeover_per_point", 0)  # RC-61
        self.newcomer_rolls = raw.get("newcomer_rolls") is True  # RC-62

    def damaged(self, roll: int) -> int:
        """What a damaged car pays the garage (RC-50)."""
        return self.damaged_fixed + self.damaged_per_point * roll

    def casualty(self, roll: int) -> int:
        """What a casualty pays the First-aid post (RC-56)."""
        return self.aid_fixed + self.aid_per_point * roll

    def tariff(self) -> dict[str, object]:
        """The record as it is written, for people to compare side by side."""
        return dict(self.raw)


def text_of(raw: dict[str, object], key: str) -> str:
    value = raw.get(key)
    return value if isinstance(value, str) else ""


def number_of(raw: dict[str, object], key: str, otherwise: int) -> int:
    value = raw.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


def notes_of(raw: dict[str, object], key: str) -> list[tuple[int, int]]:
    """(value, how many), the biggest note first."""
    notes = raw.get(key)
    assert isinstance(notes, dict)
    return sorted([(int(value), int(count)) for value, count in notes.items()], reverse=True)
