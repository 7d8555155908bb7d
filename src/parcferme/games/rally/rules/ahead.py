"""The squares ahead of a car as it would meet them: tyres, weather, brakes, and the cars to be overtaken."""

from __future__ import annotations

from parcferme.games.rally.state import DAMAGE, STEP, Position


def entered_so_far(p: Position, seat: int) -> int:
    """Squares of the move under way, if it is this car's."""
    return int(p.entered) if p.phase in (STEP, DAMAGE) and p.seat == seat else 0


def overtaken_ahead(p: Position, seat: int, count: int) -> list[int]:
    """Cars overtaken into each of so many squares ahead (RA-25)."""
    place, entered = int(p.cars[seat].place), entered_so_far(p, seat)
    return [int(p.overtaken(seat, place + index + 1, entered + index)) for index in range(count)]


def factors_ahead(p: Position, seat: int, brakes: list[int]) -> list[int]:
    """Factors of the next squares of the road with these brakes (RA-68); below 0 counts 0 (RA-R27)."""
    place = int(p.cars[seat].place)
    squares = brakes[: p.route.length - place]  # RA-R16: the way out is no square
    printed, overtaken = p.factors_of(seat), overtaken_ahead(p, seat, len(squares))
    return [max(0, printed[place + index + 1] + brake + overtaken[index]) for index, brake in enumerate(squares)]
