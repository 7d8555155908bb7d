"""Action ids and throws of the Start Tokens, with their notation.

1:F1.AT.TL      program Rover 1 (2:… for Rover 2), one card for each phase
place:A3/NE     put a Rover on a start hex, facing north-east
decline         enter no replacement Rover now
concede         give up, at any time
"""

from __future__ import annotations

from typing import Final

from parcferme.core.notation import Notation
from parcferme.games.lunar_rally.board.decks import CARDS
from parcferme.games.lunar_rally.board.hexes import FACINGS, LABELS
from parcferme.games.lunar_rally.mechanics.programs import PROGRAMS, SEQUENCES, Program

RECIPES: Final = SEQUENCES - 1  # programs of at least one card
PROGRAM_ACTIONS: Final = 2 * RECIPES
DECLINE: Final = PROGRAM_ACTIONS
CONCEDE: Final = PROGRAM_ACTIONS + 1
PLACES: Final = PROGRAM_ACTIONS + 2  # first of the placements, six facings for each start hex

# A throw shows two colours on each token; the one on both is the outcome. Colours: 0 blue, 1 green, 2 red, 3 yellow.
THROW_TEXTS: Final = ("BG/BR", "BG/GY", "RY/BR", "RY/GY")
FLIPPED: Final = 4  # the Moon Token turned over after a turn without programming: the only thing that can happen then


def program_action(program: Program) -> int:
    return (program.number - 1) * RECIPES + program.index - 1


def number_programmed(action: int) -> int:
    """The Rover number a program action is for, 0 for any other action."""
    return 1 + action // RECIPES if 0 <= action < PROGRAM_ACTIONS else 0


PROGRAM_IN: Final = PROGRAMS[1][1:] + PROGRAMS[2][1:]  # the program in each program action


def program_in(action: int) -> Program:
    return PROGRAM_IN[action]


def place_action(start: int, facing: int) -> int:
    """The placement on the start hex with this index, see `notation`."""
    return PLACES + 6 * start + facing


def notation(starts: list[int]) -> Notation:
    """All actions of a game whose maps have these start cells, ascending."""
    texts: list[str] = []
    forms: list[dict[str, object]] = []
    for number in (1, 2):
        for program in PROGRAMS[number][1:]:
            texts.append(f"{number}:{program.text}")
            cards: list[object] = [CARDS[card] for card in program.cards]
            forms.append({"kind": "program", "number": number, "cards": cards, "text": program.text})
    texts += ["decline", "concede"]
    forms += [{"kind": "decline"}, {"kind": "concede"}]
    for cell in starts:
        for facing in FACINGS:
            texts.append(f"place:{LABELS[cell]}/{facing}")
            forms.append({"kind": "place", "hex": LABELS[cell], "facing": facing})
    return Notation("an action of Lunar Rally", texts, forms)


def outcome_notation() -> Notation:
    return Notation("a throw of the Start Tokens or the Moon Token", (*THROW_TEXTS, "moon"))
