"""What a crew alone in a competition owes to luck: kept cards, the pack to come, and what the last card still does.

Positions that differ only in how they came about share one `Luck`; `Fortunes` makes each once and numbers it.
"""

from __future__ import annotations

from parcferme.games.rally_round.board.cards import Deck
from parcferme.games.rally_round.mechanics.crew import UNBURDENED, Burden, burden_of


class Luck:
    """Kept cards as bits, the pack from the top, and what binds the next announcements."""

    __slots__ = ("number", "hand", "queue", "burden")

    def __init__(self, number: int, hand: int, queue: tuple[int, ...], burden: Burden) -> None:
        self.number = number
        self.hand = hand
        self.queue = queue
        self.burden = burden


class Fortunes:
    """Every `Luck` met so far.

    `reshuffled`: used cards go back into the pack; else they are forgotten, which keeps the number of positions small,
    lets a card be declared only where it does something, and is right as long as nobody draws from a pack that is
    used up (`used_up`). `draws`: may a move end on "!" and turn up a card? If not, such moves are left out.
    """

    def __init__(self, deck: Deck, reshuffled: bool, draws: bool) -> None:
        self.deck = deck
        self.reshuffled = reshuffled
        self.draws = draws
        self.used_up = False
        self.met: dict[tuple[int, tuple[int, ...], int], Luck] = {}

    def covers(self, one: Luck, other: Luck) -> bool:
        """Can who has the first do all that who has the second can? The same pack to come, and no card fewer in hand:
        nobody must play a card that was kept."""
        if one is other:
            return True
        if one.hand & other.hand != other.hand or len(one.queue) != len(other.queue):
            return False
        if one.burden is not other.burden:
            return False
        return not self.reshuffled or one.queue == other.queue  # else the pack runs from H1 on

    def of(self, hand: int, queue: tuple[int, ...], burden: Burden) -> Luck:
        if burden.cap > 0 and burden.cap_turns == 0:  # a cap that is over
            burden = burden_of(0, 0, burden.no_acceleration, burden.slow_start)
        key = (hand, queue, burden.number)
        luck = self.met.get(key)
        if luck is None:
            luck = Luck(len(self.met), hand, queue, burden)
            self.met[key] = luck
        return luck

    def without(self, luck: Luck, card: int) -> Luck:
        """After playing a kept card."""
        return self.of(luck.hand & ~(1 << card), self.returned(luck.queue, card), luck.burden)

    def returned(self, queue: tuple[int, ...], card: int) -> tuple[int, ...]:
        """The pack with a used card at its bottom."""
        return (*queue, card) if self.reshuffled else queue

    def fresh(self) -> Luck:
        """RR-81: nothing drawn yet, H1, H2, … to come."""
        return self.of(0, tuple(range(self.deck.count)), UNBURDENED)

    def nothing(self) -> Luck:
        """No card in hand, and none to come."""
        return self.of(0, (), UNBURDENED)
