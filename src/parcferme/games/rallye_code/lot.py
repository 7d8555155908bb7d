"""Boards drawn by lot: a closed main road along the edge of a grid, with dents, cut by transverse roads of two lanes.

The four gérances lie a quarter of a lap apart, and a board is taken only if cars cross them about equally often.
"""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.errors import ParcFermeError
from parcferme.core.studio import Document
from parcferme.games.rallye_code.board.check import check_board
from parcferme.games.rallye_code.board.links import GERANCES
from parcferme.games.rallye_code.board.tables import Tables
from parcferme.games.rallye_code.meta import META
from parcferme.games.rallye_code.par.lone_car import LoneCar

TRIES: Final = 60
UNEVEN: Final = 1.35  # times as often as another gérance is one crossed at most
SIZES: Final = {"short": (11, 8), "standard": (16, 10), "long": (21, 13)}  # columns and rows
TRANSVERSES: Final = {"short": 1, "standard": 2, "long": 3}
TROUBLE: Final = {1: 0.16, 2: 0.28, 3: 0.42}  # of the free squares: signs, bends, slippery roads
HARM: Final = ("red", "red", "red", "bend", "slippery")
SIGNS: Final = (
    "no_overtaking", "speed_60", "horn", "no_parking", "weight", "customs", "no_left_turn", "width", "height",
    "no_u_turn",
)  # fmt: skip
SERVICES: Final = ("petrol", "garage", "hotel", "first_aid", "parking", "petrol", "garage", "hotel", "parking")
TOWNS: Final = (
    "Auxerre", "Avallon", "Beaune", "Dijon", "Dole", "Besançon", "Belfort", "Mulhouse", "Colmar", "Épinal", "Nancy",
    "Toul", "Verdun", "Reims", "Laon", "Chablis", "Tonnerre", "Troyes", "Langres", "Chaumont", "Vesoul", "Mâcon",
    "Lyon", "Vienne", "Valence", "Orange", "Nîmes", "Arles", "Sète", "Béziers", "Albi", "Rodez", "Mende", "Aurillac",
    "Tulle", "Brive", "Cahors", "Agen", "Auch", "Pau", "Dax", "Cognac", "Saintes", "Niort", "Cholet", "Saumur", "Tours",
    "Blois", "Orléans", "Gien", "Nevers", "Moulins", "Vichy", "Thiers", "Roanne", "Cluny", "Autun", "Saulieu", "Semur",
    "Vannes", "Quimper", "Brest", "Morlaix", "Dinan", "Fougères", "Laval", "Alençon", "Dreux", "Évreux", "Lisieux",
    "Caen", "Bayeux", "Rouen", "Dieppe", "Abbeville", "Amiens", "Chartres", "Vendôme", "Loches", "Bourges", "Sancerre",
    "Digne", "Gap", "Briançon", "Annecy", "Chambéry", "Grenoble", "Die", "Apt", "Aix", "Grasse", "Nice", "Menton",
)  # fmt: skip

Square = tuple[int, int]


def draw_board(seed: str, length: str, difficulty: int) -> Document:
    """The first board of this seed that is sound and fair to all four gérances."""
    rng = Random(f"rallye_code/{seed}/{length}/{difficulty}")
    for _ in range(TRIES):
        sketch = Sketch(rng, length)
        document = sketch.document(difficulty)
        if len(sketch.cuts) == TRANSVERSES[length] and not check_board(document) and is_even(document):
            return document
    raise ParcFermeError(f"seed {seed!r} draws no board")


def is_even(document: Document) -> bool:
    """Are the gérances crossed about equally often by a car alone?"""
    crosses = lone_car(document).crosses
    return max(crosses) <= UNEVEN * min(crosses)


def lone_car(document: Document) -> LoneCar:
    return LoneCar(Tables(META.options.read({"board": document})))


class Sketch:
    """A board being drawn: the squares of the main road in order, clockwise, and the columns of its transverses."""

    def __init__(self, rng: Random, length: str) -> None:
        self.rng = rng
        self.columns, self.rows = SIZES[length]
        top, bottom = self._edge(), self._edge()
        self.main = _loop(top, [self.rows - 1 - depth for depth in bottom])
        level = [c for c in range(2, self.columns - 2) if _is_level(top, c) and _is_level(bottom, c)]
        self.cuts = self._apart(level, TRANSVERSES[length])
        self.kinds: dict[Square, str] = {}
        self.towns = rng.sample(TOWNS, len(TOWNS))
        self.called: dict[Square, str] = {}

    def _edge(self) -> list[int]:
        """How deep the road lies below the edge, column by column: a dent of one to two squares somewhere, or none."""
        edge = [0] * self.columns
        first = self.rng.randrange(2, self.columns - 4)
        for column in range(first, min(first + self.rng.randint(2, 4), self.columns - 2)):
            edge[column] = 1 if self.rows < 10 else 2
        return edge if self.rng.random() < 0.8 else [0] * self.columns

    def _apart(self, columns: list[int], count: int) -> list[int]:
        """Some of these columns, not next to each other."""
        self.rng.shuffle(columns)
        chosen: list[int] = []
        for column in columns:
            if len(chosen) < count and all(abs(column - other) > 2 for other in chosen):
                chosen.append(column)
        return sorted(chosen)

    def document(self, difficulty: int) -> Document:
        self._offices()
        self._furnish(difficulty)
        cells = self._main_cells()
        for number, column in enumerate(self.cuts, 1):
            cells += self._transverse(f"T{number}", column, difficulty)
        start = self.called[self.main[0]]
        return {
            "name": "drawn",
            "title": f"{start} – {self.called[self.main[len(self.main) // 2]]}",
            "grid": {"columns": self.columns, "rows": self.rows, "cell": 108, "origin": [216, 208], "lane": 14},
            "cells": [*cells],
        }

    def _offices(self) -> None:
        """Start, no-entries, gérances a quarter of a lap apart, Gendarmerie: where they find room."""
        main, count = self.main, len(self.main)
        for square in main:
            if square[0] in self.cuts and square[1] in self._ends(square[0]):
                self.kinds[square] = "no_entry"
        self.kinds[self._free(0, 0)] = "paris"
        for number in GERANCES:
            place = self._free((2 * number - 3) * count // 8, 1)
            self.kinds[place] = f"gerance {number}"
            for beside in (-1, 1):
                self.kinds[main[(main.index(place) + beside) % count]] = "road"
        self.kinds[self._free(count // 2, 0)] = "gendarmerie"
        while self.kinds.get(main[0]) != "paris":
            main.append(main.pop(0))

    def _ends(self, column: int) -> tuple[int, int]:
        """The rows in which the main road passes a level column."""
        rows = [row for c, row in self.main if c == column]
        return min(rows), max(rows)

    def _free(self, near: int, room: int) -> Square:
        """The square nearest to a place of the lap that is free, with so many free squares on both sides."""
        count = len(self.main)
        for step in range(count):
            for place in ((near + step) % count, (near - step) % count):
                around = [self.main[(place + offset) % count] for offset in range(-room, room + 1)]
                if not any(square in self.kinds for square in around):
                    return self.main[place]
        return self.main[near]  # no room at all: the check will say so

    def _furnish(self, difficulty: int) -> None:
        """Services, then trouble, on squares that are still free."""
        free = [square for square in self.main if square not in self.kinds]
        self.rng.shuffle(free)
        services = SERVICES[: max(4, len(self.main) // 7)]
        for kind in services:
            self.kinds[free.pop()] = kind
        for _ in range(round(TROUBLE[difficulty] * len(free))):
            self.kinds[free.pop()] = self.rng.choice((*HARM, "crossing"))

    def _main_cells(self) -> list[Document]:
        cells: list[Document] = []
        for number, square in enumerate(self.main, 1):
            kind, _, gerance = self.kinds.get(square, "road").partition(" ")
            after = f"M{number % len(self.main) + 1}"
            cell = self._cell(f"M{number}", "main", kind, square, after)
            if gerance:
                cell["gerance"] = int(gerance)
            if kind == "no_entry":
                lane = "S" if square[1] == self._ends(square[0])[0] else "N"
                cell["divert"] = f"T{self.cuts.index(square[0]) + 1}{lane}1"
            cells.append(cell)
        return cells

    def _transverse(self, road: str, column: int, difficulty: int) -> list[Document]:
        """Two lanes down and up a column, each beginning with plain road."""
        top, bottom = self._ends(column)
        squares = [(column, row) for row in range(top + 1, bottom)]
        ends = {"S": (column, bottom), "N": (column, top)}
        cells: list[Document] = []
        for lane, other in (("S", "N"), ("N", "S")):
            driven = squares if lane == "S" else squares[::-1]
            for step, square in enumerate(driven, 1):
                last = step == len(driven)
                after = f"M{self.main.index(ends[lane]) + 1}" if last else f"{road}{lane}{step + 1}"
                rough = step > 1 and self.rng.random() < TROUBLE[difficulty]
                kind = self.rng.choice(HARM) if rough else "road"
                cell = self._cell(f"{road}{lane}{step}", road, kind, square, after)
                cell["facing"] = f"{road}{other}{len(driven) + 1 - step}"
                cells.append(cell)
        return cells

    def _cell(self, id: str, road: str, kind: str, square: Square, after: str) -> Document:
        if square not in self.called:
            self.called[square] = self.towns.pop() if self.towns else f"{TOWNS[len(self.called) % len(TOWNS)]} II"
        cell: Document = {"id": id, "road": road, "kind": kind, "town": self.called[square]}
        if kind == "red":
            cell["sign"] = self.rng.choice(SIGNS)
        return {**cell, "x": square[0], "y": square[1], "next": after}


def _is_level(edge: list[int], column: int) -> bool:
    return edge[column - 1] == edge[column] == edge[column + 1]


def _loop(top: list[int], bottom: list[int]) -> list[Square]:
    """Clockwise along the top edge, down the right side, back along the bottom edge and up the left side."""
    there = _along(list(enumerate(top)))
    back = _along(list(enumerate(bottom))[::-1])
    right = [(len(top) - 1, row) for row in range(top[-1] + 1, bottom[-1])]
    left = [(0, row) for row in range(bottom[0] - 1, top[0], -1)]
    return there + right + back + left


def _along(edge: list[Square]) -> list[Square]:
    """Column by column; where the edge steps, first across and then up or down."""
    squares = [edge[0]]
    for column, row in edge[1:]:
        before = squares[-1][1]
        step = 1 if row > before else -1
        squares += [(column, passed) for passed in range(before, row, step)]
        squares.append((column, row))
    return squares
