"""Two choices (gear, then push or lift), a die, and the turn passes. No secrets. Conceding is always possible."""

from __future__ import annotations

from random import Random

from parcferme.core.contract import CHANCE, DECISION, OVER, Game, State, View
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.core.notation import Notation
from parcferme.core.options import Options
from parcferme.core.position import Note, flag, note, take, whole, wholes
from parcferme.core.result import Result

ACTIONS = Notation(
    "an action",
    ["gear:1", "gear:2", "push", "lift", "concede"],
    [{"kind": "gear", "gear": 1}, {"kind": "gear", "gear": 2}, {"kind": "push"}, {"kind": "lift"}, {"kind": "concede"}],
)
OUTCOMES = Notation("an outcome", ["1", "2", "3"])


class DashState(State):
    def __init__(self, game: DashGame, at: list[int], seat: int, gear: int, rolling: bool, gone: list[int]) -> None:
        self.game, self.at, self.seat, self.gear, self.rolling, self.gone = game, at, seat, gear, rolling, gone

    def kind(self) -> int:
        if self.rolling:
            return CHANCE
        return OVER if self._ended() else DECISION

    def _ended(self) -> bool:
        return max(self.at) >= self.game.length or len(self.gone) == len(self.at)

    def to_act(self) -> tuple[int, ...]:
        return (self.seat,) if self.kind() == DECISION else ()

    def legal(self, seat: int) -> list[int]:
        if seat not in self.to_act():
            return []
        return [0, 1] if self.gear == 0 else [2, 3]

    def explain(self, seat: int, action: int) -> Refusal | None:
        if action in self.legal(seat) or action in self.interrupts(seat):
            return None
        return Refusal("not_now", "TD-01", {"seat": seat})

    def chance(self) -> list[tuple[int, int]]:
        return [(0, 3), (1, 2), (2, 1)] if self.rolling else []

    def interrupts(self, seat: int) -> list[int]:
        return [] if self.kind() == OVER or seat in self.gone else [4]

    def interrupt(self, seat: int, action: int, events: list[Event] | None = None) -> None:
        self.gone.append(seat)
        if events is not None:
            events.append(Event("conceded", "TD-03", {"seat": seat}))
        if seat == self.seat and not self._ended():
            self._pass()

    def effect(self, seat: int, action: int) -> Note:
        return {"gear": action + 1} if action < 2 else {"ends": "turn"} if action == 3 else {}

    def default(self, seat: int) -> int:
        return 0 if self.gear == 0 else 3

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        if self.rolling:
            self.rolling = False
            self.at[self.seat] += (move + 1) * self.gear
            if events is not None:
                events.append(Event("moved", "TD-02", {"seat": self.seat, "to": self.at[self.seat]}))
            if not self._ended():
                self._pass()
        elif self.gear == 0:
            self.gear = move + 1
            if events is not None:
                events.append(Event("geared", "TD-01", {"seat": self.seat, "gear": self.gear}))
        elif move == 2:
            self.rolling = True
        else:
            self._pass()

    def _pass(self) -> None:
        self.gear = 0
        self.seat = (self.seat + 1) % len(self.at)
        while self.seat in self.gone:
            self.seat = (self.seat + 1) % len(self.at)

    def view(self, seat: int | None) -> View:
        return {"at": list(self.at), "turn": self.seat, "gear": self.gear}

    def resample(self, seat: int, rng: Random) -> State:
        return self.copy()

    def result(self) -> Result | None:
        if self.kind() != OVER:
            return None
        order = sorted(self.at, reverse=True)
        return Result([order.index(x) + 1 for x in self.at], list(self.at), {"squares": list(self.at)}, "line", "TD-02")

    def copy(self) -> State:
        return DashState(self.game, self.at[:], self.seat, self.gear, self.rolling, self.gone[:])

    def dump(self) -> Note:
        return note(self.game.fields, self)


class DashGame(Game):
    def __init__(self, options: Options, version: int) -> None:
        super().__init__("toy_dash", version, int(str(options["players"])), options, ACTIONS, OUTCOMES)
        self.length = int(str(options["length"]))
        last = self.players - 1
        self.fields = (
            wholes("at", 10 * self.length, least=self.players, most=self.players, usual=(0,) * self.players),
            whole("seat", last), whole("gear", 2), flag("rolling"), wholes("gone", last, most=self.players),
        )  # fmt: skip

    def start(self) -> State:
        return DashState(self, [0] * self.players, 0, 0, False, [])

    def restore(self, dump: object) -> State:
        state = DashState(self, [], 0, 0, False, [])
        take(self.fields, state, "position", dump)
        return state

    def bound(self) -> int:
        return 40 * self.length * self.players

    def score_bounds(self) -> tuple[int, int]:
        return 0, self.length


def create(options: Options, version: int) -> Game:
    return DashGame(options, version)
