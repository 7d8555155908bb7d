"""The free roads around one candidate route, reduced to their junctions: where the next control can lie.

Between two junctions a road is a *link*. All squares of a link that are entered from the same end share the same way
there and the same way on to the Finish, so one look at each end of each link settles them all. A set of junctions is
one integer, a bit for each; the map's checker bounds how many roads there are (`board/check.py`), and with them all
work here.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from parcferme.games.rally_round.board.map import NOWHERE, Board

MOST_TIES: Final = 16  # RR-R59: equally short legs followed; further ones are dropped, as if the players agreed on it
SPACE: Final = 1 << 12  # more than there are nodes


class Link:
    """A road from one node to another; every road is two of them."""

    __slots__ = ("begin", "end", "squares", "back")

    def __init__(self, begin: int, end: int, squares: list[int], back: int) -> None:
        self.begin = begin
        self.end = end
        self.squares = squares  # between the two nodes
        self.back = back  # the number of the same road the other way

    def length(self) -> int:
        return len(self.squares) + 1


class Leg:
    """A way from a node back to the end of the route, as far as it has been followed."""

    __slots__ = ("node", "used", "link", "onward")

    def __init__(self, node: int, used: int, link: int, onward: Leg | None) -> None:
        self.node = node
        self.used = used  # nodes, as bits
        self.link = link  # leads from this node to the next one
        self.onward = onward


class Spread:
    """How far every node is from the end of the route, and which nodes are on all or on some of the shortest ways."""

    __slots__ = ("far", "on_all", "on_some")

    def __init__(self, far: list[int], on_all: list[int], on_some: list[int]) -> None:
        self.far = far
        self.on_all = on_all  # as bits, the node itself included
        self.on_some = on_some


class Net:
    """The roads that a candidate route leaves free: nodes are its end, the Finish, junctions and dead ends."""

    def __init__(self, board: Board, way: tuple[int, ...], finish: int, closed: list[bool]) -> None:
        self.near = board.near
        self.closed = closed[:]
        self.closed[way[-1]] = False
        self.closed[finish] = False
        self.squares: list[int] = []  # of the nodes
        self.number: list[int] = [NOWHERE] * board.count  # of the node on a square
        for square in range(board.roads):
            if not self.closed[square] and (square in (way[-1], finish) or len(self.near[square]) != 2):
                self.number[square] = len(self.squares)
                self.squares.append(square)
        self.end = self.number[way[-1]]
        self.finish = self.number[finish]
        self.links: list[Link] = []
        self.leaving: list[list[int]] = [[] for _ in self.squares]
        self.beside: list[int] = [0] * len(self.squares)  # the nodes next to a node, as bits
        for square in self.squares:
            for first in self.near[square]:
                self._trace(square, first)
        self.spread = self._explored(NOWHERE)
        self.without: dict[int, Spread] = {}  # the same where a node is closed
        self.home = self._ways_home()

    def _trace(self, square: int, first: int) -> None:
        """Follow a road to the next node; a road that is closed on the way is no link."""
        between: list[int] = []
        came, here = square, first
        while not self.closed[here]:
            if self.number[here] != NOWHERE:
                self._add_link(self.number[square], self.number[here], between)
                return
            between.append(here)
            one, two = self.near[here]
            came, here = here, two if one == came else one

    def _add_link(self, begin: int, end: int, between: list[int]) -> None:
        back = NOWHERE
        for number in self.leaving[end]:
            if self.links[number].end == begin and self.links[number].squares == between[::-1]:
                back = number
                self.links[number].back = len(self.links)
        self.leaving[begin].append(len(self.links))
        self.links.append(Link(begin, end, between, back))
        self.beside[begin] |= 1 << end

    # --- distances ---

    def _far(self, no_node: int, no_link: int, goal: int) -> list[int]:
        """Squares from the end to every node (or as far as the goal), never through the Finish or what is closed."""
        far = [NOWHERE] * len(self.squares)
        far[self.end] = 0
        heap = [self.end]
        while heap:
            at = heappop(heap)
            length, node = at // SPACE, at % SPACE
            if node == goal:
                break
            if length > far[node] or node == self.finish:
                continue
            for number in self.leaving[node]:
                link = self.links[number]
                there = link.end
                if there == no_node or number == no_link:
                    continue
                total = length + link.length()
                if far[there] == NOWHERE or total < far[there]:
                    far[there] = total
                    heappush(heap, total * SPACE + there)
        return far

    def _explored(self, no_node: int) -> Spread:
        far = self._far(no_node, NOWHERE, NOWHERE)
        on_all, on_some = [0] * len(far), [0] * len(far)
        reached = [length * SPACE + node for node, length in enumerate(far) if length != NOWHERE]
        for at in sorted(reached):
            node = at % SPACE
            own, every = 0, -1
            for number in self._soonest(far, node):
                before = self.links[number].begin
                own |= on_some[before]
                every &= on_all[before]
            on_some[node] = own | 1 << node
            on_all[node] = (every if every != -1 else 0) | 1 << node
        return Spread(far, on_all, on_some)

    def _soonest(self, far: list[int], node: int) -> list[int]:
        """The links by which a node is reached soonest."""
        found: list[int] = []
        for number in self.leaving[node]:
            link = self.links[number]
            usable = link.end != self.finish and far[link.end] != NOWHERE
            if usable and far[link.end] + link.length() == far[node]:
                found.append(link.back)
        return found

    def _ways_home(self) -> list[int]:
        """From every node the nodes of one way to the Finish, not by way of the end of the route; 0: there is none."""
        home = [0] * len(self.squares)
        home[self.finish] = 1 << self.finish
        queue = [self.finish]
        for node in queue:
            for number in self.leaving[node]:
                there = self.links[number].end
                if home[there] == 0 and there != self.end:
                    home[there] = home[node] | 1 << there
                    queue.append(there)
        return home

    # --- legs ---

    def _leads_on(self, node: int, used: int) -> bool:
        """Can the Finish be reached from a node without the used ones?"""
        if used >> node & 1 or self.home[node] == 0:
            return False
        if self.home[node] & used == 0:
            return True
        finish = 1 << self.finish
        reached = used | 1 << node
        waiting = 1 << node
        while waiting:
            here = (waiting & -waiting).bit_length() - 1
            fresh = self.beside[here] & ~reached
            if fresh & finish:
                return True
            reached |= fresh
            waiting = (waiting & (waiting - 1)) | fresh
        return False

    def _spread_without(self, node: int, reached: int) -> Spread:
        """The distances that matter for a leg to `reached` that does not touch `node`."""
        if node == self.finish or not self.spread.on_some[reached] >> node & 1:
            return self.spread
        spread = self.without.get(node)
        if spread is None:
            spread = self._explored(node)
            self.without[node] = spread
        return spread

    def _legs(self, link: Link, most: int) -> list[Leg]:
        """Shortest legs to the link's beginning, `most` at most, that leave its other end a way to the Finish."""
        spread = self._spread_without(link.end, link.begin)
        if spread.far[link.begin] == NOWHERE or not self._leads_on(link.end, spread.on_all[link.begin]):
            return []
        found: list[Leg] = []
        waiting = [Leg(link.begin, 1 << link.begin, NOWHERE, None)]
        tried = 0
        while waiting and tried < MOST_TIES and len(found) < most:
            leg = waiting.pop()
            if leg.node == self.end:
                tried += 1
                if self._leads_on(link.end, leg.used):
                    found.append(leg)
                continue
            for number in self._soonest(spread.far, leg.node):
                before = self.links[number].begin
                waiting.append(Leg(before, leg.used | 1 << before, number, leg))
        return found

    def _is_direct(self, number: int) -> bool:
        """Is the shortest leg to the squares of a link, from its beginning, one that does not touch its other end?"""
        link = self.links[number]
        here = link.begin
        if link.end == self.finish:
            return True
        least = self._spread_without(link.end, here).far[here]
        if least == self.spread.far[here]:
            return True
        if self._soonest(self.spread.far, here) != [link.back]:
            return False
        return self._far(NOWHERE, link.back, here)[here] == least

    # --- what there is ---

    def controls(self) -> list[tuple[int, int, int]]:
        """(square, approach, length of the leg) of every place for the next control."""
        found: list[tuple[int, int, int]] = []
        for number, link in enumerate(self.links):
            if link.begin == self.finish or link.end == self.end or not self._legs(link, 1):
                continue
            length = self._spread_without(link.end, link.begin).far[link.begin]
            before = self.squares[link.begin]
            along = bool(link.squares) and self._is_direct(number)
            for square in link.squares:
                length += 1
                if along:
                    found.append((square, before, length))
                before = square
            if link.end != self.finish:
                found.append((self.squares[link.end], before, length + 1))
        return found

    def legs_to(self, square: int, approach: int) -> list[list[int]]:
        """The shortest legs to a control that leave a way to the Finish, as squares, without the end of the route."""
        for number, link in enumerate(self.links):
            road = [self.squares[link.begin], *link.squares, self.squares[link.end]]
            if link.begin == self.finish or link.end == self.end or square not in road[1:]:
                continue
            at = road.index(square, 1)
            if road[at - 1] != approach or not (at == len(road) - 1 or self._is_direct(number)):
                continue
            return [self._squares_of(leg) + road[1 : at + 1] for leg in self._legs(link, MOST_TIES)]
        return []

    def _squares_of(self, leg: Leg) -> list[int]:
        """From the end of the route, which is left out, to the last node of a leg."""
        squares: list[int] = []
        step: Leg = leg
        while step.onward is not None:
            squares += self.links[step.link].squares
            step = step.onward
            squares.append(self.squares[step.node])
        return squares

    def closings(self) -> list[tuple[int, int]]:
        """(approach, length of the leg) of every way to enter the Finish."""
        found: list[tuple[int, int]] = []
        for link in self.links:
            far = self.spread.far[link.begin]
            if link.end == self.finish and link.begin != self.finish and far != NOWHERE:
                found.append((link.squares[-1] if link.squares else self.squares[link.begin], far + link.length()))
        return found

    def cuts(self) -> list[int]:
        """Squares on which a Black Spot would cut the Finish off.

        Along one way to the Finish: a node or link of it is a cut if nothing before it leads past it.
        """
        if self.spread.far[self.finish] == NOWHERE:
            return []
        way = self._one_way()
        place = {self.end: 0}  # of the nodes on the way
        for at, number in enumerate(way):
            place[self.links[number].end] = at + 1
        cut: list[int] = []
        seen = {self.end}
        past = 0  # the furthest place that can be reached from those before
        for at, number in enumerate(way):
            link = self.links[number]
            if 0 < at == past:
                cut.append(self.squares[link.begin])
            past = max(past, self._past(link.begin, number, place, seen))
            if past <= at:
                cut += link.squares
            past = max(past, at + 1)
        return cut

    def _one_way(self) -> list[int]:
        """The links of a shortest way to the Finish."""
        way: list[int] = []
        node = self.finish
        while node != self.end:
            number = self._soonest(self.spread.far, node)[0]
            way.append(number)
            node = self.links[number].begin
        return way[::-1]

    def _past(self, node: int, no_link: int, place: dict[int, int], seen: set[int]) -> int:
        """The furthest place on the way that can be reached from a node beside the way."""
        best = 0
        waiting = [node]
        for here in waiting:
            for number in self.leaving[here]:
                there = self.links[number].end
                if number == no_link:
                    continue
                if there in place:
                    best = max(best, place[there])
                elif there not in seen:
                    seen.add(there)
                    waiting.append(there)
        return best
