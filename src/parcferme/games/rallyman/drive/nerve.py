"""Nerve: racing the others instead of the clock.

Who is behind near the end gains nothing by a safe time that is too slow, who is ahead nothing by a fast one: what
counts is the chance to come in before each of the others. A special is solved for seconds; here its table is bent, end
by end, into *felt* seconds: seconds still to come, and on top of them what they cost in places. Turns are then thought
through on the felt table in just the same way.

How far a time may still go astray is taken to grow with the seconds still to come, for oneself and for the others.
"""

from __future__ import annotations

from math import erf, sqrt
from typing import Final, final

from parcferme.games.rallyman.drive.course import OUT, Course, Solved
from parcferme.games.rallyman.drive.valuation import total
from parcferme.games.rallyman.par.model import ENDS, MOST_MARKERS, UNKNOWN, Model, Terms
from parcferme.games.rallyman.par.sweep import REACH
from parcferme.games.rallyman.state import RETIRED, Position
from parcferme.lib.recent import Recent

PLACE_WORTH: Final = 1000.0  # seconds for which a driver would give a place away
ASTRAY: Final = 6.0  # variance of a time for each second of it still to come
STILL: Final = 2.0  # … and when nothing is to come: times are whole seconds, and equal ones share a place
MOST_FELT: Final = 1  # specials that are kept as they feel, as large as solved ones
GRAIN: Final = 2.0  # felt seconds are worked out for each half of a second
LONGEST: Final = 900  # seconds to come, beyond which nothing is felt any more


@final
class Rivals:
    """The times to beat: each rival's expected total, and how far it may go astray."""

    def __init__(self, course: Course, p: Position, seat: int) -> None:
        self.times: list[float] = []
        self.spreads: list[float] = []
        for other in range(len(p.cars)):
            if other != seat and p.cars[other].status != RETIRED:
                self._add(course, p, other)

    def _add(self, course: Course, p: Position, other: int) -> None:
        expected = total(course, p, other)
        if expected is not None and expected < OUT:
            self.times.append(expected)
            self.spreads.append(ASTRAY * max(0.0, expected - driven(p, other)))

    def same(self, other: Rivals) -> bool:
        return self.times == other.times and self.spreads == other.spreads

    def lost(self, time: float, to_come: float) -> float:
        """The places that a total time will cost, of which so many seconds are still to come."""
        places = 0.0
        for at in range(len(self.times)):
            spread = sqrt(2.0 * (STILL + self.spreads[at] + ASTRAY * to_come))
            places += 0.5 + 0.5 * erf((time - self.times[at]) / spread)
        return places


def driven(p: Position, seat: int) -> float:
    """The seconds of a car so far, those of the special it is in included."""
    car = p.cars[seat]
    return float(sum(car.times) + (car.net() if len(car.times) == p.special else 0))


@final
class Felt:
    """A special as a driver feels it who counts places."""

    def __init__(self, solved: Solved) -> None:
        real = solved.model
        self.real = real
        terms = real.terms
        more = MOST_MARKERS if terms.attack else 0
        felt = Terms(terms.attack, terms.locking, terms.pays_on_loc, terms.spare_seconds, OUT, more, terms.quick)
        self.model = Model(real.road, real.tyres, real.components, felt, real.first)
        self.model.less_damage = real.less_damage
        self.model.fewer_flats = real.fewer_flats
        self.rivals: Rivals | None = None
        self.spent = 0.0
        self.bent = solved  # as it feels in the turn that was last looked at

    def turn(self, rivals: Rivals, spent: float, progress: int) -> Solved:
        """The special as it feels to a car that begins or drives a turn, having spent so many seconds before it."""
        if self.rivals is None or self.spent != spent or not self.rivals.same(rivals):
            self.rivals, self.spent = rivals, spent
            self._bend(rivals, progress)
            self.bent = Solved(self.model)
        return self.bent

    def _bend(self, rivals: Rivals, progress: int) -> None:
        """As far as a turn can lead. Felt seconds still differ by a second at least where true ones do, and markers
        still count as seconds: all that the table is relied upon for. Beyond the markers that were solved for, one more
        is a second less."""
        felt = [rivals.lost(self.spent + at / GRAIN, at / GRAIN) for at in range(int(LONGEST * GRAIN) + 2)]
        real, bent = self.real, self.model
        kinds = bent.cells // bent.row
        for row in range(progress * ENDS * kinds, (min(progress + REACH, bent.finish) + 1) * ENDS * kinds):
            for markers in range(bent.row):
                cost = real.ends[row * real.row + min(markers, real.most)]
                places = _read(felt, cost - float(markers)) if cost != UNKNOWN else 0.0
                bent.ends[row * bent.row + markers] = cost + PLACE_WORTH * places


def _read(felt: list[float], seconds: float) -> float:
    """The places lost behind so many seconds, between two that were worked out."""
    grains = max(0.0, min(seconds, float(LONGEST))) * GRAIN
    at = int(grains)
    return felt[at] + (grains - float(at)) * (felt[at + 1] - felt[at])


class Nerve:
    """Keeps the specials as they feel."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.felt: Recent[tuple[int, int, int], Felt] = Recent(MOST_FELT)

    def special(self, p: Position, seat: int) -> Solved:
        """The special a seat is driving, as it feels in this turn."""
        car = p.cars[seat]
        key = (p.special, p.snow[p.special], car.tyres)
        felt = self.felt.get(key, lambda: Felt(self.course.driven(p, seat)))
        return felt.turn(Rivals(self.course, p, seat), driven(p, seat) + float(car.markers), car.space)
