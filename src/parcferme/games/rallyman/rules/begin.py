"""A turn before its first die: the car is put back, the road ahead looked at, and all offered that may be done."""

# isort: skip_file
from __future__ import annotations

from parcferme.core.events import Event
from parcferme.games.rallyman.rules.cache import NOT_ASKED
from parcferme.games.rallyman.load import CORNER
from parcferme.games.rallyman.chrono_log import TYRE_CHANGED, entry
from parcferme.games.rallyman.board.road import INSIDE, ON_CUT, UPRIGHT, Road
from parcferme.games.rallyman.rules.choices import SPARE_READY, TURN_LOCK, turn_choices
from parcferme.games.rallyman.state import (
    CHRONO, DAMAGE, DIRT, DIRT_AHEAD, DRIVING, FLATS, FROM, GEAR, MARKERS, NODE, POSE, POSE_NAMES, SERVICE, SPARE_HELD,
    SPECIAL, SPUN, STATUS, TURN, TYRES, WAITING, Position,
)  # fmt: skip

Events = list[Event] | None


def tell(p: Position, events: list[Event], kind: str, clause: str, args: dict[str, object]) -> None:
    """Report something about the car whose turn it is."""
    seat = p.actor
    events.append(Event(kind, clause, {"car": seat, "driver": p.rally.driver(seat), **args}))


def begin(p: Position, seat: int, events: Events, leads: bool = False) -> None:
    """A driver's turn comes: the car is put back on the road (RM-67, RM-R26) and the first die is chosen.

    No car is ahead of one that `leads`: the first of a round.
    """
    p.actor = seat
    p.take_wheel(seat)
    v, car = p.v, p.car
    if v[car + STATUS] == WAITING:
        v[car + STATUS] = DRIVING
    back = v[car + POSE] >= SPUN
    if back:
        v[car + POSE] = _resting_pose(p.road, v[car + NODE])
    if v[DIRT] or not leads:
        _look_ahead(p, leads)
    if events is not None:
        space = p.road.ids[v[car + NODE]]
        if back:
            tell(p, events, "back", "RM-67", {"space": space, "pose": POSE_NAMES[v[car + POSE]]})
        tell(p, events, "turn", "RM-24", {"space": space, "gear": v[car + GEAR]})
    offer_turn(p)


def _resting_pose(road: Road, node: int) -> int:
    """How a car stands that is put back: on a corner on the inside trajectory (RM-97, RM-R27)."""
    if node > road.finish:
        return ON_CUT
    return INSIDE if road.kind[node] == CORNER else UPRIGHT


def _look_ahead(p: Position, leads: bool) -> None:
    """Note dirt and full spaces if the car may come to any in this turn."""
    v, progress = p.v, p.v[FROM]
    full, cuts_full = (0, 0) if leads else p.spaces_taken()
    seen = v[DIRT]
    if seen:
        v[DIRT_AHEAD] = seen >> (progress + 1)
    seen = seen | full | cuts_full
    if seen and seen >> (progress + 1) & p.road.turn_reach[progress]:
        p.crowded = 1
        p.full = full
        p.cuts_full = cuts_full


def offer_turn(p: Position) -> None:
    """What may be done before the first die."""
    v, car = p.v, p.car
    slot, flats = v[car + DAMAGE], v[car + FLATS]
    if v[car + MARKERS] and p.rally.locking:
        slot += TURN_LOCK
    if flats:
        slot += flats * 8
        if v[car + SPARE_HELD] and v[car + GEAR] <= 1:  # RM-91
            slot += SPARE_READY
    found = p.kept.starts.free[p.cell][slot]
    if p.crowded or found is NOT_ASKED:
        found = turn_choices(p.road, v[car + TYRES], p.cell, slot, p.rally.attack, v[DIRT], p.full, p.cuts_full)
    p.choices = found
    p.phase = TURN


def change_tyre(p: Position, car: int, events: Events) -> None:
    """The spare tyre mends one flat (RM-92); by option it costs time (RM-R37)."""
    v = p.v
    v[car + SPARE_HELD] = 0
    v[car + FLATS] -= 1
    seconds = p.rally.spare_seconds
    if seconds:
        v[car + CHRONO] += seconds
        p.note(entry(TYRE_CHANGED, p.actor, v[SPECIAL], 0, seconds))
    if events is not None:
        clause = "RM-93" if p.phase == SERVICE else "RM-92"
        tell(p, events, "spare", clause, {"flats": v[car + FLATS], "seconds": seconds})
