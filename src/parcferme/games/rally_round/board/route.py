"""A rally's route, compiled for driving: sections, targets, what every stretch of road asks of a car."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mypy_extensions import i64

from parcferme.games.rally_round.board.map import (
    BEND,
    BRIDGE,
    GIVE_WAY,
    GRADIENT,
    NOWHERE,
    PLAIN,
    QUIET,
    ROUGH,
    Board,
)
from parcferme.games.rally_round.mechanics.timing import LABELS, STAGE, target
from parcferme.lib.rows import vec

TC: Final = 0
PC: Final = 1
BLACK: Final = 2  # a Black Spot
MOST_PASSAGES: Final = 60  # in a section: those that a crew has visited are one number, a bit for each

# what happens when a car takes an edge: bits of Section.marks
AT_GOAL: Final = 1  # enters the due Time Control
AT_PC: Final = 2  # enters a Passage Control of the section
AT_LIMIT: Final = 4  # enters a bend, bridge or rough square
AT_QUIET: Final = 8  # enters a Quiet Zone
JOINS: Final = 16  # leaves a Give Way for the major road
AT_BLACK: Final = 32  # enters a Black Spot
AT_TRACK: Final = 64  # enters a Hidden Track

# which closed ways a crew may use: index of Route.exits
BLACK_OPEN: Final = 1
TRACKS_OPEN: Final = 2

ENDLESS: Final = 99
CALM: Final = (PLAIN, BEND, BRIDGE, QUIET, ROUGH)


class Control(NamedTuple):
    """A marker: its square, the square it must be entered from (RR-R13), the kind of its leg."""

    type: int
    square: int
    approach: int
    kind: int
    mph: int

    def label(self, number: int) -> str:
        return f"PC{number}" if self.type == PC else f"{LABELS[self.kind]}{number}"


def passages(controls: Sequence[Control]) -> int:
    """How many Passage Controls there are since the last Time Control."""
    count = 0
    for control in controls:
        count = count + 1 if control.type == PC else 0
    return count


class Section:
    """The road from one Time Control to the next."""

    def __init__(self, kind: int, mph: int, path: list[int], goal: Control, label: str, printed: bool) -> None:
        self.kind = kind
        self.mph = mph
        self.path = path  # from the control departed from to the goal, both included
        self.squares = len(path) - 1  # RR-R03
        self.target = target(kind, self.squares, mph, printed)
        self.goal = goal.square
        self.approach = goal.approach
        self.label = label
        self.pcs: list[int] = []  # squares of its Passage Controls, with approach, distance and label
        self.pc_approach: list[int] = []
        self.pc_at: list[int] = []
        self.pc_labels: list[str] = []
        self.marks = vec[i64]()
        self.place = vec[i64]()  # index along the whole route, NOWHERE off the section
        self.depth = vec[i64]()  # how many squares a car can still drive, by kind of exits and edge
        self.edges: i64 = 0

    def room(self, rights: i64, edge: i64) -> i64:
        """How many squares a car can still drive from an edge before every road ends (RR-R57); ENDLESS as a rule."""
        return self.depth[rights * self.edges + edge]

    def leads_on(self, square: int, to: int) -> bool:
        """Is one square followed by the other on the Correct Route?"""
        return self.place[square] != NOWHERE and self.place[to] == self.place[square] + 1

    def second_timed(self) -> bool:
        return self.kind != 0


class Room:
    """How many more squares a car can drive after each edge: ENDLESS, unless every way on leads to a dead end."""

    def __init__(self, board: Board, exits: list[list[int]]) -> None:
        self.head = board.head
        self.exits = exits
        self.depth = [ENDLESS] * len(exits)
        self.stuck: list[int] = [edge for edge, ways in enumerate(exits) if not ways]  # then those that lead there
        before: list[list[int]] = [[] for _ in exits]
        for edge, ways in enumerate(exits if self.stuck else []):
            for way in ways:
                before[way].append(edge)
        for edge in self.stuck:
            self.depth[edge] = self._beyond(self.depth, edge)
            for other in before[edge]:
                if self.depth[other] == ENDLESS and self._beyond(self.depth, other) < ENDLESS:
                    self.depth[other] = self._beyond(self.depth, other)
                    self.stuck.append(other)
        self.ends = {self.head[edge] for edge in self.stuck}

    def _beyond(self, depth: list[int], edge: int) -> int:
        if not self.exits[edge]:
            return 0
        return min(ENDLESS, 1 + max([depth[way] for way in self.exits[edge]]))

    def up_to(self, goal: int) -> list[int]:
        """The same for a section: the due Time Control ends any move."""
        if goal not in self.ends:
            return self.depth
        depth = self.depth[:]
        for edge in self.stuck:  # each comes after all edges it leads to
            depth[edge] = ENDLESS if self.head[edge] == goal else self._beyond(depth, edge)
        return depth


class Route:
    """Controls, Black Spots and the Correct Route through them."""

    def __init__(
        self, board: Board, controls: list[Control], blacks: list[int], path: list[int], printed: bool
    ) -> None:
        self.board = board
        self.controls = controls
        self.blacks = blacks
        self.path = path
        self.start = path[0]
        self.is_control = vec[bool]([False] * board.count)
        self.is_black = [False] * board.count
        for control in controls:
            self.is_control[control.square] = True
        for square in blacks:
            self.is_black[square] = True
        # RR-21: a marker switches the feature beneath it off; RR-R11: for good, also on other sections
        self.feature = [
            PLAIN if self.is_control[square] or self.is_black[square] else board.feature[square]
            for square in range(board.count)
        ]
        self.uphill = [self._is_uphill(edge) for edge in range(len(board.head))]
        # edges from which some way leads uphill; closed ways never do, their markers switch gradients off
        self.hill_ahead = vec[bool]([False] * len(board.head))
        self.exits: list[list[list[int]]] = [
            [self._exits(edge, rights) for edge in range(len(board.head))] for rights in range(4)
        ]
        # the only way on, by kind of exits and edge; NOWHERE where the road forks or ends
        self.edges: i64 = len(board.head)
        self.ahead = vec[i64]([ways[0] if len(ways) == 1 else NOWHERE for table in self.exits for ways in table])
        # may a move end on an edge's square without further ado? Limits are met on the way there
        self.calm = vec[bool]([self.feature[square] in CALM and not self.is_control[square] for square in board.head])
        for edge, ways in enumerate(self.exits[0]):
            self.hill_ahead[edge] = any(self.uphill[way] for way in ways)
        self.entering: list[list[int]] = [[] for _ in range(board.count)]  # the edges that lead onto a square
        for edge, square in enumerate(board.head):
            self.entering[square].append(edge)
        # what all sections have in common: marks on a Stage and elsewhere, room ahead by kind of exits
        self._marks = [
            vec[i64]([self._mark(edge, stage) for edge in range(len(board.head))]) for stage in (False, True)
        ]
        self._rooms = [Room(board, ways) for ways in self.exits]
        self._endless = vec[i64]()  # room on all sections whose goal is not on a dead end, shared by them
        self.sections = self._sections(printed)

    def _is_uphill(self, edge: int) -> bool:
        """Does the square this edge enters slope back towards the square it leaves? (RR-R16)"""
        square = self.board.head[edge]
        return self.feature[square] == GRADIENT and self.board.arrow[square] == self.board.tail[edge]

    def _exits(self, edge: int, rights: int) -> list[int]:
        board = self.board
        square = board.head[edge]
        ways = board.out[square]
        if square >= board.roads:
            ways = board.tracks[square]
        elif rights & TRACKS_OPEN:
            ways = ways + board.tracks[square]
        back = board.back[edge]
        if board.real <= edge < board.first_put:
            behind = board.back[edge - board.real]  # RR-92: it has turned round and faces the way it came
            ways = [way for way in ways if way == behind]
        black = rights & BLACK_OPEN != 0
        return [way for way in ways if way != back and (black or not self.is_black[board.head[way]])]

    def _sections(self, printed: bool) -> list[Section]:
        sections: list[Section] = []
        waiting: list[int] = []  # Passage Controls since the last Time Control, by place in the list of controls
        begin = 0
        for place in range(1, len(self.controls)):
            control = self.controls[place]
            if control.type == PC:
                waiting.append(place)
                continue
            end = self.path.index(control.square)
            path = self.path[begin : end + 1]
            section = Section(control.kind, control.mph, path, control, control.label(place + 1), printed)
            for number in waiting:
                self._add_pc(section, number)
            self._compile(section, begin)
            sections.append(section)
            waiting, begin = [], end
        return sections

    def _add_pc(self, section: Section, place: int) -> None:
        control = self.controls[place]
        section.pcs.append(control.square)
        section.pc_approach.append(control.approach)
        section.pc_at.append(section.path.index(control.square))  # RR-44: counted from the Time Control
        section.pc_labels.append(control.label(place + 1))

    def _compile(self, section: Section, begin: int) -> None:
        section.marks = self._marks[section.kind == STAGE][:]
        for square in section.pcs:
            self._add_mark(section.marks, square, AT_PC)
        self._add_mark(section.marks, section.goal, AT_GOAL)
        section.place = vec[i64]([NOWHERE] * self.board.count)
        for offset, square in enumerate(section.path):
            section.place[square] = begin + offset
        section.depth = self._depth(section.goal)
        section.edges = self.edges

    def _depth(self, goal: int) -> vec[i64]:
        if any(goal in room.ends for room in self._rooms):
            return vec[i64]([squares for room in self._rooms for squares in room.up_to(goal)])
        if len(self._endless) == 0:
            self._endless = vec[i64]([squares for room in self._rooms for squares in room.depth])
        return self._endless

    def _add_mark(self, marks: vec[i64], square: int, mark: int) -> None:
        for edge in self.entering[square]:
            marks[edge] = marks[edge] | mark

    def _mark(self, edge: int, stage: bool) -> int:
        """What a stretch of road asks of a car on any section."""
        board = self.board
        square, came = board.head[edge], board.tail[edge]
        feature = self.feature[square]
        mark = 0
        if feature in (BEND, BRIDGE, ROUGH):
            mark |= AT_LIMIT
        elif feature == QUIET and not stage:  # RR-84, RR-R20
            mark |= AT_QUIET
        if self.is_black[square]:
            mark |= AT_BLACK
        if square >= board.roads:
            mark |= AT_TRACK
        if came != NOWHERE and not stage and self.feature[came] == GIVE_WAY and square in board.majors[came]:
            mark |= JOINS  # RR-75, RR-R31
        return mark

    def along(self, section: int, square: int) -> int:
        """The next square of the Correct Route after this one, or NOWHERE."""
        path = self.sections[section].path
        place = self.sections[section].place[square]
        if place == NOWHERE:
            return NOWHERE
        offset = place - self.sections[section].place[path[0]]
        return path[offset + 1] if offset + 1 < len(path) else NOWHERE
