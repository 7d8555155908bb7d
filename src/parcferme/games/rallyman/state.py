"""The position: the turn in progress, one flat list of whole numbers with named offsets, and the cards taken so far.

What a turn reads and writes at every die are fields of their own, which both builds reach fastest. `v` holds the rest:
the rally, the order of play, and a block of `CAR` numbers for each seat. `numbers` puts all of it into one list, as
records keep it. Gear cards and split times hang on `past`, a chain of entries that copies share: (entry, what came
before).
"""

from __future__ import annotations

from typing import Final

from parcferme.core.chance import Odds
from parcferme.core.contract import State
from parcferme.games.rallyman.board.rally import Rally
from parcferme.games.rallyman.board.road import Road
from parcferme.games.rallyman.rules.cache import Choices

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
PHASE_NAMES: Final = (
    "start_order", "weather", "service", "turn", "chain", "die", "faces", "placing", "sisu", "card", "loc", "over",
)  # fmt: skip

# The rally, in `v`.
SPECIAL: Final = 0  # 0–2
ROUND: Final = 1
QUEUE_AT: Final = 2  # how many of the round's drivers have acted or are acting
DIRT: Final = 3  # mask of corners with a dirt marker, by progress
SNOW_ON: Final = 4  # + special: mask of zones in snow
ZONE_DUE: Final = 7  # the zone whose weather is rolled next
SERVICED: Final = 8  # how many drivers have passed service
TYRES_SET: Final = 9  # has the driver in service chosen tyres?

# What the turn seldom needs.
FROM: Final = 10  # progress at the start of the turn
DIRT_AHEAD: Final = 11  # mask of the dirt ahead then
STEP: Final = 12  # the step being taken: path, effect, pose, landing
STEP_DIE: Final = 13
STEP_HAZARD: Final = 14

ORDER_AT: Final = 15  # start order: 3 specials × 4 places, −1 where nobody starts
QUEUE: Final = 27  # the round's order of play, 4 places
CARS: Final = 31

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

BLOCKS: Final = [[(seat, CARS + seat * CAR) for seat in range(players)] for players in range(5)]  # seats, their blocks

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

NO_IDS: Final[list[int]] = []

Past = tuple[int, object] | None


# White dice of an attack: (placed before, which counts on snow tyres only; left without a hazard; left with one).
WHITE_DICE: Final = [
    (0, 0, 0), (0, 1, 0), (0, 0, 1), (0, 2, 0), (0, 1, 1), (0, 0, 2), (1, 0, 0), (1, 1, 0), (1, 0, 1), (2, 0, 0),
]  # fmt: skip
WHITE_SLOTS: Final = [  # before * 9 + clean * 3 + bad → their number * 32
    32 * WHITE_DICE.index(dice) if dice in WHITE_DICE else -1
    for dice in [(number // 9, number // 3 % 3, number % 3) for number in range(27)]
]
BAD_WHITE: Final = 32  # a white die left shows a hazard: the next of WHITE_DICE


class Position(State):
    """What the rules work on. `rules/machine.py` completes it with the moves."""

    __slots__ = (
        "rally", "v", "road", "past", "choices", "odds", "phase", "actor", "arrivals", "car", "kept", "cell",
        "attacking", "used", "whites", "hazards", "locks", "sisu_on", "left", "shown", "earned", "crowded", "full",
        "cuts_full",
    )  # fmt: skip

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
        self.phase = START_ORDER
        self.actor = -1  # the seat whose turn it is, −1 when nobody's
        self.arrivals = 0  # a counter: who arrived first
        # The turn.
        self.car = CARS  # where the block of the car begins
        self.kept = road.kept[0]  # what is known about the road for its tyres
        self.cell = 0  # progress * 6 + gear, as `kept` counts
        self.attacking = 0
        self.used = 0  # mask of black dice used
        self.whites = 0  # white dice used
        self.hazards = 0  # Δ counted
        self.locks = 0  # dice locked
        self.sisu_on = 0
        self.left = 0  # time attack: dice still to place, a mask of the black ones + one of WHITE_SLOTS
        self.shown = 0  # … mask of black dice that show a hazard
        self.earned = 0  # … seconds that the attack pays
        self.crowded = 0  # is there dirt or another car ahead that this turn may reach?
        self.full = 0  # if so: mask of road spaces without room for this car
        self.cuts_full = 0  # … mask of shortcuts without room

    def take_wheel(self, seat: int) -> None:
        """It is the turn of this seat's car, and nothing has been played."""
        v, road, car = self.v, self.road, CARS + seat * CAR
        self.car = car
        self.kept = road.kept[v[car + TYRES]]
        progress = road.at[v[car + NODE]]
        self.cell = progress * 6 + v[car + GEAR]
        self.attacking = self.used = self.whites = self.hazards = self.locks = self.sisu_on = 0
        self.left = self.shown = self.earned = self.crowded = self.full = self.cuts_full = 0
        v[FROM] = progress
        v[DIRT_AHEAD] = v[STEP] = v[STEP_DIE] = v[STEP_HAZARD] = 0

    def dice_left(self) -> tuple[int, int, int]:
        """Dice of the attack still to place: mask of black ones, white ones without and with a hazard."""
        _, clean, bad = WHITE_DICE[self.left >> 5]
        return self.left & 31, clean, bad

    def spaces_taken(self) -> tuple[int, int]:
        """Masks of road spaces and of shortcuts where other cars leave no room (RM-R30).

        Cars off the road, on START and on FINISH take none.
        """
        v, road = self.v, self.road
        full = cuts_full = once = 0
        for _, car in BLOCKS[self.rally.players]:
            if car == self.car or v[car + STATUS] != DRIVING or v[car + POSE] >= OFF_LEFT:
                continue
            node = v[car + NODE]
            if node > road.finish:
                cuts_full |= 1 << road.at[node]
            elif node > 0:
                bit = 1 << node
                if road.room[node] == 1 or once & bit:
                    full |= bit
                once |= bit
        return full, cuts_full

    def numbers(self) -> list[int]:
        """The whole position but for `past`, in the order in which records keep it; `take` reads it back."""
        v = self.v
        black, clean, bad = self.dice_left()
        full, cuts_full = self.spaces_taken() if TURN <= self.phase < OVER_PHASE else (0, 0)
        crowded = 1 if v[DIRT_AHEAD] or (full | cuts_full) >> (v[FROM] + 1) else 0
        return [
            self.phase, v[SPECIAL], v[ROUND], self.actor, v[QUEUE_AT], self.arrivals, *v[DIRT:FROM],
            self.attacking, self.used, self.whites, self.hazards, self.locks, self.sisu_on, v[FROM], full, cuts_full,
            black, clean, bad, self.shown, self.earned, crowded, *v[STEP:],
        ]  # fmt: skip

    def take(self, numbers: list[int]) -> None:
        """Become the position that `numbers` listed."""
        self.phase, self.actor, self.arrivals = numbers[0], numbers[3], numbers[5]
        v = [numbers[1], numbers[2], numbers[4], *numbers[6:13], numbers[19], *numbers[27:]]
        self.road = self.rally.road(v[SPECIAL], v[SNOW_ON + v[SPECIAL]] if self.phase != WEATHER else 0)
        self.v = v[:]
        self.take_wheel(max(self.actor, 0))
        self.v = v  # as it was, now that the car is known
        self.attacking, self.used, self.whites, self.hazards = numbers[13], numbers[14], numbers[15], numbers[16]
        self.locks, self.sisu_on, self.full, self.cuts_full = numbers[17], numbers[18], numbers[20], numbers[21]
        before = self.whites if self.attacking and v[self.car + TYRES] else 0
        self.left = numbers[22] + WHITE_SLOTS[before * 9 + numbers[23] * 3 + numbers[24]]
        self.shown, self.earned, self.crowded = numbers[25], numbers[26], numbers[27]

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
