"""A crew and a driver on the road, as far as the rules of driving ask. A car (`state.py`) is one, and so is a turn that
the solver tries out (`par/moves.py`). Hazard! cards are bits of a number (`Deck.having`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from mypy_extensions import i64

from parcferme.games.rally_round.board.cards import (
    CAP,
    FEATHER,
    FLOOD,
    MISS,
    NO_ACCELERATION,
    SLOW_START,
    Deck,
    Kit,
)

NO_CAPS: Final[list[int]] = []


class Burden:
    """What adverse cards still do to the next announcements. Never changed; two that are alike are one."""

    __slots__ = ("number", "cap", "cap_turns", "later_caps", "no_acceleration", "slow_start")

    def __init__(
        self, number: i64, cap: i64, cap_turns: i64, later_caps: list[int], no_acceleration: i64, slow_start: i64
    ) -> None:
        self.number: i64 = number
        self.cap: i64 = cap  # the highest speed …
        self.cap_turns: i64 = cap_turns  # … of so many announcements
        self.later_caps = later_caps  # of the announcements after those, by cards of one's own that last longer
        self.no_acceleration: i64 = no_acceleration  # so many announcements
        self.slow_start: i64 = slow_start  # the highest of the next Starting Speed, 0 if none is set

    def binds(self) -> bool:
        return self.cap_turns > 0 or self.no_acceleration > 0 or self.slow_start > 0

    def after_announcing(self, speed_before: i64) -> Burden:
        """One announcement later; a slow start is over once the car drives."""
        if not self.binds():
            return self
        slow_start = self.slow_start if speed_before > 0 else 0
        no_acceleration = max(0, self.no_acceleration - 1)
        if self.cap_turns == 1 and self.later_caps:
            return capped(self.later_caps, no_acceleration, slow_start)
        return burden_of(self.cap, max(0, self.cap_turns - 1), no_acceleration, slow_start, self.later_caps)

    def with_card(self, deck: Deck, card: int) -> Burden:
        """RR-80: with an adverse card more; most cards burden nobody. Of two that bind the stricter one does."""
        effect, amount, turns = deck.effect[card], deck.amount[card], deck.turns[card]
        if effect == CAP:
            return capped(stricter(self.caps(), [amount] * turns), self.no_acceleration, self.slow_start)
        if effect == NO_ACCELERATION:
            more = max(self.no_acceleration, turns)
            return burden_of(self.cap, self.cap_turns, more, self.slow_start, self.later_caps)
        if effect == SLOW_START and not 0 < self.slow_start <= amount:
            return burden_of(self.cap, self.cap_turns, self.no_acceleration, amount, self.later_caps)
        return self

    def caps(self) -> list[int]:
        """The highest speed of each of the next announcements, as far as there is one."""
        return [int(self.cap)] * int(self.cap_turns) + self.later_caps


def stricter(one: list[int], other: list[int]) -> list[int]:
    """Both caps together."""
    if len(one) > len(other):
        one, other = other, one
    return [min(caps) for caps in zip(one, other, strict=False)] + other[len(one) :]


_met: Final[dict[tuple[int, ...], Burden]] = {}


def burden_of(
    cap: int, cap_turns: int, no_acceleration: int, slow_start: int, later_caps: list[int] = NO_CAPS
) -> Burden:
    key = (cap, cap_turns, no_acceleration, slow_start, *later_caps)
    burden = _met.get(key)
    if burden is None:
        burden = Burden(len(_met), cap, cap_turns, later_caps, no_acceleration, slow_start)
        _met[key] = burden
    return burden


def capped(caps: list[int], no_acceleration: int, slow_start: int) -> Burden:
    """A burden with these caps on the next announcements, one at least."""
    turns = next((turn for turn, cap in enumerate(caps) if cap != caps[0]), len(caps))
    return burden_of(caps[0], turns, no_acceleration, slow_start, caps[turns:])


UNBURDENED: Final = burden_of(0, 0, 0, 0)


class Crew:
    """What driving asks of a crew."""

    __slots__ = ("kit", "speed", "visited", "hand", "declared", "feather", "turned_round", "burden")

    def __init__(self, kit: Kit, speed: i64, visited: int, hand: int, burden: Burden) -> None:
        self.kit = kit
        self.speed: i64 = speed  # 0 = stationary: a Starting Speed comes next
        self.visited = visited  # Passage Controls of this section, as bits
        self.hand = hand  # kept Hazard! cards, as bits
        self.declared = 0  # cards declared for this move, as bits
        self.feather: i64 = 0  # Feather Touch: +1 or −1 square
        self.turned_round = False  # in this turn
        self.burden = burden

    def has(self, deck: Deck, effect: int) -> bool:
        """Is a card of this effect declared?"""
        return self.declared & deck.having[effect] != 0

    def use(self, deck: Deck, effect: int) -> bool:
        """Use up one declared card of this effect; False if there is none."""
        found = self.declared & deck.having[effect]
        if not found:
            return False
        self.declared = self.declared & ~(found & -found)
        return True

    def declarable(self, deck: Deck) -> int:
        """Kept cards that go with an announcement, as bits."""
        cards = deck.declared[0 if self.speed == 0 else 1]
        if self.feather != 0:
            cards &= ~deck.having[FEATHER]
        return cards & self.hand


class Driver(Crew, ABC):
    """A crew that stands somewhere on the map."""

    __slots__ = ()

    @abstractmethod
    def edge(self) -> i64:
        """The edge by which it came to where it stands."""

    @abstractmethod
    def take(self, edge: i64) -> None:
        """On by this edge, one square."""


def turns_to_miss(deck: Deck, card: int, said: int) -> int:
    """How many turns an adverse card takes from who announced this speed (RR-90, RR-R35)."""
    effect, amount = deck.effect[card], deck.amount[card]
    if effect == MISS:
        return amount
    return min(amount, turns_in_water(said)) if effect == FLOOD else 0


def turns_in_water(said: int) -> int:
    """RR-79: one for every 10 mph of the speed just chosen."""
    return said // 10
