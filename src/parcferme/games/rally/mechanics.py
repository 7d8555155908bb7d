"""Mechanics: who helps where, and what everybody can tell about the ones not yet seen."""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.games.rally.state import BARRED, MECH, SHOWN, UNPAIRED

RADIUS: Final = 4  # RA-53
EACH: Final = 3  # RA-R22


def best_stack(v: list[int], seat: int, place: int) -> int:
    """The square of the largest own stack in range (equal: nearest, then earlier), or 0 (RA-R21)."""
    base = MECH + EACH * seat
    found = 0
    best = 0
    near = 0
    for index in range(EACH):
        square = v[base + index]
        away = square - place if square > place else place - square
        if square > 0 and away <= RADIUS and square != found:
            size = stack_size(v, seat, square)
            if size > best or (size == best and away < near):
                found, best, near = square, size, away
    return found


def stack_size(v: list[int], seat: int, square: int) -> int:
    """How many mechanics of this seat stand together there."""
    if square == 0:
        return 0
    base = MECH + EACH * seat
    size = 0
    for index in range(EACH):
        if v[base + index] == square:
            size += 1
    return size


def known_after_repair(v: list[int], seat: int, place: int, stack: int) -> None:
    """Show the stack that acted at `place` (0: none did), and note what its being the best one tells of the others."""
    reach = reach_mask(place, RADIUS)
    if stack == 0:
        v[BARRED + seat] |= reach
        return
    base = MECH + EACH * seat
    for index in range(EACH):
        if v[base + index] == stack:
            v[SHOWN + seat] |= 1 << index
    v[BARRED + seat] |= 1 << stack  # the whole stack is seen
    if stack_size(v, seat, stack) > 1:
        return  # at most one more, and it is weaker
    v[UNPAIRED + seat] |= reach
    away = abs(stack - place)
    if away > 0:
        v[BARRED + seat] |= reach_mask(place, away - 1)  # a nearer one would have come
    if stack > place:
        v[BARRED + seat] |= 1 << max(0, place - away)  # so would an earlier one as near


def reach_mask(place: int, radius: int) -> int:
    """A bit for each square within the radius of `place`; bit 0 is no square."""
    around = (1 << (2 * radius + 1)) - 1
    shift = place - radius
    return (around << shift if shift >= 0 else around >> -shift) & ~1


def redraw(v: list[int], seat: int, placed: int, length: int, rng: Random) -> None:
    """Other squares for this seat's unknown mechanics that fit all that everybody has seen; `placed` of three stand."""
    known = v[SHOWN + seat]
    if known == (1 << placed) - 1:
        return
    base = MECH + EACH * seat
    shown = [v[base + index] for index in range(placed) if known >> index & 1]
    squares = shown[:]
    while len(squares) < placed:
        squares.append(_somewhere(v, seat, squares, length, rng))
    squares.sort()
    v[SHOWN + seat] = 0
    for index in range(placed):
        v[base + index] = squares[index]
        if squares[index] in shown:
            v[SHOWN + seat] |= 1 << index


def _somewhere(v: list[int], seat: int, taken: list[int], length: int, rng: Random) -> int:
    """A square where one more unknown mechanic may stand: by trial, since nearly every square will do."""
    for _ in range(20):
        square = 1 + int(rng.random() * length)
        if _may_stand(v, seat, taken, square):
            return square
    return rng.choice([square for square in range(1, length + 1) if _may_stand(v, seat, taken, square)])


def _may_stand(v: list[int], seat: int, taken: list[int], square: int) -> bool:
    if v[BARRED + seat] >> square & 1:
        return False
    return square not in taken or not v[UNPAIRED + seat] >> square & 1
