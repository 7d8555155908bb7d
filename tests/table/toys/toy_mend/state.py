"""The position: how far every car has come, whose turn it is, and who has just leapt."""

from __future__ import annotations

from parcferme.core.position import Fields, flag, whole, word

PHASE_NAMES = ("turn", "over")
TURN, OVER_PHASE = range(2)

TABLE: Fields = (word("phase", PHASE_NAMES), whole("seat", 2))
CAR: Fields = (whole("square", 42), flag("leapt"))


class Car:
    """One car: its square, and whether its last step was a leap."""

    def __init__(self, square: int, leapt: bool) -> None:
        self.square = square
        self.leapt = leapt

    def copy(self) -> Car:
        return Car(self.square, self.leapt)
