"""The works drivers of earlier days, by which aces are measured.

Lunar Rally's looks a turn ahead against guesses; Rallyman's drives the solved course without a slip.
"""

from __future__ import annotations

from random import Random

from parcferme.core.bot import Bot
from parcferme.core.contract import Game
from parcferme.games.lunar_rally.drive.drivers import Lookout
from parcferme.games.rallyman.drive.drivers import ByCourse


def lunar_rally(game: Game, rng: Random) -> Bot:
    return Lookout(game, rng)


def rallyman(game: Game, rng: Random) -> Bot:
    return ByCourse(game, rng, 0.0)
