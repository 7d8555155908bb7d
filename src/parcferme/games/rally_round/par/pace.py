"""How soon a car could be at the end of a section if nothing slowed it down: the bound of the search."""

from __future__ import annotations

from typing import Final

from parcferme.games.rally_round.board.cards import ACCELERATION, BLACK_SPOT, FEATHER, HIDDEN_TRACK, START, Deck, Kit
from parcferme.games.rally_round.board.map import NOWHERE, TOP_SPEED
from parcferme.games.rally_round.board.route import BLACK_OPEN, TRACKS_OPEN, Route
from parcferme.games.rally_round.mechanics.timing import ROAD, flying

ROLLS: Final = 2  # squares a gradient may add to a move
FASTEST: Final = TOP_SPEED // 10


class Pace:
    """Least seconds and least penalty from any square at any speed, for a kit or a weaker one, with every card."""

    def __init__(self, route: Route, number: int, deck: Deck, kit: Kit, draws: bool) -> None:
        self.section = route.sections[number]
        cards = [card for card in range(deck.count) if draws and not deck.is_adverse(card)]
        effects = [deck.effect[card] for card in cards]
        rights = kit.rights
        if BLACK_SPOT in effects:
            rights |= BLACK_OPEN
        if HIDDEN_TRACK in effects:
            rights |= TRACKS_OPEN
        self.far = _distances(route, self.section.goal, rights)
        boost = sum([deck.amount[card] for card in cards if deck.effect[card] == ACCELERATION])
        rockets = [deck.amount[card] for card in cards if deck.effect[card] == START]
        self.gain = (max(kit.acceleration) + boost) // 10
        self.start = max([kit.uphill_start, *kit.start, *rockets]) // 10
        self.extra = ROLLS + (1 if FEATHER in effects else 0)
        self.second_timed = self.section.kind != ROAD
        self.known: list[int] = [NOWHERE] * ((FASTEST + 1) * (max(self.far) + 1))

    def _least(self, speed: int, squares: int) -> int:
        """Seconds to drive so many squares, flat out."""
        turns = 0
        while True:
            speed = min(FASTEST, self.start if speed == 0 else max(self.start, speed + self.gain))
            if speed + self.extra >= squares:
                last = flying(squares, speed) if self.second_timed and squares <= speed else 60
                return turns * 60 + last
            squares -= speed + self.extra
            turns += 1

    def owed(self, turns: int, square: int, speed: int) -> int:
        """The penalty of the section, at least, from a square `turns` turns after its start."""
        squares = self.far[square]
        key = speed // 10 + (FASTEST + 1) * squares
        if self.known[key] == NOWHERE:
            self.known[key] = self._least(speed // 10, squares)
        late = turns * 60 + self.known[key] - self.section.target
        return late if late > 0 else 0


def _distances(route: Route, goal: int, rights: int) -> list[int]:
    """Squares from anywhere to the goal, turning round for nothing; as far as possible where no way leads there."""
    board = route.board
    far = [NOWHERE] * board.count
    far[goal] = 0
    queue = [goal]
    for here in queue:
        ways = board.tracks[here] if here >= board.roads else board.out[here]
        if here < board.roads and rights & TRACKS_OPEN:
            ways = ways + board.tracks[here]
        for way in ways:
            there = board.head[way]
            if far[there] == NOWHERE and (rights & BLACK_OPEN or not route.is_black[there]):
                far[there] = far[here] + 1
                queue.append(there)
    return [board.count if distance == NOWHERE else distance for distance in far]
