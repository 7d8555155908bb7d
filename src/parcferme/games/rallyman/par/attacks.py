"""Every way to drive the dice of a time attack, boiled down to what can come of it.

For each fall of the dice the orders and routes lead to a few ends: the turn ends on a space in a gear, or control is
lost there. The driver picks the best; a shortcut card on the way is seen before the next die is placed. Those ends are
places in the table of `model.py`, the same for every car, so an attack is worked out once and valued car by car.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rallyman.actions import CUT, FACES, SETS, WHITE
from parcferme.games.rallyman.board.spaces import BUMP
from parcferme.games.rallyman.mechanics.attack import Placement, attacks, placements
from parcferme.games.rallyman.mechanics.control import COUNTED, GONE, control
from parcferme.games.rallyman.mechanics.dice import LAST_FLAT
from parcferme.games.rallyman.mechanics.paths import CLEAR, Obstacles, Step
from parcferme.games.rallyman.par.hands import SISU_ON
from parcferme.games.rallyman.par.model import ENDS, NEVER, TYRE_WORTH, Model

BLACKS: Final = [mask.bit_count() for mask in range(32)]
FAR: Final = 21  # no attack reaches further


class Tree:
    """The best of several ends, and of further trees behind a shortcut card. Rows of `ends`; `unpaid` ends pay nothing
    where an attack that loses control earns nothing."""

    __slots__ = ("stops", "unpaid", "cards")

    def __init__(self, stops: list[int], unpaid: list[int], cards: list[int]) -> None:
        self.stops = stops
        self.unpaid = unpaid
        self.cards = cards


class Attack:
    """A set of dice from one space and gear: what may come of it, with chances, once it is worked out."""

    __slots__ = (
        "progress", "gear", "number", "sisu", "dice", "blacks", "whites", "ready", "sure", "sure_chances", "open",
        "open_chances",
    )  # fmt: skip

    def __init__(self, progress: int, gear: int, number: int, sisu: int) -> None:
        mask, whites = SETS[number]
        self.progress = progress
        self.gear = gear
        self.number = number
        self.sisu = sisu
        self.blacks = BLACKS[mask]
        self.whites = whites
        self.dice = self.blacks + whites
        self.ready = False
        self.sure: list[int] = []  # falls with one end only
        self.sure_chances: list[float] = []
        self.open: list[Tree] = []
        self.open_chances: list[float] = []


class Dice:
    """Where a car is in its attack, and the dice still to be placed: `shown` and `bad` are those with a hazard."""

    __slots__ = ("progress", "gear", "whites", "left", "shown", "clean", "bad", "hazards", "sisu")

    def __init__(
        self, progress: i64, gear: i64, whites: i64, left: i64, shown: i64, clean: i64, bad: i64, hazards: i64,
        sisu: i64,
    ) -> None:  # fmt: skip
        self.progress = progress
        self.gear = gear
        self.whites = whites  # already placed; matters on snow tyres only
        self.left = left
        self.shown = shown
        self.clean = clean
        self.bad = bad
        self.hazards = hazards
        self.sisu = sisu  # is the card in hand?

    def key(self) -> i64:
        """All but the space."""
        dice = ((self.left * 32 + self.shown) * 3 + self.clean) * 3 + self.bad
        place = (dice * 6 + self.gear) * 3 + self.whites
        return (place * 4 + self.hazards) * 2 + self.sisu

    def order_key(self) -> i64:
        """What the legal orders depend on, but for the space."""
        dice = (self.left * 5 + self.clean + self.bad) * 6 + self.gear
        return dice * 3 + self.whites


class Attacks:
    """The attacks of one model, on a road with the given obstacles."""

    def __init__(self, model: Model, obstacles: Obstacles = CLEAR) -> None:
        self.model = model
        self.obstacles = obstacles
        road = model.road
        self.trees: list[Tree] = []
        self._ids: dict[tuple[int, ...], int] = {}
        self._pairs: dict[int, int] = {}
        self._risks: dict[int, float] = {}
        self._single: dict[int, int] = {}
        # by the space a car has come to
        self._legal: list[dict[int, list[Attack]]] = [{} for _ in range(road.finish + 1)]
        self._known: list[dict[int, int]] = [{} for _ in range(road.finish + 1)]
        self._orders: list[dict[int, list[Placement]]] = [{} for _ in range(road.finish + 1)]
        ahead = [range(p + 1, min(p + FAR, road.finish) + 1) for p in range(road.finish + 1)]
        self._bump = [min([999, *[space for space in spaces if road.kind[space] == BUMP]]) for spaces in ahead]  # next
        self._lowest = [min([3, *[model.limit[space] for space in spaces]]) for spaces in ahead]

    def legal(self, progress: int, gear: int, sisu: int) -> list[Attack]:
        """Every set that may be attacked with here by an undamaged car, ascending; none is worked out yet."""
        legal = self._legal[progress]
        found = legal.get(2 * gear + sisu)
        if found is None:
            numbers = attacks(self.model.track, progress, gear, self.obstacles)
            found = [Attack(progress, gear, number, sisu) for number in numbers]
            legal[2 * gear + sisu] = found
        return found

    def forget(self, progress: int) -> None:
        """What was worked out for cars on this space, or on the way over it; it can be worked out again."""
        self._legal[progress], self._known[progress], self._orders[progress] = {}, {}, {}

    def attack(self, progress: int, gear: int, number: int, sisu: int) -> Attack:
        found = Attack(progress, gear, number, sisu)
        self._work_out(found)
        return found

    def _work_out(self, attack: Attack) -> None:
        """Each fall of the dice leads to a tree; falls with the same tree are one."""
        mask, whites = SETS[attack.number]
        chances: dict[int, float] = {}
        calm = 0.0
        harmless = self._harmless(attack.progress, attack.dice)
        for outcome, chance in self.model.faces[mask * 3 + whites]:
            shown, bad = (outcome - FACES) // 3, (outcome - FACES) % 3
            if BLACKS[shown] + bad < harmless:
                calm += chance
                continue
            tree = self.place(Dice(attack.progress, attack.gear, 0, mask, shown, whites - bad, bad, 0, attack.sisu))
            chances[tree] = chances.get(tree, 0.0) + chance
        if calm > 0.0:
            tree = self._calm(attack)
            chances[tree] = chances.get(tree, 0.0) + calm
        for place, chance in chances.items():
            arranged = self.trees[place]
            if len(arranged.stops) == 1 and not arranged.cards and not arranged.unpaid:
                attack.sure.append(arranged.stops[0])
                attack.sure_chances.append(chance)
            else:
                attack.open.append(arranged)
                attack.open_chances.append(chance)
        attack.ready = True

    def _calm(self, attack: Attack) -> int:
        """What the driver can do where no die shows a hazard."""
        mask, whites = SETS[attack.number]
        return self.place(Dice(attack.progress, attack.gear, 0, mask, 0, whites, 0, 0, attack.sisu))

    # -------------------------------------------------------------- building trees

    def place(self, dice: Dice) -> int:
        """The best of every die and path that may come next (RM-R06)."""
        if dice.left == 0 and dice.clean + dice.bad == 0:
            return self._end(dice, False)
        self._forget_harmless(dice)
        key, known = dice.key(), self._known[dice.progress]
        found = known.get(key)
        if found is None:
            found = self._best(self._branches(dice))
            known[key] = found
        return found

    def _forget_harmless(self, dice: Dice) -> None:
        """Hazards that can no longer do anything are as good as none: far fewer trees to tell apart."""
        if dice.hazards != SISU_ON:
            counted = dice.hazards + BLACKS[dice.shown] + dice.bad
            if counted >= self._harmless(dice.progress, BLACKS[dice.left] + dice.clean + dice.bad):
                return
            dice.hazards = dice.sisu = 0
        elif self._harmless(dice.progress, BLACKS[dice.left] + dice.clean + dice.bad) == 0:
            return
        dice.shown = 0
        dice.clean += dice.bad
        dice.bad = 0

    def _harmless(self, progress: i64, dice: i64) -> i64:
        """Fewer hazards than this can do nothing from here. A hazard on a bump loses control by itself."""
        return 0 if self._bump[progress] <= progress + dice else self._lowest[progress]

    def _branches(self, dice: Dice) -> list[int]:
        found: list[int] = []
        for order in self._next(dice):
            die: i64 = order.die
            if die < WHITE:
                found.append(self.step(dice, die, order.step, dice.shown >> die & 1))
            else:
                if dice.clean:
                    found.append(self.step(dice, die, order.step, 0))
                if dice.bad:
                    found.append(self.step(dice, die, order.step, 1))
        return found

    def _next(self, dice: Dice) -> list[Placement]:
        """Each die and path that may come next."""
        key, orders = dice.order_key(), self._orders[dice.progress]
        found = orders.get(key)
        if found is None:
            found = placements(
                self.model.track, dice.progress, dice.gear, dice.whites, dice.left, dice.clean + dice.bad,
                self.obstacles,
            )  # fmt: skip
            orders[key] = found
        return found

    def step(self, dice: Dice, die: i64, step: Step, hazard: i64) -> int:
        """One die on one path; a shortcut card is seen before the next die is placed."""
        there = step.space
        if die == WHITE:
            placed = dice.whites + 1 if self.model.tyres else 0
            rest = Dice(
                there, dice.gear, placed, dice.left, dice.shown, dice.clean - 1 + hazard,
                dice.bad - hazard, dice.hazards, dice.sisu,
            )  # fmt: skip
        else:
            others: i64 = ~(1 << die)
            rest = Dice(
                there, die + 1, dice.whites, dice.left & others, dice.shown & others, dice.clean, dice.bad,
                dice.hazards, dice.sisu,
            )  # fmt: skip
        tree = self._hazard(rest, step.effect) if hazard else self.place(rest)
        return self._tree([], [], [tree]) if step.path == CUT else tree

    def _hazard(self, rest: Dice, effect: i64) -> int:
        """The die shows a hazard (RM-41); Sisu is played if that is better (RM-R28)."""
        found = control(effect, True, rest.hazards, self.model.limit[rest.progress], rest.hazards == SISU_ON)
        if found <= COUNTED:
            rest.hazards += found
            return self.place(rest)
        lost = self._end(rest, True)
        if found == GONE or not rest.sisu:
            return lost
        rest.hazards, rest.sisu = SISU_ON, 0
        return self._best([lost, self.place(rest)])

    def _end(self, dice: Dice, lost: bool) -> int:
        model = self.model
        place = model.loss(dice.progress, dice.gear) if lost else model.stop(dice.progress, dice.gear)
        if dice.hazards == SISU_ON:
            place -= model.sisu_step  # the card is gone
        if lost and not model.terms.pays_on_loc:
            return self._tree([], [place], [])
        found = self._single.get(place)
        if found is None:
            found = self._tree([place], [], [])
            self._single[place] = found
        return found

    def _best(self, numbers: list[int]) -> int:
        """The best of several trees is one tree; two at a time, because the same pairs come again and again."""
        best = numbers[0]
        for number in numbers:
            if number != best:
                best = self._better(min(best, number), max(best, number))
        return best

    def _better(self, one: int, other: int) -> int:
        key = one << 24 | other
        found = self._pairs.get(key)
        if found is None:
            first, second = self.trees[one], self.trees[other]
            stops = _union(first.stops, second.stops)
            found = self._tree(stops, _union(first.unpaid, second.unpaid), _union(first.cards, second.cards))
            self._pairs[key] = found
        return found

    def _tree(self, stops: list[int], unpaid: list[int], cards: list[int]) -> int:
        parts = (len(stops), len(unpaid), *stops, *unpaid, *cards)
        found = self._ids.get(parts)
        if found is None:
            found = len(self.trees)
            self._ids[parts] = found
            self.trees.append(Tree(stops, unpaid, cards))
        return found

    # -------------------------------------------------------------- valuing them

    def cost(self, attack: Attack, cell: int) -> float:
        """All dice at once for the car of this cell; each fall is arranged at its best (RM-40, RM-R07)."""
        if not attack.ready:
            self._work_out(attack)
        model = self.model
        ends = model.ends
        earned = min(attack.dice, model.most - cell % model.row)
        paid: i64 = cell + earned
        total = -float(attack.dice)
        for i, place in enumerate(attack.sure):
            total += attack.sure_chances[i] * ends[place + paid]
        for i, tree in enumerate(attack.open):
            if tree.cards or tree.unpaid:
                total += attack.open_chances[i] * self.tree_cost(tree, cell + earned, attack.dice, earned)
                continue
            best = NEVER
            for place in tree.stops:
                cost = ends[place + paid]
                best = min(best, cost)
            total += attack.open_chances[i] * best
        return total

    def least(self, attack: Attack, cell: int) -> float:
        """What the attack costs at least, without working it out.

        Hazards never open a way to drive the dice: they cut ways short or cost the Sisu card. So every end is one that
        dice without hazards allow, or control is lost no further than the furthest of those. With as many hazards as
        no space on the way allows, it is lost unless the card is played. The cheapest end of each kind is a bound; a
        flat on the way must not make any of them cheaper (see `Model.compare`).
        """
        model = self.model
        ends, paid = model.ends, cell + min(attack.dice, model.most - cell % model.row)
        stops = self._stops(self._calm(attack))
        if not stops:
            return -NEVER
        driven = saved = lost = NEVER
        for place in stops:
            driven = min(driven, ends[place + paid])
            if attack.sisu:
                saved = min(saved, ends[place + paid - model.sisu_step])
        furthest = max(stops) // (ENDS * model.cells)
        for space in range(attack.progress + 1, furthest + 1):
            for gear in range(1, 6):
                lost = min(lost, ends[model.loss(space, gear) + paid])
        risk = self._risk(attack.number, max(model.limit[attack.progress + 1 : furthest + 1]))
        return (1.0 - risk) * min(driven, lost) + risk * min(saved, lost) - float(attack.dice)

    def _risk(self, number: int, limit: int) -> float:
        """The chance of so many hazards."""
        key = number * 4 + limit
        found = self._risks.get(key, -1.0)
        if found < 0.0:
            found = 0.0
            mask, whites = SETS[number]
            for outcome, chance in self.model.faces[mask * 3 + whites]:
                if BLACKS[(outcome - FACES) // 3] + (outcome - FACES) % 3 >= limit:
                    found += chance
            self._risks[key] = found
        return found

    def _stops(self, number: int) -> list[int]:
        """Every end of a tree without hazards, behind shortcuts too."""
        tree = self.trees[number]
        found = tree.stops[:]
        for behind in tree.cards:
            found += self._stops(behind)
        return found

    def tree_cost(self, tree: Tree, paid: int, dice: int, earned: int) -> float:
        """A tree for a car that has been paid for its dice."""
        model = self.model
        best = NEVER
        for place in tree.stops:
            best = min(best, model.ends[place + paid])
        for place in tree.unpaid:
            best = min(best, model.ends[place + paid - earned] + float(dice))
        for number in tree.cards:
            behind = self.trees[number]
            kept = self.tree_cost(behind, paid, dice, earned)
            if kept < best or not model.fewer_flats[model.damage_of(paid)]:  # a flat makes it no cheaper
                best = min(best, self._drawn(kept, behind, paid, dice, earned))
        return best

    def card_cost(self, behind: Tree, paid: int, dice: int, earned: int) -> float:
        """A shortcut card is drawn, then the tree behind it."""
        return self._drawn(self.tree_cost(behind, paid, dice, earned), behind, paid, dice, earned)

    def _drawn(self, kept: float, behind: Tree, paid: int, dice: int, earned: int) -> float:
        """The same, where it is known what the tree costs if the card is no puncture (RM-54, RM-55)."""
        model = self.model
        if model.terms.quick:
            flat = kept + TYRE_WORTH
        elif model.flats_of(paid) == LAST_FLAT - 1:
            flat = model.retired
        else:
            flat = self.tree_cost(behind, paid + model.flat_step, dice, earned)
        return (1.0 - model.puncture) * kept + model.puncture * flat


def _union(one: list[int], other: list[int]) -> list[int]:
    """Ascending."""
    if not other:
        return one
    return sorted({*one, *other}) if one else other
