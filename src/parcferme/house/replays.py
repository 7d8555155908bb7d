"""Stepping through matches: pages of frames, and the records that people look at at the moment."""

from __future__ import annotations

from threading import Lock
from typing import Final

from parcferme.core.contract import Game
from parcferme.core.errors import Diverged, ParcFermeError
from parcferme.core.play import Entry, Play
from parcferme.core.position import Note
from parcferme.house.changes import lighten_frames
from parcferme.house.codec import encode
from parcferme.house.frames import frame_by_frame
from parcferme.table.journal import Audience

KEPT: Final = 32  # replays
PAGE: Final = 200  # frames
HEAVIEST = 2_000_000  # bytes of them, and one frame more


class Replay:
    """A match with its whole log. What nobody has come to yet need not be played; several threads may share it."""

    def __init__(self, play: Play, log: list[Entry]) -> None:
        self.play = play
        self.log = log
        self.lock = Lock()

    def reach(self, entries: int) -> Play:
        """The match, played so far at least; raises Diverged where the rules do not allow it."""
        with self.lock:
            for index in range(len(self.play.log), entries):
                self._enter(index)
        return self.play

    def _enter(self, index: int) -> None:
        try:
            self.play.enter(self.log[index])
        except Diverged:
            raise
        except ParcFermeError as error:
            raise Diverged(index, str(error)) from error


class Replays:
    """The records looked at last, by their id, so that a further step does not start from the beginning."""

    def __init__(self) -> None:
        self.kept: dict[str, Replay] = {}

    def of(self, id: str, game: Game, log: list[Entry], start: Note | None = None) -> Replay:
        replay = self.kept.pop(id, None)
        if replay is None:
            replay = Replay(Play(game, start), log)
        self.kept[id] = replay
        if len(self.kept) > KEPT:
            del self.kept[next(iter(self.kept))]
        return replay


def page(replay: Replay, first: int, last: int, audience: Audience, over: bool, changes: bool) -> bytes:
    """Frames as JSON, as many as fit: each may show a board of half a megabyte. Two hundred of them take a while."""
    found = frame_by_frame(replay.reach(last), first, last, audience, over)
    made: list[bytes] = []
    weight = 0
    for frame in lighten_frames(found) if changes else found:
        made.append(encode(frame))
        weight += len(made[-1])
        if weight > HEAVIEST:
            break
    return b"[%b]" % b",".join(made)


def frame_end(first: int, last: int, entries: int) -> int:
    """The last frame of a page, which holds at most 200; `last` −1: as many as fit."""
    return min(first + PAGE - 1 if last < 0 else min(last, first + PAGE - 1), entries)
