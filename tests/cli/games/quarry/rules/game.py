from __future__ import annotations

from random import Random

from parcferme.games.quarry.board.check import check

from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER, Game, State, View
from parcferme.core.errors import BadContent, Refusal
from parcferme.core.events import Event
from parcferme.core.notation import Notation
from parcferme.core.options import Options
from parcferme.core.position import Note, list_at, number_at, object_at
from parcferme.core.result import Result
from parcferme.lib.standings import places

FORMS: list[dict[str, object]] = [
    {"kind": "tyres", "tyres": "soft"},
    {"kind": "tyres", "tyres": "hard"},
    {"kind": "roll"},
    {"kind": "wait"},
    {"kind": "concede"},
]
ACTIONS = Notation("an action", ["tyres:soft", "tyres:hard", "roll", "wait", "concede"], FORMS)
OUTCOMES = Notation("an outcome", ["one", "two", "stuck"])
SOFT, HARD, ROLL, WAIT, CONCEDE = range(5)
NONE = -1


class Quarry(Game):
    def __init__(self, options: Options, version: int) -> None:
        super().__init__("quarry", version, int(str(options["players"])), options, ACTIONS, OUTCOMES)
        self.turns = int(str(options["turns"])) * self.players

    def start(self) -> State:
        return Position(self, [0, 0, *[NONE] * self.players, *[0] * self.players])

    def restore(self, dump: object) -> State:
        size = 2 + 2 * self.players
        return Position(
            self,
            [
                number_at("numbers", n, -1, 999)
                for n in list_at("numbers", object_at("position", dump)["numbers"], size, size)
            ],
        )

    def secret(self, action: int) -> bool:
        return action in (SOFT, HARD)

    def bound(self) -> int:
        return 2 * self.turns + 2

    def score_bounds(self) -> tuple[int, int]:
        return (0, 2 * self.turns)


class Position(State):
    """v: turns taken, rolling (2: somebody conceded), a tyre per seat, a distance per seat."""

    def __init__(self, game: Quarry, v: list[int]) -> None:
        self.game = game
        self.v = v

    def kind(self) -> int:
        if self.v[1] == 2 or self.v[0] == self.game.turns:
            return OVER
        if NONE in self.v[2 : 2 + self.game.players]:
            return JOINT
        return CHANCE if self.v[1] else DECISION

    def to_act(self) -> tuple[int, ...]:
        if self.kind() == JOINT:
            return tuple(range(self.game.players))
        return (self.v[0] % self.game.players,) if self.kind() == DECISION else ()

    def legal(self, seat: int) -> list[int]:
        if seat not in self.to_act():
            return []
        return [SOFT, HARD] if self.kind() == JOINT else [ROLL, WAIT]

    def explain(self, seat: int, action: int) -> Refusal | None:
        if action in self.legal(seat) or action in self.interrupts(seat):
            return None
        return Refusal("not_now", "QY-02", {"seat": seat})

    def chance(self) -> list[tuple[int, int]]:
        if self.kind() != CHANCE:
            return []
        soft = self.v[2 + self.v[0] % self.game.players] == SOFT
        return [(0, 3), (1, 2), (2, 1)] if soft else [(0, 5), (1, 1)]

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        seat = self.v[0] % self.game.players
        if self.v[1] == 0 and move == ROLL:
            self.v[1] = 1
            return
        steps = 0 if self.v[1] == 0 or move == 2 else move + 1
        self.v[2 + self.game.players + seat] += steps
        self.v[0] += 1
        self.v[1] = 0
        if events is not None:
            events.append(Event("drives", "QY-03", {"seat": seat, "steps": steps}))

    def apply_joint(self, moves: list[int], events: list[Event] | None = None) -> None:
        self.v[2 : 2 + self.game.players] = moves
        if events is not None:
            for seat, tyre in enumerate(moves):
                events.append(Event("mounts", "QY-01", {"seat": seat, "tyres": ("soft", "hard")[tyre]}, only=(seat,)))

    def interrupts(self, seat: int) -> list[int]:
        return [] if self.kind() == OVER else [CONCEDE]

    def interrupt(self, seat: int, action: int, events: list[Event] | None = None) -> None:
        self.v[1] = 2
        self.v[2 + self.game.players + seat] = 0
        if events is not None:
            events.append(Event("concedes", "QY-04", {"seat": seat}))

    def view(self, seat: int | None) -> View:
        own = self.v[2 + seat] if seat is not None else NONE
        return {"turn": self.v[0], "own": own, "roads": self.v[2 + self.game.players :]}

    def resample(self, seat: int, rng: Random) -> State:
        copy = self.copy()
        assert isinstance(copy, Position)
        for other in range(self.game.players):
            if other != seat and copy.v[2 + other] != NONE:
                copy.v[2 + other] = rng.randrange(2)
        return copy

    def result(self) -> Result | None:
        if self.kind() != OVER:
            return None
        roads = self.v[2 + self.game.players :]
        reason, clause = ("conceded", "QY-04") if self.v[1] == 2 else ("finished", "QY-05")
        return Result(places(roads), roads, {"spaces": roads}, reason, clause)

    def copy(self) -> State:
        return Position(self.game, self.v[:])

    def dump(self) -> Note:
        return {"numbers": list(self.v)}


def create(options: Options, version: int) -> Game:
    if isinstance(options["road"], dict):
        faults = check(options["road"])
        if faults:
            raise BadContent("road", faults)
    return Quarry(options, version)
