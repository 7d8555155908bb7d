"""Those who listen to a table: a bounded queue for each, so that a slow line never holds up a table."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from parcferme.server.changes import NOTHING
from parcferme.server.people import Identity
from parcferme.server.telling import Wish
from parcferme.table.journal import Audience
from parcferme.table.table import Table

QUEUE: Final = 256  # messages; who falls further behind is cut off and may come back with since=n


class Listener:
    """One connection to a table.

    A person with one seat is told what that seat may know, anybody else what everybody may. Who holds several seats
    (hotseat) either names one or follows the play: then the seat that decides is the one at the screen.
    """

    __slots__ = ("allowed", "closed", "identity", "last", "queue", "seat", "seen", "waiter", "wish")

    def __init__(
        self, identity: Identity | None, seat: int | None, wish: Wish, allowed: Callable[[], bool] = lambda: True
    ) -> None:
        self.identity = identity
        self.allowed = allowed  # may it watch the table still?
        self.seat = seat  # a chosen seat; None: follow
        self.wish = wish
        self.last: Audience = None
        self.seen = NOTHING  # the view sent last, where only changes are wished for
        self.queue: deque[bytes] = deque()
        self.waiter: asyncio.Future[None] | None = None  # the sender, when it has nothing to do
        self.closed = False

    def audience(self, table: Table) -> Audience:
        """Whose eyes this connection sees with at the moment."""
        held = [] if self.identity is None else table.seats_of(self.identity.ids)
        if not held:
            self.last = None
        elif self.seat in held:
            self.last = self.seat
        else:
            asked = [seat for seat in table.owing() if seat in held]
            if asked:
                self.last = asked[0]
            elif self.last not in held:
                self.last = held[0]
        return self.last

    def send(self, data: bytes) -> None:
        """Queue a message; who does not keep up is cut off."""
        if self.closed:
            return
        if len(self.queue) >= QUEUE:
            self.close()
            return
        self.queue.append(data)
        self._wake()

    def close(self) -> None:
        """Nothing more is queued; the sender ends after what is."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    async def next(self) -> bytes | None:
        """The next message, or `None` when there will be no more."""
        while not self.queue:
            if self.closed:
                return None
            self.waiter = asyncio.get_running_loop().create_future()
            await self.waiter
        return self.queue.popleft()
