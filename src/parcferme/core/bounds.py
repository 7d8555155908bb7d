"""What a document may hold that anybody looks at, wherever it comes from: a table's option, a record, the studio."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Final

MOST_VALUES: Final = 60_000  # the largest of the house has 42,000
DEEPEST: Final = 12
LONGEST_TEXT: Final = 4_000
MOST_MARKS: Final = 4  # on one letter: Tibetan has three, a heap of them covers the lines above and below
LARGEST: Final = 2**53 - 1  # beyond it a number is not read everywhere as it was written
MISFIT: Final = "is a text that is too long or cannot be printed, or a number beyond all bounds"
JOINTS: Final = "\u200d\ufe0e\ufe0f"  # make one picture of several, and choose its colours: themselves unseen


def is_small(document: object) -> bool:
    """Few enough values, none too deep: so much is looked at."""
    level, seen = [document], 0
    for _ in range(DEEPEST):
        inside: list[object] = []
        for value in level:
            if isinstance(value, dict):
                inside += value.values()
            elif isinstance(value, list):
                inside += value
        seen += len(inside)
        if not inside or seen > MOST_VALUES:
            return seen <= MOST_VALUES
        level = inside
    return False


def is_readable(text: str) -> bool:
    """Nothing in it is hidden, turns the line round, breaks it or towers above it: people read it as it stands."""
    if len(text) > LONGEST_TEXT or (not text.isascii() and is_heaped(text)):
        return False
    return text.isprintable() or "".join([letter for letter in text if letter not in JOINTS]).isprintable()


def is_readable_page(text: str) -> bool:
    """The same of a text of several lines."""
    return all(is_readable(line.replace("\t", " ")) for line in text.splitlines())


def unreadable_page(document: object) -> str:
    """Where the first text, or page of text, stands that nobody can read, as a path; '' where there is none."""
    place = _misfit(document, is_readable_page)
    return "" if place is None else place.removeprefix(".") or "."


def is_heaped(text: str) -> bool:
    """Does a letter carry more marks than any writing gives one?"""
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        if marks > MOST_MARKS:
            return True
    return False


def misfit(document: object) -> str:
    """Where the first text stands that nobody can read, or the first number that is beyond all bounds, as a path
    (`places[2].name`); '' where there is none."""
    found = _misfit(document, is_readable)
    return "" if found is None else found.removeprefix(".") or "."


def _misfit(value: object, reads: Callable[[str], bool]) -> str | None:
    if isinstance(value, str):
        return None if reads(value) else ""
    if isinstance(value, (int, float)):
        return None if -LARGEST <= value <= LARGEST else ""
    if isinstance(value, dict):
        for name, inner in value.items():
            if not is_readable(name):
                return ""
            found = _misfit(inner, reads)
            if found is not None:
                return f".{name}{found}"
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            found = _misfit(inner, reads)
            if found is not None:
                return f"[{index}]{found}"
    return None
