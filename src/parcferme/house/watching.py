"""Public tables under way, as they are listed for whoever wants to watch: those first that are close, near their end
and lively, each with the reason.

All of it follows from a spectator's view, which holds nothing that anybody at the table must not know. Rated matches
are shown half a minute late even so: nobody gets advice from the stands.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from parcferme.core import registry
from parcferme.house.positions import Seat, View
from parcferme.lib.race import Race

FRESH: Final = 60_000  # milliseconds after a move in which a table is under way this minute
STALE: Final = 600_000  # … and after which nothing more happens, as far as a visitor can wait
NO_RACE: Final[Race] = (1.0, 0.5)  # of a game that does not say
CLOSE: Final = 0.5  # of what the game calls close
ENDING: Final = 0.75  # of the way
Reason = Literal["close", "ending", "moved", "watched", "people", "waits"]


class WatchedTable(Struct):
    """A table to be watched. `reason`: the first two are close, it nears its end, a move was just made, so many watch,
    so many people play, or it waits."""

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
    late: Annotated[bool, Meta(description="a rated match, shown half a minute late")] = False


class WatchPage(Struct):
    """The closest and liveliest tables first."""

    tables: list[WatchedTable]
    next: Annotated[str, Meta(description="for `after`; empty: there are no more")]
    total: int


def liveliness(people: int, idle: int, watchers: int) -> float:
    """People at the table and around it, the less the longer nothing has happened: half of it after a minute."""
    return (1.0 + people + 0.5 * watchers) * FRESH / (FRESH + max(0, idle))


def race_of(game: str, view: View) -> Race:
    """How close it is, and how far it has come, by what everybody sees."""
    part = registry.part(game, "race")
    found: Race = NO_RACE if part is None else part.race(view)
    return found


def interest(race: Race, lively: float) -> float:
    """Closeness times how far it has come times how lively it is."""
    gap, done = race
    return lively * (0.25 + 0.75 * done) / (1.0 + gap)


def reason_for(race: Race, seats: int, people: int, idle: int, watchers: int) -> Reason:
    """Why it stands where it stands, in one word: what weighs most."""
    if idle > STALE:
        return "waits"
    if seats > 1 and race[0] <= CLOSE and race[1] > 1 - ENDING:
        return "close"
    if race[1] >= ENDING:
        return "ending"
    if watchers > people:
        return "watched"
    return "moved" if idle <= FRESH or people < 2 else "people"
