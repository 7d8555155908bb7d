"""The position: one flat row of numbers, the pack, the time sheets, the kits and the route.

The row holds a head (whose turn, what is being decided, the move under way) and one block per crew. A crew's place is
a short trail of edges (see `board.py`), so that it can roll or be sent back the way it came.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from parcferme.core.contract import CHANCE, DECISION, OVER, State
from parcferme.core.position import Note
from parcferme.games.rally_round.cards import Kit
from parcferme.games.rally_round.laid import Laying
from parcferme.games.rally_round.route import Route, Section
from parcferme.games.rally_round.tables import Tables
from parcferme.lib.rows import vec

# --- head ---
NODE: Final = 0  # what is being decided, below
ACTOR: Final = 1  # the seat that decides
TURN_NO: Final = 2  # minutes since the start of this part
CREW: Final = 3  # the crew that moves (draws, picks, lays)
POS: Final = 4  # its place in ORDER
SERIAL: Final = 5  # arrivals so far, for first-in first-out
PART: Final = 6
LEFT: Final = 7  # squares of the move still to drive
MODE: Final = 8  # DRIVING, ADVANCING, ROLLING, ROLLED_BACK
SAID: Final = 9  # the announced speed
AFTER: Final = 10  # the speed the car will have after the move
DEPART: Final = 11  # where on the trail the move began
MOVE: Final = 12  # what has happened in this move: bits, below
GW_AT: Final = 13  # where on the trail a Give Way was crossed, 0 if none was
DRAWN_CARD: Final = 14
BLOCKER: Final = 15  # the crew asked whether it lets another pass
WHAT: Final = 16  # marker being laid: TC, PC, …
SPOT: Final = 17  # … its square
SIDE: Final = 18  # … its approach
LEG: Final = 19  # … the kind of its leg
FORFEITS: Final = 20  # markers laid wrongly (strict table)
ADOPTED: Final = 21  # competitive solo: the player's crew
PICKS: Final = 22  # cars drawn, then kit cards taken
TAKEN: Final = 23  # a Time Control being booked: time taken
OWED: Final = 24  # … and penalty of the section, both in seconds
OWNER: Final = 26  # seats of the six crews
ORDER: Final = 32  # crews in this turn's order
CREWS: Final = 38

# --- a crew's block ---
STATUS: Final = 0
N: Final = 1  # length of the trail
TOP: Final = 2  # longest it has been: older entries than TOP − 15 are overwritten
FLOOR: Final = 3  # the trail's place of the control booked last: never rolled back beyond
SPEED_: Final = 4  # 0 = stationary: a Starting Speed comes next
MISSES: Final = 5  # turns still to miss
OFF: Final = 6  # off the road
SECTION: Final = 7
TURNS: Final = 8  # minutes on this section
RUN: Final = 9  # squares driven on this section
PCS: Final = 10  # Passage Controls visited on this section, as bits
HAND: Final = 11  # kept Hazard! cards, as bits
ARMED: Final = 12  # cards declared for this move, as bits
CAP_AT: Final = 13  # speed cap of a Hazard! card …
CAP_FOR: Final = 14  # … and announcements it still binds
GEARED: Final = 15  # announcements without acceleration still to come
CLUTCH: Final = 16  # cap on the next Starting Speed, 0 if there is none
SHORTER: Final = 17  # Feather Touch: +1 or −1 square
ABOUT: Final = 18  # has turned round in this turn
SCORE: Final = 19  # penalties of the sections, seconds
OTHER: Final = 20  # other penalties, seconds
ARRIVED: Final = 21  # serial of the last arrival at a control
KIT_AT: Final = 22  # six kit cards, −1 while open
TRAIL: Final = 28
TRAIL_SIZE: Final = 16
SIZE: Final = 44

WAITING: Final = 0
ON_ROAD: Final = 1
FINISHED: Final = 2
DISQUALIFIED: Final = 3
RETIRED: Final = 4
NOWHERE_YET: Final = 5  # has finished a part, the next one has not begun
STATUS_NAMES: Final = ("waiting", "driving", "finished", "disqualified", "retired", "waiting")

DRIVING: Final = 0
ADVANCING: Final = 1
ROLLING: Final = 2
ROLLED_BACK: Final = 3

LIMIT_BROKEN: Final = 1
HAS_ROLLED: Final = 2
MUST_CLIMB: Final = 4  # a start allowed only because the next square is uphill

# --- nodes ---
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
NODE_NAMES: Final = (
    "cars", "start", "finish", "marker", "square", "approach", "kind", "mph", "resolve", "kit", "deal", "adopt",
    "speed", "feather", "fork", "block", "place", "roll", "stop", "ford", "draw", "hazard", "protest", "allowance",
    "push", "over",
)  # fmt: skip
NODE_KINDS: Final = [
    CHANCE if node in (N_CARS, N_DEAL, N_HAZARD) else OVER if node == N_OVER else DECISION for node in range(26)
]
SEATS: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,), (4,), (5,)]

UNASKED: Final[list[int]] = []  # never changed: stands for a legal list that nobody has asked for

# --- time sheet entries: kind, a number and another; in the log with their crew, in one integer ---
E_SPEED: Final = 0  # speed, squares driven so far
E_MISSED: Final = 1  # –, squares so far
E_ROUND: Final = 2  # turned round
E_ILLEGAL: Final = 3  # illegal announcement: speed, squares so far
E_BOOKED: Final = 4  # seconds taken, seconds of penalty
E_FAULT: Final = 5  # code below, square
E_PART: Final = 6  # a new part begins
E_LEG: Final = 7  # precedes a booking: squares and target of the section

F_MISSED_PC: Final = 0
F_OVERSHOT: Final = 1
F_WRONG_SIDE: Final = 2
F_GIVE_WAY: Final = 3
F_QUIET: Final = 4
ONE_BITS: Final = 24  # room for the first number of an entry; the second may be negative
ONE_MASK: Final = (1 << ONE_BITS) - 1
FAULT_NAMES: Final = ("missed_pc", "overshot", "wrong_side", "give_way", "quiet_zone")


class Pack:
    """Hazard! cards: not yet seen since the shuffle (bits), and the known order beneath them. Never changed."""

    __slots__ = ("unseen", "queue")

    def __init__(self, unseen: int, queue: tuple[int, ...]) -> None:
        self.unseen = unseen
        self.queue = queue

    def size(self) -> int:
        return self.unseen.bit_count() + len(self.queue)


@mypyc_attr(allow_interpreted_subclasses=True)
class Position(State):
    """The data of a position; `rules` gives it its verbs."""

    __slots__ = ("t", "v", "moves", "log", "logged", "packs", "kits", "route", "lay")

    def __init__(
        self,
        t: Tables,
        v: vec[i64],
        moves: list[int],
        log: list[int],
        logged: int,
        packs: tuple[Pack, ...],
        kits: tuple[Kit, ...],
        route: Route | None,
        lay: Laying | None,
    ) -> None:
        self.t = t
        self.v = v
        self.moves = moves  # the legal list of this node once it has been asked for; UNASKED before
        self.log = log  # the time sheets of all crews; copies share it, each as far as …
        self.logged = logged  # … this many entries
        self.packs = packs
        self.kits = kits
        self.route = route
        self.lay = lay

    # --- readers ---

    def base(self, crew: int) -> int:
        return CREWS + crew * SIZE

    def edge(self, crew: i64) -> i64:
        v = self.v
        base: i64 = CREWS + crew * SIZE
        return v[base + TRAIL + (v[base + N] & 15)]

    def square(self, crew: i64) -> i64:
        return self.t.board.head[self.edge(crew)]

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
        return self.drives_on().sections[self.v[CREWS + crew * SIZE + SECTION]]

    def pack_of(self, crew: int) -> int:
        """The number of the pack a crew draws from: its own in a competition (RR-81)."""
        return crew if self.t.competition else 0

    # --- small writers ---

    def ask(self, node: i64, seat: i64) -> None:
        """Somebody must choose."""
        self.v[NODE] = node
        self.v[ACTOR] = seat
        self.moves = UNASKED

    def enter_on_sheet(self, crew: i64, kind: i64, one: i64, two: i64) -> None:
        if len(self.log) != self.logged:  # a copy has written on: leave it the book and begin another
            self.log = self.log[: self.logged]
        self.log.append((two << ONE_BITS | one) << 6 | crew << 3 | kind)
        self.logged += 1

    def entries(self, crew: int) -> list[tuple[int, int, int]]:
        """A crew's time sheet, first to last."""
        mine: list[tuple[int, int, int]] = []
        for entry in self.log[: self.logged]:
            if entry >> 3 & 7 == crew:
                mine.append((entry & 7, entry >> 6 & ONE_MASK, entry >> 6 + ONE_BITS))
        return mine

    def set_pack(self, number: int, pack: Pack) -> None:
        packs = list(self.packs)
        packs[number] = pack
        self.packs = tuple(packs)

    def return_card(self, crew: int, card: int) -> None:
        """RR-80: a used card goes to the bottom of the pack."""
        number = self.pack_of(crew)
        pack = self.packs[number]
        self.set_pack(number, Pack(pack.unseen, (*pack.queue, card)))

    # --- whole ---

    def dump(self) -> Note:
        parts: list[object] = [
            list(self.v),
            [[list(entry) for entry in self.entries(crew)] for crew in range(self.t.crews)],
            [[pack.unseen, list(pack.queue)] for pack in self.packs],
            self.lay.to_list() if self.lay is not None else [],
        ]
        return {"parts": parts}
