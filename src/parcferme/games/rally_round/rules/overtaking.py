"""Sharing the road: occupied squares, blocking, advancing and retreating (RR-94 … RR-98)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.rally_round.mechanics.ways import ROLLED_BACK
from parcferme.games.rally_round.state import (
    N_BLOCK,
    ON_ROAD,
    Position,
)
from parcferme.lib.rows import append, vec

NO_SQUARES: Final = vec[i64]()


def others(p: Position, crew: i64) -> vec[i64]:
    """Squares that other cars occupy: not at controls (RR-94), not those off the road (RR-97, RR-R37)."""
    if p.t.alone:
        return NO_SQUARES
    route = p.route
    assert route is not None
    head, is_control = p.t.board.head, route.is_control
    taken = NO_SQUARES
    own = p.cars[crew]
    for car in p.cars:
        if car is not own and car.status == ON_ROAD and not car.off:
            square: i64 = head[car.edge()]
            if not is_control[square]:
                taken = append(taken[:], square) if len(taken) > 0 else p.t.here[square]
    return taken


def ask_to_pass(p: Position, square: i64, events: list[Event] | None) -> bool:
    """RR-98, RR-R39: a crew on this square that may refuse to be overtaken is asked; True if one is."""
    for other in range(p.t.crews):
        car = p.cars[other]
        if other == p.crew or car.status != ON_ROAD or car.off:
            continue
        if p.cars[other].kit.no_overtaking and p.square(other) == square:
            p.blocker = other
            p.ask(N_BLOCK, p.cars[other].seat)
            return True
    return False


def fall_back(p: Position, lowest: i64) -> None:
    """Back along the trail to the first free square, not beyond place `lowest` of the trail."""
    car = p.cars[p.crew]
    head = p.t.board.head
    taken = others(p, p.crew)
    car.top = max(car.top, car.at)
    while car.at > lowest and head[car.edge()] in taken:
        car.at = car.at - 1
    if 0 < car.at <= p.give_way_at and p.mode != ROLLED_BACK:
        p.give_way_at = 0  # back on the Give Way: it was not crossed after all (RR-96); who rolled back has crossed it


def retrace(p: Position, squares: i64) -> None:
    """Back the way the car came, never behind the control booked last (RR-R28)."""
    car = p.cars[p.crew]
    car.top = max(car.top, car.at)
    lowest = car.lowest()
    while squares > 0 and car.at > lowest:
        car.at = car.at - 1
        squares -= 1


def roll_back(p: Position, squares: int) -> None:
    """Retrace, but stop short of a Black Spot (RR-R28)."""
    car = p.cars[p.crew]
    for _ in range(squares):
        retrace(p, 1)
        if p.drives_on().is_black[p.square(p.crew)]:
            car.at = car.at + 1
            return


def retrace_to_free(p: Position) -> None:
    """Further back while the square is occupied."""
    taken = others(p, p.crew)
    car = p.cars[p.crew]
    while p.square(p.crew) in taken:
        before = car.at
        retrace(p, 1)
        if car.at == before:
            return


def stay(p: Position, crew: i64) -> None:
    """RR-94: a car that was off and finds no way to drive stays off while another one stands on its square."""
    if p.square(crew) in others(p, crew):
        p.cars[crew].off = True


def has_moved(p: Position) -> bool:
    return p.cars[p.crew].at != p.depart
