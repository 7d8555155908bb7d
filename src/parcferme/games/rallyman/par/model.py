"""A car's future in numbers: the table every solver of this game works on.

Between two turns a car is where it stands, its gear, its *cards* (damage, flats, spare tyre, Sisu) and its second
markers. A turn ends in one of eleven ways on a space: stopped in gear 1–5, control lost in gear 1–5, or standing in
neutral. `ends` holds the expected *cost* of each: seconds still to come, less the markers still to be earned, plus
those still to be paid. The time of a car that holds m markers is its cost less m. A special has a million of them and
more, so they lie side by side as bare numbers, not as an object each.

What a road cannot do to a car is left out of the table: without shortcuts there are no flats, without forest or rocks
no damage. That loses nothing. `quick` leaves out flats all the same and counts each as TYRE_WORTH seconds: for drivers
who must be ready in a moment.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parcferme.games.rallyman.board.components import Components
from parcferme.games.rallyman.board.road import Road
from parcferme.games.rallyman.mechanics.attack import MOST_DICE
from parcferme.games.rallyman.mechanics.dice import GRAVEST, LAST_FLAT, hazard_limit, white_dice
from parcferme.games.rallyman.mechanics.track import Track

RETIRED: Final = 600.0  # seconds that stand for not finishing
MOST_MARKERS: Final = 40
TYRE_WORTH: Final = 8.0
UNKNOWN: Final = -1e9
NEVER: Final = 1e9
ENDS: Final = 11  # neutral, stopped in gears 1–5, lost in gears 1–5
LOST_AT: Final = 5  # + gear


class Condition:
    """What a car brings to the start of a special."""

    __slots__ = ("damage", "flats", "spare", "sisu", "markers")

    def __init__(self, damage: int = 0, flats: int = 0, spare: int = 0, sisu: int = 0, markers: int = 0) -> None:
        self.damage = damage
        self.flats = flats
        self.spare = spare
        self.sisu = sisu
        self.markers = markers


class Terms:
    """What is solved: techniques, what counts, and how finely."""

    __slots__ = ("attack", "locking", "pays_on_loc", "spare_seconds", "retired", "most", "quick")

    def __init__(
        self,
        attack: bool = True,
        locking: bool = True,
        pays_on_loc: bool = True,
        spare_seconds: int = 0,
        retired: float = RETIRED,
        most: int = MOST_MARKERS,
        quick: bool = False,
    ) -> None:
        self.attack = attack
        self.locking = locking
        self.pays_on_loc = pays_on_loc
        self.spare_seconds = spare_seconds
        self.retired = retired
        self.most = most if attack else 0
        self.quick = quick


class Model:
    """One road, tyre type, dice and terms: constants, the layout of `ends`, and `ends` itself."""

    def __init__(self, road: Road, tyres: int, components: Components, terms: Terms, car: Condition) -> None:
        self.road = road
        self.track = Track(road, tyres)
        self.tyres = tyres
        self.terms = terms
        self.components = components
        self.retired = terms.retired
        self.card = [float(seconds) for seconds in components.seconds]
        self.lost = float(components.lost)
        self.chance = [hazards / components.faces for hazards in components.hazards]
        self.puncture = components.deck[2] / sum(components.deck)
        self.off = [0.0] + [row[1] / sum(row) for row in components.backs]
        self.limit = [hazard_limit(snow, tyres) for snow in road.snow]
        self.faces = [_shares(components, key // 3, key % 3) for key in range(96)]
        self.finish = road.finish
        cuts = any(road.cut_note) and not terms.quick
        hurt = any(road.left) or any(road.right)
        self.damages = GRAVEST if hurt or car.damage else 1
        self.flats = LAST_FLAT if cuts or car.flats else 1
        self.spares = 2 if car.spare and self.flats == LAST_FLAT else 1
        self.sisus = 2 if car.sisu else 1
        self.row = max(terms.most, car.markers) + 1  # markers 0 … most
        self.most = self.row - 1
        self.flat_step = self.damages * self.row
        self.spare_step = self.flats * self.flat_step
        self.sisu_step = self.spares * self.spare_step
        self.cells = self.sisus * self.sisu_step
        # By damage: is a car surely better off with one damage less? With fewer flats? `compare` finds out if not.
        self.less_damage = [True] * 5
        self.fewer_flats = [True] * 5
        self.ends = vec[float]([UNKNOWN] * ((self.finish + 1) * ENDS * self.cells))
        self.first = car
        self.close([0.0] * self.cells, [0.0] * self.cells)

    def close(self, after: list[float], hurt: list[float]) -> None:
        """What a car is worth once the special is over, by its cell: as it is, and with one more damage (RM-105)."""
        base = self.finish * ENDS * self.cells
        for gear in range(1, 6):
            for cell in range(self.cells):
                self.ends[base + gear * self.cells + cell] = self.card[gear] + after[cell]
                self.ends[base + (LOST_AT + gear) * self.cells + cell] = self.card[gear] + hurt[cell]

    def top(self, progress: int) -> int:
        """The most markers a car can hold here: an attack pays all its dice, and drives as many as hazards allow."""
        return min(self.most, self.first.markers + MOST_DICE * progress // min(self.limit))

    def cell(self, damage: int, flats: int, spare: int, sisu: int, markers: int) -> int:
        """Where a car is found in a row of the table; what the road cannot change is not looked at."""
        at = min(damage, self.damages - 1) * self.row + min(flats, self.flats - 1) * self.flat_step
        at += min(spare, self.spares - 1) * self.spare_step + min(sisu, self.sisus - 1) * self.sisu_step
        return at + max(0, min(markers, self.most))

    def cell_of(self, car: Condition) -> int:
        return self.cell(car.damage, car.flats, car.spare, car.sisu, car.markers)

    def damage_of(self, cell: int) -> int:
        return cell // self.row % self.damages

    def flats_of(self, cell: int) -> int:
        return cell // self.flat_step % self.flats

    def most_whites(self, cell: int) -> int:
        return white_dice(self.flats_of(cell))

    def stop(self, progress: int, gear: int) -> int:
        """Where the row of a car begins that ends its turn here in this gear (0: stands in neutral)."""
        return (progress * ENDS + gear) * self.cells

    def loss(self, progress: int, gear: int) -> int:
        """… that loses control here in this gear."""
        return (progress * ENDS + LOST_AT + gear) * self.cells

    def start(self, progress: int, gear: int, cell: int) -> float:
        """The cost of a car about to begin a turn."""
        return self.ends[self.stop(progress, gear) + cell] - (self.card[gear] if gear else 0.0)

    def set_start(self, progress: int, gear: int, cell: int, cost: float) -> None:
        self.ends[self.stop(progress, gear) + cell] = cost + (self.card[gear] if gear else 0.0)

    def set_losses(self, progress: int, cell: int) -> None:
        """Once standing in neutral is known: the cost of losing control here (RM-64 to RM-70, RM-R23, RM-R25)."""
        road = self.road
        neutral = self.stop(progress, 0)
        still = self.ends[neutral + cell]
        left = self._hurt(neutral, cell, road.left[progress])
        right = self._hurt(neutral, cell, road.right[progress])
        for gear in range(1, 6):
            off = self.off[gear]
            cost = self.lost + (1.0 - 2.0 * off) * still + off * left + off * right
            self.ends[self.loss(progress, gear) + cell] = cost

    def compare(self, progress: int, cells: list[int], top: int) -> None:
        """Look for cars that would rather be worse off here: those for which retiring would be a relief.

        Where no end of a turn is cheaper with more damage, no option of a turn is: the car has the same dice or fewer,
        and meets the same ends. The same with flats, if the third one costs no less than to drive on.
        """
        for cell in cells:
            damage, flats = self.damage_of(cell), self.flats_of(cell)
            for end in range(ENDS):
                row = self.stop(progress, end) + cell
                if damage and self.less_damage[damage] and self._cheaper(row, row - self.row, top):
                    self.less_damage[damage] = False
                if flats and self.fewer_flats[damage] and self._cheaper(row, row - self.flat_step, top):
                    self.fewer_flats[damage] = False
                if flats == LAST_FLAT - 1 and self.ends[row] > self.retired:
                    self.fewer_flats[damage] = False

    def _cheaper(self, row: i64, than: i64, top: i64) -> bool:
        """Is the first row cheaper for some markers? (Not by rounding alone.)"""
        ends = self.ends
        markers: i64 = 0
        while markers <= top:
            if ends[row + markers] < ends[than + markers] - 1e-11:
                return True
            markers += 1
        return False

    def _hurt(self, neutral: int, cell: int, dice: int) -> float:
        if dice == 0:
            return self.ends[neutral + cell]
        if self.damage_of(cell) + dice >= GRAVEST:
            return self.retired
        return self.ends[neutral + cell + dice * self.row]


def _shares(components: Components, mask: int, whites: int) -> list[tuple[int, float]]:
    """(outcome, chance) of rolling these dice at once."""
    outcomes = components.roll_all(mask, whites)
    total = sum([weight for _, weight in outcomes])
    return [(outcome, weight / total) for outcome, weight in outcomes]
