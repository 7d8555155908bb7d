"""Is a certificate of par true? The rules drive, the certificate is only compared; the solver is not asked.

Every move gains a square, so the values are right if each one follows from those further along (Bellman): from each
place the engine plays every gear, every face of the dice, every way of driving the squares and every service, until
the turn is over. The best of that must be the value written down.
"""

from __future__ import annotations

import marshal
from typing import Final

from parcferme.core import registry
from parcferme.core.contract import CHANCE, OVER
from parcferme.core.errors import ParcFermeError
from parcferme.games.rally.mechanics.crew import Crew
from parcferme.games.rally.mechanics.driving import ANY_GEAR, RESTART
from parcferme.games.rally.rules.game import RallyGame, RallyState
from parcferme.games.rally.state import GEAR, RISK, SOLO_MECHANICS, SOLO_SETUP, WEATHER, Car
from parcferme.lib.certificates import list_in, number_in, whole_in

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
        self.setup = whole_in(certificate["setup"])
        self.sector = whole_in(certificate["sector"])
        self.mechanics = [whole_in(square) for square in list_in(certificate["mechanics"])]
        self.penalty = number_in(certificate["penalty"])
        self.par = [number_in(value) for value in list_in(certificate["par"])]
        self.values = [[number_in(value) for value in list_in(row)] for row in list_in(certificate["values"])]
        self.sectors = len(game.tables.race_rings[0].skies)
        self.length = game.tables.fixed.length
        self.seen: dict[bytes, float] = {}
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
        while state.phase != GEAR:
            if state.phase == SOLO_SETUP:
                state.apply(self.game.tables.ids.setup + self.setup)
            elif state.phase == SOLO_MECHANICS:
                state.apply(state.default(0))
            else:
                state.apply(state.chance()[0][0] if state.kind() == CHANCE else state.legal(0)[0])
        state.cars[0].crew = Crew(sorted(self.mechanics))  # fewer than three is a question the rules never ask
        return state

    # ── comparing ────────────────────────────────────────────────────────────────────────────────────────────────────

    def faults(self, states: int) -> list[str]:
        found: list[str] = []
        for tyres, value in enumerate(self.par):
            if abs(value - self.value(0, ANY_GEAR, 1, self.sector, tyres)) > CLOSE:
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
        found = [(0, ANY_GEAR, 1, sector, tyres) for sector in range(self.sectors) for tyres in range(3)]
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
        crew = state.cars[0].crew
        state.cars[0] = Car(self.setup, place, place, gear, card == 1, tyres, 0, 0, crew)
        state.sector = sector
        if gear == RESTART:
            state.cars[0].gear = 1
            state.cars[0].road = 0
            state.phase = RISK  # 1st is set by itself
        self.seen = {}
        return self.best(state)

    def best(self, state: RallyState) -> float:
        """Turns from inside a move on, this one counted: the least for the driver, the mean over the dice."""
        key = marshal.dumps(state.dump())
        if key not in self.seen:
            self.seen[key] = self._best(state)
        return self.seen[key]

    def _best(self, state: RallyState) -> float:
        if state.kind() == OVER:
            return 1.0 if state.sheet[0].turns[0] > 0 else 1.0 + self._eliminated(state)
        if state.phase == WEATHER:
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
            if after.phase == WEATHER:
                total += 1.0 + self.later(after)
            else:
                gear = RESTART if after.phase == RISK else int(after.cars[0].gear)  # 1st is set by itself
                total += self._from(after, gear, int(after.sector))
        return total / 2.0

    def _eliminated(self, state: RallyState) -> float:
        """The convention for a lone car: some turns lost, then on from there in 1st, in the next weather."""
        around = [(int(state.sector) + way) % self.sectors for way in (-1, 1)]
        return self.penalty + sum([self._from(state, RESTART, sector) for sector in around]) / 2.0

    def _from(self, state: RallyState, gear: int, sector: int) -> float:
        """What is written down for the car as it stands, in this gear state and weather."""
        car = state.cars[0]
        return self.value(int(car.place), gear, int(car.overrev), sector, int(car.tyres))

    def _after(self, state: RallyState, move: int) -> RallyState:
        after = state.copy()
        after.apply(move)
        return after
