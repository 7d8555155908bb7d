"""RALLY as the contract knows it: the game, and a position with every verb."""

from __future__ import annotations

from random import Random
from typing import Final, final

from parcferme.core.contract import DECISION, JOINT, OVER, Game, State, View
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.core.options import Options
from parcferme.core.position import Note
from parcferme.core.result import Result
from parcferme.games.rally.board.parts import StageSpec
from parcferme.games.rally.board.tables import Tables
from parcferme.games.rally.effects import effect
from parcferme.games.rally.mechanics.crew import best_stack, redrawn
from parcferme.games.rally.meta import META
from parcferme.games.rally.rules import prepare, refusals, score
from parcferme.games.rally.rules.phases import PHASES, make_move
from parcferme.games.rally.rules.possible import complete
from parcferme.games.rally.state import (
    DAMAGE,
    DEAL,
    DRAW,
    FINISH,
    GEAR,
    LAY,
    MARK,
    MECHANICS,
    RISK,
    SERVICE,
    SETUP,
    SOLO_MECHANICS,
    SOLO_SETUP,
    STEP,
    TYRES_FIT,
    WEATHER,
    Position,
    new_car,
    read_position,
)
from parcferme.games.rally.view import view

_NOTHING: Final[list[int]] = []
_NOBODY: Final[tuple[int, ...]] = ()
_KINDS: Final = [phase.kind for phase in PHASES]


@final
class RallyState(Position):
    """One position of RALLY."""

    __slots__ = ()

    # ── who acts, and what they may do ───────────────────────────────────────────────────────────────────────────────

    def kind(self) -> int:
        return _KINDS[self.phase]

    def to_act(self) -> tuple[int, ...]:
        kind = _KINDS[self.phase]
        if kind == DECISION:
            return self.tables.alone[self.seat]
        return self.tables.everyone if kind == JOINT else _NOBODY

    def legal(self, seat: int) -> list[int]:
        t, phase = self.tables, self.phase
        if seat == self.seat:
            if phase == STEP:
                return t.steps[self.left]
            if phase == SERVICE:
                return self._services(seat)
            if phase == GEAR:
                car = self.cars[seat]
                return t.gears[2 * car.gear + (1 if car.overrev else 0)]
            if phase == TYRES_FIT:
                return t.tyres
            if phase == LAY:
                return [t.ids.lay + card for card in self.route.open]
        return self._sealed(seat) if SETUP <= phase <= SOLO_MECHANICS else _NOTHING

    def _sealed(self, seat: int) -> list[int]:
        if not 0 <= seat < self.tables.players:
            return _NOTHING
        if self.phase in (SETUP, SOLO_SETUP):
            return self.tables.setups[self.cars[seat].setup + 1]  # RA-14
        return prepare.mechanic_squares(self, seat) if self.phase in (MECHANICS, SOLO_MECHANICS) else _NOTHING

    def _services(self, seat: int) -> list[int]:
        """Tyres need an own mechanic in range (RA-53); driving on is always answered."""
        car = self.cars[seat]
        if best_stack(car.crew.squares, int(car.place)) == 0:
            return self.tables.only_drive_on
        return self.tables.services[car.tyres]

    def explain(self, seat: int, action: int) -> Refusal | None:
        if action in self.legal(seat):
            return None
        return refusals.reason(self, seat, action, self.to_act())

    def chance(self) -> list[tuple[int, int]]:
        t, phase = self.tables, self.phase
        if phase in (RISK, DAMAGE, MARK):
            return t.die.outcomes
        if phase == WEATHER:
            return t.parity.outcomes
        if phase == DRAW:
            return [(t.ids.draw + seat, 1) for seat in prepare.equals(self)]
        return [(t.ids.card + card, 1) for card in self.route.open] if phase == DEAL else []

    def draw(self, share: float) -> int:
        if self.phase == WEATHER:
            return self.tables.parity.at(share)
        return self.tables.die.at(share) if self.phase in (RISK, DAMAGE) else State.draw(self, share)

    # ── moves ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        make_move(self, move, events)
        if self.phase == FINISH:
            score.end_stage(self, events)

    def apply_joint(self, moves: list[int], events: list[Event] | None = None) -> None:
        if self.phase == SETUP:
            prepare.set_up(self, moves, events)
        else:
            prepare.place_mechanics(self, moves, events)

    def default(self, seat: int) -> int:
        """Slow and safe: the set-up as it was, mechanics spread out, the lowest gear, no risk that can be refused."""
        ids, legal, phase = self.tables.ids, self.legal(seat), self.phase
        if phase in (SETUP, SOLO_SETUP):
            return ids.setup + max(0, int(self.cars[seat].setup))
        if phase in (MECHANICS, SOLO_MECHANICS):
            return ids.mechanic + self.route.squares[self._spread(seat)]
        if phase == STEP and legal[-1] == ids.halt:
            return ids.halt
        return ids.drive_on if phase == SERVICE else legal[0]

    def _spread(self, seat: int) -> int:
        """A quarter, half or three quarters along the road, but not before the mechanic noted last."""
        placed = self.cars[seat].crew.squares
        last = placed[-1] if placed else 1
        return max(last, (len(placed) + 1) * self.route.length // 4)

    # ── seeing, copying, ending ──────────────────────────────────────────────────────────────────────────────────────

    def effect(self, seat: int, action: int) -> Note:
        return effect(self, seat, action)

    def view(self, seat: int | None) -> View:
        return dict(view(self, seat, self.to_act()))

    def resample(self, seat: int, rng: Random) -> State:
        again = self.copy()
        for rival, car in enumerate(again.cars):
            if rival != seat:
                car.crew = redrawn(car.crew, self.route.length, rng)
        return again

    def result(self) -> Result | None:
        return score.result(self) if self.kind() == OVER else None

    def copy(self) -> RallyState:
        return RallyState(
            self.tables,
            self.phase,
            self.race,
            self.stage,
            self.turn,
            self.seat,
            self.sector,
            self.die,
            self.level,
            self.row,
            self.entered,
            self.left,
            self.room,
            self.difference,
            self.harm,
            self.order,
            self.route,
            self.sheet,
            [car.copy() for car in self.cars],
        )


@final
class RallyGame(Game):
    """RALLY with its options chosen."""

    def __init__(self, options: Options, version: int) -> None:
        tables = Tables(options)
        ids = tables.ids
        super().__init__(META.id, version, tables.players, options, ids.actions, ids.outcomes)
        self.tables = tables
        self.most_steps = self._most_steps()

    def start(self) -> RallyState:
        state = self._blank()
        prepare.begin_race(state, None)
        return state

    def _blank(self) -> RallyState:
        t = self.tables
        cars = [new_car(-1) for _ in range(t.players)]
        return RallyState(t, DRAW, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, [], t.roads[0][0], [], cars)

    def restore(self, dump: object) -> RallyState:
        state = self._blank()
        read_position(state, dump)
        complete(state)
        return state

    def secret(self, action: int) -> bool:
        """Mechanics stay hidden until they act (RA-50)."""
        ids = self.tables.ids
        return ids.mechanic <= action < ids.fit

    def bound(self) -> int:
        return self.most_steps

    def _most_steps(self) -> int:
        """A move gains at least a square, so a stage has at most a move per square and car, three stops after each."""
        t = self.tables
        steps = 0
        for stages in t.stages:
            steps += t.players + 2
            for spec in stages:
                squares = self._squares(spec, longest=True) + 1
                steps += spec.cards + 3 + t.players + t.players * (6 * squares + 1) + t.players + 4 * squares
        return steps

    def score_bounds(self) -> tuple[int, int]:
        """For a time trial: a square a turn, and the whole road at the top speed of a prototype."""
        slowest = fastest = 0
        for stages in self.tables.stages:
            for spec in stages:
                slowest += self._squares(spec, longest=True) + 1
                fastest += self._squares(spec, longest=False) // self.tables.top_speed() + 1
        return -slowest, -fastest

    def _squares(self, spec: StageSpec, longest: bool) -> int:
        lengths = sorted(len(card.levels) for card in self.tables.deck.cards)
        return sum(lengths[-spec.cards :] if longest else lengths[: spec.cards])


def create(options: Options, version: int) -> RallyGame:
    """Raises BadOption or BadContent."""
    return RallyGame(options, version)
