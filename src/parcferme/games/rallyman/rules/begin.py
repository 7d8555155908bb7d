"""A turn before its first die: the car is put back, the road ahead looked at, and all offered that may be done."""

from __future__ import annotations

from parcferme.core.events import Event, Events
from parcferme.games.rallyman.board.road import Road
from parcferme.games.rallyman.board.spaces import CORNER
from parcferme.games.rallyman.chrono_log import TYRE_CHANGED
from parcferme.games.rallyman.mechanics.paths import INSIDE, ON_CUT, UPRIGHT
from parcferme.games.rallyman.rules.cache import obstacles_ahead, turn_menu
from parcferme.games.rallyman.state import DRIVING, POSE_NAMES, SERVICE, SPUN, TURN, WAITING, Car, Position
from parcferme.lib.stagetime import mmss


def tell(p: Position, events: list[Event], kind: str, clause: str, args: dict[str, object]) -> None:
    """Report something about the car whose turn it is."""
    tell_of(p, p.actor, events, kind, clause, args)


def tell_of(p: Position, seat: int, events: list[Event], kind: str, clause: str, args: dict[str, object]) -> None:
    events.append(Event(kind, clause, {"car": seat, "driver": p.rally.driver(seat), **args}))


def timed(seconds: int) -> dict[str, object]:
    """A time in an event: to reckon with, and as it is written (RM-99)."""
    return {"seconds": seconds, "time": mmss(seconds)}


def begin(p: Position, seat: int, events: Events) -> None:
    """A driver's turn comes: the car is put back on the road (RM-67, RM-R26) and the first die is chosen."""
    car = p.cars[seat]
    p.actor = seat
    p.car = car
    p.turn.begin(car.space)
    if car.status == WAITING:
        car.status = DRIVING
    back = car.pose >= SPUN
    if back:
        car.pose = _resting_pose(p.road, car)
    p.obstacles = obstacles_ahead(p, car)
    if events is not None:
        space = p.road.id(car.space, car.cut)
        if back:
            tell(p, events, "back", "RM-67", {"space": space, "pose": POSE_NAMES[car.pose]})
        tell(p, events, "turn", "RM-24", {"space": space, "gear": car.gear})
    offer_turn(p)


def _resting_pose(road: Road, car: Car) -> int:
    """How a car stands that is put back: on a corner on the inside trajectory (RM-97, RM-R27)."""
    if car.cut:
        return ON_CUT
    return INSIDE if road.kind[car.space] == CORNER else UPRIGHT


def offer_turn(p: Position) -> None:
    """What may be done before the first die."""
    p.menu = turn_menu(p)
    p.phase = TURN


def change_tyre(p: Position, car: Car, events: Events) -> None:
    """The spare tyre mends one flat (RM-92); by option it costs time (RM-R37)."""
    car.spare = False
    car.flats = car.flats - 1
    seconds = p.rally.spare_seconds
    if seconds:
        car.chrono = car.chrono + seconds
        car.write(TYRE_CHANGED, p.special, 0, seconds)
    if events is not None:
        clause = "RM-93" if p.phase == SERVICE else "RM-92"
        tell(p, events, "spare", clause, {"flats": car.flats, "seconds": seconds})
