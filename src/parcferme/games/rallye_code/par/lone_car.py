"""A car alone on the road, as a Markov chain: where it will be, what it pays, how often it stops on a square.

Exact for a car that meets nobody: bends, slippery roads, garages, hotels, parking, no-entries and transverses are in
it, collisions and immobilisations are not. A state is a cell and a condition: free, held, hurt, or missing a turn.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rallye_code.actions import GERANCES
from parcferme.games.rallye_code.board.pieces import HOTEL, NO_ENTRY, PARKING, PETROL
from parcferme.games.rallye_code.board.tables import Tables
from parcferme.games.rallye_code.mechanics.bills import FIRST_AID_POSTS, PETROL_STATIONS, another_day, petrol_bill
from parcferme.games.rallye_code.mechanics.dice import WAYS
from parcferme.games.rallye_code.mechanics.leaving import too_high_for_a_stay, waits_for_the_junction

FREE: Final = 0
STUCK: Final = 1  # garage or hotel
HURT: Final = 2  # garage and First-aid post
PARKED: Final = 3
CONDITIONS: Final = 4
ROUNDS_OF_POWER: Final = 250  # a lap takes about ten turns: the long run is reached to many digits

Way = tuple[float, int, int]  # chance, state reached, gérances passed (bits)


class LoneCar:
    """Where its turns lead, how often it is where in the long run, and what it pays, on one board by one tariff."""

    def __init__(self, t: Tables) -> None:
        self.t = t
        self.ways: list[list[Way]] = [self._ways(state) for state in range(t.off * CONDITIONS)]
        self.share = self._long_run()
        self.stop_paris = self.stops_on([t.paris])
        self.stop_gerance = [self.stops_on([t.at.index(gerance)]) for gerance in range(GERANCES)]
        self.crosses = [self._crosses(gerance) for gerance in range(GERANCES)]
        self.met = [s for s, weight in enumerate(self.share) if weight > 0.0 or s % CONDITIONS == STUCK]  # after a hit
        self.bills = [[self._bill(state, gerance) for state in range(len(self.ways))] for gerance in range(GERANCES)]
        self.income = [sum([w * b for w, b in zip(self.share, bills, strict=True)]) for bills in self.bills]

    def _ways(self, state: int) -> list[Way]:
        """What one turn may do from a state."""
        t = self.t
        cell, condition = divmod(state, CONDITIONS)
        if condition == PARKED:
            return [(1.0, cell * CONDITIONS + FREE, 0)]
        found: list[Way] = []
        for total in range(2, 13):
            chance = WAYS[total] / 36.0
            arrival = t.path[cell][total]
            if self._fails(condition, total) or waits_for_the_junction(t.transverse[cell], t.kind[arrival]):
                found.append((chance, state, 0))
            else:
                passed = sum(1 << till for till in t.passes[cell][total] if till < GERANCES)
                found.append((chance, self._arrive(arrival, total), passed))
        return found

    def _fails(self, condition: int, total: int) -> bool:
        return condition in (STUCK, HURT) and too_high_for_a_stay(total, self.t.tariff)

    def _arrive(self, cell: int, total: int) -> int:
        """RC-11, RC-37; whoever is billed on arrival is held, by the First-aid post too where it is on the bill."""
        t = self.t
        kind = t.kind[cell]
        bill = t.bills[kind][total]
        if kind == NO_ENTRY:
            return t.divert[cell] * CONDITIONS + FREE
        if any(bill):
            return cell * CONDITIONS + (HURT if bill[FIRST_AID_POSTS] else STUCK)
        return cell * CONDITIONS + (PARKED if kind == PARKING else FREE)

    def _long_run(self) -> list[float]:
        """How often a turn begins in each state."""
        share = [0.0] * len(self.ways)
        share[self.t.paris * CONDITIONS] = 1.0
        mean = [0.0] * len(self.ways)
        for turn in range(2 * ROUNDS_OF_POWER):
            after = [0.0] * len(self.ways)
            for state, weight in enumerate(share):
                if weight:
                    for chance, reached, _ in self.ways[state]:
                        after[reached] += weight * chance
            share = after
            if turn >= ROUNDS_OF_POWER:
                mean = [m + x / ROUNDS_OF_POWER for m, x in zip(mean, share, strict=True)]
        return mean

    def _crosses(self, gerance: int) -> float:
        """How often a turn crosses or reaches a gérance's square."""
        found = 0.0
        for state, weight in enumerate(self.share):
            if weight:
                for chance, _, passed in self.ways[state]:
                    found += weight * chance if passed >> gerance & 1 else 0.0
        return found

    def stops_on(self, cells: list[int]) -> float:
        """How often a turn ends on one of these cells, having begun elsewhere."""
        found = 0.0
        for state, weight in enumerate(self.share):
            if weight:
                start = state // CONDITIONS
                for chance, reached, _ in self.ways[state]:
                    if reached // CONDITIONS != start and reached // CONDITIONS in cells:
                        found += weight * chance
        return found

    def _bill(self, state: int, gerance: int) -> float:
        """What the next turn from a state costs at a gérance, on average."""
        t = self.t
        cell, condition = divmod(state, CONDITIONS)
        bill = 0
        if condition == PARKED:
            return 0.0
        for total in range(2, 13):
            arrival = t.path[cell][total]
            if self._fails(condition, total):
                bill += WAYS[total] * self._again_bill(cell, condition, gerance)
            elif not waits_for_the_junction(t.transverse[cell], t.kind[arrival]):
                bill += WAYS[total] * t.bills[t.kind[arrival]][total][gerance]
                if gerance == PETROL_STATIONS and t.kind[cell] == PETROL:
                    bill += WAYS[total] * petrol_bill(total, t.tariff)
        return bill / 36.0

    def _again_bill(self, cell: int, condition: int, gerance: int) -> int:
        """Another day, for a car that could not leave."""
        hotel = self.t.kind[cell] == HOTEL
        return another_day(not hotel, condition == HURT and not hotel, hotel, self.t.tariff)[gerance]
