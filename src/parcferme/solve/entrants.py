"""Who may enter an arena, by name.

novice … ace              the levels of the game's own bots.py
ace:0.2                   … with so many seconds for a choice
random                    any legal action
greedy                    one move ahead by the game's evaluation
search:400                tree search with so many simulations a move
python:module:maker       a bot of one's own: `maker(game, rng) -> Bot` in an importable module
"""

from __future__ import annotations

import importlib
from random import Random

from parcferme.core import registry
from parcferme.core.bot import Bot, BotMaker, RandomBot
from parcferme.core.contract import Game
from parcferme.core.errors import ParcFermeError
from parcferme.solve.evaluate import Evaluation
from parcferme.solve.greedy import GreedyBot
from parcferme.solve.mcts import Budget, SearchBot

GENERAL = "LEVEL:SECONDS, random, greedy, search:SIMULATIONS and python:MODULE:MAKER"


def enter(name: str, game: Game, rng: Random) -> Bot:
    """The bot of this name; raises where there is none."""
    own = registry.bots(game.id)
    kind, _, rest = name.partition(":")
    if name in own:
        return own[name](game, rng)
    if kind in own:
        bot = own[kind](game, rng)
        bot.seconds = _seconds(name, rest)
        return bot
    if name == "random":
        return RandomBot(rng)
    if name == "greedy":
        return GreedyBot(game, rng, evaluation_of(game.id))
    if kind == "search":
        return SearchBot(game, rng, Budget(_simulations(name, rest)), evaluation_of(game.id))
    if kind == "python":
        return _imported(name, rest)(game, rng)
    raise ParcFermeError(f"{game.id} has no bot {name!r}; it has {', '.join(own)}, and every game has {GENERAL}")


def evaluation_of(game_id: str) -> Evaluation | None:
    """The game's own evaluation of a position, where its bots.py offers one."""
    bots = registry.part(game_id, "bots")
    found: Evaluation | None = getattr(bots, "evaluate", None)
    return found


def _simulations(name: str, text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ParcFermeError(f"{name!r}: search needs a number of simulations, as in search:400")
    return int(text)


def _seconds(name: str, text: str) -> float:
    if not text.replace(".", "", 1).isdecimal() or float(text) <= 0:
        raise ParcFermeError(f"{name!r}: a driver needs seconds to think, as in ace:0.2")
    return float(text)


def _imported(name: str, path: str) -> BotMaker:
    module, _, attribute = path.partition(":")
    try:
        maker: BotMaker = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise ParcFermeError(f"{name!r}: cannot be loaded: {error}") from error
    return maker
