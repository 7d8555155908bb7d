"""A second opinion, slow and plain, sharing no code with the engine: what is legal, worked out from the view alone, and
a whole rally as one program after the ledger.

A road ahead is tried die by die; nothing is remembered from one position to the next.
"""

from __future__ import annotations

import re
from itertools import combinations, permutations
from random import Random
from typing import Any

from tests.games.second_opinion import DICE, Steps, ask

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


SECONDS = (50, 50, 40, 30, 20, 10)  # RM-08, RM-R31: by gear, neutral first
LOST = 60
GRAVEST = 5
HURT = {"g": 0, "d": 0, "f": 1, "r": 2}


class Driver:
    def __init__(self, seat: int, options: dict[str, Any]) -> None:
        self.seat = seat
        self.status = "waiting"
        self.sisu, self.spare = options["sisu"], options["spare_tyre"]
        self.tyres = "snow" if options["tyres"] == "snow" else "asphalt"
        self.damage = self.flats = 0
        self.times: list[int] = []
        self.begin(0)

    def begin(self, place: int) -> None:
        self.space, self.cut, self.pose, self.gear = 0, False, "straight", 0
        self.chrono = self.markers = 0
        self.arrival = place

    def runs(self) -> bool:
        return self.status in ("waiting", "driving")


class Rally:
    """Three times the same road, in tokens, each part between `|` in a zone of its own."""

    def __init__(self, road: str, options: dict[str, Any]) -> None:
        self.options = options
        self.spaces = [
            {**_space(token), "id": f"{number}{letter}", "zone": letter}
            for letter, part in zip("ABCDEF", road.split("|"), strict=False)
            for number, token in enumerate(part.split())
        ]
        self.zones = list(dict.fromkeys(str(space["zone"]) for space in self.spaces))
        self.finish = len(self.spaces) + 1
        self.drivers = [Driver(seat, options) for seat in range(options["players"])]
        self.dirt: list[dict[str, object]] = []
        self.arrivals = 0
        self.turn: dict[str, Any] = {}
        self.me = self.drivers[0]

    def rally(self) -> Steps[list[list[int]]]:
        """The times of everybody, special by special."""
        order = list(range(len(self.drivers)))
        if len(order) > 1:
            names = ["order:" + "".join(map(str, one)) for one in permutations(order)]
            order = [int(seat) for seat in (yield from ask(DICE, names))[6:]]
        for special in range(3):
            assisted = special > 0 and self.options["assistance"] in ("both", f"ss{special}")
            order = [seat for seat in order if self.mended(self.drivers[seat], assisted or not special)]
            order.sort(key=lambda seat: sum(self.drivers[seat].times))  # RM-100, RM-101, RM-R36
            yield from self.special(special, order, assisted)
        return [driver.times for driver in self.drivers]

    def mended(self, driver: Driver, assisted: bool) -> bool:
        """Does it start? RM-R23: not without a black die, if nobody mends the car."""
        if driver.status == "finished" and driver.damage == GRAVEST and not assisted:
            driver.status = "retired"
        return driver.status != "retired"

    def special(self, number: int, order: list[int], assisted: bool) -> Steps[None]:
        self.dirt, self.arrivals = [], 4
        for place, seat in enumerate(order):
            self.drivers[seat].begin(place)
            self.drivers[seat].status = "waiting"
        yield from self.weather(number) if order else ()
        for seat in order:
            yield from self.service(self.drivers[seat], number == 0, assisted)
        rounds = 0
        while any(driver.runs() for driver in self.drivers):
            rounds += 1
            for driver in self.order_of_play(rounds):
                yield from Turn(self, driver).drive()
        for driver in self.drivers:
            if driver.status == "finished":
                driver.times = [*driver.times, driver.chrono - driver.markers]  # RM-98

    def weather(self, number: int) -> Steps[None]:
        """RM-79, RM-80, RM-R35."""
        snowy = self.options["snow"][number] if self.options["weather"] == "fixed" else ""
        for zone in self.zones if self.options["weather"] == "variable" else []:
            if (yield from ask(DICE, ["dry", "snow"])) == "snow":
                snowy += zone
        for space in self.spaces:
            space["surface"] = "snow" if str(space["zone"]) in snowy else "asphalt"

    def service(self, driver: Driver, first: bool, assisted: bool) -> Steps[None]:
        """RM-81, RM-84 … RM-87, RM-93."""
        if assisted:
            driver.damage, driver.flats, driver.spare = 0, 0, self.options["spare_tyre"]
        chosen = self.options["weather"] == "none" or self.options["tyres"] != "choose" or not (first or assisted)
        while True:
            offers = ["spare"] * bool(driver.flats and driver.spare)
            offers += [] if chosen else ["tyres:asphalt", "tyres:snow"]
            answer = (yield from ask(driver.seat, [*offers, "ready"])) if offers else "ready"
            if answer == "ready":
                return
            if answer == "spare":
                self.change_tyre(driver)
            else:
                chosen, driver.tyres = True, answer[6:]

    def change_tyre(self, driver: Driver) -> None:
        driver.flats, driver.spare = driver.flats - 1, False
        driver.chrono += self.options["spare_tyre_seconds"]

    def order_of_play(self, number: int) -> list[Driver]:
        """RM-78, RM-R29."""
        found = [driver for driver in self.drivers if driver.runs()]
        late = self.options["staggered_start"]
        found = [one for one in found if one.status == "driving" or not late or one.arrival < number]
        return sorted(found, key=lambda one: (-one.space, -one.gear, one.arrival))

    def opinion(self, phase: str) -> Opinion:
        cars = [
            {
                "gear": one.gear, "progress": one.space, "pose": one.pose, "status": one.status, "markers": one.markers,
                "space": "k" if one.cut else "",
                "dashboard": {"damage": one.damage, "flats": one.flats, "spare": one.spare, "tyres": one.tyres},
            }
            for one in self.drivers
        ]  # fmt: skip
        road = {"spaces": self.spaces, "length": self.finish - 1, "dirt": self.dirt}
        view = {"phase": phase, "road": road, "turn": self.turn, "cars": cars, "actor": self.me.seat}
        return Opinion(view, self.options["time_attack"], self.options["locking"])


def _space(token: str) -> dict[str, object]:
    """`Sgg`, `Ngg`, `B3gg`, `C34gg`, `K3-5gg`."""
    found = re.fullmatch(r"(\w)([\d-]*)(\w)(\w)", token)
    assert found is not None
    kind, notes, left, right = found.groups()
    space: dict[str, object] = {"kind": "straight", "in": 0, "out": 0, "cut": None, "note": 0, "surface": "asphalt"}
    if kind in "SN":
        space["room"] = 2 if kind == "S" else 1
    elif kind == "B":
        space |= {"kind": "bump", "note": int(notes), "room": 2}
    else:
        space |= {"kind": "corner", "in": int(notes[0]), "out": int(notes[1].replace("-", "0")), "room": 1}
        space["cut"] = {"note": int(notes[2])} if kind == "K" else None
    return space | {"left": left, "right": right}


class Turn:
    """One driver's turn (RM-24)."""

    def __init__(self, rally: Rally, me: Driver) -> None:
        self.rally, self.me = rally, me
        self.hazards, self.earned, self.calm = 0, 0, False
        self.over = False
        rally.me = me
        rally.turn = {"used": [], "locks": 0, "attack": None}
        me.status = "driving"
        if me.pose in ("spun", "off left", "off right"):
            me.pose = "straight"

    def drive(self) -> Steps[None]:
        rally, me = self.rally, self.me
        phase = "turn"
        while not self.over:
            offers = rally.opinion(phase).legal()
            if offers == {"end"}:
                self.take_card()
                return
            answer = yield from ask(me.seat, sorted(offers))
            what, _, rest = answer.partition(":")
            if what in ("end", "pass"):
                self.take_card()
            elif what == "spare":
                rally.change_tyre(me)
                continue
            elif what == "attack":
                yield from self.attack(rest)
            else:
                yield from self.one_die(what, *rest.split("/"))
            phase = "chain"

    def one_die(self, what: str, die: str, path: str) -> Steps[None]:
        hazard = False
        if what == "lock":  # RM-44, RM-45
            self.rally.turn["locks"] += 1
            self.me.markers -= self.rally.turn["locks"]
        else:
            hazard = (yield from ask(DICE, [die, f"{die}!"])) != die
        yield from self.step(die, path, hazard)

    def attack(self, dice: str) -> Steps[None]:
        """RM-37 … RM-41: what leaves no choice is not asked."""
        shown = {"".join(some) for count in range(len(dice) + 1) for some in combinations(dice, count)}
        hazards = list((yield from ask(DICE, [f"hazards:{one or '-'}" for one in sorted(shown)]))[8:].replace("-", ""))
        left = list(dice)
        self.earned = len(dice)
        while left and not self.over:
            self.rally.turn["attack"] = {"left": left, "hazards": hazards}
            offers = sorted(self.rally.opinion("placing").legal())
            answer = offers[0] if len(offers) == 1 else (yield from ask(self.me.seat, offers))
            die, path = answer[6:].split("/")
            hazard = die == "W!" or (die != "W" and die in hazards)
            left.remove(die[0])
            if hazard:
                hazards.remove(die[0])
            yield from self.step(die[0], path, hazard)
        if not self.over:
            self.take_card()

    def step(self, die: str, path: str, hazard: bool) -> Steps[None]:
        """RM-27 … RM-31: a die on a path."""
        rally, me = self.rally, self.me
        gear = me.gear if die == "W" else int(die)
        opinion = rally.opinion("chain")
        ways = {way: (at, effect) for way, at, effect in opinion.ways(me.space, gear)}
        ahead = me.space + 1
        off = ahead if path == "wide" else opinion.flight(ahead, opinion.full)
        me.space, effect = ways.get(path, (off, "lost"))  # RM-R14: forced
        me.gear, me.cut, me.pose = gear, path == "cut", "straight"
        rally.turn["used"] = [*rally.turn["used"], die]
        rally.arrivals += 1
        me.arrival = rally.arrivals
        if path == "cut" and not (yield from self.shortcut()):
            return
        if effect == "lost" or (effect == "risky" and hazard):
            yield from self.lose()
        elif hazard and not self.calm:
            yield from self.count()
        if not self.over and me.space == rally.finish:
            self.take_card()

    def shortcut(self) -> Steps[bool]:
        """RM-51 … RM-55: does it drive on?"""
        card = yield from ask(DICE, ["card:good", "card:dirty", "card:puncture"])
        if card == "card:dirty" and self.rally.options["dirt"]:
            self.rally.dirt = [*self.rally.dirt, {"space": self.rally.spaces[self.me.space - 1]["id"]}]
        self.me.flats += card == "card:puncture"
        if self.me.flats == 3:
            self.me.status, self.over = "retired", True
        return not self.over

    def count(self) -> Steps[None]:
        """RM-33, RM-82, RM-88 … RM-90, RM-R10."""
        me, rally = self.me, self.rally
        self.hazards += 1
        snow = rally.spaces[min(me.space, rally.finish - 1) - 1]["surface"] == "snow"
        if self.hazards < (2 if snow and me.tyres == "asphalt" else 3):
            return
        if me.sisu and (yield from ask(me.seat, ["sisu", "accept"])) == "sisu":
            me.sisu, self.calm = False, True
        else:
            yield from self.lose()

    def lose(self) -> Steps[None]:
        """RM-63 … RM-70, RM-103 … RM-105."""
        me, rally = self.me, self.rally
        if not rally.options["attack_pays_on_loc"]:
            self.earned = 0
        if me.space == rally.finish:
            me.damage = min(GRAVEST, me.damage + 1)
            self.take_card()
            return
        where = (yield from ask(DICE, ["loc:left", "loc:right", "loc:spin"]))[4:]
        me.pose = "spun" if where == "spin" else f"off {where}"
        me.chrono += LOST
        me.markers += self.earned
        me.gear = 0
        me.damage = min(GRAVEST, me.damage + HURT[str(rally.spaces[me.space - 1].get(where, "g"))])
        if me.damage == GRAVEST:
            me.status = "retired"
        self.over = True

    def take_card(self) -> None:
        """RM-35, RM-36, RM-40."""
        self.me.chrono += SECONDS[self.me.gear]
        self.me.markers += self.earned
        if self.me.space == self.rally.finish:
            self.me.status = "finished"
        self.over = True


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
