"""Bots: anything that chooses an action for a seat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

from parcferme.core.chance import Seeded
from parcferme.core.contract import CHANCE, JOINT, OVER, Game, State
from parcferme.core.errors import ParcFermeError
from parcferme.core.result import Result

LEVELS = ("novice", "amateur", "clubman", "privateer", "works", "ace")  # weakest first; a game offers those it has
USUAL = "clubman"  # who drives where nobody has said who
SECONDS: Final = 1.0  # for a choice, unless a table says otherwise
Watch = Callable[[], float]  # seconds since whenever


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """Chooses for one seat. The driver hands it a resampled state: it cannot see what its seat must not know.

    seconds  to think about a choice; who searches counts, see Patience
    watch    tells the time; without one nobody is ever interrupted
    """

    seconds: float = SECONDS
    watch: Watch | None = None

    @abstractmethod
    def choose(self, state: State, seat: int) -> int:
        """One of `state.legal(seat)`. May use the state freely: it is the bot's own copy."""

    def close(self) -> None:
        """The match is over: let go of what the bot holds, such as a program. May be called twice."""
        return


class Patience:
    """One thought of a bot: tries in proportion to its seconds, which is the same on every machine. Its watch cuts the
    thought short where a machine is too slow for them."""

    __slots__ = ("left", "seconds", "until", "watch")

    def __init__(self, bot: Bot, a_second: int) -> None:
        self.seconds = bot.seconds
        self.left = max(1, int(bot.seconds * a_second))
        self.watch = bot.watch
        self.until = bot.seconds + (bot.watch() if bot.watch is not None else 0.0)

    def lasts(self) -> bool:
        """May there be another try? It is counted."""
        self.left -= 1
        return self.left >= 0 and not self.is_over()

    def is_over(self, part: float = 1.0) -> bool:
        """Has this part of the time gone by?"""
        return self.watch is not None and self.watch() >= self.until - (1.0 - part) * self.seconds


BotMaker = Callable[[Game, Random], Bot]  # a game's bots.py offers one per level: BOTS = {"novice": …}


def usual_level(offered: Iterable[str]) -> str:
    """Who drives where nobody has said who: the usual driver, or the weakest of a game that has none."""
    known = list(offered)
    return USUAL if USUAL in known else known[0]


class RandomBot(Bot):
    """Any legal action, all alike."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, state: State, seat: int) -> int:
        return self.rng.choice(state.legal(seat))


def drive(state: State, bots: list[Bot], hidden: Random) -> None:
    """Those who are asked decide, each on a resample of the position made for its seat."""
    moves = [bots[seat].choose(state.resample(seat, hidden), seat) for seat in state.to_act()]
    if state.kind() == JOINT:
        state.apply_joint(moves)
    else:
        state.apply(moves[0])


def drive_match(game: Game, bots: list[Bot], seed: str) -> tuple[Result, int]:
    """One game between bots: how it ended, and how often somebody had to decide (those who decide together: once)."""
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
        drive(state, bots, hidden)


def finished(state: State) -> Result:
    result = state.result()
    if result is None:
        raise ParcFermeError("the game is over but has no result")
    return result
