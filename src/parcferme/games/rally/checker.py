"""Is a certificate of par true? The rules drive, the certificate is only compared; the solver is not asked.

Every move gains a square, so the values are right if each one follows from those further along (Bellman): from each
place the engine plays every gear, every face of the dice, every way of driving the squares and every service, until
the turn is over. The best of that must be the value written down.
"""

from __future__ import annotations

from typing import Final

from parcferme.core import registry
from parcferme.core.contract import CHANCE, OVER
from parcferme.core.errors import ParcFermeError
from parcferme.games.rally.rules import drive
from parcferme.games.rally.rules.game import RallyGame, RallyState
from parcferme.games.rally.state import (
    AT_START,
    CARD,
    GEAR,
    GEARBOX,
    MECH,
    MECHANICS,
    P_PHASE,
    P_SECTOR,
    PLACE,
    RESTART,
    RISK,
    ROAD,
    RUBBER,
    SETUP,
    SETUPS,
    WEATHER,
)

KIND: Final = "rally-par"
CLOSE: Final = 1e-6
GEAR_STATES: Final = 7
CASES: Final = 6  # tyres and card, for each sector


def check(certificate: dict[str, object], states: int = 0) -> list[str]:
    """What is wrong with it; nothing if the list is empty. `states` > 0 checks so many, evenly spread, else all."""
    try:
        checker = Checker(certificate)
    except (KeyError, TypeError, ValueError, AssertionError, ParcFermeError) as error:
        return [f"is not a certificate of par: {error}"]
    return checker.faults(states)


class Checker:
    """A certificate being compared with the rules."""

    def __init__(self, certificate: dict[str, object]) -> None:
        if certificate.get("kind") != KIND:
            raise ValueError(f"its kind is {certificate.get('kind')!r}, not {KIND!r}")
        options = certificate["options"]
        assert isinstance(options, dict), "its options are no object"
        game = registry.create("rally", options)
        assert isinstance(game, RallyGame)
        if game.tables.fixed is None or game.players != 1:
            raise ValueError("its options are not those of one car on a fixed road")
        self.game = game
        self.setup = _whole(certificate["setup"])
        self.sector = _whole(certificate["sector"])
        self.mechanics = [_whole(square) for square in _list(certificate["mechanics"])]
        self.penalty = _number(certificate["penalty"])
        self.par = [_number(value) for value in _list(certificate["par"])]
        self.values = [[_number(value) for value in _list(row)] for row in _list(certificate["values"])]
        self.sectors = len(game.tables.race_rings[0].skies)
        self.length = game.tables.fixed.length
        self.seen: dict[tuple[int, ...], float] = {}
        self.first = self._driving()
        self._must_have_its_size()

    def _must_have_its_size(self) -> None:
        width = GEAR_STATES * CASES * self.sectors
        if len(self.values) != self.length + 1 or any(len(row) != width for row in self.values):
            raise ValueError(f"its values are not {self.length + 1} rows of {width} numbers")
        if not 0 <= self.sector < self.sectors or self.setup not in (0, 1, 2) or len(self.par) != 3:
            raise ValueError("its sector, set-up or par is out of range")

    def _driving(self) -> RallyState:
        """The lone car about to set its first gear."""
        state = self.game.start()
        placed = 0
        while state.v[P_PHASE] != GEAR:
            phase = state.v[P_PHASE]
            if phase == SETUP:
                state.apply(self.game.tables.ids.setup + self.setup)
            elif phase == MECHANICS:
                state.apply(state.default(0))
                placed += 1
            else:
                state.apply(state.chance()[0][0] if state.kind() == CHANCE else state.legal(0)[0])
        squares = sorted(self.mechanics) if self.mechanics else []
        for index in range(placed):  # fewer than three, or none, is a question the rules never ask
            state.v[MECH + index] = squares[index] if index < len(squares) else 0
        return state

    # ── comparing ────────────────────────────────────────────────────────────────────────────────────────────────────

    def faults(self, states: int) -> list[str]:
        found: list[str] = []
        for tyres, value in enumerate(self.par):
            if abs(value - self.value(0, AT_START, 1, self.sector, tyres)) > CLOSE:
                found.append(f"par on tyres {tyres} is {value}, but the value of the start is another")
        places = self.places()
        step = max(1, len(places) // states) if states > 0 else 1
        for place, gear, card, sector, tyres in places[::step]:
            told = self.value(place, gear, card, sector, tyres)
            proved = self.proved(place, gear, card, sector, tyres)
            if abs(told - proved) > CLOSE:
                where = f"square {place}, gear state {gear}, card {card}, sector {sector + 1}, tyres {tyres}"
                found.append(f"{where}: {told:.6f} is written, {proved:.6f} follows from what lies ahead")
        return found

    def places(self) -> list[tuple[int, int, int, int, int]]:
        """Every state before a move that can come about."""
        found = [(0, AT_START, 1, sector, tyres) for sector in range(self.sectors) for tyres in range(3)]
        for place in range(1, self.length + 1):
            for gear in range(1, RESTART + 1):
                for card in range(2):
                    for sector in range(self.sectors):
                        found += [(place, gear, card, sector, tyres) for tyres in range(3)]
        return found

    def value(self, place: int, gear: int, card: int, sector: int, tyres: int) -> float:
        return self.values[place][GEAR_STATES * (CASES * sector + 2 * tyres + card) + gear]

    def proved(self, place: int, gear: int, card: int, sector: int, tyres: int) -> float:
        """The value that follows from the rules and the values further along."""
        state = self.first.copy()
        v = state.v
        v[PLACE] = v[ROAD] = place
        v[GEARBOX], v[CARD], v[P_SECTOR], v[RUBBER], v[SETUPS] = gear, card, sector, tyres, self.setup
        if gear == RESTART:
            drive.set_gear(state, 1, None)
        self.seen = {}
        return self.best(state)

    def best(self, state: RallyState) -> float:
        """Turns from inside a move on, this one counted: the least for the driver, the mean over the dice."""
        key = tuple(state.v)
        if key not in self.seen:
            self.seen[key] = self._best(state)
        return self.seen[key]

    def _best(self, state: RallyState) -> float:
        if state.kind() == OVER:
            return 1.0 if state.sheet[0][3] > 0 else 1.0 + self._eliminated(state)
        if state.v[P_PHASE] == WEATHER:
            return 1.0 + self.later(state)
        if state.kind() == CHANCE:
            outcomes = state.chance()
            whole = sum(weight for _, weight in outcomes)
            return sum([weight * self.best(self._after(state, move)) for move, weight in outcomes]) / whole
        return min(self.best(self._after(state, move)) for move in state.legal(0))

    def later(self, state: RallyState) -> float:
        """The turn is over and the weather moves: a car that waits loses another one, else the next move begins."""
        total = 0.0
        for outcome, _ in state.chance():
            after = self._after(state, outcome)
            v = after.v
            if v[P_PHASE] == WEATHER:
                total += 1.0 + self.later(after)
            else:
                gear = RESTART if v[P_PHASE] == RISK else v[GEARBOX]  # 1st is set by itself after a restart
                total += self.value(v[PLACE], gear, v[CARD], v[P_SECTOR], v[RUBBER])
        return total / 2.0

    def _eliminated(self, state: RallyState) -> float:
        """The convention for a lone car: some turns lost, then on from there in 1st, in the next weather."""
        v = state.v
        around = [(v[P_SECTOR] + way) % self.sectors for way in (-1, 1)]
        return self.penalty + sum([self.value(v[PLACE], RESTART, v[CARD], s, v[RUBBER]) for s in around]) / 2.0

    def _after(self, state: RallyState, move: int) -> RallyState:
        after = state.copy()
        after.apply(move)
        return after


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is not a list")
    return value


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value!r} is not a whole number")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{value!r} is not a number")
    return float(value)
