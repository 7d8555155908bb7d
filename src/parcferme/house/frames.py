"""Stepping through a record: any entry in one call, for boards that replay a match."""

from __future__ import annotations

from parcferme.core.contract import KIND_NAMES, State
from parcferme.core.errors import BadRecord
from parcferme.core.events import Event
from parcferme.core.play import Play
from parcferme.table.export import conceal
from parcferme.table.journal import Audience

Frame = dict[str, object]


def frames(play: Play, first: int, last: int, audience: Audience = None, over: bool = True) -> list[Frame]:
    """The positions after `first` … `last` entries of the log, each with the entry and the events that led to it.

    Views are those of the audience. Entries and events are concealed from it unless the match is over. The match may be
    played on meanwhile, in another thread.
    """
    if not 0 <= first <= last <= len(play.log):
        raise BadRecord("frames", f"{first} to {last} is not within 0 to {len(play.log)}")
    before = max(first - 1, 0)
    state = play.at(before)
    made = [_frame(state, 0, 0, audience)] if first == 0 else []
    for index in range(before, last):
        events: list[Event] = []
        entry = play.log[index]
        shown = entry if over else conceal(play.game, entry, state.to_act(), audience)
        state = play.after(state, index, events)
        frame = _frame(state, index + 1, len(play.live_after(index + 1)), audience)
        frame["entry"] = shown
        frame["events"] = [event.to_json() for event in events if over or event.visible_to(audience)]
        made.append(frame)
    return made


def _frame(state: State, at: int, live: int, audience: Audience) -> Frame:
    result = state.result()
    return {
        "at": at,
        "entry": None,
        "events": [],
        "kind": KIND_NAMES[state.kind()],
        "to_act": list(state.to_act()),
        "view": state.view(audience),
        "live": live,
        "result": None if result is None else result.to_json(),
    }
