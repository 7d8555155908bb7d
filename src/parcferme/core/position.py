"""The notation of positions: what FEN is to chess.

A position is written as a JSON object whose names are the game's words; what is as usual is left out. Each class of a
position lists its fields once, and this module writes and reads them by that list:

    CAR: Final = (
        whole("gear", 5),                 # 0 to 5, usually 0
        word("tyres", TYRE_NAMES),        # kept as a number, written as a word, usually the first
        flag("sisu"),                     # kept as a bool, usually false
        places("dirt", 400),              # kept as a mask, written as a list of numbers, usually empty
        wholes("times", 9_999, most=3),   # kept as a list, usually empty
    )
    note(CAR, car)                        {"gear": 3, "tyres": "snow"}
    take(CAR, car, "cars[0]", given)      sets every field of `car`

What is no such notation is refused as BadRecord, with the place (`position.cars[0].gear`) and the reason. None of this
is on the hot path.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from parcferme.core.errors import BadRecord

Note = dict[str, object]  # JSON values only
PLACE: Final = "position"  # where a whole position stands
LONGEST_NAME: Final = 100  # characters of a name in an object
MOST_SHOWN: Final = 60  # characters of a refused value that are told,
MOST_LISTED: Final = 200  # … and of what it might have been

WHOLE: Final = 0
WORD: Final = 1
FLAG: Final = 2
PLACES: Final = 3
WHOLES: Final = 4


class Field:
    """One field of a class: its name, what it may hold, and what is left out."""

    __slots__ = ("name", "kind", "low", "high", "names", "least", "most", "usual")

    def __init__(
        self,
        name: str,
        kind: int,
        usual: object,
        low: int = 0,
        high: int = 0,
        names: tuple[str, ...] = (),
        least: int = 0,
        most: int = 0,
    ) -> None:
        self.name = name
        self.kind = kind
        self.usual = usual  # as it is written
        self.low = low
        self.high = high
        self.names = names
        self.least = least  # entries of a list
        self.most = most

    def write(self, value: object) -> object:
        """As it stands in the notation."""
        if self.kind == WORD:
            return self.names[_int(value)]
        if self.kind == PLACES:
            mask = _int(value)
            return [place for place in range(mask.bit_length()) if mask >> place & 1]
        if self.kind == WHOLES:
            return [_int(number) for number in _list(value)]
        return value

    def read(self, place: str, value: object) -> object:
        """As the position keeps it; raises BadRecord."""
        if self.kind == WHOLE:
            return number_at(place, value, self.low, self.high)
        if self.kind == WORD:
            return word_at(place, value, self.names)
        if self.kind == FLAG:
            return flag_at(place, value)
        entries = list_at(place, value, self.least, self.most)
        numbers = [number_at(f"{place}[{index}]", entry, self.low, self.high) for index, entry in enumerate(entries)]
        if self.kind == WHOLES:
            return numbers
        if any(after <= before for before, after in pairwise(numbers)):
            raise BadRecord(place, "the numbers do not ascend")
        return sum(1 << number for number in numbers)


def whole(name: str, high: int, low: int = 0, usual: int = 0) -> Field:
    """A whole number; −1 is often nobody."""
    return Field(name, WHOLE, usual, low, high)


def word(name: str, names: tuple[str, ...], usual: int = 0) -> Field:
    """A number that is written as a word."""
    return Field(name, WORD, names[usual], names=names)


def flag(name: str, usual: bool = False) -> Field:
    return Field(name, FLAG, usual)


def places(name: str, high: int) -> Field:
    """A mask of places, written as their numbers, ascending."""
    return Field(name, PLACES, [], high=high, most=high + 1)


def wholes(name: str, high: int, low: int = 0, least: int = 0, most: int = 0, usual: tuple[int, ...] = ()) -> Field:
    """A list of `least` to `most` whole numbers."""
    return Field(name, WHOLES, list(usual), low, high, least=least, most=most)


Fields = tuple[Field, ...]


def note(fields: Fields, thing: object) -> Note:
    """What of a thing differs from the usual, by name."""
    found: Note = {}
    for field in fields:
        value = field.write(getattr(thing, field.name))
        if value != field.usual:
            found[field.name] = value
    return found


def take(fields: Fields, thing: object, place: str, given: object, beside: tuple[str, ...] = ()) -> None:
    """Set every field of a thing from its note; names in `beside` are for the caller to read."""
    known = object_at(place, given)
    names = {field.name for field in fields}
    for name in known:
        if name not in names and name not in beside:
            raise BadRecord(f"{place}.{name}", "there is no such field")
    for field in fields:
        value = field.read(f"{place}.{field.name}", known.get(field.name, field.usual))
        setattr(thing, field.name, value)


# --- values of a notation, each refused by its place ------------------------------------------------------------------


def object_at(place: str, value: object) -> Note:
    if not isinstance(value, dict):
        raise BadRecord(place, f"{shown(value)} is not an object")
    for name in value:
        if not isinstance(name, str) or len(name) > LONGEST_NAME or not name.isprintable():
            raise BadRecord(place, f"{shown(name)} is not a name")  # … that a refusal could tell as it is
    return value


def document_at(place: str, value: object, format: str, fields: tuple[str, ...]) -> Note:
    """An object that says it is of this format, and has no other fields than these."""
    found = object_at(place, value)
    if found.get("format") != format:
        raise BadRecord("format", f"is {shown(found.get('format'))}, not {format!r}")
    for name in found:
        if name not in fields:
            raise BadRecord(name, "there is no such field")
    return found


def list_at(place: str, value: object, least: int, most: int) -> list[object]:
    if not isinstance(value, list):
        raise BadRecord(place, f"{shown(value)} is not a list")
    if not least <= len(value) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise BadRecord(place, f"has {len(value)} entries, not {wanted}")
    return value


def number_at(place: str, value: object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadRecord(place, f"{shown(value)} is not a whole number from {low} to {high}")
    return value


def flag_at(place: str, value: object) -> bool:
    if type(value) is not bool:
        raise BadRecord(place, f"{shown(value)} is neither true nor false")
    return value


def text_at(place: str, value: object, most: int = 10_000) -> str:
    """A text of at most so many characters."""
    if not isinstance(value, str):
        raise BadRecord(place, f"is {shown(value)}, not a text")
    if len(value) > most:
        raise BadRecord(place, f"has {len(value)} characters, more than {most}")
    return value


def word_at(place: str, value: object, names: tuple[str, ...]) -> int:
    """The number of a word."""
    if not isinstance(value, str) or value not in names:
        listed = shortened(", ".join(names), MOST_LISTED)
        raise BadRecord(place, f"{shown(value)} is none of {listed}")
    return names.index(value)


def shown(value: object) -> str:
    """A refused value, short enough to be told."""
    return shortened(repr(value), MOST_SHOWN)


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value
