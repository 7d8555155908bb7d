"""The state of a Rallyman rally: the contract, phase by phase.

| phase | who acts | what follows |
|---|---|---|
| START_ORDER | chance | SS1 opens |
| WEATHER | chance, once per zone | SERVICE |
| SERVICE | each driver in start order | the first round |
| TURN | driver: die, lock, attack, spare, pass | DIE, FACES_DUE, or the step is taken |
| CHAIN | driver: die, lock, end | the same |
| DIE | chance | the step is taken |
| FACES_DUE | chance | PLACING |
| PLACING | driver: one die of the attack | the step is taken |
| CARD_DUE | chance: shortcut card | the step goes on |
| SISU_ASKED | driver: sisu or accept | the step goes on, or LOC_DUE |
| LOC_DUE | chance: back of the gear card | next turn |
| OVER_PHASE | – | – |
"""

# isort: skip_file
from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.contract import CHANCE, DECISION, OVER, View
from parcferme.core.position import Note
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.core.result import Result
from parcferme.games.rallyman.actions import ACCEPT, ATTACK, END, PASS, READY, ROLL
from parcferme.games.rallyman.board.road import EFFECT_AT, LOST
from parcferme.games.rallyman.rules import stage
from parcferme.games.rallyman.rules.refusals import refusal
from parcferme.games.rallyman.rules.step import answer, card_drawn, loc_drawn, place, step_of
from parcferme.games.rallyman.rules.turn import attack_rolled, choose, rolled
from parcferme.games.rallyman.state import (
    CARD_DUE, DIE, FACES_DUE, LOC_DUE, NO_IDS, OVER_PHASE, PLACING, SERVICE, SISU_ASKED, TURN, WEATHER, Position,
)  # fmt: skip
from parcferme.games.rallyman.view import view

KIND_OF: Final = [
    CHANCE,
    CHANCE,
    DECISION,
    DECISION,
    DECISION,
    CHANCE,
    CHANCE,
    DECISION,
    DECISION,
    CHANCE,
    CHANCE,
    OVER,
]
NOBODY: Final[tuple[int, ...]] = ()
ALONE: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,)]


class RallymanState(Position):
    """One position of a rally."""

    __slots__ = ()

    def kind(self) -> int:
        return KIND_OF[self.phase]

    def to_act(self) -> tuple[int, ...]:
        return ALONE[self.actor] if self.choices.ids else NOBODY

    def legal(self, seat: int) -> list[int]:
        return self.choices.ids if seat == self.actor else NO_IDS

    def explain(self, seat: int, action: int) -> Refusal | None:
        return None if action in self.legal(seat) else refusal(self, seat, action)

    def chance(self) -> list[tuple[int, int]]:
        return self.odds.outcomes if KIND_OF[self.phase] == CHANCE else []

    def draw(self, share: float) -> int:
        return self.odds.at(share)

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        phase = self.phase
        if phase < DIE:
            if phase >= TURN:
                choose(self, move, events)
            else:
                self._prepare(phase, move, events)
        elif phase == PLACING:
            place(self, move, events)
        elif phase == FACES_DUE:
            attack_rolled(self, move, events)
        elif phase == DIE:
            rolled(self, move, events)
        elif phase == LOC_DUE:
            loc_drawn(self, move, events)
        elif phase == CARD_DUE:
            card_drawn(self, move, events)
        elif phase == SISU_ASKED:
            answer(self, move, events)
        else:
            raise ValueError("the rally is over")

    def _prepare(self, phase: int, move: int, events: list[Event] | None) -> None:
        """Before a special is driven."""
        if phase == SERVICE:
            stage.service(self, move, events)
        elif phase == WEATHER:
            stage.weather_rolled(self, move, events)
        else:
            stage.order_drawn(self, move, events)

    def default(self, seat: int) -> int:
        """Stop where stopping is possible; else be ready, accept, pass, or roll the lowest die that keeps control."""
        legal = self.legal(seat)
        for harmless in (END, READY, ACCEPT, PASS):
            if harmless in legal:
                return harmless
        dice = [action for action in legal if ROLL <= action < ATTACK]
        return next((action for action in dice if step_of(self, action) >> EFFECT_AT & 3 != LOST), dice[0])

    def view(self, seat: int | None) -> View:
        return view(self, seat)

    def resample(self, seat: int, rng: Random) -> RallymanState:
        return self.copy()

    def result(self) -> Result | None:
        return stage.result(self) if self.phase == OVER_PHASE else None

    def copy(self) -> RallymanState:
        twin = RallymanState(self.rally, self.v[:], self.road, self.past, self.choices, self.odds)
        twin.phase = self.phase
        twin.actor = self.actor
        twin.arrivals = self.arrivals
        twin.car = self.car
        twin.kept = self.kept
        twin.cell = self.cell
        twin.attacking = self.attacking
        twin.used = self.used
        twin.whites = self.whites
        twin.hazards = self.hazards
        twin.locks = self.locks
        twin.sisu_on = self.sisu_on
        twin.left = self.left
        twin.shown = self.shown
        twin.earned = self.earned
        twin.crowded = self.crowded
        twin.full = self.full
        twin.cuts_full = self.cuts_full
        return twin

    def dump(self) -> Note:
        return {"parts": [list(self.numbers()), list(self.entries())]}
