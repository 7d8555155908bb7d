"""Routes drawn by lot over the house map: section after section, each leg the only shortest one, none laid against the
advice for organisers, and the whole driven once on paper by the standard car."""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.errors import ParcFermeError
from parcferme.core.studio import Document
from parcferme.games.rally_round.board.check import house_board, house_deck
from parcferme.games.rally_round.board.map import QUIET, WHITE, YELLOW, Board
from parcferme.games.rally_round.board.route import Route
from parcferme.games.rally_round.board.route_file import TC_GAP, examine
from parcferme.games.rally_round.board.shortest_paths import shortest_legs
from parcferme.games.rally_round.mechanics.timing import FASTEST, SLOWEST
from parcferme.games.rally_round.par.solver import NEVER, Solver, TooMuch

TRIES: Final = 3_000
MAX_TURNS: Final = 60
MOST_BLACKS: Final = 4
MOST_POSITIONS: Final = 400_000  # of the drive on paper
LONGEST: Final = 18  # squares of a section
LAST_LONGEST: Final = 30  # … of the one to the Finish, which cannot choose
SECTIONS: Final = {"short": 3, "standard": 6, "long": 9}
# By difficulty: the kinds a section may have, and how many sections in ten have a Passage Control
KINDS: Final = {
    1: ("road", "road", "regularity"),
    2: ("road", "regularity", "stage"),
    3: ("regularity", "stage", "stage", "selective"),
}
PASSAGES: Final = {1: 2, 2: 4, 3: 5}
PENALTIES: Final = {1: (15, 80), 2: (80, 115), 3: (115, 230)}  # seconds a section, see `penalty_by_section`


def draw_route(seed: str, length: str, difficulty: int) -> Document:
    """The first route of this seed that keeps the advice and is as hard as wished."""
    rng = Random(f"rally_round/{seed}/{length}/{difficulty}")
    board = house_board()
    for _ in range(TRIES):
        pen = Pen(rng, board)
        if pen.lay(SECTIONS[length], difficulty) and is_sound(pen.document(), board, difficulty):
            return pen.document()
    raise ParcFermeError(f"seed {seed!r} draws no route")


def is_sound(document: Document, board: Board, difficulty: int) -> bool:
    """Without a fault or a warning, but that short rallies are short (RR-37), and as hard as wished."""
    marked = examine(document, board)
    if marked.route is None or any(warning.key != "few_times" for warning in marked.warnings):
        return False
    low, high = PENALTIES[difficulty]
    return low <= penalty_by_section(marked.route) <= high


def penalty_by_section(route: Route, most: int = MOST_POSITIONS) -> float:
    """What the standard car loses on each section at least, on average and without cards; NEVER where it retires."""
    solver = Solver(route, house_deck(), MAX_TURNS)
    solver.most = most
    try:
        best = solver.without_cards((), NEVER)
    except TooMuch:  # another one
        return NEVER
    return NEVER if best is None else best[0] / len(route.sections)


class Pen:
    """A route being drawn: where it has come, and what is closed to it."""

    def __init__(self, rng: Random, board: Board) -> None:
        self.rng = rng
        self.board = board
        start, self.finish = rng.sample(board.chequered, 2)
        self.path = [start]
        self.closed = [False] * board.count
        self.closed[start] = self.closed[self.finish] = True
        self.controls: list[Document] = [{"type": "TC", "square": board.ids[start]}]
        self.blacks: list[int] = []

    def lay(self, sections: int, difficulty: int) -> bool:
        """So many sections, the last one to the Finish; `False` where the pen got stuck."""
        kinds = [self.rng.choice(KINDS[difficulty]) for _ in range(sections)]
        if kinds[-1] == "selective":  # the Finish lies on a Red road
            kinds[-1] = "road"
        for kind in kinds[:-1]:
            if not self._section(kind, self.rng.randrange(10) < PASSAGES[difficulty]):
                return False
        self.closed[self.finish] = False
        return self._leg([self.finish], TC_GAP, LAST_LONGEST, kinds[-1])

    def _section(self, kind: str, passage: bool) -> bool:
        begun = len(self.path)
        if passage and not self._leg(self._goals(4, 8, kind), 4, 8, "passage"):
            return False
        driven = len(self.path) - begun
        low, high = max(4, TC_GAP - driven), LONGEST - driven
        return self._leg(self._goals(low, high, kind), low, high, kind)

    def _goals(self, low: int, high: int, kind: str) -> list[int]:
        """Free squares within reach, in any order; for a Selective only by the roads it may use (RR-30)."""
        board, far = self.board, {self.path[-1]: 0}
        queue = [self.path[-1]]
        for here in queue:
            for there in board.near[here]:
                if there not in far and not self.closed[there] and (kind != "selective" or self._is_lane(there)):
                    far[there] = far[here] + 1
                    queue.append(there)
        found = [square for square, squares in far.items() if low <= squares <= high]
        found = [square for square in found if square not in board.chequered]
        self.rng.shuffle(found)
        return found[:12]

    def _is_lane(self, square: int) -> bool:
        return self.board.colour[square] in (YELLOW, WHITE) and self.board.feature[square] != QUIET

    def _leg(self, goals: list[int], low: int, high: int, kind: str) -> bool:
        """On to the first of these goals that a single shortest leg leads to."""
        for goal in goals:
            for approach in self.rng.sample(self.board.near[goal], len(self.board.near[goal])):
                leg = self._only_leg(goal, approach)
                if low <= len(leg) - 1 <= high:
                    self._take(leg, kind)
                    return True
        return False

    def _only_leg(self, goal: int, approach: int) -> list[int]:
        """The one shortest leg; of two equal ones a Black Spot closes the other (RR-26). Empty: there is none."""
        legs = shortest_legs(self.board, self.path[-1], goal, approach, self.closed, 3)
        if len(legs) == 2 and len(self.blacks) < MOST_BLACKS:
            apart = [square for square in legs[1] if square not in legs[0]]
            spot = self.rng.choice(apart)
            self.closed[spot] = True
            if len(shortest_legs(self.board, self.path[-1], goal, approach, self.closed, 2)) == 1:
                self.blacks.append(spot)
                return legs[0]
            self.closed[spot] = False
        return legs[0] if len(legs) == 1 else []

    def _take(self, leg: list[int], kind: str) -> None:
        self.path += leg[1:]
        for square in leg:
            self.closed[square] = True
        ids = self.board.ids
        control: Document = {"type": "PC", "square": ids[leg[-1]], "from": ids[leg[-2]]}
        if kind != "passage":
            control.update({"type": "TC", "kind": kind})
        if kind == "regularity":
            control["mph"] = self.rng.randint(SLOWEST, FASTEST)
        self.controls.append(control)

    def document(self) -> Document:
        places = self.board.places
        ends = [places.get(square, str(self.board.ids[square])) for square in (self.path[0], self.finish)]
        return {
            "format": "rally-round-route/1",
            "name": " – ".join(ends),
            "map": self.board.name,
            "controls": self.controls,
            "black_spots": [{"square": self.board.ids[square]} for square in self.blacks],
        }
