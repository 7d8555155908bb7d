"""The map as the rules read it: squares by index, road edges by number, features as small integers.

A crew's place is the *edge* it arrived by: `head[e]` is the square it stands on, `tail[e]` the one it came from, so
direction of approach, turning round and "no reversal" are look-ups. Every edge has a twin for a car that has turned
round on it, and every square one edge without a tail, for a car that is put there (the Start).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.lib.reading import float_of, int_of, objects_of
from parcferme.lib.rows import vec

RED: Final = 0
ORANGE: Final = 1
YELLOW: Final = 2
WHITE: Final = 3
COLOURS: Final = "ROYW"

PLAIN: Final = 0
HAZARD: Final = 1
BEND: Final = 2
GRADIENT: Final = 3
GIVE_WAY: Final = 4
FORD: Final = 5
BRIDGE: Final = 6
QUIET: Final = 7
ROUGH: Final = 8
FEATURES: Final = ("", "hazard", "bend", "gradient", "giveway", "ford", "bridge", "qz", "rough")

BRIDGE_LIMIT: Final = (50, 50, 40, 30)  # RR-85, by colour
QUIET_LIMIT: Final = (40, 40, 30, 20)  # RR-84
BEND_NORM: Final = (40, 40, 30, 20)  # RR-87
ROUGH_LIMIT: Final = 20  # RR-86
TOP_SPEED: Final = 100  # RR-89

NOWHERE: Final = -1


class Board:
    """A validated map, compiled. Squares are 0 … count−1; the Hidden Tracks follow the road squares."""

    def __init__(self, document: dict[str, object]) -> None:
        squares = objects_of(document["squares"])
        hidden = objects_of(document.get("hidden_tracks", []))
        self.name = str(document["name"])
        self.roads = len(squares)
        self.count = len(squares) + len(hidden)
        self.ids: list[int] = [int_of(item["id"]) for item in squares + hidden]
        self.index: dict[int, int] = {number: place for place, number in enumerate(self.ids)}
        self.colour: list[int] = [COLOURS.index(str(item.get("colour", "W"))) for item in squares + hidden]
        self.x: list[float] = [float_of(item["x"]) for item in squares + hidden]
        self.y: list[float] = [float_of(item["y"]) for item in squares + hidden]
        self.feature: list[int] = [PLAIN] * self.count
        self.value: list[int] = [0] * self.count  # a bend's sign, a gradient's strength
        self.arrow: list[int] = [NOWHERE] * self.count  # the neighbour a gradient points at
        self.majors: list[list[int]] = [[] for _ in range(self.count)]  # of a Give Way
        self.chequered: list[int] = []
        for place, item in enumerate(squares):
            self._read_square(place, item)
        for place in self.chequered:
            self.colour[place] = RED  # RR-17
        self.places: dict[int, str] = {}
        for item in objects_of(document.get("places", [])):
            if item.get("square") is not None:
                self.places[self.index[int_of(item["square"])]] = str(item["name"])
        self._read_edges(document, hidden)
        self.paint = vec[i64]([self.colour[place] for place in self.head])  # the colour at the head of every edge
        self.far: list[list[int]] = []

    def _read_square(self, place: int, item: dict[str, object]) -> None:
        if "chequered" in item:
            self.chequered.append(place)
        feature = item.get("feature")
        if not isinstance(feature, dict):
            return
        kind = FEATURES.index(str(feature["type"]))
        self.feature[place] = kind
        if kind == BEND:
            self.value[place] = int_of(feature["limit"])
        elif kind == GRADIENT:
            self.value[place] = int_of(feature["strength"])
            self.arrow[place] = self.index[int_of(feature["to"])]
        elif kind == GIVE_WAY:
            majors = feature["major"]
            self.majors[place] = [self.index[int_of(number)] for number in majors]

    def _read_edges(self, document: dict[str, object], hidden: list[dict[str, object]]) -> None:
        self.near: list[list[int]] = [[] for _ in range(self.count)]  # by road: routes use no Hidden Track (RR-R32)
        self.back: list[int] = []  # the same stretch the other way
        self.out: list[list[int]] = [[] for _ in range(self.count)]  # edges that leave a square by road
        self.tracks: list[list[int]] = [[] for _ in range(self.count)]  # … and onto or off a Hidden Track
        pairs = document["edges"]
        assert isinstance(pairs, list)
        heads: list[int] = []
        for a, b in pairs:
            one, two = self.index[int_of(a)], self.index[int_of(b)]
            self.near[one].append(two)
            self.near[two].append(one)
            self._pair(heads, one, two, self.out)
        for offset, item in enumerate(hidden):
            ends = item["ends"]
            assert isinstance(ends, list)
            for end in ends:
                self._pair(heads, self.roads + offset, self.index[int_of(end)], self.tracks)
        for squares in self.near:
            squares.sort()
        for edges in self.out + self.tracks:
            edges.sort(key=heads.__getitem__)
        self.real = len(heads)
        self.turned = vec[i64]([edge + self.real for edge in range(self.real)] + list(range(self.real)))
        tails = [heads[back] for back in self.back]
        self.head = vec[i64](heads + heads + list(range(self.count)))
        self.tail: list[int] = tails + tails + [NOWHERE] * self.count
        self.back += [NOWHERE] * (self.real + self.count)
        self.first_put = 2 * self.real

    def _pair(self, heads: list[int], one: int, two: int, table: list[list[int]]) -> None:
        """One stretch of road (or track) is two edges."""
        number = len(heads)
        heads += [two, one]
        self.back += [number + 1, number]
        table[one].append(number)
        table[two].append(number + 1)

    def put(self, place: int) -> int:
        """The edge of a car that is put on a square."""
        return self.first_put + place

    def edge_between(self, one: i64, two: i64) -> i64:
        """The edge from one square to the next, or NOWHERE."""
        for way in self.out[one]:
            if self.head[way] == two:
                return way
        for way in self.tracks[one]:
            if self.head[way] == two:
                return way
        return NOWHERE

    def distances(self, start: int) -> list[int]:
        """Squares by road from `start` to every square, Hidden Tracks and markers ignored; NOWHERE if there is none."""
        far = [NOWHERE] * self.count
        far[start] = 0
        queue = [start]
        for here in queue:
            for there in self.near[here]:
                if far[there] == NOWHERE:
                    far[there] = far[here] + 1
                    queue.append(there)
        return far

    def around(self, start: int, most: int) -> set[int]:
        """The squares at most so many squares of road from `start`, itself included."""
        found = {start}
        edge = [start]
        for _ in range(most):
            edge = [there for here in edge for there in self.near[here] if there not in found]
            found.update(edge)
        return found

    def spread(self) -> list[list[int]]:
        """`distances` from every road square, worked out once."""
        if not self.far:
            self.far = [self.distances(place) for place in range(self.roads)]
        return self.far
