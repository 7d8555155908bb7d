"""A second opinion on what is legal, slow and plain: worked out from the view alone, sharing no code with the engine.

A road ahead is tried die by die; nothing is remembered from one position to the next.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

Way = tuple[str, int, str]  # path, progress where it ends, and "fine", "risky" or "lost"


class Opinion:
    """What the driver to act may do, by the rules as they are written."""

    def __init__(self, view: Any, attack: bool, locking: bool) -> None:
        self.phase: str = view["phase"]
        self.attack, self.locking = attack, locking
        self.spaces: list[Any] = view["road"]["spaces"]
        self.finish: int = view["road"]["length"] + 1
        self.dirty = {dirt["space"] for dirt in view["road"]["dirt"]}
        self.turn: Any = view["turn"]
        self.car: Any = view["cars"][view["actor"]]
        self.gear: int = self.car["gear"]
        self.here: int = self.car["progress"]
        self.damage: int = self.car["dashboard"]["damage"]
        self.flats: int = self.car["dashboard"]["flats"]
        self.full, self.full_cuts = self._crowd(view["cars"])

    def _crowd(self, cars: list[Any]) -> tuple[set[int], set[int]]:
        """RM-R30: spaces and shortcuts without room."""
        on_road: list[int] = []
        cuts: set[int] = set()
        for car in cars:
            off = car["pose"].startswith("off") or car["progress"] in (0, self.finish)
            if car is self.car or car["status"] != "driving" or off:
                continue
            if car["space"].endswith("k"):
                cuts.add(car["progress"])
            else:
                on_road.append(car["progress"])
        return {at for at in on_road if on_road.count(at) >= self.spaces[at - 1]["room"]}, cuts

    def kind(self, at: int) -> str:
        return "finish" if at >= self.finish else self.spaces[at - 1]["kind"]

    def notes(self, at: int) -> tuple[int, int]:
        """RM-R20; an outside note of 0 is none."""
        space = self.spaces[at - 1]
        less = 1 if space["id"] in self.dirty else 0
        outside = max(1, space["out"] - less) if space["out"] else 0
        return max(1, space["in"] - less), outside

    def ways(self, here: int, gear: int, traffic: bool = True) -> list[Way]:
        full = self.full if traffic else set()
        ahead = here + 1
        if self.kind(ahead) == "corner":
            return self._corner(ahead, gear, full, self.full_cuts if traffic else set())
        if ahead in full:
            return []
        if self.kind(ahead) != "bump":
            return [("go", ahead, "fine")]
        over = gear - self.spaces[ahead - 1]["note"]
        if over < 0:
            return [("go", ahead, "fine")]
        if over >= 2:
            return [("go", self.flight(ahead, full), "lost")] if over == 2 else []
        landing = min(ahead + 1 + over, self.finish)
        if any(at in full for at in range(ahead, landing + 1)):
            return []
        if self.kind(landing) == "corner" and gear > self.notes(landing)[0] and gear != self.notes(landing)[1]:
            return [("go", landing, "lost")]
        return [("go", landing, "risky" if over else "fine")]

    def _corner(self, at: int, gear: int, full: set[int], full_cuts: set[int]) -> list[Way]:
        found: list[Way] = []
        inside, outside = self.notes(at)
        if at not in full:
            if gear <= inside:
                found.append(("in", at, "fine"))
            if gear == outside:
                found.append(("skid", at, "fine"))
            if gear > inside and gear != outside and gear - (outside or inside) <= 2:
                found.append(("wide", at, "lost"))
        cut = self.spaces[at - 1]["cut"]
        if cut and gear <= cut["note"] and at not in full_cuts:
            found.append(("cut", at, "fine"))
        return found

    def flight(self, bump: int, full: set[int]) -> int:
        landing = bump
        while landing < min(bump + 3, self.finish) and landing + 1 not in full:
            landing += 1
        return landing

    def white(self, used: int, flats: int, at: int) -> bool:
        """RM-54, RM-83, RM-R10: FINISH has the surface of the last space."""
        snow = self.spaces[min(at, self.finish - 1) - 1]["surface"] == "snow"
        tyres = self.car["dashboard"]["tyres"]
        return used < 2 - flats and not (tyres == "snow" and not snow and used >= 1)

    def next_gears(self, gear: int, used: frozenset[int]) -> list[int]:
        if gear == 0:
            return [1]
        steps = (gear - 1, gear + 1) if used else (gear - 1, gear, gear + 1)
        return [step for step in steps if 1 <= step <= 5 and step not in used]

    def dice(self, traffic: bool = True) -> set[str]:
        used = frozenset(int(die) for die in self.turn["used"] if die != "W")
        whites = self.turn["used"].count("W")
        found: set[str] = set()
        if len(used) < 5 - self.damage:
            for gear in self.next_gears(self.gear, used):
                found |= {f"{gear}/{path}" for path, _, _ in self.ways(self.here, gear, traffic)}
        if self.gear:
            for path, at, _ in self.ways(self.here, self.gear, traffic):
                if self.white(whites, self.flats, at):
                    found.add(f"W/{path}")
        return found

    def drivable(self, here: int, gear: int, used: frozenset[int], spent: int, left: frozenset[int], more: int) -> bool:
        """RM-R06: is there an order and a route for the dice left?"""
        if not left and not more:
            return True
        return here < self.finish and bool(self.placements(here, gear, used, spent, left, more))

    def placements(
        self, here: int, gear: int, used: frozenset[int], spent: int, left: frozenset[int], more: int
    ) -> list[tuple[str, str]]:
        """Every die and path with which the rest can still be driven."""
        found: list[tuple[str, str]] = []
        for die in left:
            if die in self.next_gears(gear, used):
                for path, at, effect in self.ways(here, die):
                    if effect != "lost" and self.drivable(at, die, used | {die}, spent, left - {die}, more):
                        found.append((str(die), path))
        if more and gear:
            for path, at, effect in self.ways(here, gear):
                allowed = effect != "lost" and self.white(spent, 0, at)
                if allowed and self.drivable(at, gear, used, spent + 1, left, more - 1):
                    found.append(("W", path))
        return found

    def attacks(self) -> set[str]:
        found: set[str] = set()
        for count in range(6 - self.damage):
            for run in combinations(range(1, 6), count):
                for whites in range(3 - self.flats):
                    if len(run) + whites < 2 or (run and run[-1] - run[0] >= len(run)):
                        continue
                    if self.drivable(self.here, self.gear, frozenset(), 0, frozenset(run), whites):
                        found.add("attack:" + "".join(map(str, run)) + "W" * whites)
        return found

    def legal(self) -> set[str]:
        if self.phase == "placing":
            return self._placing()
        dice = self.dice()
        found = {f"roll:{die}" for die in dice}
        if self.locking and self.car["markers"] > self.turn["locks"]:
            found |= {f"lock:{die}" for die in dice}
        if self.phase == "chain":
            return found | {"end"}
        if self.attack:
            found |= self.attacks()
        held = self.car["dashboard"]
        spare = {"spare"} if held["flats"] and held["spare"] and self.gear <= 1 else set()
        return (found or self._stuck()) | spare

    def _stuck(self) -> set[str]:
        """RM-R31, RM-R14."""
        ahead = self.here + 1
        if ahead in self.full or self.dice(traffic=False):
            return {"pass"}
        return {f"roll:{max(self.gear - 1, 1)}/{'wide' if self.kind(ahead) == 'corner' else 'go'}"}

    def _placing(self) -> set[str]:
        attack = self.turn["attack"]
        used = frozenset(int(die) for die in self.turn["used"] if die != "W")
        left = frozenset(int(die) for die in attack["left"] if die != "W")
        whites, bad = attack["left"].count("W"), attack["hazards"].count("W")
        found: set[str] = set()
        for die, path in self.placements(self.here, self.gear, used, self.turn["used"].count("W"), left, whites):
            if die != "W" or whites > bad:
                found.add(f"place:{die}/{path}")
            if die == "W" and bad:
                found.add(f"place:W!/{path}")
        return found


def random_road(rng: Random, length: int) -> str:
    """Corners, shortcuts, bumps and narrow spaces in any order, in up to two zones."""
    tokens = [_random_space(rng) for _ in range(length)]
    if length > 1 and rng.random() < 0.5:
        tokens.insert(rng.randrange(1, length), "|")
    return " ".join(tokens)


def _random_space(rng: Random) -> str:
    sides = rng.choice("gdfr") + rng.choice("gdfr")
    kind = rng.choice("SSSNNBBCCKK")
    if kind in "SN":
        return kind + sides
    if kind == "B":
        return f"B{rng.randint(1, 5)}{sides}"
    inside = rng.randint(1, 4)
    outside = rng.choice(("-", str(inside + 1), str(inside + 1), str(min(5, inside + 2))))
    return f"{kind}{inside}{outside}{rng.randint(1, 5) if kind == 'K' else ''}{sides}"
