"""The instruction cards and the two decks of them, one for each Rover number (LR-16)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from parcferme.core.content import read_document

CARDS: Final = ("AT", "F1", "RV", "TL", "TR", "LA", "MI", "ST", "XX", "--")
AT: Final = 0  # Forward 1 – All Terrain
F1: Final = 1  # Forward 1
RV: Final = 2  # Reverse
TL: Final = 3  # Turn Left
TR: Final = 4  # Turn Right
LA: Final = 5  # Fire Laser
MI: Final = 6  # Fire Missile
ST: Final = 7  # Still
XX: Final = 8  # a card of the wrong deck: does nothing (LR-36)
NO_CARD: Final = 9
IDLE: Final = NO_CARD  # what is done in a phase in which nothing happens

# What can be wrong with the cards of a program, in the order in which it is said
SOUND: Final = 0
WRONG_DECK: Final = 1
MISSING: Final = 2
TOO_MANY: Final = 3


class Deck:
    """The cards of one Rover number (LR-17, LR-18, LR-19, LR-R02)."""

    def __init__(self, number: int, names: list[object]) -> None:
        self.number = number
        self.copies = [names.count(card) for card in CARDS]  # of each card

    def effect(self, card: int) -> int:
        """What a card does on this Rover's board; one that is not of its deck does nothing (LR-36, LR-R38)."""
        return card if self.copies[card] else IDLE

    def fault(self, cards: list[int]) -> int:
        """What is wrong with these cards on the phases of a Control Board."""
        if any(card == XX or (card < XX and not self.copies[card]) for card in cards):
            return WRONG_DECK  # LR-16, LR-17
        if NO_CARD in cards:
            return MISSING  # LR-37: a card on every phase
        return TOO_MANY if self.overused(cards) >= 0 else SOUND

    def overused(self, cards: list[int]) -> int:
        """The first card used more often than the deck holds it (LR-38, LR-39), −1 if there is none."""
        for card in cards:
            if card < XX and cards.count(card) > self.copies[card] > 0:
                return card
        return -1


def _read_decks() -> list[Deck]:
    """By Rover number; number 0 has an empty one."""
    document = read_document(Path(__file__).parent.parent / "content" / "decks.json")
    decks = [Deck(0, [])]
    for number in (1, 2):
        names = document[str(number)]
        assert isinstance(names, list)
        decks.append(Deck(number, names))
    return decks


DECKS: Final = _read_decks()
