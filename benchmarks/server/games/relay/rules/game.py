from __future__ import annotations

from random import Random

from parcferme.core.contract import DECISION, OVER, Game, State, View
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.core.notation import Notation
from parcferme.core.options import Options
from parcferme.core.position import Note, note, take, whole
from parcferme.core.result import Result

ACTIONS = Notation("an action", ["add:1", "add:2"], [{"kind": "add", "by": 1}, {"kind": "add", "by": 2}])
BOTH = [0, 1]


class RelayState(State):
    def __init__(self, game: RelayGame, count: int, turn: int) -> None:
        self.game, self.count, self.turn = game, count, turn

    def kind(self) -> int:
        return OVER if self.count >= self.game.laps else DECISION

    def to_act(self) -> tuple[int, ...]:
        return (self.turn,) if self.count < self.game.laps else ()

    def legal(self, seat: int) -> list[int]:
        return BOTH if self.to_act() == (seat,) else []

    def explain(self, seat: int, action: int) -> Refusal | None:
        return None if action in self.legal(seat) else Refusal("not_now", "RL-01")

    def chance(self) -> list[tuple[int, int]]:
        return []

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        self.count += move + 1
        if events is not None:
            events.append(Event("added", "RL-01", {"seat": self.turn, "count": self.count}))
        self.turn = 1 - self.turn

    def view(self, seat: int | None) -> View:
        return {"count": self.count, "turn": self.turn}

    def resample(self, seat: int, rng: Random) -> State:
        return self.copy()

    def result(self) -> Result | None:
        return None if self.count < self.game.laps else Result([1, 1], [0, 0], {}, "laps", "RL-01")

    def copy(self) -> State:
        return RelayState(self.game, self.count, self.turn)

    def dump(self) -> Note:
        return note(self.game.fields, self)


class RelayGame(Game):
    def __init__(self, options: Options, version: int) -> None:
        super().__init__("relay", version, 2, options, ACTIONS)
        self.laps = int(str(options["laps"]))
        self.fields = (whole("count", self.laps + 1), whole("turn", 1))

    def start(self) -> State:
        return RelayState(self, 0, 0)

    def restore(self, dump: object) -> State:
        state = RelayState(self, 0, 0)
        take(self.fields, state, "position", dump)
        return state

    def bound(self) -> int:
        return self.laps

    def score_bounds(self) -> tuple[int, int]:
        return 0, 1


def create(options: Options, version: int) -> Game:
    return RelayGame(options, version)
