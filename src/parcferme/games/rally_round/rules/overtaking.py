"""Sharing the road: occupied squares, blocking, advancing and retreating (RR-94 … RR-98)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.rally_round.state import (
    BLOCKER,
    CREW,
    CREWS,
    DEPART,
    FLOOR,
    GW_AT,
    N_BLOCK,
    OFF,
    ON_ROAD,
    OWNER,
    SIZE,
    STATUS,
    TOP,
    TRAIL,
    N,
    Position,
)
from parcferme.lib.rows import append, vec

NOBODY: Final = vec[i64]()


def others(p: Position, crew: i64) -> vec[i64]:
    """Squares that other cars occupy: not at controls (RR-94), not those off the road (RR-97)."""
    if p.t.alone:
        return NOBODY
    v, route = p.v, p.route
    assert route is not None
    head, is_control = p.t.board.head, route.is_control
    taken = NOBODY
    base: i64 = CREWS
    own: i64 = CREWS + crew * SIZE
    while base < len(v):
        if base != own and v[base + STATUS] == ON_ROAD and not v[base + OFF]:
            square: i64 = head[v[base + TRAIL + (v[base + N] & 15)]]
            if not is_control[square]:
                taken = append(taken[:], square) if len(taken) > 0 else p.t.here[square]
        base += SIZE
    return taken


def ask_to_pass(p: Position, square: i64, events: list[Event] | None) -> bool:
    """RR-98: a crew on this square that may refuse to be overtaken is asked; True if one is."""
    v = p.v
    for other in range(p.t.crews):
        base = CREWS + other * SIZE
        if other == v[CREW] or v[base + STATUS] != ON_ROAD or v[base + OFF]:
            continue
        if p.kits[other].no_overtaking and p.square(other) == square:
            v[BLOCKER] = other
            p.ask(N_BLOCK, v[OWNER + other])
            return True
    return False


def fall_back(p: Position, lowest: i64) -> None:
    """Back along the trail to the first free square, not beyond place `lowest` of the trail."""
    v = p.v
    base: i64 = CREWS + v[CREW] * SIZE
    head = p.t.board.head
    taken = others(p, v[CREW])
    v[base + TOP] = max(v[base + TOP], v[base + N])
    while v[base + N] > lowest and head[v[base + TRAIL + (v[base + N] & 15)]] in taken:
        v[base + N] = v[base + N] - 1
    if v[GW_AT] > 0 and v[base + N] <= v[GW_AT]:
        v[GW_AT] = 0  # back on the Give Way: it was not crossed after all (RR-96)


def retrace(p: Position, squares: i64) -> None:
    """Back the way the car came, never behind the control booked last (RR-R28)."""
    v = p.v
    base: i64 = CREWS + v[CREW] * SIZE
    v[base + TOP] = max(v[base + TOP], v[base + N])
    lowest = max(v[base + FLOOR], v[base + TOP] - 14)
    while squares > 0 and v[base + N] > lowest:
        v[base + N] = v[base + N] - 1
        squares -= 1


def roll_back(p: Position, squares: int) -> None:
    """Retrace, but stop short of a Black Spot (RR-R28)."""
    base = CREWS + p.v[CREW] * SIZE
    for _ in range(squares):
        retrace(p, 1)
        if p.drives_on().is_black[p.square(p.v[CREW])]:
            p.v[base + N] = p.v[base + N] + 1
            return


def retrace_to_free(p: Position) -> None:
    """Further back while the square is occupied."""
    taken = others(p, p.v[CREW])
    base = CREWS + p.v[CREW] * SIZE
    while p.square(p.v[CREW]) in taken:
        before = p.v[base + N]
        retrace(p, 1)
        if p.v[base + N] == before:
            return


def stay(p: Position, crew: i64) -> None:
    """RR-94: a car that was off and finds no way to drive stays off while another one stands on its square."""
    if p.square(crew) in others(p, crew):
        p.v[CREWS + crew * SIZE + OFF] = 1


def has_moved(p: Position) -> bool:
    return p.v[CREWS + p.v[CREW] * SIZE + N] != p.v[DEPART]
