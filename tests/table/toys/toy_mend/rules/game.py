"""Step or leap; the first past the line wins."""

from __future__ import annotations

from random import Random

from parcferme.games.toy_mend.rules.versions import leaps_tire
from parcferme.games.toy_mend.state import CAR, OVER_PHASE, TABLE, TURN, Car

from parcferme.core.contract import DECISION, OVER, Game, State, View
from parcferme.core.errors import BadRecord, Refusal
from parcferme.core.events import Event
from parcferme.core.notation import Notation
from parcferme.core.options import Options
from parcferme.core.position import Note, list_at, note, object_at, take
from parcferme.core.result import Result
from parcferme.lib.standings import places

STEP, LEAP = range(2)
ACTIONS = Notation("an action", ["step", "leap"])


class Mended(Game):
    def __init__(self, options: Options, version: int) -> None:
        super().__init__("toy_mend", version, int(str(options["players"])), options, ACTIONS)
        self.length = int(str(options["length"]))

    def start(self) -> State:
        return MendedState(self, TURN, 0, [Car(0, False) for _ in range(self.players)])

    def restore(self, dump: object) -> State:
        state = MendedState(self, TURN, 0, [Car(0, False) for _ in range(self.players)])
        take(TABLE, state, "position", dump, beside=("cars",))
        notes = list_at("position.cars", object_at("position", dump).get("cars"), self.players, self.players)
        for number, given in enumerate(notes):
            take(CAR, state.cars[number], f"position.cars[{number}]", given)
        if state.seat >= self.players:
            raise BadRecord("position.seat", f"there is no seat {state.seat}")
        if (max(car.square for car in state.cars) >= self.length) != (state.phase == OVER_PHASE):
            raise BadRecord("position.phase", "the race is over when a car is past the line")
        return state

    def bound(self) -> int:
        return self.length * self.players

    def score_bounds(self) -> tuple[int, int]:
        return 0, self.length


class MendedState(State):
    def __init__(self, game: Mended, phase: int, seat: int, cars: list[Car]) -> None:
        self.game, self.phase, self.seat, self.cars = game, phase, seat, cars

    def kind(self) -> int:
        return DECISION if self.phase == TURN else OVER

    def to_act(self) -> tuple[int, ...]:
        return (self.seat,) if self.phase == TURN else ()

    def legal(self, seat: int) -> list[int]:
        if seat not in self.to_act():
            return []
        return [STEP] if leaps_tire(self.game.version) and self.cars[seat].leapt else [STEP, LEAP]

    def explain(self, seat: int, action: int) -> Refusal | None:
        if action in self.legal(seat):
            return None
        return Refusal("tired", "TM-02") if seat in self.to_act() else Refusal("not_now", "TM-01")

    def chance(self) -> list[tuple[int, int]]:
        return []

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        car = self.cars[self.seat]
        car.square += move + 1
        car.leapt = move == LEAP
        if events is not None:
            events.append(Event("moved", "TM-01", {"seat": self.seat, "to": car.square}))
        if car.square >= self.game.length:
            self.phase = OVER_PHASE
        else:
            self.seat = (self.seat + 1) % self.game.players

    def view(self, seat: int | None) -> View:
        return {"seat": self.seat, "squares": [car.square for car in self.cars]}

    def resample(self, seat: int, rng: Random) -> State:
        return self.copy()

    def result(self) -> Result | None:
        squares = [car.square for car in self.cars]
        return Result(places(squares), squares, {"squares": squares}, "line", "TM-01") if self.phase else None

    def copy(self) -> State:
        return MendedState(self.game, self.phase, self.seat, [car.copy() for car in self.cars])

    def dump(self) -> Note:
        return {**note(TABLE, self), "cars": [note(CAR, car) for car in self.cars]}


def create(options: Options, version: int) -> Game:
    return Mended(options, version)
