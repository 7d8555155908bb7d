"""Before the route: who drives which car (RR-12, RR-13, RR-14)."""

from __future__ import annotations

from parcferme.core.events import Event
from parcferme.games.rally_round.actions import CAR
from parcferme.games.rally_round.board.tables import Tables
from parcferme.games.rally_round.rules.laying import begin_laying
from parcferme.games.rally_round.state import N_CARS, NOBODY, Pack, Position


def begin(p: Position) -> None:
    """Draw the start numbers, if several players share the cars."""
    if p.t.players == 1 or p.t.competition:
        for crew in range(p.t.crews):
            p.cars[crew].seat = 0
        begin_laying(p, None)
    else:
        for crew in range(p.t.crews):
            p.cars[crew].seat = NOBODY
        p.ask(N_CARS, -1)


def car_chances(p: Position) -> list[tuple[int, int]]:
    """RR-13: the next player draws one of the cars left, unseen."""
    return [(CAR + crew, 1) for crew in range(p.t.crews) if p.cars[crew].seat == NOBODY]


def draw_car(p: Position, crew: int, events: list[Event] | None) -> None:
    """RR-12: of as many cars as there are players; when all are drawn the route comes next (RR-07)."""
    p.cars[crew].seat = p.picks
    _tell_car(p.picks, crew, events)
    p.picks = p.picks + 1
    if p.picks == p.t.crews - 1:  # one car is left for the last player
        last = next(c for c in range(p.t.crews) if p.cars[c].seat == NOBODY)
        p.cars[last].seat = p.picks
        _tell_car(p.picks, last, events)
        begin_laying(p, events)


def _tell_car(seat: int, crew: int, events: list[Event] | None) -> None:
    if events is not None:
        events.append(Event("draws_car", "RR-13", {"seat": seat + 1, "crew": crew + 1}))


def first_pack(t: Tables) -> Pack:
    return Pack(0 if t.competition else (1 << t.deck.count) - 1, t.known_cards)
