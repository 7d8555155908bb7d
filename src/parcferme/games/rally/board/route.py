"""A road being laid: which card may come next, and the levels along the finished road.

Each card is a cell of a square grid (RA-R03): it is entered in some heading and left straight on, to the left or to the
right, and the next card lies in the neighbouring cell. No cell is used twice; the end need not meet the start (RA-04).
A card is offered only if the road can still be completed within the calendar's limits.
"""

from __future__ import annotations

from typing import Final, final

from parcferme.core.errors import Refusal
from parcferme.games.rally.board.parts import FEATURES, SECTORS, UNLIMITED, WEATHERS, Deck, StageSpec

STEP: Final = (1, 1000, -1, -1000)  # east, south, west, north, as cell numbers 1000·y + x
TURN: Final = (0, 3, 1)  # S, L, R: quarter turns to the right
DIGIT: Final = 16  # more than a road has cards
KEPT: Final = 2000  # answers of each sort that a yard remembers


class Yard:
    """A deck to lay one kind of stage from, its cards sorted into kinds that are alike for that stage's limits.

    Whether a road can be finished is two questions, each of bounded size: which numbers of straight, left and right
    cards find room (`endings`), and whether so many can be picked from the cards left within the limits (`_pick`).
    """

    def __init__(self, deck: Deck, spec: StageSpec, given: bool = False) -> None:
        self.deck = deck
        self.spec = spec
        self.given = given  # the road is known card by card: nothing to look ahead for
        limited = [least > 0 or most < spec.cards for least, most in zip(spec.least, spec.most, strict=True)]
        keys: list[tuple[int, int, int, int]] = []  # exit, then the limited features
        for card in deck.cards:
            ford, hairpin, fast = [int(has and counts) for has, counts in zip(card.features, limited, strict=True)]
            keys.append((card.exit, ford, hairpin, fast))
        self.kinds = sorted(set(keys))
        self.kind_of = [self.kinds.index(key) for key in keys]
        self.stock = [self.kind_of.count(kind) for kind in range(len(self.kinds))]
        self.first = [sum(key[0] < exit for key in self.kinds) for exit in range(len(TURN) + 1)]  # kind of each exit
        self.tallies: dict[tuple[int, ...], list[list[int]]] = {}
        self.kept: dict[tuple[int, ...], list[bool]] = {}

    def leads(self, walk: tuple[int, ...], left: list[int], tally: list[int]) -> list[bool]:
        """By kind: may it come next? Kept, since many roads begin alike; what is left tells what is tallied."""
        key = (*walk, -1, *left)
        if key not in self.kept:
            if len(self.kept) >= KEPT:
                self.kept.clear()
            self.kept[key] = [self.fits(kind, left, walk, tally) for kind in range(len(self.kinds))]
        return self.kept[key]

    def fits(self, kind: int, left: list[int], walk: tuple[int, ...], tally: list[int]) -> bool:
        """Can a card of this kind come after the exits of `walk`, and the rest still be laid from the kinds left?"""
        exit, ford, hairpin, fast = self.kinds[kind]
        after = (*walk, exit)
        slots = self.spec.cards - len(after)
        if left[kind] == 0 or (slots > 0 and leads_onto_card(after)):
            return False
        if self.given:
            return True
        rest = left[:]
        rest[kind] -= 1
        sums = [tally[0] + ford, tally[1] + hairpin, tally[2] + fast]
        return self._pick(rest, endings(after, slots), sums)

    def within_limits(self, left: list[int], slots: int, tally: list[int]) -> bool:
        """Could so many of the cards left keep the limits, if there were room for any road?"""
        any_road = [(s, turns - s, slots - turns) for turns in range(slots + 1) for s in range(turns + 1)]
        return self._pick(left, any_road, tally)

    def _pick(self, left: list[int], endings: list[tuple[int, int, int]], tally: list[int]) -> bool:
        """Are there cards left for one of these endings that keep the limits?"""
        laid = tally[0] + DIGIT * tally[1] + DIGIT * DIGIT * tally[2]
        straights, lefts, rights = [self._tallies(exit, left) for exit in range(3)]
        for straight, to_left, to_right in endings:
            for one in straights[straight]:
                for two in lefts[to_left]:
                    for three in rights[to_right]:
                        if self._keeps_limits(laid + one + two + three):
                            return True
        return False

    def _keeps_limits(self, tally: int) -> bool:
        for feature in range(3):
            if not self.spec.least[feature] <= tally % DIGIT <= self.spec.most[feature]:
                return False
            tally //= DIGIT
        return True

    def _tallies(self, exit: int, left: list[int]) -> list[list[int]]:
        """By number of cards with this exit: the tallies worth having, each feature a digit."""
        key = (exit, *left[self.first[exit] : self.first[exit + 1]])
        if key not in self.tallies:
            if len(self.tallies) >= KEPT:
                self.tallies.clear()
            found: list[list[int]] = [[0], *([] for _ in range(self.spec.cards))]
            for kind in range(self.first[exit], self.first[exit + 1]):
                found = [self._best(tallies) for tallies in self._with_kind(found, kind, left[kind])]
            self.tallies[key] = found
        return self.tallies[key]

    def _with_kind(self, found: list[list[int]], kind: int, stock: int) -> list[list[int]]:
        """The same with up to `stock` cards of one more kind."""
        _, ford, hairpin, fast = self.kinds[kind]
        features = ford + DIGIT * hairpin + DIGIT * DIGIT * fast
        more: list[list[int]] = [[] for _ in found]
        for count, tallies in enumerate(found):
            for taken in range(min(stock, len(found) - 1 - count) + 1):
                more[count + taken] += [tally + taken * features for tally in tallies]
        return more

    def _best(self, tallies: list[int]) -> list[int]:
        """Without those that another serves as well: a handful, since a stage limits two features at most."""
        several = set(tallies)
        return [
            tally for tally in several if not any(self._serves(other, tally) for other in several if other != tally)
        ]

    def _serves(self, one: int, other: int) -> bool:
        """Has the one no more of what is limited and no less of what is wanted?"""
        for feature in range(3):
            here, there = one % DIGIT, other % DIGIT
            if here > there and self.spec.most[feature] < self.spec.cards:
                return False
            if here < there and self.spec.least[feature] > 0:
                return False
            one, other = one // DIGIT, other // DIGIT
        return True


def place_cards(walk: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The cells of cards left by these exits and the headings they are entered in; then those of the next card. The
    last need not meet the first (RA-04)."""
    cells, headings = [0], [0]
    for exit in walk:
        headings.append((headings[-1] + TURN[exit]) % 4)
        cells.append(cells[-1] + STEP[headings[-1]])
    return cells, headings


def leads_onto_card(walk: tuple[int, ...]) -> bool:
    """Does the last of these exits lead onto a card that lies already (RA-R03)?"""
    cells, _ = place_cards(walk)
    return cells.index(cells[-1]) < len(walk)


_endings: dict[tuple[tuple[int, ...], int], list[tuple[int, int, int]]] = {}  # all there can be: some thousand


def endings(walk: tuple[int, ...], slots: int) -> list[tuple[int, int, int]]:
    """How many straight, left and right cards can fill the slots after these exits, no card upon another (RA-R03)."""
    if slots == 0:
        return [(0, 0, 0)]
    key = (walk, slots)
    if key not in _endings:
        found: set[tuple[int, int, int]] = set()
        for exit in range(len(TURN)):
            if slots == 1 or not leads_onto_card((*walk, exit)):
                for straight, lefts, rights in endings((*walk, exit), slots - 1):
                    found.add((straight + (exit == 0), lefts + (exit == 1), rights + (exit == 2)))
        _endings[key] = sorted(found, reverse=True)  # straight roads first: most decks have such a road
    return _endings[key]


@final
class Route:
    """A road of some cards. Never changed: laying a card makes a new one, so copies of a position share it."""

    __slots__ = (
        "yard",
        "spec",
        "sky",
        "cards",
        "walk",
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
        self.sky = len(SECTORS) if spec.special else 0  # where Tables.plans keeps the moves of such a stage
        self.cards = cards  # indices into the deck
        self.walk = tuple([yard.deck.cards[card].exit for card in cards])
        self.cells, self.headings = place_cards(self.walk)
        self.tally = [0, 0, 0]
        for card in cards:
            features = yard.deck.cards[card].features
            for feature in range(3):
                self.tally[feature] += features[feature]
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
        left = self._left()
        left[self.yard.kind_of[card]] -= 1
        if self.yard.given or self.yard.within_limits(left, self.spec.cards - len(self.cards) - 1, tally):
            return Refusal("cards_overlap", "RA-R03", {"card": no})
        for feature in range(3):
            if tally[feature] < self.spec.least[feature]:
                args: dict[str, object] = {"card": no, "least": self.spec.least[feature]}
                return Refusal(f"too_few_{FEATURES[feature]}", self.spec.clause, args)
        crowded = next(feature for feature in range(3) if self.spec.most[feature] < self.spec.cards)
        args = {"card": no, "most": self.spec.most[crowded]}
        return Refusal(f"too_many_{FEATURES[crowded]}", self.spec.clause, args)

    def _open(self) -> list[int]:
        """The cards that may be laid next, ascending: cards of one kind lead on alike."""
        deck, kind_of = self.yard.deck, self.yard.kind_of
        leads = self.yard.leads(self.walk, self._left(), self.tally)
        laid = [False] * len(deck.cards)
        for card in self.cards:
            laid[card] = True
        found = [card for card in range(len(deck.cards)) if leads[kind_of[card]] and not laid[card]]
        return found if self.cards else [card for card in found if deck.cards[card].levels[0] == 0]  # RA-11

    def _leads_on(self, card: int) -> bool:
        return self.yard.fits(self.yard.kind_of[card], self._left(), self.walk, self.tally)

    def _left(self) -> list[int]:
        """By kind, the cards not yet laid."""
        left = self.yard.stock[:]
        for laid in self.cards:
            left[self.yard.kind_of[laid]] -= 1
        return left

    def _measure(self) -> None:
        """The squares of the finished road and their factors under each weather and tyre, card by card."""
        deck = self.yard.deck
        self.squares = [-1]
        self.factors = [[0] for _ in range(2 * len(WEATHERS))]
        for card in self.cards:
            self.squares += deck.squares[card]
            factors = deck.cards[card].factors
            for row in range(len(factors)):
                self.factors[row] += factors[row]
        for card in sorted(self.cards):
            self.rank += deck.squares[card]
        self.length = len(self.squares) - 1


def lay_road(deck: Deck, numbers: list[int], special: bool) -> tuple[Route, list[Refusal]]:
    """A given road, within the rules of laying but free of the calendar: as far as it goes, then why not on."""
    spec = StageSpec(len(numbers), special, [0, 0, 0], [UNLIMITED] * 3, "RA-08")
    route = Route(Yard(deck, spec, given=True), [])
    for number in numbers:
        index = deck.by_no.get(number)
        if index is None:
            return route, [Refusal("no_card", "RA-03", {"card": number})]
        refusal = route.why_not(index)
        if refusal is not None:
            return route, [refusal]
        route = Route(route.yard, [*route.cards, index])
    return route, []
