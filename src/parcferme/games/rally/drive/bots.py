"""Three drivers.

novice   short gears, brakes late, mechanics spread evenly
clubman  weighs the next move only: squares gained against the risk it forces; cheap enough for whole championships
works    solves the stage: set-up, mechanics, tyres, gears, brakes and stops by expected turns (works.py)
"""

from __future__ import annotations

from parcferme.core.bot import BotMaker
from parcferme.games.rally.drive.drivers import Clubman, Novice
from parcferme.games.rally.drive.works import Works

BOTS: dict[str, BotMaker] = {"novice": Novice, "clubman": Clubman, "works": Works}
