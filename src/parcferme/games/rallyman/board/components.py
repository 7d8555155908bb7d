"""Dice and cards, from content/components.json."""

from __future__ import annotations

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, Fault
from parcferme.games.rallyman.actions import CLEAN, FACES, HAZARD
from parcferme.games.rallyman.board.zones import CONTENT
from parcferme.lib.reading import objects_of

Outcomes = list[tuple[int, int]]


class Components:
    """What is printed on dice and cards (RM-06 to RM-08, RM-R01)."""

    def __init__(self, profile: str) -> None:
        document = read_document(CONTENT / "components.json")
        dice = _part(_part(document, "dice"), profile)
        self.faces = whole_number(dice["faces"])
        self.hazards = [
            *whole_numbers(dice["black"]),
            whole_number(dice["white"]),
        ]  # faces with a hazard: gears 1–5, then white
        self.seconds = [50, *whole_numbers(document["gear_seconds"])]  # RM-R31: passing in neutral costs 50 s
        self.lost = whole_number(document["lost_seconds"])
        self.backs = [
            [whole_number(back[side]) for side in ("spin", "left", "right")]
            for back in objects_of(document["gear_backs"])
        ]
        deck = _part(document, "shortcut_deck")
        self.deck = [whole_number(deck[key]) for key in ("good", "dirty", "puncture")]
        self.damage = {terrain: whole_number(count) for terrain, count in _part(document, "terrain_damage").items()}

    def roll(self, die: int) -> Outcomes:
        """One die: Δ or not."""
        return [(CLEAN + die, self.faces - self.hazards[die]), (HAZARD + die, self.hazards[die])]

    def roll_all(self, mask: int, whites: int) -> Outcomes:
        """All dice of a time attack at once: weight of every set of hazards."""
        weights = {0: 1}
        for die in range(5):
            if mask >> die & 1:
                weights = self._add_die(weights, die, 1 << die)
        total: dict[int, int] = {}
        for hazards, weight in weights.items():
            shown = {0: weight}
            for _ in range(whites):
                shown = self._add_die(shown, 5, 1)
            for count, part in shown.items():
                total[FACES + hazards * 3 + count] = part
        return sorted(total.items())

    def _add_die(self, weights: dict[int, int], die: int, worth: int) -> dict[int, int]:
        grown: dict[int, int] = {}
        for hazards, weight in weights.items():
            grown[hazards] = grown.get(hazards, 0) + weight * (self.faces - self.hazards[die])
            grown[hazards + worth] = grown.get(hazards + worth, 0) + weight * self.hazards[die]
        return grown


def _part(document: dict[str, object], key: str) -> dict[str, object]:
    part = document.get(key)
    if not isinstance(part, dict):
        raise BadContent("components.json", [Fault(key, "is missing or not an object")])
    return part


def whole_number(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError(f"{value!r} is not a whole number")
    return value


def whole_numbers(values: object) -> list[int]:
    return [whole_number(value) for value in values] if isinstance(values, list) else []


def texts(values: object) -> list[str]:
    return [str(value) for value in values] if isinstance(values, list) else []
