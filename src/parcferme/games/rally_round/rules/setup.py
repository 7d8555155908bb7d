"""Before the route: who drives which car (RR-12, RR-13, RR-14)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.rally_round.actions import CAR
from parcferme.games.rally_round.rules.laying import begin_laying
from parcferme.games.rally_round.state import CREWS, KIT_AT, N_CARS, OWNER, PICKS, SIZE, Pack, Position
from parcferme.games.rally_round.tables import Tables
from parcferme.lib.rows import vec

UNDRAWN = -1


def begin(p: Position) -> None:
    """Draw the start numbers, if several players share the cars."""
    if p.t.players == 1 or p.t.competition:
        for crew in range(p.t.crews):
            p.v[OWNER + crew] = crew if p.t.competition and p.t.players > 1 else 0
        begin_laying(p, None)
    else:
        for crew in range(p.t.crews):
            p.v[OWNER + crew] = UNDRAWN
        p.ask(N_CARS, -1)


def car_chances(p: Position) -> list[tuple[int, int]]:
    """RR-13: the next player draws one of the cars left, unseen."""
    return [(CAR + crew, 1) for crew in range(p.t.crews) if p.v[OWNER + crew] == UNDRAWN]


def draw_car(p: Position, crew: int, events: list[Event] | None) -> None:
    v = p.v
    v[OWNER + crew] = v[PICKS]
    _tell_car(v[PICKS], crew, events)
    v[PICKS] = v[PICKS] + 1
    if v[PICKS] == p.t.crews - 1:  # one car is left for the last player
        last = next(c for c in range(p.t.crews) if v[OWNER + c] == UNDRAWN)
        v[OWNER + last] = v[PICKS]
        _tell_car(v[PICKS], last, events)
        begin_laying(p, events)


def _tell_car(seat: int, crew: int, events: list[Event] | None) -> None:
    if events is not None:
        events.append(Event("draws_car", "RR-13", {"seat": seat + 1, "crew": crew + 1}))


def first_numbers(t: Tables) -> vec[i64]:
    """The numbers of a position before anything has happened."""
    v = vec[i64]([0] * (CREWS + t.crews * SIZE))
    for crew in range(t.crews):
        for kind in range(6):
            v[CREWS + crew * SIZE + KIT_AT + kind] = -1
    return v


def first_packs(t: Tables) -> tuple[Pack, ...]:
    """RR-49: shuffled, so no card is known; RR-81: in a competition everybody has H1, H2, … in order."""
    if t.competition:
        return tuple([Pack(0, tuple(range(t.deck.count))) for _ in range(t.crews)])
    return (Pack((1 << t.deck.count) - 1, ()),)
