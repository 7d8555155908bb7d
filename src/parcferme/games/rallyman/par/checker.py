"""Is a solution right? Its table is checked against the game itself, move by move, without the solver.

A solved special claims a cost for every car that may begin a turn. Here such a car is put on the road of a real game
and its turn is played by brute force: every choice, every outcome, until the turn is over; there the claims take over.
The best of that must be the cost claimed. If it is for every car, the whole table is right, by induction from the
finish back to START; a sample of cars is a spot check.
"""

# isort: skip_file
from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.contract import CHANCE
from parcferme.games.rallyman.rules.begin import begin
from parcferme.games.rallyman.rules.game import RallymanGame, RallymanState
from parcferme.games.rallyman.state import DRIVING, RETIRED, TURN, Car

FORMAT: Final = "parcferme rallyman solution 1"
TOLERANCE: Final = 1e-7  # seconds


def _key(state: RallymanState) -> tuple[object, ...]:
    """What matters of a position for the rest of the turn: not the time spent, nor when the car arrived."""
    car, turn = state.car, state.turn
    return (
        state.phase, state.dirt, car.space, car.cut, car.pose, car.gear, car.markers, car.sisu, car.spare, car.damage,
        car.flats, turn.attacking, turn.used, turn.whites, turn.hazards, turn.locks, turn.sisu_on, turn.left,
        turn.clean, turn.bad, turn.shown, turn.earned, turn.die, turn.hazard, turn.step,
    )  # fmt: skip


class Claims:
    """A certificate read with care; `faults` says what is wrong with its form."""

    def __init__(self, game: RallymanGame, document: dict[str, object]) -> None:
        self.faults: list[str] = []
        self.tyres = 1 if document.get("tyres") == 1 else 0
        self.layout = _ints(document.get("layout"))
        self.car = _ints(document.get("car"))
        terms = document.get("terms")
        retired = terms.get("retired") if isinstance(terms, dict) else None
        self.retired = float(retired) if isinstance(retired, (int, float)) else 600.0
        value = document.get("value")
        self.value = float(value) if isinstance(value, (int, float)) else None
        self.rows: dict[int, list[object]] = {}
        if document.get("format") != FORMAT:
            self.faults.append(f"format: is not {FORMAT!r}")
        if len(self.layout) != 5 or len(self.car) != 5 or min([*self.layout, 1]) < 1:
            self.faults.append("layout, car: five whole numbers each are needed")
            return
        self.row = self.layout[4]
        self.cells = self.row * self.layout[0] * self.layout[1] * self.layout[2] * self.layout[3]
        self._read(document.get("table"), game.rally.road(0, game.rally.fixed_snow[0]).length)

    def _read(self, table: object, length: int) -> None:
        if not isinstance(table, dict):
            self.faults.append("table: is missing")
            return
        for name, row in table.items():
            space = int(name) if isinstance(name, str) and name.isdigit() else -1
            if not 0 <= space <= length:
                self.faults.append(f"table: the special has no space {name}")
            elif not isinstance(row, list) or len(row) != 6 * self.cells:
                self.faults.append(f"table, space {name}: has not {6 * self.cells} numbers")
            else:
                self.rows[space] = row
        missing = [space for space in range(length + 1) if space not in self.rows]
        if missing and self.value is not None:
            self.faults.append(f"table: space {missing[0]} is missing, yet a value for the whole special is claimed")

    def cell(self, damage: int, flats: int, spare: int, sisu: int, markers: int) -> int:
        found = 0
        for count, size in zip((sisu, spare, flats, damage, markers), reversed_layout(self.layout), strict=True):
            found = found * size + min(count, size - 1)
        return found

    def car_at(self, cell: int) -> list[int]:
        """damage, flats, spare, sisu, markers."""
        parts: list[int] = []
        for size in (self.layout[4], *self.layout[:4]):
            parts.append(cell % size)
            cell //= size
        return [*parts[1:], parts[0]]

    def cost(self, space: int, gear: int, cell: int) -> float | None:
        found = self.rows[space][gear * self.cells + cell] if space in self.rows else None
        return float(found) if isinstance(found, (int, float)) else None


def reversed_layout(layout: list[int]) -> tuple[int, int, int, int, int]:
    """Sizes from the slowest to the fastest: Sisu, spare, flats, damage, markers."""
    return layout[3], layout[2], layout[1], layout[0], layout[4]


class Unclaimed(Exception):
    """A turn ends where the certificate claims nothing."""


class Referee:
    """Plays one turn of a real game in every way."""

    def __init__(self, game: RallymanGame, claims: Claims) -> None:
        self.game = game
        self.claims = claims
        self.known: dict[tuple[object, ...], float] = {}
        self.round = 0  # in which the turn is played

    def put(self, space: int, gear: int, car: list[int]) -> RallymanState:
        """A car about to begin its turn."""
        state = self.game.start()
        own = state.cars[0]
        own.damage, own.flats, own.spare, own.sisu, own.markers = car[0], car[1], car[2] == 1, car[3] == 1, car[4]
        own.space, own.gear, own.tyres = space, gear, self.claims.tyres
        own.status = DRIVING
        own.chrono = 0
        begin(state, 0, None)
        return state

    def time(self, state: RallymanState) -> float:
        """The expected time of the special after the best turn from here."""
        self.known.clear()
        self.round = state.round
        return self._best(state)

    def _value(self, state: RallymanState) -> float:
        car = state.cars[0]
        spent: int = car.chrono
        if state.special != 0:
            return float(car.times[0])
        if car.status == RETIRED:
            return self.claims.retired + float(spent - car.markers - state.turn.earned)
        if state.phase == TURN and state.round != self.round:
            return spent + self._claimed(state, car)
        key = _key(state)
        found = self.known.get(key)
        if found is None:
            found = self._best(state) - spent
            self.known[key] = found
        return found + spent

    def _claimed(self, state: RallymanState, car: Car) -> float:
        claims = self.claims
        cell = claims.cell(car.damage, car.flats, int(car.spare), int(car.sisu), car.markers)
        cost = claims.cost(car.space, car.gear, cell)
        if cost is None:
            raise Unclaimed(f"nothing is claimed for space {car.space}, gear {car.gear}, car {claims.car_at(cell)}")
        return cost - float(car.markers)

    def _best(self, state: RallymanState) -> float:
        if state.kind() == CHANCE:
            outcomes = state.chance()
            total = sum([weight for _, weight in outcomes])
            return sum([weight * self._value(_after(state, outcome)) for outcome, weight in outcomes]) / total
        return min([self._value(_after(state, action)) for action in state.legal(0)])


def check(game: RallymanGame, certificate: dict[str, object], cars: int | None = None, seed: int = 1) -> list[str]:
    """What is wrong with a certificate for the first special of a one-car game; nothing if it holds.

    `cars`: how many claims to look at, drawn by `seed`; all of them if `None`. Both ends of the table are always looked
    at.
    """
    claims = Claims(game, certificate)
    if game.players != 1:
        claims.faults.append(f"the game has {game.players} cars: a solution is for one alone")
    if claims.faults:
        return claims.faults
    faults = _check_value(claims)
    referee = Referee(game, claims)
    for space, gear, cell in _chosen(claims, cars, seed):
        car = claims.car_at(cell)
        claimed = claims.cost(space, gear, cell) or 0.0
        try:
            found = referee.time(referee.put(space, gear, car)) + car[4]
        except Unclaimed as missing:
            faults.append(f"space {space}, gear {gear}, car {car}: {missing}")
            continue
        if abs(found - claimed) > TOLERANCE:
            faults.append(f"space {space}, gear {gear}, car {car}: claims {claimed:.9f}, the game gives {found:.9f}")
    return faults


def _check_value(claims: Claims) -> list[str]:
    car = claims.car
    if claims.value is None:
        return []
    cost = claims.cost(0, 0, claims.cell(car[0], car[1], car[2], car[3], car[4]))
    if cost is None:
        return [f"nothing is claimed for the car {car} on START"]
    if abs(cost - car[4] - claims.value) > TOLERANCE:
        return [f"value: {claims.value:.9f}, but the table has {cost - car[4]:.9f}"]
    return []


def _chosen(claims: Claims, cars: int | None, seed: int) -> list[tuple[int, int, int]]:
    found = [
        (space, place // claims.cells, place % claims.cells)
        for space in sorted(claims.rows)
        for place, cost in enumerate(claims.rows[space])
        if cost is not None
    ]
    if cars is None or cars >= len(found):
        return found
    return sorted({found[0], found[-1], *Random(seed).sample(found, cars)})


def _after(state: RallymanState, move: int) -> RallymanState:
    then = state.copy()
    then.apply(move)
    return then


def _ints(values: object) -> list[int]:
    return [value for value in values if isinstance(value, int)] if isinstance(values, list) else []
