"""A crew between two turns, a turn under way, and how it ended: what the solver's turns (`course.py`) work on."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.games.rally_round.board.cards import Deck, Kit
from parcferme.games.rally_round.board.map import FORD, GIVE_WAY, GRADIENT, HAZARD, PLAIN, TOP_SPEED
from parcferme.games.rally_round.board.route import Route
from parcferme.games.rally_round.mechanics.crew import Crew, Driver
from parcferme.games.rally_round.mechanics.features import speed_limit
from parcferme.games.rally_round.mechanics.ways import DRIVING
from parcferme.games.rally_round.par.hand_state import Fortunes, Luck
from parcferme.games.rally_round.par.kit_families import Kits
from parcferme.games.rally_round.par.way_back import Trail, Trails


class Task:
    """What is to be driven, by which kits, and what is remembered on the way."""

    def __init__(self, route: Route, deck: Deck, kits: Kits, fortunes: Fortunes, trails: Trails) -> None:
        self.route = route
        self.deck = deck
        self.kits = kits
        self.fortunes = fortunes
        self.trails = trails
        self.least = limits(route, kits.low)  # of every square for the weakest kit, and for the strongest
        self.most = limits(route, kits.high)
        self.strays = True  # may a crew leave the Correct Route, or turn round?


def limits(route: Route, kit: Kit) -> list[int]:
    """The speed limit of every square for a kit."""
    free = (PLAIN, FORD, GIVE_WAY, GRADIENT, HAZARD)
    return [
        TOP_SPEED if route.feature[square] in free else speed_limit(route, kit, square)
        for square in range(route.board.count)
    ]


class Standing:
    """A crew between two turns: the way it has come, its speed, the Passage Controls it has visited, its luck."""

    __slots__ = ("trail", "speed", "visited", "luck")

    def __init__(self, trail: Trail, speed: int, visited: int, luck: Luck) -> None:
        self.trail = trail
        self.speed = speed
        self.visited = visited
        self.luck = luck


class Move(Driver):
    """A turn under way."""

    __slots__ = (
        "trail", "path", "queue", "said", "after", "left", "mode", "limit_broken", "rolled", "must_climb", "hushed",
        "fell", "faults", "acts",
    )  # fmt: skip

    def __init__(self, trail: Trail, queue: tuple[int, ...], crew: Crew) -> None:
        super().__init__(crew.kit, crew.speed, crew.visited, crew.hand, crew.burden)
        self.declared = crew.declared
        self.feather = crew.feather
        self.turned_round = crew.turned_round
        self.trail = trail  # where the move began
        self.queue = queue
        self.path: list[int] = []  # edges driven since
        self.said = 0
        self.after = 0
        self.left = 0
        self.mode = DRIVING
        self.limit_broken = False  # in this move (RR-91)
        self.rolled = False
        self.must_climb = False  # a start allowed only because it leads uphill (RR-55)
        self.hushed = False  # a Quiet Zone was ignored by a card
        self.fell = 0  # squares sent back
        self.faults = 0  # seconds of penalty for faults
        self.acts: list[int] = []  # the actions of the rules that lead here

    def copy(self) -> Move:
        other = Move(self.trail, self.queue, self)
        other.path = self.path[:]
        other.said = self.said
        other.after = self.after
        other.left = self.left
        other.mode = self.mode
        other.limit_broken = self.limit_broken
        other.rolled = self.rolled
        other.must_climb = self.must_climb
        other.hushed = self.hushed
        other.fell = self.fell
        other.faults = self.faults
        other.acts = self.acts[:]
        return other

    def edge(self) -> i64:
        return self.path[-1] if self.path else self.trail.edge

    def take(self, edge: i64) -> None:
        self.path.append(edge)
        self.left -= 1

    def edge_behind(self) -> int:
        """The edge one square back; the car's own where it can go back no further."""
        if len(self.path) > 1:
            return self.path[-2]
        if self.path:
            return self.trail.edge
        return self.trail.edge if self.trail.before is None else self.trail.before.edge

    def after_doing(self, act: int) -> Move:
        """A copy in which this action was taken."""
        other = self.copy()
        other.acts.append(act)
        return other

    def send_back(self, squares: int) -> None:
        """Back the way it came, never behind the control booked last (RR-R28)."""
        while squares > 0:
            squares -= 1
            if self.path:
                self.path.pop()
                self.fell += 1
            elif self.trail.before is not None:
                self.trail = self.trail.before
                self.fell += 1


def begun(at: Standing, kit: Kit) -> Move:
    """The turn of a crew before anything is declared."""
    return Move(at.trail, at.luck.queue, Crew(kit, at.speed, at.visited, at.luck.hand, at.luck.burden))


class End(Standing):
    """How a turn ended: at rest after so many turns, or at the due Time Control after so many seconds of the last."""

    __slots__ = ("turns", "seconds", "faults", "acts")

    def __init__(self, move: Move, turns: int, trail: Trail, luck: Luck) -> None:
        super().__init__(trail, move.after, move.visited, luck)
        self.turns = turns
        self.seconds = 0  # at rest
        self.faults = move.faults
        self.acts = move.acts
