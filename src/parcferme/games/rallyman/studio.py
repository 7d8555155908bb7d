"""Roadbooks and zones of one's own: checked, solved, and roadbooks drawn by lot.

A roadbook is the rally a director organises (RM-17): one to three specials over the house zones, assistance, snow. With
fewer than three the rally drives them again.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Final

from parcferme.core.courses import courses_of
from parcferme.core.errors import BadContent
from parcferme.core.options import Value
from parcferme.core.registry import create
from parcferme.core.studio import EXACT, Document, Figure, Figures, Finding, Kind, findings_of, under
from parcferme.games.rallyman.board.check import check, road_name
from parcferme.games.rallyman.board.rally import SPECIALS, WEATHER_VARIABLE, Rally, unknown_snow
from parcferme.games.rallyman.board.spaces import BUMP, CORNER, Space
from parcferme.games.rallyman.board.zones import drive, house_document, roads_of, roads_with
from parcferme.games.rallyman.lot import draw_roadbook, slowness
from parcferme.games.rallyman.meta import OPTIONS, STAGES
from parcferme.games.rallyman.par.model import Condition, Terms
from parcferme.games.rallyman.par.solver import Solution, fresh_car, prepare, terms_of
from parcferme.games.rallyman.rules.game import RallymanGame
from parcferme.lib.reading import objects_of
from parcferme.lib.simulate import BotTable, simulated

FORMAT: Final = "rallyman-roadbook/1"
SECONDS: Final = 12.0  # that people take for a roll
GAMES: Final = 100
DICE: Final = 0.03  # of the work: with dice alone
MATCHES: Final = 0.2  # … and the matches
KEPT: Final = ("name", "assistance", "weather", "time_attack", "locking", "shortcuts")  # options a roadbook may set
TECHNIQUES: Final = ("dice", "attack", "everything")
WORK: Final = {"dice": 1, "attack": 8, "everything": 18}  # of a space, about
TYRES: Final = (0, 1)


# --- roadbooks ---


def blank_roadbook() -> Document:
    return {"format": FORMAT, "name": "", "stages": [], "assistance": "both"}


def check_roadbook(document: Document) -> list[Finding]:
    findings = [
        Finding(key, True, "", "form", {"part": key})
        for key, value in document.items()
        if key not in ("format", "stages", "snow") and _is_wrong(key, value)
    ]
    if document.get("format") != FORMAT:
        findings.append(Finding("format", True, "", "form", {"part": "format"}))
    stages = document.get("stages")
    if not isinstance(stages, list) or not all(isinstance(stage, str) for stage in stages):
        return [*findings, Finding("stages", True, "", "form", {"part": "stages"})]
    if not 1 <= len(stages) <= SPECIALS:
        return [*findings, Finding("stages", True, "RM-17", "specials", {"count": len(stages), "most": SPECIALS})]
    driven = [_check_stage(number, stage) for number, stage in enumerate(stages)]
    findings += [finding for found, _ in driven for finding in found]
    findings += _check_snow(document, [spaces for _, spaces in driven])
    if len(stages) < SPECIALS:
        findings.append(Finding("stages", False, "RM-17", "again", {"count": len(stages), "most": SPECIALS}))
    return findings


def _is_wrong(key: str, value: object) -> bool:
    return key not in KEPT or OPTIONS.options[key].check(value) is not None


def _check_stage(number: int, stage: str) -> tuple[list[Finding], list[Space]]:
    """What is wrong with a special, and its spaces where nothing is."""
    try:
        return [], drive(roads_of(None), stage)
    except BadContent as bad:
        place, more = f"stages[{number}]", {"special": number + 1}
        return [one._replace(place=place, args={**one.args, **more}) for one in findings_of(bad.faults)], []


def _check_snow(document: Document, specials: list[list[Space]]) -> list[Finding]:
    snow = document.get("snow", [""] * len(specials))
    if not isinstance(snow, list) or not all(isinstance(letters, str) for letters in snow):
        return [Finding("snow", True, "", "form", {"part": "snow"})]
    if len(snow) != len(specials):
        return [Finding("snow", True, "RM-R35", "snow_count", {"count": len(snow), "wanted": len(specials)})]
    if any(snow) and document.get("weather") != "fixed":
        return [Finding("snow", True, "RM-R35", "snow_weather")]
    zones = ["".join({space.zone for space in spaces}) for spaces in specials]
    return [
        Finding(f"snow[{special}]", True, "RM-R35", "snow_zone", {"special": special + 1, "zone": zone})
        for special, zone in unknown_snow(snow, zones)
        if specials[special]
    ]


def roadbook_options(document: Document) -> dict[str, Value]:
    """Three specials: with fewer the rally begins again."""
    options: dict[str, Value] = {key: document[key] for key in KEPT if key in document}
    for key in ("stages", "snow"):
        listed = document.get(key)
        if isinstance(listed, list):
            options[key] = [listed[number % len(listed)] for number in range(SPECIALS)]
    return options


def roadbook_taken(options: dict[str, Value]) -> Document | None:
    """Nothing where zones or specials are one's own."""
    if options.get("zones") is not None or options.get("specials") is not None:
        return None
    taken: Document = {key: options[key] for key in (*KEPT, "snow") if key in options}
    return {"format": FORMAT, "stages": options.get("stages", STAGES), **taken}


def _specials(document: Document) -> list[list[Space]]:
    stages = document["stages"]
    assert isinstance(stages, list)
    return [drive(roads_of(None), stage) for stage in stages]


def roadbook_facts(document: Document) -> Figures:
    """What a car meets, special by special, and how hard that is among the rallies of the house."""
    specials = _specials(document)
    counts = {
        "spaces": [len(spaces) for spaces in specials],
        "corners": [sum(space.kind == CORNER for space in spaces) for spaces in specials],
        "shortcuts": [sum(space.cut > 0 for space in spaces) for spaces in specials],
        "bumps": [sum(space.kind == BUMP for space in spaces) for spaces in specials],
        "narrow": [sum(space.kind != CORNER and space.width == 1 for space in spaces) for spaces in specials],
    }
    names = [f"SS{number}" for number in range(1, len(specials) + 1)]
    known = {
        name: Figure(sum(row), EXACT, row=[float(count) for count in row], names=names) for name, row in counts.items()
    }
    known["gauge"] = Figure(_gauge(slowness(specials)), EXACT, "share")
    return Figures(known)


def _gauge(own: float) -> float:
    """The share of the house's rallies that hold a car back less."""
    listed = [course.options["stages"] for course in courses_of("rallyman").courses if "stages" in course.options]
    others = [slowness(_specials({"stages": stages})) for stages in listed]
    return round(sum(other < own for other in others) / len(others), 2)


def measure_roadbook(document: Document) -> Iterator[Figures]:
    """Expected seconds of perfect play, space by space from the finish: with dice alone, then, after some matches, with
    the other techniques, which take longest. Weather that is rolled has no such figure."""
    rally = _rally({**roadbook_options(document), "players": 1})
    stages = document["stages"]
    assert isinstance(stages, list)
    known: dict[str, Figure] = {}
    solving = Solving(rally, len(stages)).steps() if rally.weather != WEATHER_VARIABLE else iter(list[Figures]())
    for figures in solving:
        known = figures.known
        yield Figures(known, (1 - MATCHES) * figures.progress)
        if "dice" in known:
            break
    table = BotTable("rallyman", roadbook_options(document), "clubman", SECONDS)
    for figures in simulated(table, GAMES, known, DICE, DICE + MATCHES):
        known = figures.known
        yield figures
    for figures in solving:
        known = {**known, **figures.known}
        yield Figures(known, MATCHES + (1 - MATCHES) * figures.progress)


def _rally(options: dict[str, Value]) -> Rally:
    game = create("rallyman", options)
    assert isinstance(game, RallymanGame)
    return game.rally


class Solving:
    """The specials of a rally, solved with one technique after the other: exact for one car alone in a fresh car."""

    def __init__(self, rally: Rally, specials: int) -> None:
        self.rally = rally
        self.specials = specials
        self.known: dict[str, Figure] = {}
        self.done = 0
        spaces = [len(rally.spaces[special]) * (2 if rally.fixed_snow[special] else 1) for special in range(specials)]
        self.work = sum(spaces) * sum(WORK.values())

    def steps(self) -> Iterator[Figures]:
        for technique in TECHNIQUES:
            values: list[float] = []
            for special in range(self.specials):
                solved: list[Solution] = []
                for tyres in TYRES if self.rally.fixed_snow[special] else TYRES[:1]:
                    solution = self._prepared(special, tyres, technique)
                    while not solution.complete:
                        solution.sweep.step()
                        share = 1 - (solution.sweep.todo + 1) / (solution.model.road.length + 1)
                        yield self._so_far(share * self._work(special, technique))
                    self.done += self._work(special, technique)
                    solved.append(solution)
                values.append(self._tell(special, technique, solved))
            names = [f"SS{special + 1}" for special in range(self.specials)]
            self.known[technique] = Figure(round(sum(values), 2), EXACT, "seconds", row=values, names=names)
            yield self._so_far(0.0)

    def _work(self, special: int, technique: str) -> int:
        return WORK[technique] * len(self.rally.spaces[special])

    def _so_far(self, more: float) -> Figures:
        """What is known, `more` work being done beside that of all finished specials."""
        return Figures({**self.known}, (self.done + more) / self.work)

    def _prepared(self, special: int, tyres: int, technique: str) -> Solution:
        own, car = terms_of(self.rally), fresh_car(self.rally)
        if technique == "dice":
            own, car = Terms(False, False, own.pays_on_loc, own.spare_seconds), Condition()
        elif technique == "attack":
            car = Condition()
        return prepare(self.rally, special, self.rally.fixed_snow[special], tyres, own, car)

    def _tell(self, special: int, technique: str, solved: list[Solution]) -> float:
        """The value on the better tyres; with everything also its spread, and what the better tyres are worth."""
        best = min(solved, key=lambda solution: solution.value)
        if technique == "everything":
            self.known[f"spread_{special + 1}"] = spread(best)
            if len(solved) > 1:
                gain = round(solved[1].value - solved[0].value, 2)  # above nought: asphalt is better
                self.known[f"asphalt_{special + 1}"] = Figure(gain, EXACT, "seconds")
        return round(best.value, 2)


def spread(solution: Solution) -> Figure:
    """The standard deviation of the time of those who finish, with the times that nine in ten keep within."""
    times = sorted(solution.times().finished.items())
    total = sum([chance for _, chance in times])
    mean = sum([seconds * chance for seconds, chance in times]) / total
    wide = sqrt(sum([(seconds - mean) ** 2 * chance for seconds, chance in times]) / total)
    low, high = quantile(times, 0.05 * total), quantile(times, 0.95 * total)
    return Figure(round(wide, 2), EXACT, "seconds", low=low, high=high)


def quantile(times: list[tuple[int, float]], below: float) -> int:
    seen = 0.0
    for seconds, chance in times:
        seen += chance
        if seen >= below:
            return seconds
    return times[-1][0]


ROADBOOK: Final = Kind(
    "roadbook",
    blank_roadbook,
    check_roadbook,
    roadbook_options,
    roadbook_taken,
    roadbook_facts,
    measure_roadbook,
    draw_roadbook,
)


# --- zones ---


def blank_zones() -> Document:
    """A board of the house's size, with its ten exits and no road."""
    house = house_document()
    measures = {part: house[part] for part in ("board", "road", "ports")}
    exits = objects_of(house["zones"])[0]["exits"]
    return {**measures, "zones": [{"zone": "A", "name": "", "exits": exits, "roads": []}]}


def house_zones() -> Document:
    return {"name": "House zones", **house_document()}


def check_zones(document: Document) -> list[Finding]:
    if "zones" not in document or "specials" in document:
        return [Finding("zones", True, "", "form", {"part": "zones"})]
    if document["zones"] == []:
        return [Finding("zones", True, "RM-04", "no_zone")]
    return findings_of(check(document))


def zones_options(document: Document) -> dict[str, Value]:
    """Three specials, each over a road of the zones and one of another zone."""
    own, every = _own_roads(document), roads_with(document).spaces
    first = [own[number % len(own)] for number in range(SPECIALS)]
    return {"zones": document, "stages": [f"{name}/{_beyond(name, [*every])}" for name in first]}


def _beyond(road: str, names: list[str]) -> str:
    """A road that this one may lead on to."""
    return next(name for name in names if name[0] != road[0])


def _own_roads(document: Document) -> list[str]:
    zones = objects_of(document["zones"])
    return [road_name(str(zone["zone"]), road) for zone in zones for road in objects_of(zone.get("roads"))]


def zones_facts(document: Document) -> Figures:
    """The roads, and what each holds."""
    roads = roads_with(document)
    names = _own_roads(document)
    spaces = [float(len(roads.spaces[name])) for name in names]
    corners = [float(sum(space.kind == CORNER for space in roads.spaces[name])) for name in names]
    slowest = [float(min([space.inside for space in roads.spaces[name] if space.inside], default=0)) for name in names]
    return Figures(
        {
            "roads": Figure(len(names)),
            "spaces": Figure(sum(spaces), EXACT, row=spaces, names=names),
            "corners": Figure(sum(corners), EXACT, row=corners, names=names),
            "slowest": Figure(min(slowest), EXACT, "gear", row=slowest, names=names),
        }
    )


def measure_zones(document: Document) -> Iterator[Figures]:
    """What each road alone costs a car that rolls dice only, exact; then matches over the first ones."""
    names = _own_roads(document)
    seconds: list[float] = []
    for name in names:
        rally = _rally({"zones": document, "stages": [name] * SPECIALS, "players": 1})
        solution = prepare(rally, 0, 0, 0, Terms(False, False), Condition())
        solution.sweep.run()
        seconds.append(round(solution.value, 2))
        known = {"dice": Figure(round(sum(seconds), 2), EXACT, "seconds", row=[*seconds], names=names[: len(seconds)])}
        yield Figures(known, 0.5 * len(seconds) / len(names))
    table = BotTable("rallyman", zones_options(document), "clubman", SECONDS)
    yield from simulated(table, GAMES, known, 0.5)


ZONES: Final = Kind(
    "zones", blank_zones, check_zones, zones_options, under("zones"), zones_facts, measure_zones, box=house_zones
)
STUDIO: Final[dict[str, Kind]] = {ROADBOOK.name: ROADBOOK, ZONES.name: ZONES}
