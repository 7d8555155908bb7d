"""Along the road: tills passed, cars overtaken, the first collision; then where the car is put down.

Everything on a path is settled the moment the dice lie: where the car stops, whom it hits, what it passes. Tills are
emptied on the way; collision charges and then overtaking fines are settled at rest (RC-R39). Driving over a no-entry
square does nothing (RC-14).
"""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Event, Events
from parcferme.games.rallye_code.actions import PLACE_LEFT, PLACE_NO_ENTRY, PLACE_RIGHT
from parcferme.games.rallye_code.board.pieces import BEND, CROSSING, NO_ENTRY
from parcferme.games.rallye_code.board.tables import AT_GENDARMERIE
from parcferme.games.rallye_code.rules.collision import collide, crossing_hit, oncoming
from parcferme.games.rallye_code.rules.money import FOR_OVERTAKING, fine, take_box
from parcferme.games.rallye_code.state import (
    IN_THE_NO_ENTRY,
    NOBODY,
    ON_THE_LEFT,
    P_PLACE,
    S_END,
    S_LAND,
    Position,
)

PLACES: Final = [PLACE_RIGHT, PLACE_LEFT]
PLACES_AT_NO_ENTRY: Final = [PLACE_RIGHT, PLACE_LEFT, PLACE_NO_ENTRY]
PLACED: Final = ("placed_right", "placed_left", "placed_no_entry")


def move(s: Position, events: Events) -> int:
    """Drive as far as the roll or the first collision allows (RC-10)."""
    t = s.tables
    car = s.mover()
    start, total = car.cell, s.total
    overtaking = overtakes(s, start, total)
    if overtaking or not t.quiet[start][total]:
        return _eventful(s, start, total, overtaking, events)
    car.cell = t.path[start][total]
    if events is not None:
        _tell_way(s, start, total, events)
    return _ask_place(s) if t.table else S_LAND


def overtakes(s: Position, start: int, total: int) -> bool:
    """Does any car stand on the road strictly between start and arrival?"""
    ahead = s.tables.ahead[start]
    return any(0 < ahead[car.cell] < total for car in s.cars)


def _eventful(s: Position, start: int, total: int, overtaking: bool, events: Events) -> int:
    """A path with a till, a crossing or another car on it; a no-entry square on it is nothing (RC-14). Tills first,
    then collision charges, then fines (RC-R39)."""
    t = s.tables
    stop, victim, clause = total, NOBODY, "RC-31"
    if overtaking and (t.two_way[start][total] or t.table):
        stop, victim = oncoming(s, start, total)
    for steps in t.crossings[start][total]:
        if steps >= stop:  # on the same cell the overtaking collision prevails (RC-R20)
            break
        hit = crossing_hit(s, t.path[start][steps])
        if hit >= 0:
            stop, victim, clause = steps, hit, "RC-32"
            break
    s.mover().cell = t.path[start][stop]
    if events is not None:
        _tell_way(s, start, stop, events)
    _pass_tills(s, start, stop, events)
    if victim >= 0:
        collide(s, victim, clause, events)
    if overtaking:
        _overtaking_fines(s, start, stop, events)
    if victim >= 0:
        return S_END
    return _ask_place(s) if t.table else S_LAND


def _tell_way(s: Position, start: int, stop: int, events: Events) -> None:
    cells = s.tables.cells
    path = [cells[cell].id for cell in s.tables.path[start][: stop + 1]]
    town = cells[s.mover().cell].town
    s.tell(events, "move", "RC-10", {"from": path[0], "to": path[-1], "path": path, "town": town})


def _pass_tills(s: Position, start: int, stop: int, events: Events) -> None:
    """Whatever is crossed or reached: no need to end there (RC-R11)."""
    for till in s.tables.passes[start][stop]:
        if till == AT_GENDARMERIE:
            _take_table_money(s, events)
        elif s.holders[till] == s.seat:  # RC-45: the gérant crosses his own square
            amount = take_box(s, till, s.seat)
            if amount and events is not None:
                args: dict[str, object] = {"player": s.seat + 1, "gerance": till + 2, "amount": amount}
                events.append(Event("own_box", "RC-45", args))


def _take_table_money(s: Position, events: Events) -> None:
    """RC-21: to the first who crosses the Gendarmerie, the Gendarme himself included (RC-R19)."""
    amount = s.table_money
    s.table_money = 0
    s.purses[s.seat] += amount
    if amount and events is not None:
        events.append(Event("table_money", "RC-21", {"player": s.seat + 1, "amount": amount}))


def _overtaking_fines(s: Position, start: int, stop: int, events: Events) -> None:
    """RC-23: one fine for each car overtaken on a bend or crossing before the stopping cell.

    RC-R38: a car on a crossing is overtaken only where it is no collision to drive past it, with `other_roads`.
    """
    t = s.tables
    for car in s.cars:
        overtaken = 0 < t.ahead[start][car.cell] < stop and not car.left_side
        if not overtaken or t.kind[car.cell] not in (BEND, CROSSING):
            continue
        if t.table:
            s.now.overtaken += 1
        else:
            fine(s, s.gendarme, s.seat, t.tariff.fine_overtaking, FOR_OVERTAKING, events)


def _ask_place(s: Position) -> int:
    """Table mode: the mover puts his car down, by the code or not (RC-15, RC-22). Bays beside the road have no left."""
    if not s.tables.on_road[s.mover().cell]:
        return S_LAND
    return s.wait(P_PLACE, s.seat, sides(s))


def sides(s: Position) -> list[int]:
    """Where the car may be put down."""
    return PLACES_AT_NO_ENTRY if s.tables.kind[s.mover().cell] == NO_ENTRY else PLACES


def place(s: Position, action: int, events: Events) -> int:
    """Table mode: right half, left half, or right into the no-entry (RC-R25)."""
    s.tell(events, PLACED[action - PLACE_RIGHT], "RC-15", {})
    if action == PLACE_NO_ENTRY:
        s.now.misplaced = IN_THE_NO_ENTRY
        return S_END
    if action == PLACE_LEFT:
        s.mover().left_side = True
        s.now.misplaced = ON_THE_LEFT
    return S_LAND
