"""What is drawn around the roads: woods, water, hills, houses, and the names of roads. No rule knows of it, but
everybody who looks at a table draws it, so it has a size. The published map has 1,900 points on 45 by 30 squares."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from parcferme.core.errors import Fault
from parcferme.lib.reading import objects_of

MOST_SIDE = 1_000  # squares of a sheet; whatever lies on it lies within that
MOST_SHAPED = 200  # … but shapes, which are filled with trees
MOST_POINTS = 3_000  # of all shapes
MOST_MARKS = 1_000  # houses, signs, and names of roads
MOST_MEASURED = 10_000  # how wide a river is, how high a hill
LONGEST_NAME = 60
NAMED = ("name", "kind", "to", "road", "ref", "anchor")  # texts of whatever is drawn
MEASURED = ("width", "height")  # … and numbers

Item = dict[str, object]


def check_land(document: Item, ids: set[int]) -> list[Fault]:
    """Everything that cannot be drawn, or not in a moment."""
    decoration = document.get("decoration", {})
    if not isinstance(decoration, dict):
        return [_fault("decoration")]
    faults = [] if _is_sheet(document.get("units", {})) else [_fault("units")]
    shapes = {f"decoration.{part}": decoration.get(part, []) for part in ("woods", "lakes", "contours", "exits")}
    shapes["rivers"] = document.get("rivers", [])
    for place, found in shapes.items():
        faults += _check_all(place, found, _is_shape)
    for part in ("buildings", "symbols"):
        faults += _check_all(f"decoration.{part}", decoration.get(part, []), _is_mark)
    faults += _check_roads(document.get("roads", []), ids)
    points = sum(len(_points(one)) for found in shapes.values() for one in objects_of(found))
    return faults if points <= MOST_POINTS else [*faults, _fault("decoration")]


def _check_all(place: str, found: object, fits: Callable[[Item], bool]) -> list[Fault]:
    if not isinstance(found, list) or len(found) > MOST_MARKS:
        return [_fault(place)]
    return [_fault(f"{place}[{n}]") for n, one in enumerate(found) if not isinstance(one, dict) or not fits(one)]


def _check_roads(roads: object, ids: set[int]) -> list[Fault]:
    """Named roads; their squares in order, so that the name stands along them."""
    if not isinstance(roads, list) or len(roads) > MOST_MARKS:
        return [_fault("roads")]
    return [_fault(f"roads[{n}]") for n, one in enumerate(roads) if not _is_road(one, ids)]


def _is_road(road: object, ids: set[int]) -> bool:
    if not isinstance(road, dict) or not is_name(road.get("name")) or type(road.get("label", True)) is not bool:
        return False
    squares = road.get("squares")
    return isinstance(squares, list) and all(type(one) is int and one in ids for one in squares)


def _is_sheet(units: object) -> bool:
    if not isinstance(units, dict):
        return False
    sides = [units.get("width", 1), units.get("height", 1)]
    return all(is_within(side, MOST_SIDE) and float(str(side)) > 0 for side in sides)


def _is_shape(one: Item) -> bool:
    return is_drawable(one) and all(_is_numbers(point, (2,), MOST_SHAPED) for point in _points(one))


def _is_mark(one: Item) -> bool:
    return is_drawable(one) and all(is_within(one.get(side, 0), MOST_SIDE) for side in ("x", "y", "w", "h", "angle"))


def is_drawable(one: Item) -> bool:
    """What it is called, where that is written (and how far it is turned), and how wide or high it is."""
    named = all(isinstance(one[part], str) and len(str(one[part])) <= LONGEST_NAME for part in NAMED if part in one)
    measured = all(is_within(one[part], MOST_MEASURED) for part in MEASURED if part in one)
    return named and measured and ("label" not in one or _is_numbers(one["label"], (2, 3), MOST_SIDE))


def is_name(value: object) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= LONGEST_NAME


def _is_numbers(value: object, counts: tuple[int, ...], most: int) -> bool:
    return isinstance(value, list) and len(value) in counts and all(is_within(one, most) for one in value)


def _points(one: Item) -> list[object]:
    points = one.get("points", [])
    return points if isinstance(points, list) else [points]  # which is no point


def is_within(value: object, most: int) -> bool:
    """A number of a size that can be drawn."""
    return (
        isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value) and -most <= value <= most
    )


def _fault(place: str) -> Fault:
    reason = f"cannot be drawn: shapes have {MOST_POINTS} points at most and lie within {MOST_SHAPED} squares"
    return Fault(place, reason, path=place, key="land", args={"most": MOST_POINTS, "side": MOST_SHAPED})
