"""Roads drawn by lot: a stage of the calendar, laid card by card within its limits."""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.errors import ParcFermeError
from parcferme.core.studio import Document
from parcferme.games.rally.board.content import calendar, deck
from parcferme.games.rally.board.parts import Race, StageSpec
from parcferme.games.rally.board.route import Route, Yard

TRIES: Final = 500
CARDS: Final = {"short": (5, 5), "standard": (6, 6), "long": (7, 8)}  # fewest and most
# Mean level of the squares on a clear day: the roads of the house have 0.9 to 1.6
LEVELS: Final = {1: (0.0, 1.05), 2: (1.05, 1.32), 3: (1.32, 4.0)}
FORMAT: Final = "rally-road/1"


def draw_road(seed: str, length: str, difficulty: int) -> Document:
    """The first road of this seed that is as hard as wished."""
    rng = Random(f"rally/{seed}/{length}/{difficulty}")
    stages = _stages(*CARDS[length])
    low, high = LEVELS[difficulty]
    for _ in range(TRIES):
        race, spec = rng.choice(stages)
        road = _laid(rng, Route(Yard(deck(None), spec), []))
        if low <= mean_level(road) <= high:
            return _document(race, spec, road)
    raise ParcFermeError(f"seed {seed!r} draws no road")


def _stages(low: int, high: int) -> list[tuple[Race, StageSpec]]:
    """The stages of the calendar that have so many cards."""
    every = [(race, spec) for race in calendar() for spec in (race.stages[0], *race.special)]
    return [(race, spec) for race, spec in every if low <= spec.cards <= high]


def _laid(rng: Random, road: Route) -> Route:
    """Any card that may come next, until the road is complete: one that is offered always leads on."""
    while not road.is_complete():
        road = Route(road.yard, [*road.cards, rng.choice(road.open)])
    return road


def mean_level(road: Route) -> float:
    """Of the squares of a complete road, on a clear day with plain tyres."""
    levels = road.factors[0][1:]
    return sum(levels) / len(levels)


def _document(race: Race, spec: StageSpec, road: Route) -> Document:
    cards = [road.yard.deck.cards[card] for card in road.cards]
    return {
        "format": FORMAT,
        "name": f"{cards[0].name} – {cards[-1].name}",
        "race": race.id,
        "stage": "special" if spec.special else "normal",
        "cards": [card.no for card in cards],
    }
