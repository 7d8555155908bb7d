"""What a seat, or a spectator, may know: everything but the face-down cards of the others."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.contract import View
from parcferme.games.lunar_rally.cards import CARDS, SEQUENCES
from parcferme.games.lunar_rally.load import FACINGS, LABELS, Ground
from parcferme.games.lunar_rally.meta import COLOURS
from parcferme.games.lunar_rally.rules.race import Race
from parcferme.games.lunar_rally.state import (
    ARMED,
    ASKED,
    CACHES,
    CELL,
    CONCEDED,
    FACING,
    FIRST,
    MISSILES,
    MOON,
    NODE,
    NODE_NAMES,
    PHASE,
    PHASES,
    PROGRAM,
    REASON,
    REASONS,
    ROUND,
    SCENARIO,
    SEATS_OF,
    SHIELDS,
    SPENT,
    TAKEN,
    WINNERS,
    number_of,
    rover_of,
    seat_of,
)
from parcferme.lib.rows import vec


def face_up(v: vec[i64], rover: int) -> int:
    """How many of a Rover's cards lie open: those of the phases its number has acted in this turn (LR-R08)."""
    return v[PHASE] if number_of(rover) == v[MOON] else 0


def build_view(v: vec[i64], race: Race, seat: int | None) -> View:
    ground = race.grounds[v[SCENARIO]] if v[SCENARIO] >= 0 else None
    rovers = [rover_of(owner, number) for owner in range(race.players) for number in (1, 2)]
    return {
        "node": NODE_NAMES[v[NODE]],
        "to_act": list(SEATS_OF[v[ASKED]]),
        "moon": v[MOON],
        "phase": v[PHASE],
        "round": v[ROUND],
        "round_cap": race.round_cap,
        "first": v[FIRST] if v[FIRST] >= 0 else None,
        "seats": [_seat_view(v, race, owner) for owner in range(race.players)],
        "rovers": [_rover_view(v, race, rover, seat) for rover in rovers],
        "map": _map_view(v, race, ground) if ground is not None else None,
        "reason": REASONS[v[REASON]] or None,
        "winners": list(SEATS_OF[v[WINNERS]]),
    }


def _seat_view(v: vec[i64], race: Race, seat: int) -> View:
    return {
        "colour": COLOURS[race.colours[seat]],
        "conceded": bool(v[CONCEDED] >> seat & 1),
        "replacements": v[SPENT + seat],
        "damage": v[TAKEN + seat],
    }


def _rover_view(v: vec[i64], race: Race, rover: int, seat: int | None) -> View:
    """A Rover on the board with its Control Board; one that is not there has no hex."""
    there = v[CELL + rover] >= 0
    return {
        "id": race.names[rover],
        "seat": seat_of(rover),
        "number": number_of(rover),
        "hex": LABELS[v[CELL + rover]] if there else None,
        "facing": FACINGS[v[FACING + rover]] if there else None,
        "phases": v[PHASES + rover],
        "shields": v[SHIELDS + rover],
        "missiles": v[MISSILES + rover],
        "armed": bool(v[ARMED + rover]),
        "program": _slots(v, rover, seat_of(rover) == seat),
    }


def _slots(v: vec[i64], rover: int, own: bool) -> list[object]:
    """The three phases of a Control Board: a card, `hidden`, `empty` (no card on it) or `lost`."""
    cards = SEQUENCES[v[PROGRAM + rover]]
    slots: list[object] = []
    for phase in range(3):
        if phase >= v[PHASES + rover]:
            slots.append("lost")
        elif phase >= len(cards):
            slots.append("empty")
        elif own or phase < face_up(v, rover):
            slots.append(CARDS[cards[phase]])
        else:
            slots.append("hidden")
    return slots


def _map_view(v: vec[i64], race: Race, ground: Ground) -> View:
    left = [cell for cell in ground.caches if v[CACHES] & ground.cache_bit[cell]]
    return {
        "scenario": race.map_names[v[SCENARIO]],
        "title": ground.title,
        "columns": 8 * ground.sections,
        "start": _labels(ground.starts),
        "finish": _labels(ground.finishes),
        "craters": _labels(ground.craters),
        "dust": _labels(ground.dust),
        "repair": _labels(ground.stations),
        "caches": _labels(left),
    }


def _labels(cells: list[int]) -> list[object]:
    return [LABELS[cell] for cell in cells]
