"""Where a car may go: closed ways, forks, rolling (RR-61, RR-77, RR-78, RR-82)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rally_round.board.cards import BLACK_SPOT, HIDDEN_TRACK, Deck
from parcferme.games.rally_round.board.route import BLACK_OPEN, TRACKS_OPEN, Route, Section
from parcferme.games.rally_round.mechanics.crew import Crew

ROLLS_BACK: Final = -2  # instead of an edge
STAYS: Final = -1

# --- how the car moves ---
DRIVING: Final = 0
ADVANCING: Final = 1
ROLLING: Final = 2
ROLLED_BACK: Final = 3
MODE_NAMES: Final = ("driving", "advancing", "rolling", "rolled_back")


def rights_of(crew: Crew, deck: Deck, mode: i64) -> i64:
    """Which closed ways the crew may use now, by kit or declared card: the index of Route.exits."""
    if mode == ROLLING:
        return 0  # RR-R28: a roll stops short of a Black Spot
    rights: i64 = crew.kit.rights
    if crew.declared:
        if crew.has(deck, BLACK_SPOT):
            rights |= BLACK_OPEN
        if crew.has(deck, HIDDEN_TRACK):
            rights |= TRACKS_OPEN
    return rights


def open_ways(route: Route, section: Section, rights: i64, edge: i64, beyond: i64, uphill_only: bool) -> list[int]:
    """The edges a car may take next: not back (RR-R33), not into a road too short for the `beyond` squares after it."""
    ways = route.exits[rights][edge]
    if uphill_only:
        ways = [way for way in ways if route.uphill[way]]  # RR-55, RR-R58
    depth = section.depth
    first: i64 = rights * section.edges
    for way in ways:
        if depth[first + way] < beyond:
            return [way for way in ways if depth[first + way] >= beyond] or ways
    return ways


def roll_way(route: Route, edge: i64) -> int:
    """RR-82: from a gradient, the edge in the direction of the arrow; ROLLS_BACK the way the car came; STAYS before a
    Black Spot (RR-R28)."""
    board = route.board
    square = board.head[edge]
    down = board.arrow[square]
    if down == board.tail[edge]:
        return ROLLS_BACK
    return STAYS if route.is_black[down] else board.edge_between(square, down)
