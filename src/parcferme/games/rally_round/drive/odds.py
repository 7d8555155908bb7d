"""Exact odds of the next Hazard! card."""

from __future__ import annotations

from fractions import Fraction

from parcferme.core.contract import CHANCE, State
from parcferme.games.rally_round.actions import CARD, DRAW
from parcferme.games.rally_round.effects import preview
from parcferme.games.rally_round.rules import RallyState, SealedState
from parcferme.games.rally_round.state import N_FEATHER, N_SPEED, Position

Odds = list[tuple[str, dict[str, object]]]


def odds(state: State, seat: int, action: int) -> Odds:
    """The chance that the card an action leads to is adverse."""
    if isinstance(state, SealedState):
        return odds(state.rallies[seat], 0, action)
    assert isinstance(state, RallyState)
    if action == DRAW:
        return _draw_odds(state)
    if state.phase < N_SPEED or state.phase == N_FEATHER or action >= CARD or action not in state.legal(seat):
        return []
    after, _ = preview(state, action)
    return _draw_odds(after) if after.kind() == CHANCE else []


def _draw_odds(p: Position) -> Odds:
    deck, pack = p.t.deck, p.pack
    cards = deck.cards_in(pack.unseen) or list(pack.queue[:1])
    if not cards:
        return []
    bad = sum(1 for card in cards if deck.is_adverse(card))
    return [("odds.draw", {"adverse": str(Fraction(bad, len(cards))), "cards": len(cards)})]
