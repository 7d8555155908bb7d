"""Legal announcements, ready made: a list for every range of speeds and every length of road ahead.

Nearly always what a crew may announce follows from its lowest and highest speed, from how far the road goes on, and
from whether it can turn round. All such lists are made once, here, and shared by every position; a range of speeds is
worked out by the rule (`mechanics/speeds.py`) when it is first needed.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rally_round.actions import SPEEDS, TURN
from parcferme.games.rally_round.board.cards import Deck, Kit
from parcferme.games.rally_round.board.map import TOP_SPEED
from parcferme.games.rally_round.board.route import ENDLESS
from parcferme.games.rally_round.mechanics.crew import UNBURDENED, Crew
from parcferme.games.rally_round.mechanics.speeds import fits, speed_range
from parcferme.lib.rows import vec

WIDTH: Final = SPEEDS + 1
FARTHEST: Final = TOP_SPEED // 10  # squares of the longest move
STEPS: Final = TOP_SPEED // 10 + 1  # of a speed or a change of speed


def menu(low: int, high: int, room: int, feather: int, turns: bool) -> list[int]:
    """The actions of some speeds that the road has room for, and turning round."""
    speeds = [said // 10 - 1 for said in range(low, high + 10, 10) if fits(said, feather, room)]
    if turns:
        return [*speeds, TURN]
    return speeds if speeds or low > high else [low // 10 - 1]  # nowhere to go: it announces and stays


def _menus(turns: bool) -> list[list[list[int]]]:
    """By squares of road ahead, then by (lowest * WIDTH + highest speed) / 10."""
    rooms: list[list[list[int]]] = []
    for room in range(FARTHEST + 1):
        rooms.append([menu(10 * low, 10 * high, room, 0, turns) for low in range(WIDTH) for high in range(WIDTH)])
    while len(rooms) <= ENDLESS:
        rooms.append(rooms[FARTHEST])  # no move is longer
    return rooms


MENUS: Final = _menus(True)
MENUS_AHEAD: Final = _menus(False)  # of a car that cannot turn round


# places in MENUS[room], by the figures that speeds go by (see `reach`); 0 where nobody has asked yet
_reaches: Final = vec[i64]([0] * STEPS**3)


def reach(kit: Kit, deck: Deck, speed: i64, colour: i64, uphill: bool) -> i64:
    """Where the menus are of a crew that no card helps or hinders: by what it may start with, or add and take away."""
    if speed == 0:
        place: i64 = kit.start[colour] // 10 * STEPS + (kit.uphill_start // 10 if uphill else 0)
    else:
        place = (speed // 10 * STEPS + kit.acceleration[colour] // 10) * STEPS + kit.deceleration[colour] // 10
    found = _reaches[place]
    if found == 0:
        low, high = speed_range(Crew(kit, speed, 0, 0, UNBURDENED), deck, colour, uphill)
        found = i64(low * WIDTH + high) // 10
        _reaches[place] = found
    return found
