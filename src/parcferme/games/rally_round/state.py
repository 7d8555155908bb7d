"""The position: the rally, its cars, the pack, the time sheets and the route.

A car's place is a short trail of edges (see `board/map.py`), so that it can roll or be sent back the way it came. Its
time sheet is a chain of entries, the newest first: copies share what was written before them. `POSITION.md` describes
the notation, `rules/positions.py` writes and reads it.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final, final

from mypy_extensions import i64

from parcferme.core.contract import State
from parcferme.games.rally_round.board.cards import Kit
from parcferme.games.rally_round.board.laying import Laying
from parcferme.games.rally_round.board.route import Route, Section
from parcferme.games.rally_round.board.tables import Tables
from parcferme.games.rally_round.mechanics.crew import UNBURDENED, Burden, Driver
from parcferme.lib.rows import vec

TRAIL_SIZE: Final = 16
REMEMBERED: Final = 14  # squares a car can be sent back, at most

# --- what has become of a car ---
WAITING: Final = 0
ON_ROAD: Final = 1
FINISHED: Final = 2
DISQUALIFIED: Final = 3
RETIRED: Final = 4
NOWHERE_YET: Final = 5  # has finished a part, the next one has not begun
STATUS_NAMES: Final = ("waiting", "driving", "finished", "disqualified", "retired", "between_parts")

# --- phases ---
N_CARS: Final = 0  # chance
N_START: Final = 1
N_FINISH: Final = 2
N_WHAT: Final = 3
N_SQUARE: Final = 4
N_APPROACH: Final = 5
N_KIND: Final = 6
N_MPH: Final = 7
N_RESOLVE: Final = 8
N_KIT: Final = 9
N_DEAL: Final = 10  # chance
N_ADOPT: Final = 11
N_SPEED: Final = 12
N_FEATHER: Final = 13
N_FORK: Final = 14
N_BLOCK: Final = 15
N_PLACE: Final = 16
N_ROLL: Final = 17
N_STOP: Final = 18
N_FORD: Final = 19
N_DRAW: Final = 20
N_HAZARD: Final = 21  # chance
N_PROTEST: Final = 22
N_ALLOWANCE: Final = 23
N_PUSH: Final = 24
N_OVER: Final = 25
PHASE_NAMES: Final = (
    "cars", "start", "finish", "marker", "square", "approach", "kind", "mph", "resolve", "kit", "deal", "adopt",
    "speed", "feather", "fork", "block", "place", "roll", "stop", "ford", "draw", "hazard", "protest", "allowance",
    "push", "over",
)  # fmt: skip

NOBODY: Final = -1
SEATS: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,), (4,), (5,)]
UNASKED: Final[list[int]] = []  # never changed: stands for a legal list that nobody has asked for
OPEN: Final = -1  # a type of kit card that a crew has yet to take
NO_CARDS: Final = (OPEN, OPEN, OPEN, OPEN, OPEN, OPEN)

# --- time sheet entries: kind, a number and another ---
E_SPEED: Final = 0  # speed, squares driven so far
E_MISSED: Final = 1  # –, squares so far
E_ROUND: Final = 2  # turned round
E_ILLEGAL: Final = 3  # illegal announcement: speed, squares so far
E_BOOKED: Final = 4  # seconds taken, seconds of penalty
E_FAULT: Final = 5  # code below, square
E_PART: Final = 6  # a new part begins
E_LEG: Final = 7  # precedes a booking: squares and target of the section
ENTRY_NAMES: Final = ("speed", "missed", "turned", "illegal", "booked", "fault", "part", "leg")


@final
class Pack:
    """Hazard! cards: not yet seen since the shuffle (bits), and the known order beneath them. Never changed."""

    __slots__ = ("unseen", "queue")

    def __init__(self, unseen: int, queue: tuple[int, ...]) -> None:
        self.unseen = unseen
        self.queue = queue

    def size(self) -> int:
        return self.unseen.bit_count() + len(self.queue)


@final
class Entry:
    """One entry of a time sheet and the ones before it. Never changed."""

    __slots__ = ("kind", "one", "two", "before")

    def __init__(self, kind: i64, one: i64, two: i64, before: Entry | None) -> None:
        self.kind: i64 = kind
        self.one: i64 = one
        self.two: i64 = two
        self.before = before


@final
class Car(Driver):
    """One crew and its car."""

    __slots__ = (
        "seat", "status", "at", "top", "floor", "misses", "off", "section", "turns", "run", "score", "other", "arrived",
        "cards", "trail", "sheet",
    )  # fmt: skip

    def __init__(
        self,
        seat: i64,
        status: i64,
        at: i64,
        top: i64,
        floor: i64,
        speed: i64,
        misses: i64,
        off: bool,
        section: i64,
        turns: i64,
        run: i64,
        visited: int,
        hand: int,
        declared: int,
        burden: Burden,
        feather: i64,
        turned_round: bool,
        score: i64,
        other: i64,
        arrived: i64,
        cards: tuple[int, ...],
        kit: Kit,
        trail: vec[i64],
        sheet: Entry | None,
    ) -> None:
        super().__init__(kit, speed, visited, hand, burden)
        self.declared = declared
        self.feather = feather
        self.turned_round = turned_round
        self.seat: i64 = seat  # who drives it; NOBODY while the cars are drawn
        self.status: i64 = status
        self.at: i64 = at  # its place on the trail
        self.top: i64 = top  # the furthest it has been on it: entries before top − 15 are overwritten
        self.floor: i64 = floor  # the trail's place of the control booked last: never rolled back beyond
        self.misses: i64 = misses  # turns still to miss
        self.off = off  # the road
        self.section: i64 = section
        self.turns: i64 = turns  # minutes on this section
        self.run: i64 = run  # squares driven on this section
        self.score: i64 = score  # penalties of the sections, seconds
        self.other: i64 = other  # other penalties, seconds
        self.arrived: i64 = arrived  # serial of the last arrival at a control
        self.cards = cards  # of the kit by type, or OPEN; `kit` is the standard car while one is
        self.trail = trail  # a ring of edges
        self.sheet = sheet  # its newest entry

    def copy(self) -> Car:
        return Car(
            self.seat, self.status, self.at, self.top, self.floor, self.speed, self.misses, self.off, self.section,
            self.turns, self.run, self.visited, self.hand, self.declared, self.burden, self.feather, self.turned_round,
            self.score, self.other, self.arrived, self.cards, self.kit, self.trail[:], self.sheet,
        )  # fmt: skip

    def edge(self) -> i64:
        return self.trail[self.at & 15]

    def take(self, edge: i64) -> None:
        at: i64 = self.at + 1
        self.at = at
        self.trail[at & 15] = edge

    def lowest(self) -> i64:
        """The trail's place beyond which it is never sent back (RR-R28)."""
        return max(self.floor, self.top - REMEMBERED)

    def penalty(self) -> int:
        return self.score + self.other

    def is_in(self) -> bool:
        """Waiting for its start, or on the road."""
        return self.status <= ON_ROAD

    def enter(self, kind: i64, one: i64, two: i64) -> None:
        """Write an entry on the time sheet."""
        self.sheet = Entry(kind, one, two, self.sheet)

    def entries(self) -> list[tuple[int, int, int]]:
        """The time sheet, first entry to last."""
        found: list[tuple[int, int, int]] = []
        entry = self.sheet
        while entry is not None:
            found.append((entry.kind, entry.one, entry.two))
            entry = entry.before
        found.reverse()
        return found


def new_car(kit: Kit) -> Car:
    """A car that nobody has drawn yet."""
    return Car(
        NOBODY, WAITING, 0, 0, 0, 0, 0, False, 0, 0, 0, 0, 0, 0, UNBURDENED, 0, False, 0, 0, 0, NO_CARDS, kit,
        vec[i64]([0] * TRAIL_SIZE), None,
    )  # fmt: skip


class Position(State):
    """The data of a position; `rules` gives it its verbs."""

    __slots__ = (
        "t", "cars", "order", "pack", "route", "lay", "moves", "phase", "actor", "crew", "minute", "turn", "part",
        "arrivals", "picks", "adopted", "marker", "spot", "side", "forfeits", "mode", "said", "after", "left", "depart",
        "limit_broken", "rolled", "must_climb", "give_way_at", "drawn", "blocker", "taken", "owed",
    )  # fmt: skip

    def __init__(
        self,
        t: Tables,
        cars: list[Car],
        order: vec[i64],
        pack: Pack,
        route: Route | None,
        lay: Laying | None,
        moves: list[int],
        phase: i64,
        actor: i64,
        crew: i64,
        minute: i64,
        turn: i64,
        part: i64,
        arrivals: i64,
        picks: i64,
        adopted: i64,
        marker: i64,
        spot: i64,
        side: i64,
        forfeits: i64,
        mode: i64,
        said: i64,
        after: i64,
        left: i64,
        depart: i64,
        limit_broken: bool,
        rolled: bool,
        must_climb: bool,
        give_way_at: i64,
        drawn: i64,
        blocker: i64,
        taken: i64,
        owed: i64,
    ) -> None:
        self.t = t
        self.cars = cars
        self.order = order  # of the crews in this minute
        self.pack = pack
        self.route = route
        self.lay = lay
        self.moves = moves  # the legal list once it has been asked for; UNASKED before
        self.phase: i64 = phase  # what is being decided
        self.actor: i64 = actor  # the seat that decides; NOBODY: chance
        self.crew: i64 = crew  # the crew that moves (draws, picks, lays)
        self.minute: i64 = minute  # since the start of this part
        self.turn: i64 = turn  # the crew's place in the order
        self.part: i64 = part
        self.arrivals: i64 = arrivals  # so far, for first-in first-out
        self.picks: i64 = picks  # cars drawn, then kit cards taken
        self.adopted: i64 = adopted  # competitive solo: the player's crew
        # the marker in hand: its action, square and approach
        self.marker: i64 = marker
        self.spot: i64 = spot
        self.side: i64 = side
        self.forfeits: i64 = forfeits  # markers laid wrongly (strict table)
        # the move under way
        self.mode: i64 = mode
        self.said: i64 = said  # the announced speed
        self.after: i64 = after  # the speed the car will have after the move
        self.left: i64 = left  # squares still to drive
        self.depart: i64 = depart  # where on the trail it began
        self.limit_broken = limit_broken  # RR-91: no further one counts
        self.rolled = rolled  # RR-R27
        self.must_climb = must_climb  # a start allowed only because the next square is uphill (RR-55)
        self.give_way_at: i64 = give_way_at  # where on the trail a Give Way was crossed, 0 if none was
        self.drawn: i64 = drawn  # the Hazard! card just drawn
        self.blocker: i64 = blocker  # the crew asked whether it lets another pass
        self.taken: i64 = taken  # a Time Control being booked: seconds taken
        self.owed: i64 = owed  # … and penalty

    # --- readers ---

    def car(self) -> Car:
        """The car that moves."""
        return self.cars[self.crew]

    def square(self, crew: i64) -> i64:
        return self.t.board.head[self.cars[crew].edge()]

    def drives_on(self) -> Route:
        """The route, once it is known."""
        route = self.route
        assert route is not None
        return route

    def laying(self) -> Laying:
        lay = self.lay
        assert lay is not None
        return lay

    def section(self, crew: i64) -> Section:
        return self.drives_on().sections[self.cars[crew].section]

    @abstractmethod
    def copy(self) -> Position:
        """An independent copy."""

    # --- small writers ---

    def ask(self, phase: i64, seat: i64) -> None:
        """Somebody must choose."""
        self.phase = phase
        self.actor = seat
        self.moves = UNASKED

    def ask_crew(self, phase: i64) -> None:
        """The crew that moves must choose."""
        self.ask(phase, self.cars[self.crew].seat)

    def return_card(self, card: int) -> None:
        """RR-80: a used card goes to the bottom of the pack."""
        self.pack = Pack(self.pack.unseen, (*self.pack.queue, card))


def copied_cars(p: Position) -> list[Car]:
    return [car.copy() for car in p.cars]
