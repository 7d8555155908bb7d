"""A car alone on the road, as a Markov chain: where it will be, what it pays, how often it stops on a square.

Exact for a car that meets nobody: bends, slippery roads, garages, hotels, parking, no-entries and transverses are in
it, collisions and immobilisations are not. A state is a cell and a condition: free, held, hurt, or missing a turn.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rallye_code.actions import GERANCES, WAYS
from parcferme.games.rallye_code.pieces import BEND, GARAGE, HOTEL, NO_ENTRY, PARKING, PETROL, SLIPPERY
from parcferme.games.rallye_code.tables import Tables

FREE: Final = 0
STUCK: Final = 1  # garage or hotel
HURT: Final = 2  # garage and First-aid post
PARKED: Final = 3
CONDITIONS: Final = 4
ROUNDS_OF_POWER: Final = 250  # a lap takes about ten turns: the long run is reached to many digits

Step = tuple[float, int, int]  # chance, state reached, gérances passed (bits)


class Chain:
    """Transitions, long-run frequencies and income for one game's board and edition."""

    def __init__(self, t: Tables) -> None:
        self.t = t
        self.steps: list[list[Step]] = [self._steps(state) for state in range(t.off * CONDITIONS)]
        self.share = self._long_run()
        self.stop_paris = self.stops_on([t.paris])
        self.stop_gerance = [self.stops_on([t.at.index(gerance)]) for gerance in range(GERANCES)]
        self.met = [s for s, weight in enumerate(self.share) if weight > 0.0 or s % CONDITIONS == STUCK]  # after a hit
        self.bills = [[self._bill(state, gerance) for state in range(len(self.steps))] for gerance in range(GERANCES)]
        self.income = [sum([w * b for w, b in zip(self.share, bills, strict=True)]) for bills in self.bills]

    def _steps(self, state: int) -> list[Step]:
        """What one turn may do from a state."""
        t = self.t
        cell, condition = divmod(state, CONDITIONS)
        if condition == PARKED:
            return [(1.0, cell * CONDITIONS + FREE, 0)]
        found: list[Step] = []
        for total in range(2, 13):
            chance = WAYS[total] / 36.0
            held = condition in (STUCK, HURT) and total > t.edition.leave_limit
            arrival = t.path[cell][total]
            if held or (t.transverse[cell] and t.kind[arrival] == NO_ENTRY):
                found.append((chance, state, 0))
            else:
                passed = sum(1 << till for _, till in t.passes[cell][total] if till < GERANCES)
                found.append((chance, self._arrive(arrival, total), passed))
        return found

    def _arrive(self, cell: int, total: int) -> int:
        t = self.t
        kind = t.kind[cell]
        if kind == NO_ENTRY:
            return t.divert[cell] * CONDITIONS + FREE
        if kind in (BEND, SLIPPERY) and total >= t.edition.accident_aid_from:
            return cell * CONDITIONS + HURT
        if kind in (GARAGE, HOTEL) or (kind in (BEND, SLIPPERY) and total >= t.edition.accident_from):
            return cell * CONDITIONS + STUCK
        return cell * CONDITIONS + (PARKED if kind == PARKING else FREE)

    def _long_run(self) -> list[float]:
        """How often a turn begins in each state."""
        share = [0.0] * len(self.steps)
        share[self.t.paris * CONDITIONS] = 1.0
        mean = [0.0] * len(self.steps)
        for turn in range(2 * ROUNDS_OF_POWER):
            after = [0.0] * len(self.steps)
            for state, weight in enumerate(share):
                if weight:
                    for chance, reached, _ in self.steps[state]:
                        after[reached] += weight * chance
            share = after
            if turn >= ROUNDS_OF_POWER:
                mean = [m + x / ROUNDS_OF_POWER for m, x in zip(mean, share, strict=True)]
        return mean

    def stops_on(self, cells: list[int]) -> float:
        """How often a turn ends on one of these cells, having begun elsewhere."""
        found = 0.0
        for state, weight in enumerate(self.share):
            if weight:
                start = state // CONDITIONS
                for chance, reached, _ in self.steps[state]:
                    if reached // CONDITIONS != start and reached // CONDITIONS in cells:
                        found += weight * chance
        return found

    def _bill(self, state: int, gerance: int) -> float:
        """What the next turn from a state costs at a gérance, on average."""
        t, e = self.t, self.t.edition
        cell, condition = divmod(state, CONDITIONS)
        bill = 0.0
        if condition == PARKED:
            return bill
        for total in range(2, 13):
            arrival = t.path[cell][total]
            if condition in (STUCK, HURT) and total > e.leave_limit:
                bill += WAYS[total] * self._again_bill(cell, condition, gerance)
            elif not (t.transverse[cell] and t.kind[arrival] == NO_ENTRY):
                bill += WAYS[total] * self._arrival_bill(cell, arrival, total, gerance)
        return bill / 36.0

    def _again_bill(self, cell: int, condition: int, gerance: int) -> int:
        """Another day, for a car that could not leave."""
        e = self.t.edition
        if self.t.kind[cell] == HOTEL:
            return e.hotel_again if gerance == 3 else 0
        return e.garage_again if gerance == 0 else e.aid_again if gerance == 1 and condition == HURT else 0

    def _arrival_bill(self, cell: int, arrival: int, total: int, gerance: int) -> int:
        e, kind = self.t.edition, self.t.kind[arrival]
        if gerance == 2:
            return e.petrol_per_point * total if self.t.kind[cell] == PETROL else 0
        if gerance == 3:
            return e.hotel if kind == HOTEL else 0
        accident = kind in (BEND, SLIPPERY) and total >= e.accident_from
        if gerance == 1:
            return e.casualty(total) if accident and total >= e.accident_aid_from else 0
        return e.garage if kind == GARAGE else e.damaged(total) if accident else 0
