"""What a seat may expect in a position of the real game, and after each of its legal actions.

The turn in progress is looked at as it is, with the cars and the dirt on the road; what comes after it is taken from
the course, where the car is alone.
"""

# isort: skip_file
from __future__ import annotations

from parcferme.games.rallyman.actions import (
    ACCEPT, ATTACK, END, LOCK, PASS, PATHS, PLACE, READY, ROLL, SISU, SPARE, TYRES_ASPHALT, TYRES_SNOW, WHITE,
    WHITE_HAZARD, die_of,
)  # fmt: skip
from parcferme.games.rallyman.par.attacks import SISU_ON as CALM
from parcferme.games.rallyman.par.attacks import Dice
from parcferme.games.rallyman.drive.course import OUT, Course
from parcferme.games.rallyman.par.model import TYRE_WORTH
from parcferme.games.rallyman.rules.step import step_of
from parcferme.games.rallyman.state import (
    CAR, CARD_DUE, CARS, CHAIN, CHRONO, DAMAGE, DIE, DIRT, DONE, FACES_DUE, FINISHED, FLATS, GEAR, LOC_DUE, MARKERS,
    NODE, ORDER_AT, OVER_PHASE, PLACING, RETIRED, SERVICE, SERVICED, SISU_HELD, SNOW_ON, SPARE_HELD, SPECIAL,
    START_ORDER, STATUS, TIME, TURN, TYRES, WEATHER, Position,
)  # fmt: skip

THROWN = (DIE, FACES_DUE, CARD_DUE, LOC_DUE)  # phases in which chance decides over the car whose turn it is


class Outlook:
    """One seat's prospects in one position, while its special is driven."""

    def __init__(self, course: Course, p: Position, seat: int) -> None:
        v = p.v
        car = CARS + seat * CAR
        special = v[SPECIAL]
        self.course = course
        self.p = p
        self.car = car
        self.leg = course.leg(special, v[SNOW_ON + special], v[car + TYRES])
        self.model = self.leg.model
        self.progress = p.road.at[v[car + NODE]]
        self.gear = v[car + GEAR]
        self.cell = self.model.cell(
            v[car + DAMAGE], v[car + FLATS], v[car + SPARE_HELD], v[car + SISU_HELD], v[car + MARKERS]
        )
        busy = p.actor == seat and p.crowded
        self.crowd = self.leg.crowd(v[DIRT], p.full, p.cuts_full) if busy else self.leg.clear
        self.hazards = CALM if p.sisu_on else min(p.hazards, 2)

    def to_go(self) -> float:
        """Seconds still to come at a node where the seat decides, or while others drive."""
        p, v = self.p, self.p.v
        phase = p.phase
        if CARS + p.actor * CAR != self.car or (phase == TURN and not p.crowded):
            return self.model.start(self.progress, self.gear, self.cell) - v[self.car + MARKERS]
        if phase == CHAIN:
            return self._after(self.hazards, self.cell) - v[self.car + MARKERS]
        if phase == PLACING:
            return self._tree(self.crowd.attacks.place(self._dice())) - v[self.car + MARKERS]
        return min([self.after(action) for action in p.choices.ids])

    def after(self, action: int) -> float:
        """Seconds still to come once the seat has taken this action."""
        return self._cost(action) - self.p.v[self.car + MARKERS]

    def _cost(self, action: int) -> float:
        model, progress, gear, cell = self.model, self.progress, self.gear, self.cell
        if action >= ATTACK:
            sisu = self.p.v[self.car + SISU_HELD]
            attacks = self.crowd.attacks
            return attacks.cost(attacks.attack(progress, gear, action - ATTACK, sisu), cell)
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
        return model.start(progress, gear, cell) - TYRE_WORTH  # the spare tyre

    def _die(self, action: int) -> float:
        p, model, chain = self.p, self.model, self.crowd.chain
        die, taken = die_of(action), step_of(self.p, action)
        gear, used, whites = self.gear, p.used, p.whites + 1
        if die != WHITE:
            gear, used, whites = die + 1, p.used | 1 << die, p.whites
        kind, markers = self.cell // model.row, self.cell % model.row
        if action >= LOCK:
            return chain.locked(taken, gear, used, whites, self.hazards, p.locks, kind, markers)
        return chain.rolled(taken, model.chance[die], gear, used, whites, self.hazards, p.locks, kind, markers)

    def _after(self, hazards: int, cell: int) -> float:
        """Stop or go on, die by die."""
        p, row = self.p, self.model.row
        chain = self.crowd.chain
        return chain.after(self.progress, self.gear, p.used, p.whites, hazards, p.locks, cell // row, cell % row)

    # -------------------------------------------------------------- time attack

    def _dice(self) -> Dice:
        p, v = self.p, self.p.v
        whites = p.whites if v[self.car + TYRES] else 0
        black, clean, bad = p.dice_left()
        return Dice(
            self.progress, self.gear, whites, black, p.shown & black, clean, bad, self.hazards,
            v[self.car + SISU_HELD],
        )  # fmt: skip

    def _place(self, action: int) -> float:
        die = (action - PLACE) // PATHS
        hazard = 1 if die == WHITE_HAZARD or (die < WHITE and self.p.shown >> die & 1) else 0
        taken = step_of(self.p, action)
        return self._tree(self.crowd.attacks.step(self._dice(), min(die, WHITE), taken, hazard))

    def _tree(self, number: int) -> float:
        """What comes of dice that have been rolled: they are paid when the turn ends."""
        model, dice = self.model, self.p.earned
        earned = min(dice, model.most - self.cell % model.row)
        paid = self.cell + earned
        if self.hazards == CALM and model.sisus == 2:
            paid += model.sisu_step  # trees count the card as played in this turn
        attacks = self.crowd.attacks
        return attacks.tree_cost(attacks.trees[number], paid, dice, earned) - dice

    # -------------------------------------------------------------- one hazard too many

    def _lost(self) -> float:
        model, dice = self.model, self.p.earned if self.model.terms.pays_on_loc else 0
        earned = min(dice, model.most - self.cell % model.row)
        return model.ends[model.loss(self.progress, self.gear) + self.cell + earned] - dice

    def _saved(self) -> float:
        calm = self.cell - self.model.sisu_step
        if not self.p.attacking:
            return self._after(CALM, calm)
        dice = self._dice()
        dice.hazards, dice.sisu = CALM, 0
        return self._tree(self.crowd.attacks.place(dice))


def total(course: Course, p: Position, seat: int) -> float | None:
    """The seconds the seat may expect on its course sheet at the end; `None` where chance has to act first."""
    v = p.v
    car = CARS + seat * CAR
    phase, special = p.phase, v[SPECIAL]
    if phase in (START_ORDER, WEATHER, OVER_PHASE) or (p.actor == seat and (phase in THROWN or phase == SERVICE)):
        return None
    driven = float(sum([v[car + TIME + done] for done in range(v[car + DONE])]))
    if v[car + STATUS] == RETIRED:
        return driven + OUT
    if v[car + STATUS] == FINISHED:
        rest = course.ahead(special + 1, v[car + TYRES], v[car + DAMAGE], v[car + SISU_HELD])
        return driven + v[car + CHRONO] - v[car + MARKERS] + rest
    if phase == SERVICE:
        return driven + waiting(course, p, seat)
    return driven + v[car + CHRONO] + Outlook(course, p, seat).to_go()


def waiting(course: Course, p: Position, seat: int) -> float:
    """Before the start of a special: the rest of the rally, with the tyres the seat has or may still choose."""
    v = p.v
    car = CARS + seat * CAR
    special = v[SPECIAL]
    order = v[ORDER_AT + 4 * special : ORDER_AT + 4 * special + 4]
    chosen = order.index(seat) < v[SERVICED]
    tyres = [v[car + TYRES]] if chosen else course.tyres(special, v[car + TYRES])
    snow = v[SNOW_ON + special]
    return min([course.start(special, snow, kind, v[car + DAMAGE], v[car + SISU_HELD]) for kind in tyres])


def service(course: Course, p: Position, seat: int, action: int) -> float:
    """The rest of the rally after a choice in service: tyres as chosen, a flat mended."""
    v = p.v
    car = CARS + seat * CAR
    special = v[SPECIAL]
    tyres = {TYRES_ASPHALT: 0, TYRES_SNOW: 1}.get(action, v[car + TYRES])
    rest = course.start(special, v[SNOW_ON + special], tyres, v[car + DAMAGE], v[car + SISU_HELD])
    return rest - TYRE_WORTH if action == SPARE else rest + (1e-6 if action == READY else 0.0)
