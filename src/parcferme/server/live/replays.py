"""Replays that people step through at the moment, so that a further step does not start from the beginning."""

from __future__ import annotations

import asyncio
from typing import Final

from parcferme.core.contract import Game
from parcferme.core.play import Entry
from parcferme.core.position import Note
from parcferme.house.changes import lighten_frames
from parcferme.house.codec import encode
from parcferme.house.frames import Replay, frames
from parcferme.table.journal import Audience

KEPT: Final = 32


class Replays:
    """The replays used last, by the id of their table or record."""

    def __init__(self) -> None:
        self.kept: dict[str, Replay] = {}

    def of(self, id: str, game: Game, log: list[Entry], start: Note | None = None) -> Replay:
        """The replay of a log: the one at hand as long as it is the same log, which may have grown."""
        replay = self.kept.pop(id, None)
        if replay is None or replay.log is not log:
            replay = Replay(game, log, start)
        self.kept[id] = replay
        if len(self.kept) > KEPT:
            del self.kept[next(iter(self.kept))]
        return replay


async def page(replay: Replay, first: int, last: int, audience: Audience, over: bool, changes: bool) -> bytes:
    """Frames as JSON, made in a thread: two hundred of them take a while."""
    return await asyncio.to_thread(_page, replay, first, last, audience, over, changes)


def _page(replay: Replay, first: int, last: int, audience: Audience, over: bool, changes: bool) -> bytes:
    made = frames(replay, first, last, audience, over)
    if changes:
        lighten_frames(made)
    return encode(made)
