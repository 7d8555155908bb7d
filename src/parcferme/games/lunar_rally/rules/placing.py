"""Putting Rovers on the Start Line (LR-26 to LR-28)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.actions import DECLINE, PLACES
from parcferme.games.lunar_rally.board.hexes import FACINGS, LABELS
from parcferme.games.lunar_rally.board.race import Race
from parcferme.games.lunar_rally.state import OPEN_1, REPLACE, SEATS_OF, Position, Rover


def placing_seat(position: Position) -> i64:
    """Whose Rover comes next: to the left with Rover 1, then back to the right with Rover 2 (LR-27, LR-28, LR-R06)."""
    players: i64 = position.race.players
    turn = position.turn
    place = turn if turn < players else 2 * players - 1 - turn
    return (position.first + place) % players


def placing_number(position: Position) -> int:
    """The number of the Rover that is placed now."""
    return 1 if position.phase == REPLACE or position.turn < position.race.players else 2


def ask_to_place(position: Position) -> None:
    """The next seat of the snake that is still in the race; after the last one programming begins (LR-29)."""
    last: i64 = 2 * position.race.players
    while position.turn < last and position.conceded >> placing_seat(position) & 1:
        position.turn += 1
    if position.turn < last:
        position.asked = 1 << placing_seat(position)
    else:
        position.phase = OPEN_1
        position.turn = 0
        position.asked = position.with_rover(1)


def free_starts(position: Position) -> list[int]:
    """LR-R06: two Rovers cannot share a start hex."""
    return [cell for cell in position.ground.starts if position.standing_on(cell) is None]


def has_free_start(position: Position) -> bool:
    return any(position.standing_on(cell) is None for cell in position.ground.starts)


def placements(position: Position) -> list[int]:
    """All placements possible now, ascending: free start hexes in the facings allowed there (LR-26, LR-R07)."""
    actions: list[int] = []
    for cell in free_starts(position):
        actions += position.race.place_actions[position.scenario][cell]
    return actions


def may_place(position: Position) -> list[int]:
    """What the seat that places or replaces a Rover may do now: a replacement may be declined (LR-R34)."""
    return [DECLINE, *placements(position)] if position.phase == REPLACE else placements(position)


def place(position: Position, moves: list[int], events: list[Event] | None) -> None:
    """A Rover is put down, and the next seat of the snake is asked."""
    (seat,) = SEATS_OF[position.asked]
    rover = position.rover(seat, placing_number(position))
    put_down(position.race, rover, moves[0])
    if events is not None:
        tell_placing(rover, "place", "LR-27" if rover.number == 1 else "LR-28", events)
    position.turn += 1
    ask_to_place(position)


def put_down(race: Race, rover: Rover, action: int) -> None:
    rover.enter(placed_cell(race, action), placed_facing(action))


def placed_cell(race: Race, action: int) -> int:
    return race.starts[(action - PLACES) // 6]


def placed_facing(action: int) -> int:
    return (action - PLACES) % 6


def tell_placing(rover: Rover, kind: str, clause: str, events: list[Event]) -> None:
    args: dict[str, object] = {"rover": rover.name, "hex": LABELS[rover.cell], "facing": FACINGS[rover.facing]}
    events.append(Event(kind, clause, args))
