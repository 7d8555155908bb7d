"""Rallies drawn by lot over the house zones: three specials, no road twice, none much longer than another."""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.errors import ParcFermeError
from parcferme.core.studio import Document
from parcferme.games.rallyman.board.rally import SPECIALS
from parcferme.games.rallyman.board.spaces import BUMP, CORNER, Space
from parcferme.games.rallyman.board.zones import drive, roads_of

TRIES: Final = 5_000
UNEVEN: Final = 1.5  # times as many spaces as another special of the rally, at most
TOP_GEAR: Final = 5
ROADS: Final = {"short": (2, 2), "standard": (3, 4), "long": (5, 6)}  # of a special: fewest and most
# Gears that a space costs on average, see `slowness`. With nearly all roads in use no long rally differs much.
SLOWNESS: Final = {1: (0.0, 0.66), 2: (0.64, 0.76), 3: (0.72, 2.0)}
LONG_SLOWNESS: Final = {1: (0.0, 0.69), 2: (0.66, 0.74), 3: (0.69, 2.0)}
ASSISTANCE: Final = {1: ("both",), 2: ("both", "ss1", "ss2"), 3: ("none", "ss1", "ss2")}
SNOW: Final = {1: 0, 2: 1, 3: 5}  # rallies in ten
PARTS: Final = (
    ("Copper", "Juniper", "Lantern", "Heather", "Granite", "Saffron", "Thistle", "Amber", "Cobalt", "Linden"),
    ("Rally", "Trophy", "Cup", "Trail", "Night", "Morning", "Circuit", "Round"),
)


def draw_roadbook(seed: str, length: str, difficulty: int) -> Document:
    """The first rally of this seed that is even and as slow as wished."""
    rng = Random(f"rallyman/{seed}/{length}/{difficulty}")
    roads = roads_of(None)
    for _ in range(TRIES):
        stages = _stages(rng, sorted(roads.spaces), length)
        if len(stages) == SPECIALS and _fits([drive(roads, stage) for stage in stages], length, difficulty):
            return _document(rng, stages, difficulty)
    raise ParcFermeError(f"seed {seed!r} draws no rally")


def _stages(rng: Random, free: list[str], length: str) -> list[str]:
    """Roadbooks of roads by lot, each in either direction; fewer than three where no road is left that fits."""
    rng.shuffle(free)
    low, high = ROADS[length]
    stages: list[str] = []
    for _ in range(SPECIALS):
        legs: list[str] = []
        for _ in range(rng.randint(low, high)):
            name = next((name for name in free if not legs or name[0] != legs[-1][0]), "")
            if not name:
                return []
            free.remove(name)
            there, _, back = name.partition("-")
            legs.append(rng.choice((name, f"{back}-{there}")))
        stages.append("/".join(legs))
    return stages


def _fits(specials: list[list[Space]], length: str, difficulty: int) -> bool:
    sizes = [len(spaces) for spaces in specials]
    low, high = (LONG_SLOWNESS if length == "long" else SLOWNESS)[difficulty]
    return max(sizes) <= UNEVEN * min(sizes) and low <= slowness(specials) <= high


def slowness(specials: list[list[Space]]) -> float:
    """By how many gears corners and bumps hold a car back, over all spaces."""
    spaces = [space for special in specials for space in special]
    corners = sum([TOP_GEAR - space.inside for space in spaces if space.kind == CORNER])
    bumps = sum([TOP_GEAR - space.note for space in spaces if space.kind == BUMP])
    return (corners + bumps) / len(spaces)


def _document(rng: Random, stages: list[str], difficulty: int) -> Document:
    document: Document = {
        "format": "rallyman-roadbook/1",
        "name": " ".join(rng.choice(words) for words in PARTS),
        "stages": [*stages],
        "assistance": rng.choice(ASSISTANCE[difficulty]),
    }
    if rng.randrange(10) < SNOW[difficulty]:
        document["weather"] = "fixed"
        document["snow"] = [rng.choice(sorted({leg[0] for leg in stage.split("/")})) for stage in stages]
    return document
