"""RALLY as the contract knows it: the game, and a position with every verb."""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.contract import DECISION, JOINT, OVER, Game, State, View
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.core.options import Options
from parcferme.core.position import list_at, object_at
from parcferme.core.result import Result
from parcferme.games.rally.load import StageSpec
from parcferme.games.rally.mechanics import best_stack, redraw
from parcferme.games.rally.meta import META
from parcferme.games.rally.route import Route
from parcferme.games.rally.rules import drive, prepare, refuse, score
from parcferme.games.rally.standings import result
from parcferme.games.rally.state import (
    CARD,
    DAMAGE,
    DRAW,
    FINISH,
    GEAR,
    GEARBOX,
    LAY,
    MARK,
    MECH,
    MECHANICS,
    P_LEFT,
    P_PHASE,
    P_RACE,
    P_ROUND,
    P_SEAT,
    P_STAGE,
    PLACE,
    RISK,
    RUBBER,
    SERVICE,
    SETUP,
    SETUPS,
    SIZE,
    STEP,
    TYRES,
    WEATHER,
    Position,
)
from parcferme.games.rally.tables import Tables
from parcferme.games.rally.view import view

_NOTHING: Final[list[int]] = []
_NOBODY: Final[tuple[int, ...]] = ()


class RallyState(Position):
    """One position of RALLY."""

    __slots__ = ()

    # ── who acts, and what they may do ───────────────────────────────────────────────────────────────────────────────

    def kind(self) -> int:
        return self.tables.kinds[self.v[P_PHASE]]

    def to_act(self) -> tuple[int, ...]:
        kind = self.tables.kinds[self.v[P_PHASE]]
        if kind == DECISION:
            return self.tables.alone[self.v[P_SEAT]]
        return self.tables.everyone if kind == JOINT else _NOBODY

    def legal(self, seat: int) -> list[int]:
        v, t = self.v, self.tables
        phase = v[P_PHASE]
        if seat == v[P_SEAT]:
            if phase == STEP:
                return t.steps[v[P_LEFT]]
            if phase == SERVICE:
                return self._services(seat)
            if phase == GEAR:
                return t.gears[2 * v[GEARBOX + seat] + v[CARD + seat]]
            if phase == TYRES:
                return t.tyres
            if phase == LAY and not t.auto_lay:
                return [t.ids.lay + card for card in self.route.open]
        return self._sealed(seat) if phase in (SETUP, MECHANICS) else _NOTHING

    def _sealed(self, seat: int) -> list[int]:
        if not 0 <= seat < self.tables.players:
            return _NOTHING
        if self.v[P_PHASE] == SETUP:
            return self.tables.setups[self.v[SETUPS + seat] + 1]
        return prepare.mechanic_squares(self, seat)

    def _services(self, seat: int) -> list[int]:
        """Tyres need an own mechanic in range (RA-53); driving on is always answered."""
        v, t = self.v, self.tables
        if best_stack(v, seat, v[PLACE + seat]) == 0:
            return t.services[0]
        return t.services[1 + v[RUBBER + seat]]

    def explain(self, seat: int, action: int) -> Refusal | None:
        if action in self.legal(seat):
            return None
        return refuse.reason(self, seat, action, self.to_act())

    def chance(self) -> list[tuple[int, int]]:
        t = self.tables
        phase = self.v[P_PHASE]
        if phase in (RISK, DAMAGE, MARK):
            return t.die
        if phase == WEATHER:
            return t.parity
        if phase == DRAW:
            return [(t.ids.draw + seat, 1) for seat in prepare.equals(self)]
        if phase == LAY and t.auto_lay:
            return [(t.ids.card + card, 1) for card in self.route.open]
        return []

    # ── moves ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        phase = self.v[P_PHASE]
        ids = self.tables.ids
        if phase == STEP:
            if move == ids.halt:
                drive.halt(self, events)
            else:
                drive.enter(self, move - ids.advance, events)
        elif phase == RISK:
            drive.roll_risk(self, move + 1, events)
        elif phase == SERVICE:
            if move == ids.drive_on:
                drive.next_mover(self, events)
            else:
                drive.serve(self, move - ids.fit, events)
        elif phase == GEAR:
            if move >= ids.overrev:
                drive.over_rev(self, move - ids.overrev + 1, events)
            else:
                drive.set_gear(self, move - ids.gear + 1, events)
        elif phase == DAMAGE:
            drive.roll_damage(self, move + 1, events)
        elif phase == WEATHER:
            drive.turn_weather(self, move == ids.even, events)
        else:
            self._prepare(phase, move, events)
        if self.v[P_PHASE] == FINISH:
            score.end_stage(self, events)

    def _prepare(self, phase: int, move: int, events: list[Event] | None) -> None:
        ids = self.tables.ids
        if phase == TYRES:
            drive.fit_at_start(self, move - ids.fit, events)
        elif phase == LAY:
            prepare.lay(self, move - (ids.card if self.tables.auto_lay else ids.lay), events)
        elif phase == DRAW:
            prepare.draw(self, move - ids.draw, events)
        elif phase == MARK:
            prepare.mark_weather(self, move, events)
        else:
            self.apply_joint([move], events)

    def apply_joint(self, moves: list[int], events: list[Event] | None = None) -> None:
        if self.v[P_PHASE] == SETUP:
            prepare.set_up(self, moves, events)
        else:
            prepare.place_mechanics(self, moves, events)

    def default(self, seat: int) -> int:
        """Slow and safe: the set-up as it was, mechanics spread out, the lowest gear, no risk that can be refused."""
        ids, legal = self.tables.ids, self.legal(seat)
        phase = self.v[P_PHASE]
        if phase == SETUP:
            return ids.setup + max(0, self.v[SETUPS + seat])
        if phase == MECHANICS:
            return ids.mechanic + self.route.squares[self._spread(seat)]
        if phase == STEP and legal[-1] == ids.halt:
            return ids.halt
        return ids.drive_on if phase == SERVICE else legal[0]

    def _spread(self, seat: int) -> int:
        """A quarter, half or three quarters along the road, but not before the mechanic noted last."""
        done = self.v[P_ROUND]
        last = self.v[MECH + 3 * seat + done - 1] if done > 0 else 1
        return max(last, (done + 1) * self.route.length // 4)

    # ── seeing, copying, ending ──────────────────────────────────────────────────────────────────────────────────────

    def view(self, seat: int | None) -> View:
        return view(self, seat, self.to_act())

    def resample(self, seat: int, rng: Random) -> State:
        again = self.copy()
        for rival in range(self.tables.players):
            if rival != seat:
                redraw(again.v, rival, self.v[P_ROUND], self.route.length, rng)
        return again

    def result(self) -> Result | None:
        return result(self) if self.tables.kinds[self.v[P_PHASE]] == OVER else None

    def copy(self) -> RallyState:
        return RallyState(self.tables, self.v[:], self.route, self.sheet)


class RallyGame(Game):
    """RALLY with its options chosen."""

    def __init__(self, options: Options, version: int) -> None:
        tables = Tables(options)
        ids = tables.ids
        super().__init__(META.id, version, tables.players, options, ids.actions, ids.outcomes)
        self.tables = tables
        self.most_steps = self._most_steps()

    def start(self) -> RallyState:
        v = [0] * SIZE
        for seat in range(6):
            v[SETUPS + seat] = -1
        t = self.tables
        state = RallyState(t, v, t.roads[0][0], [])
        prepare.begin_race(state, None)
        return state

    def restore(self, dump: object) -> RallyState:
        parts = list_at("position", object_at("position", dump).get("parts"), 3, 3)
        v, cards, sheet = [part if isinstance(part, list) else [] for part in parts]
        blank = self.tables.roads[int(v[P_RACE])][int(v[P_STAGE])]
        route = Route(blank.yard, [int(card) for card in cards])
        return RallyState(self.tables, [int(number) for number in v], route, [list(row) for row in sheet])

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
