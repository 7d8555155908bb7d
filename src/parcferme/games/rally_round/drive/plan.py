"""The best plan along the Correct Route."""

from __future__ import annotations

from parcferme.games.rally_round.board.cards import Kit
from parcferme.games.rally_round.board.map import NOWHERE
from parcferme.games.rally_round.board.route import Route
from parcferme.games.rally_round.par.strip import Plan, Strip, par
from parcferme.games.rally_round.rules import RallyState


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
