"""A stage solved and written down: par, the value of every place, and the best gear there, as plain JSON.

`checker.py` verifies it without this solver, by driving the rules.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from parcferme.games.rally.par.planning import tyre_values
from parcferme.games.rally.par.solver import PENALTY, Par, whole_ring
from parcferme.games.rally.rules.game import RallyGame

KIND: Final = "rally-par"
TYRES: Final = [0, 1, 2]


class Solution(NamedTuple):
    """One car's stage: its par from one sector, and the solved tables as worth.py reads them."""

    par: Par
    value: float
    certificate: dict[str, object]


def solve(game: RallyGame, setup: int, sector: int, mechanics: list[int], penalty: float = PENALTY) -> Solution:
    """Par of a single stage on a fixed road, in the weather of its race, with all tyres at hand."""
    t = game.tables
    assert t.fixed is not None
    par = Par(t, t.fixed, setup, whole_ring(t.race_rings[0]), TYRES, mechanics, penalty)
    values = tyre_values(par, sector)
    certificate: dict[str, object] = {
        "kind": KIND,
        "options": {name: game.options[name] for name in game.options},
        "setup": setup,
        "sector": sector,
        "mechanics": mechanics,
        "penalty": penalty,
        "par": values,
        "values": par.values,
    }
    return Solution(par, min(values), certificate)
