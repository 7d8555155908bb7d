from __future__ import annotations

from random import Random

from parcferme.core.bot import Bot, RandomBot
from parcferme.core.contract import Game


def novice(game: Game, rng: Random) -> Bot:
    return RandomBot(rng)


BOTS = {"novice": novice}
