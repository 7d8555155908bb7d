"""Table mode: after each turn the players themselves see to fines and dues (RC-17, RC-22 … RC-26, RC-46).

A turn leaves open what it owes. While W(t), the window after turn t, is open, turns t and t−1 may be called in; then
t−1 lapses. Who is asked and what is offered depends only on whose turns they were and who holds which office, never on
whether anything is owed: the lists give nothing away.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Event, Events
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
    AS_CHALLENGER,
    AS_GENDARME,
    AS_GERANT,
    C_CHALLENGE,
    C_FINE_BEFORE,
    C_FINE_NOW,
    IN_THE_NO_ENTRY,
    P_WINDOW,
    ROLES,
    S_ASK,
    S_CARD,
    S_NEXT_TURN,
    TO_BOX,
    OpenTurn,
    Position,
    Speaker,
    closed_turn,
)

SPEAKERS: Final = [[Speaker(role, seat) for seat in range(6)] for role in range(len(ROLES))]


def open_window(s: Position, events: Events) -> int:
    """The Gendarme, then the gérants in seat order, then the other players from the Gendarme's left."""
    t = s.tables
    speakers: list[Speaker] = []
    for turn in (s.now, s.before):
        gendarme = SPEAKERS[AS_GENDARME][turn.gendarme]
        if turn.car >= 0 and gendarme not in speakers:
            speakers.append(gendarme)
    speakers += [SPEAKERS[AS_GERANT][seat] for seat in range(t.players) if seat in s.holders]
    if s.before.car >= 0:
        for step in range(1, t.players):
            seat = (s.before.gendarme + step) % t.players
            if seat != t.owner[s.before.car]:  # RC-R16: neither the Gendarme nor the offender
                speakers.append(SPEAKERS[AS_CHALLENGER][seat])
    s.speakers = tuple(speakers)
    s.said = ()
    return S_ASK


def ask(s: Position, events: Events) -> int:
    """Put the question to whoever is first in line and still has something to say; else close the window."""
    while s.speakers:
        seat = s.speakers[0].seat
        moves = offers(s) if s.alive(seat) else []
        if len(moves) > 1:
            return s.wait(P_WINDOW, seat, moves)
        _next_in_line(s)
    _lapse(s, s.before, events)
    s.before = s.now
    s.now = closed_turn()
    return S_NEXT_TURN


def _next_in_line(s: Position) -> None:
    s.speakers = s.speakers[1:]
    s.said = ()


def offers(s: Position) -> list[int]:
    """What the seat being asked may say now, each accusation once: founded and unfounded alike."""
    asked = s.speakers[0]
    found = [PASS]
    for turn in (s.now, s.before):
        if turn.car >= 0:
            found += _accusations(s, asked.role, asked.seat, turn)
    return sorted([action for action in found if action not in s.said])


def _accusations(s: Position, role: int, seat: int, turn: OpenTurn) -> list[int]:
    """What may be said about a turn in this role."""
    ids, car = s.tables.ids, turn.car
    if role == AS_GENDARME:
        return [FINE + car, ids.collect + car] if turn.gendarme == seat else []
    if role == AS_GERANT:
        if s.tables.owner[car] == seat:
            return []
        return [ids.claim + gerance * ids.cars + car for gerance in range(GERANCES) if s.holders[gerance] == seat]
    waited = turn is s.before  # RC-26: not before the next player has had his turn
    return [ids.challenge + car] if waited and s.alive(turn.gendarme) else []


def say(s: Position, action: int, events: Events) -> int:
    """One accusation or claim, or silence."""
    ids = s.tables.ids
    if action == PASS:
        _next_in_line(s)
        return S_ASK
    s.said = (*s.said, action)
    car = (action - FINE) % ids.cars
    if action < ids.collect:
        return _fine(s, car, events)
    if action < ids.challenge:
        _collect(s, car, events)
    elif action < ids.claim:
        return _challenge(s, car, events)
    else:
        _claim(s, (action - ids.claim) // ids.cars, car, events)
    return S_ASK


def turn_of(s: Position, car: int) -> OpenTurn:
    """The turn in which this car moved."""
    return s.now if s.now.car == car else s.before


def _accuse(s: Position, kind: str, clause: str, car: int, founded: bool, events: Events) -> None:
    if events is not None:
        args: dict[str, object] = {"player": s.actor + 1, "car": s.tables.ids.car_names[car]}
        events.append(Event(kind if founded else "unfounded", clause, args))


def fixed_fines(s: Position, turn: OpenTurn) -> int:
    """What a turn's offences cost beside a card (RC-22, RC-23)."""
    tariff = s.tables.tariff
    return (tariff.fine_misplaced if turn.misplaced else 0) + tariff.fine_overtaking * turn.overtaken


def _fine(s: Position, car: int, events: Events) -> int:
    """The Gendarme fines every offence of the turn; a card decides about a red-ringed sign (RC-17, RC-18)."""
    tariff = s.tables.tariff
    turn = turn_of(s, car)
    _accuse(s, "fined", "RC-17", car, turn.offends(), events)
    red, overtaken, misplaced = turn.red, turn.overtaken, turn.misplaced
    turn.forgive()
    offender = s.tables.owner[car]
    if misplaced:
        _correct(s, car, misplaced, events)
        fine(s, turn.gendarme, offender, tariff.fine_misplaced, FOR_MISPLACED, events)
    for _ in range(overtaken):
        fine(s, turn.gendarme, offender, tariff.fine_overtaking, FOR_OVERTAKING, events)
    if not red:
        return S_ASK
    s.card_for = C_FINE_NOW if turn is s.now else C_FINE_BEFORE
    return S_CARD


def _correct(s: Position, number: int, misplaced: int, events: Events) -> None:
    """RC-R25: a fined car is put right at once."""
    car = s.cars[number]
    car.left_side = False
    if misplaced == IN_THE_NO_ENTRY:
        car.cell = s.tables.divert[car.cell]
    if events is not None:
        args: dict[str, object] = {"car": s.tables.ids.car_names[number], "to": s.tables.cells[car.cell].id}
        events.append(Event("corrected", "RC-22", args))


def _collect(s: Position, car: int, events: Events) -> None:
    """RC-24: the Gendarme sees to the charges of gérances without a holder."""
    dues = turn_of(s, car).dues
    vacant = [gerance for gerance in range(GERANCES) if s.holders[gerance] < 0 and dues[gerance]]
    _accuse(s, "collected", "RC-24", car, bool(vacant), events)
    for gerance in vacant:
        pay(s, s.tables.owner[car], TO_BOX + gerance, dues[gerance], FOR_COLLECTION, events)
        dues[gerance] = 0


def _claim(s: Position, gerance: int, car: int, events: Events) -> None:
    """RC-46: a gérant claims his dues, into his box."""
    dues = turn_of(s, car).dues
    _accuse(s, "claimed", "RC-46", car, dues[gerance] > 0, events)
    if dues[gerance]:
        pay(s, s.tables.owner[car], TO_BOX + gerance, dues[gerance], FOR_CLAIM, events)
        dues[gerance] = 0


def _challenge(s: Position, car: int, events: Events) -> int:
    """RC-25, RC-R16: a forgotten fine of the turn before; the Gendarme pays it to the first who says so."""
    turn = s.before
    owed = fixed_fines(s, turn)
    founded, red = turn.offends(), turn.red
    _accuse(s, "challenged", "RC-25", car, founded, events)
    if not founded:
        return S_ASK
    turn.forgive()
    s.speakers = ()
    s.said = ()
    if owed:
        pay(s, turn.gendarme, s.actor, owed, FOR_FORGOTTEN, events)
    if not red:
        return S_ASK
    s.challenger = s.actor
    s.card_for = C_CHALLENGE
    return S_CARD


def _lapse(s: Position, turn: OpenTurn, events: Events) -> None:
    """Nothing more can be called in: now it may be told (RC-26, RC-R18)."""
    if events is None or turn.car < 0:
        return
    name = s.tables.ids.car_names[turn.car]
    if turn.offends():
        args: dict[str, object] = {"car": name, "amount": fixed_fines(s, turn), "card": int(turn.red)}
        events.append(Event("offence_lapsed", "RC-26", args))
    if any(turn.dues):
        events.append(Event("dues_lapsed", "RC-R18", {"car": name, "amount": sum(turn.dues)}))
