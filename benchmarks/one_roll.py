"""A driver of Rallye-Code who chooses between two cars by the next roll alone: a yardstick for ladder.py.

python -m benchmarks.ladder "rallye_code(players=2,car_order=free)" works python:one_roll:maker
"""

from __future__ import annotations

from random import Random

from parcferme.core import registry
from parcferme.core.bot import Bot
from parcferme.core.contract import Game, State
from parcferme.games.rallye_code.actions import ROLL_CAR
from parcferme.games.rallye_code.drive.odds import Roll
from parcferme.games.rallye_code.state import P_DICE, P_TURN, Position


class OneRoll(Bot):
    """The works driver, but for the choice of the car: the one whose roll brings more on the mean."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.works = registry.bots(game.id)["works"](game, rng)

    def choose(self, state: State, seat: int) -> int:
        assert isinstance(state, Position)
        if state.phase != P_TURN or len(state.legal(seat)) == 1:
            return self.works.choose(state, seat)
        return max((ROLL_CAR, ROLL_CAR + 1), key=lambda action: gain(state, seat, action))


def gain(state: Position, seat: int, action: int) -> float:
    chosen = state.copy()
    assert isinstance(chosen, Position)
    chosen.apply(action)
    return float(Roll(chosen).gain[seat]) if chosen.phase == P_DICE else 0.0


def maker(game: Game, rng: Random) -> Bot:
    return OneRoll(game, rng)
