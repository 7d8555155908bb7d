"""What a game knows before it starts: options read once, board, cards, and lists made in advance."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rally_round.actions import CARD, DRAWN, TAKE, square_base
from parcferme.games.rally_round.board.cards import PER_TYPE, TYPES, Deck
from parcferme.games.rally_round.board.map import Board
from parcferme.games.rally_round.board.route import Route
from parcferme.lib.rows import vec

DRAFT: Final = 0
DEALT: Final = 1
FREE: Final = 2
STANDARD: Final = 3

MOST_HANDS: Final = 5000  # lists of cards kept, of either sort


class Tables:
    """Frozen; shared by every position of a game."""

    def __init__(
        self,
        board: Board,
        deck: Deck,
        route: Route | None,
        kits: int,
        max_turns: int,
        *,
        players: int = 1,
        crews: int = 1,
        competition: bool = False,
        stage: bool = False,
        competitive: bool = False,
        parts: int = 1,
        strict: bool = False,
        printed: bool = False,
    ) -> None:
        self.board = board
        self.deck = deck
        self.players = players
        self.crews = crews
        self.competition = competition
        self.kits = kits
        self.stage = stage
        self.competitive = competitive
        self.parts = parts
        self.strict = strict
        self.printed = printed
        self.max_turns = max_turns
        self.route = route  # a marked map, or `None` when the players lay the route
        self.square_base = square_base(deck)
        self.from_base = self.square_base + board.count
        # RR-81: in a competition H1, H2, … come in order; at a table no card is known before it is drawn (RR-49)
        self.known_cards = tuple(range(deck.count)) if competition else ()
        self.alone = competition or crews == 1  # RR-93: nobody to share the road with
        # the cards of a type that may still be taken, by type and by those that are gone, as bits
        self.picks: list[list[list[int]]] = [
            [[TAKE + kind * PER_TYPE + card for card in range(PER_TYPE) if not gone >> card & 1] for gone in range(64)]
            for kind in range(len(TYPES))
        ]
        self.square_actions = [self.square_base + square for square in range(board.count)]
        self.here = [vec[i64]([square]) for square in range(board.count)]  # a single car on the road, by its square
        self._cards: dict[int, list[int]] = {}
        self._draws: dict[int, list[tuple[int, int]]] = {}

    def card_actions(self, cards: int) -> list[int]:
        """The actions that play one of some Hazard! cards (as bits); each list is made once."""
        actions = self._cards.get(cards)
        if actions is None:
            actions = [CARD + card for card in self.deck.cards_in(cards)]
            if len(self._cards) >= MOST_HANDS:
                self._cards.clear()
            self._cards[cards] = actions
        return actions

    def draws(self, unseen: int) -> list[tuple[int, int]]:
        """The cards that may turn up, each as likely as another; each list is made once."""
        odds = self._draws.get(unseen)
        if odds is None:
            odds = [(DRAWN + card, 1) for card in self.deck.cards_in(unseen)]
            if len(self._draws) >= MOST_HANDS:
                self._draws.clear()
            self._draws[unseen] = odds
        return odds
