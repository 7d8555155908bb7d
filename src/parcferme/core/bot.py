"""Bots: anything that chooses an action for a seat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random

from mypy_extensions import mypyc_attr

from parcferme.core.contract import Game, State

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
