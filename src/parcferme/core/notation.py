"""Notation: a table between dense ids, their ASCII texts, and the parts a board can match with a click."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from parcferme.core.errors import BadNotation


class Notation:
    """Ids 0 … n−1 and the one text of each. A game builds one for its actions and one for its outcomes."""

    def __init__(self, what: str, texts: Sequence[str], forms: Sequence[dict[str, object]] | None = None) -> None:
        self.what = what
        self.texts = list(texts)
        self.forms: list[dict[str, object]] = list(forms) if forms is not None else [{"kind": t} for t in self.texts]
        self.ids = {text: number for number, text in enumerate(self.texts)}
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
            raise BadNotation(text, self.what, get_close_matches(text, self.texts, 3))
        return number
