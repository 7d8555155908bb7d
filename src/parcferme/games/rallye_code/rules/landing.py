"""The arrival square: gérances first, then what its sign says. Each kind of square has its function (EFFECTS)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parcferme.core.events import Events
from parcferme.games.rallye_code.actions import GERANCES
from parcferme.games.rallye_code.board.pieces import (
    BEND,
    CROSSING,
    FIRST_AID,
    GARAGE,
    GENDARMERIE,
    GERANCE,
    HOTEL,
    KINDS,
    NO_ENTRY,
    PARIS,
    PARKING,
    PETROL,
    RED,
    ROAD,
    SLIPPERY,
)
from parcferme.games.rallye_code.mechanics.bills import FIRST_AID_POSTS, GARAGES
from parcferme.games.rallye_code.rules import gerances
from parcferme.games.rallye_code.rules.money import FOR_A_CRASH, FOR_A_STAY, charge_bill, take_box
from parcferme.games.rallye_code.state import C_ARRIVAL, S_CARD, S_END, Position

Effect = Callable[[Position, Events], int]  # returns the stage that follows


def land(s: Position, events: Events) -> int:
    """What the square does to a car that ends its move on it (RC-R11)."""
    t = s.tables
    cell = s.mover().cell
    if t.plain[cell]:
        return S_END
    return EFFECTS[t.kind[cell]](s, events)


def _road(s: Position, events: Events) -> int:
    """Plain road does nothing, but beside a vacant gérance it may bring it (RC-43)."""
    return gerances.beside(s, s.tables.beside[s.mover().cell], events)


def _nothing(s: Position, events: Events) -> int:
    """Crossings are for driving over; the First-aid square itself does nothing (RC-R33)."""
    return S_END


def _no_entry(s: Position, events: Events) -> int:
    """RC-11, RC-R08: on to the first cell of the transverse road, at once."""
    t = s.tables
    car = s.mover()
    car.cell = t.divert[car.cell]
    if events is not None:
        s.tell(events, "diverted", "RC-11", {"to": t.cells[car.cell].id})
    return S_END


def _red_sign(s: Position, events: Events) -> int:
    """RC-18, RC-R10: a card is turned; in table mode only if the Gendarme says so."""
    if s.tables.table:
        s.now.red = True
        return S_END
    s.card_for = C_ARRIVAL
    return S_CARD


def _danger(s: Position, events: Events) -> int:
    """RC-28 … RC-30: damaged by too high a roll, and hurt on 11 or 12; the car stays on the sign."""
    t = s.tables
    car = s.mover()
    bill = t.bills[t.kind[car.cell]][s.total]
    if bill[GARAGES]:
        hurt = bill[FIRST_AID_POSTS] > 0
        car.garage = True
        car.first_aid = car.first_aid or hurt
        if events is not None:
            s.tell(events, "accident", "RC-29" if hurt else "RC-28", {"total": s.total})
        charge_bill(s, s.seat, bill, FOR_A_CRASH, events)
    return S_END


def _garage(s: Position, events: Events) -> int:
    """RC-47: pays, and leaves only with a low roll."""
    s.mover().garage = True
    charge_bill(s, s.seat, s.tables.bills[GARAGE][s.total], FOR_A_STAY, events)
    return S_END


def _hotel(s: Position, events: Events) -> int:
    """RC-52: likewise."""
    s.mover().hotel = True
    charge_bill(s, s.seat, s.tables.bills[HOTEL][s.total], FOR_A_STAY, events)
    return S_END


def _petrol(s: Position, events: Events) -> int:
    """RC-55: paid by the roll with which the car leaves."""
    s.mover().petrol = True
    s.tell(events, "petrol", "RC-55", {})
    return S_END


def _parking(s: Position, events: Events) -> int:
    """RC-37: the car misses its next turn."""
    s.mover().misses_turn = True
    s.tell(events, "parked", "RC-37", {})
    return S_END


def _gendarmerie(s: Position, events: Events) -> int:
    """RC-27: another player takes over the office."""
    if s.gendarme == s.seat:
        return S_END
    s.gendarme = s.seat
    s.tell(events, "office", "RC-27", {"player": s.seat + 1})
    return S_END


def _paris(s: Position, events: Events) -> int:
    """RC-59: exactly on Paris, all four boxes, whoever holds them."""
    amount = sum([take_box(s, gerance, s.seat) for gerance in range(GERANCES)])
    s.tell(events, "paris", "RC-59", {"player": s.seat + 1, "amount": amount, "town": s.tables.start_town})
    return S_END


def _gerance(s: Position, events: Events) -> int:
    return gerances.arrive(s, s.tables.at[s.mover().cell], events)


_BY_KIND: Final[dict[int, Effect]] = {
    ROAD: _road,
    RED: _red_sign,
    NO_ENTRY: _no_entry,
    BEND: _danger,
    SLIPPERY: _danger,
    CROSSING: _nothing,
    PARKING: _parking,
    GARAGE: _garage,
    FIRST_AID: _nothing,
    PETROL: _petrol,
    HOTEL: _hotel,
    GERANCE: _gerance,
    GENDARMERIE: _gendarmerie,
    PARIS: _paris,
}
EFFECTS: Final = [_BY_KIND[kind] for kind in range(len(KINDS))]
