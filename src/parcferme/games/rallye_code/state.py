"""The position: whose turn it is, the cars, and the money, which only ever changes hands (RC-04).

What a position is waiting for is its phase (rules/phases.py has the table); POSITION.md documents the notation.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parcferme.core.contract import State
from parcferme.core.events import Event, Events
from parcferme.games.rallye_code.actions import GERANCES
from parcferme.games.rallye_code.board.tables import Tables
from parcferme.games.rallye_code.mechanics.takeover import price_of

NOBODY: Final = -1

# Phases, by their row in rules/phases.py.
P_FIRST_ROLL: Final = 0
P_TURN: Final = 1
P_DICE: Final = 2
P_PLACE: Final = 3
P_CARD: Final = 4
P_TAKEOVER: Final = 5
P_HOLDER_ROLL: Final = 6
P_NEWCOMER_ROLL: Final = 7
P_SHORTFALL: Final = 8
P_WINDOW: Final = 9
P_OVER: Final = 10

# Stages: what the rules do next by themselves, once all debts are settled.
S_WAIT: Final = 0  # nothing: somebody is waited for
S_MOVE: Final = 1
S_LAND: Final = 2
S_END: Final = 3
S_CARD: Final = 4
S_ASK: Final = 5
S_NEXT_TURN: Final = 6
STAGE_NAMES: Final = ("wait", "move", "land", "end", "card", "ask", "next_turn")

# Why a Contravention card is drawn.
C_ARRIVAL: Final = 0
C_FINE_NOW: Final = 1
C_FINE_BEFORE: Final = 2
C_CHALLENGE: Final = 3
CARD_NAMES: Final = ("arrival", "fine_now", "fine_before", "challenge")

# How a car may be misplaced (RC-22).
ON_THE_LEFT: Final = 1
IN_THE_NO_ENTRY: Final = 2
MISPLACED_NAMES: Final = ("no", "left", "no_entry")

# As what a seat is asked in a window.
AS_GENDARME: Final = 0
AS_GERANT: Final = 1
AS_CHALLENGER: Final = 2
ROLES: Final = ("gendarme", "gerant", "challenger")

# Reasons of the end, with the clause that says so.
E_ROUNDS: Final = 1
E_TIME: Final = 2
E_CAP: Final = 3
E_SURVIVOR: Final = 4
ENDS: Final = (("", ""), ("rounds", "RC-08"), ("time", "RC-08"), ("cap", "RC-08"), ("last_survivor", "RC-09"))

# Who is paid: a seat by its number, then the four boxes, then the table.
TO_BOX: Final = 6
TO_TABLE: Final = 10


@final
class Blow:
    """A collision whose victim has not got away yet: who caused it, and what each failed roll costs him (RC-36)."""

    __slots__ = ("by", "rate")

    def __init__(self, by: i64, rate: i64) -> None:
        self.by = by
        self.rate = rate


@final
class Debt:
    """A payment that would leave its payer with nothing: it waits until he has decided (RC-65)."""

    __slots__ = ("debtor", "to", "amount", "reason")

    def __init__(self, debtor: i64, to: i64, amount: i64, reason: i64) -> None:
        self.debtor = debtor
        self.to = to
        self.amount = amount
        self.reason = reason  # one of the FOR_ constants of rules/money.py


@final
class Speaker:
    """A seat to be asked in a window, and as what."""

    __slots__ = ("role", "seat")

    def __init__(self, role: i64, seat: i64) -> None:
        self.role = role
        self.seat = seat


@final
class Car:
    """One car: where it stands and what binds it."""

    __slots__ = ("cell", "garage", "first_aid", "hotel", "petrol", "misses_turn", "left_side", "blows")

    def __init__(
        self,
        cell: i64,
        garage: bool,
        first_aid: bool,
        hotel: bool,
        petrol: bool,
        misses_turn: bool,
        left_side: bool,
        blows: tuple[Blow, ...],
    ) -> None:
        self.cell = cell  # `tables.off` once its player is out
        self.garage = garage  # held there, or where it was damaged (RC-51)
        self.first_aid = first_aid
        self.hotel = hotel
        self.petrol = petrol  # to be paid on leaving
        self.misses_turn = misses_turn
        self.left_side = left_side  # of the road, against the code (table mode)
        self.blows = blows  # it was hit and cannot move yet (RC-35)

    def held(self) -> bool:
        """Must it wait for a roll that is low enough? (RC-30, RC-48, RC-53, RC-57)"""
        return self.garage or self.first_aid or self.hotel

    def stands(self, cell: int) -> None:
        """Put it down, free of everything."""
        self.cell = cell
        self.free()

    def free(self) -> None:
        self.garage = self.first_aid = self.hotel = False
        self.petrol = self.misses_turn = self.left_side = False
        self.blows = ()

    def copy(self) -> Car:
        return Car(
            self.cell, self.garage, self.first_aid, self.hotel, self.petrol, self.misses_turn, self.left_side,
            self.blows,
        )  # fmt: skip


@final
class OpenTurn:
    """Table mode: what a turn has left for others to see to."""

    __slots__ = ("car", "gendarme", "red", "overtaken", "misplaced", "dues")

    def __init__(self, car: i64, gendarme: i64, red: bool, overtaken: i64, misplaced: i64, dues: list[int]) -> None:
        self.car = car  # NOBODY: there is nothing to see to
        self.gendarme = gendarme  # in office when the turn began: he answers for it (RC-R17)
        self.red = red  # a red-ringed sign was reached
        self.overtaken = overtaken  # cars, on bends and crossings
        self.misplaced = misplaced
        self.dues = dues  # to the four gérances

    def offends(self) -> bool:
        """Is there anything to be fined?"""
        return self.red or self.overtaken > 0 or self.misplaced > 0

    def forgive(self) -> None:
        self.red = False
        self.overtaken = self.misplaced = 0

    def copy(self) -> OpenTurn:
        return OpenTurn(self.car, self.gendarme, self.red, self.overtaken, self.misplaced, self.dues[:])


def closed_turn() -> OpenTurn:
    return OpenTurn(NOBODY, 0, False, 0, 0, [0] * GERANCES)


class Position(State):
    """The data of a position. `rules/game.py` gives it its rules."""

    __slots__ = (
        "tables", "phase", "actor", "then", "seat", "car", "dice", "total", "round", "starter", "gendarme", "allotted",
        "draws", "out", "called", "ended", "contested", "holder_total", "rollers", "best_rollers", "best", "rerolls",
        "card_for", "challenger", "table_money", "purses", "boxes", "holders", "cars", "now", "before", "debts",
        "drawn", "speakers", "said", "moves", "top",
    )  # fmt: skip

    def __init__(
        self,
        tables: Tables,
        phase: i64,
        actor: i64,
        then: i64,
        seat: i64,
        car: i64,
        dice: i64,
        total: i64,
        round: i64,
        starter: i64,
        gendarme: i64,
        allotted: bool,
        draws: i64,
        out: i64,
        called: i64,
        ended: i64,
        contested: i64,
        holder_total: i64,
        rollers: i64,
        best_rollers: i64,
        best: i64,
        rerolls: i64,
        card_for: i64,
        challenger: i64,
        table_money: i64,
        purses: list[int],
        boxes: list[int],
        holders: list[int],
        cars: list[Car],
        now: OpenTurn,
        before: OpenTurn,
        debts: tuple[Debt, ...],
        drawn: tuple[int, ...],
        speakers: tuple[Speaker, ...],
        said: tuple[int, ...],
        moves: list[int],
        top: list[int],
    ) -> None:
        self.tables = tables
        self.phase = phase
        self.actor = actor  # the seat that decides, NOBODY while chance acts
        self.then = then  # the stage that waits for a debtor
        self.seat = seat  # whose turn it is, or who rolls first
        self.car = car  # … and which car
        self.dice = dice  # as an outcome, -1 before the first turn's
        self.total = total  # … and their sum
        self.round = round
        self.starter = starter
        self.gendarme = gendarme
        self.allotted = allotted  # has a gérance ever been won by exact arrival? (RC-43)
        self.draws = draws  # cards drawn so far
        self.out = out  # eliminated seats, as bits
        self.called = called  # seats that have called time, as bits
        self.ended = ended  # how: one of the E_ constants
        self.contested = contested  # the gérance being taken over, 0 to 3
        self.holder_total = holder_total  # what its holder rolled
        self.rollers = rollers  # first roll: seats still to roll, as bits
        self.best_rollers = best_rollers  # … those with the best roll so far
        self.best = best  # … and what they rolled
        self.rerolls = rerolls
        self.card_for = card_for
        self.challenger = challenger
        self.table_money = table_money
        self.purses = purses  # by seat
        self.boxes = boxes  # by gérance
        self.holders = holders  # by gérance: a seat, or NOBODY
        self.cars = cars
        self.now = now  # table mode: this turn
        self.before = before  # … and the one before
        self.debts = debts  # still to be settled, in order
        self.drawn = drawn  # cards in the order first drawn; the rest of the deck is unknown
        self.speakers = speakers  # table mode: who is still to be asked in this window, the current one first
        self.said = said  # … and what that one has said
        self.moves = moves  # the legal actions of the seat that decides: follows from the rest
        self.top = top  # the outcomes that the top card may be, all as likely: follows from `drawn`

    def mover(self) -> Car:
        return self.cars[self.car]

    def mover_name(self) -> str:
        return self.tables.ids.car_names[self.car]

    def tell(self, events: Events, kind: str, clause: str, args: dict[str, object]) -> None:
        """What happens to the car whose turn it is."""
        if events is not None:
            events.append(Event(kind, clause, {"car": self.mover_name(), **args}))

    def alive(self, seat: int) -> bool:
        """Is the player still in? (RC-07)"""
        return not self.out >> seat & 1

    def players_left(self) -> int:
        return sum([1 for seat in range(self.tables.players) if self.alive(seat)])

    def following(self, seat: int) -> int:
        """The next player still in, in seat order (to the left)."""
        players = self.tables.players
        seat = (seat + 1) % players
        while not self.alive(seat):
            seat = (seat + 1) % players
        return seat

    def price(self) -> int:
        """Of the gérance being taken over."""
        return price_of(self.total, self.tables.tariff)

    def wait(self, phase: int, actor: int, moves: list[int]) -> int:
        """Open a phase in which a seat decides."""
        self.phase = phase
        self.actor = actor
        self.moves = moves
        return S_WAIT

    def wait_for_chance(self, phase: int) -> int:
        self.phase = phase
        self.actor = NOBODY
        return S_WAIT

    def card_turn(self) -> OpenTurn:
        """Table mode: the turn for whose sign a card is drawn."""
        return self.now if self.card_for == C_FINE_NOW else self.before


def cards_unseen(drawn: tuple[int, ...], cards: int) -> list[int]:
    """The cards nobody has seen yet, in the order of the deck file."""
    return [card for card in range(cards) if card not in drawn]


def next_card(drawn: tuple[int, ...], draws: int, cards: int) -> int:
    """The top card once the whole deck has been seen: drawn cards go under it in order (RC-18); else -1."""
    return drawn[draws % cards] if len(drawn) == cards else -1


def top_cards(drawn: tuple[int, ...], draws: int, cards: int) -> list[int]:
    """What the top card may be: any not yet seen; once all have been, the one that lies there."""
    known = next_card(drawn, draws, cards)
    return [known] if known >= 0 else cards_unseen(drawn, cards)
