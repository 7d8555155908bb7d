"""The table of phases."""

from __future__ import annotations

from collections.abc import Callable

from parcferme.core.contract import DECISION, OVER, State
from parcferme.core.events import Event
from parcferme.core.phases import Phase

Handler = Callable[[State, int, list[Event] | None], None]


def drive(state: State, move: int, events: list[Event] | None) -> None:
    state.apply(move, events)


PHASES: tuple[Phase[Handler], ...] = (
    Phase("turn", DECISION, "the next driver", drive, ("turn", "over")),
    Phase("over", OVER, "", drive, ()),
)
