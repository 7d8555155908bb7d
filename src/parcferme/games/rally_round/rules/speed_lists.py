"""Legal announcements that lie ready: nearly always they follow from a crew's kit, its speed and its footing alone
(`Route.footing`). Each list is worked out by the rule (`mechanics/speeds.py`) when a kit first needs it, and kept.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rally_round.actions import SPEEDS, TURN
from parcferme.games.rally_round.board.cards import Deck, Kit
from parcferme.games.rally_round.board.map import COLOURS
from parcferme.games.rally_round.mechanics.crew import UNBURDENED, Crew
from parcferme.games.rally_round.mechanics.speeds import speed_range

MENUS: Final = [  # by lowest and highest action: speeds, and turning round; shared by all kits
    [[*range(low, high + 1), TURN] for high in range(SPEEDS)] for low in range(SPEEDS)
]


def new_menu(kit: Kit, deck: Deck, place: i64) -> list[int]:
    """What a crew may announce that no card helps or hinders, with road enough ahead; `place`: see Kit.menus."""
    speed, footing = place // (2 * len(COLOURS)) * 10, place % (2 * len(COLOURS))
    crew = Crew(kit, speed, 0, 0, UNBURDENED)
    low, high = speed_range(crew, deck, footing % len(COLOURS), footing >= len(COLOURS))
    menu = MENUS[low // 10 - 1][high // 10 - 1]
    kit.menus[place] = menu
    return menu
