"""Along the road: tills passed, cars overtaken, crossings, collisions (RC-21, RC-23, RC-31 … RC-36, RC-45).

Everything on a path is settled the moment the dice lie: where the car stops, whom it hits, what it passes.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Event
from parcferme.games.rallye_code.actions import PLACE_LEFT, PLACE_NO_ENTRY, PLACE_RIGHT
from parcferme.games.rallye_code.pieces import BEND, CROSSING, NO_ENTRY
from parcferme.games.rallye_code.rules.money import FOR_AID, FOR_DAMAGE, FOR_OVERTAKING, charge, fine, take
from parcferme.games.rallye_code.state import (
    ACTOR,
    BOX,
    CAR,
    CELL,
    COND,
    GENDARME,
    HELD_AID,
    HELD_GARAGE,
    HIT,
    HOLDER,
    LEFT_SIDE,
    NOW,
    P_PLACE,
    PHASE,
    R_MISPLACED,
    R_OVERTAKEN,
    S_END,
    S_LAND,
    S_WAIT,
    SEAT,
    TABLE_MONEY,
    TOTAL_ROLLED,
    Position,
)
from parcferme.games.rallye_code.tables import AT_GENDARMERIE, FAR

PLACES: Final = [PLACE_RIGHT, PLACE_LEFT]
PLACES_AT_NO_ENTRY: Final = [PLACE_RIGHT, PLACE_LEFT, PLACE_NO_ENTRY]


def move(s: Position, events: list[Event] | None) -> int:
    """Drive as far as the roll or the first collision allows."""
    v, t = s.v, s.t
    total = v[TOTAL_ROLLED]
    start = v[CELL + v[CAR]]
    ahead = t.ahead[start]
    overtaking = False
    for cell in v[CELL : CELL + t.cars]:
        if 0 < ahead[cell] < total:
            overtaking = True
            break
    if overtaking or not t.quiet[start][total]:
        return _eventful(s, start, total, overtaking, events)
    v[CELL + v[CAR]] = t.path[start][total]
    if events is not None:
        events.append(_moved(s, start, total))
    return _ask_place(s) if t.table else S_LAND


def _eventful(s: Position, start: int, total: int, overtaking: bool, events: list[Event] | None) -> int:
    """A path with a till, a crossing or another car on it."""
    v, t = s.v, s.t
    stop = total
    victim = -1
    clause = "RC-31"
    if overtaking and (t.two_way[start][total] or t.table):
        stop, victim = _oncoming(s, start, total)
    for steps in t.crossings[start][total]:
        if steps >= stop:  # on the same cell the overtaking collision prevails (RC-R20)
            break
        hit = _nearest(s, t.path[start][steps], v[CAR])
        if hit >= 0:
            stop, victim, clause = steps, hit, "RC-32"
            break
    v[CELL + v[CAR]] = t.path[start][stop]
    if events is not None:
        events.append(_moved(s, start, stop))
    for steps, till in t.passes[start][total]:
        if steps <= stop:
            _pass_till(s, till, events)
    if victim >= 0:
        _collide(s, victim, clause, events)
    if overtaking:
        _overtaking_fines(s, start, stop, events)
    if victim >= 0:
        return S_END
    return _ask_place(s) if t.table else S_LAND


def _moved(s: Position, start: int, stop: int) -> Event:
    path = [s.t.cells[cell].id for cell in s.t.path[start][: stop + 1]]
    args: dict[str, object] = {"car": s.ids.car_names[s.v[CAR]], "from": path[0], "to": path[-1], "path": path}
    return Event("move", "RC-10", {**args, "town": s.t.cells[s.t.path[start][stop]].town})


def _oncoming(s: Position, start: int, total: int) -> tuple[int, int]:
    """RC-31, RC-R20: (steps, car) of the first oncoming car level with or beyond a car overtaken on the same stretch.

    (total, -1) if there is none.
    """
    t = s.t
    standing = s.v[CELL : CELL + t.cars]  # most cells are empty: looked up before anybody is looked for
    overtaken = -1  # the stretch on which a car has been overtaken
    for steps in range(1, total):
        cell = t.path[start][steps]
        here = cell in standing
        if here and _car_on(s, cell, 0) >= 0:
            overtaken = t.stretch[cell]
        if overtaken == t.stretch[cell]:
            astray = _car_on(s, cell, LEFT_SIDE) if here else -1  # RC-R25: left of the line counts as oncoming
            facing = _car_on(s, t.facing[cell], -1) if t.facing[cell] in standing else -1
            victim = _first(s, astray, facing)
            if victim >= 0:
                return steps, victim
    return total, -1


def _car_on(s: Position, cell: int, side: int) -> int:
    """The first car, in the order of `_after`, on a cell of the carriageway; side 0 right, LEFT_SIDE, or -1 for any."""
    v, t = s.v, s.t
    found = -1
    if t.on_road[cell]:
        for car in range(t.cars):
            if v[CELL + car] != cell or car == v[CAR] or (side >= 0 and v[COND + car] & LEFT_SIDE != side):
                continue
            if found < 0 or _after(s, car) < _after(s, found):
                found = car
    return found


def _first(s: Position, one: int, other: int) -> int:
    """Of two cars that could both be hit on one square, the one that is (RC-R20, RC-R21); -1 stands for none."""
    if one < 0 or other < 0:
        return max(one, other)
    return one if _after(s, one) < _after(s, other) else other


def _nearest(s: Position, crossing: int, mover: int) -> int:
    """RC-32, RC-R21: the car hit at a crossing, or -1: the nearest; then the next owner in turn order, then car 1."""
    v = s.v
    near = s.t.near[crossing]
    best = FAR
    victim = -1
    for car in range(s.t.cars):
        away = near[v[CELL + car]]
        if car != mover and (away < best or (away == best < FAR and _after(s, car) < _after(s, victim))):
            best, victim = away, car
    return victim


def _after(s: Position, car: int) -> int:
    """Order among cars equally near: owners in turn order after the mover, himself last, then car 1 before car 2."""
    t = s.t
    return (t.owner[car] - s.v[SEAT] - 1) % t.players * t.each + car % t.each


def _pass_till(s: Position, till: int, events: list[Event] | None) -> None:
    """RC-21: the table money to whoever crosses the Gendarmerie. RC-45: his box to the gérant crossing his square."""
    v = s.v
    seat = v[SEAT]
    if till == AT_GENDARMERIE:
        amount = take(s, TABLE_MONEY, seat)
        if amount and events is not None:
            events.append(Event("table_money", "RC-21", {"player": seat + 1, "amount": amount}))
    elif v[HOLDER + till] == seat:
        amount = take(s, BOX + till, seat)
        if amount and events is not None:
            args: dict[str, object] = {"player": seat + 1, "gerance": till + 2, "amount": amount}
            events.append(Event("own_box", "RC-45", args))


def _collide(s: Position, victim: int, clause: str, events: list[Event] | None) -> None:
    """RC-33 … RC-36: the collider pays and is held where he stands; the car hit is immobilised at his expense."""
    v, t = s.v, s.t
    edition = t.edition
    car = v[CAR]
    total = v[TOTAL_ROLLED]
    hurt = total >= edition.collision_aid_from
    rate = edition.indemnity_aid if hurt else edition.indemnity_garage
    if t.owner[victim] == t.owner[car]:
        rate = 0  # RC-R34
    s.blows = (*s.blows, (victim, t.owner[car], rate))
    v[COND + victim] |= HIT
    v[COND + car] |= HELD_GARAGE | HELD_AID if hurt else HELD_GARAGE
    if events is not None:
        args: dict[str, object] = {"car": s.ids.car_names[car], "other": s.ids.car_names[victim]}
        args["at"] = t.cells[v[CELL + car]].id
        events.append(Event("collision", clause, args))
    charge(s, t.owner[car], 0, edition.damaged(total), FOR_DAMAGE, events)
    if hurt:
        charge(s, t.owner[car], 1, edition.casualty(total), FOR_AID, events)


def _overtaking_fines(s: Position, start: int, stop: int, events: list[Event] | None) -> None:
    """RC-23: one fine for each car overtaken on a bend or crossing before the stopping cell."""
    v, t = s.v, s.t
    for car in range(t.cars):
        cell = v[CELL + car]
        if not 0 < t.ahead[start][cell] < stop or t.kind[cell] not in (BEND, CROSSING) or v[COND + car] & LEFT_SIDE:
            continue
        if t.table:
            v[NOW + R_OVERTAKEN] += 1
        else:
            fine(s, v[GENDARME], v[SEAT], t.edition.fine_overtaking, FOR_OVERTAKING, events)


def _ask_place(s: Position) -> int:
    """Table mode: the mover puts his car down, by the code or not (RC-15, RC-22). Bays beside the road have no left."""
    v, t = s.v, s.t
    cell = v[CELL + v[CAR]]
    if not t.on_road[cell]:
        return S_LAND
    v[PHASE] = P_PLACE
    v[ACTOR] = v[SEAT]
    s.moves = PLACES_AT_NO_ENTRY if t.kind[cell] == NO_ENTRY else PLACES
    return S_WAIT


def place(s: Position, action: int, events: list[Event] | None) -> int:
    """Table mode: right half, left half, or right into the no-entry (RC-R25)."""
    v = s.v
    if events is not None:
        side = ("right", "left", "no_entry")[action - PLACE_RIGHT]
        events.append(Event(f"placed_{side}", "RC-15", {"car": s.ids.car_names[v[CAR]]}))
    if action == PLACE_NO_ENTRY:
        v[NOW + R_MISPLACED] = 2
        return S_END
    if action == PLACE_LEFT:
        v[COND + v[CAR]] |= LEFT_SIDE
        v[NOW + R_MISPLACED] = 1
    return S_LAND
