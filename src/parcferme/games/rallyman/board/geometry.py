"""The drawn shape of zone boards: does what the eye sees agree with what the rules say?

A space is a circular arc: xy its middle, dir the heading there, bend the change of heading over the space (positive:
to the right), len its length. Boards without a shape are playable too; they are only not drawn.
"""

from __future__ import annotations

import math
from typing import Final

from parcferme.core.errors import Fault

JOIN: Final = 0.6  # units: the widest gap between neighbouring spaces
KINK: Final = 0.4  # degrees between them
LEAST_CORNER: Final = 30.0  # degrees a corner bends at least
MOST_STRAIGHT: Final = 15.5  # degrees a straight or bump bends at most
ON_PORT: Final = 1.0  # units between the end of a road and its exit
LEAST_APART: Final = 96.0  # units between the centre lines of two roads
SHAPE: Final = ("xy", "dir", "bend", "len")
INWARD: Final = {"N": 90.0, "E": 180.0, "S": 270.0, "W": 0.0}  # heading when entering the board
FARTHEST: Final = 100_000  # units or degrees
SAMPLES: Final = 3  # points of the centre line per space

Point = tuple[float, float]


class Arc:
    """A drawn space."""

    def __init__(self, space: dict[str, object]) -> None:
        xy = space["xy"]
        self.x, self.y = (_real(xy[0]), _real(xy[1])) if isinstance(xy, list) and len(xy) == 2 else (0.0, 0.0)
        self.dir = _real(space["dir"])
        self.bend = _real(space["bend"])
        self.len = _real(space["len"])

    def at(self, share: float) -> tuple[float, float, float]:
        """Point and heading at a share (0 to 1) of its length."""
        turn = self.bend * (share - 0.5)
        distance = self.len * (share - 0.5)
        half = math.radians(turn / 2.0)
        chord = distance * (math.sin(half) / half if abs(half) > 1e-9 else 1.0)
        way = math.radians(self.dir + turn / 2.0)
        return self.x + chord * math.cos(way), self.y + chord * math.sin(way), self.dir + turn


def check_geometry(document: dict[str, object]) -> list[Fault]:
    """Faults in the shape of every zone that has one; the file must already be sound otherwise."""
    faults: list[Fault] = []
    zones = document.get("zones")
    for number, zone in enumerate(zones if isinstance(zones, list) else []):
        lines: list[tuple[str, list[Point]]] = []
        for index, road in enumerate(zone["roads"]):
            path = f"zones[{number}].roads[{index}]"
            name = f"{zone['zone']}{road['ends'][0]}-{zone['zone']}{road['ends'][1]}"
            spaces = road["spaces"]
            if isinstance(spaces, str) or not any(key in space for space in spaces for key in SHAPE):
                continue
            wrong = _incomplete(name, spaces)
            if not wrong:
                arcs = [Arc(space) for space in spaces]
                wrong += _check_joins(name, arcs) + _check_bends(name, spaces, arcs)
                wrong += _check_ends(name, road, arcs, zone.get("exits"), document.get("ports"))
                lines.append((name, [arc.at(k / SAMPLES)[:2] for arc in arcs for k in range(SAMPLES)]))
            faults += [_on_road(fault, path) for fault in wrong]
        faults += _check_apart(lines, number)
    return faults


def _on_road(fault: Fault, path: str) -> Fault:
    """With the path to the space, or to the road itself."""
    _, colon, index = fault.place.partition(":")
    fault.path = f"{path}.spaces[{index}]" if colon else path
    return fault


def check_drawn(place: str, space: dict[str, object]) -> list[Fault]:
    """What a space says about its drawing must be numbers, whether or not all of it is there."""
    cut = space.get("cut")
    points = [("xy", space.get("xy")), ("cut xy", cut.get("xy") if isinstance(cut, dict) else None)]
    faults = [
        Fault(place, f"{what} is {xy!r}, not two numbers")
        for what, xy in points
        if xy is not None and not _is_point(xy)
    ]
    for key in SHAPE[1:]:
        if space.get(key) is not None and not _is_real(space[key]):
            faults.append(Fault(place, f"{key} is {space[key]!r}, not a number"))
    return faults


def _incomplete(name: str, spaces: list[dict[str, object]]) -> list[Fault]:
    faults: list[Fault] = []
    for index, space in enumerate(spaces):
        if not _is_point(space.get("xy")) or not all(_is_real(space.get(key)) for key in SHAPE[1:]):
            reason = "is drawn only in part: xy, dir, bend and len belong together"
            faults.append(Fault(f"{name}:{index}", reason, key="half_drawn"))
    return faults


def _check_joins(name: str, arcs: list[Arc]) -> list[Fault]:
    faults: list[Fault] = []
    for index in range(len(arcs) - 1):
        (x, y, heading), (u, v, onward) = arcs[index].at(1.0), arcs[index + 1].at(0.0)
        gap, kink = math.hypot(x - u, y - v), abs(_turn(heading, onward))
        if gap > JOIN or kink > KINK:
            reason = f"does not join the next space: gap {gap:.1f}, kink {kink:.1f} degrees"
            faults.append(Fault(f"{name}:{index}", reason, key="gap", args={"road": name}))
    return faults


def _check_bends(name: str, spaces: list[dict[str, object]], arcs: list[Arc]) -> list[Fault]:
    faults: list[Fault] = []
    for index, (space, arc) in enumerate(zip(spaces, arcs, strict=True)):
        if space["kind"] != "corner":
            if abs(arc.bend) > MOST_STRAIGHT:
                reason = f"is a {space['kind']} but bends {arc.bend} degrees"
                faults.append(Fault(f"{name}:{index}", reason, key="bent", args={"degrees": arc.bend}))
        elif space.get("turn") is not None and (-arc.bend if space["turn"] == "L" else arc.bend) < LEAST_CORNER:
            reason = f"is a corner {space['turn']} but bends {arc.bend} degrees"
            faults.append(Fault(f"{name}:{index}", reason, key="unbent", args={"degrees": arc.bend}))
    return faults


def _check_ends(name: str, road: dict[str, object], arcs: list[Arc], exits: object, ports: object) -> list[Fault]:
    """Both ends lie on their exits, square to the edge of the board."""
    if not isinstance(exits, dict) or not isinstance(ports, dict):
        return []
    faults: list[Fault] = []
    ends = road["ends"]
    for end, (x, y, heading), half_turn in (
        (str(ends[0]) if isinstance(ends, list) else "", arcs[0].at(0.0), 0.0),
        (str(ends[1]) if isinstance(ends, list) else "", arcs[-1].at(1.0), 180.0),
    ):
        edge, port = _port(exits.get(end), ports)
        if port is None:
            reason = f"exit {end} has no place on the edge of the board"
            faults.append(Fault(name, reason, key="no_port", args={"exit": end}))
            continue
        px, py = port
        off = math.hypot(px - x, py - y)
        if off > ON_PORT or abs(_turn(INWARD[edge] + half_turn, heading)) > 1.0:
            reason = f"is drawn {off:.1f} units away from exit {end}, or not square to the edge"
            faults.append(Fault(name, reason, key="off_port", args={"road": name, "exit": end}))
    return faults


def _port(exit: object, ports: dict[str, object]) -> tuple[str, Point | None]:
    """The edge an exit lies on and where; `None` where the file has no such place."""
    if isinstance(exit, list) and len(exit) == 2 and isinstance(exit[0], str) and type(exit[1]) is int:
        edge, number = exit
        listed = ports.get(edge)
        if edge in INWARD and isinstance(listed, list) and 1 <= number <= len(listed) and _is_point(listed[number - 1]):
            x, y = listed[number - 1]
            return edge, (_real(x), _real(y))
    return "", None


def _check_apart(lines: list[tuple[str, list[Point]]], zone: int) -> list[Fault]:
    faults: list[Fault] = []
    for index, (name, line) in enumerate(lines):
        for other, second in lines[index + 1 :]:
            nearest = _nearest(line, second)
            if nearest < LEAST_APART:
                reason, path = f"comes within {nearest:.0f} units of {other}", f"zones[{zone}]"
                faults.append(Fault(name, reason, path=path, key="too_near", args={"road": name, "other": other}))
    return faults


def _nearest(line: list[Point], other: list[Point]) -> float:
    """The shortest way from a point of the one to a point of the other; there may be a million pairs of them."""
    least = math.inf
    for x, y in line:
        for u, v in other:
            squared = (x - u) * (x - u) + (y - v) * (y - v)
            least = min(least, squared)
    return math.sqrt(least)


def _turn(a: float, b: float) -> float:
    """The turn from heading a to b, −180 to 180."""
    return (b - a + 180.0) % 360.0 - 180.0


def _is_real(value: object) -> bool:
    """A number that can be drawn: neither true nor false, neither infinite nor beyond any board."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -FARTHEST <= value <= FARTHEST


def _is_point(xy: object) -> bool:
    return isinstance(xy, list) and len(xy) == 2 and all(_is_real(value) for value in xy)


def _real(value: object) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0
