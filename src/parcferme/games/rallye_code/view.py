"""What a seat or a spectator may know, field by field.

Nothing on the table is hidden but the order of the cards not yet drawn, which does not exist before they are drawn. In
table mode the view tells where cars stand, never what a turn has left unpaid.
"""

from __future__ import annotations

from parcferme.games.rallye_code.actions import BOX_NAMES, GERANCES
from parcferme.games.rallye_code.mechanics.dice import FACES
from parcferme.games.rallye_code.mechanics.takeover import half_of
from parcferme.games.rallye_code.rules.phases import phase_shown
from parcferme.games.rallye_code.state import (
    P_FIRST_ROLL,
    P_HOLDER_ROLL,
    P_NEWCOMER_ROLL,
    P_OVER,
    P_SHORTFALL,
    P_TAKEOVER,
    P_TURN,
    P_WINDOW,
    ROLES,
    Position,
    next_card,
)
from parcferme.games.rallye_code.view_types import (
    Blow,
    BoardShown,
    Box,
    Deck,
    Half,
    Hold,
    Limit,
    Player,
    RallyCar,
    RallyeView,
    Shortfall,
    Takeover,
    Turn,
    Window,
)


def view(s: Position, seat: int | None) -> RallyeView:
    """Everything on the table as this seat sees it (`None`: a spectator)."""
    t = s.tables
    return {
        "edition": t.tariff.name,
        "tariff": t.tariff.as_printed(),
        "enforcement": "table" if t.table else "auto",
        "phase": phase_shown(s),
        "to_act": [int(s.actor)] if s.actor >= 0 else [],
        "turn": _turn(s),
        "limit": _limit(s),
        "players": _players(s, seat),
        "cars": [_car(s, car) for car in range(t.cars)],
        "boxes": [_box(s, gerance) for gerance in range(GERANCES)],
        "gerances_open": s.allotted,
        "gendarme": int(s.gendarme) if s.gendarme >= 0 else None,
        "table_money": int(s.table_money),
        "deck": _deck(s),
        "notes": {str(value): count * t.cars for value, count in t.notes},
        "takeover": _takeover(s),
        "shortfall": _shortfall(s, seat),
        "window": _window(s),
        "board": board_view(s),
    }


def _turn(s: Position) -> Turn:
    started = s.gendarme >= 0
    choosing = s.tables.free and s.phase == P_TURN  # between his two cars (RC-R03)
    return {
        "seat": int(s.seat) if started or s.phase == P_FIRST_ROLL else None,
        "car": s.mover_name() if started and not choosing else None,
        "round": int(s.round),
        "dice": list(FACES[s.dice]) if s.dice >= 0 else None,
        "total": int(s.total) if s.dice >= 0 else None,
    }


def _limit(s: Position) -> Limit:
    t = s.tables
    called = [seat for seat in range(t.players) if s.called >> seat & 1]
    kind = "clock" if t.clock else "survivor" if t.capped else "rounds"
    return {"kind": kind, "rounds": t.last_round, "minutes": t.minutes if t.clock else None, "called": called}


def _players(s: Position, seat: int | None) -> list[Player]:
    t = s.tables
    open_purses = t.open_cash or s.phase == P_OVER
    shown = [one for one in range(t.players) if open_purses or one == seat]
    box = [(value, count * t.cars) for value, count in t.notes]
    notes = dict(zip(shown, in_notes([s.purses[one] for one in shown], box), strict=True))
    return [_player(s, one, notes.get(one)) for one in range(t.players)]


def _player(s: Position, one: int, notes: dict[str, int] | None) -> Player:
    each = s.tables.each
    return {
        "seat": one,
        "in": s.alive(one),
        "purse": s.purses[one] if notes is not None else None,
        "notes": notes,
        "gerances": [gerance + 2 for gerance in range(GERANCES) if s.holders[gerance] == one],
        "gendarme": s.gendarme == one,
        "cars": s.tables.ids.car_names[one * each : (one + 1) * each],
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


def _car(s: Position, number: int) -> RallyCar:
    t = s.tables
    car = s.cars[number]
    limit = t.tariff.leave_limit
    holds: list[tuple[bool, Hold]] = [
        (car.garage, {"by": "garage", "limit": limit, "clause": "RC-48"}),
        (car.first_aid, {"by": "first_aid", "limit": limit, "clause": "RC-57"}),
        (car.hotel, {"by": "hotel", "limit": limit, "clause": "RC-53"}),
    ]
    hits: list[Blow] = [
        {"player": int(blow.by), "indemnity": int(blow.rate), "limit": t.immobilised_below - 1, "clause": "RC-35"}
        for blow in car.blows
    ]
    return {
        "name": t.ids.car_names[number],
        "owner": t.owner[number],
        "cell": t.cells[car.cell].id if car.cell < t.off else None,
        "side": "left" if car.left_side else "right",
        "holds": [told for holding, told in holds if holding],
        "hit_by": hits,
        "petrol": car.petrol,
        "misses_turn": car.misses_turn,
    }


def _box(s: Position, gerance: int) -> Box:
    holder = s.holders[gerance]
    return {
        "number": gerance + 2,
        "name": BOX_NAMES[gerance],
        "amount": s.boxes[gerance],
        "holder": holder if holder >= 0 else None,
    }


def _deck(s: Position) -> Deck:
    """Cards seen, in their order: after a full cycle everybody who kept count knows the next one."""
    cards = s.tables.cards
    known = next_card(s.drawn, s.draws, len(cards))
    return {
        "cards": [card.to_json() for card in cards],
        "seen": [card + 1 for card in s.drawn],
        "drawn": int(s.draws),
        "next": known + 1 if known >= 0 else None,
    }


def _takeover(s: Position) -> Takeover | None:
    if s.phase not in (P_TAKEOVER, P_HOLDER_ROLL, P_NEWCOMER_ROLL):
        return None
    return {
        "gerance": s.contested + 2,
        "holder": s.holders[s.contested],
        "newcomer": int(s.seat),
        "price": s.price(),
        "box": s.boxes[s.contested],
        "arrival": int(s.total),
        "holder_total": int(s.holder_total) if s.phase == P_NEWCOMER_ROLL else None,
    }


def _shortfall(s: Position, seat: int | None) -> Shortfall | None:
    if s.phase != P_SHORTFALL:
        return None
    debt = s.debts[0]
    purse = s.purses[debt.debtor] if s.tables.open_cash or debt.debtor == seat else None
    halves: list[Half] = [
        {"gerance": gerance + 2, "amount": half_of(s.boxes[gerance])}
        for gerance in range(GERANCES)
        if s.holders[gerance] == debt.debtor
    ]
    return {"seat": int(debt.debtor), "owed": int(debt.amount), "purse": purse, "halves": halves}


def _window(s: Position) -> Window | None:
    """Who is asked, as what, about the cars of which turns."""
    if s.phase != P_WINDOW:
        return None
    asked = s.speakers[0]
    names = s.tables.ids.car_names
    now, before = [names[turn.car] if turn.car >= 0 else None for turn in (s.now, s.before)]
    return {"seat": int(asked.seat), "role": ROLES[asked.role], "this_turn": now, "turn_before": before}


def board_view(s: Position) -> BoardShown:
    """The board itself: static, the same for everybody."""
    document = s.tables.board_document
    grid = document.get("grid")
    return {
        "name": str(document.get("name", "board")),
        "title": str(document.get("title", "")),
        "grid": grid if isinstance(grid, dict) else None,
        "cells": s.tables.cells_json,
    }
