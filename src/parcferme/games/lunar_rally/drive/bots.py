"""The drivers, weakest first, and what advice thinks of a position.

novice     drives by the clock alone, with a shaky hand, and sees nobody else
amateur    the same with a steadier hand
clubman    the same, and seldom misses the best program by much
privateer  the same without a fault: nobody is faster alone on the Moon
works      looks at the others: an ace who seals after a moment's thought
ace        looks for a mixture of programs that no rival can exploit (ace.py)
"""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Final

from parcferme.core.bot import BotMaker
from parcferme.core.contract import Game, State
from parcferme.games.lunar_rally.actions import DECLINE
from parcferme.games.lunar_rally.drive.ace import Ace, Works
from parcferme.games.lunar_rally.drive.drivers import ByTheClock, Lookout, lead_of, mean, worth_of
from parcferme.games.lunar_rally.drive.habits import placing_time
from parcferme.games.lunar_rally.par.clock import FAR
from parcferme.games.lunar_rally.rules.execution import execute
from parcferme.games.lunar_rally.rules.game import LunarState
from parcferme.games.lunar_rally.state import FLIP, PLACE, PROGRAMMED

SHAKY: Final = 1.6  # phases by which the novice misjudges a program, …
STEADIER: Final = 1.1  # … the amateur, …
STEADY: Final = 0.7  # … the clubman
SURE: Final = 0.1  # … and the privateer, who chooses among equals by chance


def evaluate(state: State) -> list[float]:
    """What a position is worth to each seat, between −1 and 1, once the programs that are sealed have run."""
    assert isinstance(state, LunarState)
    position = state.position.copy()
    seats = range(position.race.players)
    if position.phase <= PLACE:
        return [0.0 for _ in seats]  # the race has not begun
    number = PROGRAMMED[position.phase]
    if number > 0:
        execute(position, 3 - number, None)
    elif position.phase == FLIP:  # LR-41: nothing but the Moon Token stands between the programs and their turn
        execute(position, 3 - position.moon, None)
    return [worth_of(lead_of(position, seat)) for seat in seats]


def rate(game: Game, state: State, seat: int, rng: Random) -> list[tuple[float, float]]:
    """What a lookout thinks each legal action is worth to the seat, between −1 and 1, and by how much it may be
    mistaken about what the action loses against the best one (a standard error)."""
    assert isinstance(state, LunarState)
    actions = state.legal(seat)
    if PROGRAMMED[state.position.phase] == 0:
        times = [float(FAR if a == DECLINE else placing_time(state.position, a)) for a in actions]
        return [(worth_of(min(times) - time), 0.0) for time in times]
    rows = [[worth_of(lead) for lead in row] for row in Lookout(game, rng).leads(state.position, seat, actions)]
    means = [mean(row) for row in rows]
    best = rows[means.index(max(means))]
    return [(worth, _doubt(row, best)) for worth, row in zip(means, rows, strict=True)]


def _doubt(row: list[float], best: list[float]) -> float:
    """The standard error of the mean of their differences: both were tried against the same guesses."""
    differences = [one - other for one, other in zip(row, best, strict=True)]
    middle = mean(differences)
    return sqrt(mean([(one - middle) ** 2 for one in differences]) / (len(differences) - 1))


BOTS: dict[str, BotMaker] = {
    "novice": lambda game, rng: ByTheClock(game, rng, SHAKY),
    "amateur": lambda game, rng: ByTheClock(game, rng, STEADIER),
    "clubman": lambda game, rng: ByTheClock(game, rng, STEADY),
    "privateer": lambda game, rng: ByTheClock(game, rng, SURE),
    "works": Works,
    "ace": Ace,
}
