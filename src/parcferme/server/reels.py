"""Replays that people step through at the moment, so that a further step does not start from the beginning."""

from __future__ import annotations

import asyncio
from typing import Final

from parcferme.core.contract import Game
from parcferme.core.play import Entry
from parcferme.core.position import Note
from parcferme.server.changes import lighten_frames
from parcferme.server.codec import encode
from parcferme.table.frames import Reel, frames
from parcferme.table.journal import Audience

KEPT: Final = 32


class Reels:
    """The reels used last, by the id of their table or record."""

    def __init__(self) -> None:
        self.kept: dict[str, Reel] = {}

    def of(self, id: str, game: Game, log: list[Entry], start: Note | None = None) -> Reel:
        """The reel of a log: the one at hand as long as it is the same log, which may have grown."""
        reel = self.kept.pop(id, None)
        if reel is None or reel.log is not log:
            reel = Reel(game, log, start)
        self.kept[id] = reel
        if len(self.kept) > KEPT:
            del self.kept[next(iter(self.kept))]
        return reel


async def page(reel: Reel, first: int, last: int, audience: Audience, over: bool, changes: bool) -> bytes:
    """Frames as JSON, made in a thread: two hundred of them take a while."""
    return await asyncio.to_thread(_page, reel, first, last, audience, over, changes)


def _page(reel: Reel, first: int, last: int, audience: Audience, over: bool, changes: bool) -> bytes:
    made = frames(reel, first, last, audience, over)
    if changes:
        lighten_frames(made)
    return encode(made)
