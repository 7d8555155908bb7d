"""The position: one flat list of whole numbers, the road laid so far, and the sheet of finished stages.

Seats are 0 … 5. A car's place on the road is 0 before the start, then 1 … length; beyond the last square it has left.
Copies share the route and the sheet, which are replaced and never changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parcferme.core.contract import State
from parcferme.core.position import Note
from parcferme.games.rally.route import Route

if TYPE_CHECKING:
    from parcferme.games.rally.tables import Tables

# phases, in the order of a race
DRAW: Final = 0  # chance draws the next starter among equals
SETUP: Final = 1  # all choose set-ups, sealed
MARK: Final = 2  # chance rolls the race's first weather
LAY: Final = 3  # the last starter lays a card
MECHANICS: Final = 4  # all place a mechanic, sealed; three times
WEATHER: Final = 5  # chance moves the weather arrow
TYRES: Final = 6  # the mover fits tyres for his first move
GEAR: Final = 7  # the mover sets a gear
RISK: Final = 8  # chance rolls the risk die
STEP: Final = 9  # the mover enters a square, or halts
DAMAGE: Final = 10  # chance rolls the damage die
SERVICE: Final = 11  # the mover may have tyres changed
END: Final = 12
FINISH: Final = 13  # every car has left or is out; scored before anybody acts
PHASES: Final = (
    "draw",
    "setup",
    "mark",
    "lay",
    "mechanics",
    "weather",
    "tyres",
    "gear",
    "risk",
    "step",
    "damage",
    "service",
    "end",
)

# gear states besides 1 … 5
AT_START: Final = 0  # flying start: any gear (RA-35)
RESTART: Final = 6  # 1st only (RA-26)

# one number each
P_PHASE: Final = 0
P_RACE: Final = 1  # index into the races played
P_STAGE: Final = 2  # index into the race's stages
P_TURN: Final = 3
P_SLOT: Final = 4  # the mover's place in the start order, from 0
P_SEAT: Final = 5  # the mover or layer
P_SECTOR: Final = 6  # of the weather ring, from 0
P_DIE: Final = 7  # the face of the risk die of this move
P_LEVEL: Final = 8  # … and the level it bears
P_CASE: Final = 9  # row of Route.factors for this move
P_ENTERED: Final = 10  # squares entered in this move
P_LEFT: Final = 11  # squares still compulsory, brakes deducted
P_ROOM: Final = 12  # squares still allowed
P_DIFFERENCE: Final = 13  # factor − level of the square being tested
P_DEGREE: Final = 14  # how the move ended, for the service: −1 on the road, 0 spin, 1 to 3 damage
P_ROUND: Final = 15  # mechanics placed so far by each seat
P_DRAWN: Final = 16  # places of the start order already known

# one number for each seat
ORDER: Final = 17  # ORDER + place: the seat that starts there
KEY: Final = 23  # what the start order is sorted by: score A of the last stage
SETUPS: Final = 29  # −1 before the first choice, then 0 stable, 1 fast, 2 prototype
PLACE: Final = 35  # square of the road
ROAD: Final = 41  # the same while on the road and not moving; 0 at the roadside, gone or not yet started
GEARBOX: Final = 47  # gear state
CARD: Final = 53  # 1 while the over-rev card is held
RUBBER: Final = 59  # tyres
STOP: Final = 65  # turns still to be missed
EXIT: Final = 71  # 0 while running, the turn of leaving, or minus the turn of elimination
MECH: Final = 77  # MECH + 3·seat + i: squares of the mechanics in road order, 0 not placed
SHOWN: Final = 95  # bit i: mechanic i is known to all
BARRED: Final = 101  # bit q: all know that no unknown mechanic stands on q
UNPAIRED: Final = 107  # bit q: all know that no two unknown mechanics stand on q
SIZE: Final = 113


class Position(State):
    """What every phase reads and writes. The contract's verbs are in rules/game.py."""

    __slots__ = ("tables", "v", "route", "sheet")

    def __init__(self, tables: Tables, v: list[int], route: Route, sheet: list[list[int]]) -> None:
        self.tables = tables
        self.v = v
        self.route = route
        self.sheet = sheet  # one row a finished stage: race, stage, scores A by seat, turns by seat (minus: eliminated)

    def dump(self) -> Note:
        return {"parts": [list(self.v), list(self.route.cards), [list(row) for row in self.sheet]]}

    # ── readers ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def weather(self) -> int:
        """clear … snow, as numbered in load.py."""
        return self.tables.race_rings[self.v[P_RACE]].kinds[self.v[P_SECTOR]]

    def weather_points(self) -> int:
        return self.tables.race_rings[self.v[P_RACE]].points[self.v[P_SECTOR]]

    def plan(self, seat: int, gear: int) -> tuple[int, int, int, list[int]]:
        """A move in this gear now: least and most squares, row of factors, level by face of the die."""
        v, t = self.v, self.tables
        sky = t.race_rings[v[P_RACE]].skies[v[P_SECTOR]] + self.route.sky
        return t.moves[(sky * 9 + v[RUBBER + seat] * 3 + v[SETUPS + seat]) * 5 + gear - 1]

    def factors_of(self, seat: int) -> list[int]:
        """Factors by square for this car's tyres in this weather, before brakes and overtaking; may be −1."""
        return self.route.factors[self.plan(seat, 1)[2]]

    def rivals_on(self, seat: int, square: int) -> int:
        """Cars on the road there, other than this one (RA-R17)."""
        v = self.v
        return v[ROAD : ROAD + 6].count(square) - (1 if v[ROAD + seat] == square else 0)
