"""Those who listen to a table: a bounded queue for each, so that a slow line never holds up a table."""

from __future__ import annotations

import asyncio
from typing import Final

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

    __slots__ = ("closed", "identity", "last", "queue", "seat", "wish")

    def __init__(self, identity: Identity | None, seat: int | None, wish: Wish) -> None:
        self.identity = identity
        self.seat = seat  # a chosen seat; None: follow
        self.wish = wish
        self.last: Audience = None
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)
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
        """Queue a message; a full queue ends the connection."""
        if self.closed:
            return
        try:
            self.queue.put_nowait(data)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """Let the sender end after what is queued, or at once when nothing more fits."""
        if self.closed:
            return
        self.closed = True
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)
