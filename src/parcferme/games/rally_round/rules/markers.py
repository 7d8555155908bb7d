"""Which markers may be laid next: all squares at once, per candidate route, on the map reduced to its junctions.

Between two junctions a road is a *link*. All squares of a link that are entered from the same end share the same way
there and the same way on to the Finish, so one look at each end of each link settles them all.
"""

from __future__ import annotations

import itertools
from heapq import heappop, heappush
from typing import Final

from parcferme.games.rally_round.board import NOWHERE
from parcferme.games.rally_round.laid import Laying, Markers
from parcferme.games.rally_round.route import MOST_PASSAGES, PC, passages

PC_GAP: Final = 3  # RR-27
TC_GAP: Final = 12  # RR-28
MOST_TIES: Final = 16


class Net:
    """The free roads around one candidate route: nodes are its end, the Finish and the free junctions."""

    def __init__(self, lay: Laying, way: tuple[int, ...]) -> None:
        self.near = lay.board.near
        self.end = way[-1]
        self.finish = lay.finish
        self.closed = lay.closed_to(way, lay.blacks)
        self.closed[self.end] = False
        self.closed[self.finish] = False
        self.links: list[tuple[int, int, list[int]]] = []  # from node, to node, squares between
        self.leaving: dict[int, list[int]] = {}  # links by the node they leave
        for square in range(lay.board.roads):
            if self._is_node(square):
                self.leaving[square] = []
        for square in self.leaving:
            for first in self.near[square]:
                self._trace(square, first)
        far, before = self._explore(NOWHERE, NOWHERE)
        self.far: dict[int, int] = far
        self.before: dict[int, list[int]] = before  # links by which a node is reached soonest

    def _is_node(self, square: int) -> bool:
        if self.closed[square]:
            return False
        return square in (self.end, self.finish) or len(self.near[square]) != 2

    def _trace(self, node: int, first: int) -> None:
        """Follow a road to the next node; a road that is closed on the way is no link."""
        between: list[int] = []
        came, here = node, first
        while not self.closed[here]:
            if here in self.leaving:
                self.leaving[node].append(len(self.links))
                self.links.append((node, here, between))
                return
            between.append(here)
            one, two = self.near[here]
            came, here = here, two if one == came else one

    def _explore(self, no_link: int, no_node: int) -> tuple[dict[int, int], dict[int, list[int]]]:
        """Distances from the end to all nodes, never through the Finish, the given link or the given node."""
        far = {self.end: 0}
        before: dict[int, list[int]] = {self.end: []}
        heap = [(0, self.end)]
        banned: tuple[int, ...] = ()
        if no_link != NOWHERE:
            one, two, squares = self.links[no_link]
            banned = (one, two)
            banned_squares = squares
        while heap:
            length, node = heappop(heap)
            if length > far[node] or node == self.finish:
                continue
            for number in self.leaving[node]:
                _, there, between = self.links[number]
                if there in (no_node, self.end):
                    continue
                if banned and node in banned and there in banned and _same(between, banned_squares):
                    continue
                total = length + len(between) + 1
                if there not in far or total < far[there]:
                    far[there] = total
                    before[there] = [number]
                    heappush(heap, (total, there))
                elif total == far[there]:
                    before[there].append(number)
        return far, before

    def ways_to(self, node: int, no_link: int, no_node: int) -> tuple[int, list[list[int]]]:
        """The shortest length to a node and the node lists of all ways of that length, with something banned."""
        ways = self._unwind(self.before, node)
        kept = [way for way in ways if no_node not in way and not self._uses(way, no_link)]
        if kept:
            return self.far[node], kept
        far, before = self._explore(no_link, no_node)
        return far.get(node, NOWHERE), self._unwind(before, node)

    def _uses(self, way: list[int], no_link: int) -> bool:
        """Could this way run along the link? (Its ends follow one another: parallel links are looked at again.)"""
        if no_link == NOWHERE:
            return False
        one, two, _ = self.links[no_link]
        return any((a == one and b == two) or (a == two and b == one) for a, b in itertools.pairwise(way))

    def _unwind(self, before: dict[int, list[int]], node: int) -> list[list[int]]:
        if node not in before:
            return []
        done: list[list[int]] = []
        open_ways = [[node]]
        while open_ways and len(done) < MOST_TIES:
            way = open_ways.pop()
            if way[-1] == self.end:
                done.append(way)
                continue
            for number in before[way[-1]]:
                open_ways.append([*way, self.links[number][0]])
        return done

    def leads_on(self, node: int, used: list[int], no_link: int) -> bool:
        """Can the Finish be reached from a node without the used nodes and the link?"""
        if node == self.finish:
            return True
        if node in used:
            return False
        seen = set(used)
        seen.add(node)
        queue = [node]
        squares = self.links[no_link][2] if no_link != NOWHERE else []
        for here in queue:
            for number in self.leaving[here]:
                _, there, between = self.links[number]
                if there in seen or (squares and between and _same(between, squares)):
                    continue
                if there == self.finish:
                    return True
                seen.add(there)
                queue.append(there)
        return False

    def controls(self) -> list[tuple[int, int, int]]:
        """(square, approach, length of the leg) of every place for the next control."""
        found: list[tuple[int, int, int]] = []
        for number, (node, there, between) in enumerate(self.links):
            if node == self.finish or there == self.end:
                continue
            if between:
                self._along(number, node, there, between, found)
            if there != self.finish:
                self._at_junction(number, node, there, between, found)
        return found

    def _along(self, number: int, node: int, there: int, between: list[int], found: list[tuple[int, int, int]]) -> None:
        length, ways = self.ways_to(node, number, NOWHERE)
        if any(self.leads_on(there, way, number) for way in ways):
            before = node
            for offset, square in enumerate(between):
                found.append((square, before, length + offset + 1))
                before = square

    def _at_junction(
        self, number: int, node: int, there: int, between: list[int], found: list[tuple[int, int, int]]
    ) -> None:
        length, ways = self.ways_to(node, NOWHERE, there)
        if any(self.leads_on(there, way, number) for way in ways):
            found.append((there, between[-1] if between else node, length + len(between) + 1))

    def closings(self) -> list[tuple[int, int]]:
        """(approach, length of the leg) of every way to enter the Finish."""
        found: list[tuple[int, int]] = []
        for node, there, between in self.links:
            if there == self.finish and node in self.far and node != self.finish:
                found.append((between[-1] if between else node, self.far[node] + len(between) + 1))
        return found

    def cuts(self) -> set[int]:
        """Squares on which a Black Spot would cut the Finish off."""
        ways = self._unwind(self.before, self.finish)
        if not ways:
            return set()
        way = ways[0][::-1]
        cut: set[int] = set()
        for node, there in itertools.pairwise(way):
            number = next(n for n in self.leaving[node] if self.links[n][1] == there and n in self.before[there])
            if self.finish not in self._explore(number, NOWHERE)[0]:
                cut.update(self.links[number][2])
            if there != self.finish and self.finish not in self._explore(NOWHERE, there)[0]:
                cut.add(there)
        return cut


def _same(one: list[int], two: list[int]) -> bool:
    """Are these the squares of one road, in either direction? An empty stretch is known by its ends alone."""
    if not one or not two:
        return not one and not two
    return one[0] in (two[0], two[-1])


def legal_markers(lay: Laying) -> Markers:
    """Everything the next player may lay (RR-22 … RR-35); worked out once for a laying."""
    known = lay.markers
    if known is not None:
        return known
    markers = Markers()
    lay.markers = markers
    nets = [Net(lay, way) for way in lay.candidates]
    since = [len(way) - 1 - way.index(lay.last_time_control()) for way in lay.candidates]
    on_any = {square for way in lay.candidates for square in way}
    legs: dict[tuple[int, int], int] = {}  # square and approach → fewest squares since the last Time Control
    for net, before in zip(nets, since, strict=True):
        for square, approach, length in net.controls():
            if square not in on_any:
                legs[square, approach] = min(before + length, legs.get((square, approach), before + length))
    _sort_controls(lay, legs, markers)
    _find_closing(nets, since, markers)
    _find_blacks(lay, nets, markers)
    return markers


def _sort_controls(lay: Laying, legs: dict[tuple[int, int], int], markers: Markers) -> None:
    """Spacing decides which of the reachable squares take a Time Control, a Passage Control, or neither."""
    far = lay.board.spread()
    others = [control.square for control in lay.controls] + [lay.finish]
    passed = [control.square for control in lay.controls if control.type == PC]
    full = passages(lay.controls) >= MOST_PASSAGES
    for (square, approach), length in sorted(legs.items()):
        row = far[square]
        if length >= TC_GAP and all(row[other] >= PC_GAP for other in passed):
            markers.tc.setdefault(square, []).append(approach)
        if not full and all(row[other] >= PC_GAP for other in others):  # RR-R42
            markers.pc.setdefault(square, []).append(approach)


def _find_closing(nets: list[Net], since: list[int], markers: Markers) -> None:
    only_move = not markers.tc and not markers.pc  # RR-R53
    close: set[int] = set()
    for net, before in zip(nets, since, strict=True):
        for approach, length in net.closings():
            if only_move or before + length >= TC_GAP:  # RR-35
                close.add(approach)
    markers.close = sorted(close)


def _find_blacks(lay: Laying, nets: list[Net], markers: Markers) -> None:
    cuts = [net.cuts() for net in nets]
    ways = [set(way) for way in lay.candidates]
    marked = {control.square for control in lay.controls} | set(lay.blacks) | {lay.finish}
    for square in range(lay.board.roads):
        if square in marked:
            continue
        if any(square not in way and square not in cut for way, cut in zip(ways, cuts, strict=True)):
            markers.black.append(square)


def resolving_blacks(lay: Laying) -> list[int]:
    """RR-36: squares that rule out some of the complete routes, but not all."""
    counts: dict[int, int] = {}
    for way in lay.candidates:
        for square in way:
            counts[square] = counts.get(square, 0) + 1
    return sorted([square for square, count in counts.items() if count < len(lay.candidates)])
