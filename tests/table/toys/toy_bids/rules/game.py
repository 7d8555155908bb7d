"""Everybody bids 0 to 3 at once; the highest single bid scores. With kept=1 bids stay secret until the end."""

from __future__ import annotations

from random import Random

from parcferme.core.contract import JOINT, OVER, Game, State, View
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.core.notation import Notation
from parcferme.core.options import Options
from parcferme.core.position import Note, list_at, number_at, object_at
from parcferme.core.result import Result

ACTIONS = Notation("a bid", ["bid:0", "bid:11", "bid:222", "bid:3333"])


class BidsState(State):
    def __init__(self, game: BidsGame, bids: list[list[int]]) -> None:
        self.game, self.bids = game, bids

    def kind(self) -> int:
        return OVER if len(self.bids) == self.game.rounds else JOINT

    def to_act(self) -> tuple[int, ...]:
        return tuple(range(self.game.players)) if self.kind() == JOINT else ()

    def legal(self, seat: int) -> list[int]:
        return [0, 1, 2, 3] if seat in self.to_act() else []

    def explain(self, seat: int, action: int) -> Refusal | None:
        return None if action in self.legal(seat) else Refusal("closed", "TB-01")

    def chance(self) -> list[tuple[int, int]]:
        return []

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        raise ValueError("bids are joint")

    def apply_joint(self, moves: list[int], events: list[Event] | None = None) -> None:
        self.bids.append(moves[:])
        if events is not None and not self.game.kept:
            events.append(Event("bids", "TB-01", {"bids": moves[:]}))
        if events is not None and self.game.kept:
            events.extend(Event("own_bid", "TB-02", {"bid": bid}, (seat,)) for seat, bid in enumerate(moves))

    def view(self, seat: int | None) -> View:
        if not self.game.kept or self.kind() == OVER:
            return {"bids": [bids[:] for bids in self.bids]}
        return {"rounds": len(self.bids), "own": None if seat is None else [bids[seat] for bids in self.bids]}

    def resample(self, seat: int, rng: Random) -> State:
        if not self.game.kept:
            return self.copy()
        return BidsState(
            self.game, [[b if s == seat else rng.randrange(4) for s, b in enumerate(x)] for x in self.bids]
        )

    def result(self) -> Result | None:
        if self.kind() != OVER:
            return None
        scores = [sum(bids[s] for bids in self.bids) for s in range(self.game.players)]
        order = sorted(scores, reverse=True)
        return Result([order.index(x) + 1 for x in scores], scores, {"bids": scores}, "rounds", "TB-01")

    def copy(self) -> State:
        return BidsState(self.game, [bids[:] for bids in self.bids])

    def dump(self) -> Note:
        return {"bids": [bids[:] for bids in self.bids]}


class BidsGame(Game):
    def __init__(self, options: Options, version: int) -> None:
        super().__init__("toy_bids", version, int(str(options["players"])), options, ACTIONS)
        self.rounds = int(str(options["rounds"]))
        self.kept = options["kept"] == 1

    def start(self) -> State:
        return BidsState(self, [])

    def restore(self, dump: object) -> State:
        rounds = list_at("bids", object_at("position", dump)["bids"], 0, self.rounds)
        rows = [list_at("bids", row, self.players, self.players) for row in rounds]
        return BidsState(self, [[number_at("bids", bid, 0, 3) for bid in row] for row in rows])

    def secret(self, action: int) -> bool:
        return self.kept

    def bound(self) -> int:
        return self.rounds

    def score_bounds(self) -> tuple[int, int]:
        return 0, 3 * self.rounds


def create(options: Options, version: int) -> Game:
    return BidsGame(options, version)
