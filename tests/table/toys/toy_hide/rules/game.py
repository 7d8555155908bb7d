"""Each seat hides a coin in turn (secret); chance says who looks first; looking reveals. Three looks end it."""

from __future__ import annotations

from random import Random

from parcferme.core.contract import CHANCE, DECISION, OVER, Game, State, View
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.core.notation import Notation
from parcferme.core.options import Options
from parcferme.core.position import Note, list_at, number_at, object_at
from parcferme.core.result import Result

PLACES = 4
ACTIONS = Notation(
    "an action",
    [f"hide:{'x' * k}{k}" for k in range(PLACES)] + [f"look:{k}" for k in range(PLACES)] + ["rest"],
    [{"kind": "hide", "place": k} for k in range(PLACES)]
    + [{"kind": "look", "place": k} for k in range(PLACES)]
    + [{"kind": "rest"}],
)
OUTCOMES = Notation("an outcome", ["0", "1", "2"])


class HideState(State):
    def __init__(self, game: HideGame, coins: list[int], first: int, looks: list[list[int]]) -> None:
        self.game, self.coins, self.first, self.looks = game, coins, first, looks

    def kind(self) -> int:
        if len(self.coins) < self.game.players:
            return DECISION
        if self.first < 0:
            return CHANCE
        return OVER if len(self.looks) == 6 else DECISION

    def to_act(self) -> tuple[int, ...]:
        if self.kind() != DECISION:
            return ()
        if len(self.coins) < self.game.players:
            return (len(self.coins),)
        return ((self.first + len(self.looks) // 2) % self.game.players,)  # two actions a turn

    def legal(self, seat: int) -> list[int]:
        if seat not in self.to_act():
            return []
        return [0, 1, 2, 3] if len(self.coins) < self.game.players else [4, 5, 6, 7, 8]

    def explain(self, seat: int, action: int) -> Refusal | None:
        return None if action in self.legal(seat) else Refusal("not_now", "TH-01")

    def chance(self) -> list[tuple[int, int]]:
        return [(seat, 1) for seat in range(self.game.players)] if self.kind() == CHANCE else []

    def default(self, seat: int) -> int:
        return 8 if len(self.coins) == self.game.players else 0

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        if self.kind() == CHANCE:
            self.first = move
        elif len(self.coins) < self.game.players:
            self.coins.append(move)
            if events is not None:
                seat = len(self.coins) - 1
                events.append(Event("hidden", "TH-01", {"seat": seat}))
                events.append(Event("hidden_at", "TH-01", {"place": move}, (seat,)))
        else:
            seat = self.to_act()[0]
            found = [s for s, coin in enumerate(self.coins) if s != seat and coin == move - PLACES]
            self.looks.append([seat, move - PLACES, *found])
            if events is not None:
                events.append(Event("looked", "TH-02", {"seat": seat, "found": found}))

    def view(self, seat: int | None) -> View:
        own = self.coins[seat] if seat is not None and seat < len(self.coins) else None
        return {"hidden": len(self.coins), "own": own, "first": self.first, "looks": [look[:] for look in self.looks]}

    def resample(self, seat: int, rng: Random) -> State:
        coins = [coin if s == seat else self._other(s, rng) for s, coin in enumerate(self.coins)]
        return HideState(self.game, coins, self.first, [look[:] for look in self.looks])

    def _other(self, seat: int, rng: Random) -> int:
        open_ = [p for p in range(PLACES) if all(look[0] == seat or look[1] != p for look in self.looks)]
        return self.coins[seat] if any(seat in look[2:] for look in self.looks) else rng.choice(open_)

    def result(self) -> Result | None:
        if self.kind() != OVER:
            return None
        scores = [sum(len(look) - 2 for look in self.looks if look[0] == s) for s in range(self.game.players)]
        order = sorted(scores, reverse=True)
        return Result([order.index(x) + 1 for x in scores], scores, {"found": scores}, "looked", "TH-02")

    def copy(self) -> State:
        return HideState(self.game, self.coins[:], self.first, [look[:] for look in self.looks])

    def dump(self) -> Note:
        return {"coins": self.coins[:], "first": self.first, "looks": [look[:] for look in self.looks]}


class HideGame(Game):
    def __init__(self, options: Options, version: int) -> None:
        super().__init__("toy_hide", version, int(str(options["players"])), options, ACTIONS, OUTCOMES)

    def start(self) -> State:
        return HideState(self, [], -1, [])

    def restore(self, dump: object) -> State:
        given = object_at("position", dump)
        coins, looks = list_at("coins", given["coins"], 0, self.players), list_at("looks", given["looks"], 0, 6)
        seen = [[number_at("looks", n, 0, 9) for n in list_at("looks", look, 2, 2 + self.players)] for look in looks]
        first = number_at("first", given["first"], -1, self.players - 1)
        return HideState(self, [number_at("coins", coin, 0, PLACES - 1) for coin in coins], first, seen)

    def secret(self, action: int) -> bool:
        return action < PLACES

    def bound(self) -> int:
        return 12

    def score_bounds(self) -> tuple[int, int]:
        return 0, 6


def create(options: Options, version: int) -> Game:
    return HideGame(options, version)
