"""Gérances: allotted to the first who arrives, taken over from a holder (RC-38 … RC-43, RC-60 … RC-64)."""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Events
from parcferme.games.rallye_code.actions import ACCEPT, REFUSE
from parcferme.games.rallye_code.mechanics.dice import FACES, TOTAL
from parcferme.games.rallye_code.mechanics.takeover import holder_keeps, price_of
from parcferme.games.rallye_code.rules.money import FOR_NOTHING, FOR_PRICE, pay, take_box, transfer
from parcferme.games.rallye_code.state import (
    P_HOLDER_ROLL,
    P_NEWCOMER_ROLL,
    P_TAKEOVER,
    S_END,
    TO_TABLE,
    Position,
)

TAKEOVER: Final = [ACCEPT, REFUSE]
FIRST_ON: Final = ("RC-38", "RC-39", "RC-40", "RC-41")


def beside(s: Position, gerance: int, events: Events) -> int:
    """RC-43, RC-R14: once one has been won, a vacant gérance goes to whoever arrives next to it."""
    if s.allotted and s.holders[gerance] < 0:
        _allot(s, gerance, "RC-43", events)
    return S_END


def arrive(s: Position, gerance: int, events: Events) -> int:
    """Exactly on its square: won, one's own already (RC-R24), or to be bought (RC-60)."""
    holder = s.holders[gerance]
    if holder < 0:
        s.allotted = True
        _allot(s, gerance, FIRST_ON[gerance], events)
        return S_END
    if holder == s.seat:
        return S_END
    price = price_of(s.total, s.tables.tariff)
    if s.purses[s.seat] < price:  # RC-R22: a purchase is not a debt
        s.tell(events, "too_dear", "RC-R22", {"gerance": gerance + 2, "price": price})
        return S_END
    s.contested = gerance
    s.tell(events, "takeover", "RC-60", {"gerance": gerance + 2, "price": price, "holder": holder + 1})
    return s.wait(P_TAKEOVER, holder, TAKEOVER)


def _allot(s: Position, gerance: int, clause: str, events: Events) -> None:
    """A gérance without a holder: the box and what is in it (RC-42)."""
    s.holders[gerance] = s.seat
    amount = take_box(s, gerance, s.seat)
    s.tell(events, "gerant", clause, {"player": s.seat + 1, "gerance": gerance + 2, "amount": amount})


def answer(s: Position, action: int, events: Events) -> int:
    """The holder sells (RC-61) or refuses (RC-62)."""
    gerance = s.contested
    holder = s.holders[gerance]
    if action == REFUSE:
        s.tell(events, "refused", "RC-62", {"gerance": gerance + 2, "holder": holder + 1})
        return s.wait_for_chance(P_HOLDER_ROLL)
    # RC-R22: price and box move together before the ruin test.
    transfer(s, s.seat, holder, price_of(s.total, s.tables.tariff), FOR_PRICE, events)
    _hand_over(s, "RC-61", events)
    s.contested = 0
    if s.purses[s.seat] == 0:
        pay(s, s.seat, TO_TABLE, 0, FOR_NOTHING, events)
    return S_END


def holder_roll(s: Position, outcome: int, events: Events) -> int:
    """The holder's dice: against the arrival roll, or against a roll of the newcomer (RC-62)."""
    s.holder_total = TOTAL[outcome]
    _say_roll(s, outcome, s.holders[s.contested], events)
    if s.tables.tariff.newcomer_rolls:
        return s.wait_for_chance(P_NEWCOMER_ROLL)
    return _decide(s, s.total, events)


def newcomer_roll(s: Position, outcome: int, events: Events) -> int:
    """Edition B: the newcomer's dice."""
    _say_roll(s, outcome, s.seat, events)
    return _decide(s, TOTAL[outcome], events)


def _decide(s: Position, newcomer: int, events: Events) -> int:
    """RC-63: kept, or lost without indemnity."""
    if holder_keeps(s.holder_total, newcomer):
        args: dict[str, object] = {"player": s.holders[s.contested] + 1, "gerance": s.contested + 2}
        s.tell(events, "kept", "RC-63", args)
    else:
        _hand_over(s, "RC-63", events)
    s.contested = s.holder_total = 0
    return S_END


def _hand_over(s: Position, clause: str, events: Events) -> None:
    """RC-64: the new gérant takes the box at once."""
    s.holders[s.contested] = s.seat
    amount = take_box(s, s.contested, s.seat)
    args: dict[str, object] = {"player": s.seat + 1, "gerance": s.contested + 2, "amount": amount}
    s.tell(events, "new_gerant", clause, args)


def _say_roll(s: Position, outcome: int, seat: int, events: Events) -> None:
    args: dict[str, object] = {"player": seat + 1, "dice": list(FACES[outcome]), "total": TOTAL[outcome]}
    s.tell(events, "refusal_roll", "RC-62", args)
