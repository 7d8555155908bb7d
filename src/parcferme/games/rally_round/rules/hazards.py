"""Hazard! cards: drawn on "!" squares, obeyed or kept, played (RR-80, RR-81)."""

from __future__ import annotations

from parcferme.core.events import Event
from parcferme.games.rally_round.board.cards import BACK, FLOOD, HALT, MISS, PROTEST
from parcferme.games.rally_round.mechanics.crew import turns_to_miss
from parcferme.games.rally_round.rules.overtaking import retrace, retrace_to_free
from parcferme.games.rally_round.rules.turns import finish_move
from parcferme.games.rally_round.state import (
    N_HAZARD,
    N_PROTEST,
    Pack,
    Position,
)


def draw(p: Position, events: list[Event] | None) -> None:
    """The top card: unknown until all have been seen since the shuffle, known after that (RR-R34)."""
    pack = p.pack
    if pack.unseen:
        p.ask(N_HAZARD, -1)
    elif pack.queue:
        p.pack = Pack(0, pack.queue[1:])
        card_drawn(p, pack.queue[0], events)
    else:
        if events is not None:
            events.append(Event("pack_empty", "RR-R34", {"crew": p.crew + 1}))
        finish_move(p, events)


def card_at(unseen: int, share: float) -> int:
    """The card at `share` (0 ≤ share < 1) of those not yet seen (as bits), each as likely as another."""
    below = int(share * float(unseen.bit_count()))  # how many cards come before it
    for _ in range(below):
        unseen &= unseen - 1  # all but the first of them
    return (unseen & -unseen).bit_length() - 1


def unseen_drawn(p: Position, card: int, events: list[Event] | None) -> None:
    """Chance has turned up a card that had not been seen."""
    pack = p.pack
    p.pack = Pack(pack.unseen & ~(1 << card), pack.queue)
    card_drawn(p, card, events)


def card_drawn(p: Position, card: int, events: list[Event] | None) -> None:
    """RR-80: an adverse card is obeyed at once, any other may be kept."""
    crew = p.crew
    car, deck = p.cars[crew], p.t.deck
    p.drawn = card
    adverse = deck.is_adverse(card)
    if events is not None:
        args: dict[str, object] = {"crew": crew + 1, "card": deck.hazard_ids[card], "name": deck.hazard_names[card]}
        events.append(Event("obeys" if adverse else "keeps", "RR-80", args))
    if not adverse:
        car.hand = car.hand | 1 << card
        finish_move(p, events)
    elif car.hand & deck.having[PROTEST]:
        p.ask_crew(N_PROTEST)
    else:
        obey(p, events)


def obey(p: Position, events: list[Event] | None) -> None:
    """Do what the adverse card says; it then goes to the bottom of the pack."""
    car, deck, card = p.car(), p.t.deck, p.drawn
    effect = deck.effect[card]
    car.burden = car.burden.with_card(deck, card)
    if effect == HALT:
        p.after = 0
    elif effect == BACK:
        retrace(p, deck.amount[card])  # no feature rules on the way or where it stops
        retrace_to_free(p)
    elif effect == MISS or (effect == FLOOD and not car.kit.waterproof):
        stand(p, turns_to_miss(deck, card, p.said))
    p.return_card(card)
    finish_move(p, events)


def stand(p: Position, turns: int) -> None:
    """Miss turns on the road, then use a Starting Speed (RR-90, RR-R35)."""
    p.car().misses += turns
    p.after = 0


def play(p: Position, crew: int, card: int, events: list[Event] | None) -> None:
    """A kept card leaves the hand for the bottom of the pack, whether it was needed or not (RR-R56)."""
    car = p.cars[crew]
    car.hand &= ~(1 << card)
    p.return_card(card)
    if events is not None:
        deck = p.t.deck
        args: dict[str, object] = {"crew": crew + 1, "card": deck.hazard_ids[card], "name": deck.hazard_names[card]}
        events.append(Event("plays", "RR-80", args))


def cancel_drawn(p: Position, events: list[Event] | None) -> None:
    """The adverse card just drawn is set aside unobeyed."""
    p.return_card(p.drawn)
    finish_move(p, events)
