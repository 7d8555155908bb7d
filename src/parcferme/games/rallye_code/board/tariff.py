"""The prices, fines and limits of an edition."""

from __future__ import annotations

from typing import final

from parcferme.games.rallye_code.board.pieces import number_of, text_of


@final
class Tariff:
    """One rule sheet's figures. Editions differ here and nowhere else (RC-R01)."""

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

    def as_printed(self) -> dict[str, object]:
        """The record as it is written, for people to compare side by side."""
        return dict(self.raw)


def notes_of(raw: dict[str, object], key: str) -> list[tuple[int, int]]:
    """(value, how many), the biggest note first."""
    notes = raw.get(key)
    assert isinstance(notes, dict)
    return sorted([(int(value), int(count)) for value, count in notes.items()], reverse=True)
