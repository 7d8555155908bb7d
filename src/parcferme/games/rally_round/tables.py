"""What a game knows before it starts: options read once, board, cards, and lists made in advance."""

from __future__ import annotations

from parcferme.games.rally_round.actions import SPEEDS, TURN, square_base
from parcferme.games.rally_round.board import Board
from parcferme.games.rally_round.cards import Deck
from parcferme.games.rally_round.route import Route

DRAFT = 0
DEALT = 1
FREE = 2
STANDARD = 3


class Tables:
    """Frozen; shared by every position of a game."""

    def __init__(
        self,
        board: Board,
        deck: Deck,
        players: int,
        crews: int,
        competition: bool,
        kits: int,
        stage: bool,
        competitive: bool,
        parts: int,
        strict: bool,
        printed: bool,
        max_turns: int,
        route: Route | None,
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
        self.alone = competition or crews == 1  # RR-93: nobody to share the road with
        # legal lists of a plain announcement, by lowest and highest speed / 10
        self.ranges: list[list[int]] = [[]] * ((SPEEDS + 1) * (SPEEDS + 1))
        self.ranges_ahead: list[list[int]] = [[]] * ((SPEEDS + 1) * (SPEEDS + 1))  # … where turning is not possible
        for low in range(1, SPEEDS + 1):
            for high in range(low, SPEEDS + 1):
                speeds = list(range(low - 1, high))
                self.ranges[low * (SPEEDS + 1) + high] = [*speeds, TURN]
                self.ranges_ahead[low * (SPEEDS + 1) + high] = speeds
