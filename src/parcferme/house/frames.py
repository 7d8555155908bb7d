"""Stepping through a record: any entry in one call, for boards that replay a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from parcferme.core.contract import KIND_NAMES, State
from parcferme.core.errors import BadRecord
from parcferme.core.events import Event
from parcferme.core.play import Play
from parcferme.house.positions import GameEvent, Kind, Result, View
from parcferme.house.telling import game_event, told_result
from parcferme.table.export import conceal
from parcferme.table.journal import Audience


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


def frames(play: Play, first: int, last: int, audience: Audience = None, over: bool = True) -> list[Frame]:
    """The positions after `first` … `last` entries of the log, each with the entry and the events that led to it."""
    return list(frame_by_frame(play, first, last, audience, over))


def frame_by_frame(play: Play, first: int, last: int, audience: Audience, over: bool) -> Iterator[Frame]:
    """The same, one after another.

    Views are those of the audience. Entries and events are concealed from it unless the match is over. The match may be
    played on meanwhile, in another thread.
    """
    if not 0 <= first <= last <= len(play.log):
        raise BadRecord("frames", f"{first} to {last} is not within 0 to {len(play.log)}")
    before = max(first - 1, 0)
    state = play.at(before)
    if first == 0:
        yield _frame(state, 0, 0, audience)
    for index in range(before, last):
        events: list[Event] = []
        entry = play.log[index]
        shown = entry if over else conceal(play.game, entry, state.to_act(), audience)
        state = play.after(state, index, events)
        frame = _frame(state, index + 1, len(play.live_after(index + 1)), audience)
        frame.entry = shown
        frame.events = [game_event(event) for event in events if over or event.visible_to(audience)]
        yield frame


def _frame(state: State, at: int, live: int, audience: Audience) -> Frame:
    kind: Any = KIND_NAMES[state.kind()]
    result = told_result(state.result())
    return Frame(at, None, [], kind, list(state.to_act()), state.view(audience), live, result)
