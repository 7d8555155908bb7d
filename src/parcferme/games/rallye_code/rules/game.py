"""The game and its positions as the contract asks for them."""

from __future__ import annotations

from random import Random
from typing import Final, final

from parcferme.core.contract import Game, View
from parcferme.core.errors import BadOption, Refusal
from parcferme.core.events import Event, Events
from parcferme.core.options import Options
from parcferme.core.position import Note
from parcferme.core.result import Result
from parcferme.games.rallye_code.actions import ACCEPT, BELL, GERANCES, PASS, PLACE_RIGHT
from parcferme.games.rallye_code.board.tables import Tables
from parcferme.games.rallye_code.effects import effect
from parcferme.games.rallye_code.mechanics.dice import DICE_CHANCES
from parcferme.games.rallye_code.meta import META
from parcferme.games.rallye_code.rules.notation import note_position, read_position
from parcferme.games.rallye_code.rules.phases import KINDS, make_move
from parcferme.games.rallye_code.rules.refusals import refusal
from parcferme.games.rallye_code.rules.setup import MOST_REROLLS, ask_rolls, draws_lots, tied
from parcferme.games.rallye_code.state import (
    ENDS,
    NOBODY,
    P_CARD,
    P_OVER,
    P_PLACE,
    P_TAKEOVER,
    P_WINDOW,
    Car,
    Position,
    closed_turn,
    top_cards,
)
from parcferme.games.rallye_code.view import view
from parcferme.lib.odds import Odds
from parcferme.lib.standings import places

NOTHING: Final[list[int]] = []
NO_CHANCE: Final[list[tuple[int, int]]] = []
NO_SEAT: Final[tuple[int, ...]] = ()
SEATS: Final = [(seat,) for seat in range(6)]
BELL_ONLY: Final = [BELL]
DICE_ODDS: Final = Odds(DICE_CHANCES)
MOST_DRAWS_A_TURN: Final = 200  # see `bound`


@final
class RallyeState(Position):
    """A position with its rules."""

    __slots__ = ()

    def kind(self) -> int:
        return KINDS[self.phase]

    def to_act(self) -> tuple[int, ...]:
        return SEATS[self.actor] if self.actor >= 0 else NO_SEAT

    def legal(self, seat: int) -> list[int]:
        return self.moves if seat == self.actor and seat >= 0 else NOTHING

    def explain(self, seat: int, action: int) -> Refusal | None:
        if action in self.legal(seat) or action in self.interrupts(seat):
            return None
        return refusal(self, seat, action)

    def chance(self) -> list[tuple[int, int]]:
        if self.phase == P_CARD:
            return [(card, 1) for card in self.top]
        if draws_lots(self):
            return [(self.tables.ids.lot + seat, 1) for seat in tied(self)]
        return NO_CHANCE if self.actor >= 0 or self.phase == P_OVER else DICE_CHANCES

    def draw(self, share: float) -> int:
        if self.phase == P_CARD:  # each as likely as the others
            return self.top[int(share * len(self.top))]
        return super().draw(share) if draws_lots(self) else DICE_ODDS.at(share)

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        make_move(self, move, events)

    def interrupts(self, seat: int) -> list[int]:
        """RC-08 by the clock: a player still in may call time, once. When all have, the running turn is the last."""
        if not self.tables.clock or self.phase == P_OVER or not 0 <= seat < self.tables.players:
            return NOTHING
        return NOTHING if self.called >> seat & 1 or not self.alive(seat) else BELL_ONLY

    def interrupt(self, seat: int, action: int, events: Events = None) -> None:
        if action not in self.interrupts(seat):
            raise ValueError("this seat cannot call time now")
        self.called |= 1 << seat
        if events is not None:
            events.append(Event("time_called", "RC-R32", {"player": seat + 1}))

    def default(self, seat: int) -> int:
        """Roll; by the code; sell; half a box; silence."""
        harmless = {P_PLACE: PLACE_RIGHT, P_TAKEOVER: ACCEPT, P_WINDOW: PASS}
        return harmless.get(int(self.phase), self.moves[0])

    def effect(self, seat: int, action: int) -> Note:
        return effect(self, seat, action)

    def view(self, seat: int | None) -> View:
        return dict(view(self, seat))

    def resample(self, seat: int, rng: Random) -> RallyeState:
        return self.copy()  # cards are drawn when turned: there is nothing that a seat could not know

    def result(self) -> Result | None:
        if self.phase != P_OVER:
            return None
        purses = self.purses[:]  # RC-R31: boxes and table money are nobody's
        reason, clause = ENDS[self.ended]
        return Result(places(purses), purses, {"money": purses}, reason, clause)

    def dump(self) -> Note:
        return note_position(self)

    def copy(self) -> RallyeState:
        table = self.tables.table
        return RallyeState(
            self.tables, self.phase, self.actor, self.then, self.seat, self.car, self.dice, self.total, self.round,
            self.starter, self.gendarme, self.allotted, self.draws, self.out, self.called, self.ended, self.contested,
            self.holder_total, self.rollers, self.best_rollers, self.best, self.rerolls, self.card_for, self.challenger,
            self.table_money, self.purses[:], self.boxes[:], self.holders[:], [car.copy() for car in self.cars],
            self.now.copy() if table else self.now, self.before.copy() if table else self.before, self.debts,
            self.drawn, self.speakers, self.said, self.moves, self.top,
        )  # fmt: skip


def empty_position(t: Tables) -> RallyeState:
    """Everybody at Paris with his provision, nothing rolled and nobody asked."""
    top = [t.ids.card + card for card in top_cards((), 0, len(t.cards))]
    return RallyeState(
        t, 0, NOBODY, 0, 0, 0, -1, 0, 0, 0, NOBODY, False, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        [t.tariff.provision * t.each] * t.players, [0] * GERANCES, [NOBODY] * GERANCES,
        [Car(t.paris, False, False, False, False, False, False, ()) for _ in range(t.cars)],
        closed_turn(), closed_turn(), (), (), (), (), NOTHING, top,
    )  # fmt: skip


@final
class RallyeCode(Game):
    """Rallye-Code with its options chosen."""

    def __init__(self, options: Options, version: int) -> None:
        tables = Tables(options)
        super().__init__(META.id, version, tables.players, options, tables.ids.actions, tables.ids.outcomes)
        self.tables = tables

    def start(self) -> RallyeState:
        """RC-03, RC-04, RC-10: boxes turned over and empty, 50,000 a car, everybody at Paris."""
        state = empty_position(self.tables)
        ask_rolls(state, (1 << self.players) - 1)
        return state

    def restore(self, dump: object) -> RallyeState:
        state = empty_position(self.tables)
        read_position(state, dump)
        return state

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
        return 0, self.tables.tariff.provision * self.tables.cars


def create(options: Options, version: int) -> RallyeCode:
    """A game with these options; raises BadOption where two do not fit, BadContent for a faulty board or deck."""
    if options["immobilised_below"] == "6" and options["edition"] == "A":
        raise BadOption(META.id, "immobilised_below", "edition A prints 8; only B's figure is in doubt (RC-R05)")
    return RallyeCode(options, version)
