from random import Random

from parcferme.core.bot import Bot, BotMaker, RandomBot
from parcferme.core.contract import Game, State


class First(Bot):
    def choose(self, state: State, seat: int) -> int:
        return state.legal(seat)[0]


class Last(Bot):
    def choose(self, state: State, seat: int) -> int:
        return state.legal(seat)[-1]


def novice(game: Game, rng: Random) -> Bot:
    return Last()


def clubman(game: Game, rng: Random) -> Bot:
    return RandomBot(rng)


def works(game: Game, rng: Random) -> Bot:
    return First()


BOTS: dict[str, BotMaker] = {"novice": novice, "clubman": clubman, "works": works}
