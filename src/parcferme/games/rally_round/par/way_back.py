"""The way a car has come, as far back as it may still be sent (rolling back, or by a Hazard! card).

Two cars on the same edge are in the same position unless something ahead could send them back past the point where
their ways met. `Trails` works out for every edge how many edges behind it can still matter, and forgets the rest.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rally_round.board.cards import BACK, Deck
from parcferme.games.rally_round.board.map import HAZARD
from parcferme.games.rally_round.board.route import Route
from parcferme.lib.rows import vec

ALL: Final = 14  # edges behind the car that the rules remember
DEEP: Final = 7  # where more than this can matter, everything is kept


class Trail:
    """An edge and the way to it."""

    __slots__ = ("number", "edge", "before", "length")

    def __init__(self, number: int, edge: int, before: Trail | None, length: int) -> None:
        self.number = number
        self.edge = edge
        self.before = before
        self.length = length


class Trails:
    """Every trail met so far on a route, each made once and numbered."""

    def __init__(self, route: Route, deck: Deck, reshuffled: bool) -> None:
        self.met: dict[tuple[int, int], Trail] = {}
        self.need = _needs(route, deck, reshuffled)

    def entry(self, edge: int) -> Trail:
        """A car at the control booked last: it is never sent back beyond it."""
        return self._of(edge, None)

    def onward(self, trail: Trail, path: list[int], fell: int) -> Trail:
        """The trail after driving some edges more; `fell`: squares sent back in the move (the rules forget as many)."""
        need = min(self.need[path[-1] if path else trail.edge], ALL - fell)
        if not path:
            return self._of(trail.edge, None if trail.before is None else self._cut(trail.before, need))
        behind: Trail | None = None
        if need >= len(path):
            behind = self._cut(trail, need + 1 - len(path))
        for edge in path[-1 - need :]:
            behind = self._of(edge, behind)
        assert behind is not None
        return behind

    def turned(self, trail: Trail, edge: int) -> Trail:
        """The same place, facing the other way."""
        return self._of(edge, trail.before)

    def _cut(self, trail: Trail, length: int) -> Trail | None:
        """The last edges of a trail."""
        if length == 0:
            return None
        if trail.length <= length:
            return trail
        assert trail.before is not None
        return self._of(trail.edge, self._cut(trail.before, length - 1))

    def _of(self, edge: int, before: Trail | None) -> Trail:
        key = (edge, -1 if before is None else before.number)
        trail = self.met.get(key)
        if trail is None:
            trail = Trail(len(self.met), edge, before, 1 if before is None else before.length + 1)
            self.met[key] = trail
        return trail


def _needs(route: Route, deck: Deck, reshuffled: bool) -> list[int]:
    """For each edge, how many edges behind it a car standing there may yet be sent back over."""
    board = route.board
    before: list[list[int]] = [[] for _ in board.head]
    for edge, ways in enumerate(route.exits[3]):
        for way in ways:
            before[way].append(edge)
    sent = [deck.amount[card] for card in range(deck.count) if deck.effect[card] == BACK]
    rolls = [board.value[board.head[edge]] if up else 0 for edge, up in enumerate(route.uphill)]
    need = [0] * len(board.head)
    deep = bool(sent) and reshuffled  # a card may come again and again
    while not deep and _widen(need, need, rolls, before, board.turned):
        deep = max(need) > DEEP
    if sent and not deep:  # by cards, as often as there are cards; a car may roll back onto "!" and be sent on
        backs = [
            roll + max(sent) if roll or route.feature[board.head[edge]] == HAZARD else 0
            for edge, roll in enumerate(rolls)
        ]
        for _ in sent:
            _widen(need, need[:], backs, before, board.turned)
        deep = max(need) > DEEP
    return [ALL] * len(board.head) if deep else need


def _widen(need: list[int], there: list[int], backs: list[int], before: list[list[int]], turned: vec[i64]) -> bool:
    """Who may be sent back needs that many edges, and what is needed where it ends up; True if something changes."""
    changed = False
    for edge, back in enumerate(backs):
        reach = [edge]
        rows: list[list[int]] = []  # the edges one, two, … behind
        for _ in range(back):
            reach = [other for here in reach for other in before[here]]
            rows.append(reach)
        if not rows:
            continue
        deepest = max([0] + [there[other] for other in rows[-1]])
        for distance, row in enumerate(rows[:-1], 1):
            for other in row:
                changed |= _raise(need, other, back - distance + deepest, turned)
    return changed


def _raise(need: list[int], edge: int, least: int, turned: vec[i64]) -> bool:
    changed = False
    for twin in [edge, turned[edge]] if edge < len(turned) else [edge]:
        if need[twin] < least:
            need[twin] = least
            changed = True
    return changed
