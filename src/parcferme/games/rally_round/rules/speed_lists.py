"""Legal announcements, ready made: a list for every range of speeds and every length of road ahead.

Nearly always what a crew may announce follows from its lowest and highest speed, from how far the road goes on, and
from whether it can turn round. All such lists are made once, here, and shared by every position.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rally_round.actions import SPEEDS, TURN
from parcferme.games.rally_round.board.map import TOP_SPEED
from parcferme.games.rally_round.board.route import ENDLESS

WIDTH: Final = SPEEDS + 1
FARTHEST: Final = TOP_SPEED // 10  # squares of the longest move


def fits(action: int, room: int, shorter: int) -> bool:
    """Can the announced squares be driven? More than 100 mph needs no road at all (RR-89)."""
    speed = 10 * action + 10
    return action >= SPEEDS or speed > TOP_SPEED or max(1, speed // 10 + shorter) <= room


def _menu(low: int, high: int, room: int, turns: bool) -> list[int]:
    speeds = [action for action in range(low - 1, high) if fits(action, room, 0)]
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
