"""A turn up to the wheels turning: whose it is, the roll, leaving a garage or a collision, petrol; and the end."""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Event
from parcferme.games.rallye_code.actions import FACES, ROLL, ROLL_CAR, TOTAL
from parcferme.games.rallye_code.pieces import NO_ENTRY
from parcferme.games.rallye_code.rules.money import (
    FOR_AID_AGAIN,
    FOR_GARAGE_AGAIN,
    FOR_HOTEL_AGAIN,
    FOR_INDEMNITY,
    FOR_PETROL,
    charge,
    finish,
    pay,
)
from parcferme.games.rallye_code.state import (
    ACTOR,
    CALLED,
    CAR,
    CELL,
    COND,
    E_CAP,
    E_ROUNDS,
    E_TIME,
    GENDARME,
    HELD,
    HELD_AID,
    HELD_GARAGE,
    HELD_HOTEL,
    HIT,
    MISSING,
    NOW,
    OUT,
    P_DICE,
    P_TURN,
    PHASE,
    PURSE,
    R_CAR,
    R_GENDARME,
    ROUND,
    S_END,
    S_MOVE,
    S_WAIT,
    SEAT,
    STARTER,
    TANKING,
    THROWN,
    TOTAL_ROLLED,
    Position,
    following,
)

ROLL_ONLY: Final = [ROLL]
ROLL_EITHER: Final = [ROLL_CAR, ROLL_CAR + 1]


def next_turn(s: Position, events: list[Event] | None) -> int:
    """The next player still in, unless the appointed end has come (RC-08, RC-R32)."""
    v, t = s.v, s.t
    if v[CALLED] and time_is_up(s):
        finish(s, E_TIME, events)
        return S_WAIT
    seat = t.left_of[v[SEAT]]
    starter = v[STARTER]
    new_round = seat == starter
    if v[OUT]:
        seat = following(v, v[SEAT], t.players)
        new_round = (seat - starter) % t.players <= (v[SEAT] - starter) % t.players
    if new_round:
        if v[ROUND] == t.last_round:
            finish(s, E_CAP if t.capped else E_ROUNDS, events)
            return S_WAIT
        v[ROUND] += 1
    v[SEAT] = seat
    v[PHASE] = P_TURN
    v[ACTOR] = seat
    s.moves = ROLL_ONLY
    if t.free:
        s.moves = ROLL_EITHER
        return S_WAIT
    car = seat if t.each == 1 else seat * 2 + (v[ROUND] - 1) % 2  # RC-R03: car 1 in odd rounds, car 2 in even ones
    v[CAR] = car
    if t.table:
        _open_record(s, car)
    return miss(s, car, events) if v[COND + car] & MISSING else S_WAIT


def time_is_up(s: Position) -> bool:
    """Has everybody still in called time?"""
    everybody = (1 << s.t.players) - 1
    return (s.v[CALLED] | s.v[OUT]) == everybody


def _open_record(s: Position, car: int) -> None:
    """Table mode: the turn's car and the Gendarme who answers for it (RC-R17)."""
    s.v[NOW + R_CAR] = car
    s.v[NOW + R_GENDARME] = s.v[GENDARME]


def miss(s: Position, car: int, events: list[Event] | None) -> int:
    """RC-37: the car's turn passes without a roll."""
    s.v[COND + car] &= ~MISSING
    if events is not None:
        events.append(Event("missed_turn", "RC-37", {"car": s.ids.car_names[car]}))
    return S_END


def roll(s: Position, action: int, events: list[Event] | None) -> int:
    """The player takes up the dice, for the car he chooses where he may."""
    v, t = s.v, s.t
    if action != ROLL:
        car = v[SEAT] * t.each + action - ROLL_CAR
        v[CAR] = car
        if t.table:
            _open_record(s, car)
        if v[COND + car] & MISSING:
            return miss(s, car, events)
    v[PHASE] = P_DICE
    v[ACTOR] = -1
    return S_WAIT


def dice(s: Position, outcome: int, events: list[Event] | None) -> int:
    """The roll: may the car leave (RC-30, RC-35, RC-48), must it wait at a no-entry (RC-13), does it owe petrol?"""
    v, t = s.v, s.t
    total = TOTAL[outcome]
    car = v[CAR]
    v[THROWN] = outcome
    v[TOTAL_ROLLED] = total
    if events is not None:
        args: dict[str, object] = {"car": s.ids.car_names[car], "dice": list(FACES[outcome]), "total": total}
        events.append(Event("roll", "RC-10", args))
    cell = v[CELL + car]
    conditions = v[COND + car]
    if conditions & (HELD | HIT) and not _may_leave(s, car, total, events):
        return S_END
    if t.transverse[cell] and t.kind[t.path[cell][total]] == NO_ENTRY:
        if events is not None:
            events.append(Event("stays", "RC-13", {"car": s.ids.car_names[car]}))
        return S_END
    if conditions:
        _leave(s, car, conditions, total, events)
    return S_MOVE


def _may_leave(s: Position, car: int, total: int, events: list[Event] | None) -> bool:
    """One roll is tested against every condition; each that fails costs its own (RC-R12, RC-R34)."""
    v, t = s.v, s.t
    conditions = v[COND + car]
    held = conditions & HELD and total > t.edition.leave_limit
    hit = conditions & HIT and total >= t.immobilised_below
    if held:
        if events is not None:
            args: dict[str, object] = {"car": s.ids.car_names[car], "limit": t.edition.leave_limit}
            events.append(Event("held", "RC-48" if conditions & HELD_GARAGE else "RC-53", args))
        _stay_again(s, t.owner[car], conditions, events)
    if hit:
        if events is not None:
            args = {"car": s.ids.car_names[car], "limit": t.immobilised_below - 1}
            events.append(Event("immobile", "RC-35", args))
        for victim, collider, rate in s.blows:
            if victim == car and rate:
                pay(s, collider, PURSE + t.owner[car], rate, FOR_INDEMNITY, events)
    return not (held or hit)


def _stay_again(s: Position, owner: int, conditions: int, events: list[Event] | None) -> None:
    """Another day (RC-49, RC-58, RC-54), in the order of RC-R27."""
    edition = s.t.edition
    if conditions & HELD_GARAGE:
        charge(s, owner, 0, edition.garage_again, FOR_GARAGE_AGAIN, events)
    if conditions & HELD_AID:
        charge(s, owner, 1, edition.aid_again, FOR_AID_AGAIN, events)
    if conditions & HELD_HOTEL:
        charge(s, owner, 3, edition.hotel_again, FOR_HOTEL_AGAIN, events)


def _leave(s: Position, car: int, conditions: int, total: int, events: list[Event] | None) -> None:
    """Free again; petrol is paid by the points of this roll, before moving (RC-55, RC-R35)."""
    s.v[COND + car] = 0
    if conditions & HIT:
        s.blows = tuple([blow for blow in s.blows if blow[0] != car])
    if conditions & TANKING:
        charge(s, s.t.owner[car], 2, s.t.edition.petrol_per_point * total, FOR_PETROL, events)
