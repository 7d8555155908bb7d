"""What played matches tell of a table: whom the first place favours, how far skill decides, how long it takes.

Figures from bots are estimates and say so: each has its error to either side, 95 %. Seeds are fixed, so the same
document shows the same figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import Final

from parcferme.core import registry
from parcferme.core.bot import drive_match
from parcferme.core.contract import Game
from parcferme.core.options import Value
from parcferme.core.result import Result
from parcferme.core.studio import ESTIMATE, Figure, Figures, Z

FIRST: Final = 4  # matches before anything is told
ENOUGH: Final = 0.02  # an error of the first seat's share that is small enough
FEW: Final = 1e-9
USUAL: Final = "clubman"  # who drives where only the length of a match is asked for
LENGTHS: Final = 24  # matches that tell it


class Mean:
    """Numbers seen so far: their mean, and the error of that."""

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, number: float) -> None:
        self.count += 1
        self.total += number
        self.squares += number * number

    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    def spread(self) -> float:
        """The standard deviation of what was seen."""
        if self.count < 2:
            return 0.0
        return sqrt(max(self.squares / self.count - self.mean() ** 2, 0.0) * self.count / (self.count - 1))

    def figure(self, unit: str) -> Figure:
        return Figure(round(self.mean(), 4), ESTIMATE, unit, error=round(Z * self.spread() / sqrt(self.count), 4))

    def share(self) -> Figure:
        """Of numbers from 0 to 1: one that is all wins or none so far is not certain for that. Wilson's interval lies
        further to one side of it, and the error is that to the further end."""
        seen, mean = self.count, self.mean()
        centre = (mean + Z * Z / (2 * seen)) / (1 + Z * Z / seen)
        wide = Z / (1 + Z * Z / seen) * sqrt(mean * (1 - mean) / seen + Z * Z / (4 * seen * seen))
        return Figure(round(mean, 4), ESTIMATE, "share", error=round(max(abs(mean - centre) + wide, FEW), 4))


class BotTable:
    """A table that bots drive: the first seat against the second, or a good driver against a novice."""

    def __init__(self, game_id: str, options: dict[str, Value], level: str, seconds: float) -> None:
        self.game: Game = registry.create(game_id, {**options, "players": 2})
        self.makers = registry.bots(game_id)
        self.level = level
        self.seconds = seconds  # that people think about a decision
        self.first = Mean()
        self.skill = Mean()
        self.minutes = Mean()

    def play(self, number: int) -> None:
        """Two matches: equals, whose first seat is watched, and unequals, who change seats from one to the next."""
        result, decided = self._match([self.level, self.level], f"studio/{number}")
        self.first.add(won(result, 0))
        self.minutes.add(decided * self.seconds / 60)
        seat = number % 2
        weakest = next(iter(self.makers))
        levels = [self.level, weakest] if seat == 0 else [weakest, self.level]
        self.skill.add(won(self._match(levels, f"studio/skill/{number}")[0], seat))

    def decisions(self, seed: str) -> int:
        """Of a match between equals."""
        return self._match([self.level, self.level], seed)[1]

    def _match(self, levels: list[str], seed: str) -> tuple[Result, int]:
        bots = [self.makers[level](self.game, Random(f"{seed}/{seat}")) for seat, level in enumerate(levels)]
        return drive_match(self.game, bots, seed)

    def is_sure(self) -> bool:
        error = self.first.share().error
        return error is not None and error <= ENOUGH

    def told(self) -> dict[str, Figure]:
        return {"first": self.first.share(), "skill": self.skill.share(), "minutes": self.minutes.figure("minutes")}


def minutes(game_id: str, options: dict[str, Value]) -> int:
    """About how long two people sit over a match: whole minutes, and fives from twenty on."""
    studio = registry.part(game_id, "studio")
    assert studio is not None, "a game with presets has a studio, which knows how long people think"
    table, length = BotTable(game_id, options, USUAL, studio.SECONDS), Mean()
    for number in range(LENGTHS):
        length.add(table.decisions(f"length/{number}") * table.seconds / 60)
    step = 1 if length.mean() < 20 else 5
    return step * round(length.mean() / step)


def won(result: Result, seat: int) -> float:
    """A shared first place counts as its share."""
    winners = [place for place in result.places if place == 1]
    return 1 / len(winners) if result.places[seat] == 1 else 0.0


def simulated(
    table: BotTable, games: int, known: dict[str, Figure], begun: float = 0.0, ended: float = 1.0
) -> Iterator[Figures]:
    """What is known with what the matches tell, ever more seldom while they are played. `begun` and `ended` say how
    much of all the work is done before and after.

    It ends before so many are played once the first seat's share is known well enough.
    """
    due = FIRST
    for number in range(1, games + 1):
        table.play(number)
        sure = table.is_sure()
        if number >= due or number == games or sure:
            due = max(due + 1, due * 5 // 4)
            share = 1.0 if sure else number / games
            yield Figures({**known, **table.told()}, begun + (ended - begun) * share)
        if sure:
            return
