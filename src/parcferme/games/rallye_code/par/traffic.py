"""Cars in each other's way: what a turn pays into each box once collisions and what they hold up are counted.

Collisions depend on where everybody stands, which no chain of one car knows. So the rules themselves are played on, the
same dice each time, with purses that never empty and gérances that nobody holds: every bill falls into its box.
"""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.contract import CHANCE
from parcferme.games.rallye_code.actions import GERANCES
from parcferme.games.rallye_code.board.tables import Tables
from parcferme.games.rallye_code.rules.game import RallyeState, empty_position
from parcferme.games.rallye_code.rules.setup import ask_rolls
from parcferme.games.rallye_code.state import NOBODY, P_TURN

TURNS: Final = 12_000
PLENTY: Final = 1_000_000


def busy_road(t: Tables) -> list[float]:
    """Francs that one turn of a car pays into each box, with all the game's cars on the road."""
    s = empty_position(t)
    ask_rolls(s, (1 << t.players) - 1)
    rng = Random(1)
    paid = [0] * GERANCES
    turns = 0
    while turns < TURNS:
        turns += 1 if s.phase == P_TURN else 0
        s.apply(s.draw(rng.random()) if s.kind() == CHANCE else s.default(s.actor))
        _collect(s, paid)
    return [amount / turns for amount in paid]


def _collect(s: RallyeState, paid: list[int]) -> None:
    """Empty every box and begin the same round again, an odd one behind the last: nobody is ever short, and however
    short the game, it never ends."""
    for gerance in range(GERANCES):
        paid[gerance] += s.boxes[gerance]
        s.boxes[gerance] = 0
        s.holders[gerance] = NOBODY
    s.purses = [PLENTY] * len(s.purses)
    last = s.tables.last_round
    s.round = last + 1 + last % 2 if s.round else 0
