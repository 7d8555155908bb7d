"""The position: one flat row of numbers, and the names of its places.

A Rover is a number from 0 to 7: the Rover 1s of seats 0–3, then their Rover 2s. A hex is a cell number, column × 12 +
row, the same on every map; −1 is off the board. A destroyed or removed Rover has cell −1 and no phases.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.lib.rows import vec

SEATS: Final = 4
ROVERS: Final = 8

NODE: Final = 0  # what is due now, one of the nodes below
SCENARIO: Final = 1  # index of the map in play, −1 before it is thrown for
THROWS: Final = 2  # throws for the first player so far
FIRST: Final = 3  # the first player's seat, −1 before it is known
TURN: Final = 4  # placing: how many Rovers have had their turn; replacing: how many seats
ASKED: Final = 5  # the seats that decide now, as bits
MOON: Final = 6  # the Rover number whose turn it is
PHASE: Final = 7  # phases of that turn revealed so far
ROUND: Final = 8  # rounds begun
CACHES: Final = 9  # caches still on the board, as bits
CONCEDED: Final = 10  # seats that have conceded, as bits
REASON: Final = 11  # how the game ended, an index into REASONS
WINNERS: Final = 12  # who won, or shares the draw, as bits
LIVE: Final = 12  # + Rover number: the seats whose Rover of that number is on the board, as bits; so 13 and 14
SPENT: Final = 15  # + seat: replacement Rovers used
TAKEN: Final = SPENT + SEATS  # + seat: damage taken
CELL: Final = TAKEN + SEATS  # + rover, as all below
FACING: Final = CELL + ROVERS
PHASES: Final = FACING + ROVERS
SHIELDS: Final = PHASES + ROVERS
MISSILES: Final = SHIELDS + ROVERS
ARMED: Final = MISSILES + ROVERS
PROGRAM: Final = ARMED + ROVERS  # the cards on the Control Board, as a program number of cards.py
SIZE: Final = PROGRAM + ROVERS

# Nodes
THROW_MAP: Final = 0
THROW_FIRST: Final = 1
PLACE: Final = 2
OPEN_1: Final = 3  # initial programming of Rover 1 …
OPEN_2: Final = 4  # … and of Rover 2
REPLACE: Final = 5
PROGRAM_1: Final = 6
PROGRAM_2: Final = 7
FLIP: Final = 8  # a turn has passed in which nobody had a Rover to program: the Moon Token is flipped
ENDED: Final = 9
NODE_NAMES: Final = (
    "throw_map",
    "throw_first",
    "place",
    "program_1",
    "program_2",
    "replace",
    "program_1",
    "program_2",
    "flip",
    "over",
)

# How a game ends
REASONS: Final = ("", "finish", "tie", "destroyed", "last", "conceded", "cap")
REASON_CLAUSES: Final = ("", "LR-83", "LR-84", "LR-85", "LR-R36", "LR-R37", "LR-R39")
FINISH: Final = 1
TIE: Final = 2
DESTROYED: Final = 3
LAST: Final = 4
GIVEN_UP: Final = 5
CAP: Final = 6

ASKS: Final = vec[i64]([0, 0, 0, 1, 2, 0, 1, 2, 0, 0])  # node → the Rover number programmed there, else 0
SEATS_OF: Final = [tuple(seat for seat in range(SEATS) if mask >> seat & 1) for mask in range(1 << SEATS)]

ROVERS_IN: Final = [vec[i64]([rover for rover in range(ROVERS) if mask >> rover & 1]) for mask in range(1 << ROVERS)]


def rover_of(seat: int, number: int) -> int:
    return seat + SEATS * (number - 1)


def seat_of(rover: int) -> int:
    return rover & 3


def number_of(rover: int) -> int:
    return 1 + (rover >> 2)


def rover_on(v: vec[i64], cell: int) -> int:
    """The Rover that stands on this hex, −1 if none does."""
    for rover in ROVERS_IN[v[LIVE + 2] << SEATS | v[LIVE + 1]]:
        if v[CELL + rover] == cell:
            return rover
    return -1


def blank_position() -> vec[i64]:
    """Nothing thrown, nobody placed."""
    v = vec[i64]([0] * SIZE)
    v[SCENARIO] = v[FIRST] = -1
    v[MOON] = 1
    for rover in range(ROVERS):
        v[CELL + rover] = -1
    return v


def enter(v: vec[i64], rover: int, cell: int, facing: int) -> None:
    """A Rover comes onto the board with everything it starts with (LR-14, LR-15), weapons inactive (LR-57)."""
    number = number_of(rover)
    v[LIVE + number] = v[LIVE + number] | 1 << seat_of(rover)
    v[CELL + rover] = cell
    v[FACING + rover] = facing
    v[PHASES + rover] = 3
    v[SHIELDS + rover] = number
    v[MISSILES + rover] = number
    v[ARMED + rover] = 0
    v[PROGRAM + rover] = 0


def remove(v: vec[i64], rover: int) -> None:
    """A Rover leaves the board with its tokens and cards; no wreck remains (LR-R32)."""
    v[LIVE + number_of(rover)] = v[LIVE + number_of(rover)] & ~(1 << seat_of(rover))
    v[CELL + rover] = -1
    v[PHASES + rover] = v[SHIELDS + rover] = v[MISSILES + rover] = v[ARMED + rover] = v[PROGRAM + rover] = 0
