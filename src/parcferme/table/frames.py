"""Stepping through a record: any entry in one call, for boards that replay a finished match."""

from __future__ import annotations

from parcferme.core.contract import KIND_NAMES, Game
from parcferme.core.errors import BadRecord, Diverged, ParcFermeError
from parcferme.core.events import Event
from parcferme.core.play import Entry, Play, position
from parcferme.table.export import conceal
from parcferme.table.journal import Audience

Frame = dict[str, object]


def frames(
    game: Game, log: list[Entry], first: int, last: int, audience: Audience = None, over: bool = True
) -> list[Frame]:
    """The positions after `first` … `last` entries of the log, each with the entry and the events that led to it.

    Views are those of the audience. Entries and events are concealed from it unless the match is over.
    """
    if not 0 <= first <= last <= len(log):
        raise BadRecord("frames", f"{first} to {last} is not within 0 to {len(log)}")
    play = Play(game)
    before = max(first - 1, 0)
    try:
        play.state, play.live = position(game, log[:before])
    except Diverged:
        raise
    except ParcFermeError as error:
        raise BadRecord("log", str(error)) from error
    play.log = [list(entry) for entry in log[:before]]
    made = [_frame(play, audience, None, [])] if first == 0 else []
    for index in range(before, last):
        events: list[Event] = []
        entry = log[index] if over else conceal(game, log[index], play.state.to_act(), audience)
        try:
            play.enter(log[index], events)
        except ParcFermeError as error:
            raise Diverged(index, str(error)) from error
        if index + 1 >= first:
            seen = [event for event in events if over or event.visible_to(audience)]
            made.append(_frame(play, audience, entry, seen))
    return made


def _frame(play: Play, audience: Audience, entry: Entry | None, events: list[Event]) -> Frame:
    state = play.state
    result = state.result()
    return {
        "at": len(play.log),
        "entry": entry,
        "events": [event.to_json() for event in events],
        "kind": KIND_NAMES[state.kind()],
        "to_act": list(state.to_act()),
        "view": state.view(audience),
        "live": len(play.live),
        "result": None if result is None else result.to_json(),
    }
