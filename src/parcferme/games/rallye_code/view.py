"""What a seat or a spectator may know, field by field.

Nothing on the table is hidden but the order of the cards not yet drawn, which does not exist before they are drawn. In
table mode the view tells where cars stand, never what a turn has left unpaid.
"""

from __future__ import annotations

from parcferme.games.rallye_code.actions import FACES, GERANCES
from parcferme.games.rallye_code.pieces import UNIT
from parcferme.games.rallye_code.state import (
    ACTOR,
    ALLOTTED,
    ASK,
    BEFORE,
    BOX,
    CALLED,
    CAR,
    CELL,
    COND,
    CONTESTED,
    DRAWS,
    GENDARME,
    HELD_AID,
    HELD_GARAGE,
    HELD_HOTEL,
    HIT,
    HOLDER,
    HOLDER_TOTAL,
    LEFT_SIDE,
    MISSING,
    NOW,
    P_FIRST_ROLL,
    P_HOLDER_ROLL,
    P_NEWCOMER_ROLL,
    P_OVER,
    P_SHORTFALL,
    P_TAKEOVER,
    P_TURN,
    P_WINDOW,
    PHASE,
    PHASES,
    PURSE,
    R_CAR,
    ROLES,
    ROUND,
    SEAT,
    TABLE_MONEY,
    TANKING,
    THROWN,
    TOTAL_ROLLED,
    Position,
    alive,
    next_card,
)

BOX_NAMES = ("garages", "first_aid", "petrol", "hotels")


def view(s: Position, seat: int | None) -> dict[str, object]:
    """Everything on the table as this seat sees it (`None`: a spectator)."""
    v, t = s.v, s.t
    return {
        "edition": t.edition.name,
        "tariff": t.edition.tariff(),
        "enforcement": "table" if t.table else "auto",
        "phase": PHASES[v[PHASE]],
        "to_act": [v[ACTOR]] if v[ACTOR] >= 0 else [],
        "turn": _turn(s),
        "limit": _limit(s),
        "players": _players(s, seat),
        "cars": [_car(s, car) for car in range(t.cars)],
        "boxes": [_box(s, gerance) for gerance in range(GERANCES)],
        "gerances_open": v[ALLOTTED] == 1,
        "gendarme": v[GENDARME] if v[GENDARME] >= 0 else None,
        "table_money": v[TABLE_MONEY],
        "deck": _deck(s),
        "notes": {str(value): count * t.cars for value, count in t.notes},
        "takeover": _takeover(s),
        "shortfall": _shortfall(s, seat),
        "window": _window(s),
        "board": board_view(s),
    }


def _turn(s: Position) -> dict[str, object]:
    v = s.v
    started = v[GENDARME] >= 0
    choosing = s.t.free and v[PHASE] == P_TURN  # between his two cars (RC-R03)
    rolling = v[PHASE] == P_FIRST_ROLL
    return {
        "seat": v[SEAT] if started or rolling else None,
        "car": s.ids.car_names[v[CAR]] if started and not choosing else None,
        "round": v[ROUND],
        "dice": list(FACES[v[THROWN]]) if v[THROWN] >= 0 else None,
        "total": v[TOTAL_ROLLED] if v[THROWN] >= 0 else None,
    }


def _limit(s: Position) -> dict[str, object]:
    t = s.t
    called = [seat for seat in range(t.players) if s.v[CALLED] >> seat & 1]
    kind = "clock" if t.clock else "survivor" if t.capped else "rounds"
    return {"kind": kind, "rounds": t.last_round, "minutes": t.minutes if t.clock else None, "called": called}


def _players(s: Position, seat: int | None) -> list[dict[str, object]]:
    t = s.t
    open_purses = t.open_cash or s.v[PHASE] == P_OVER
    shown = [one for one in range(t.players) if open_purses or one == seat]
    box = [(value, count * t.cars) for value, count in t.notes]
    hands = in_notes([s.v[PURSE + one] for one in shown], box)
    notes = dict(zip(shown, hands, strict=True))
    return [_player(s, one, notes.get(one)) for one in range(t.players)]


def _player(s: Position, one: int, notes: dict[str, int] | None) -> dict[str, object]:
    v, t = s.v, s.t
    return {
        "seat": one,
        "in": alive(v, one),
        "purse": v[PURSE + one] if notes is not None else None,
        "notes": notes,
        "gerances": [gerance + 2 for gerance in range(GERANCES) if v[HOLDER + gerance] == one],
        "gendarme": v[GENDARME] == one,
        "cars": [s.ids.car_names[car] for car in range(one * t.each, (one + 1) * t.each)],
    }


def in_notes(amounts: list[int], box: list[tuple[int, int]]) -> list[dict[str, int]]:
    """Purses in notes, the biggest first and dealt in turn, so that all together need no more than the box holds.

    Fifty thousand a car come out as RC-05 deals them. It always works out: big notes left over mean that no purse lacks
    5,000 any more, and small ones there are enough for that; without big notes left, all others are worth the rest.
    """
    owed = amounts[:]
    hands: list[dict[str, int]] = [{} for _ in amounts]
    for value, left in box:
        for hand in hands:
            hand[str(value)] = 0
        takers = [one for one, amount in enumerate(owed) if amount >= value]
        while left and takers:
            for one in takers[:left]:
                hands[one][str(value)] += 1
                owed[one] -= value
            left -= min(left, len(takers))
            takers = [one for one in takers if owed[one] >= value]
    return hands


def _car(s: Position, car: int) -> dict[str, object]:
    v, t = s.v, s.t
    conditions = v[COND + car]
    cell = v[CELL + car]
    holds = [(HELD_GARAGE, "garage", "RC-48"), (HELD_AID, "first_aid", "RC-57"), (HELD_HOTEL, "hotel", "RC-53")]
    limit = t.edition.leave_limit
    return {
        "name": s.ids.car_names[car],
        "owner": t.owner[car],
        "cell": t.cells[cell].id if cell < t.off else None,
        "side": "left" if conditions & LEFT_SIDE else "right",
        "holds": [{"by": by, "limit": limit, "clause": clause} for bit, by, clause in holds if conditions & bit],
        "hit_by": [
            {"player": by, "indemnity": rate, "limit": t.immobilised_below - 1, "clause": "RC-35"}
            for victim, by, rate in s.blows
            if victim == car and conditions & HIT
        ],
        "petrol": bool(conditions & TANKING),
        "misses_turn": bool(conditions & MISSING),
    }


def _box(s: Position, gerance: int) -> dict[str, object]:
    v = s.v
    holder = v[HOLDER + gerance]
    return {
        "number": gerance + 2,
        "name": BOX_NAMES[gerance],
        "amount": v[BOX + gerance],
        "holder": holder if holder >= 0 else None,
    }


def _deck(s: Position) -> dict[str, object]:
    """Cards seen, in their order: after a full cycle everybody who kept count knows the next one."""
    cards = len(s.t.cards)
    known = next_card(s.drawn, s.v[DRAWS], cards)
    return {
        "cards": [card.to_json() for card in s.t.cards],
        "seen": [card + 1 for card in s.drawn],
        "drawn": s.v[DRAWS],
        "next": known + 1 if known >= 0 else None,
    }


def _takeover(s: Position) -> dict[str, object] | None:
    v = s.v
    if v[PHASE] not in (P_TAKEOVER, P_HOLDER_ROLL, P_NEWCOMER_ROLL):
        return None
    return {
        "gerance": v[CONTESTED] + 2,
        "holder": v[HOLDER + v[CONTESTED]],
        "newcomer": v[SEAT],
        "price": s.t.edition.takeover_per_point * v[TOTAL_ROLLED],
        "box": v[BOX + v[CONTESTED]],
        "arrival": v[TOTAL_ROLLED],
        "holder_total": v[HOLDER_TOTAL] if v[PHASE] == P_NEWCOMER_ROLL else None,
    }


def _shortfall(s: Position, seat: int | None) -> dict[str, object] | None:
    v = s.v
    if v[PHASE] != P_SHORTFALL:
        return None
    debtor, _, amount, _ = s.debts[0]
    purse = v[PURSE + debtor] if s.t.open_cash or debtor == seat else None
    halves = [
        {"gerance": gerance + 2, "amount": v[BOX + gerance] // (2 * UNIT) * UNIT}
        for gerance in range(GERANCES)
        if v[HOLDER + gerance] == debtor
    ]
    return {"seat": debtor, "owed": amount, "purse": purse, "halves": halves}


def _window(s: Position) -> dict[str, object] | None:
    """Who is asked, as what, about the cars of which turns."""
    v = s.v
    if v[PHASE] != P_WINDOW:
        return None
    role, seat = divmod(s.asks[0], ASK)
    cars = {key: v[record + R_CAR] for key, record in (("this_turn", NOW), ("turn_before", BEFORE))}
    named = {key: s.ids.car_names[car] if car >= 0 else None for key, car in cars.items()}
    return {"seat": seat, "role": ROLES[role], **named}


def board_view(s: Position) -> dict[str, object]:
    """The board itself: static, the same for everybody."""
    document = s.t.board_document
    grid = document.get("grid")
    return {
        "name": str(document.get("name", "board")),
        "title": str(document.get("title", "")),
        "grid": grid if isinstance(grid, dict) else None,
        "cells": s.t.cells_json,
    }
