"""Positions written down by hand: for puzzles, tests, and races that began on a real table.

    {"due": 2, "round": 3, "rovers": {"B1": {"hex": "K6", "facing": "NE", "program": "F1.AT.TL"}, "G2": {…}}}

`due` is the Rover number to be programmed now. A Rover may name `phases`, `shields`, `missiles`, `armed` and the cards
on its board; what it does not name is as at the start, except that it counts as armed off the Start Line. A card of
the wrong deck, or none, is accepted here and does nothing (LR-R38).
"""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.errors import BadContent, Fault
from parcferme.games.lunar_rally.cards import CARDS, CUT, LENGTHS, SEQUENCES, TEXTS, too_many
from parcferme.games.lunar_rally.load import CELL_OF, FACINGS, LABELS, Ground
from parcferme.games.lunar_rally.rules.race import Race
from parcferme.games.lunar_rally.rules.turns import LunarGame, LunarState
from parcferme.games.lunar_rally.state import (
    ARMED,
    ASKED,
    CACHES,
    CELL,
    FIRST,
    LIVE,
    MISSILES,
    MOON,
    NODE,
    PHASE,
    PHASES,
    PROGRAM,
    PROGRAM_1,
    PROGRAM_2,
    ROUND,
    ROVERS,
    SCENARIO,
    SHIELDS,
    blank_position,
    enter,
    number_of,
)
from parcferme.lib.rows import vec

KEYS = ("due", "round", "first", "scenario", "caches", "rovers")
ROVER_KEYS = ("hex", "facing", "phases", "shields", "missiles", "armed", "program")
PROGRAM_NUMBERS = {text: number for number, text in enumerate(TEXTS)}


def read_position(game: LunarGame, document: dict[str, object]) -> LunarState:
    """The position a document describes; raises BadContent with everything that is wrong with it."""
    race = game.race
    faults = [Fault(key, f"is unknown; a position has {', '.join(KEYS)}") for key in document if key not in KEYS]
    v = blank_position()
    v[SCENARIO] = _choice(document, "scenario", race.map_names, race.map_names[0], faults)
    ground = race.grounds[v[SCENARIO]]
    v[ROUND] = _whole(document, "position", "round", 1, (1, race.round_cap), faults)
    v[FIRST] = _whole(document, "position", "first", 0, (0, race.players - 1), faults)
    v[MOON] = _whole(document, "position", "due", 1, (1, 2), faults)
    v[PHASE] = 3
    v[CACHES] = _caches(document, ground, faults)
    rovers = document.get("rovers")
    if not isinstance(rovers, dict) or not rovers:
        faults.append(Fault("rovers", "is missing or names no Rover"))
    else:
        for name, described in rovers.items():
            _read_rover(v, race, ground, str(name), described, faults)
    v[NODE] = PROGRAM_1 if v[MOON] == 1 else PROGRAM_2
    v[ASKED] = v[LIVE + v[MOON]]
    if not faults and v[ASKED] == 0:
        faults.append(Fault("due", f"nobody has a Rover {v[MOON]} to program", "LR-37"))
    if faults:
        raise BadContent("position", faults)
    return LunarState(race, v)


def _whole(
    given: dict[str, object], place: str, key: str, default: int, bounds: tuple[int, int], faults: list[Fault]
) -> int:
    value = given.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not bounds[0] <= value <= bounds[1]:
        faults.append(Fault(place, f"{key} is {value!r}, not a whole number from {bounds[0]} to {bounds[1]}"))
        return default
    return value


def _choice(given: dict[str, object], key: str, names: list[str], default: str, faults: list[Fault]) -> int:
    value = given.get(key, default)
    if value not in names:
        faults.append(Fault(key, f"is {value!r}, not one of {', '.join(names)}"))
        return 0
    return names.index(str(value))


def _caches(document: dict[str, object], ground: Ground, faults: list[Fault]) -> int:
    """The caches still there; all of the map's by default."""
    left = document.get("caches")
    if left is None:
        return (1 << len(ground.caches)) - 1
    if not isinstance(left, list):
        faults.append(Fault("caches", "is not a list of hexes"))
        return 0
    mask = 0
    for name in left:
        cell = CELL_OF.get(str(name), -1)
        if cell not in ground.caches:
            faults.append(Fault("caches", f"{name} holds no cache on this map", "LR-24"))
        else:
            mask |= ground.cache_bit[cell]
    return mask


def _read_rover(v: vec[i64], race: Race, ground: Ground, name: str, described: object, faults: list[Fault]) -> None:
    if name not in race.names or not name:
        faults.append(Fault(name, f"is not a Rover of this race: {', '.join(n for n in race.names if n)}", "LR-13"))
        return
    if not isinstance(described, dict):
        faults.append(Fault(name, "is not an object"))
        return
    rover = race.names.index(name)
    number = number_of(rover)
    for key in described:
        if key not in ROVER_KEYS:
            faults.append(Fault(name, f"{key} is unknown; a Rover has {', '.join(ROVER_KEYS)}"))
    cell = _read_cell(v, race, ground, name, described.get("hex"), faults)
    enter(v, rover, cell, _choice(described, "facing", list(FACINGS), "N", faults))
    v[PHASES + rover] = _whole(described, name, "phases", 3, (1, 3), faults)
    full = number if v[PHASES + rover] == 3 else 0
    v[SHIELDS + rover] = _whole(described, name, "shields", full, (0, number), faults)
    if v[SHIELDS + rover] and v[PHASES + rover] < 3:
        faults.append(Fault(name, "has a shield and a lost phase: shields are lost first", "LR-73"))
    v[MISSILES + rover] = _whole(described, name, "missiles", number, (0, number), faults)
    v[ARMED + rover] = 1 if described.get("armed", not (cell >= 0 and ground.is_start[cell])) else 0
    v[PROGRAM + rover] = _read_program(number, v[PHASES + rover], name, described.get("program", ""), faults)


def _read_cell(v: vec[i64], race: Race, ground: Ground, name: str, label: object, faults: list[Fault]) -> int:
    cell = CELL_OF.get(str(label), -1)
    if cell not in ground.cells:
        faults.append(Fault(name, f"{label!r} is not a hex of this board", "LR-05"))
        return -1
    if cell in ground.craters:
        faults.append(Fault(name, f"stands in the crater at {LABELS[cell]}", "LR-53"))
    for other in range(ROVERS):
        if v[CELL + other] == cell:
            faults.append(Fault(name, f"stands on {LABELS[cell]}, where {race.names[other]} stands", "LR-49"))
    return cell


def _read_program(number: int, phases: int, name: str, text: object, faults: list[Fault]) -> int:
    if not isinstance(text, str) or text not in PROGRAM_NUMBERS:
        faults.append(Fault(name, f"program {text!r} is not up to three of {', '.join(CARDS)} with dots between"))
        return 0
    program = PROGRAM_NUMBERS[text]
    if LENGTHS[program] > phases:
        faults.append(Fault(name, f"has {LENGTHS[program]} cards on {phases} phases", "LR-37"))
        return CUT[4 * program + phases]
    card = too_many(number, SEQUENCES[program])
    if card >= 0:
        faults.append(Fault(name, f"uses {CARDS[card]} more often than its deck holds it", "LR-38"))
    return program
