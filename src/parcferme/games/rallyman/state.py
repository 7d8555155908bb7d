"""The position: the rally and its cars, and the turn in progress.

Everything has the game's own words. Numbers are bare (`i64`) where the engine is compiled; masks over the spaces of a
road are plain whole numbers, since a road may have more than 63. Lists that copies share (start orders, the queue,
decks, times, logs) are never changed in place: who changes one puts a new one there.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parcferme.core.contract import State
from parcferme.games.rallyman.board.rally import Rally
from parcferme.games.rallyman.board.road import Road
from parcferme.games.rallyman.chrono_log import Entry
from parcferme.games.rallyman.mechanics.paths import Obstacles, Step
from parcferme.games.rallyman.mechanics.track import Track
from parcferme.games.rallyman.rules.menu import Menu, Menus, MenuStore
from parcferme.lib.odds import Odds

# Phases: who acts, and on what. `rules/phases.py` has the table.
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

# Status of a car in this special.
WAITING: Final = 0  # on START, not yet started
DRIVING: Final = 1
FINISHED: Final = 2
RETIRED: Final = 3  # out of the rally
STATUS_NAMES: Final = ("waiting", "driving", "finished", "retired")

# Poses: those of mechanics/paths.py for a car in control, and these.
SPUN: Final = 4
OFF_LEFT: Final = 5
OFF_RIGHT: Final = 6
POSE_NAMES: Final = ("straight", "inside", "skid", "cut", "spun", "off-left", "off-right")

TYRE_NAMES: Final = ("asphalt", "snow")
NOBODY: Final = -1
NO_IDS: Final[list[int]] = []
NO_STEP: Final = Step(0, 0, 0, 0)


@final
class Car:
    """One driver's car."""

    __slots__ = (
        "space", "cut", "pose", "gear", "markers", "arrival", "status", "chrono", "sisu", "spare", "damage", "flats",
        "tyres", "times", "log",
    )  # fmt: skip

    def __init__(
        self,
        space: i64,
        cut: bool,
        pose: i64,
        gear: i64,
        markers: i64,
        arrival: i64,
        status: i64,
        chrono: i64,
        sisu: bool,
        spare: bool,
        damage: i64,
        flats: i64,
        tyres: i64,
        times: list[int],
        log: Entry | None,
    ) -> None:
        self.space = space  # counted from START
        self.cut = cut  # on the shortcut beside that space?
        self.pose = pose
        self.gear = gear  # 0: neutral
        self.markers = markers  # Second Markers held
        self.arrival = arrival  # who came first has the lower number
        self.status = status
        self.chrono = chrono  # seconds on the chrono pile
        self.sisu = sisu  # is the card held?
        self.spare = spare  # is the card held?
        self.damage = damage
        self.flats = flats
        self.tyres = tyres  # 0: asphalt, 1: snow
        self.times = times  # of the specials driven to the end
        self.log = log  # cards, changed tyres and split times

    def copy(self) -> Car:
        return Car(
            self.space, self.cut, self.pose, self.gear, self.markers, self.arrival, self.status, self.chrono, self.sisu,
            self.spare, self.damage, self.flats, self.tyres, self.times, self.log,
        )  # fmt: skip

    def net(self) -> int:
        """The stage time so far: the pile less the markers held (RM-03, RM-98)."""
        return self.chrono - self.markers

    def write(self, kind: i64, special: i64, value: i64, seconds: i64) -> None:
        """Another entry of the log."""
        self.log = Entry(kind, special, value, seconds, self.log)


@final
class Turn:
    """The turn in progress. Masks are of the gear dice: bit 0 is the 1st-gear die."""

    __slots__ = (
        "began", "attacking", "used", "whites", "hazards", "locks", "sisu_on", "left", "clean", "bad", "shown",
        "earned", "die", "hazard", "step",
    )  # fmt: skip

    def __init__(
        self,
        began: i64,
        attacking: bool,
        used: i64,
        whites: i64,
        hazards: i64,
        locks: i64,
        sisu_on: bool,
        left: i64,
        clean: i64,
        bad: i64,
        shown: i64,
        earned: i64,
        die: i64,
        hazard: bool,
        step: Step,
    ) -> None:
        self.began = began  # the space where the turn began
        self.attacking = attacking  # a time attack?
        self.used = used  # mask
        self.whites = whites  # white dice used
        self.hazards = hazards  # counted so far
        self.locks = locks  # dice locked
        self.sisu_on = sisu_on  # do hazards no longer count?
        self.left = left  # attack: mask of the dice still to be placed
        self.clean = clean  # … white dice to be placed, without a hazard
        self.bad = bad  # … and with one
        self.shown = shown  # … mask of the dice that show a hazard
        self.earned = earned  # … seconds that it pays
        self.die = die  # the die being rolled or driven: 0–4, or WHITE
        self.hazard = hazard  # does it show a hazard? (while a shortcut card is drawn)
        self.step = step  # where it takes the car

    def copy(self) -> Turn:
        return Turn(
            self.began, self.attacking, self.used, self.whites, self.hazards, self.locks, self.sisu_on, self.left,
            self.clean, self.bad, self.shown, self.earned, self.die, self.hazard, self.step,
        )  # fmt: skip

    def begin(self, space: i64) -> None:
        """Nothing has been played yet."""
        self.began = space
        self.used = 0
        self.whites = 0
        self.hazards = 0
        self.locks = 0
        self.sisu_on = False
        if self.attacking:
            self.attacking = False
            self.left = 0
            self.clean = 0
            self.bad = 0
            self.shown = 0
            self.earned = 0


class Position(State):
    """What the rules work on. `rules/game.py` completes it with the moves."""

    __slots__ = (
        "rally", "store", "road", "menus", "cars", "car", "turn", "obstacles", "menu", "odds", "phase", "actor",
        "special", "round", "arrivals", "dirt", "snow", "zones_rolled", "serviced", "tyres_set", "orders", "queue",
        "acted", "decks",
    )  # fmt: skip

    def __init__(
        self,
        rally: Rally,
        store: MenuStore,
        road: Road,
        menus: list[Menus],
        cars: list[Car],
        car: Car,
        turn: Turn,
        obstacles: Obstacles,
        menu: Menu,
        odds: Odds,
        phase: i64,
        actor: i64,
        special: i64,
        round: i64,
        arrivals: i64,
        dirt: int,
        snow: list[int],
        zones_rolled: i64,
        serviced: i64,
        tyres_set: bool,
        orders: list[list[int]],
        queue: list[int],
        acted: i64,
        decks: list[list[int]],
    ) -> None:
        self.rally = rally
        self.store = store  # what is known about every road
        self.road = road  # of this special, on its surfaces
        self.menus = menus  # what is known about that road, by tyres
        self.cars = cars  # by seat
        self.car = car  # of the actor
        self.turn = turn
        self.obstacles = obstacles  # for this car: what lies ahead within its reach
        self.menu = menu  # of the seat that decides now
        self.odds = odds  # of the chance that acts now
        self.phase = phase
        self.actor = actor  # the seat whose turn it is, or NOBODY
        self.special = special  # 0–2
        self.round = round
        self.arrivals = arrivals  # counts them
        self.dirt = dirt  # mask of corners with a dirt marker
        self.snow = snow  # by special: mask of its zones in snow
        self.zones_rolled = zones_rolled  # zones whose weather is known
        self.serviced = serviced  # drivers who are ready
        self.tyres_set = tyres_set  # has the driver in service chosen tyres?
        self.orders = orders  # start orders of the specials opened so far
        self.queue = queue  # the round's order of play
        self.acted = acted  # how many of them have acted or are acting
        self.decks = decks  # cards left, where decks are real: 5 × (spin, left, right), then (good, dirty, puncture)

    def start_order(self) -> list[int]:
        """The seats that start this special, first starter first."""
        return self.orders[self.special]

    def waiting(self) -> list[int]:
        """Who still acts in this round."""
        return self.queue[self.acted :]

    def set_road(self, snow: int) -> None:
        """The road of this special with these zones in snow."""
        self.road = self.rally.road(self.special, snow)
        self.menus = self.store.of(self.special, snow)

    def track(self) -> Track:
        """The road as the car whose turn it is can drive it."""
        return self.menus[self.car.tyres].track
