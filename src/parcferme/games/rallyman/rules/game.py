"""Rallyman under one set of options, and a position of it: the contract, phase by phase (`phases.py`)."""

# isort: skip_file
from __future__ import annotations

from random import Random
from typing import Final, final

from mypy_extensions import i64

from parcferme.core.contract import CHANCE, Game, View
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.core.options import Options
from parcferme.core.position import Note
from parcferme.core.result import Result
from parcferme.games.rallyman.actions import ACCEPT, ACTIONS, ATTACK, END, OUTCOMES, PASS, READY, ROLL
from parcferme.games.rallyman.board.rally import NO_ODDS, Rally
from parcferme.games.rallyman.effects import effect
from parcferme.games.rallyman.mechanics.paths import CLEAR, LOST
from parcferme.games.rallyman.meta import META
from parcferme.games.rallyman.rules import stage
from parcferme.games.rallyman.rules.cache import step_of
from parcferme.games.rallyman.rules.decks import fresh_decks
from parcferme.games.rallyman.rules.menu import NO_MENU, MenuStore
from parcferme.games.rallyman.rules.phases import PHASES, make_move
from parcferme.games.rallyman.rules.positions import read_into, written
from parcferme.games.rallyman.rules.refusals import refusal
from parcferme.games.rallyman.rules.results import result
from parcferme.games.rallyman.state import (
    NOBODY, NO_IDS, NO_STEP, OVER_PHASE, START_ORDER, Car, Position, Turn,
)  # fmt: skip
from parcferme.games.rallyman.view import view
from parcferme.lib.rows import vec

KIND_OF: Final = vec[i64]([phase.kind for phase in PHASES])
NO_SEAT: Final[tuple[int, ...]] = ()
ALONE: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,)]


@final
class RallymanState(Position):
    """One position of a rally."""

    __slots__ = ()

    def kind(self) -> int:
        return KIND_OF[self.phase]

    def to_act(self) -> tuple[int, ...]:
        return ALONE[self.actor] if self.menu.ids else NO_SEAT

    def legal(self, seat: int) -> list[int]:
        return self.menu.ids if seat == self.actor else NO_IDS

    def explain(self, seat: int, action: int) -> Refusal | None:
        return None if action in self.legal(seat) else refusal(self, seat, action)

    def chance(self) -> list[tuple[int, int]]:
        return self.odds.outcomes if KIND_OF[self.phase] == CHANCE else []

    def draw(self, share: float) -> int:
        return self.odds.at(share)

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        make_move(self, move, events)

    def default(self, seat: int) -> int:
        """Stop where stopping is possible; else be ready, accept, pass, or roll the lowest die that keeps control."""
        legal = self.legal(seat)
        for harmless in (END, READY, ACCEPT, PASS):
            if harmless in legal:
                return harmless
        dice = [action for action in legal if ROLL <= action < ATTACK]
        return next((action for action in dice if step_of(self, action).effect != LOST), dice[0])

    def effect(self, seat: int, action: int) -> Note:
        return effect(self, seat, action)

    def view(self, seat: int | None) -> View:
        return dict(view(self, seat))

    def resample(self, seat: int, rng: Random) -> RallymanState:
        return self.copy()

    def result(self) -> Result | None:
        return result(self) if self.phase == OVER_PHASE else None

    def copy(self) -> RallymanState:
        cars = [car.copy() for car in self.cars]
        return RallymanState(
            self.rally, self.store, self.road, self.menus, cars, cars[max(self.actor, 0)], self.turn.copy(),
            self.obstacles, self.menu, self.odds, self.phase, self.actor, self.special, self.round, self.arrivals,
            self.dirt, self.snow, self.zones_rolled, self.serviced, self.tyres_set, self.orders, self.queue, self.acted,
            self.decks,
        )  # fmt: skip

    def dump(self) -> Note:
        return written(self)


@final
class RallymanGame(Game):
    """Rallyman under one set of options."""

    def __init__(self, options: Options, version: int) -> None:
        rally = Rally(options)
        super().__init__(META.id, version, rally.players, options, ACTIONS, OUTCOMES)
        self.rally = rally
        self.store = MenuStore(rally)

    def start(self) -> RallymanState:
        state = self._blank()
        stage.open_rally(state)
        return state

    def _blank(self) -> RallymanState:
        """Before anything has happened: everybody has a Sisu and a spare tyre card (RM-01, RM-22)."""
        rally, road, menus = self.rally, self.rally.road(0, 0), self.store.of(0, 0)
        cars = [
            Car(0, False, 0, 0, 0, 0, 0, 0, rally.sisu, rally.spare, 0, 0, rally.first_tyres, [], None)
            for _ in range(rally.players)
        ]
        turn = Turn(0, False, 0, 0, 0, 0, False, 0, 0, 0, 0, 0, 0, False, NO_STEP)
        decks = fresh_decks(rally.components) if rally.physical else []
        return RallymanState(
            rally, self.store, road, menus, cars, cars[0], turn, CLEAR, NO_MENU, NO_ODDS, START_ORDER, NOBODY, 0, 0, 0,
            0, [0, 0, 0], 0, 0, False, [], [], 0, decks,
        )  # fmt: skip

    def restore(self, dump: object) -> RallymanState:
        state = self._blank()
        read_into(state, dump)
        return state

    def bound(self) -> int:
        """Every die moves a car on, and in every round the leading car plays at least one.

        A die takes at most 4 steps (choice, roll, card, Sisu), a turn at most 3 more (spare, end, card back); a turn
        without a die is a pass, and there is a die in every round.
        """
        cars, steps = self.players, 1
        for spaces in self.rally.spaces:
            moves = cars * (len(spaces) + 1)
            passes = (moves + cars) * (cars - 1)
            steps += moves * 7 + passes + cars * 4 + 4
        return steps

    def score_bounds(self) -> tuple[int, int]:
        """From a stroll of 20 seconds a space to a flight of one."""
        spaces = sum([len(special) for special in self.rally.spaces])
        return -20 * spaces, -spaces


def create(options: Options, version: int) -> Game:
    """A rally with these options; raises BadOption or BadContent."""
    return RallymanGame(options, version)
