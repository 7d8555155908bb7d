"""Table mode: after each turn the players themselves see to fines and dues (RC-17, RC-22 … RC-26, RC-46).

A turn leaves a record of what it owes. While W(t), the window after turn t, is open, the records of turns t and t−1 may
be called in; then that of t−1 lapses. Who is asked and what is offered depends only on whose turns they were and who
holds which office, never on whether anything is owed: the lists give nothing away.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Event
from parcferme.games.rallye_code.actions import FINE, GERANCES, PASS
from parcferme.games.rallye_code.rules.money import (
    FOR_CLAIM,
    FOR_COLLECTION,
    FOR_FORGOTTEN,
    FOR_MISPLACED,
    FOR_OVERTAKING,
    fine,
    pay,
)
from parcferme.games.rallye_code.state import (
    ACTOR,
    AS_CHALLENGER,
    AS_GENDARME,
    AS_GERANT,
    ASK,
    BEFORE,
    BOX,
    C_CHALLENGE,
    C_FINE,
    CARD_FOR,
    CELL,
    CHALLENGER,
    COND,
    HOLDER,
    LEFT_SIDE,
    NOW,
    P_WINDOW,
    PHASE,
    PURSE,
    R_CAR,
    R_DUE,
    R_GENDARME,
    R_MISPLACED,
    R_OVERTAKEN,
    R_RED,
    R_SIZE,
    S_ASK,
    S_CARD,
    S_NEXT_TURN,
    S_WAIT,
    USED,
    Position,
    alive,
)

RECORDS: Final = (NOW, BEFORE)


def open_window(s: Position) -> int:
    """The Gendarme, then the gérants in seat order, then the other players from the Gendarme's left."""
    v, t = s.v, s.t
    asks: list[int] = []
    for record in RECORDS:
        ask = AS_GENDARME * ASK + v[record + R_GENDARME]
        if v[record + R_CAR] >= 0 and ask not in asks:
            asks.append(ask)
    asks += [AS_GERANT * ASK + seat for seat in range(t.players) if seat in v[HOLDER : HOLDER + GERANCES]]
    if v[BEFORE + R_CAR] >= 0:
        gendarme = v[BEFORE + R_GENDARME]
        for step in range(1, t.players):
            seat = (gendarme + step) % t.players
            if seat != t.owner[v[BEFORE + R_CAR]]:  # RC-R16
                asks.append(AS_CHALLENGER * ASK + seat)
    s.asks = tuple(asks)
    v[USED] = 0
    return S_ASK


def ask(s: Position, events: list[Event] | None) -> int:
    """Put the question to whoever is first in line and still has something to say; else close the window."""
    v = s.v
    while s.asks:
        seat = s.asks[0] % ASK
        moves = offers(s) if alive(v, seat) else []
        if len(moves) > 1:
            v[PHASE] = P_WINDOW
            v[ACTOR] = seat
            s.moves = moves
            return S_WAIT
        s.asks = s.asks[1:]
        v[USED] = 0
    _lapse(s, BEFORE, events)
    v[BEFORE : BEFORE + R_SIZE] = v[NOW : NOW + R_SIZE]
    v[NOW : NOW + R_SIZE] = [-1] + [0] * (R_SIZE - 1)
    return S_NEXT_TURN


def offers(s: Position) -> list[int]:
    """What the seat being asked may say now, each accusation once: founded and unfounded alike."""
    v, t, ids = s.v, s.t, s.ids
    role, seat = divmod(s.asks[0], ASK)
    found = [PASS]
    for index in range(2):
        record = RECORDS[index]
        car = v[record + R_CAR]
        if car < 0:
            continue
        if role == AS_GENDARME and v[record + R_GENDARME] == seat:
            found += _unused(v[USED], 1 << index, FINE + car) + _unused(v[USED], 4 << index, ids.collect + car)
        elif role == AS_GERANT and t.owner[car] != seat:
            for gerance in range(GERANCES):
                if v[HOLDER + gerance] == seat:
                    bit = 16 << (2 * gerance + index)
                    found += _unused(v[USED], bit, ids.claim + gerance * ids.cars + car)
        elif role == AS_CHALLENGER and record == BEFORE and alive(v, v[record + R_GENDARME]):
            found += _unused(v[USED], 1, ids.challenge + car)
    return sorted(found)


def _unused(used: int, bit: int, action: int) -> list[int]:
    return [] if used & bit else [action]


def say(s: Position, action: int, events: list[Event] | None) -> int:
    """One accusation or claim, or silence."""
    v, ids = s.v, s.ids
    if action == PASS:
        s.asks = s.asks[1:]
        v[USED] = 0
    elif action < ids.collect:
        return _fine(s, action - FINE, events)
    elif action < ids.challenge:
        _collect(s, action - ids.collect, events)
    elif action < ids.claim:
        return _challenge(s, action - ids.challenge, events)
    else:
        gerance, car = divmod(action - ids.claim, ids.cars)
        _claim(s, gerance, car, events)
    return S_ASK


def record_of(s: Position, car: int) -> int:
    """Whose record it is: 0 of this turn, 1 of the turn before."""
    return 0 if s.v[NOW + R_CAR] == car else 1


def _accuse(s: Position, kind: str, clause: str, car: int, founded: bool, events: list[Event] | None) -> None:
    if events is not None:
        args: dict[str, object] = {"player": s.v[ACTOR] + 1, "car": s.ids.car_names[car]}
        events.append(Event(kind if founded else "unfounded", clause, args))


def fixed_fines(s: Position, record: int) -> int:
    """What the record's offences cost beside a card (RC-22, RC-23)."""
    v, edition = s.v, s.t.edition
    misplaced = edition.fine_misplaced if v[record + R_MISPLACED] else 0
    return misplaced + edition.fine_overtaking * v[record + R_OVERTAKEN]


def _fine(s: Position, car: int, events: list[Event] | None) -> int:
    """The Gendarme fines every offence of the record; a card decides about a red-ringed sign (RC-17, RC-18)."""
    v, edition = s.v, s.t.edition
    index = record_of(s, car)
    record = RECORDS[index]
    v[USED] |= 1 << index
    red, overtaken, misplaced = v[record + R_RED], v[record + R_OVERTAKEN], v[record + R_MISPLACED]
    _accuse(s, "fined", "RC-17", car, bool(red or overtaken or misplaced), events)
    v[record + R_RED] = v[record + R_OVERTAKEN] = v[record + R_MISPLACED] = 0
    gendarme, offender = v[record + R_GENDARME], s.t.owner[car]
    if misplaced:
        _correct(s, car, misplaced, events)
        fine(s, gendarme, offender, edition.fine_misplaced, FOR_MISPLACED, events)
    for _ in range(overtaken):
        fine(s, gendarme, offender, edition.fine_overtaking, FOR_OVERTAKING, events)
    v[CARD_FOR] = C_FINE + index
    return S_CARD if red else S_ASK


def _correct(s: Position, car: int, misplaced: int, events: list[Event] | None) -> None:
    """RC-R25: a fined car is put right at once."""
    v = s.v
    v[COND + car] &= ~LEFT_SIDE
    if misplaced == 2:
        v[CELL + car] = s.t.divert[v[CELL + car]]
    if events is not None:
        args: dict[str, object] = {"car": s.ids.car_names[car], "to": s.t.cells[v[CELL + car]].id}
        events.append(Event("corrected", "RC-22", args))


def _collect(s: Position, car: int, events: list[Event] | None) -> None:
    """RC-24: the Gendarme sees to the charges of gérances without a holder."""
    v = s.v
    index = record_of(s, car)
    v[USED] |= 4 << index
    dues = RECORDS[index] + R_DUE
    vacant = [g for g in range(GERANCES) if v[HOLDER + g] < 0 and v[dues + g]]
    _accuse(s, "collected", "RC-24", car, bool(vacant), events)
    for gerance in vacant:
        pay(s, s.t.owner[car], BOX + gerance, v[dues + gerance], FOR_COLLECTION, events)
        v[dues + gerance] = 0


def _claim(s: Position, gerance: int, car: int, events: list[Event] | None) -> None:
    """RC-46: a gérant claims his dues, into his box."""
    v = s.v
    index = record_of(s, car)
    v[USED] |= 16 << (2 * gerance + index)
    due = RECORDS[index] + R_DUE + gerance
    _accuse(s, "claimed", "RC-46", car, v[due] > 0, events)
    if v[due]:
        pay(s, s.t.owner[car], BOX + gerance, v[due], FOR_CLAIM, events)
        v[due] = 0


def _challenge(s: Position, car: int, events: list[Event] | None) -> int:
    """RC-25, RC-26, RC-R16: a forgotten fine of the turn before; the Gendarme pays it to the first who says so."""
    v = s.v
    v[USED] |= 1
    challenger = v[ACTOR]
    owed = fixed_fines(s, BEFORE)
    red = v[BEFORE + R_RED]
    founded = bool(owed or red)
    _accuse(s, "challenged", "RC-25", car, founded, events)
    if not founded:
        return S_ASK
    v[BEFORE + R_RED] = v[BEFORE + R_OVERTAKEN] = v[BEFORE + R_MISPLACED] = 0
    s.asks = ()
    v[CHALLENGER] = challenger
    v[CARD_FOR] = C_CHALLENGE
    if owed:
        pay(s, v[BEFORE + R_GENDARME], PURSE + challenger, owed, FOR_FORGOTTEN, events)
    return S_CARD if red else S_ASK


def _lapse(s: Position, record: int, events: list[Event] | None) -> None:
    """Nothing more can be called in: now it may be told (RC-26, RC-R18)."""
    v = s.v
    if events is None or v[record + R_CAR] < 0:
        return
    name = s.ids.car_names[v[record + R_CAR]]
    if v[record + R_RED] or fixed_fines(s, record):
        args: dict[str, object] = {"car": name, "amount": fixed_fines(s, record), "card": v[record + R_RED]}
        events.append(Event("offence_lapsed", "RC-26", args))
    dues = sum(v[record + R_DUE : record + R_DUE + GERANCES])
    if dues:
        events.append(Event("dues_lapsed", "RC-R18", {"car": name, "amount": dues}))
