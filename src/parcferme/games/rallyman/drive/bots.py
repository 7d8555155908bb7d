"""The drivers, weakest first.

novice     knows the road and the basic technique, one die after another, but never attacks nor pays
amateur    attacks and pays by feel where that seems to save time in the turn at hand, and is often well off
clubman    the same with a better feel
privateer  the same with a sure feel; has no idea what Sisu, markers and dice will be worth after this turn
works      has solved the whole rally (course.py) and takes what costs the fewest seconds, other cars included, or a
           second or so more
ace        the same without a slip, and races the others: takes risks when behind and none when ahead (nerve.py)
"""

from __future__ import annotations

from typing import Final

from parcferme.core.bot import BotMaker
from parcferme.games.rallyman.drive.drivers import Ace, Basic, ByCourse, ByHunch

# Seconds by which choices are off, as a rule
NOVICE: Final = 0.3
AMATEUR: Final = 3.8
CLUBMAN: Final = 3.0
PRIVATEER: Final = 1.8
WORKS: Final = 1.1

BOTS: dict[str, BotMaker] = {
    "novice": lambda game, rng: Basic(game, rng, NOVICE),
    "amateur": lambda game, rng: ByHunch(game, rng, AMATEUR),
    "clubman": lambda game, rng: ByHunch(game, rng, CLUBMAN),
    "privateer": lambda game, rng: ByHunch(game, rng, PRIVATEER),
    "works": lambda game, rng: ByCourse(game, rng, WORKS),
    "ace": Ace,
}
