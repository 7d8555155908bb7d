"""Events: what just happened, for the log, the animation and the referee."""

from __future__ import annotations


class Event:
    """One thing that happened. `kind` and `args` name a text in the game's catalogue; `clause` says which rule did it.

    `only` holds the seats that may know of it; `None` means everybody. Rules code never writes sentences: the same
    event is shown in three languages and read aloud.
    """

    __slots__ = ("kind", "args", "clause", "only")

    def __init__(
        self, kind: str, clause: str, args: dict[str, object] | None = None, only: tuple[int, ...] | None = None
    ) -> None:
        self.kind = kind
        self.clause = clause
        self.args: dict[str, object] = args if args is not None else {}
        self.only = only

    def visible_to(self, seat: int | None) -> bool:
        """May this seat (`None`: a spectator) know of the event?"""
        return self.only is None or (seat is not None and seat in self.only)

    def to_json(self) -> dict[str, object]:
        return {"kind": self.kind, "clause": self.clause, "args": self.args}

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.clause!r}, {self.args!r}, {self.only!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return False
        return (self.kind, self.clause, self.args, self.only) == (other.kind, other.clause, other.args, other.only)

    def __hash__(self) -> int:
        return hash((self.kind, self.clause))


Events = list[Event] | None  # what happened is told only to those who want to know
