"""Money: every payment, half a box for a debtor, and elimination (RC-07, RC-R27 … RC-R30, RC-65).

A payment that leaves its payer with something is made at once. Any other waits in `debts` until the payer has used his
boxes or is eliminated; the rest of the turn waits with it.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Event, Events
from parcferme.games.rallye_code.actions import GERANCES, GIVE_UP, HALF
from parcferme.games.rallye_code.mechanics.bills import FIRST_AID_POSTS, GARAGES, HOTELS, Bill
from parcferme.games.rallye_code.mechanics.takeover import half_of
from parcferme.games.rallye_code.state import (
    E_SURVIVOR,
    ENDS,
    NOBODY,
    P_OVER,
    P_SHORTFALL,
    S_END,
    S_WAIT,
    TO_BOX,
    TO_TABLE,
    Blow,
    Debt,
    Position,
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
REASON_NAMES: Final = tuple([name for name, _ in REASONS])

# For what each gérance is paid, in this order (RC-R27): on arrival, for damage and wounds, for another day.
FOR_A_STAY: Final = ((GARAGES, FOR_GARAGE), (HOTELS, FOR_HOTEL))
FOR_A_CRASH: Final = ((GARAGES, FOR_DAMAGE), (FIRST_AID_POSTS, FOR_AID))
FOR_ANOTHER_DAY: Final = ((GARAGES, FOR_GARAGE_AGAIN), (FIRST_AID_POSTS, FOR_AID_AGAIN), (HOTELS, FOR_HOTEL_AGAIN))


def pay(s: Position, debtor: int, to: int, amount: int, reason: int, events: Events) -> None:
    """Pay at once, or owe until the debtor has decided how."""
    if s.debts or s.purses[debtor] <= amount:
        s.debts = (*s.debts, Debt(debtor, to, amount, reason))
    else:
        transfer(s, debtor, to, amount, reason, events)


def charge(s: Position, payer: int, gerance: int, amount: int, reason: int, events: Events) -> None:
    """A service due to a gérance: into its box, held or not (RC-24, RC-44); in table mode only if claimed (RC-46)."""
    if s.holders[gerance] == payer:  # RC-R24
        if events is not None and not s.tables.table:
            events.append(Event("waived", "RC-R24", {"player": payer + 1, "gerance": gerance + 2}))
    elif s.tables.table:
        s.now.dues[gerance] += amount
    else:
        pay(s, payer, TO_BOX + gerance, amount, reason, events)


def charge_bill(s: Position, payer: int, bill: Bill, lines: tuple[tuple[int, int], ...], events: Events) -> None:
    """The lines of a bill in the order of RC-R27, each to its gérance."""
    for gerance, reason in lines:
        if bill[gerance]:
            charge(s, payer, gerance, bill[gerance], reason, events)


def fine(s: Position, gendarme: int, offender: int, amount: int, reason: int, events: Events) -> None:
    """To the Gendarme himself (RC-17); his own fines go on the table (RC-20, RC-R15)."""
    pay(s, offender, TO_TABLE if offender == gendarme else gendarme, amount, reason, events)


def boxes_to_halve(s: Position, seat: int) -> list[int]:
    """The boxes of a player that half can be taken from (RC-65, RC-R29)."""
    return [g for g in range(GERANCES) if s.holders[g] == seat and half_of(s.boxes[g])]


def settle(s: Position, events: Events) -> bool:
    """Work through the debts; False when a debtor must decide first, or the game is over."""
    while s.debts:
        debt = s.debts[0]
        gone = debt.to < TO_BOX and not s.alive(debt.to)
        if gone or not s.alive(debt.debtor):  # RC-R30: debts to and from the eliminated lapse
            s.debts = s.debts[1:]
        elif s.purses[debt.debtor] > debt.amount:
            s.debts = s.debts[1:]
            transfer(s, debt.debtor, debt.to, debt.amount, debt.reason, events)
        elif boxes_to_halve(s, debt.debtor):
            s.wait(P_SHORTFALL, debt.debtor, ways_out(s, debt.debtor))
            return False
        else:
            ruin(s, events)
            if s.phase == P_OVER:
                return False
    return True


def ways_out(s: Position, debtor: int) -> list[int]:
    """What a debtor may do: half of one of his boxes, or give up."""
    return [*[HALF + gerance for gerance in boxes_to_halve(s, debtor)], GIVE_UP]


def shortfall(s: Position, choice: int, events: Events) -> int:
    """RC-65, RC-R27: a debtor helps himself, or is ruined; then the turn goes on where it was."""
    stage = s.then
    s.then = S_WAIT
    if choice == GIVE_UP:
        ruin(s, events)
    else:
        _draw_half(s, choice - HALF, events)
    return unless_ruined(s, stage)


def unless_ruined(s: Position, stage: int) -> int:
    """A mover ruined on the way goes no further; nor does a game that is over."""
    if s.phase == P_OVER:
        return S_WAIT
    return S_END if stage < S_END and not s.alive(s.seat) else stage


def _draw_half(s: Position, gerance: int, events: Events) -> None:
    """RC-65, RC-R29: half of one box, rounded down to 500, into the purse."""
    half = half_of(s.boxes[gerance])
    s.boxes[gerance] -= half
    s.purses[s.actor] += half
    if events is not None:
        args: dict[str, object] = {"player": s.actor + 1, "gerance": gerance + 2, "amount": half}
        events.append(Event("half_box", "RC-65", {**args, "left": s.boxes[gerance]}))


def ruin(s: Position, events: Events) -> None:
    """RC-R27, RC-R28: the first debtor pays all he has and is eliminated."""
    debt = s.debts[0]
    s.debts = s.debts[1:]
    rest = min(s.purses[debt.debtor], debt.amount)
    if rest:
        transfer(s, debt.debtor, debt.to, rest, debt.reason, events)
    eliminate(s, debt.debtor, events)


def eliminate(s: Position, seat: int, events: Events) -> None:
    """RC-07, RC-R30: cars off, gérances vacant, indemnities lapse, the office passes on. The last one in has won."""
    s.out |= 1 << seat
    _clear_away(s, seat)
    if events is not None:
        events.append(Event("eliminated", "RC-07", {"player": seat + 1}))
    if s.players_left() == 1:  # RC-09
        finish(s, E_SURVIVOR, events)
    elif s.gendarme == seat:
        s.gendarme = s.following(seat)
        if events is not None:
            events.append(Event("office", "RC-R30", {"player": s.gendarme + 1}))


def _clear_away(s: Position, seat: int) -> None:
    """Everything of a player who is out (RC-R30)."""
    t = s.tables
    for number, car in enumerate(s.cars):
        if t.owner[number] == seat:
            car.stands(t.off)
        elif car.blows:
            car.blows = tuple([Blow(blow.by, 0 if blow.by == seat else blow.rate) for blow in car.blows])
    for gerance in range(GERANCES):
        if s.holders[gerance] == seat:
            s.holders[gerance] = NOBODY
    for turn in (s.now, s.before):
        if turn.car >= 0 and t.owner[turn.car] == seat:
            turn.car = NOBODY


def finish(s: Position, reason: int, events: Events) -> None:
    """The game is over; open debts, offences and dues lapse (RC-R32)."""
    s.wait(P_OVER, NOBODY, [])
    s.ended = reason
    s.debts = ()
    s.speakers = ()
    s.said = ()
    if events is not None:
        richest = max(s.purses)
        winners = [seat + 1 for seat, purse in enumerate(s.purses) if purse == richest]
        events.append(Event("over", ENDS[reason][1], {"winners": winners, "amount": richest}))


def take_box(s: Position, gerance: int, seat: int) -> int:
    """Empty a box into a purse; returns the amount."""
    amount = s.boxes[gerance]
    s.boxes[gerance] = 0
    s.purses[seat] += amount
    return amount


def transfer(s: Position, debtor: int, to: int, amount: int, reason: int, events: Events) -> None:
    """From a purse to a purse, a box or the table: money only changes hands."""
    s.purses[debtor] -= amount
    if to < TO_BOX:
        s.purses[to] += amount
    elif to < TO_TABLE:
        s.boxes[to - TO_BOX] += amount
    else:
        s.table_money += amount
    if events is not None and amount:
        events.append(_payment(debtor, to, amount, reason))


def _payment(debtor: int, to: int, amount: int, reason: int) -> Event:
    kind, clause = REASONS[reason]
    args: dict[str, object] = {"player": debtor + 1, "amount": amount}
    if to == TO_TABLE:
        kind, args["to"] = f"{kind}_table", "table"
        clause = "RC-20" if reason == FOR_CARD else clause
    elif to >= TO_BOX:
        args["to"] = f"box:{to - TO_BOX + 2}"
        args["gerance"] = to - TO_BOX + 2
    else:
        args["to"] = f"player:{to + 1}"
        args["payee"] = to + 1
    return Event(f"pay_{kind}", clause, args)
