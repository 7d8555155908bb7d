"""A second opinion on the phases: the rules once more, in sets and dictionaries, slow and plain.

It shares no code with the engine but the hex grid. A position is a `Scene`; Rovers go by name, hexes by coordinates.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from parcferme.lib.hexgrid import Hex, aim, neighbours, step


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
            if not scene.units:
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
    if finishers or not scene.units:
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
