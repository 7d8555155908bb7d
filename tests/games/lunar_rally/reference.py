"""A second opinion: the rules once more, in sets and dictionaries, slow and plain; first the phases, then a whole race.

It shares no code with the engine but the hex grid. A position is a `Scene`; Rovers go by name, hexes by coordinates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from tests.games.second_opinion import DICE, EVERYBODY, Ask, Steps, ask

from parcferme.lib.hexgrid import Hex, aim, distance, neighbours, step


@dataclass
class Unit:
    at: Hex
    facing: int
    phases: int
    shields: int
    missiles: int
    armed: bool
    cards: list[str]


@dataclass
class Scene:
    board: set[Hex]
    craters: set[Hex]
    dust: set[Hex]
    start: set[Hex]
    finish: set[Hex]
    stations: set[Hex]
    caches: set[Hex]
    units: dict[str, Unit]
    push_finish: bool = True
    winners: set[str] = field(default_factory=set)
    over: bool = False
    settled: Callable[[], bool] = lambda: False  # is the race over although Rovers are left?

    def holder(self, at: Hex) -> str | None:
        return next((name for name, unit in self.units.items() if unit.at == at), None)

    def solid(self, at: Hex) -> bool:
        return at not in self.board or at in self.craters


def execute(scene: Scene, number: str) -> None:
    for phase in range(1, 4):
        acting = {
            name: unit.cards[phase - 1]
            for name, unit in scene.units.items()
            if name[1] == number and unit.phases >= phase and len(unit.cards) >= phase
        }
        for name, card in acting.items():
            if card in ("TL", "TR"):
                scene.units[name].facing = (scene.units[name].facing + (1 if card == "TR" else -1)) % 6
        moves(scene, acting)
        if scene.over:
            return
        for weapon in ("ST", "LA", "MI"):
            able = [n for n, c in acting.items() if c == weapon and n in scene.units and scene.units[n].phases >= phase]
            {"ST": still, "LA": lasers, "MI": missiles}[weapon](scene, able)
            if not scene.units or scene.settled():
                scene.over = True
                return


def moves(scene: Scene, acting: dict[str, str]) -> None:
    blows: dict[str, int] = {}
    aimed: dict[str, tuple[Hex, int, bool]] = {}
    for name, card in acting.items():
        if card in ("AT", "F1", "RV"):
            unit = scene.units[name]
            way = (unit.facing + 3) % 6 if card == "RV" else unit.facing
            target = step(unit.at, way)
            if card != "AT" and (unit.at in scene.dust or target in scene.dust):
                continue
            if scene.solid(target):
                blows[name] = blows.get(name, 0) + 1
            else:
                aimed[name] = (target, way, card != "RV")
    going = greatest_fixpoint(scene, aimed)
    hits = {(a, b) for a in aimed for b in victims(scene, aimed, going, a)}
    for _, victim in hits:
        blows[victim] = blows.get(victim, 0) + 1
    arrivals: dict[str, Hex] = {}
    pushed: set[str] = set()
    for name in going:
        target, way, _ = aimed[name]
        arrivals[name] = target
        standing = scene.holder(target)
        if standing is not None and standing not in going:
            arrivals[standing] = step(target, way)
            pushed.add(standing)
    finishers: set[str] = set()
    for name, at in arrivals.items():
        scene.units[name].at = at
        scene.units[name].armed = scene.units[name].armed or at not in scene.start
        if at in scene.finish and (scene.push_finish or name not in pushed):
            finishers.add(name[0])
    strike(scene, blows)
    if finishers or not scene.units or scene.settled():
        scene.over = True
        scene.winners = finishers


def contested(scene: Scene, aimed: dict[str, tuple[Hex, int, bool]], name: str) -> bool:
    target = aimed[name][0]
    if any(other != name and aimed[other][0] == target for other in aimed):
        return True
    standing = scene.holder(target)
    return standing in aimed and aimed[standing][0] == scene.units[name].at


def greatest_fixpoint(scene: Scene, aimed: dict[str, tuple[Hex, int, bool]]) -> set[str]:
    """The largest set of movers that can all move together: found by trying all sets, largest first."""
    clear = sorted(name for name in aimed if not contested(scene, aimed, name))
    best: set[str] = set()
    for mask in range(1 << len(clear)):
        going = {name for bit, name in enumerate(clear) if mask >> bit & 1}
        if len(going) > len(best) and all(possible(scene, aimed, clear, going, name) for name in going):
            best = going
    return best


def possible(scene: Scene, aimed: dict[str, tuple[Hex, int, bool]], clear: list[str], going: set[str], me: str) -> bool:
    target, way, _ = aimed[me]
    standing = scene.holder(target)
    if standing is None or standing in going:
        return True
    beyond = step(target, way)
    behind = scene.holder(beyond)
    pushes = [
        step(aimed[other][0], aimed[other][1])
        for other in clear
        if (held := scene.holder(aimed[other][0])) is not None and held not in going
    ]
    return (
        not scene.solid(beyond)
        and (behind is None or behind in going)
        and not any(other != standing and aimed[other][0] == beyond for other in aimed)
        and pushes.count(beyond) == 1
    )


def victims(scene: Scene, aimed: dict[str, tuple[Hex, int, bool]], going: set[str], name: str) -> set[str]:
    target, _, forwards = aimed[name]
    if not forwards:
        return set()
    hit = {other for other in aimed if other != name and aimed[other][0] == target}
    standing = scene.holder(target)
    return hit | ({standing} if standing is not None and standing not in going else set())


def strike(scene: Scene, blows: dict[str, int]) -> None:
    doomed: set[str] = set()
    for name, count in blows.items():
        unit = scene.units[name]
        for _ in range(count):
            if unit.shields:
                unit.shields -= 1
            elif unit.phases > 1:
                unit.phases -= 1
                unit.cards = unit.cards[: unit.phases]
            else:
                doomed.add(name)
    if doomed:
        places = [scene.units.pop(name).at for name in doomed]
        around = {n: sum(u.at in neighbours(p) for p in places) for n, u in scene.units.items()}
        strike(scene, {name: count for name, count in around.items() if count})


def still(scene: Scene, able: list[str]) -> None:
    for name in able:
        unit, full = scene.units[name], int(name[1])
        if unit.at in scene.caches:
            if unit.missiles < full:
                unit.missiles += 1
                scene.caches.discard(unit.at)
        elif unit.at in scene.stations:
            if unit.phases < 3:
                unit.phases += 1
            elif unit.shields < full:
                unit.shields += 1


def lasers(scene: Scene, able: list[str]) -> None:
    blows: dict[str, int] = {}
    for name in able:
        unit = scene.units[name]
        at = step(unit.at, unit.facing)
        while unit.armed and not scene.solid(at) and scene.holder(at) is None:
            at = step(at, unit.facing)
        hit = scene.holder(at)
        if unit.armed and hit is not None:
            blows[hit] = blows.get(hit, 0) + 1
    strike(scene, blows)


def missiles(scene: Scene, able: list[str]) -> None:
    blows: dict[str, int] = {}
    for name in able:
        unit = scene.units[name]
        if not unit.armed or unit.missiles == 0:
            continue
        unit.missiles -= 1
        seen = [(aim(unit.at, other.at, unit.facing), n) for n, other in scene.units.items() if n != name]
        inside = sorted((sight, n) for sight, n in seen if sight is not None and sight[0] <= 5)
        if inside and (len(inside) == 1 or inside[0][0] != inside[1][0]):
            blows[inside[0][1]] = blows.get(inside[0][1], 0) + 1
    strike(scene, blows)


# --- a whole race ---

SIDES = ("N", "NE", "SE", "S", "SW", "NW")
THROWS = ("BG/BR", "BG/GY", "RY/BR", "RY/GY")  # LR-R04: blue twice, green, red, yellow
DECKS = {1: ("AT", "F1", "F1", "TL", "TR", "LA", "MI", "ST"), 2: ("AT", "F1", "RV", "TL", "TR", "LA", "MI", "ST")}


def place_of(label: str) -> Hex:
    column, row = ord(label[0]) - ord("A"), int(label[1:]) - 1
    return column, row - column // 2


class Race:
    """Nobody concedes in it."""

    def __init__(self, maps: dict[str, Any], options: dict[str, Any]) -> None:
        self.maps, self.options = maps, options
        self.players: int = options["players"]
        colours = [*options["colours"], *[colour for colour in maps if colour not in options["colours"]]]
        self.letters = [colour[0].upper() for colour in colours[: self.players]]
        self.first = 0
        self.rounds = 0
        self.used = [0] * self.players  # replacements
        self.scene = Scene(set(), set(), set(), set(), set(), set(), set(), {})
        self.starts: list[str] = []

    def race(self) -> Steps[list[int]]:
        """The scores."""
        yield from self.lay_out()
        yield from self.throw_for_first()
        yield from self.place_rovers()
        for number in (1, 2):
            yield from self.program(number)
        number = 1
        while True:
            self.rounds += number == 1
            execute(self.scene, str(number))
            if self.scene.over or (number == 2 and self.rounds == self.options["round_cap"]):
                return self.scores()
            if number == 1:
                yield from self.replace()
            if any(name[1] == str(number) for name in self.scene.units):
                yield from self.program(number)
            else:
                yield from ask(DICE, ["moon"])
            number = 3 - number

    def lay_out(self) -> Steps[None]:
        """LR-20, LR-24."""
        name = self.options["scenario"]
        if name == "tokens":
            name = list(self.maps)[THROWS.index((yield from ask(DICE, list(THROWS))))]
        raw = self.maps[name]
        board = {(q, row - q // 2) for q in range(8 * raw["sections"]) for row in range(12 if q % 2 == 0 else 11)}
        sets = {key: {place_of(one) for one in raw[key]} for key in ("start", "finish", "repair", "caches")}
        craters, dust = [{place_of(one) for piece in raw[key] for one in piece} for key in ("craters", "dust")]
        self.starts = raw["start"]
        self.scene = Scene(
            board, craters, dust, sets["start"], sets["finish"], sets["repair"], sets["caches"], {},
            self.options["push_finish"],
        )  # fmt: skip
        self.scene.settled = self.settled

    def throw_for_first(self) -> Steps[None]:
        """LR-25, LR-R05; the last of twenty throws decides."""
        if self.options["first"] == "agreed":
            return
        for number in range(20):
            known = [throw for throw in THROWS if number < 19 or self.shown_most(throw) is not None]
            found = self.shown_most((yield from ask(DICE, known)))
            if found is not None:
                self.first = found
                return

    def shown_most(self, throw: str) -> int | None:
        counts = [throw.count(letter) for letter in self.letters]
        return counts.index(max(counts)) if counts.count(max(counts)) == 1 else None

    def place_rovers(self) -> Steps[None]:
        """LR-26 … LR-28."""
        around = [(self.first + turn) % self.players for turn in range(self.players)]
        for number, seats in ((1, around), (2, around[::-1])):
            for seat in seats:
                self.enter(seat, number, (yield from ask(seat, self.placements())))

    def placements(self) -> list[str]:
        """LR-R06, LR-R07."""
        scene, found = self.scene, []
        for label in self.starts:
            here = place_of(label)
            near = min(distance(here, goal) for goal in scene.finish)
            for way, side in enumerate(SIDES):
                there = step(here, way)
                ahead = there in scene.board and there not in scene.start
                if scene.holder(here) is None and ahead and min(distance(there, g) for g in scene.finish) < near:
                    found.append(f"place:{label}/{side}")
        return found

    def enter(self, seat: int, number: int, answer: str) -> None:
        label, side = answer[6:].split("/")
        name = f"{self.letters[seat]}{number}"
        self.scene.units[name] = Unit(place_of(label), SIDES.index(side), 3, number, number, False, [])

    def program(self, number: int) -> Steps[None]:
        """LR-29, LR-37 … LR-39."""
        units = [unit for name in self.rovers(number) if (unit := self.scene.units.get(name)) is not None]
        offers = [
            sorted({f"{number}:{'.'.join(cards)}" for cards in permutations(DECKS[number], unit.phases)})
            for unit in units
        ]
        for unit, answer in zip(units, (yield Ask(EVERYBODY, offers)), strict=True):
            unit.cards = answer[2:].split(".")

    def rovers(self, number: int) -> list[str]:
        return [f"{letter}{number}" for letter in self.letters]

    def replace(self) -> Steps[None]:
        """LR-82, LR-R34."""
        for turn in range(self.players):
            seat = (self.first + turn) % self.players
            if not self.drives(seat) and self.may_return(seat) and self.placements():
                answer = yield from ask(seat, [*self.placements(), "decline"])
                if answer != "decline":
                    self.used[seat] += 1
                    self.enter(seat, 1, answer)

    def drives(self, seat: int) -> bool:
        return any(name[0] == self.letters[seat] for name in self.scene.units)

    def may_return(self, seat: int) -> bool:
        limit: int = self.options["replacement_limit"]
        return bool(self.options["replacement"]) and (limit == 0 or self.used[seat] < limit)

    def settled(self) -> bool:
        """LR-R36: can only one of several still arrive?"""
        alone = [seat for seat in range(self.players) if self.drives(seat)]
        others = [seat for seat in range(self.players) if seat not in alone]
        return (
            self.players > 1 and len(alone) == 1 and not self.options["play_on"]
            and not any(self.may_return(seat) for seat in others)
        )  # fmt: skip

    def scores(self) -> list[int]:
        """LR-83 … LR-85, LR-R35, LR-R39: 2 for who arrives or is left, 1 each for a draw."""
        scene = self.scene
        if scene.winners:
            return [2 if letter in scene.winners else 0 for letter in self.letters]
        if scene.units and self.settled():
            return [2 if self.drives(seat) else 0 for seat in range(self.players)]
        return [1 if self.players > 1 else 0] * self.players
