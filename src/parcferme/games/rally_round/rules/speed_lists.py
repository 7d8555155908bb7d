"""Legal announcements, ready made: a list for every range of speeds and every length of road ahead.

Nearly always what a crew may announce follows from its lowest and highest speed, from how far the road goes on, and
from whether it can turn round. All such lists are made once, here, and shared by every position; the ranges of a kit
are worked out by the rule (`mechanics/speeds.py`) when it first drives.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rally_round.actions import SPEEDS, TURN
from parcferme.games.rally_round.board.cards import Deck, Kit
from parcferme.games.rally_round.board.map import COLOURS, TOP_SPEED
from parcferme.games.rally_round.board.route import ENDLESS
from parcferme.games.rally_round.mechanics.crew import UNBURDENED, Crew
from parcferme.games.rally_round.mechanics.speeds import fits, speed_range
from parcferme.lib.rows import vec

WIDTH: Final = SPEEDS + 1
FARTHEST: Final = TOP_SPEED // 10  # squares of the longest move
FOOTINGS: Final = 2 * len(COLOURS)  # see Route.footing


def _menu(low: int, high: int, room: int, turns: bool) -> list[int]:
    speeds = [action for action in range(low - 1, high) if fits(10 * action + 10, 0, room)]
    if turns:
        return [*speeds, TURN]
    return speeds if speeds else [low - 1]  # nowhere to go: it announces and stays


def _menus(turns: bool) -> list[list[list[int]]]:
    """By squares of road ahead, then by (lowest * WIDTH + highest speed) / 10."""
    rooms: list[list[list[int]]] = []
    for room in range(FARTHEST + 1):
        menus: list[list[int]] = [[] for _ in range(WIDTH * WIDTH)]
        for low in range(1, WIDTH):
            for high in range(low, WIDTH):
                menus[low * WIDTH + high] = _menu(low, high, room, turns)
        rooms.append(menus)
    while len(rooms) <= ENDLESS:
        rooms.append(rooms[FARTHEST])  # no move is longer
    return rooms


MENUS: Final = _menus(True)
MENUS_AHEAD: Final = _menus(False)  # of a car that cannot turn round


def find_ranges(kit: Kit, deck: Deck) -> None:
    """Keep where a kit's menus are, by speed / 10 * FOOTINGS + footing, for a crew that no card helps or hinders."""
    places: list[int] = []
    for speed in range(0, TOP_SPEED + 10, 10):
        crew = Crew(kit, speed, 0, 0, UNBURDENED)
        for footing in range(FOOTINGS):
            low, high = speed_range(crew, deck, footing % len(COLOURS), footing >= len(COLOURS))
            places.append((low * WIDTH + high) // 10)
    kit.ranges = vec[i64](places)
