"""The parts of the box: road cards, tables, weather rings and the calendar, as the rules read them."""

from __future__ import annotations

from typing import Final, NamedTuple, final

SETUPS: Final = ("stable", "fast", "prototype")
TYRES: Final = ("normal", "rain", "snow")
NORMAL: Final = 0
SNOW_TYRES: Final = 2
GEARS: Final = 5

CLEAR: Final = 0
OVERCAST: Final = 1
RAIN: Final = 2
STORM: Final = 3
SNOW: Final = 4
WEATHERS: Final = ("clear", "overcast", "rain", "storm", "snow")
SECTORS: Final = {
    "C": (CLEAR, 0),
    "O": (OVERCAST, 0),
    "R1": (RAIN, 1),
    "S2": (STORM, 2),
    "S3": (STORM, 3),
    "N2": (SNOW, 2),
    "N3": (SNOW, 3),
}  # RA-67: rain +1, storm +2 or +3, snow +2 or +3

DAMAGES: Final = ("-", "tc", "1", "2", "3", "e")  # RA-43 … RA-46; the index is the outcome's code
UNHURT: Final = 0
SPIN: Final = 1
ELIMINATED: Final = 5

EXITS: Final = ("S", "L", "R")
FEATURES: Final = ("fords", "hairpins", "fast")  # what the calendar limits
UNLIMITED: Final = 99
RINGS: Final = ("EC", "EN", "A")  # RA-61
SHAPES: Final = ("fast", "ford", "hairpin", "mixed")  # roads that are drawn alike


@final
class Card:
    """A road card: its squares in driving order."""

    def __init__(
        self,
        no: int,
        name: str,
        exit: int,
        fast: bool,
        levels: list[int],
        marks: list[str],
        factors: list[list[int]],
        numbers: list[int],
    ) -> None:
        self.no = no
        self.name = name
        self.exit = exit  # index into EXITS
        self.levels = levels
        self.marks = marks  # "", "f" ford or "h" hairpin, by square
        self.factors = factors  # by weather, then by tyres that do not help or do; of each square
        self.numbers = numbers  # RA-07: the numbers mechanics are noted by
        self.features = [int("f" in marks), int("h" in marks), int(fast)]  # RA-R02: counted once per card

    def shape(self) -> str:
        """Which of the deck's centre-lines the road follows."""
        if self.features[1]:
            return "hairpin"
        if self.features[0]:
            return "ford"
        return "fast" if self.features[2] else "mixed"


@final
class Deck:
    """All road cards, their squares counted through, and the lines to draw their roads along."""

    def __init__(self, cards: list[Card], shapes: dict[str, object]) -> None:
        self.cards = cards
        self.shapes = shapes
        self.numbers = [number for card in cards for number in card.numbers]
        self.squares: list[list[int]] = []  # for each card, the indices of its squares in `numbers`
        count = 0
        for card in cards:
            self.squares.append(list(range(count, count + len(card.numbers))))
            count += len(card.numbers)
        self.by_no = {card.no: index for index, card in enumerate(cards)}


@final
class GearTables:
    """Gear ranges, the risk table and the damage table; gear and difference are rows, counted from 1."""

    def __init__(self, ranges: list[tuple[int, int]], risk: list[list[int]], damage: list[list[int]]) -> None:
        self.ranges = ranges
        self.risk = risk
        self.damage = damage


@final
class Ring:
    """A weather series: the sectors in a closed ring, and the sector each face of the start die marks."""

    def __init__(self, id: str, sectors: list[str], start: list[int]) -> None:
        self.id = id
        self.skies = [list(SECTORS).index(sector) for sector in sectors]
        self.kinds = [SECTORS[sector][0] for sector in sectors]
        self.points = [SECTORS[sector][1] for sector in sectors]
        self.start = start


class StageSpec(NamedTuple):
    """What the calendar says of one stage (RA-08): how many cards, its own limits on them (RA-R01), is it special?"""

    cards: int
    special: bool
    least: list[int]  # by feature
    most: list[int]
    clause: str


class Race(NamedTuple):
    """A race of the calendar."""

    id: str
    name: str
    clause: str
    ring: str
    stages: list[StageSpec]
    special: list[StageSpec]  # one stage or none
