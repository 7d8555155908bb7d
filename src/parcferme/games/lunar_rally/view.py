"""What a seat, or a spectator, may know: everything but the face-down cards of the others."""

from __future__ import annotations

from parcferme.games.lunar_rally.board.decks import CARDS
from parcferme.games.lunar_rally.board.hexes import FACINGS, LABELS
from parcferme.games.lunar_rally.meta import COLOURS
from parcferme.games.lunar_rally.rules.ending import damage_of
from parcferme.games.lunar_rally.rules.programming import face_up
from parcferme.games.lunar_rally.state import REASONS, SEATS_OF, SHOWN_AS, Position
from parcferme.games.lunar_rally.state import Rover as Piece
from parcferme.games.lunar_rally.view_types import Ground, LunarView, Rover, Seat


def build_view(position: Position, seat: int | None) -> LunarView:
    race = position.race
    seats = range(race.players)
    return {
        "node": SHOWN_AS[position.phase],
        "to_act": list(SEATS_OF[position.asked]),
        "moon": position.moon,
        "phase": position.revealed,
        "round": position.round,
        "round_cap": race.round_cap,
        "first": position.first if position.first >= 0 else None,
        "seats": [_seat_view(position, owner) for owner in seats],
        "rovers": [_rover_view(position, position.rover(o, n), seat) for o in seats for n in (1, 2)],
        "map": _map_view(position) if position.scenario >= 0 else None,
        "reason": REASONS[position.reason] or None,
        "winners": list(SEATS_OF[position.winners]),
    }


def _seat_view(position: Position, seat: int) -> Seat:
    return {
        "colour": COLOURS[position.race.colours[seat]],
        "conceded": bool(position.conceded >> seat & 1),
        "replacements": position.rover(seat, 1).replaced,
        "damage": damage_of(position, seat),
    }


def _rover_view(position: Position, rover: Piece, seat: int | None) -> Rover:
    """A Rover on the board with its Control Board; one that is not there has no hex."""
    there = rover.cell >= 0
    return {
        "id": rover.name,
        "seat": rover.seat,
        "number": rover.number,
        "hex": LABELS[rover.cell] if there else None,
        "facing": FACINGS[rover.facing] if there else None,
        "phases": rover.phases,
        "shields": rover.shields,
        "missiles": rover.missiles,
        "armed": rover.armed,
        "program": _slots(rover, 3 if rover.seat == seat else face_up(position, rover)),
    }


def _slots(rover: Piece, shown: int) -> list[str]:
    """The three phases of a Control Board: a card, `hidden`, `empty` (no card on it) or `lost` (LR-R08)."""
    slots: list[str] = []
    for phase in range(3):
        if phase >= rover.phases:
            slots.append("lost")
        elif phase >= rover.program.length:
            slots.append("empty")
        else:
            slots.append(CARDS[rover.program.cards[phase]] if phase < shown else "hidden")
    return slots


def _map_view(position: Position) -> Ground:
    ground = position.ground
    left = [cell for cell in ground.caches if position.caches & ground.cache_bit[cell]]
    return {
        "scenario": position.race.map_names[position.scenario],
        "title": ground.title,
        "columns": 8 * ground.sections,
        "start": _labels(ground.starts),
        "finish": _labels(ground.finishes),
        "craters": _labels(ground.craters),
        "dust": _labels(ground.dust),
        "repair": _labels(ground.stations),
        "caches": _labels(left),
    }


def _labels(cells: list[int]) -> list[str]:
    return [LABELS[cell] for cell in cells]
