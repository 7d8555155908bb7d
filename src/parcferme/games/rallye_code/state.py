"""The position: one flat list of integers, and four short tuples for what has no fixed size.

Purses, boxes and the table money lie side by side, so that every payment moves an amount from one slot to another and
money cannot appear or vanish (RC-04: 50,000 per car, for ever).
"""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import State
from parcferme.core.position import Note
from parcferme.games.rallye_code.actions import Ids
from parcferme.games.rallye_code.tables import Tables

# Phases: what is waited for.
P_FIRST_ROLL: Final = 0  # chance: a player rolls for the office of Gendarme
P_LOT: Final = 1  # chance: tied for too long, the lot decides
P_TURN: Final = 2  # decision: roll
P_DICE: Final = 3  # chance
P_PLACE: Final = 4  # decision (table mode): where to put the car
P_CARD: Final = 5  # chance: the top Contravention card
P_TAKEOVER: Final = 6  # decision of the holder: sell or refuse
P_HOLDER_ROLL: Final = 7  # chance
P_NEWCOMER_ROLL: Final = 8  # chance (edition B)
P_SHORTFALL: Final = 9  # decision of a debtor: half a box, or give up
P_WINDOW: Final = 10  # decision (table mode): fine, claim, challenge, pass
P_OVER: Final = 11
PHASES: Final = (
    "first_roll", "lot", "turn", "dice", "place", "card",
    "takeover", "holder_roll", "newcomer_roll", "shortfall", "window", "over",
)  # fmt: skip

# Stages: what the rules do next by themselves, once all debts are settled.
S_WAIT: Final = 0  # nothing: a phase is open
S_MOVE: Final = 1
S_LAND: Final = 2
S_END: Final = 3
S_CARD: Final = 4
S_ASK: Final = 5
S_NEXT_TURN: Final = 6

# Slots of the list.
PHASE: Final = 0
STAGE: Final = 1
ACTOR: Final = 2  # the seat that decides, -1 for chance
SEAT: Final = 3  # whose turn it is
CAR: Final = 4
TOTAL_ROLLED: Final = 5
THROWN: Final = 6  # the dice as an outcome id, -1 before the first roll
ROUND: Final = 7
STARTER: Final = 8
GENDARME: Final = 9
ALLOTTED: Final = 10  # has a gérance ever been allotted by exact arrival? (RC-43)
DRAWS: Final = 11  # cards drawn so far
OUT: Final = 12  # eliminated seats, as bits
LEFT_IN: Final = 13  # players still in
CALLED: Final = 14  # seats that have called time, as bits
REASON: Final = 15  # how the game ended
CONTESTED: Final = 16  # the gérance being taken over, 0 to 3
HOLDER_TOTAL: Final = 17
ROLLERS: Final = 18  # first roll: seats still to roll, as bits
TOP: Final = 19  # first roll: seats with the best roll, as bits
BEST: Final = 20
REROLLS: Final = 21
CARD_FOR: Final = 22  # why a card is drawn: one of the C_ constants
CHALLENGER: Final = 23
USED: Final = 24  # accusations the seat asked has already made in this window, as bits
PURSE: Final = 25  # 6 seats
BOX: Final = 31  # 4 gérances
TABLE_MONEY: Final = 35
HOLDER: Final = 36  # 4 gérances: seat or -1
CELL: Final = 40  # 6 cars
COND: Final = 46  # 6 cars: conditions, as bits
NOW: Final = 52  # table mode: the record of this turn
BEFORE: Final = 61  # … and of the turn before
SIZE: Final = 70

# A record: what a turn left open (table mode).
R_CAR: Final = 0  # -1: nothing recorded
R_GENDARME: Final = 1  # in office when the turn began (RC-R17)
R_RED: Final = 2
R_OVERTAKEN: Final = 3
R_MISPLACED: Final = 4  # 1 left, 2 in a no-entry
R_DUE: Final = 5  # 4 gérances
R_SIZE: Final = 9

C_LANDING: Final = 0
C_FINE: Final = 1  # + 0 for this turn's record, + 1 for the one before
C_CHALLENGE: Final = 3

# Who is asked in a window, as what: an ask is role × ASK + seat.
AS_GENDARME: Final = 0
AS_GERANT: Final = 1
AS_CHALLENGER: Final = 2
ROLES: Final = ("gendarme", "gerant", "challenger")
ASK: Final = 8

# Conditions of a car.
HELD_GARAGE: Final = 1
HELD_AID: Final = 2
HELD_HOTEL: Final = 4
HELD: Final = 7
HIT: Final = 8
TANKING: Final = 16
MISSING: Final = 32
LEFT_SIDE: Final = 64

# Reasons of the end.
E_ROUNDS: Final = 1
E_TIME: Final = 2
E_CAP: Final = 3
E_SURVIVOR: Final = 4
ENDS: Final = (("", ""), ("rounds", "RC-08"), ("time", "RC-08"), ("cap", "RC-08"), ("last_survivor", "RC-09"))

Debt = tuple[int, int, int, int]  # debtor, slot of the creditor, amount, reason (see rules/money.py)
Blow = tuple[int, int, int]  # car hit, seat of the collider, indemnity for each failed roll


class Position(State):
    """The data of a position. `rules/game.py` gives it its rules."""

    __slots__ = ("asks", "blows", "debts", "drawn", "ids", "moves", "t", "top", "v")

    def __init__(
        self,
        t: Tables,
        ids: Ids,
        v: list[int],
        moves: list[int],
        debts: tuple[Debt, ...],
        blows: tuple[Blow, ...],
        drawn: tuple[int, ...],
        asks: tuple[int, ...],
        top: list[tuple[int, int]],
    ) -> None:
        self.t = t
        self.ids = ids
        self.v = v
        self.moves = moves  # the legal actions of the seat that decides
        self.debts = debts  # still to be settled, in order
        self.blows = blows  # collisions whose victims have not left yet
        self.drawn = drawn  # cards in the order first drawn; the rest of the deck is unknown
        self.asks = asks  # table mode: who is still to be asked in this window, the current one first
        self.top = top  # what the top card may be, as chance's outcomes: follows from `drawn`

    def dump(self) -> Note:
        parts: list[object] = [
            self.v[:],
            self.moves[:],
            [list(debt) for debt in self.debts],
            [list(blow) for blow in self.blows],
            list(self.drawn),
            list(self.asks),
        ]
        return {"parts": parts}


def alive(v: list[int], seat: int) -> bool:
    return not v[OUT] >> seat & 1


def following(v: list[int], seat: int, players: int) -> int:
    """The next player still in, in seat order (to the left)."""
    seat = (seat + 1) % players
    while v[OUT] >> seat & 1:
        seat = (seat + 1) % players
    return seat


def cards_unseen(drawn: tuple[int, ...], cards: int) -> list[int]:
    """The cards nobody has seen yet, in the order of the deck file."""
    return [card for card in range(cards) if card not in drawn]


def top_card(ids: Ids, drawn: tuple[int, ...], draws: int, cards: int) -> list[tuple[int, int]]:
    """Chance's outcomes for the top card: any not yet seen; once all have been, the one that lies there."""
    known = next_card(drawn, draws, cards)
    possible = [known] if known >= 0 else cards_unseen(drawn, cards)
    return [(ids.card + card, 1) for card in possible]


def next_card(drawn: tuple[int, ...], draws: int, cards: int) -> int:
    """The top card once the whole deck has been seen: drawn cards go under it in order (RC-18); else -1."""
    return drawn[draws % cards] if len(drawn) == cards else -1
