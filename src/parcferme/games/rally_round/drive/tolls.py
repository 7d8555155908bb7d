"""What a marker does to whom: the seconds that the section it completes will cost each crew, with the car it has.

Before the first part nobody has a kit, so a section costs all crews the same and gains nobody anything; later (RR-103)
a marker may suit one car better than another. Planned along the Correct Route, without cards; what is laid after it is
not looked at.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rally_round.actions import KIND, LAY_CLOSE, LAY_TC, MPH
from parcferme.games.rally_round.board.laying import Laying
from parcferme.games.rally_round.board.map import NOWHERE
from parcferme.games.rally_round.board.route import TC, Control, Route
from parcferme.games.rally_round.drive.driver import Drive, Driver, error_of
from parcferme.games.rally_round.mechanics.timing import REGULARITY, ROAD, SLOWEST, STAGE
from parcferme.games.rally_round.rules.markers import legal_markers
from parcferme.games.rally_round.state import (
    N_APPROACH,
    N_FINISH,
    N_KIND,
    N_MPH,
    N_RESOLVE,
    N_SQUARE,
    N_START,
    N_WHAT,
    Position,
)

LAYING: Final = (N_START, N_FINISH, N_WHAT, N_SQUARE, N_APPROACH, N_KIND, N_MPH, N_RESOLVE)
COMPLETING: Final = (N_SQUARE, N_APPROACH, N_KIND, N_MPH)
USUAL_MPH: Final = 25  # of a Regularity whose speed is still to be said


class Toll:
    """What a section costs each crew, in seconds: a number for each, and how far it may be wrong. Crews with the same
    car have the same drive."""

    def __init__(self, drives: list[Drive]) -> None:
        self.drives = drives

    def costs(self) -> list[float]:
        return [float(drive.cost) for drive in self.drives]

    def gain(self, own: list[int]) -> tuple[float, float]:
        """What the better of these crews gains on the others, or alone: what it spends, less than nought; and the error
        of that, at most."""
        mine = [self.drives[crew] for crew in own]
        theirs = [drive for crew, drive in enumerate(self.drives) if crew not in own]
        best = min(mine, key=_cost)
        if not theirs:
            return -float(best.cost), error_of([best])
        worth = sum([drive.cost for drive in theirs]) / len(theirs) - best.cost
        apart = [drive for drive in theirs if drive is not best]
        return worth, error_of([best, *apart]) if apart else 0.0


def _cost(drive: Drive) -> int:
    return drive.cost


def tolls_of(state: Position) -> list[Toll] | None:
    """For each legal action what the section costs each crew that it completes; `None` where none is completed."""
    if state.phase not in COMPLETING or state.marker not in (LAY_TC, LAY_CLOSE):
        return None
    lay = state.laying()
    found: list[Toll] = []
    for action in state.legal(state.actor):
        control = completing(state, action)
        if control is None:
            return None
        found.append(Toll(section_drives(state, lay, control)))
    return found


def all_alike(state: Position) -> bool:
    """Do several crews have the same car, so that nobody gains by any marker? Where mistakes are taken, one may lose a
    turn by one."""
    kit = state.cars[0].kit
    return state.t.players > 1 and not state.t.strict and all(car.kit is kit for car in state.cars)


def completing(state: Position, action: int) -> Control | None:
    """The Time Control that comes of an action, of its usual kind where that is still to be chosen; `None` where a
    strict table would let it be misplaced."""
    phase, t = state.phase, state.t
    kind, mph = STAGE if t.stage else ROAD, 0
    spot, side = int(state.spot), int(state.side)
    markers = legal_markers(state.laying())
    if phase == N_SQUARE:
        spot = action - t.square_base
        sides = markers.tc.get(spot, [])
        if not sides:
            return None
        side = min(sides)
    elif phase == N_APPROACH:
        side = action - t.from_base
    elif phase == N_KIND:
        kind = action - KIND
        mph = USUAL_MPH if kind == REGULARITY else 0
    else:
        kind, mph = REGULARITY, SLOWEST + action - MPH
    return Control(TC, spot, side, kind, mph)


def section_drives(state: Position, lay: Laying, control: Control) -> list[Drive]:
    """How each crew would drive the section that ends with this control."""
    route = section_to(lay, control, state.t.printed)
    by_kit: dict[int, Drive] = {}
    drives: list[Drive] = []
    for car in state.cars:
        key = id(car.kit)
        if key not in by_kit:
            by_kit[key] = Driver(state.t, route, car.kit).outline()[0]
        drives.append(by_kit[key])
    return drives


def section_to(lay: Laying, control: Control, printed: bool) -> Route:
    """From the last Time Control to this one; where several ways are still open, along the first."""
    begin, way = lay.last_time_control(), lay.with_control(control).candidates[0]
    first = max([place for place, marker in enumerate(lay.controls) if marker.type == TC])
    start = Control(TC, begin, NOWHERE, ROAD, 0)
    controls = [start, *lay.controls[first + 1 :], control]
    return Route(lay.board, controls, list(lay.blacks), list(way[way.index(begin) :]), printed)
