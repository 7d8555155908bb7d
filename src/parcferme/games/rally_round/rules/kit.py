"""Rally Kits: drafted in reverse order, dealt, chosen freely, or none (RR-45 … RR-48)."""

from __future__ import annotations

from parcferme.core.events import Event
from parcferme.games.rally_round.actions import DEAL, TAKE
from parcferme.games.rally_round.board.cards import PER_TYPE, TYPES
from parcferme.games.rally_round.board.tables import DEALT, DRAFT, FREE, STANDARD
from parcferme.games.rally_round.rules.turns import begin_rally
from parcferme.games.rally_round.state import (
    N_ADOPT,
    N_DEAL,
    N_KIT,
    OPEN,
    Position,
)


def begin_kits(p: Position, events: list[Event] | None) -> None:
    """RR-07: the route is known, give the cards out, unless the crews have them from an earlier part (RR-103)."""
    if p.t.kits == STANDARD or p.cars[0].cards[0] >= 0:
        begin_rally(p, events)
        return
    p.picks = 0
    _next_pick(p)


def _next_pick(p: Position) -> None:
    """RR-46: n, n−1, …, 1, and again; a free choice and a deal finish one crew after the other."""
    crews, picks = p.t.crews, p.picks
    p.crew = crews - 1 - picks % crews if p.t.kits == DRAFT else picks // len(TYPES)
    if p.t.kits == DEALT:
        p.ask(N_DEAL, -1)
    else:
        p.ask_crew(N_KIT)


def taken_cards(p: Position) -> int:
    """The kit cards that belong to a crew, as bits."""
    gone = 0
    for car in p.cars:
        for card in car.cards:
            if card >= 0:
                gone |= 1 << card
    return gone


def legal_kit(p: Position) -> list[int]:
    """One card of a type the crew lacks, and not taken by another unless the choice is free; lists lie ready."""
    own = p.car().cards
    gone = 0 if p.t.kits == FREE else taken_cards(p)
    cards: list[int] = []
    for kind in range(len(TYPES)):
        if own[kind] < 0:
            cards += p.t.picks[kind][gone >> kind * PER_TYPE & 63]
    return cards


def deal_chances(p: Position) -> list[tuple[int, int]]:
    """RR-47: the next type, one of the cards left."""
    kind = p.picks % len(TYPES)
    return [(DEAL - TAKE + action, 1) for action in p.t.picks[kind][taken_cards(p) >> kind * PER_TYPE & 63]]


def take(p: Position, card: int, events: list[Event] | None) -> None:
    """One card more; when all kits are complete the rally begins (RR-45)."""
    car = p.car()
    kind = card // PER_TYPE
    cards = list(car.cards)
    cards[kind] = card
    car.cards = tuple(cards)
    if OPEN not in cards:
        car.kit = p.t.deck.kit_of(car.cards)
    p.picks = p.picks + 1
    if events is not None:
        clause = "RR-47" if p.t.kits == DEALT else "RR-48" if p.t.kits == FREE else "RR-46"
        deck = p.t.deck
        args: dict[str, object] = {"crew": p.crew + 1, "card": deck.kit_ids[card], "name": deck.kit_names[card]}
        events.append(Event("takes", clause, args))
    if p.picks < p.t.crews * len(TYPES):
        _next_pick(p)
        return
    if p.t.competitive:
        p.ask(N_ADOPT, p.cars[0].seat)  # RR-105
        return
    begin_rally(p, events)


def adopt(p: Position, crew: int, events: list[Event] | None) -> None:
    """RR-105: the player names the crew that is to win."""
    p.adopted = crew
    if events is not None:
        events.append(Event("adopts", "RR-105", {"crew": crew + 1}))
    begin_rally(p, events)
