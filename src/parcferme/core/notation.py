"""Notation: a table between dense ids, their ASCII texts, and the parts a board can match with a click."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from parcferme.core.errors import BadNotation

NEIGHBOURS: Final = 25  # texts looked at to either side of a wrong one
SUGGESTIONS: Final = 3
ALIKE: Final = 0.6  # the part of two texts that must agree for one to be meant by the other


class Notation:
    """Ids 0 … n−1 and the one text of each. A game builds one for its actions and one for its outcomes."""

    def __init__(self, what: str, texts: Sequence[str], forms: Sequence[dict[str, object]] | None = None) -> None:
        self.what = what
        self.texts = list(texts)
        self.forms: list[dict[str, object]] = list(forms) if forms is not None else [{"kind": t} for t in self.texts]
        self.ids = {text: number for number, text in enumerate(self.texts)}
        self.longest = max([len(text) for text in self.texts], default=0)
        self.forwards: list[str] = []  # the texts in order, and
        self.backwards: list[str] = []  # read backwards in order; made for the first wrong text
        if len(self.ids) != len(self.texts) or len(self.forms) != len(self.texts):
            raise ValueError(f"{what}: every id needs a text and a form of its own")
        if not all(text.isascii() and text and " " not in text for text in self.texts):
            raise ValueError(f"{what}: texts are ASCII without blanks")

    def __len__(self) -> int:
        return len(self.texts)

    def format(self, number: int) -> str:
        if not 0 <= number < len(self.texts):
            raise BadNotation(str(number), f"{self.what} (ids run from 0 to {len(self.texts) - 1})", [])
        return self.texts[number]

    def form(self, number: int) -> dict[str, object]:
        self.format(number)
        return self.forms[number]

    def parse(self, text: str) -> int:
        number = self.ids.get(text)
        if number is None:
            raise BadNotation(text, self.what, self.near(text))
        return number

    def near(self, text: str) -> list[str]:
        """What a wrong text may have been meant for, the likeliest first."""
        if len(text) > 3 * self.longest:
            return []  # nothing could be alike
        swapped = [text[:at] + text[at + 1] + text[at] + text[at + 2 :] for at in range(len(text) - 1)]
        found = [known for known in swapped if known in self.ids]
        rated = sorted([(-likeness(text, known), known) for known in self.candidates(text)])
        found += [known for less, known in rated if -less >= ALIKE and known not in found]
        return found[:SUGGESTIONS]

    def candidates(self, text: str) -> set[str]:
        """The few texts that are worth comparing with a wrong one: comparing with all of a large game takes tens of
        milliseconds, in which a server does nothing else.

        A slip leaves what stands before it and what stands behind it: in the order of the alphabet, read forwards or
        backwards, the right text is close by.
        """
        if not self.forwards:
            self.backwards = sorted([known[::-1] for known in self.texts])
            self.forwards = sorted(self.texts)
        found = set(_around(self.forwards, text))
        found.update([known[::-1] for known in _around(self.backwards, text[::-1])])
        return found


def _around(ordered: list[str], text: str) -> list[str]:
    place = bisect_left(ordered, text)
    return ordered[max(0, place - NEIGHBOURS) : place + NEIGHBOURS]


def likeness(one: str, other: str) -> float:
    """The part of two texts that agrees from the front or from the back: 1 for equal ones."""
    most = min(len(one), len(other))
    front = 0
    while front < most and one[front] == other[front]:
        front += 1
    back = 0
    while back < most - front and one[-1 - back] == other[-1 - back]:
        back += 1
    return 2 * (front + back) / max(1, len(one) + len(other))
