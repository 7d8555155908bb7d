"""The decks and the programs they allow.

A card is a small number in the order of CARDS: the eight instructions, a card of the other deck (XX), no card (--).
A program is a number too: 0 is an empty Control Board, then come all sequences of one card, of two and of three, each
in lexicographic order. Every sequence has its number, also those no deck allows, so that a refusal can say what is
wrong with it; `FAULTS` says so once for all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mypy_extensions import i64

from parcferme.core.content import read_document
from parcferme.lib.rows import vec

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
IDLE: Final = NO_CARD  # what a program does in a phase in which nothing happens

PROGRAMS: Final = 1 + 10 + 100 + 1000

# What can be wrong with a program, in the order in which it is said
SOUND: Final = 0
WRONG_DECK: Final = 1
MISSING: Final = 2
TOO_MANY: Final = 3


def _sequence(program: int) -> list[int]:
    for length, first in ((3, 111), (2, 11), (1, 1)):
        if program >= first:
            rest = program - first
            return [rest // 10 ** (length - 1 - place) % 10 for place in range(length)]
    return []


def program_of(cards: list[int]) -> int:
    """The number of a sequence of at most three cards."""
    number = 0
    for card in cards:
        number = 10 * number + card
    return (0, 1, 11, 111)[len(cards)] + number


SEQUENCES: Final = [_sequence(program) for program in range(PROGRAMS)]
LENGTHS: Final = vec[i64]([len(cards) for cards in SEQUENCES])
TEXTS: Final = [".".join(CARDS[card] for card in cards) for cards in SEQUENCES]
# [4 × program + length]
CUT: Final = vec[i64]([program_of(cards[:length]) for cards in SEQUENCES for length in range(4)])


def read_decks() -> list[list[int]]:
    """For each Rover number (and an empty entry for 0) how many of each card its deck holds."""
    document = read_document(Path(__file__).parent / "content" / "decks.json")
    decks: list[list[int]] = [[]]
    for number in ("1", "2"):
        names = document[number]
        assert isinstance(names, list)
        decks.append([names.count(card) for card in CARDS])
    return decks


DECKS: Final = read_decks()


def _effects(number: int) -> list[int]:
    """What each program does in each phase, [3 × program + phase − 1]; a card the deck lacks does nothing (LR-36)."""
    deck = DECKS[number]
    table: list[int] = []
    for cards in SEQUENCES:
        done = [card if deck[card] else IDLE for card in cards]
        table += done + [IDLE] * (3 - len(done))
    return table


def _fault(number: int, cards: list[int]) -> int:
    deck = DECKS[number]
    if any(card == XX or (card < XX and not deck[card]) for card in cards):
        return WRONG_DECK  # LR-16, LR-17
    if NO_CARD in cards:
        return MISSING  # LR-37: a card on every phase
    return TOO_MANY if too_many(number, cards) >= 0 else SOUND


def too_many(number: int, cards: list[int]) -> int:
    """The first card used more often than the deck holds it (LR-38), −1 if there is none."""
    for card in cards:
        if card < XX and cards.count(card) > DECKS[number][card] > 0:
            return card
    return -1


EFFECTS: Final = [vec[i64](), vec[i64](_effects(1)), vec[i64](_effects(2))]
FAULTS: Final = [[], [_fault(1, cards) for cards in SEQUENCES], [_fault(2, cards) for cards in SEQUENCES]]


def allowed(number: int, program: int, loose: bool) -> bool:
    """May a Rover of this number be given this program? On a loose table blanks pass, a card too many never does."""
    if not loose:
        return FAULTS[number][program] == SOUND
    return too_many(number, SEQUENCES[program]) < 0


def programs(number: int, length: int, loose: bool = False) -> list[int]:
    """All programs of so many cards that a Rover of this number may be given, ascending."""
    return [p for p in range(PROGRAMS) if LENGTHS[p] == length and allowed(number, p, loose)]


def blank_program(length: int) -> int:
    """LR-R38: what lies on the Control Board of somebody whose time ran out: no card on any phase."""
    return program_of([NO_CARD] * length)
