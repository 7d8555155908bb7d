"""Rally Kits: drafted in reverse order, dealt, chosen freely, or none (RR-45 … RR-48)."""

from __future__ import annotations

from parcferme.core.events import Event
from parcferme.games.rally_round.actions import DEAL, TAKE
from parcferme.games.rally_round.cards import PER_TYPE, TYPES, Kit
from parcferme.games.rally_round.rules.turns import begin_rally
from parcferme.games.rally_round.state import (
    ADOPTED,
    CREW,
    CREWS,
    KIT_AT,
    N_ADOPT,
    N_DEAL,
    N_KIT,
    OWNER,
    PICKS,
    SIZE,
    Position,
)
from parcferme.games.rally_round.tables import DEALT, DRAFT, FREE, STANDARD


def begin_kits(p: Position, events: list[Event] | None) -> None:
    """The route is known: give the cards out, unless the crews have them from an earlier part (RR-103)."""
    if p.t.kits == STANDARD or p.v[CREWS + KIT_AT] >= 0:
        _all_set(p, events)
        return
    p.v[PICKS] = 0
    _next_pick(p)


def _next_pick(p: Position) -> None:
    """RR-46: n, n−1, …, 1, and again; a free choice and a deal finish one crew after the other."""
    v = p.v
    crews, picks = p.t.crews, v[PICKS]
    v[CREW] = crews - 1 - picks % crews if p.t.kits == DRAFT else picks // len(TYPES)
    if p.t.kits == DEALT:
        p.ask(N_DEAL, -1)
    else:
        p.ask(N_KIT, v[OWNER + v[CREW]])


def taken_cards(p: Position) -> int:
    """The kit cards that belong to a crew, as bits."""
    v = p.v
    gone = 0
    for crew in range(p.t.crews):
        at = CREWS + crew * SIZE + KIT_AT
        for place in range(at, at + len(TYPES)):
            card: int = v[place]
            if card >= 0:
                gone |= 1 << card
    return gone


def legal_kit(p: Position) -> list[int]:
    """One card of a type the crew lacks, and not taken by another unless the choice is free; lists lie ready."""
    at = CREWS + p.v[CREW] * SIZE + KIT_AT
    gone = 0 if p.t.kits == FREE else taken_cards(p)
    cards: list[int] = []
    for kind in range(len(TYPES)):
        if p.v[at + kind] < 0:
            cards += p.t.picks[kind][gone >> kind * PER_TYPE & 63]
    return cards


def deal_chances(p: Position) -> list[tuple[int, int]]:
    """RR-47: the next type, one of the cards left."""
    kind = p.v[PICKS] % len(TYPES)
    return [(DEAL - TAKE + action, 1) for action in p.t.picks[kind][taken_cards(p) >> kind * PER_TYPE & 63]]


def take(p: Position, card: int, events: list[Event] | None) -> None:
    """One card more; when all kits are complete the rally begins (RR-45)."""
    v = p.v
    v[CREWS + v[CREW] * SIZE + KIT_AT + card // PER_TYPE] = card
    v[PICKS] = v[PICKS] + 1
    if events is not None:
        clause = "RR-47" if p.t.kits == DEALT else "RR-48" if p.t.kits == FREE else "RR-46"
        deck = p.t.deck
        args: dict[str, object] = {"crew": v[CREW] + 1, "card": deck.kit_ids[card], "name": deck.kit_names[card]}
        events.append(Event("takes", clause, args))
    if v[PICKS] < p.t.crews * len(TYPES):
        _next_pick(p)
        return
    if p.t.competitive:
        p.kits = kits_of(p)
        p.ask(N_ADOPT, v[OWNER])  # RR-105
        return
    _all_set(p, events)


def adopt(p: Position, crew: int, events: list[Event] | None) -> None:
    """RR-105: the player names the crew that is to win."""
    p.v[ADOPTED] = crew
    if events is not None:
        events.append(Event("adopts", "RR-105", {"crew": crew + 1}))
    _all_set(p, events)


def _all_set(p: Position, events: list[Event] | None) -> None:
    p.kits = kits_of(p)
    begin_rally(p, events)


def kits_of(p: Position) -> tuple[Kit, ...]:
    """The kits that the position's cards make; the standard car where a kit is not complete."""
    kits: list[Kit] = []
    for crew in range(p.t.crews):
        at = CREWS + crew * SIZE + KIT_AT
        cards = tuple(p.v[at : at + len(TYPES)])
        kits.append(p.t.deck.kit_of(cards) if min(cards) >= 0 else p.t.deck.standard)
    return tuple(kits)
