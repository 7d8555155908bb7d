"""What a move leads to."""

from __future__ import annotations

from parcferme.core.contract import DECISION
from parcferme.core.events import Event
from parcferme.games.rally_round.rules import RallyState
from parcferme.games.rally_round.state import (
    N_FEATHER,
    N_SPEED,
)


def preview(state: RallyState, action: int) -> tuple[RallyState, list[Event]]:
    """The move this action leads to, if everything after it is answered by default; stops at a card to be drawn."""
    after = state.copy()
    events: list[Event] = []
    crew, seat = state.crew, after.to_act()[0]
    after.apply(action, events)
    for _ in range(60):
        if after.kind() != DECISION or after.crew != crew or after.phase in (N_SPEED, N_FEATHER):
            break
        if after.to_act()[0] != seat:
            break
        after.apply(after.default(seat), events)
    return after, events
