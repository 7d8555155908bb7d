"""The squares ahead of a car as it would meet them: tyres, weather, brakes, and the cars to be overtaken."""

from __future__ import annotations

from parcferme.games.rally.mechanics.braking import Way, way_of, ways
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
    bare = bare_factors_ahead(p, seat, len(brakes))
    return [max(0, factor + brakes[index]) for index, factor in enumerate(bare)]


def bare_factors_ahead(p: Position, seat: int, count: int) -> list[int]:
    """… before any brake: good tyres may leave less than 0, which a brake only makes up for."""
    place = int(p.cars[seat].place)
    squares = min(count, p.route.length - place)  # RA-R16: the way out is no square
    printed, overtaken = p.factors_of(seat), overtaken_ahead(p, seat, squares)
    return [printed[place + index + 1] + overtaken[index] for index in range(squares)]


def ways_ahead(p: Position, seat: int, gear: int) -> list[Way]:
    """The best way to each square in reach and last off the road, in a gear to be set or (0) in the move under way."""
    if gear == 0:
        return _ways(p, seat, int(p.left), int(p.room), [int(p.level)])
    plan = p.plan(p.cars[seat], gear)
    return _ways(p, seat, int(plan.least), int(plan.most), plan.levels[1:])


def _ways(p: Position, seat: int, least: int, most: int, levels: list[int]) -> list[Way]:
    factors = bare_factors_ahead(p, seat, most)
    found = ways(factors, least, levels, p.tables.damage)
    if most > len(factors):  # RA-69, RA-R33: out at the end, whatever minimum remains
        found.append(way_of(factors, [0] * len(factors), levels, p.tables.damage))
    return found
