"""Who hits whom, and what it costs (RC-31 … RC-36)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Events
from parcferme.games.rallye_code.board.tables import FAR
from parcferme.games.rallye_code.mechanics.bills import FIRST_AID_POSTS, collision_bill
from parcferme.games.rallye_code.rules.money import FOR_A_CRASH, charge_bill
from parcferme.games.rallye_code.state import NOBODY, Blow, Position
from parcferme.lib.rows import vec


def oncoming(s: Position, start: int, total: int) -> tuple[int, int]:
    """RC-31, RC-R20: (steps, car) of the first oncoming car level with or beyond a car overtaken on the same stretch.

    (total, NOBODY) if there is none. A car left of the line counts as oncoming, not as overtaken (RC-R25).
    """
    t = s.tables
    standing = vec[i64]([car.cell for car in s.cars])  # most cells are empty: looked up before anybody is looked for
    overtaken = -1  # the stretch on which a car has been overtaken
    for steps in range(1, total):
        cell, facing = t.path[start][steps], t.facing[t.path[start][steps]]
        if cell in standing and _overtaken_on(s, cell):
            overtaken = t.stretch[cell]
        if overtaken == t.stretch[cell] and (cell in standing or facing in standing):
            victim = _met_on(s, cell, facing)
            if victim >= 0:
                return steps, victim
    return total, NOBODY


def _overtaken_on(s: Position, cell: int) -> bool:
    """Does a car stand there on its own side of the carriageway (RC-R26)?"""
    if not s.tables.on_road[cell]:
        return False
    return any(car.cell == cell and not car.left_side and number != s.car for number, car in enumerate(s.cars))


def _met_on(s: Position, cell: int, facing: int) -> int:
    """Of the cars that come along the facing lane, or stand left of the line on one's own, the one that is hit."""
    on_road = s.tables.on_road
    found = NOBODY
    for number, car in enumerate(s.cars):
        meets = car.cell == facing or (car.cell == cell and car.left_side)
        if meets and on_road[car.cell] and number != s.car:
            found = _first(s, found, number)
    return found


def crossing_hit(s: Position, crossing: int) -> int:
    """RC-32, RC-R21: the car hit at a crossing, the nearest; NOBODY if none is near enough."""
    near = s.tables.near[crossing]
    best = FAR
    victim = NOBODY
    for number, car in enumerate(s.cars):
        away = near[car.cell]
        if away > best or away == FAR or number == s.car:
            continue
        victim = number if away < best else _first(s, victim, number)
        best = away
    return victim


def _first(s: Position, one: int, other: int) -> int:
    """Of two cars that could both be hit the one that is (RC-R21): owners in turn order, then car 1; NOBODY is none."""
    if one < 0 or other < 0:
        return max(one, other)
    return one if _after(s, one) < _after(s, other) else other


def _after(s: Position, car: int) -> int:
    """How far behind the mover a car's owner is in turn order, himself last; of two cars of one owner the second."""
    t = s.tables
    return (t.owner[car] - s.seat - 1) % t.players * t.each + car % t.each


def collide(s: Position, victim: int, clause: str, events: Events) -> None:
    """RC-33 … RC-36: the collider pays and is held where he stands; the car hit is immobilised at his expense."""
    t = s.tables
    car, other = s.mover(), s.cars[victim]
    bill = collision_bill(s.total, t.tariff)
    hurt = bill[FIRST_AID_POSTS] > 0
    other.blows = (*other.blows, Blow(s.seat, _indemnity(s, victim, hurt)))
    car.garage = True  # where it stands: a condition, not a place (RC-R33)
    car.first_aid = car.first_aid or hurt
    if events is not None:
        s.tell(events, "collision", clause, {"other": t.ids.car_names[victim], "at": t.cells[car.cell].id})
    charge_bill(s, s.seat, bill, FOR_A_CRASH, events)


def _indemnity(s: Position, victim: int, hurt: bool) -> int:
    """RC-36: for each roll that does not free the car hit; nothing for one's own (RC-R34)."""
    t = s.tables
    if t.owner[victim] == s.seat:
        return 0
    return t.tariff.indemnity_aid if hurt else t.tariff.indemnity_garage
