"""Solving a special: its par, the whole table behind it, the chance of every time, and a certificate for the checker.

Exact for one car alone on the road with decks put back before every draw, on known surfaces. What other cars do (block,
throw dirt on a corner) is not in it, nor what the special leaves for the next one. With physical decks the odds are
those of full decks. Not finishing counts as RETIRED seconds; damage on the finish line is free; markers beyond
MOST_MARKERS are worth a second each and nothing more; a retired car keeps the markers it holds.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.content import content_hash
from parcferme.games.rallyman.actions import ACTIONS, ATTACK, LOCK, PATHS, ROLL, SPARE
from parcferme.games.rallyman.board.rally import Rally
from parcferme.games.rallyman.board.road import Road
from parcferme.games.rallyman.par.hands import FIRST_HANDS
from parcferme.games.rallyman.par.model import UNKNOWN, Condition, Model, Terms
from parcferme.games.rallyman.par.sweep import Opening, Report, Sweep
from parcferme.games.rallyman.par.times import Times
from parcferme.lib.recent import Recent

MOST_KEPT: Final = 4  # solutions; a long special with everything takes about 100 MB
_kept: Recent[str, Solution] = Recent(MOST_KEPT)


def terms_of(rally: Rally) -> Terms:
    """The rally's own techniques."""
    return Terms(rally.attack, rally.locking, rally.pays_on_loc, rally.spare_seconds)


def fresh_car(rally: Rally) -> Condition:
    """A car before the first special, with the cards it holds (RM-22)."""
    return Condition(spare=int(rally.spare), sisu=int(rally.sisu))


class Solution:
    """A special solved, or on the way: `sweep.todo` is the space that comes next."""

    def __init__(self, model: Model, car: Condition, key: str) -> None:
        self.model = model
        self.car = car
        self.key = key
        self.sweep = Sweep(model)
        self._times: Times | None = None

    @property
    def complete(self) -> bool:
        return self.sweep.todo < 0

    @property
    def value(self) -> float:
        """Expected seconds from START under perfect play."""
        return self.expected(0, 0, self.car)

    def expected(self, progress: int, gear: int, car: Condition) -> float:
        """Expected seconds from the beginning of a turn here to the finish."""
        cost = self.model.start(progress, gear, self.model.cell_of(car))
        if cost < UNKNOWN / 2:
            raise ValueError(f"space {progress} has not been solved for such a car")
        return cost - car.markers

    def policy(self, progress: int, gear: int, car: Condition) -> str:
        """The best first move of a turn, in notation."""
        model = self.model
        cell = model.cell_of(car)
        turn = Opening(model, self.sweep.chain, self.sweep.attacks, progress, gear, cell - cell % model.row)
        cost = turn.best(cell)
        if turn.spare and model.start(progress, gear, cell) < cost - 1e-9:
            return ACTIONS.format(SPARE)
        if turn.forced:
            return "forced"
        if turn.first < len(turn.sets):
            return ACTIONS.format(ATTACK + turn.sets[turn.first].number)
        first = turn.dice[turn.first - len(turn.sets)]
        die, hand = first.die, FIRST_HANDS[gear].after[first.die]
        rolled = self.sweep.chain.rolled(first.step, model.chance[die], hand, cell // model.row, cell % model.row)
        return ACTIONS.format((ROLL if rolled <= cost + 1e-12 else LOCK) + die * PATHS + first.step.path)

    def times(self) -> Times:
        """The chance of every stage time under perfect play."""
        if self._times is None:
            self._times = Times(self.model, self.sweep.chain, self.sweep.attacks)
            self._times.walk(self.model.cell_of(self.car), self.car.markers)
        return self._times

    def certificate(self) -> dict[str, object]:
        """All that is claimed, as JSON values: for `checker.py`, or to go on from another day.

        `table` has for each solved space the cost of every way to begin a turn there: gears 0–5 one after the other,
        each with its row of cars; `null` where no car can be.
        """
        model = self.model
        rows: dict[str, object] = {}
        for progress in range(max(self.sweep.todo + 1, 0), model.finish):
            row: list[float | None] = []
            for gear in range(6):
                costs = [model.start(progress, gear, cell) for cell in range(model.cells)]
                row += [cost if cost > UNKNOWN / 2 else None for cost in costs]
            rows[str(progress)] = row
        car = self.car
        terms = model.terms
        return {
            "format": "parcferme rallyman solution 1",
            "key": self.key,
            "complete": self.complete,
            "value": self.value if self.complete else None,
            "tyres": model.tyres,
            "car": [car.damage, car.flats, car.spare, car.sisu, car.markers],
            "terms": {"attack": terms.attack, "locking": terms.locking, "retired": terms.retired, "most": model.most},
            "layout": [model.damages, model.flats, model.spares, model.sisus, model.row],
            "table": rows,
        }

    def resume(self, certificate: dict[str, object]) -> bool:
        """Take over the spaces that an earlier run of the same special has solved; nothing of another one."""
        table = certificate.get("table")
        if certificate.get("key") != self.key or not isinstance(table, dict):
            return False
        model = self.model
        for progress in range(self.sweep.todo, -1, -1):
            row = table.get(str(progress))
            if not isinstance(row, list) or len(row) != 6 * model.cells:
                break
            for place, cost in enumerate(row):
                if isinstance(cost, float):
                    model.set_start(progress, place // model.cells, place % model.cells, cost)
            self.sweep.adopt(progress)
        return True


def content_key(road: Road, tyres: int, model_car: Condition, terms: Terms, numbers: object) -> str:
    """A fingerprint of everything a solution depends on."""
    spaces = [[s.kind, s.width, s.inside, s.outside, s.cut, s.note, s.left, s.right] for s in road.spaces]
    car = [model_car.damage, model_car.flats, model_car.spare, model_car.sisu, model_car.markers]
    asked = [
        terms.attack,
        terms.locking,
        terms.pays_on_loc,
        terms.spare_seconds,
        terms.retired,
        terms.most,
        terms.quick,
    ]
    cuts = [1 if note else 0 for note in road.cut_note]
    document = [1, spaces, [int(snow) for snow in road.snow], cuts, tyres, car, asked, numbers]
    return content_hash(document)


def numbers_of(rally: Rally) -> list[object]:
    """The numbers on dice and cards."""
    parts = rally.components
    damage = sorted(parts.damage.items())
    return [parts.faces, parts.hazards, parts.seconds, parts.lost, parts.backs, parts.deck, damage]


def solve(
    rally: Rally,
    special: int = 0,
    snow: int = 0,
    tyres: int = 0,
    terms: Terms | None = None,
    car: Condition | None = None,
    report: Report | None = None,
) -> Solution:
    """Solve special 0–2 of a rally with a mask of its zones in snow. Solved before: answered at once.

    `report(done, spaces)` is called space by space; an exception out of it (Ctrl-C) stops the work, and the next call
    goes on where it stopped.
    """
    found = prepare(rally, special, snow, tyres, terms, car)
    found.sweep.run(report)
    return found


def prepare(
    rally: Rally, special: int, snow: int, tyres: int, terms: Terms | None = None, car: Condition | None = None
) -> Solution:
    """The solution as far as it has come."""
    road, parts = rally.road(special, snow), rally.components
    asked, first = terms or terms_of(rally), car or fresh_car(rally)
    key = content_key(road, tyres, first, asked, numbers_of(rally))
    return _kept.get(key, lambda: Solution(Model(road, tyres, parts, asked, first), first, key))


def tyre_advice(
    rally: Rally, special: int, snow: int, terms: Terms | None = None, report: Report | None = None
) -> list[float]:
    """Expected seconds on asphalt and on snow tyres."""
    return [solve(rally, special, snow, tyres, terms, None, report).value for tyres in (0, 1)]
