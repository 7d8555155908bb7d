"""What is kept of puzzles and never told as it is: first tries, what is known before one, and puzzles to be made."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from parcferme.house.puzzle_ratings import Rated


class Tried(Struct):
    """A first try as it is kept. `own` and `theirs`: the ratings of person and puzzle after it."""

    puzzle: str
    game: str
    choice: str
    right: bool
    day: int
    own: int
    theirs: int


class Past(Struct):
    """What is known before a try: the person's own first try, and both ratings with their tries."""

    first: Tried | None
    person: Rated
    puzzle: Rated
    chosen: dict[str, int]


class OwnTask(Struct):
    """A decision to make a puzzle of, in plain values that travel to another process."""

    game: str
    rules: int
    options: dict[str, Any]
    start: dict[str, Any] | None
    log: list[Any]
    seat: int
