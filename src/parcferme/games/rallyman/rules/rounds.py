"""The order of play: in each round everybody on the road acts once, the car furthest along first (RM-R29)."""

from __future__ import annotations

from parcferme.games.rallyman.state import FINISHED, WAITING, Car, Position


def order_of_play(p: Position, number: int) -> list[int]:
    """Who acts in this round, first first: nobody who has finished or retired (RM-R44)."""
    if len(p.cars) == 1:
        return [0] if p.cars[0].status < FINISHED else []
    order: list[int] = []
    for seat, car in enumerate(p.cars):
        if car.status >= FINISHED or (car.status == WAITING and not _enters(p, car, number)):
            continue
        place = len(order)
        while place > 0 and _goes_first(car, p.cars[order[place - 1]]):
            place -= 1
        order.insert(place, seat)
    return order


def _enters(p: Position, car: Car, number: int) -> bool:
    """Cars may start one round after the other; who waits has arrived at its place in the start order."""
    return not p.rally.staggered or car.arrival < number


def _goes_first(car: Car, rival: Car) -> bool:
    """Is this car further along, or else in the higher gear, or else the earlier to arrive (RM-78)?"""
    lead = car.space - rival.space
    if lead == 0:
        lead = car.gear - rival.gear
    return lead > 0 or (lead == 0 and car.arrival < rival.arrival)


def anybody_left(p: Position) -> bool:
    """Is somebody still to finish this special?"""
    return any(car.status < FINISHED for car in p.cars)
