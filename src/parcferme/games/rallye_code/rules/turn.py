"""A turn up to the wheels turning: whose it is, the roll, leaving a garage or a collision, petrol; and the end."""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Events
from parcferme.games.rallye_code.actions import ROLL, ROLL_CAR
from parcferme.games.rallye_code.mechanics.bills import PETROL_STATIONS, another_day, petrol_bill
from parcferme.games.rallye_code.mechanics.dice import FACES, TOTAL
from parcferme.games.rallye_code.mechanics.leaving import (
    too_high_for_a_hit,
    too_high_for_a_stay,
    waits_for_the_junction,
)
from parcferme.games.rallye_code.rules.money import (
    FOR_ANOTHER_DAY,
    FOR_INDEMNITY,
    FOR_PETROL,
    charge,
    charge_bill,
    finish,
    pay,
)
from parcferme.games.rallye_code.state import (
    E_CAP,
    E_ROUNDS,
    E_TIME,
    P_DICE,
    P_TURN,
    S_END,
    S_MOVE,
    S_WAIT,
    Car,
    Position,
)

ROLL_ONLY: Final = [ROLL]
ROLL_EITHER: Final = [ROLL_CAR, ROLL_CAR + 1]


def next_turn(s: Position, events: Events) -> int:
    """The next player still in, unless the appointed end has come (RC-08, RC-R32)."""
    t = s.tables
    if s.called and time_is_up(s):
        finish(s, E_TIME, events)
        return S_WAIT
    seat = t.left_of[s.seat] if not s.out else s.following(s.seat)
    if seat == s.starter or (s.out and _passes_the_starter(s, seat)):
        if s.round == t.last_round:
            finish(s, E_CAP if t.capped else E_ROUNDS, events)
            return S_WAIT
        s.round += 1
    s.seat = seat
    s.wait(P_TURN, seat, ROLL_EITHER if t.free else ROLL_ONLY)
    return S_WAIT if t.free else _take_car(s, car_due(s), events)


def _passes_the_starter(s: Position, seat: int) -> bool:
    """Does a new round begin with this seat? The starter's place counts even when he is out."""
    players = s.tables.players
    return (seat - s.starter) % players <= (s.seat - s.starter) % players


def car_due(s: Position) -> int:
    """RC-02, RC-R03: of two cars the first in odd rounds, the second in even ones."""
    return s.seat if s.tables.each == 1 else s.seat * 2 + (s.round - 1) % 2


def time_is_up(s: Position) -> bool:
    """RC-R32: has everybody still in called time?"""
    everybody = (1 << s.tables.players) - 1
    return (s.called | s.out) == everybody


def _take_car(s: Position, number: int, events: Events) -> int:
    """This car's turn; one that was parked misses it (RC-37)."""
    s.car = number
    if s.tables.table:  # the Gendarme of this moment answers for the turn (RC-R17)
        s.now.car = number
        s.now.gendarme = s.gendarme
    car = s.cars[number]
    if not car.misses_turn:
        return S_WAIT
    car.misses_turn = False
    s.tell(events, "missed_turn", "RC-37", {})
    return S_END


def roll(s: Position, action: int, events: Events) -> int:
    """The player takes up the dice, for the car he chooses where he may; one that must miss its turn does (RC-37)."""
    if (action != ROLL or s.mover().misses_turn) and _take_car(s, rolling_car(s, action), events):
        return S_END
    return s.wait_for_chance(P_DICE)


def rolling_car(s: Position, action: int) -> int:
    """The car for which the dice are taken up."""
    return s.car if action == ROLL else s.seat * s.tables.each + action - ROLL_CAR


def dice(s: Position, outcome: int, events: Events) -> int:
    """The roll: may the car leave (RC-30, RC-35), must it wait at a no-entry (RC-13), does it owe petrol?"""
    t = s.tables
    total = TOTAL[outcome]
    car = s.mover()
    s.dice = outcome
    s.total = total
    if events is not None:
        s.tell(events, "roll", "RC-10", {"dice": list(FACES[outcome]), "total": total})
    if (car.held() or car.blows) and not _may_leave(s, car, total, events):
        return S_END
    if waits_for_the_junction(t.transverse[car.cell], t.kind[t.path[car.cell][total]]):
        s.tell(events, "stays", "RC-13", {})
        return S_END
    if car.petrol:  # paid before moving (RC-R35)
        charge(s, s.seat, PETROL_STATIONS, petrol_bill(total, t.tariff), FOR_PETROL, events)
    if car.petrol or car.left_side or car.held() or car.blows:
        car.free()
    return S_MOVE


def _may_leave(s: Position, car: Car, total: int, events: Events) -> bool:
    """One roll is tested against every condition; each that fails costs its own (RC-R12, RC-R34)."""
    t = s.tables
    held = car.held() and too_high_for_a_stay(total, t.tariff)
    hit = bool(car.blows) and too_high_for_a_hit(total, t.immobilised_below)
    if held:
        _stay(s, car, events)
    if hit:
        _be_indemnified(s, car, events)
    return not (held or hit)


def _stay(s: Position, car: Car, events: Events) -> None:
    """Another day in garage, First-aid post or hotel."""
    tariff = s.tables.tariff
    if events is not None:
        s.tell(events, "held", "RC-48" if car.garage else "RC-53", {"limit": tariff.leave_limit})
    charge_bill(s, s.seat, another_day(car.garage, car.first_aid, car.hotel, tariff), FOR_ANOTHER_DAY, events)


def _be_indemnified(s: Position, car: Car, events: Events) -> None:
    """RC-35, RC-36, RC-R34: every collider pays for a roll that does not free the car he hit."""
    if events is not None:
        s.tell(events, "immobile", "RC-35", {"limit": s.tables.immobilised_below - 1})
    for blow in car.blows:
        if blow.rate:
            pay(s, blow.by, s.seat, blow.rate, FOR_INDEMNITY, events)
