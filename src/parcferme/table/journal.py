"""The journal of a table: numbered notes, and what folding one of them made happen.

kind    body                                    what it says
sit     seat, person                            a person takes a seat
stand   seat                                    … gives it up before the start
bot     seat, level                             a bot takes a seat
start   entries                                 the match begins; chance may act at once
play    by, cause, entries, [id], [flagged],    an accepted move with the chance that follows it
        [agreed]                                (of an undo: everybody with a say has agreed)
seal    seat, action, [id]                      a sealed choice, hidden until all are in
unseal  seat                                    … withdrawn
away    seat                                    a person leaves a running match; a bot drives
back    seat, person                            … and returns
ask     seat, to                                may the match go back to node `to`?
answer  seat, yes                               one seat's answer
link    seat (−1: spectators)                   the link's old tokens are void
close   by                                      the host or an admin ends the match without a result
again   table                                   a rematch was made
"""

from __future__ import annotations

from parcferme.core.contract import View
from parcferme.core.events import Event
from parcferme.core.play import Entry

Body = dict[str, object]
Audience = int | None  # a seat, or None for everybody who only watches


class Note:
    """One line of a journal: its number (from 1), the table's time in milliseconds, what and with which details."""

    __slots__ = ("at", "body", "kind", "seq")

    def __init__(self, seq: int, at: int, kind: str, body: Body) -> None:
        self.seq = seq
        self.at = at
        self.kind = kind
        self.body = body

    def __repr__(self) -> str:
        return f"Note({self.seq}, {self.at}, {self.kind!r}, {self.body!r})"


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
