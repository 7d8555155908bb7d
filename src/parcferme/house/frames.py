"""Stepping through a record: any entry in one call, for boards that replay a match."""

from __future__ import annotations

from threading import Lock
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from parcferme.core.contract import KIND_NAMES, Game, State
from parcferme.core.errors import BadRecord, Diverged, ParcFermeError
from parcferme.core.events import Event
from parcferme.core.play import Entry, Play, live_entries
from parcferme.core.position import Note
from parcferme.house.positions import GameEvent, Kind, Result, View, game_event, told_result
from parcferme.table.export import conceal
from parcferme.table.journal import Audience

STRIDE: Final = 50  # entries between two positions that are kept


class Frame(Struct, omit_defaults=True):
    """A position of a record: after `at` entries. With `changes`, `view` lacks the parts `kept` from the one before."""

    at: int
    entry: list[Any] | None
    events: list[GameEvent]
    kind: Kind
    to_act: list[int]
    view: View
    live: Annotated[int, Meta(description="how many of the entries still count")]
    result: Result | None
    kept: list[str] | UnsetType = UNSET


class Replay:
    """A log with positions kept along the way, so that every entry is a short step from one of them.

    The log may grow; what was replayed once is never replayed again. Several threads may share a replay.
    """

    def __init__(self, game: Game, log: list[Entry], start: Note | None = None) -> None:
        self.game = game
        self.log = log
        self.start = start
        self.kept: list[State] = [Play(game, start).state]  # after 0, STRIDE, 2 · STRIDE, … entries
        self.lock = Lock()

    def at(self, entries: int) -> Play:
        """The match after so many entries."""
        with self.lock:
            kept = min(entries // STRIDE, len(self.kept) - 1)
            play = self._from(kept)
            for index in range(kept * STRIDE, entries):
                enter(play, index, self.log[index], None)
                if (index + 1) == len(self.kept) * STRIDE:
                    self.kept.append(play.state.copy())
            return play

    def _from(self, kept: int) -> Play:
        play = Play(self.game, self.start)
        play.state = self.kept[kept].copy()
        play.log = self.log[: kept * STRIDE]
        play.live = live_entries(play.log)
        return play


def enter(play: Play, index: int, entry: Entry, events: list[Event] | None) -> None:
    """The next entry; raises Diverged where the rules do not allow it."""
    try:
        play.enter(entry, events)
    except Diverged:
        raise
    except ParcFermeError as error:
        raise Diverged(index, str(error)) from error


def frames(replay: Replay, first: int, last: int, audience: Audience = None, over: bool = True) -> list[Frame]:
    """The positions after `first` … `last` entries of the log, each with the entry and the events that led to it.

    Views are those of the audience. Entries and events are concealed from it unless the match is over.
    """
    if not 0 <= first <= last <= len(replay.log):
        raise BadRecord("frames", f"{first} to {last} is not within 0 to {len(replay.log)}")
    before = max(first - 1, 0)
    play = replay.at(before)
    made = [_frame(play, audience, None, [])] if first == 0 else []
    for index in range(before, last):
        events: list[Event] = []
        entry = replay.log[index]
        shown = entry if over else conceal(replay.game, entry, play.state.to_act(), audience)
        enter(play, index, entry, events)
        seen = [event for event in events if over or event.visible_to(audience)]
        made.append(_frame(play, audience, shown, seen))
    return made


def _frame(play: Play, audience: Audience, entry: Entry | None, events: list[Event]) -> Frame:
    state = play.state
    kind: Any = KIND_NAMES[state.kind()]
    told = [game_event(event) for event in events]
    view, result = state.view(audience), told_result(state.result())
    return Frame(len(play.log), entry, told, kind, list(state.to_act()), view, len(play.live), result)
