"""The drivers, weakest first.

novice     rolls dice one at a time, shifts up when in doubt and stops too early
amateur    knows the road: the best basic move by expected time, but never attacks nor pays
clubman    attacks and pays where that saves time in the turn at hand, by feel: often some seconds off
privateer  the same with a cool head; has no idea what Sisu, markers and dice will be worth later
works      has solved the whole rally (course.py) and takes what costs the fewest seconds, other cars included
ace        the same, but races the others: takes risks when behind and none when ahead (nerve.py)
"""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.bot import Bot, BotMaker
from parcferme.core.contract import Game
from parcferme.games.rallyman.drive.drivers import Ace, Amateur, Clubman, Novice, Works

FEEL: Final = 4.0  # seconds by which the clubman's choices are off


def _clubman(game: Game, rng: Random) -> Bot:
    return Clubman(game, rng, FEEL)


BOTS: dict[str, BotMaker] = {
    "novice": Novice,
    "amateur": Amateur,
    "clubman": _clubman,
    "privateer": Clubman,
    "works": Works,
    "ace": Ace,
}
