"""Every way to drive the dice of a time attack, boiled down to what can come of it.

For each fall of the dice the orders and routes lead to a few ends: the turn ends on a space in a gear, or control is
lost there. Those ends form a small tree (best of several, a shortcut card on the way, Sisu played), the same for every
car. Equal trees are one: a solver builds them once and asks for their value car by car.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rallyman.actions import CUT, FACES, PATHS, PLACE, WHITE, WHITE_HAZARD
from parcferme.games.rallyman.rally import Components
from parcferme.games.rallyman.road import EFFECT_AT, NODE_AT, RISKY, Road
from parcferme.games.rallyman.rules.choices import place_choices
from parcferme.games.rallyman.rules.step import hazard_limit

STOP: Final = 0  # progress, gear: the turn ends here
LOSS: Final = 1  # progress, gear: control is lost here
BEST: Final = 2  # of these trees
CARD: Final = 3  # a shortcut card is drawn, then this tree
SISU: Final = 4  # Sisu is played, then this tree

SISU_ON: Final = 3  # in place of the hazards counted: they no longer matter


class Dice:
    """Where a car is in its attack, and the dice still to be placed: `shown` and `bad` are those with a hazard."""

    __slots__ = ("progress", "gear", "started", "whites", "left", "shown", "clean", "bad", "hazards", "sisu")

    def __init__(
        self,
        progress: int,
        gear: int,
        started: int,
        whites: int,
        left: int,
        shown: int,
        clean: int,
        bad: int,
        hazards: int,
        sisu: int,
    ) -> None:
        self.progress = progress
        self.gear = gear
        self.started = started
        self.whites = whites  # already placed
        self.left = left
        self.shown = shown
        self.clean = clean
        self.bad = bad
        self.hazards = hazards
        self.sisu = sisu  # is the card in hand?

    def key(self) -> int:
        dice = ((self.left * 32 + self.shown) * 3 + self.clean) * 3 + self.bad
        place = ((dice * 6 + self.gear) * 2 + self.started) * 3 + self.whites
        return ((place * 4 + self.hazards) * 2 + self.sisu) * 512 + self.progress


class Arrangements:
    """The trees of one road and tyre type."""

    def __init__(self, road: Road, tyres: int, components: Components) -> None:
        self.road = road
        self.tyres = tyres
        self.components = components
        self.limit = [hazard_limit(road, node, tyres) for node in range(road.finish + 1)]
        self.trees: list[tuple[int, ...]] = []
        self._ids: dict[tuple[int, ...], int] = {}
        self._known: dict[int, int] = {}
        self._falls: dict[int, list[tuple[int, float]]] = {}

    def falls(self, progress: int, gear: int, mask: int, whites: int, sisu: int) -> list[tuple[int, float]]:
        """(tree, chance) of an attack with these dice, equal trees added up."""
        key = (((mask * 3 + whites) * 6 + gear) * 2 + sisu) * 512 + progress
        found = self._falls.get(key)
        if found is None:
            found = self._all_falls(progress, gear, mask, whites, sisu)
            self._falls[key] = found
        return found

    def _all_falls(self, progress: int, gear: int, mask: int, whites: int, sisu: int) -> list[tuple[int, float]]:
        outcomes = self.components.roll_all(mask, whites)
        total = sum([weight for _, weight in outcomes])
        chances: dict[int, int] = {}
        for outcome, weight in outcomes:
            shown, bad = (outcome - FACES) // 3, (outcome - FACES) % 3
            tree = self._place(Dice(progress, gear, 0, 0, mask, shown, whites - bad, bad, 0, sisu))
            chances[tree] = chances.get(tree, 0) + weight
        return [(tree, weight / total) for tree, weight in chances.items()]

    def _tree(self, parts: tuple[int, ...]) -> int:
        found = self._ids.get(parts)
        if found is None:
            found = len(self.trees)
            self._ids[parts] = found
            self.trees.append(parts)
        return found

    def _best(self, trees: set[int]) -> int:
        """The best of several trees; the best of bests is one best."""
        flat: set[int] = set()
        for tree in trees:
            parts = self.trees[tree]
            if parts[0] == BEST:
                flat.update(parts[1:])
            else:
                flat.add(tree)
        return flat.pop() if len(flat) == 1 else self._tree((BEST, *sorted(flat)))

    def _place(self, dice: Dice) -> int:
        """The best of every die and path that may come next (RM-R06)."""
        if dice.left == 0 and dice.clean + dice.bad == 0:
            return self._tree((STOP, dice.progress, dice.gear))
        key = dice.key()
        found = self._known.get(key)
        if found is None:
            choices = place_choices(
                self.road, dice.progress, dice.gear, dice.started, dice.whites, self.tyres,
                dice.left, dice.clean, dice.bad, 0, 0, 0,
            )  # fmt: skip
            steps = choices.steps.items()
            found = self._best({self._step(dice, (action - PLACE) // PATHS, taken) for action, taken in steps})
            self._known[key] = found
        return found

    def _step(self, dice: Dice, die: int, taken: int) -> int:
        """One die on one path; a shortcut card is seen before the next die is placed."""
        there = self.road.at[taken >> NODE_AT]
        hazard = die == WHITE_HAZARD or (die < WHITE and dice.shown >> die & 1 == 1)
        gear = die + 1 if die < WHITE else dice.gear
        rest = Dice(
            there,
            gear,
            1 if die < WHITE else dice.started,
            dice.whites + 1 if die >= WHITE and self.tyres else dice.whites,
            dice.left & ~(1 << die) if die < WHITE else dice.left,
            dice.shown & ~(1 << die) if die < WHITE else dice.shown,
            dice.clean - 1 if die == WHITE else dice.clean,
            dice.bad - 1 if die == WHITE_HAZARD else dice.bad,
            dice.hazards,
            dice.sisu,
        )
        risky = taken >> EFFECT_AT & 3 == RISKY
        tree = self._hazard(rest, risky) if hazard else self._place(rest)
        return self._tree((CARD, tree)) if taken & 7 == CUT else tree

    def _hazard(self, rest: Dice, risky: bool) -> int:
        """The die shows a hazard (RM-41, RM-58, RM-R28)."""
        lost = self._tree((LOSS, rest.progress, rest.gear))
        if risky:
            return lost
        if rest.hazards == SISU_ON:
            return self._place(rest)
        rest.hazards += 1
        if rest.hazards < self.limit[rest.progress]:
            return self._place(rest)
        if not rest.sisu:
            return lost
        rest.hazards, rest.sisu = SISU_ON, 0
        return self._best({lost, self._tree((SISU, self._place(rest)))})
