"""A road being laid: which card may come next, and the levels along the finished road.

Each card is a cell of a square grid (RA-R03): it is entered in some heading and left straight on, to the left or to the
right, and the next card lies in the neighbouring cell. No cell is used twice. A card is offered only if the road can
still be completed within the calendar's limits.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.errors import Refusal
from parcferme.games.rally.load import FEATURES, RAIN, SECTORS, SNOW, STORM, Deck, StageSpec

STEP: Final = (1, 1000, -1, -1000)  # east, south, west, north, as cell numbers 1000·y + x
TURN: Final = (0, 3, 1)  # S, L, R: quarter turns to the right
FORD_IN_RAIN: Final = 5  # RA-63
FORD_IN_SNOW: Final = 3
WEATHERS: Final = 5


class Yard:
    """A deck to lay one kind of stage from, its cards sorted into kinds that are alike for that stage's limits."""

    def __init__(self, deck: Deck, spec: StageSpec) -> None:
        self.deck = deck
        self.spec = spec
        limited = [least > 0 or most < spec.cards for least, most in zip(spec.least, spec.most, strict=True)]
        keys: list[tuple[int, int, int, int]] = []  # exit, then the limited features
        for card in deck.cards:
            ford, hairpin, fast = [int(has and counts) for has, counts in zip(card.features, limited, strict=True)]
            keys.append((card.exit, ford, hairpin, fast))
        self.kinds = sorted(set(keys))  # straight roads first: the search below completes most roads at once
        self.kind_of = [self.kinds.index(key) for key in keys]
        self.stock = [self.kind_of.count(kind) for kind in range(len(self.kinds))]

    def completes(self, left: list[int], cells: list[int], cell: int, heading: int, tally: list[int]) -> bool:
        """Can the cards still missing be laid from the kinds left, the next of them on `cell`?"""
        spec = self.spec
        slots = spec.cards - len(cells)
        for feature in range(3):
            if spec.least[feature] - tally[feature] > slots:
                return False
        if slots == 0:
            return True
        for kind in range(len(self.kinds)):
            if left[kind] > 0 and self.fits(kind, left, cells, cell, heading, tally):
                return True
        return False

    def fits(self, kind: int, left: list[int], cells: list[int], cell: int, heading: int, tally: list[int]) -> bool:
        """Can a card of this kind lie on `cell` and the rest still be laid? Leaves the lists as they were."""
        spec = self.spec
        exit, ford, hairpin, fast = self.kinds[kind]
        sums = [tally[0] + ford, tally[1] + hairpin, tally[2] + fast]
        if sums[0] > spec.most[0] or sums[1] > spec.most[1] or sums[2] > spec.most[2]:
            return False
        turned = (heading + TURN[exit]) % 4
        beyond = cell + STEP[turned]
        if beyond in cells and len(cells) + 1 < spec.cards:
            return False
        left[kind] -= 1
        cells.append(cell)
        done = self.completes(left, cells, beyond, turned, sums)
        cells.pop()
        left[kind] += 1
        return done


class Route:
    """A road of some cards. Never changed: laying a card makes a new one, so copies of a position share it."""

    __slots__ = (
        "yard",
        "spec",
        "sky",
        "cards",
        "cells",
        "headings",
        "tally",
        "open",
        "length",
        "squares",
        "factors",
        "rank",
    )

    def __init__(self, yard: Yard, cards: list[int]) -> None:
        spec = yard.spec
        self.yard = yard
        self.spec = spec
        self.sky = len(SECTORS) if spec.special else 0  # where Tables.moves keeps the moves of such a stage
        self.cards = cards  # indices into the deck
        self.cells: list[int] = []
        self.headings: list[int] = []  # in which each card is entered
        self.tally = [0, 0, 0]
        cell, heading = 0, 0
        for card in cards:
            self.cells.append(cell)
            self.headings.append(heading)
            heading = (heading + TURN[yard.deck.cards[card].exit]) % 4
            cell += STEP[heading]
            self.tally = [a + b for a, b in zip(self.tally, yard.deck.cards[card].features, strict=True)]
        self.cells.append(cell)  # where the next card would lie
        self.headings.append(heading)
        complete = len(cards) >= spec.cards
        self.open: list[int] = [] if complete else self._open()
        self.squares: list[int] = []  # deck square of each position; position 0 lies before the first
        self.factors: list[list[int]] = []
        self.rank: list[int] = []  # the deck squares of the road, ascending
        self.length = 0
        if complete:
            self._measure()

    def is_complete(self) -> bool:
        return len(self.cards) >= self.spec.cards

    def why_not(self, card: int) -> Refusal | None:
        """Why this card cannot be laid next, with the clause; `None` if it can."""
        if self.is_complete():
            return Refusal("road_complete", "RA-08", {"cards": self.spec.cards})
        roads = self.yard.deck.cards
        no = roads[card].no
        if card in self.cards:
            return Refusal("card_laid", "RA-R03", {"card": no})
        if not self.cards and roads[card].levels[0] != 0:
            return Refusal("first_square", "RA-11", {"card": no, "level": roads[card].levels[0]})
        for feature in range(3):
            if self.tally[feature] + roads[card].features[feature] > self.spec.most[feature]:
                args: dict[str, object] = {"card": no, "most": self.spec.most[feature]}
                return Refusal(f"too_many_{FEATURES[feature]}", self.spec.clause, args)
        return None if self._leads_on(card) else self._dead_end(card)

    def _dead_end(self, card: int) -> Refusal:
        """The road could not be finished after this card: the cards left break a limit, or have no room."""
        roads = self.yard.deck.cards
        no = roads[card].no
        tally = [a + b for a, b in zip(self.tally, roads[card].features, strict=True)]
        left = [roads[other].features for other in range(len(roads)) if other != card and other not in self.cards]
        if _within(self.spec, left, self.spec.cards - len(self.cards) - 1, tally):
            return Refusal("cards_overlap", "RA-R03", {"card": no})
        for feature in range(3):
            if tally[feature] < self.spec.least[feature]:
                args: dict[str, object] = {"card": no, "least": self.spec.least[feature]}
                return Refusal(f"too_few_{FEATURES[feature]}", self.spec.clause, args)
        crowded = next(feature for feature in range(3) if self.spec.most[feature] < self.spec.cards)
        args = {"card": no, "most": self.spec.most[crowded]}
        return Refusal(f"too_many_{FEATURES[crowded]}", self.spec.clause, args)

    def _open(self) -> list[int]:
        """The cards that may be laid next, ascending."""
        deck = self.yard.deck
        alike: list[int] = [-1] * len(self.yard.kinds)  # cards of one kind lead on alike: -1 not asked, 0 no, 1 yes
        found: list[int] = []
        for card in range(len(deck.cards)):
            if card in self.cards or (not self.cards and deck.cards[card].levels[0] != 0):
                continue
            kind = self.yard.kind_of[card]
            if alike[kind] < 0:
                alike[kind] = int(self._leads_on(card))
            if alike[kind] == 1:
                found.append(card)
        return found

    def _leads_on(self, card: int) -> bool:
        yard = self.yard
        left = yard.stock[:]
        for laid in self.cards:
            left[yard.kind_of[laid]] -= 1
        last = len(self.cards)
        return yard.fits(yard.kind_of[card], left, self.cells[:last], self.cells[last], self.headings[last], self.tally)

    def _measure(self) -> None:
        """The squares of the finished road and their factors under each weather and tyre (RA-R27)."""
        deck = self.yard.deck
        levels = [0]
        fords = [False]
        self.squares = [-1]
        for card in self.cards:
            road = deck.cards[card]
            for square in range(len(road.levels)):
                self.squares.append(deck.first[card] + square)
                levels.append(road.levels[square])
                fords.append(road.marks[square] == "f")
        self.length = len(self.squares) - 1
        self.rank = sorted(self.squares[1:])
        plain = levels
        wet = [FORD_IN_RAIN if ford else level for level, ford in zip(levels, fords, strict=True)]
        frozen = [FORD_IN_SNOW if ford else level for level, ford in zip(levels, fords, strict=True)]
        for weather in range(WEATHERS):
            printed = wet if weather in (RAIN, STORM) else frozen if weather == SNOW else plain
            self.factors += [printed, [level - 1 for level in printed]]  # without and with the help of tyres


def _within(spec: StageSpec, left: list[list[int]], slots: int, tally: list[int]) -> bool:
    """Could so many of the cards left keep the limits, if there were room for any road?"""
    if any(count > most for count, most in zip(tally, spec.most, strict=True)):
        return False
    if slots == 0 or not left:
        return slots == 0 and all(count >= least for count, least in zip(tally, spec.least, strict=True))
    alike = left.count(left[0])
    others = [features for features in left if features != left[0]]
    for taken in range(min(alike, slots) + 1):
        if _within(spec, others, slots - taken, [a + taken * b for a, b in zip(tally, left[0], strict=True)]):
            return True
    return False
