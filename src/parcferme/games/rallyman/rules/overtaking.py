"""Other cars on the road: whom they leave room, and whom they block."""

from __future__ import annotations

from parcferme.games.rallyman.mechanics.paths import Obstacles
from parcferme.games.rallyman.state import DRIVING, OFF_LEFT, Car, Position


def in_the_way(car: Car) -> bool:
    """A car off the road is in nobody's way (RM-75), nor one on START, at the finish or out of the rally (RM-R39)."""
    return car.status == DRIVING and car.pose < OFF_LEFT and car.space > 0


def obstacles_for(p: Position, car: Car) -> Obstacles:
    """What others have left on the road for this car: dirt, and spaces without room for one more (RM-76, RM-R30)."""
    full = cuts_full = once = 0
    for other in p.cars:
        if other is car or not in_the_way(other):
            continue
        space: int = other.space
        if other.cut:
            cuts_full |= 1 << space
            continue
        if p.road.room[space] == 1 or once >> space & 1:
            full |= 1 << space
        once |= 1 << space
    return Obstacles(p.dirt, full, cuts_full)
