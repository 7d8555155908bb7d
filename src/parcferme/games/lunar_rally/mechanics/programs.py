"""Programs: up to three cards on the phases of a Control Board (LR-29, LR-37).

There is one object for every sequence and Rover number, shared by all Rovers: index 0 is an empty board, then come all
sequences of one card, of two and of three, each in the order of CARDS. Also those no deck allows have theirs, so that a
refusal can say what is wrong with them.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parcferme.games.lunar_rally.board.decks import CARDS, DECKS, IDLE, LA, MI, NO_CARD, RV, SOUND, ST, TR, Deck
from parcferme.lib.rows import vec

# The steps of a phase in which a card acts, as a set (LR-34); Still ends the Move step (LR-R11)
TURNS: Final = 1
MOVES: Final = 2
STANDS: Final = 4
LASERS: Final = 8
MISSILES: Final = 16

SEQUENCES: Final = 1 + 10 + 100 + 1000
FIRST_OF_LENGTH: Final = (0, 1, 11, 111)


@final
class Program:
    """A sequence of cards on the board of a Rover of one number."""

    __slots__ = ("cards", "cut", "does", "fault", "index", "length", "number", "overused", "steps", "text")

    def __init__(self, index: int, cards: list[int], deck: Deck) -> None:
        self.index = index
        self.number = deck.number
        self.cards = cards
        self.length: i64 = len(cards)
        self.text = ".".join(CARDS[card] for card in cards)
        # What happens in each of the three phases; nothing where there is no card of the deck
        self.does = vec[i64]([deck.effect(card) for card in cards] + [IDLE] * (3 - len(cards)))
        self.steps = vec[i64]([step_of(card) for card in self.does])
        self.fault = deck.fault(cards)
        self.overused = deck.overused(cards)
        self.cut: list[Program] = []  # what is left of it on a board of 0, 1, 2, 3 phases (LR-74)

    def allowed(self, loose: bool) -> bool:
        """May it be sealed? On a loose table blanks pass (LR-R38), a card too many never does."""
        return self.overused < 0 if loose else self.fault == SOUND


def step_of(card: int) -> int:
    """The step in which a card acts; 0 for one that does nothing."""
    if card <= RV:
        return MOVES
    if card <= TR:
        return TURNS
    return {LA: LASERS, MI: MISSILES, ST: STANDS}.get(card, 0)


def sequence_at(index: int) -> list[int]:
    """The cards of the sequence with this index."""
    for length in (3, 2, 1):
        if index >= FIRST_OF_LENGTH[length]:
            rest = index - FIRST_OF_LENGTH[length]
            return [rest // 10 ** (length - 1 - place) % 10 for place in range(length)]
    return []


def index_of(cards: list[int]) -> int:
    """The index of a sequence of at most three cards."""
    number = 0
    for card in cards:
        number = 10 * number + card
    return FIRST_OF_LENGTH[len(cards)] + number


def _all_programs(deck: Deck) -> list[Program]:
    made = [Program(index, sequence_at(index), deck) for index in range(SEQUENCES)]
    for program in made:
        program.cut = [made[index_of(program.cards[:phases])] for phases in range(4)]
    return made


PROGRAMS: Final[list[list[Program]]] = [[], _all_programs(DECKS[1]), _all_programs(DECKS[2])]  # [number][index]
BY_TEXT: Final = [{program.text: program for program in made} for made in PROGRAMS]  # [number][text]


def programs(number: int, phases: int, loose: bool = False) -> list[Program]:
    """All programs that a Rover of this number with so many phases may be given, ascending (LR-37 to LR-39)."""
    return [program for program in PROGRAMS[number] if program.length == phases and program.allowed(loose)]


def blank_program(number: int, phases: int) -> Program:
    """LR-R38: what lies on the Control Board of somebody whose time ran out: no card on any phase."""
    return PROGRAMS[number][index_of([NO_CARD] * phases)]
