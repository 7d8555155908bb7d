"""The game and its positions as the contract asks for them."""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.contract import Game, View
from parcferme.core.errors import BadOption, Refusal
from parcferme.core.events import Event
from parcferme.core.options import Options
from parcferme.core.position import list_at, object_at
from parcferme.core.result import Result
from parcferme.games.rallye_code.actions import ACCEPT, BELL, DICE_CHANCES, PASS, PLACE_RIGHT, Ids
from parcferme.games.rallye_code.meta import META
from parcferme.games.rallye_code.rules.flow import KIND_OF, apply
from parcferme.games.rallye_code.rules.refusals import refusal
from parcferme.games.rallye_code.rules.setup import MOST_REROLLS, ask_rolls
from parcferme.games.rallye_code.state import (
    ACTOR,
    BEFORE,
    CALLED,
    CELL,
    DRAWS,
    ENDS,
    GENDARME,
    HOLDER,
    LEFT_IN,
    NOW,
    P_CARD,
    P_DICE,
    P_LOT,
    P_OVER,
    P_PLACE,
    P_TAKEOVER,
    P_WINDOW,
    PHASE,
    PURSE,
    R_CAR,
    REASON,
    SIZE,
    THROWN,
    TOP,
    Blow,
    Debt,
    Position,
    alive,
    top_card,
)
from parcferme.games.rallye_code.tables import Tables
from parcferme.games.rallye_code.view import view
from parcferme.lib.standings import places

NOTHING: Final[list[int]] = []
NO_CHANCE: Final[list[tuple[int, int]]] = []
NOBODY: Final[tuple[int, ...]] = ()
SEATS: Final = [(seat,) for seat in range(6)]
BELL_ONLY: Final = [BELL]
MOST_DRAWS_A_TURN: Final = 200  # see `bound`


class RallyeState(Position):
    """A position with its rules."""

    __slots__ = ()

    def kind(self) -> int:
        return KIND_OF[self.v[PHASE]]

    def to_act(self) -> tuple[int, ...]:
        actor = self.v[ACTOR]
        return SEATS[actor] if actor >= 0 else NOBODY

    def legal(self, seat: int) -> list[int]:
        return self.moves if seat == self.v[ACTOR] and seat >= 0 else NOTHING

    def explain(self, seat: int, action: int) -> Refusal | None:
        if action in self.legal(seat) or action in self.interrupts(seat):
            return None
        return refusal(self, seat, action)

    def chance(self) -> list[tuple[int, int]]:
        phase = self.v[PHASE]
        if phase == P_DICE:
            return DICE_CHANCES
        if phase == P_CARD:
            return self.top
        if phase == P_LOT:
            return [(self.ids.lot + seat, 1) for seat in range(self.t.players) if self.v[TOP] >> seat & 1]
        return NO_CHANCE if self.v[ACTOR] >= 0 or phase == P_OVER else DICE_CHANCES

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        apply(self, move, events)

    def interrupts(self, seat: int) -> list[int]:
        """RC-08 by the clock: a player still in may call time, once. When all have, the running turn is the last."""
        v = self.v
        if not self.t.clock or v[PHASE] == P_OVER or not 0 <= seat < self.t.players:
            return NOTHING
        return NOTHING if v[CALLED] >> seat & 1 or not alive(v, seat) else BELL_ONLY

    def interrupt(self, seat: int, action: int, events: list[Event] | None = None) -> None:
        if action not in self.interrupts(seat):
            raise ValueError("this seat cannot call time now")
        self.v[CALLED] |= 1 << seat
        if events is not None:
            events.append(Event("time_called", "RC-R32", {"player": seat + 1}))

    def default(self, seat: int) -> int:
        """Roll; by the code; sell; half a box; silence."""
        harmless = {P_PLACE: PLACE_RIGHT, P_TAKEOVER: ACCEPT, P_WINDOW: PASS}
        return harmless.get(self.v[PHASE], self.moves[0])

    def view(self, seat: int | None) -> View:
        return view(self, seat)

    def resample(self, seat: int, rng: Random) -> RallyeState:
        return self.copy()  # cards are drawn when turned: there is nothing that a seat could not know

    def result(self) -> Result | None:
        v = self.v
        if v[PHASE] != P_OVER:
            return None
        purses = v[PURSE : PURSE + self.t.players]  # RC-R31: boxes and table money are nobody's
        reason, clause = ENDS[v[REASON]]
        return Result(places(purses), purses, {"money": purses}, reason, clause)

    def copy(self) -> RallyeState:
        return RallyeState(
            self.t, self.ids, self.v[:], self.moves, self.debts, self.blows, self.drawn, self.asks, self.top
        )


class RallyeCode(Game):
    """Rallye-Code with its options chosen."""

    def __init__(self, options: Options, version: int) -> None:
        tables = Tables(options)
        ids = Ids(tables.players, tables.each, len(tables.cards))
        super().__init__(META.id, version, tables.players, options, ids.actions, ids.outcomes)
        self.tables = tables
        self.ids = ids

    def start(self) -> RallyeState:
        """RC-03, RC-04, RC-10: boxes turned over and empty, 50,000 a car, everybody at Paris."""
        t = self.tables
        v = [0] * SIZE
        v[LEFT_IN] = t.players
        v[GENDARME] = -1
        v[THROWN] = -1
        v[NOW + R_CAR] = v[BEFORE + R_CAR] = -1
        for gerance in range(4):
            v[HOLDER + gerance] = -1
        for car in range(6):
            v[CELL + car] = t.paris if car < t.cars else t.off
        for seat in range(t.players):
            v[PURSE + seat] = t.edition.provision * t.each
        top = top_card(self.ids, (), 0, len(t.cards))
        state = RallyeState(t, self.ids, v, NOTHING, (), (), (), (), top)
        ask_rolls(state, (1 << t.players) - 1)
        return state

    def restore(self, dump: object) -> RallyeState:
        parts = list_at("position", object_at("position", dump).get("parts"), 6, 6)
        v, moves, debts, blows, drawn, asks = [_rows(part) for part in parts]
        owed: list[Debt] = [(_int(d[0]), _int(d[1]), _int(d[2]), _int(d[3])) for d in [_rows(row) for row in debts]]
        hurt: list[Blow] = [(_int(b[0]), _int(b[1]), _int(b[2])) for b in [_rows(row) for row in blows]]
        seen = tuple([_int(x) for x in drawn])
        asked = tuple([_int(x) for x in asks])
        slots = [_int(x) for x in v]
        top = top_card(self.ids, seen, slots[DRAWS], len(self.tables.cards))
        legal = [_int(x) for x in moves]
        return RallyeState(self.tables, self.ids, slots, legal, tuple(owed), tuple(hurt), seen, asked, top)

    def bell(self) -> tuple[int, int] | None:
        """RC-08: the playing time that was announced; a table that keeps it calls time for everybody."""
        return (self.tables.minutes, BELL) if self.tables.clock else None

    def bound(self) -> int:
        """First rolls and calls of time; then for every turn its steps, the window's answers, and half boxes.

        A box of at most 300,000 can be halved 10 times, and again after each payment into it. No turn makes more than
        12 such payments (fees, petrol, collision; in table mode eight dues), so 40 + 120 halvings are never passed.
        """
        t = self.tables
        window = 16 + 4 * t.players if t.table else 0
        first_rolls = t.players * (MOST_REROLLS + 2) + 1
        return first_rolls + t.last_round * t.players * (12 + window + MOST_DRAWS_A_TURN)

    def score_bounds(self) -> tuple[int, int]:
        return 0, self.tables.edition.provision * self.tables.cars


def create(options: Options, version: int) -> RallyeCode:
    """A game with these options; raises BadOption where two do not fit, BadContent for a faulty board or deck."""
    if options["immobilised_below"] == "6" and options["edition"] == "A":
        raise BadOption(META.id, "immobilised_below", "edition A prints 8; only B's figure is in doubt (RC-R05)")
    return RallyeCode(options, version)


def _rows(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value
