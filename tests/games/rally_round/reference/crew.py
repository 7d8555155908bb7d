"""A crew: its car, its kit, and the way that it has driven."""

from __future__ import annotations

from typing import Any

from .road import Step

COLOURS = "ROYW"


class Car:
    def __init__(self, start: int) -> None:
        self.seat = 0
        self.status = "waiting"
        self.way = [Step(start, None, False)]
        self.furthest = 0  # how long its way has been
        self.floor = 0  # the place on it of the control booked last
        self.speed = 0
        self.misses = 0
        self.off = False
        self.section = 0
        self.turns = 0
        self.visited: set[int] = set()
        self.arrived = 0
        self.cards: dict[str, dict[str, Any]] = {}
        self.hand: list[int] = []
        self.declared: list[int] = []
        self.feather = 0
        self.free_turned = False
        self.caps: list[int] = []  # of the next announcements
        self.slipping = 0  # announcements without acceleration
        self.slow_start = 0
        self.totals: list[int] = []  # after each section
        self.score = 0

    def at(self) -> Step:
        return self.way[-1]

    def place(self) -> int:
        return len(self.way) - 1

    def go(self, square: int) -> None:
        self.way.append(Step(square, self.at().square, False))

    def best(self, what: str, colour: str) -> int:
        """RR-09, RR-R14: of the standard car and the kit; extras on top."""
        number = COLOURS.index(colour)
        best: int = max([10, *[card[what][number] for card in self.cards.values() if what in card]])
        more = [card[f"{what}_more"][number] for card in self.cards.values() if f"{what}_more" in card]
        return min(100, best + sum(more)) if more else best

    def extra(self, what: str) -> int:
        return sum(card.get(what, 0) for card in self.cards.values())

    def may(self, right: str) -> bool:
        return any(card.get(right) for card in self.cards.values())
