"""Money: every payment, half a box for a debtor, and elimination (RC-07, RC-27 … RC-30, RC-65).

A payment that leaves its payer with something is made at once. Any other waits in `debts` until the payer has used his
boxes or is eliminated; the rest of the turn waits with it.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Event
from parcferme.games.rallye_code.actions import GERANCES, GIVE_UP, HALF
from parcferme.games.rallye_code.pieces import UNIT
from parcferme.games.rallye_code.state import (
    ACTOR,
    BEFORE,
    BOX,
    CELL,
    COND,
    E_SURVIVOR,
    GENDARME,
    HOLDER,
    LEFT_IN,
    NOW,
    OUT,
    P_OVER,
    P_SHORTFALL,
    PHASE,
    PURSE,
    R_CAR,
    R_DUE,
    REASON,
    S_WAIT,
    STAGE,
    TABLE_MONEY,
    Position,
    alive,
    following,
)

FOR_GARAGE: Final = 0
FOR_GARAGE_AGAIN: Final = 1
FOR_DAMAGE: Final = 2
FOR_AID: Final = 3
FOR_AID_AGAIN: Final = 4
FOR_HOTEL: Final = 5
FOR_HOTEL_AGAIN: Final = 6
FOR_PETROL: Final = 7
FOR_CARD: Final = 8
FOR_UNJUSTIFIED: Final = 9
FOR_OVERTAKING: Final = 10
FOR_MISPLACED: Final = 11
FOR_INDEMNITY: Final = 12
FOR_PRICE: Final = 13
FOR_FORGOTTEN: Final = 14
FOR_CLAIM: Final = 15
FOR_COLLECTION: Final = 16
FOR_NOTHING: Final = 17  # not a payment: the test whether a purse is empty (RC-R28)
REASONS: Final = (
    ("garage", "RC-47"), ("garage_again", "RC-49"), ("damage", "RC-50"), ("aid", "RC-56"), ("aid_again", "RC-58"),
    ("hotel", "RC-52"), ("hotel_again", "RC-54"), ("petrol", "RC-55"), ("card", "RC-18"), ("unjustified", "RC-19"),
    ("overtaking", "RC-23"), ("misplaced", "RC-22"), ("indemnity", "RC-36"), ("price", "RC-61"),
    ("forgotten", "RC-25"), ("claim", "RC-46"), ("collection", "RC-24"), ("nothing", "RC-07"),
)  # fmt: skip


def pay(s: Position, debtor: int, slot: int, amount: int, reason: int, events: list[Event] | None) -> None:
    """Pay at once, or owe until the debtor has decided how."""
    if s.debts or s.v[PURSE + debtor] <= amount:
        s.debts = (*s.debts, (debtor, slot, amount, reason))
    else:
        transfer(s, debtor, slot, amount, reason, events)


def charge(s: Position, payer: int, gerance: int, amount: int, reason: int, events: list[Event] | None) -> None:
    """A service due to a gérance: into its box, held or not (RC-24, RC-44); in table mode only if claimed (RC-46)."""
    v = s.v
    if v[HOLDER + gerance] == payer:  # RC-R24
        if events is not None and not s.t.table:
            events.append(Event("waived", "RC-R24", {"player": payer + 1, "gerance": gerance + 2}))
    elif s.t.table:
        v[NOW + R_DUE + gerance] += amount
    else:
        pay(s, payer, BOX + gerance, amount, reason, events)


def fine(s: Position, gendarme: int, offender: int, amount: int, reason: int, events: list[Event] | None) -> None:
    """To the Gendarme himself (RC-17); his own fines go on the table (RC-20, RC-R15)."""
    slot = TABLE_MONEY if offender == gendarme else PURSE + gendarme
    pay(s, offender, slot, amount, reason, events)


def can_draw(v: list[int], seat: int) -> bool:
    """Does the player hold a box that half can be taken from? (RC-65, RC-R29)"""
    return any(v[HOLDER + g] == seat and v[BOX + g] >= 2 * UNIT for g in range(GERANCES))


def settle(s: Position, events: list[Event] | None) -> bool:
    """Work through the debts; False when a debtor must decide first, or the game is over."""
    v = s.v
    while s.debts:
        debtor, slot, amount, reason = s.debts[0]
        gone = slot < BOX and not alive(v, slot - PURSE)
        if gone or not alive(v, debtor):  # RC-R30: debts to and from the eliminated lapse
            s.debts = s.debts[1:]
        elif v[PURSE + debtor] > amount:
            s.debts = s.debts[1:]
            transfer(s, debtor, slot, amount, reason, events)
        elif can_draw(v, debtor):
            _ask_debtor(s, debtor)
            return False
        else:
            ruin(s, events)
            if v[PHASE] == P_OVER:
                return False
    return True


def _ask_debtor(s: Position, debtor: int) -> None:
    v = s.v
    v[PHASE] = P_SHORTFALL
    v[ACTOR] = debtor
    boxes = [HALF + g for g in range(GERANCES) if v[HOLDER + g] == debtor and v[BOX + g] >= 2 * UNIT]
    s.moves = [*boxes, GIVE_UP]


def draw_half(s: Position, gerance: int, events: list[Event] | None) -> None:
    """RC-65, RC-R29: half of one box, rounded down to 500, into the purse."""
    v = s.v
    debtor = v[ACTOR]
    half = v[BOX + gerance] // (2 * UNIT) * UNIT
    v[BOX + gerance] -= half
    v[PURSE + debtor] += half
    if events is not None:
        args: dict[str, object] = {"player": debtor + 1, "gerance": gerance + 2, "amount": half}
        events.append(Event("half_box", "RC-65", {**args, "left": v[BOX + gerance]}))


def ruin(s: Position, events: list[Event] | None) -> None:
    """RC-R27: the first debtor pays all he has and is eliminated."""
    debtor, slot, amount, reason = s.debts[0]
    s.debts = s.debts[1:]
    rest = min(s.v[PURSE + debtor], amount)
    if rest:
        transfer(s, debtor, slot, rest, reason, events)
    eliminate(s, debtor, events)


def eliminate(s: Position, seat: int, events: list[Event] | None) -> None:
    """RC-07, RC-R30: cars off, gérances vacant, indemnities lapse, the office passes on. The last one in has won."""
    v, t = s.v, s.t
    v[OUT] |= 1 << seat
    v[LEFT_IN] -= 1
    for car in range(seat * t.each, (seat + 1) * t.each):
        v[CELL + car] = t.off
        v[COND + car] = 0
    s.blows = tuple(
        [(car, by, 0 if by == seat else rate) for car, by, rate in s.blows if t.owner[car] != seat],
    )
    for gerance in range(GERANCES):
        if v[HOLDER + gerance] == seat:
            v[HOLDER + gerance] = -1
    for record in (NOW, BEFORE):
        if v[record + R_CAR] >= 0 and t.owner[v[record + R_CAR]] == seat:
            v[record + R_CAR] = -1
    if events is not None:
        events.append(Event("eliminated", "RC-07", {"player": seat + 1}))
    if v[LEFT_IN] == 1:
        finish(s, E_SURVIVOR, events)
    elif v[GENDARME] == seat:
        v[GENDARME] = following(v, seat, t.players)
        if events is not None:
            events.append(Event("office", "RC-R30", {"player": v[GENDARME] + 1}))


def finish(s: Position, reason: int, events: list[Event] | None) -> None:
    """The game is over; open debts, offences and dues lapse (RC-R32)."""
    v = s.v
    v[PHASE] = P_OVER
    v[ACTOR] = -1
    v[REASON] = reason
    v[STAGE] = S_WAIT
    s.moves = []
    s.debts = ()
    s.asks = ()
    if events is not None:
        richest = max(v[PURSE : PURSE + s.t.players])
        winners = [seat + 1 for seat in range(s.t.players) if v[PURSE + seat] == richest]
        clause = "RC-09" if reason == E_SURVIVOR else "RC-08"
        events.append(Event("over", clause, {"winners": winners, "amount": richest}))


def take(s: Position, slot: int, seat: int) -> int:
    """Empty a box or the table into a purse; returns the amount."""
    v = s.v
    amount = v[slot]
    v[slot] = 0
    v[PURSE + seat] += amount
    return amount


def transfer(s: Position, debtor: int, slot: int, amount: int, reason: int, events: list[Event] | None) -> None:
    v = s.v
    v[PURSE + debtor] -= amount
    v[slot] += amount
    if events is not None and amount:
        events.append(_payment(debtor, slot, amount, reason))


def _payment(debtor: int, slot: int, amount: int, reason: int) -> Event:
    kind, clause = REASONS[reason]
    args: dict[str, object] = {"player": debtor + 1, "amount": amount}
    if slot == TABLE_MONEY:
        kind, args["to"] = f"{kind}_table", "table"
        clause = "RC-20" if reason == FOR_CARD else clause
    elif slot >= BOX:
        args["to"] = f"box:{slot - BOX + 2}"
        args["gerance"] = slot - BOX + 2
    else:
        args["to"] = f"player:{slot - PURSE + 1}"
        args["payee"] = slot - PURSE + 1
    return Event(f"pay_{kind}", clause, args)
