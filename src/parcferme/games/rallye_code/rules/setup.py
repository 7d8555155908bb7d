"""Before the first turn: the highest first roll makes the Gendarme (RC-16, RC-R04)."""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Event
from parcferme.games.rallye_code.actions import FACES, TOTAL
from parcferme.games.rallye_code.state import (
    ACTOR,
    BEST,
    GENDARME,
    P_FIRST_ROLL,
    P_LOT,
    PHASE,
    REROLLS,
    ROLLERS,
    ROUND,
    S_NEXT_TURN,
    S_WAIT,
    SEAT,
    STARTER,
    TOP,
    Position,
)

MOST_REROLLS: Final = 5  # tied players are alike, so that a lot has the same odds as rolling on: nobody waits for ever


def ask_rolls(s: Position, seats: int) -> None:
    """These seats roll, lowest first."""
    v = s.v
    v[PHASE] = P_FIRST_ROLL
    v[ACTOR] = -1
    v[ROLLERS] = seats
    v[TOP] = 0
    v[BEST] = 0
    v[SEAT] = lowest(seats)


def first_roll(s: Position, outcome: int, events: list[Event] | None) -> int:
    """One player's preliminary roll. It moves no car."""
    v = s.v
    seat = v[SEAT]
    total = TOTAL[outcome]
    if events is not None:
        args: dict[str, object] = {"player": seat + 1, "dice": list(FACES[outcome]), "total": total}
        events.append(Event("first_roll", "RC-16", args))
    if total > v[BEST]:
        v[BEST], v[TOP] = total, 1 << seat
    elif total == v[BEST]:
        v[TOP] |= 1 << seat
    v[ROLLERS] &= ~(1 << seat)
    if v[ROLLERS]:
        v[SEAT] = lowest(v[ROLLERS])
    elif v[TOP] & (v[TOP] - 1):
        _tied(s, events)
    else:
        return appoint(s, lowest(v[TOP]), events)
    return S_WAIT


def _tied(s: Position, events: list[Event] | None) -> None:
    v = s.v
    if events is not None:
        tied = [seat + 1 for seat in range(s.t.players) if v[TOP] >> seat & 1]
        events.append(Event("first_tie", "RC-R04", {"players": tied, "total": v[BEST]}))
    if v[REROLLS] == MOST_REROLLS:
        v[PHASE] = P_LOT
    else:
        v[REROLLS] += 1
        ask_rolls(s, v[TOP])


def appoint(s: Position, seat: int, events: list[Event] | None) -> int:
    """The Gendarme takes office; the player on his left starts (RC-R04)."""
    v = s.v
    v[GENDARME] = seat
    v[STARTER] = (seat + 1) % s.t.players
    v[SEAT] = seat
    v[ROUND] = 0
    if events is not None:
        events.append(Event("gendarme", "RC-16", {"player": seat + 1}))
    return S_NEXT_TURN


def lowest(seats: int) -> int:
    """The lowest seat of a set of bits."""
    return (seats & -seats).bit_length() - 1
