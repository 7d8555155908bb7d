"""What each choice near the end of a game is worth, proved: the mean purse at the bell, over all dice and cards, when
everybody takes what leaves himself most."""

from __future__ import annotations

import marshal
from typing import Final

from parcferme.core.contract import CHANCE, DECISION, OVER, State
from parcferme.games.rallye_code.par.holding import turns_to_come
from parcferme.games.rallye_code.state import Position

UNIT: Final = "francs"
TURNS: Final = 3  # still to come, of all players together: no more are thought through …
MOST: Final = 5_000  # … nor more positions
SAME: Final = 1e-6  # francs

Purses = list[float]  # by seat


class Unproved(Exception):
    """Too much is still to come, or somebody does not care what he does, and others do."""


def prove(state: State, seat: int) -> list[float] | None:
    """The purse to expect after each legal action; `None` where the end is too far or not known, or purses are."""
    assert isinstance(state, Position)
    t = state.tables
    if state.kind() != DECISION or t.capped or not t.open_cash:
        return None
    if sum([turns_to_come(state, one) for one in range(t.players) if state.alive(one)]) > TURNS:
        return None
    ending = Ending()
    try:
        return [ending.after(state, action)[seat] for action in state.legal(seat)]
    except Unproved:
        return None


class Ending:
    """The last turns of a game, from the bell backwards."""

    def __init__(self) -> None:
        self.known: dict[bytes, Purses] = {}

    def after(self, state: Position, move: int) -> Purses:
        after = state.copy()
        assert isinstance(after, Position)
        after.apply(move)
        return self.purses(after)

    def purses(self, state: Position) -> Purses:
        """What each player may expect to end with."""
        if state.kind() == OVER:
            return [float(purse) for purse in state.purses]
        key = marshal.dumps(state.dump(), 0)
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= MOST:
                raise Unproved
            found = self._mean(state) if state.kind() == CHANCE else self._chosen(state)
            self.known[key] = found
        return found

    def _mean(self, state: Position) -> Purses:
        total = 0
        summed = [0.0] * state.tables.players
        for outcome, weight in state.chance():
            total += weight
            for seat, purse in enumerate(self.after(state, outcome)):
                summed[seat] += weight * purse
        return [one / total for one in summed]

    def _chosen(self, state: Position) -> Purses:
        """What leaves the one who is asked most; if that is several things, they must be one to the others, too."""
        if state.kind() != DECISION:
            raise Unproved
        seat = state.to_act()[0]
        ways = [self.after(state, action) for action in state.legal(seat)]
        most = max([way[seat] for way in ways])
        best = [way for way in ways if way[seat] >= most - SAME]
        if any(abs(one - other) > SAME for way in best for one, other in zip(way, best[0], strict=True)):
            raise Unproved
        return best[0]
