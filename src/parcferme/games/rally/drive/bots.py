"""The drivers, weakest first.

novice     short gears, stops before every hard square, and now and then loses heart altogether; mechanics anywhere
amateur    the same with better nerves
clubman    weighs the next move, squares gained against the risk it forces; but chooses four gears in five by feel
privateer  the same, and more often than not by weighing; cheap enough for whole championships
works      solves the stage, set-up, mechanics, tyres, gears, brakes and stops by expected turns (works.py), and judges
           every action with some error
ace        solves without error, chooses set-up, mechanics and the road it lays by solving, and halts in a rival's way
           where that costs the rival more than itself
"""

from __future__ import annotations

from parcferme.core.bot import BotMaker
from parcferme.games.rally.drive.drivers import Amateur, Clubman, Novice, Privateer
from parcferme.games.rally.drive.works import Ace, Works

BOTS: dict[str, BotMaker] = {
    "novice": Novice,
    "amateur": Amateur,
    "clubman": Clubman,
    "privateer": Privateer,
    "works": Works,
    "ace": Ace,
}
