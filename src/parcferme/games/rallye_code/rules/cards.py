"""The Contravention deck (RC-18 … RC-20, RC-25): a card is turned and goes under the deck."""

from __future__ import annotations

from parcferme.core.events import Event, Events
from parcferme.games.rallye_code.board.pieces import Card
from parcferme.games.rallye_code.rules.money import FOR_CARD, FOR_FORGOTTEN, FOR_UNJUSTIFIED, fine, pay
from parcferme.games.rallye_code.state import (
    C_ARRIVAL,
    C_CHALLENGE,
    P_CARD,
    S_ASK,
    S_END,
    Position,
    top_cards,
)


def open_card(s: Position, events: Events) -> int:
    """The Gendarme turns the top card, unless offender or Gendarme has been ruined by what came before."""
    if s.card_for != C_ARRIVAL and not can_be_called_in(s):
        s.card_for = C_ARRIVAL
        return S_ASK
    return s.wait_for_chance(P_CARD)


def can_be_called_in(s: Position) -> bool:
    """Are offender and Gendarme of the turn in question still in?"""
    turn = s.card_turn()
    return turn.car >= 0 and s.alive(turn.gendarme)


def card(s: Position, outcome: int, events: Events) -> int:
    """RC-18: the top card is turned and goes under the deck; it finds an offence or none (RC-19)."""
    t = s.tables
    number = outcome - t.ids.card
    drawn = t.cards[number]
    _put_under(s, number)
    if events is not None:
        offender = _offender(s)
        args: dict[str, object] = {"player": offender + 1, "card": number + 1, "amount": drawn.amount}
        kind, clause = ("card_offence", "RC-18") if drawn.offence else ("card_none", "RC-19")
        events.append(Event(kind, clause, args))
    if s.card_for == C_CHALLENGE:
        _pay_challenger(s, drawn, events)
    else:
        _pay_gendarme(s, drawn, events)
    asked = s.card_for != C_ARRIVAL
    s.card_for = C_ARRIVAL
    s.challenger = 0
    return S_ASK if asked else S_END


def _put_under(s: Position, number: int) -> None:
    """Everybody sees the card; once all have been seen the order is known."""
    t = s.tables
    s.draws += 1
    if len(s.drawn) < len(t.cards):
        s.drawn = (*s.drawn, number)
    if len(s.drawn) < len(t.cards):
        s.top = [other for other in s.top if other != t.ids.card + number]
    else:
        s.top = [t.ids.card + card for card in top_cards(s.drawn, s.draws, len(t.cards))]


def _offender(s: Position) -> int:
    return s.seat if s.card_for == C_ARRIVAL else s.tables.owner[s.card_turn().car]


def _pay_challenger(s: Position, drawn: Card, events: Events) -> None:
    """RC-25, RC-R16: the Gendarme pays what he forgot to ask for; without an offence nobody pays."""
    if drawn.offence:
        pay(s, s.before.gendarme, s.challenger, drawn.amount, FOR_FORGOTTEN, events)


def _pay_gendarme(s: Position, drawn: Card, events: Events) -> None:
    """An offence is fined; for an unjustified stop the Gendarme pays (RC-19), himself nothing (RC-R15)."""
    gendarme = s.gendarme if s.card_for == C_ARRIVAL else s.card_turn().gendarme
    offender = _offender(s)
    if drawn.offence:
        fine(s, gendarme, offender, drawn.amount, FOR_CARD, events)
    elif offender != gendarme:
        pay(s, gendarme, offender, drawn.amount, FOR_UNJUSTIFIED, events)
