"""What a crew alone in a competition owes to luck: kept cards, the pack to come, and what the last card still does.

Positions that differ only in how they came about share one `Luck`; `Fortunes` makes each once and numbers it.
"""

from __future__ import annotations

from parcferme.games.rally_round.board.cards import Deck


class Luck:
    """Kept cards as bits, the pack from the top, and the caps that bind the next announcements."""

    __slots__ = ("number", "hand", "queue", "cap_at", "cap_for", "geared", "clutch")

    def __init__(
        self, number: int, hand: int, queue: tuple[int, ...], cap_at: int, cap_for: int, geared: int, clutch: int
    ) -> None:
        self.number = number
        self.hand = hand
        self.queue = queue
        self.cap_at = cap_at
        self.cap_for = cap_for
        self.geared = geared
        self.clutch = clutch


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
        self.met: dict[tuple[int, tuple[int, ...], int, int, int, int], Luck] = {}

    def covers(self, one: Luck, other: Luck) -> bool:
        """Can who has the first do all that who has the second can? The same pack to come, and no card fewer in hand:
        nobody must play a card that was kept."""
        if one is other:
            return True
        if one.hand & other.hand != other.hand or len(one.queue) != len(other.queue):
            return False
        if one.cap_at != other.cap_at or one.cap_for != other.cap_for:
            return False
        if one.geared != other.geared or one.clutch != other.clutch:
            return False
        return not self.reshuffled or one.queue == other.queue  # else the pack runs from H1 on

    def of(self, hand: int, queue: tuple[int, ...], cap_at: int, cap_for: int, geared: int, clutch: int) -> Luck:
        if cap_for == 0:
            cap_at = 0
        key = (hand, queue, cap_at, cap_for, geared, clutch)
        luck = self.met.get(key)
        if luck is None:
            luck = Luck(len(self.met), hand, queue, cap_at, cap_for, geared, clutch)
            self.met[key] = luck
        return luck

    def fresh(self) -> Luck:
        """RR-81: nothing drawn yet, H1, H2, … to come."""
        return self.of(0, tuple(range(self.deck.count)), 0, 0, 0, 0)
