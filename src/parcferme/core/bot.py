"""Bots: anything that chooses an action for a seat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random

from mypy_extensions import mypyc_attr

from parcferme.core.chance import Seeded
from parcferme.core.contract import CHANCE, JOINT, OVER, Game, State
from parcferme.core.errors import ParcFermeError
from parcferme.core.result import Result

LEVELS = ("novice", "clubman", "works")  # the levels every game offers, weakest first


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """Chooses for one seat. The driver hands it a resampled state: it cannot see what its seat must not know."""

    @abstractmethod
    def choose(self, state: State, seat: int) -> int:
        """One of `state.legal(seat)`. May use the state freely: it is the bot's own copy."""

    def close(self) -> None:
        """The match is over: let go of what the bot holds, such as a program. May be called twice."""
        return


BotMaker = Callable[[Game, Random], Bot]  # a game's bots.py offers one per level: BOTS = {"novice": …}


class RandomBot(Bot):
    """Any legal action, all alike."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, state: State, seat: int) -> int:
        return self.rng.choice(state.legal(seat))


def drive_match(game: Game, bots: list[Bot], seed: str) -> tuple[Result, int]:
    """One game between bots, each of which sees only a resample of the position made for its seat: how it ended, and
    how often somebody had to decide (those who decide together: once)."""
    dice = Seeded(seed)
    hidden = Random(f"{seed}/resample")
    state = game.start()
    decided = 0
    while True:
        kind = state.kind()
        if kind == OVER:
            return finished(state), decided
        if kind == CHANCE:
            state.apply(dice.draw(state.chance()))
            continue
        decided += 1
        moves = [bots[seat].choose(state.resample(seat, hidden), seat) for seat in state.to_act()]
        if kind == JOINT:
            state.apply_joint(moves)
        else:
            state.apply(moves[0])


def finished(state: State) -> Result:
    result = state.result()
    if result is None:
        raise ParcFermeError("the game is over but has no result")
    return result
