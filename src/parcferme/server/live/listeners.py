"""Those who listen to a table. Nobody waits for a slow line: it is cut off when too much piles up for it."""

from __future__ import annotations

from collections.abc import Callable

from parcferme.house.changes import NOTHING
from parcferme.house.positions import Reader
from parcferme.house.telling import followed_eyes
from parcferme.server.live.wire import Wire
from parcferme.server.people.accounts import Identity
from parcferme.table.journal import Audience
from parcferme.table.table import Table

BEHIND = 2_000_000  # bytes; who falls further behind is cut off and may come back with since=n


class Listener:
    """One connection to a table. A person with one seat is told what that seat may know, anybody else what everybody
    may."""

    __slots__ = (
        "allowed",
        "behind",
        "closed",
        "held",
        "identity",
        "last",
        "lie",
        "named",
        "reader",
        "seat",
        "seen",
        "wire",
    )

    def __init__(
        self,
        wire: Wire,
        identity: Identity | None,
        seat: int | None,
        wish: Reader,
        allowed: Callable[[], bool],
        lie: Callable[[int], bool] = lambda more: True,
    ) -> None:
        self.wire = wire
        self.identity = identity
        self.allowed = allowed  # may it watch the table still?
        self.named = False  # as a spectator, does it like to be known?
        self.seat = seat  # a chosen seat; None: follow
        self.reader = wish
        self.last: Audience = None  # whose eyes it saw with when it was last told something
        self.seen = NOTHING  # the view sent last, where only changes are wished for
        self.behind = 0  # bytes that wait for an answer, or since the other side has stopped reading
        self.lie = lie  # may so much more lie here for whoever has opened it?
        self.closed = False
        self.held: list[bytes] | None = None  # while a wish is under way: what is sent together with its answer

    def audience(self, table: Table) -> Audience:
        """Whose eyes this connection sees with at the moment."""
        held = [] if self.identity is None else table.seats_of(self.identity.ids)
        return followed_eyes(table, held, self.seat, self.last)

    def hold(self) -> None:
        """A move of this line is under way: what comes of it and the answer leave together, in one packet."""
        self.held = []

    def answer(self, packed: bytes) -> None:
        """… and now they do."""
        held, self.held = self.held, None
        self.send(*(held or ()), packed)

    def send(self, *packed: bytes) -> None:
        """Send messages; who does not keep up is cut off."""
        if self.closed:
            return
        waits = self.held is not None or self.wire.is_clogged()
        if not self._fall_behind(self.behind + sum(map(len, packed)) if waits else 0):
            self.close()
        elif self.held is not None:
            self.held += packed
        else:
            self.wire.write(*packed)

    def _fall_behind(self, behind: int) -> bool:
        """So much waits now; `False` where that is too much, for this line or for all of its address together."""
        more, self.behind = behind - self.behind, behind
        return (not more or self.lie(more)) and behind <= BEHIND

    def leave(self) -> None:
        """Nothing of it lies here any more."""
        self.closed = True
        self._fall_behind(0)

    def close(self) -> None:
        """Nothing more is sent, and nothing is heard from it any more."""
        if not self.closed:
            self.closed = True
            self.wire.end()
