"""A position's verbs, as the contract asks for them: the table of phases says what a move does (`phases.py`)."""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.chance import random_outcome
from parcferme.core.contract import View
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.core.position import Note
from parcferme.core.result import Result
from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.effects import effect
from parcferme.games.rally_round.note import noted
from parcferme.games.rally_round.rules import hazards, kit, offers, scoring, setup
from parcferme.games.rally_round.rules.phases import PHASES
from parcferme.games.rally_round.rules.refusals import refuse
from parcferme.games.rally_round.state import (
    N_CARS,
    N_DEAL,
    N_DRAW,
    N_FORK,
    N_HAZARD,
    N_OVER,
    N_SPEED,
    N_SQUARE,
    N_WHAT,
    SEATS,
    Position,
    copied_cars,
)
from parcferme.games.rally_round.view import view

KINDS: Final = [phase.kind for phase in PHASES]
HANDLERS: Final = [phase.handler for phase in PHASES]


class RallyState(Position):
    """A position with the contract's verbs."""

    __slots__ = ()

    def kind(self) -> int:
        return KINDS[self.phase]

    def to_act(self) -> tuple[int, ...]:
        return SEATS[self.actor] if self.actor >= 0 and self.phase != N_OVER else ()

    def legal(self, seat: int) -> list[int]:
        if seat != self.actor or seat < 0 or self.phase == N_OVER:
            return []
        if not self.moves:
            self.moves = offers.legal(self)
        return self.moves

    def explain(self, seat: int, action: int) -> Refusal | None:
        if action in self.legal(seat):
            return None
        return refuse(self, seat, action)

    def chance(self) -> list[tuple[int, int]]:
        if self.phase == N_CARS:
            return setup.car_chances(self)
        if self.phase == N_DEAL:
            return kit.deal_chances(self)
        return self.t.draws(self.pack.unseen) if self.phase == N_HAZARD else []

    def draw(self, share: float) -> int:
        """As in the contract; a Hazard! card is found without listing all that might turn up."""
        if self.phase != N_HAZARD:
            return random_outcome(self.chance(), share)
        return act.DRAWN + hazards.card_at(self.pack.unseen, share)

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        HANDLERS[self.phase](self, move, events)

    def default(self, seat: int) -> int:
        """RR-38, RR-R50: keep the speed, follow the route, take the lowest card, refuse what is harmful."""
        moves = self.legal(seat)
        phase = self.phase
        if phase == N_SPEED:
            same = self.car().speed // 10 - 1
            return same if same in moves else moves[0]
        if phase == N_FORK:
            return self._route_ahead(moves)
        if phase == N_DRAW:
            return act.DECLINE  # the card may be adverse
        if phase == N_WHAT and act.LAY_BLACK in moves:
            return act.LAY_BLACK  # RR-R41: no passing; a Black Spot far down the list does least
        return moves[-1] if phase == N_SQUARE else moves[0]

    def _route_ahead(self, moves: list[int]) -> int:
        ahead = self.drives_on().along(self.car().section, self.square(self.crew))
        action = self.t.square_base + ahead
        return action if action in moves else moves[0]

    def effect(self, seat: int, action: int) -> Note:
        return effect(self, seat, action)

    def view(self, seat: int | None) -> View:
        return view(self, seat)

    def resample(self, seat: int, rng: Random) -> RallyState:
        return self.copy()  # the pack is drawn when it is needed: nothing is hidden in a position

    def result(self) -> Result | None:
        return scoring.result(self)

    def dump(self) -> Note:
        return noted(self)

    def copy(self) -> RallyState:
        return RallyState(
            self.t, copied_cars(self), self.order[:], self.pack, self.route, self.lay, self.moves, self.phase,
            self.actor, self.crew, self.minute, self.turn, self.part, self.arrivals, self.picks, self.adopted,
            self.marker, self.spot, self.side, self.forfeits, self.mode, self.said, self.after, self.left, self.depart,
            self.limit_broken, self.rolled, self.must_climb, self.give_way_at, self.drawn, self.blocker, self.taken,
            self.owed,
        )  # fmt: skip
