"""Three tiny games, one per feature of the contract: chance (and interrupts), joint moves, hidden choices.

They exist so that the suite is tested by itself. `broken.py` spoils them, one fault at a time.
"""

from __future__ import annotations

from random import Random

from parcferme.core.clauses import Clause
from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER, Ask, Game, State, View
from parcferme.core.errors import BadRecord, Refusal
from parcferme.core.events import Event
from parcferme.core.meta import Meta
from parcferme.core.notation import Notation
from parcferme.core.options import Choice, Flag, Int, Options, OptionSpec
from parcferme.core.position import Note, list_at, number_at, object_at
from parcferme.core.result import Result
from parcferme.lib.standings import places


class Toy(Game):
    """What the toys share: two notations and a class of states."""

    state_class: type[ToyState]
    actions_table: Notation
    outcomes_table = Notation("an outcome", [])

    def __init__(self, options: Options, version: int = 1) -> None:
        toy, players = str(options["toy"]), int(str(options["players"]))
        super().__init__(toy, version, players, options, self.actions_table, self.outcomes_table)

    def start(self) -> State:
        return self.state_class(self, self.first())

    def first(self) -> list[int]:
        return []

    def limits(self) -> list[tuple[int, int]]:
        """The lowest and highest of each number."""
        return []

    def restore(self, dump: object) -> State:
        limits = self.limits()
        given = object_at("position", dump)
        for name in given:
            if name != "numbers":
                raise BadRecord(f"position.{name}", "there is no such field")
        numbers = list_at("position.numbers", given.get("numbers"), len(limits), len(limits))
        read = [number_at("position.numbers", n, low, high) for n, (low, high) in zip(numbers, limits, strict=True)]
        return self.state_class(self, read)

    def bound(self) -> int:
        return 40

    def score_bounds(self) -> tuple[int, int]:
        return (0, 10)


class ToyState(State):
    """A flat list of numbers; the rules are in the subclasses."""

    def __init__(self, game: Toy, v: list[int]) -> None:
        self.game = game
        self.v = v

    def chance(self) -> list[tuple[int, int]]:
        return []

    def explain(self, seat: int, action: int) -> Refusal | None:
        if action in self.legal(seat) or action in self.interrupts(seat):
            return None
        if seat not in self.to_act():
            return Refusal("not_asked", "TY-01", {"seat": seat})
        return Refusal("not_now", "TY-02", {"action": self.game.format(action)})

    def resample(self, seat: int, rng: Random) -> State:
        return self.copy()

    def copy(self) -> State:
        return type(self)(self.game, self.v[:])

    def dump(self) -> Note:
        return {"numbers": list(self.v)}

    def finish(self, scores: list[int]) -> Result:
        return Result(places(scores), scores, {"points": scores}, "finished", "TY-03")


# --- chance: roll or stop; whoever has gone farthest wins ---------------------------------------------------------

ROLL, STOP, CONCEDE = range(3)
TURN, ROLLING, LEFT, ROADS = 0, 1, 2, 3  # ROADS: a distance per seat, then a flag per seat that it has conceded


class Dash(Toy):
    actions_table = Notation("an action", ["roll", "stop", "concede"])
    outcomes_table = Notation("an outcome", ["one", "two", "puncture"])

    def first(self) -> list[int]:
        return [0, 0, int(str(self.options["turns"])) * self.players, *[0] * self.players, *[0] * self.players]

    def limits(self) -> list[tuple[int, int]]:
        left = (0, int(str(self.options["turns"])) * self.players)
        return [(0, self.players - 1), (0, 1), left, *[(0, 20)] * self.players, *[(0, 1)] * self.players]


class DashState(ToyState):
    def kind(self) -> int:
        if self.v[LEFT] == 0:
            return OVER
        return CHANCE if self.v[ROLLING] else DECISION

    def to_act(self) -> tuple[int, ...]:
        return (self.v[TURN],) if self.kind() == DECISION else ()

    def legal(self, seat: int) -> list[int]:
        return [ROLL, STOP] if seat in self.to_act() else []

    def chance(self) -> list[tuple[int, int]]:
        if self.kind() != CHANCE:
            return []
        return [(0, 3), (1, 2), (2, 1)] if self.game.options["punctures"] else [(0, 3), (1, 2)]

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        seat = self.v[TURN]
        if self.v[ROLLING] == 0 and move == ROLL:
            self.v[ROLLING] = 1
            kind = "rolls"
        elif self.v[ROLLING] == 0:
            kind = "stops"
            self.next_turn()
        else:
            self.v[ROLLING] = 0
            self.v[ROADS + seat] = 0 if move == 2 else self.v[ROADS + seat] + move + 1
            kind = "drives"
            self.next_turn()
        if events is not None:
            events.append(Event(kind, "TY-04", {"seat": seat}))

    def next_turn(self) -> None:
        self.v[LEFT] -= 1
        self.v[TURN] = (self.v[TURN] + 1) % self.game.players

    def interrupts(self, seat: int) -> list[int]:
        gone = self.v[ROADS + self.game.players + seat]
        return [] if gone or self.v[LEFT] == 0 else [CONCEDE]

    def interrupt(self, seat: int, action: int, events: list[Event] | None = None) -> None:
        self.v[ROADS + self.game.players + seat] = 1
        self.v[LEFT] = 0
        if events is not None:
            events.append(Event("concedes", "TY-05", {"seat": seat}))

    def default(self, seat: int) -> int:
        return STOP

    def view(self, seat: int | None) -> View:
        return {"turn": self.v[TURN], "left": self.v[LEFT], "roads": self.v[ROADS:], "legal": self.legal(self.v[TURN])}

    def result(self) -> Result | None:
        if self.v[LEFT] > 0:
            return None
        gone = self.v[ROADS + self.game.players :]
        return self.finish([-1 if gone[seat] else self.v[ROADS + seat] for seat in range(self.game.players)])


# --- joint: all bid at once; the highest lone bid scores ----------------------------------------------------------

LAPS, POINTS = 0, 1


class Bids(Toy):
    actions_table = Notation("an action", ["bid:0", "bid:1", "bid:2"], [{"kind": "bid", "bid": n} for n in range(3)])

    def first(self) -> list[int]:
        return [int(str(self.options["turns"])), *[0] * self.players]

    def limits(self) -> list[tuple[int, int]]:
        return [(0, int(str(self.options["turns"]))), *[(0, 20)] * self.players]


class BidsState(ToyState):
    def kind(self) -> int:
        return JOINT if self.v[LAPS] else OVER

    def to_act(self) -> tuple[int, ...]:
        return tuple(range(self.game.players)) if self.v[LAPS] else ()

    def legal(self, seat: int) -> list[int]:
        return [0, 1, 2] if self.v[LAPS] else []

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        raise ValueError("bids are applied together")

    def apply_joint(self, moves: list[int], events: list[Event] | None = None) -> None:
        self.v[LAPS] -= 1
        for seat, bid in enumerate(moves):
            if moves.count(bid) == 1 and bid == max(moves):
                self.v[POINTS + seat] += bid
                if events is not None:
                    events.append(Event("scores", "TY-06", {"seat": seat, "bid": bid}))

    def view(self, seat: int | None) -> View:
        return {"laps": self.v[LAPS], "points": self.v[POINTS:]}

    def result(self) -> Result | None:
        return None if self.v[LAPS] else self.finish(self.v[POINTS:])


# --- hidden: each seat picks a mechanic in secret, then a gear in the open ----------------------------------------

NONE = -1
GEAR = 3  # actions 0–2 pick a mechanic, 3–5 a gear; v: a mechanic per seat, then a gear per seat, NONE if not chosen


class Garage(Toy):
    actions_table = Notation(
        "an action",
        ["mechanic:a", "mechanic:b", "mechanic:c", "gear:1", "gear:2", "gear:3"],
        [{"kind": kind, "number": n} for kind in ("mechanic", "gear") for n in range(3)],
    )

    def first(self) -> list[int]:
        return [NONE] * (2 * self.players)

    def limits(self) -> list[tuple[int, int]]:
        return [*[(NONE, 2)] * self.players, *[(NONE, 5)] * self.players]

    def secret(self, action: int) -> bool:
        return action < GEAR


class GarageState(ToyState):
    def kind(self) -> int:
        return DECISION if NONE in self.v else OVER

    def to_act(self) -> tuple[int, ...]:
        return (self.v.index(NONE) % self.game.players,) if NONE in self.v else ()

    def legal(self, seat: int) -> list[int]:
        if seat not in self.to_act():
            return []
        return [0, 1, 2] if self.v.index(NONE) < self.game.players else [3, 4, 5]

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        seat = self.to_act()[0]
        self.v[self.v.index(NONE)] = move
        if events is None:
            return
        if move < GEAR:
            events.append(Event("hires", "TY-07", {"seat": seat}))
            events.append(Event("hired", "TY-07", {"seat": seat, "mechanic": move}, only=(seat,)))
        else:
            events.append(Event("shifts", "TY-08", {"seat": seat, "gear": move - GEAR}))

    def view(self, seat: int | None) -> View:
        players = self.game.players
        own = self.v[seat] if seat is not None else NONE
        return {"own": own, "hired": sum(1 for m in self.v[:players] if m != NONE), "gears": self.v[players:]}

    def resample(self, seat: int, rng: Random) -> State:
        copy = type(self)(self.game, self.v[:])
        for other in range(self.game.players):
            if other != seat and copy.v[other] != NONE:
                copy.v[other] = rng.randrange(3)
        return copy

    def result(self) -> Result | None:
        if NONE in self.v:
            return None
        players = self.game.players
        return self.finish([self.v[seat] + self.v[players + seat] for seat in range(players)])


Dash.state_class = DashState
Bids.state_class = BidsState
Garage.state_class = GarageState
TOYS: dict[str, type[Toy]] = {"dash": Dash, "bids": Bids, "garage": Garage}

CLAUSES = {f"TY-{number:02d}": Clause(f"TY-{number:02d}", "Toys", "What the toy does.") for number in range(1, 9)}

ENGLISH = {
    "event.rolls": "{seat} rolls",
    "event.stops": "{seat} stops",
    "event.drives": "{seat} drives",
    "event.concedes": "{seat} gives up",
    "event.scores": "{seat} scores {bid}",
    "event.hires": "{seat} hires",
    "event.hired": "{seat} hires {mechanic}",
    "event.shifts": "{seat} shifts to {gear}",
    "refusal.not_asked": "seat {seat} is not asked",
    "refusal.not_now": "{action} is not possible now",
    "action.roll": "roll",
    "action.stop": "stop",
    "action.concede": "give up",
    "action.bid": "bid {bid}",
    "action.mechanic": "hire mechanic {number}",
    "action.gear": "shift to {number}",
    "ask.roll": "Roll, or stop.",
    "ask.bid": "Bid: {laps} laps are left.",
    "ask.mechanic": "Hire a mechanic.",
    "ask.gear": "Shift.",
    "reason.finished": "all turns are over",
    "option.players": "players",
    "option.turns": "turns each",
    "option.punctures": "punctures",
    "option.toy": "which toy",
}
TEXTS = {language: dict(ENGLISH) for language in ("en", "fr", "it")}


def asked(view: View, seat: int, kinds: set[str]) -> Ask:
    return f"ask.{min(kinds)}", {"laps": view.get("laps", 0)}


def following(view: View) -> list[int]:
    return []


def meta(toy: str) -> Meta:
    options = OptionSpec(
        toy,
        [
            Int("players", 1, 3, 2, "seats"),
            Int("turns", 1, 4, 2, "turns each"),
            Flag("punctures", True, "punctures"),
            Choice("toy", (toy,), toy, "which toy"),
        ],
    )
    return Meta(title=toy.title(), prefix="TY", about="A toy.", options=options, year=2026, authors="us")
