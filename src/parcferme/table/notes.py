"""The notes of a journal: what may be written down of a table. A match is the fold over them, in their order.

Each is kept as its kind and its fields in JSON; what does not read as one of them is no note.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import Struct

Cause = Literal["start", "move", "bot", "time", "undo", "bell"]
Entry = list[Any]  # of the game's log, see core/play.py


class Sat(Struct, frozen=True):
    """A person takes a seat."""

    seat: int
    person: str


class Stood(Struct, frozen=True):
    """… gives it up before the start."""

    seat: int


class BotSat(Struct, frozen=True, omit_defaults=True):
    """A bot takes a seat. An older journal does not say who drives."""

    seat: int
    level: str
    driver: str = ""


class Started(Struct, frozen=True):
    """The match begins; chance may act at once."""

    entries: list[Entry]


class Played(Struct, frozen=True, omit_defaults=True):
    """An accepted move with the chance that follows it: by which seat, why, the client's id of it, whose time was up,
    and, of an undo, whether everybody with a say has agreed."""

    by: int | None
    cause: Cause
    entries: list[Entry]
    id: str = ""
    flagged: list[int] = []
    agreed: bool = False


class Sealed(Struct, frozen=True, omit_defaults=True):
    """A sealed choice, hidden until all are in."""

    seat: int
    action: str
    id: str = ""


class Unsealed(Struct, frozen=True):
    """… withdrawn."""

    seat: int


class Left(Struct, frozen=True):
    """A person leaves a running match; a bot drives."""

    seat: int


class Returned(Struct, frozen=True):
    """… and returns."""

    seat: int
    person: str


class Asked(Struct, frozen=True):
    """May the match go back to node `to`?"""

    seat: int
    to: int


class Answered(Struct, frozen=True):
    """One seat's answer."""

    seat: int
    yes: bool


class Relinked(Struct, frozen=True):
    """The old tokens of a seat's link are void; −1: of the link for spectators."""

    seat: int


class Closed(Struct, frozen=True):
    """The host or an administrator ends the match without a result."""

    by: str


class Rematched(Struct, frozen=True):
    """A rematch was made."""

    table: str


Body = (
    Sat
    | Stood
    | BotSat
    | Started
    | Played
    | Sealed
    | Unsealed
    | Left
    | Returned
    | Asked
    | Answered
    | Relinked
    | Closed
    | Rematched
)
KINDS: Final[dict[str, type[Body]]] = {
    "sit": Sat,
    "stand": Stood,
    "bot": BotSat,
    "start": Started,
    "play": Played,
    "seal": Sealed,
    "unseal": Unsealed,
    "away": Left,
    "back": Returned,
    "ask": Asked,
    "answer": Answered,
    "link": Relinked,
    "close": Closed,
    "again": Rematched,
}
KIND_OF: Final = {body: kind for kind, body in KINDS.items()}
