"""What is computed once per game from its board, deck, edition and options: paths, what lies ahead, distances.

A car that has left the game stands on the extra cell `off`, where nothing sees it.
"""

from __future__ import annotations

from typing import Final, final

from parcferme.core.options import Options
from parcferme.games.rallye_code.actions import Ids
from parcferme.games.rallye_code.board import read
from parcferme.games.rallye_code.board.pieces import (
    CROSSING,
    GENDARMERIE,
    GERANCE,
    KINDS,
    MAIN,
    OFF_ROAD,
    PARIS,
    ROAD,
    Cell,
)
from parcferme.games.rallye_code.mechanics.bills import arrival_bill
from parcferme.games.rallye_code.mechanics.dice import LONGEST_ROLL
from parcferme.lib.reading import int_of

FAR: Final = 99  # further than any crossing cares about
Square = tuple[int, int]  # where on the grid
Linked = dict[Square, set[Square]]
AT_GENDARMERIE: Final = 4  # in `passes`: 0 to 3 are the four gérances


@final
class Tables:
    """Static data, shared by all positions of a game. Gérances 2 to 5 are counted 0 to 3 here."""

    def __init__(self, options: Options) -> None:
        board = options["board"]
        deck = options["deck"]
        self.board_document: dict[str, object] = board if isinstance(board, dict) else read.house_board()
        self.deck_document: dict[str, object] = deck if isinstance(deck, dict) else read.house_deck()
        self.cells = read.read_board(self.board_document)
        self.cards = read.read_deck(self.deck_document)
        self.tariff = read.tariff(str(options["edition"]))
        self._choose(options)
        self._link()
        self._look_ahead()
        self._measure()
        self.ids = Ids(self.players, self.each, len(self.cards))
        rolls = range(LONGEST_ROLL + 1)
        self.bills = [[arrival_bill(kind, roll, self.tariff) for roll in rolls] for kind in range(len(KINDS))]
        self.cells_json: list[object] = [cell.to_json() for cell in self.cells]

    def _choose(self, options: Options) -> None:
        """Options as plain values."""
        self.players = int_of(options["players"])
        self.each = 2 if self.players <= 3 else 1  # RC-02
        self.cars = self.players * self.each
        self.left_of = [(seat + 1) % self.players for seat in range(self.players)]
        self.owner = [car // self.each for car in range(self.cars)]
        self.clock = options["limit"] == "clock"
        turns = int_of(options["rounds"]) if options["limit"] == "rounds" else int_of(options["cap"])
        self.last_round = turns * self.each  # every car gets the same number of turns
        self.capped = options["limit"] != "rounds"
        self.minutes = int_of(options["minutes"])
        self.table = options["enforcement"] == "table"
        self.free = options["car_order"] == "free" and self.each == 2
        self.open_cash = options["open_cash"] is True
        self.other_roads = options["crossing_scope"] == "other_roads"
        self.immobilised_below = int(str(options["immobilised_below"]))  # RC-35, RC-R05
        self.notes = self.tariff.notes if options["big_notes"] is True else self.tariff.notes_without_tens

    def _link(self) -> None:
        """Cells by number instead of by name; the cell `off` comes last."""
        cells = self.cells
        number = {cell.id: index for index, cell in enumerate(cells)}
        self.off = len(cells)
        self.kind = [cell.kind for cell in cells] + [ROAD]
        self.next = [number[cell.next] for cell in cells]
        self.divert = [number[cell.divert] if cell.divert else -1 for cell in cells]
        self.facing = [number[cell.facing] if cell.facing else -1 for cell in cells]
        self.transverse = [cell.road != MAIN for cell in cells]
        self.on_road = [cell.kind not in OFF_ROAD for cell in cells] + [False]  # RC-R26
        self.paris = next(index for index, cell in enumerate(cells) if cell.kind == PARIS)
        self.start_town = cells[self.paris].town  # on the house boards Paris
        self.at = [cell.gerance - 2 if cell.kind == GERANCE else -1 for cell in cells]
        self.beside = [-1] * len(cells)  # RC-R14: the main squares just before and just after
        for index, after in enumerate(self.next):
            if self.at[after] >= 0 and not self.transverse[index]:
                self.beside[index] = self.at[after]
            if self.at[index] >= 0:
                self.beside[after] = self.at[index]
        self.plain = [cell.kind == ROAD and self.beside[index] < 0 for index, cell in enumerate(cells)]

    def _look_ahead(self) -> None:
        """The next twelve cells from each cell, and for every roll what the car passes on them."""
        self.path: list[list[int]] = []
        self.ahead: list[list[int]] = []  # distance to a car on the road ahead, 0 where there is none to meet
        self.passes: list[list[list[int]]] = []  # tills: gérances and AT_GENDARMERIE
        self.crossings: list[list[list[int]]] = []
        self.quiet: list[list[bool]] = []  # does the roll pass neither a till nor a crossing?
        self.two_way: list[list[bool]] = []  # does the roll pass a cell with a facing lane?
        for start in range(self.off):
            path = [start]
            for _ in range(LONGEST_ROLL):
                path.append(self.next[path[-1]])
            ahead = [0] * (self.off + 1)
            for steps in range(1, LONGEST_ROLL + 1):
                if self.on_road[path[steps]]:
                    ahead[path[steps]] = steps
            self.path.append(path)
            self.ahead.append(ahead)
            rolls = range(LONGEST_ROLL + 1)
            self.passes.append([_passed(self, path, roll) for roll in rolls])
            self.two_way.append([any(self.facing[cell] >= 0 for cell in path[1:roll]) for roll in rolls])
            self.crossings.append([[s for s in range(1, roll) if self.kind[path[s]] == CROSSING] for roll in rolls])
            self.quiet.append([not self.passes[start][roll] and not self.crossings[start][roll] for roll in rolls])

    def _measure(self) -> None:
        """Around each crossing: the squares to a car that counts there (RC-32, RC-R21). And each cell's stretch."""
        self.near: list[list[int]] = [[]] * self.off
        linked = neighbours(self.cells)
        for index in range(self.off):
            if self.kind[index] == CROSSING:
                self.near[index] = self._around(index, linked)
        self.stretch = _stretches(self)

    def _around(self, crossing: int, linked: Linked) -> list[int]:
        here = self.cells[crossing]
        squares = distances((here.x, here.y), linked, self.tariff.crossing_below)
        road = self.cells[crossing].road
        row = [FAR] * (self.off + 1)
        for index, cell in enumerate(self.cells):
            away = squares.get((cell.x, cell.y), FAR)
            counts = self.on_road[index] and not (self.other_roads and cell.road == road)
            if counts and away < self.tariff.crossing_below:
                row[index] = away
        return row


def _passed(tables: Tables, path: list[int], roll: int) -> list[int]:
    """Each till that a roll enters, the arrival square included (RC-R11)."""
    tills = [AT_GENDARMERIE if tables.kind[cell] == GENDARMERIE else tables.at[cell] for cell in path[1 : roll + 1]]
    return [till for till in tills if till >= 0]


def neighbours(cells: list[Cell]) -> Linked:
    """Which squares a road joins, in whatever direction and lane."""
    by_id = {cell.id: cell for cell in cells}
    linked: Linked = {(cell.x, cell.y): set() for cell in cells}
    for cell in cells:
        for target in (cell.next, cell.divert):
            if target:
                here, there = (cell.x, cell.y), (by_id[target].x, by_id[target].y)
                linked[here].add(there)
                linked[there].add(here)
    return linked


def distances(origin: Square, linked: Linked, below: int) -> dict[Square, int]:
    """Squares along the roads from one square to those nearer than a limit (RC-R21)."""
    found = {origin: 0}
    queue = [origin]
    for square in queue:
        if found[square] + 1 == below:
            break
        for neighbour in sorted(linked[square]):
            if neighbour not in found:
                found[neighbour] = found[square] + 1
                queue.append(neighbour)
    return found


def _stretches(tables: Tables) -> list[int]:
    """Each cell's stretch, named by its last cell: cells of one road in a row, all two-way or all one-way (RC-R20)."""
    stretch = []
    for index in range(tables.off):
        here = index
        while _same_stretch(tables, here, tables.next[here]):
            here = tables.next[here]
            if here == index:
                here = tables.off  # a ring without an end
                break
        stretch.append(here)
    return stretch


def _same_stretch(tables: Tables, here: int, after: int) -> bool:
    two_way = tables.facing[here] >= 0
    return tables.cells[here].road == tables.cells[after].road and two_way == (tables.facing[after] >= 0)
