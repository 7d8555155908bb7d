"""The position: one flat list of whole numbers with named offsets, and the cards taken so far.

`v` holds the rally, the turn in progress, the order of play, and a block of `CAR` numbers for each seat. Gear cards and
split times hang on `past`, a chain of entries that copies share: (entry, what came before).
"""

from __future__ import annotations

from typing import Final

from parcferme.core.chance import Odds
from parcferme.core.contract import State
from parcferme.games.rallyman.kept import Choices
from parcferme.games.rallyman.rally import Rally
from parcferme.games.rallyman.road import Road

# Phases: who acts, and on what.
START_ORDER: Final = 0  # chance: who starts SS1 first
WEATHER: Final = 1  # chance: one die for a zone
SERVICE: Final = 2  # a driver: tyres, spare tyre
TURN: Final = 3  # a driver, before the first die
CHAIN: Final = 4  # a driver, after a die
DIE: Final = 5  # chance: one die
FACES_DUE: Final = 6  # chance: all dice of a time attack
PLACING: Final = 7  # a driver: the next die of a time attack
SISU_ASKED: Final = 8  # a driver: play the card or accept the loss of control
CARD_DUE: Final = 9  # chance: a shortcut card
LOC_DUE: Final = 10  # chance: the back of a gear card
OVER_PHASE: Final = 11
TURN_DONE: Final = 12  # between two turns; never seen from outside
PHASE_NAMES: Final = (
    "start_order", "weather", "service", "turn", "chain", "die", "faces", "placing", "sisu", "card", "loc", "over",
)  # fmt: skip

# The rally.
PHASE: Final = 0
SPECIAL: Final = 1  # 0–2
ROUND: Final = 2
ACTOR: Final = 3  # the seat whose turn it is, −1 when nobody's
QUEUE_AT: Final = 4  # how many of the round's drivers have acted or are acting
ARRIVALS: Final = 5  # a counter: who arrived first
DIRT: Final = 6  # mask of corners with a dirt marker, by progress
SNOW_ON: Final = 7  # + special: mask of zones in snow
ZONE_DUE: Final = 10  # the zone whose weather is rolled next
SERVICED: Final = 11  # how many drivers have passed service
TYRES_SET: Final = 12  # has the driver in service chosen tyres?

# The turn.
ATTACKING: Final = 13
USED: Final = 14  # mask of black dice used
WHITES: Final = 15  # white dice used
HAZARDS: Final = 16  # Δ counted
LOCKS: Final = 17  # dice locked
SISU_ON: Final = 18
FROM: Final = 19  # progress at the start of the turn
FULL: Final = 20  # mask of road spaces without room for this car
CUTS_FULL: Final = 21  # mask of shortcuts without room
LEFT: Final = 22  # time attack: mask of black dice still to place
LEFT_CLEAN: Final = 23  # … white dice without a hazard
LEFT_BAD: Final = 24  # … white dice with one
SHOWN: Final = 25  # … mask of black dice that show a hazard
EARNED: Final = 26  # … seconds that the attack pays
CROWDED: Final = 27  # is there dirt or another car ahead?
STEP: Final = 28  # the step being taken: path, effect, pose, landing
STEP_DIE: Final = 29
STEP_HAZARD: Final = 30

ORDER_AT: Final = 31  # start order: 3 specials × 4 places, −1 where nobody starts
QUEUE: Final = 43  # the round's order of play, 4 places
CARS: Final = 47

# One car.
NODE: Final = 0
POSE: Final = 1
GEAR: Final = 2  # 0 = neutral
MARKERS: Final = 3  # Second Markers held
ARRIVAL: Final = 4
STATUS: Final = 5
CHRONO: Final = 6  # seconds on the chrono pile
SISU_HELD: Final = 7
SPARE_HELD: Final = 8
DAMAGE: Final = 9
FLATS: Final = 10
TYRES: Final = 11  # 0 asphalt, 1 snow
TIME: Final = 12  # + special: stage time, valid for specials driven to the end
DONE: Final = 15  # specials driven to the end
CAR: Final = 16

# Status of a car in this special.
WAITING: Final = 0  # on START, not yet started
DRIVING: Final = 1
FINISHED: Final = 2
RETIRED: Final = 3  # out of the rally
STATUS_NAMES: Final = ("waiting", "driving", "finished", "retired")

# Poses: those of road.py for a car in control, and these.
SPUN: Final = 4
OFF_LEFT: Final = 5
OFF_RIGHT: Final = 6
POSE_NAMES: Final = ("straight", "inside", "skid", "cut", "spun", "off-left", "off-right")

# Kinds of entries in `past`.
CARD_TAKEN: Final = 0  # value: gear
CARD_FLIPPED: Final = 1  # value: gear
TYRE_CHANGED: Final = 2  # value: 0
SPLIT: Final = 3  # value: number of the checkpoint

NO_IDS: Final[list[int]] = []

Past = tuple[int, object] | None


def entry(kind: int, seat: int, special: int, value: int, seconds: int) -> int:
    """One entry of `past` as a number; seconds may be below zero in a split time."""
    return kind | seat << 2 | special << 4 | value << 6 | (seconds + 100_000) << 12


def entry_parts(number: int) -> list[int]:
    """kind, seat, special, value, seconds."""
    return [number & 3, number >> 2 & 3, number >> 4 & 3, number >> 6 & 63, (number >> 12) - 100_000]


class Position(State):
    """What the rules work on. `rules/machine.py` completes it with the moves."""

    __slots__ = ("rally", "v", "road", "past", "choices", "odds")

    def __init__(
        self,
        rally: Rally,
        v: list[int],
        road: Road,
        past: Past,
        choices: Choices,
        odds: Odds,
    ) -> None:
        self.rally = rally
        self.v = v
        self.road = road
        self.past = past
        self.choices = choices  # of the seat that decides now
        self.odds = odds  # of the chance that acts now

    def car(self, seat: int) -> int:
        """Where the seat's block begins."""
        return CARS + seat * CAR

    def entries(self) -> list[int]:
        """The chain `past`, oldest first."""
        found: list[int] = []
        past: object = self.past
        while isinstance(past, tuple):
            found.append(past[0])
            past = past[1]
        return found[::-1]

    def note(self, number: int) -> None:
        self.past = (number, self.past)


def decks_at(players: int) -> int:
    """Where the cards left in the decks are counted: 5 × (spin, left, right), then (good, dirty, puncture)."""
    return CARS + players * CAR


def first_values(rally: Rally) -> list[int]:
    """The numbers before anything has happened."""
    v = [0] * decks_at(rally.players)
    v[ACTOR] = -1
    for place in range(ORDER_AT, CARS):  # nobody in the start orders and in the queue
        v[place] = -1
    for seat in range(rally.players):
        car = CARS + seat * CAR
        v[car + SISU_HELD] = rally.sisu  # RM-22
        v[car + SPARE_HELD] = rally.spare
        v[car + TYRES] = rally.first_tyres
    if rally.physical:
        for counts in rally.components.backs:
            v += counts
        v += rally.components.deck
    return v
