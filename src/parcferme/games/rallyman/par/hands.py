"""What a driver has played in a turn, die by die: a *hand*. Every hand there is, and what it becomes, is known.

The rules are asked once for each (`mechanics/dice.py`); the solver then only follows the links between hands.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rallyman.actions import WHITE
from parcferme.games.rallyman.mechanics.dice import WHITE_DICE, next_dice

SISU_ON: Final = 3  # in place of the hazards counted: they no longer matter
LOCKS: Final = 8  # counts of locked dice: 0 to 7


class Hand:
    """The gear engaged, the dice used, hazards counted and dice locked."""

    __slots__ = (
        "number", "gear", "used", "blacks", "whites", "hazards", "locks", "next_dice", "after", "hazard", "sisu",
        "locked", "unlocked",
    )  # fmt: skip

    def __init__(self, number: i64, gear: i64, used: i64, whites: i64, hazards: i64, locks: i64) -> None:
        self.number = number  # the same for every count of locks
        self.gear = gear
        self.used = used
        self.blacks: i64 = int(used).bit_count()
        self.whites = whites
        self.hazards = hazards
        self.locks = locks
        self.next_dice = next_dice(gear, used)
        self.after: list[Hand] = []  # by die: once it has been played; itself where it cannot
        self.hazard = self  # with one more hazard
        self.sisu = self  # once Sisu has been played
        self.locked = self  # with one more die locked
        self.unlocked = self  # with none


def _all_chains() -> list[tuple[int, int]]:
    """Every gear with the black dice that lead to it in one turn."""
    found = [(gear, 0) for gear in range(6)]
    for gear, used in found:  # it grows on the way
        for die in next_dice(gear, used):
            then = (die + 1, used | 1 << die)
            if then not in found:
                found.append(then)
    return found


CHAINS: Final = _all_chains()
TURNS: Final = len(CHAINS) * (WHITE_DICE + 1) * 4  # hands, locks apart
_chain_of: Final = {gear * 32 + used: number for number, (gear, used) in enumerate(CHAINS)}


def _all_hands() -> list[Hand]:
    hands: list[Hand] = []
    for gear, used in CHAINS:
        for whites in range(WHITE_DICE + 1):
            for hazards in range(4):
                number = len(hands) // LOCKS
                hands += [Hand(number, gear, used, whites, hazards, locks) for locks in range(LOCKS)]
    return hands


_hands: Final = _all_hands()


def hand_of(gear: int, used: int, whites: int, hazards: int, locks: int = 0) -> Hand:
    """The hand with these dice; raises KeyError where no turn comes to it."""
    return _hands[((_chain_of[gear * 32 + used] * (WHITE_DICE + 1) + whites) * 4 + hazards) * LOCKS + locks]


def _link(hand: Hand) -> None:
    gear, used, whites, hazards, locks = hand.gear, hand.used, hand.whites, hand.hazards, hand.locks
    hand.after = [hand] * 6
    for die in hand.next_dice:
        hand.after[die] = hand_of(die + 1, int(used) | 1 << die, whites, hazards, locks)
    if gear and whites < WHITE_DICE:
        hand.after[WHITE] = hand_of(gear, used, whites + 1, hazards, locks)
    if hazards < 2:
        hand.hazard = hand_of(gear, used, whites, hazards + 1, locks)
    hand.sisu = hand_of(gear, used, whites, SISU_ON, locks)
    hand.unlocked = hand_of(gear, used, whites, hazards)
    if locks + 1 < LOCKS:
        hand.locked = hand_of(gear, used, whites, hazards, locks + 1)


for _hand in _hands:
    _link(_hand)
FIRST_HANDS: Final = [hand_of(gear, 0, 0, 0) for gear in range(6)]  # by gear, before the first die
