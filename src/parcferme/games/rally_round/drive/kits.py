"""Which Rally Kit cards to pick: by what they save along the Correct Route, by the solver, or against a rival."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Final

from parcferme.games.rally_round.actions import TAKE
from parcferme.games.rally_round.board.cards import PER_TYPE, TYPES, build_kit
from parcferme.games.rally_round.drive.driver import own_cards
from parcferme.games.rally_round.par.kit_search import KitSearch
from parcferme.games.rally_round.par.route_plan import Planner
from parcferme.games.rally_round.par.search import TimeOver, at_ease
from parcferme.games.rally_round.par.solver import Solver
from parcferme.games.rally_round.par.way_back import Trails
from parcferme.games.rally_round.rules import RallyState

FIRST_KIT: Final = tuple([kind * PER_TYPE for kind in range(len(TYPES))])  # the first card of each type
NO_PAR: Final = 100_000  # seconds: a kit that cannot drive the route cleanly
DENIED: Final = 0.5  # what a second that a rival loses is worth in a draft


def par_with(state: RallyState, cards: list[int], trails: Trails) -> int:
    """What the route costs along its Correct Route with these cards, complete kit or not."""
    deck = state.t.deck
    figures = Planner(state.drives_on(), deck, build_kit([deck.kit[card] for card in cards]), trails).par()
    return NO_PAR if figures is None else sum(figures)


def trails_for(state: RallyState) -> Trails:
    return Trails(state.drives_on(), state.t.deck, False)


def best_kit(
    state: RallyState, rng: Random, watch: Callable[[], None] = at_ease, wanted: list[int] | None = None
) -> list[int]:
    """The kit with which the route costs least that is found before the watch says that time is over; cards taken
    already stay. It begins with a kit that was `wanted` before, else with one for the Correct Route. In a competition,
    where the pack is known, lines may draw cards."""
    own = own_cards(state)
    begin = kit_along_the_route(state, own, watch) if wanted is None else wanted
    solver = Solver(state.drives_on(), state.t.deck, state.t.max_turns)
    solver.watch = watch
    search = KitSearch(solver, [card // PER_TYPE for card in own], state.t.competition, rng)
    return list(search.improve(tuple(begin)))


def kit_along_the_route(state: RallyState, own: list[int], watch: Callable[[], None] = at_ease) -> list[int]:
    """A kit that no exchange of one card improves along the Correct Route, or as far as the watch allows."""
    kit = list(FIRST_KIT)
    for card in own:
        kit[card // PER_TYPE] = card
    with suppress(TimeOver):
        _exchange(state, kit, [card // PER_TYPE for card in own], watch)
    return kit


def _exchange(state: RallyState, kit: list[int], held: list[int], watch: Callable[[], None]) -> None:
    """Better cards in place of others, until none is better."""
    trails = trails_for(state)
    par, better = par_with(state, kit, trails), True
    while better:
        better = False
        for card in [card for card in range(PER_TYPE * len(TYPES)) if card // PER_TYPE not in held]:
            watch()
            other = [card if kind == card // PER_TYPE else had for kind, had in enumerate(kit)]
            cost = par_with(state, other, trails)
            if cost < par:
                kit[:], par, better = other, cost, True


def drafted(state: RallyState, legal: list[int]) -> list[float]:
    """Seconds that each card to be drafted costs: those of the route with it beside the own cards, less a part of what
    whoever picks next would have saved with it."""
    trails = trails_for(state)
    own = savings(state, own_cards(state), legal, trails)
    rival = savings(state, next_to_pick(state), legal, trails)
    return [-mine - DENIED * theirs for mine, theirs in zip(own, rival, strict=True)]


def savings(state: RallyState, had: list[int], legal: list[int], trails: Trails) -> list[float]:
    """What each card saves along the Correct Route beside the cards had; nothing where its type is there already."""
    before = par_with(state, had, trails)
    types = [card // PER_TYPE for card in had]
    cards = [action - TAKE for action in legal]
    return [
        0.0 if card // PER_TYPE in types else float(before - par_with(state, [*had, card], trails)) for card in cards
    ]


def next_to_pick(state: RallyState) -> list[int]:
    """The cards of the crew that picks after this one."""
    crews = state.t.crews
    return [card for card in state.cars[(state.crew - 1) % crews].cards if card >= 0]
