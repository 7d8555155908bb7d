"""Cards drawn: put back before every draw, or from real decks that run down (RM-R42)."""

from __future__ import annotations

from typing import Final

from parcferme.games.rallyman.actions import K_GOOD, LOC_SPIN
from parcferme.games.rallyman.board.components import Components
from parcferme.games.rallyman.state import Position
from parcferme.lib.odds import Odds

SHORTCUTS: Final = 5  # behind the decks of the five gears


def shortcut_odds(p: Position) -> Odds:
    """RM-R42: as if all cards had gone back, unless decks are real."""
    return _left(p, SHORTCUTS, K_GOOD) if p.rally.physical else p.rally.cards


def back_odds(p: Position, gear: int) -> Odds:
    """The backs of this gear's cards, likewise (RM-R42)."""
    return _left(p, gear - 1, LOC_SPIN) if p.rally.physical else p.rally.backs[gear]


def _left(p: Position, deck: int, first: int) -> Odds:
    return Odds([(first + card, count) for card, count in enumerate(p.decks[deck]) if count])


def remove_card(p: Position, deck: int, card: int) -> None:
    """Take a card out of its deck, where decks are real; an empty one is shuffled anew (RM-R42)."""
    if p.rally.physical:
        left = p.decks[deck][:]
        left[card] -= 1
        p.decks = p.decks[:]
        p.decks[deck] = left if any(left) else fresh_decks(p.rally.components)[deck]


def fresh_decks(components: Components) -> list[list[int]]:
    return [*components.backs, components.deck]
