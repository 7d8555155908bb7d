"""What a seat may expect in a position of the real game, and after each of its legal actions.

The turn in progress is looked at as it is, with the cars and the dirt on the road; what comes after it is taken from
the course, where the car is alone.
"""

# isort: skip_file
from __future__ import annotations

from parcferme.games.rallyman.actions import (
    ACCEPT, ATTACK, END, LOCK, PASS, PLACE, READY, ROLL, SISU, SPARE, TYRES_ASPHALT, TYRES_SNOW, WHITE,
    WHITE_HAZARD, die_of,
)  # fmt: skip
from parcferme.games.rallyman.drive.course import OUT, Course, Solved
from parcferme.games.rallyman.par.attacks import Dice
from parcferme.games.rallyman.par.hands import SISU_ON, Hand, hand_of
from parcferme.games.rallyman.par.model import TYRE_WORTH
from parcferme.games.rallyman.rules.cache import step_of
from parcferme.games.rallyman.state import (
    CARD_DUE, CHAIN, DIE, FACES_DUE, FINISHED, LOC_DUE, OVER_PHASE, PLACING, RETIRED, SERVICE, START_ORDER, TURN,
    WEATHER, Car, Position,
)  # fmt: skip

THROWN = (DIE, FACES_DUE, CARD_DUE, LOC_DUE)  # phases in which chance decides over the car whose turn it is


class Valuation:
    """One seat's prospects in one position, while its special is driven."""

    def __init__(self, solved: Solved, p: Position, seat: int) -> None:
        car = p.cars[seat]
        self.p = p
        self.car = car
        self.own = p.actor == seat  # its own turn?
        self.markers: int = car.markers
        self.solved = solved
        self.model = solved.model
        self.progress: int = car.space
        self.gear: int = car.gear
        self.cell = self.model.cell(car.damage, car.flats, int(car.spare), int(car.sisu), car.markers)
        self.crowd = solved.crowd(p.obstacles) if self.own else solved.clear
        self.hazards: int = SISU_ON if p.turn.sisu_on else min(p.turn.hazards, 2)

    def to_go(self) -> float:
        """Seconds still to come at a node where the seat decides, or while others drive."""
        p, phase = self.p, self.p.phase
        if not self.own or (phase == TURN and self.crowd is self.solved.clear):
            return self.model.start(self.progress, self.gear, self.cell) - self.markers
        if phase == CHAIN:
            return self._after(self._hand(), self.cell) - self.markers
        if phase == PLACING:
            return self._tree(self.crowd.attacks.place(self._dice())) - self.markers
        return min([self.after(action) for action in p.menu.ids])

    def after(self, action: int) -> float:
        """Seconds still to come once the seat has taken this action."""
        return self._cost(action) - self.markers

    def _cost(self, action: int) -> float:
        model, progress, gear, cell = self.model, self.progress, self.gear, self.cell
        if action >= ATTACK:
            attacks = self.crowd.attacks
            return attacks.cost(attacks.attack(progress, gear, action - ATTACK, int(self.car.sisu)), cell)
        if action >= PLACE:
            return self._place(action)
        if action >= ROLL:
            return self._die(action)
        if action == END:
            return model.ends[model.stop(progress, gear) + cell]
        if action == ACCEPT:
            return self._lost()
        if action == SISU:
            return self._saved()
        if action == PASS:
            return model.start(progress, gear, cell) + model.card[gear]
        return self._mended()

    def _mended(self) -> float:
        """With the spare tyre fitted (RM-91)."""
        model, cell = self.model, self.cell
        if model.terms.quick:
            return model.start(self.progress, self.gear, cell) - TYRE_WORTH
        mended = cell - model.spare_step - model.flat_step
        return model.start(self.progress, self.gear, mended) + model.terms.spare_seconds

    def _hand(self) -> Hand:
        turn = self.p.turn
        return hand_of(self.gear, turn.used, turn.whites, self.hazards, turn.locks)

    def _die(self, action: int) -> float:
        model, chain = self.model, self.crowd.chain
        die, step = die_of(action), step_of(self.p, action)
        hand = self._hand().after[die]
        kind, markers = self.cell // model.row, self.cell % model.row
        if action >= LOCK:
            return chain.locked(step, hand, kind, markers)
        return chain.rolled(step, model.chance[die], hand, kind, markers)

    def _after(self, hand: Hand, cell: int) -> float:
        """Stop or go on, die by die."""
        return self.crowd.chain.after(self.progress, hand, cell // self.model.row, cell % self.model.row)

    # -------------------------------------------------------------- time attack

    def _dice(self) -> Dice:
        car, turn = self.car, self.p.turn
        whites = turn.whites if car.tyres else 0
        sisu = 1 if car.sisu else 0
        return Dice(
            car.space, car.gear, whites, turn.left, turn.shown & turn.left, turn.clean, turn.bad, self.hazards, sisu
        )

    def _place(self, action: int) -> float:
        die = die_of(action)
        hazard = 1 if die == WHITE_HAZARD or (die < WHITE and self.p.turn.shown >> die & 1) else 0
        step = step_of(self.p, action)
        return self._tree(self.crowd.attacks.step(self._dice(), min(die, WHITE), step, hazard))

    def _tree(self, number: int) -> float:
        """What comes of dice that have been rolled: they are paid when the turn ends."""
        model, dice = self.model, int(self.p.turn.earned)
        earned = min(dice, model.most - self.cell % model.row)
        paid = self.cell + earned
        if self.hazards == SISU_ON and model.sisus == 2:
            paid += model.sisu_step  # trees count the card as played in this turn
        attacks = self.crowd.attacks
        return attacks.tree_cost(attacks.trees[number], paid, dice, earned) - dice

    # -------------------------------------------------------------- one hazard too many

    def _lost(self) -> float:
        model, dice = self.model, int(self.p.turn.earned) if self.model.terms.pays_on_loc else 0
        earned = min(dice, model.most - self.cell % model.row)
        return model.ends[model.loss(self.progress, self.gear) + self.cell + earned] - dice

    def _saved(self) -> float:
        if not self.p.turn.attacking:
            return self._after(self._hand().sisu, self.cell - self.model.sisu_step)
        dice = self._dice()
        dice.hazards, dice.sisu = SISU_ON, 0
        return self._tree(self.crowd.attacks.place(dice))


def total(course: Course, p: Position, seat: int) -> float | None:
    """The seconds the seat may expect on its course sheet at the end; `None` where chance has to act first."""
    car, phase = p.cars[seat], p.phase
    if p.special >= course.legs:
        return float(sum(car.times))
    if phase in (START_ORDER, WEATHER, OVER_PHASE) or (p.actor == seat and (phase in THROWN or phase == SERVICE)):
        return None
    driven = float(sum(car.times))
    if car.status == RETIRED:
        return driven + OUT
    if car.status == FINISHED:
        return driven + float(car.net()) + course.ahead(p.special + 1, car.tyres, car.damage, int(car.sisu))
    if phase == SERVICE:
        return driven + waiting(course, p, seat)
    return driven + float(car.chrono) + Valuation(course.driven(p, seat), p, seat).to_go()


def waiting(course: Course, p: Position, seat: int) -> float:
    """Before the start of a special: the rest of the rally, with the tyres the seat has or may still choose."""
    car = p.cars[seat]
    chosen = p.start_order().index(seat) < p.serviced
    tyres = [int(car.tyres)] if chosen else course.tyres(p.special, car.tyres)
    return min([_from_start(course, p, car, kind) for kind in tyres])


def service(course: Course, p: Position, seat: int, action: int) -> float:
    """The rest of the rally after a choice in service: tyres as chosen, a flat mended."""
    car = p.cars[seat]
    rest = _from_start(course, p, car, {TYRES_ASPHALT: 0, TYRES_SNOW: 1}.get(action, int(car.tyres)))
    return rest - TYRE_WORTH if action == SPARE else rest + (1e-6 if action == READY else 0.0)


def _from_start(course: Course, p: Position, car: Car, tyres: int) -> float:
    return course.start(p.special, p.snow[p.special], tyres, car.damage, int(car.sisu), car.flats, int(car.spare))
