"""A whole rally ahead: every special solved together with what it leaves for the next one.

For drivers and advice, who must have an answer in a moment: flat tyres count as a fixed loss, and seconds beyond
MARKERS as seconds only. Both cost a driver a few tenths of a second in a special. An `exact` course leaves nothing out:
flats and spare tyres go along from special to special, and every marker that can be held counts (`proof.py`). A special
whose weather is not known yet is taken to be dry. A trial may be over after some `legs` of a rally: nothing of the
others counts.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.content import content_hash
from parcferme.games.rallyman.board.rally import SPECIALS, WEATHER_FIXED, WEATHER_VARIABLE, Rally
from parcferme.games.rallyman.mechanics.attack import MOST_DICE
from parcferme.games.rallyman.mechanics.dice import GRAVEST, LAST_FLAT
from parcferme.games.rallyman.mechanics.paths import CLEAR, Obstacles
from parcferme.games.rallyman.par.attacks import Attacks
from parcferme.games.rallyman.par.chain import Chain
from parcferme.games.rallyman.par.model import Condition, Model, Terms
from parcferme.games.rallyman.par.solver import content_key, numbers_of
from parcferme.games.rallyman.par.sweep import Sweep
from parcferme.games.rallyman.state import Position
from parcferme.lib.recent import Recent

MARKERS: Final = 12
OUT: Final = 1800.0  # seconds that stand for leaving the rally
MOST_COURSES: Final = 3
MOST_SPECIALS: Final = 10  # of a course that are kept solved, 2 or 3 MB each; with variable weather there are many
MOST_CROWDS: Final = 4  # positions of other cars for which turns are remembered
MOST_TREES: Final = 20_000  # ways to arrange dice that a crowd remembers
MOST_TURNS: Final = 300  # … and turns valued, each with all that may follow

_courses: Recent[str, Course] = Recent(MOST_COURSES)


class Solved:
    """One special on known surfaces and tyres. What solving it took is gone: a hundred times more."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.crowds: dict[tuple[int, int, int], Crowd] = {}
        self.clear = Crowd(model, CLEAR)

    def forget_turns(self) -> None:
        """Nobody drives here for now: keep the table, and work turns out again when somebody does."""
        if self.crowds or self.clear.asked:
            self.crowds.clear()
            self.clear = Crowd(self.model, CLEAR)

    def crowd(self, obstacles: Obstacles) -> Crowd:
        """A turn on this special with dirt and other cars where they are now."""
        if obstacles is CLEAR:
            if self.clear.is_full():
                self.clear = Crowd(self.model, CLEAR)
            return self.clear
        key = (obstacles.dirt, obstacles.full, obstacles.cuts_full)
        found = self.crowds.get(key)
        if found is None or found.is_full():
            if len(self.crowds) >= MOST_CROWDS:
                self.crowds.clear()
            found = Crowd(self.model, obstacles)
            self.crowds[key] = found
        return found


class Crowd:
    """Turns, with what lies on the road."""

    def __init__(self, model: Model, obstacles: Obstacles) -> None:
        self.chain = Chain(model, obstacles)
        self.attacks = Attacks(model, obstacles)
        self.asked = 0

    def is_full(self) -> bool:
        """Does it remember so much that it had better begin anew?"""
        self.asked += 1
        return self.asked > MOST_TURNS or len(self.attacks.trees) > MOST_TREES


class Course:
    """The specials of a rally, each solved when first asked for, after those that follow it."""

    def __init__(self, rally: Rally, exact: bool = False, legs: int = SPECIALS) -> None:
        self.rally = rally
        self.legs = legs
        self.exact = exact
        longest = max([len(spaces) for spaces in rally.spaces]) + 1
        most = MOST_DICE * longest // 2 if exact else MARKERS  # no attack is lost before its second space
        self.terms = Terms(rally.attack, rally.locking, rally.pays_on_loc, rally.spare_seconds, OUT, most, not exact)
        self.specials: Recent[tuple[int, int, int], Solved] = Recent(MOST_SPECIALS)
        self.driving = (0, 0)  # the special that was driven last, and its snow

    def study(self) -> None:
        """Solve before the start what can be solved: all but specials whose weather is still to be rolled."""
        rally = self.rally
        for tyres in self.tyres(0, rally.first_tyres):
            if rally.weather == WEATHER_VARIABLE:
                self.ahead(1, tyres, 0, int(rally.sisu))
            else:
                self.special(0, rally.fixed_snow[0], tyres)

    def special(self, special: int, snow: int, tyres: int) -> Solved:
        return self.specials.get((special, snow, tyres), lambda: self._solved(special, snow, tyres))

    def driven(self, p: Position, seat: int) -> Solved:
        """The special that is driven, on the tyres of this seat's car. Turns on others are forgotten: 5 MB each."""
        driven = int(p.special), int(p.snow[p.special])
        if driven != self.driving:
            self.driving = driven
            for solved in self.specials.kept.values():
                solved.forget_turns()
        return self.special(p.special, p.snow[p.special], p.cars[seat].tyres)

    def _solved(self, special: int, snow: int, tyres: int) -> Solved:
        rally = self.rally
        used = special > 0 and not rally.assisted[special]  # may a car begin it with damage and flats?
        flats, spare = (LAST_FLAT if used else 0, int(rally.spare)) if self.exact else (0, 0)
        first = Condition(GRAVEST - 1 if used else 0, flats, spare, int(rally.sisu))
        model = Model(rally.road(special, snow), tyres, rally.components, self.terms, first)
        after: list[float] = []
        dented: list[float] = []
        for cell in range(model.cells):
            damage, sisu, flats = model.damage_of(cell), cell // model.sisu_step, model.flats_of(cell)
            spare = cell % model.sisu_step // model.spare_step if model.spares == 2 else first.spare
            after.append(self.ahead(special + 1, tyres, damage, sisu, flats, spare))
            dented.append(self.ahead(special + 1, tyres, damage + 1, sisu, flats, spare))
        model.close(after, dented)
        Sweep(model).run()
        return Solved(model)

    def ahead(self, special: int, tyres: int, damage: int, sisu: int, flats: int = 0, spare: int = 1) -> float:
        """What a car may expect of this special and all after it, before its weather is known."""
        rally = self.rally
        if special >= self.legs:
            return 0.0
        snow = rally.fixed_snow[special] if rally.weather == WEATHER_FIXED else 0
        if rally.assisted[special]:
            return min([self.start(special, snow, choice, 0, sisu) for choice in self.tyres(special, tyres)])
        return OUT if damage >= GRAVEST else self.start(special, snow, tyres, damage, sisu, flats, spare)

    def tyres(self, special: int, held: int) -> list[int]:
        """The tyres a car may have in this special (RM-81)."""
        return [0, 1] if self.rally.chooses_tyres and (special == 0 or self.rally.assisted[special]) else [held]

    def start(
        self, special: int, snow: int, tyres: int, damage: int, sisu: int, flats: int = 0, spare: int = 1
    ) -> float:
        """From START, all later specials included."""
        model = self.special(special, snow, tyres).model
        return model.start(0, 0, model.cell(damage, flats, spare, sisu, 0))


def course_of(rally: Rally, exact: bool = False, legs: int = SPECIALS) -> Course:
    """The course of a rally; rallies over the same specials under the same rules share it."""
    terms = Course(rally, exact).terms
    numbers = numbers_of(rally)
    roads = [content_key(rally.road(special, 0), 0, Condition(), terms, numbers) for special in range(SPECIALS)]
    zones: list[object] = [[space.zone for space in spaces] for spaces in rally.spaces]
    plan = [rally.assisted, rally.weather, rally.fixed_snow, rally.chooses_tyres, rally.first_tyres, rally.sisu, legs]
    plan.append(rally.spare if exact else None)
    key = content_hash([roads, zones, plan])
    return _courses.get(key, lambda: Course(rally, exact, legs))
