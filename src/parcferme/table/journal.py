"""The journal of a table: numbered notes, and what folding one of them made happen. `notes.py` lists their kinds."""

from __future__ import annotations

from parcferme.core.contract import View
from parcferme.core.events import Event
from parcferme.core.play import Entry
from parcferme.table.notes import KIND_OF, Body

Audience = int | None  # a seat, or None for everybody who only watches


class Note:
    """One line of a journal: its number (from 1), the table's time in milliseconds, and what it says."""

    __slots__ = ("at", "body", "kind", "seq")

    def __init__(self, seq: int, at: int, body: Body) -> None:
        self.seq = seq
        self.at = at
        self.kind = KIND_OF[type(body)]
        self.body = body

    def __repr__(self) -> str:
        return f"Note({self.seq}, {self.at}, {self.body!r})"


class Step:
    """One entry of the game's log as it was played: who was asked, what it caused, and how that looked to watchers."""

    __slots__ = ("asked", "entry", "events", "views")

    def __init__(self, entry: Entry, asked: tuple[int, ...], events: list[Event]) -> None:
        self.entry = entry
        self.asked = asked
        self.events = events
        self.views: dict[Audience, View] = {}


class Happening:
    """A folded note with the steps it made the game take."""

    __slots__ = ("first_seal", "heard", "heard_alone", "note", "steps")

    def __init__(self, note: Note, steps: list[Step], first_seal: bool = False) -> None:
        self.note = note
        self.steps = steps
        self.first_seal = first_seal  # a seal that others may hear of; replacing it is silent
        self.heard = 0  # how many notes everybody has been told of, this one included …
        self.heard_alone: tuple[int, ...] = ()  # … and each seat besides

    def count_for(self, audience: Audience) -> int:
        """The number of this message in the audience's stream."""
        return self.heard + (self.heard_alone[audience] if audience is not None else 0)
