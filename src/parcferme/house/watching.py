"""Public tables under way, as they are listed for whoever wants to watch: the liveliest first, each with the reason.

What is told is a spectator's view, which holds nothing that anybody at the table must not know: so nothing is delayed.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from parcferme.house.positions import Seat, View

FRESH: Final = 60_000  # milliseconds after a move in which a table is under way this minute
STALE: Final = 600_000  # … and after which nothing more happens, as far as a visitor can wait
Reason = Literal["moved", "watched", "people", "waits"]


class WatchedTable(Struct):
    """A table to be watched. `reason`: a move was just made, so many watch, so many people play, or it waits."""

    id: str
    game: str
    title: str
    pace: str
    node: int
    seats: list[Seat]
    to_act: list[int]
    view: Annotated[View, Meta(description="as a spectator sees it")]
    watchers: int
    idle: Annotated[int, Meta(description="milliseconds since the last move")]
    reason: Reason


class WatchPage(Struct):
    """The liveliest tables first."""

    tables: list[WatchedTable]
    next: Annotated[str, Meta(description="for `after`; empty: there are no more")]
    total: int


def liveliness(people: int, idle: int, watchers: int) -> float:
    """People at the table and around it, the less the longer nothing has happened: half of it after a minute."""
    return (1.0 + people + 0.5 * watchers) * FRESH / (FRESH + max(0, idle))


def reason_for(people: int, idle: int, watchers: int) -> Reason:
    """Why it stands where it stands, in one word: what weighs most."""
    if idle > STALE:
        return "waits"
    if watchers > people:
        return "watched"
    return "moved" if idle <= FRESH or people < 2 else "people"
