"""What to know before acting: previews of a move, exact odds of the next card, par of a section and a route."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from parcferme.core.contract import CHANCE, DECISION, State
from parcferme.core.events import Event
from parcferme.games.rally_round.actions import CARD, DRAW, SPEEDS
from parcferme.games.rally_round.board import NOWHERE
from parcferme.games.rally_round.cards import Kit
from parcferme.games.rally_round.driver import between_turns, driver_of
from parcferme.games.rally_round.route import Route
from parcferme.games.rally_round.rules import RallyState, SealedState
from parcferme.games.rally_round.rules.scoring import WORST
from parcferme.games.rally_round.state import (
    DISQUALIFIED,
    N_FEATHER,
    N_HAZARD,
    N_OVER,
    N_PUSH,
    N_SPEED,
    ON_ROAD,
    RETIRED,
)
from parcferme.games.rally_round.strip import Plan, Strip, par
from parcferme.games.rally_round.timing import clock

__all__ = ["EXPECTS", "expect", "odds", "par", "plan_from", "preview", "route_par"]

EXPECTS: Final = "seconds"  # of penalty: 60 make a mark

NOBODY: Final = -1
TOLD = (
    "off", "flooded", "rolls", "visited", "missed_pc", "overshot", "wrong_side", "give_way", "quiet_zone", "booked",
    "disqualified", "illegal_speed", "rests",
)  # fmt: skip


def expect(state: State, seat: int) -> float | None:
    """Seconds of penalty a seat may expect to end with, as a negative number: alone on the road, no further cards.

    Of several crews the best one counts (RR-104). `None` before the rally, in the middle of a move, and in a
    competitive solo, where the margin counts.
    """
    if isinstance(state, SealedState):
        return expect(state.rallies[seat], 0)
    assert isinstance(state, RallyState)
    if state.t.competitive or state.route is None or not state.phase >= N_SPEED or state.phase == N_HAZARD:
        return None
    moving = state.crew if state.phase not in (N_SPEED, N_PUSH, N_OVER) else NOBODY
    values: list[int] = []
    for crew in range(state.t.crews):
        if state.cars[crew].seat != seat:
            continue
        if crew == moving or not between_turns(state, crew):
            return None
        values.append(_crew_expects(state, crew))
    return float(max(values)) if values else None


def _crew_expects(state: RallyState, crew: int) -> int:
    car = state.cars[crew]
    status = car.status
    if status in (DISQUALIFIED, RETIRED):
        return WORST
    so_far = car.score + car.other
    if status > ON_ROAD:
        return -so_far
    return -so_far - driver_of(state, crew).to_go(state, crew)


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


def odds(state: State, seat: int, action: int) -> list[tuple[str, dict[str, object]]]:
    """What follows from a legal action, as text keys with arguments."""
    if isinstance(state, SealedState):
        return odds(state.rallies[seat], 0, action)
    assert isinstance(state, RallyState)
    if action not in state.legal(seat):
        return []
    node = state.phase
    if action == DRAW:
        return [_draw_odds(state)]
    if node < N_SPEED or action >= CARD or node == N_FEATHER:
        return []
    crew = state.crew
    after, events = preview(state, action)
    lines: list[tuple[str, dict[str, object]]] = []
    for event in events:
        if event.kind in TOLD and event.args.get("crew") == crew + 1:
            args = dict(event.args)
            if event.kind == "booked":
                args = {**args, "taken": _clock(args["taken"]), "penalty": _clock(args["penalty"])}
            lines.append((f"odds.{event.kind}", args))
    if after.kind() == CHANCE:
        lines.append(_draw_odds(after))
    if node == N_SPEED and action < SPEEDS and not lines:
        lines.append(("odds.no_effect", {}))
    return lines


def _clock(value: object) -> str:
    assert isinstance(value, int)
    return clock(value)


def _draw_odds(state: RallyState) -> tuple[str, dict[str, object]]:
    """The exact chance that the next card is adverse."""
    deck = state.t.deck
    pack = state.pack
    cards = [card for card in range(deck.count) if pack.unseen >> card & 1] or list(pack.queue[:1])
    if not cards:
        return "odds.pack_empty", {}
    bad = sum(1 for card in cards if deck.is_adverse(card))
    return "odds.draw", {"adverse": str(Fraction(bad, len(cards))), "cards": len(cards)}


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
