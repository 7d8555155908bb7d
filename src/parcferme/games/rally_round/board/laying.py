"""A route being laid: markers so far and every route that may still become the Correct one (RR-25, RR-26).

A `Laying` never changes: each marker makes a new one, and its candidate routes grow out of the old ones, one leg at a
time. A candidate that can no longer reach the Finish is dropped at once, so one that is kept can always be completed.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rally_round.board.junctions import Net
from parcferme.games.rally_round.board.map import NOWHERE, QUIET, WHITE, YELLOW, Board
from parcferme.games.rally_round.board.route import BLACK, TC, Control, Route
from parcferme.games.rally_round.mechanics.timing import ROAD

MOST_CANDIDATES: Final = 16  # RR-R59: more ties than this are dropped, as if the players agreed not to drive them


class Markers:
    """The legal markers of a turn: for each kind the squares, and for each square its approaches."""

    __slots__ = ("within_reach", "tc", "pc", "black", "close")

    def __init__(self) -> None:
        self.within_reach: set[int] = set()  # squares that a leg leads to, spacing not considered
        self.tc: dict[int, list[int]] = {}
        self.pc: dict[int, list[int]] = {}
        self.black: list[int] = []
        self.close: list[int] = []  # approaches to the Finish


class Laying:
    """Start, Finish, controls in running order, Black Spots, candidate routes."""

    __slots__ = ("board", "start", "finish", "laid", "controls", "blacks", "candidates", "complete", "markers", "_nets")

    def __init__(
        self,
        board: Board,
        start: int,
        finish: int,
        laid: tuple[Control, ...],
        candidates: tuple[tuple[int, ...], ...],
        complete: bool,
    ) -> None:
        self.board = board
        self.start = start
        self.finish = finish
        self.laid = laid  # all markers after Start and Finish, in order
        self.controls = (Control(TC, start, NOWHERE, ROAD, 0), *[marker for marker in laid if marker.type != BLACK])
        self.blacks = tuple([marker.square for marker in laid if marker.type == BLACK])
        self.candidates = candidates
        self.complete = complete
        self.markers: Markers | None = None  # worked out when first asked for, see rules/markers.py
        self._nets: list[Net] = []  # likewise

    def with_finish(self, finish: int) -> Laying:
        return Laying(self.board, self.start, finish, self.laid, self.candidates, False)

    def with_black(self, square: int) -> Laying:
        blacks = (*self.blacks, square)
        left = [way for way in self.candidates if square not in way]
        if not self.complete:
            left = [way for way in left if self._can_finish(way, blacks)]
        laid = (*self.laid, Control(BLACK, square, NOWHERE, ROAD, 0))
        return Laying(self.board, self.start, self.finish, laid, tuple(left), self.complete)

    def with_control(self, control: Control) -> Laying:
        """The next control: every candidate grows by each of its shortest legs."""
        grown: list[tuple[int, ...]] = []
        for way, net in zip(self.candidates, self.nets(), strict=True):
            if len(grown) < MOST_CANDIDATES:
                grown += [(*way, *leg) for leg in net.legs_to(control.square, control.approach)]
        kept = tuple(grown[:MOST_CANDIDATES])
        last = control.square == self.finish
        return Laying(self.board, self.start, self.finish, (*self.laid, control), kept, last)

    def nets(self) -> list[Net]:
        """The free roads around each candidate."""
        if not self._nets:
            self._nets = [
                Net(self.board, way, self.finish, self.closed_to(way, self.blacks)) for way in self.candidates
            ]
        return self._nets

    def closed_to(self, way: tuple[int, ...], blacks: tuple[int, ...]) -> list[bool]:
        """Squares the next leg may not use: the route so far, Black Spots, and the Finish (RR-R43)."""
        closed = [False] * self.board.count
        for square in way:
            closed[square] = True
        for square in blacks:
            closed[square] = True
        closed[self.finish] = True
        return closed

    def _can_finish(self, way: tuple[int, ...], blacks: tuple[int, ...]) -> bool:
        closed = self.closed_to(way, blacks)
        near, queue = self.board.near, [way[-1]]
        for here in queue:
            for there in near[here]:
                if there == self.finish:
                    return True
                if not closed[there]:
                    closed[there] = True
                    queue.append(there)
        return False

    def last_time_control(self) -> int:
        """The square of the last Time Control laid."""
        square = self.start
        for control in self.controls:
            if control.type == TC:
                square = control.square
        return square

    def may_be_selective(self) -> bool:
        """RR-30: do all candidates keep to Yellow and White and meet no Quiet Zone since the last TC but one?"""
        board = self.board
        times = [control.square for control in self.controls if control.type == TC]
        marked = [control.square for control in self.controls]
        for way in self.candidates:
            for square in way[way.index(times[-2]) + 1 :]:
                if board.colour[square] not in (YELLOW, WHITE):
                    return False
                if board.feature[square] == QUIET and square not in marked:  # RR-R44
                    return False
        return True

    def route(self, printed: bool) -> Route:
        """The route once a single candidate is left."""
        return Route(self.board, list(self.controls), list(self.blacks), list(self.candidates[0]), printed)


def first_laying(board: Board, start: int) -> Laying:
    """Only the Start is marked."""
    return Laying(board, start, NOWHERE, (), ((start,),), False)
