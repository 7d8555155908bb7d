"""A crew: the three mechanics of one car, who helps where, and what everybody can tell of those not yet seen."""

from __future__ import annotations

from random import Random
from typing import Final, final

RADIUS: Final = 4  # RA-53
EACH: Final = 3  # RA-49, RA-R22: all three are placed


@final
class Crew:
    """The mechanics of one car. Never changed: whoever places or learns more makes a new one, so copies share it.

    squares    where they stand, in road order, as far as they are placed
    shown      bit q: the stack on square q is known to all
    barred     bit q: all know that no unknown mechanic stands on q
    unpaired   bit q: all know that no two unknown mechanics stand on q
    """

    __slots__ = ("squares", "shown", "barred", "unpaired")

    def __init__(self, squares: list[int], shown: int = 0, barred: int = 0, unpaired: int = 0) -> None:
        self.squares = squares
        self.shown = shown
        self.barred = barred
        self.unpaired = unpaired

    def unseen(self) -> list[int]:
        return [square for square in self.squares if not self.shown >> square & 1]

    def is_possible(self) -> bool:
        """Do the unknown mechanics stand where all that is known allows?"""
        unseen = self.unseen()
        for square in unseen:
            if self.barred >> square & 1 or (unseen.count(square) > 1 and self.unpaired >> square & 1):
                return False
        return True


def best_stack(squares: list[int], place: int) -> int:
    """The square of the largest stack in range (equal: nearest, then earlier), or 0 (RA-R21, RA-R22)."""
    found = 0
    best = 0
    near = 0
    for square in squares:
        away = square - place if square > place else place - square
        if away <= RADIUS and square != found:
            size = squares.count(square)
            if size > best or (size == best and away < near):
                found, best, near = square, size, away
    return found


def helpers(squares: list[int], place: int) -> int:
    """How many mechanics work together for a car that stopped here (RA-51, RA-52): those of the best stack alone."""
    stack = best_stack(squares, place)
    return squares.count(stack) if stack > 0 else 0


def after_repair(crew: Crew, place: int, stack: int) -> Crew:
    """The stack that acted at `place` is shown (0: none did), and its being the best one tells of the others."""
    reach = reach_mask(place, RADIUS)
    if stack == 0:
        return Crew(crew.squares, crew.shown, crew.barred | reach, crew.unpaired)
    barred = crew.barred | 1 << stack  # the whole stack is seen
    if crew.squares.count(stack) > 1:  # at most one more, and it is weaker
        return Crew(crew.squares, crew.shown | 1 << stack, barred, crew.unpaired)
    away = abs(stack - place)
    if away > 0:
        barred |= reach_mask(place, away - 1)  # a nearer one would have come
    if stack > place:
        barred |= (1 << max(0, place - away)) & ~1  # so would an earlier one as near
    return Crew(crew.squares, crew.shown | 1 << stack, barred, crew.unpaired | reach)


def reach_mask(place: int, radius: int) -> int:
    """A bit for each square within the radius of `place`; bit 0 is no square."""
    around = (1 << (2 * radius + 1)) - 1
    shift = place - radius
    return (around << shift if shift >= 0 else around >> -shift) & ~1


def redrawn(crew: Crew, length: int, rng: Random) -> Crew:
    """A crew whose unknown mechanics stand elsewhere, wherever fits all that everybody has seen."""
    squares = [square for square in crew.squares if crew.shown >> square & 1]
    if len(squares) == len(crew.squares):
        return crew
    while len(squares) < len(crew.squares):
        squares.append(_somewhere(crew, squares, length, rng))
    squares.sort()
    return Crew(squares, crew.shown, crew.barred, crew.unpaired)


def _somewhere(crew: Crew, taken: list[int], length: int, rng: Random) -> int:
    """A square where one more unknown mechanic may stand: by trial, since nearly every square will do."""
    for _ in range(20):
        square = 1 + int(rng.random() * length)
        if _may_stand(crew, taken, square):
            return square
    return rng.choice([square for square in range(1, length + 1) if _may_stand(crew, taken, square)])


def _may_stand(crew: Crew, taken: list[int], square: int) -> bool:
    if crew.barred >> square & 1:
        return False
    return square not in taken or not crew.unpaired >> square & 1
