"""What a move leads to, and the best plan along the Correct Route."""

from __future__ import annotations

from parcferme.core.contract import DECISION
from parcferme.core.events import Event
from parcferme.games.rally_round.board.cards import Kit
from parcferme.games.rally_round.board.map import NOWHERE
from parcferme.games.rally_round.board.route import Route
from parcferme.games.rally_round.par.strip import Plan, Strip, par
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


def plan_from(state: RallyState, crew: int) -> Plan | None:
    """The best way to drive the rest of the section alone along the Correct Route; `None` off the route."""
    car = state.cars[crew]
    number = car.section
    route = state.drives_on()
    section = route.sections[number]
    place = section.place[state.square(crew)]
    if place == NOWHERE:
        return None
    at = place - section.place[section.path[0]]
    if at > 0 and state.t.board.tail[state.cars[crew].edge()] != section.path[at - 1]:
        return None  # it faces the wrong way
    strip = Strip(route, number, state.cars[crew].kit)
    return strip.solve(at, car.speed, car.visited, car.turns)


def route_par(route: Route, kit: Kit) -> int | None:
    """The least penalty of a whole route without cards and detours, in seconds."""
    figures = par(route, kit)
    return sum(figures) if figures is not None else None
