"""Shared by the benchmarks that look at a match while bots drive it."""

from __future__ import annotations

from random import Random

from parcferme.core import registry
from parcferme.core.bot import Bot, drive
from parcferme.core.chance import Seeded
from parcferme.core.contract import CHANCE, Game, State


def crew(game: Game, level: str, seed: str) -> list[Bot]:
    """A driver of this level for every seat."""
    return [registry.bots(game.id)[level](game, Random(f"{seed}/{seat}")) for seat in range(game.players)]


def step(state: State, bots: list[Bot], dice: Seeded, hidden: Random) -> None:
    """Chance acts, or those who decide do, each on what its seat may see."""
    if state.kind() == CHANCE:
        state.apply(dice.draw(state.chance()))
    else:
        drive(state, bots, hidden)
