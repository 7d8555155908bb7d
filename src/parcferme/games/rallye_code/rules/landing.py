"""The arrival square: gérances first, then what its sign says (RC-11, RC-18 … RC-20, RC-27 … RC-29, RC-37 … RC-64)."""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Event
from parcferme.games.rallye_code.actions import ACCEPT, FACES, GERANCES, REFUSE, TOTAL
from parcferme.games.rallye_code.pieces import (
    BEND,
    GARAGE,
    GENDARMERIE,
    HOTEL,
    NO_ENTRY,
    PARIS,
    PARKING,
    PETROL,
    RED,
    SLIPPERY,
)
from parcferme.games.rallye_code.rules.money import (
    FOR_AID,
    FOR_CARD,
    FOR_DAMAGE,
    FOR_FORGOTTEN,
    FOR_GARAGE,
    FOR_HOTEL,
    FOR_NOTHING,
    FOR_PRICE,
    FOR_UNJUSTIFIED,
    charge,
    fine,
    pay,
    take,
    transfer,
)
from parcferme.games.rallye_code.state import (
    ACTOR,
    ALLOTTED,
    BEFORE,
    BOX,
    C_CHALLENGE,
    C_FINE,
    C_LANDING,
    CAR,
    CARD_FOR,
    CELL,
    CHALLENGER,
    COND,
    CONTESTED,
    DRAWS,
    GENDARME,
    HELD_AID,
    HELD_GARAGE,
    HELD_HOTEL,
    HOLDER,
    HOLDER_TOTAL,
    MISSING,
    NOW,
    P_CARD,
    P_HOLDER_ROLL,
    P_NEWCOMER_ROLL,
    P_TAKEOVER,
    PHASE,
    PURSE,
    R_CAR,
    R_GENDARME,
    R_RED,
    S_ASK,
    S_CARD,
    S_END,
    S_WAIT,
    SEAT,
    TABLE_MONEY,
    TANKING,
    TOTAL_ROLLED,
    Position,
    alive,
    top_card,
)

TAKEOVER: Final = [ACCEPT, REFUSE]


def land(s: Position, events: list[Event] | None) -> int:
    """What the square does to a car that ends its move on it."""
    v, t = s.v, s.t
    cell = v[CELL + v[CAR]]
    if t.plain[cell]:
        return S_END
    if t.at[cell] >= 0:
        return _gerance_square(s, t.at[cell], events)
    if t.beside[cell] >= 0:
        if v[ALLOTTED] and v[HOLDER + t.beside[cell]] < 0:  # RC-43
            _allot(s, t.beside[cell], "RC-43", events)
        return S_END
    if t.kind[cell] == RED:
        return _red_sign(s)
    _square(s, cell, t.kind[cell], events)
    return S_END


def _square(s: Position, cell: int, kind: int, events: list[Event] | None) -> None:
    v, t = s.v, s.t
    car, seat, edition = v[CAR], v[SEAT], t.edition
    if kind == NO_ENTRY:  # RC-11, RC-R08: on to the first cell of the transverse road, at once
        v[CELL + car] = t.divert[cell]
        _say(s, events, "diverted", "RC-11", {"to": t.cells[t.divert[cell]].id})
    elif kind in (BEND, SLIPPERY):
        if v[TOTAL_ROLLED] >= edition.accident_from:
            _accident(s, events)
    elif kind == GARAGE:
        v[COND + car] |= HELD_GARAGE
        charge(s, seat, 0, edition.garage, FOR_GARAGE, events)
    elif kind == HOTEL:
        v[COND + car] |= HELD_HOTEL
        charge(s, seat, 3, edition.hotel, FOR_HOTEL, events)
    elif kind == PETROL:
        v[COND + car] |= TANKING
        _say(s, events, "petrol", "RC-55", {})
    elif kind == PARKING:
        v[COND + car] |= MISSING
        _say(s, events, "parked", "RC-37", {})
    elif kind == GENDARMERIE:
        if v[GENDARME] != seat:
            v[GENDARME] = seat  # RC-27
            _say(s, events, "office", "RC-27", {"player": seat + 1})
    elif kind == PARIS:
        _paris(s, events)


def _say(s: Position, events: list[Event] | None, kind: str, clause: str, args: dict[str, object]) -> None:
    if events is not None:
        events.append(Event(kind, clause, {"car": s.ids.car_names[s.v[CAR]], **args}))


def _red_sign(s: Position) -> int:
    """RC-18: a card is turned; in table mode only if the Gendarme says so."""
    if s.t.table:
        s.v[NOW + R_RED] = 1
        return S_END
    s.v[CARD_FOR] = C_LANDING
    return S_CARD


def _accident(s: Position, events: list[Event] | None) -> None:
    """RC-28 … RC-30: damaged, and hurt on 11 or 12; the car stays on the sign."""
    v, edition = s.v, s.t.edition
    total = v[TOTAL_ROLLED]
    hurt = total >= edition.accident_aid_from
    v[COND + v[CAR]] |= HELD_GARAGE | HELD_AID if hurt else HELD_GARAGE
    _say(s, events, "accident", "RC-29" if hurt else "RC-28", {"total": total})
    charge(s, v[SEAT], 0, edition.damaged(total), FOR_DAMAGE, events)
    if hurt:
        charge(s, v[SEAT], 1, edition.casualty(total), FOR_AID, events)


def _paris(s: Position, events: list[Event] | None) -> None:
    """RC-59: exactly on Paris, all four boxes, whoever holds them."""
    amount = 0
    for gerance in range(GERANCES):
        amount += take(s, BOX + gerance, s.v[SEAT])
    _say(s, events, "paris", "RC-59", {"player": s.v[SEAT] + 1, "amount": amount})


# Gérances: allotment and takeover


def _gerance_square(s: Position, gerance: int, events: list[Event] | None) -> int:
    v, t = s.v, s.t
    holder = v[HOLDER + gerance]
    if holder < 0:
        v[ALLOTTED] = 1
        _allot(s, gerance, ("RC-38", "RC-39", "RC-40", "RC-41")[gerance], events)
        return S_END
    price = t.edition.takeover_per_point * v[TOTAL_ROLLED]
    if holder == v[SEAT]:
        return S_END
    if v[PURSE + v[SEAT]] < price:  # RC-R22: a purchase is not a debt
        _say(s, events, "too_dear", "RC-R22", {"gerance": gerance + 2, "price": price})
        return S_END
    v[PHASE] = P_TAKEOVER
    v[ACTOR] = holder
    v[CONTESTED] = gerance
    s.moves = TAKEOVER
    _say(s, events, "takeover", "RC-60", {"gerance": gerance + 2, "price": price, "holder": holder + 1})
    return S_WAIT


def _allot(s: Position, gerance: int, clause: str, events: list[Event] | None) -> None:
    """A gérance without a holder: the box and what is in it (RC-42)."""
    v = s.v
    v[HOLDER + gerance] = v[SEAT]
    amount = take(s, BOX + gerance, v[SEAT])
    args: dict[str, object] = {"player": v[SEAT] + 1, "gerance": gerance + 2, "amount": amount}
    _say(s, events, "gerant", clause, args)


def answer(s: Position, action: int, events: list[Event] | None) -> int:
    """The holder sells (RC-61) or refuses (RC-62)."""
    v = s.v
    gerance = v[CONTESTED]
    if action == REFUSE:
        _say(s, events, "refused", "RC-62", {"gerance": gerance + 2, "holder": v[HOLDER + gerance] + 1})
        v[PHASE] = P_HOLDER_ROLL
        v[ACTOR] = -1
        return S_WAIT
    # RC-R22: price and box move together before the ruin test.
    price = s.t.edition.takeover_per_point * v[TOTAL_ROLLED]
    transfer(s, v[SEAT], PURSE + v[HOLDER + gerance], price, FOR_PRICE, events)
    _hand_over(s, "RC-61", events)
    if v[PURSE + v[SEAT]] == 0:
        pay(s, v[SEAT], TABLE_MONEY, 0, FOR_NOTHING, events)
    return S_END


def holder_roll(s: Position, outcome: int, events: list[Event] | None) -> int:
    """The holder's dice: against the arrival roll, or against a roll of the newcomer (RC-62)."""
    v = s.v
    v[HOLDER_TOTAL] = TOTAL[outcome]
    holder = v[HOLDER + v[CONTESTED]]
    _say_roll(s, outcome, holder, events)
    if s.t.edition.newcomer_rolls:
        v[PHASE] = P_NEWCOMER_ROLL
        return S_WAIT
    return _decide(s, v[TOTAL_ROLLED], events)


def newcomer_roll(s: Position, outcome: int, events: list[Event] | None) -> int:
    _say_roll(s, outcome, s.v[SEAT], events)
    return _decide(s, TOTAL[outcome], events)


def _say_roll(s: Position, outcome: int, seat: int, events: list[Event] | None) -> None:
    args: dict[str, object] = {"player": seat + 1, "dice": list(FACES[outcome]), "total": TOTAL[outcome]}
    _say(s, events, "refusal_roll", "RC-62", args)


def _decide(s: Position, newcomer: int, events: list[Event] | None) -> int:
    """RC-63, RC-R23: strictly higher keeps it; else it is lost without indemnity."""
    v = s.v
    if v[HOLDER_TOTAL] > newcomer:
        args: dict[str, object] = {"player": v[HOLDER + v[CONTESTED]] + 1, "gerance": v[CONTESTED] + 2}
        _say(s, events, "kept", "RC-63", args)
    else:
        _hand_over(s, "RC-63", events)
    return S_END


def _hand_over(s: Position, clause: str, events: list[Event] | None) -> None:
    """RC-64: the new gérant takes the box at once."""
    v = s.v
    gerance = v[CONTESTED]
    v[HOLDER + gerance] = v[SEAT]
    amount = take(s, BOX + gerance, v[SEAT])
    args: dict[str, object] = {"player": v[SEAT] + 1, "gerance": gerance + 2, "amount": amount}
    _say(s, events, "new_gerant", clause, args)


# The Contravention deck


def open_card(s: Position) -> int:
    """The Gendarme turns the top card, unless offender or Gendarme has been ruined by what came before."""
    v = s.v
    why = v[CARD_FOR]
    record = BEFORE if why in (C_FINE + 1, C_CHALLENGE) else NOW
    gone = v[record + R_CAR] < 0 or not alive(v, v[record + R_GENDARME])
    if why != C_LANDING and gone:
        return S_ASK
    v[PHASE] = P_CARD
    v[ACTOR] = -1
    return S_WAIT


def card(s: Position, drawn: int, events: list[Event] | None) -> int:
    """RC-18: the top card is turned and goes under the deck."""
    v, t = s.v, s.t
    why = v[CARD_FOR]
    v[DRAWS] += 1
    if len(s.drawn) < len(t.cards):
        s.drawn = (*s.drawn, drawn)
    if len(s.drawn) < len(t.cards):
        s.top = [other for other in s.top if other[0] != s.ids.card + drawn]
    else:
        s.top = top_card(s.ids, s.drawn, v[DRAWS], len(t.cards))
    record = BEFORE if why in (C_FINE + 1, C_CHALLENGE) else NOW
    gendarme = v[GENDARME] if why == C_LANDING else v[record + R_GENDARME]
    offender = v[SEAT] if why == C_LANDING else t.owner[v[record + R_CAR]]
    if events is not None:
        args: dict[str, object] = {"player": offender + 1, "card": drawn + 1, "amount": t.amount[drawn]}
        kind = "card_offence" if t.offence[drawn] else "card_none"
        events.append(Event(kind, "RC-18" if t.offence[drawn] else "RC-19", args))
    if why == C_CHALLENGE:
        if t.offence[drawn]:  # RC-R16: no offence, nobody pays
            pay(s, gendarme, PURSE + v[CHALLENGER], t.amount[drawn], FOR_FORGOTTEN, events)
    elif t.offence[drawn]:
        fine(s, gendarme, offender, t.amount[drawn], FOR_CARD, events)
    elif offender != gendarme:  # RC-19; for himself nothing happens (RC-R15)
        pay(s, gendarme, PURSE + offender, t.amount[drawn], FOR_UNJUSTIFIED, events)
    return S_END if why == C_LANDING else S_ASK
