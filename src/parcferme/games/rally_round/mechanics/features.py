"""What a stretch of road asks of a car that drives over it, or comes to rest on it (RR-75 … RR-91)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rally_round.board.cards import (
    BLACK_SPOT,
    HIDDEN_TRACK,
    IGNORE_BEND,
    IGNORE_BRIDGE,
    IGNORE_GIVE_WAY,
    IGNORE_QUIET,
    IGNORE_ROUGH,
    PASSAGE,
    Deck,
    Kit,
)
from parcferme.games.rally_round.board.map import (
    BEND,
    BRIDGE,
    BRIDGE_LIMIT,
    FORD,
    GIVE_WAY,
    HAZARD,
    QUIET,
    QUIET_LIMIT,
    ROUGH_LIMIT,
    TOP_SPEED,
)
from parcferme.games.rally_round.board.route import AT_BLACK, AT_PC, AT_TRACK, Route, Section
from parcferme.games.rally_round.mechanics.crew import Crew
from parcferme.games.rally_round.mechanics.timing import STAGE
from parcferme.games.rally_round.mechanics.ways import ROLLED_BACK

# what the square asks on which a move ends
NOTHING: Final = 0
STOP_AT_CONTROL: Final = 1
STOP_AT_GIVE_WAY: Final = 2
WATER: Final = 3
CARD: Final = 4


def speed_limit(route: Route, kit: Kit, square: i64) -> int:
    """The limit of a bend, bridge, rough square or Quiet Zone for this kit."""
    board = route.board
    colour = board.colour[square]
    feature = route.feature[square]
    if feature == BEND:
        limit: int = board.value[square] + kit.bend[colour]  # RR-87
    elif feature == BRIDGE:
        limit = BRIDGE_LIMIT[colour] + kit.bridge  # RR-85
    elif feature == QUIET:
        limit = QUIET_LIMIT[colour] + kit.quiet  # RR-84
    else:
        limit = ROUGH_LIMIT + kit.rough  # RR-86, RR-R22
    return min(limit, TOP_SPEED)


def ignores_limit(crew: Crew, deck: Deck, feature: int) -> bool:
    """Does a declared card spare the crew this limit? One for a Quiet Zone holds for the whole move."""
    if feature == QUIET:
        return crew.has(deck, IGNORE_QUIET)
    return crew.use(deck, IGNORE_BEND if feature == BEND else IGNORE_BRIDGE if feature == BRIDGE else IGNORE_ROUGH)


def turns_off(excess: int, steady: bool) -> int:
    """Turns missed by a car that goes off the road: one for every 10 mph too many (RR-88, RR-89)."""
    return excess // 10 - (1 if steady else 0)


def may_join(crew: Crew, deck: Deck, began_there: bool) -> bool:
    """May the crew leave a Give Way for the major road? It must have begun its move there (RR-75)."""
    return began_there or crew.kit.give_way or crew.use(deck, IGNORE_GIVE_WAY)


def may_enter(crew: Crew, deck: Deck, mark: i64) -> bool:
    """May the crew enter this Black Spot or Hidden Track, or does that disqualify it (RR-77, RR-78)?"""
    black_ok = not mark & AT_BLACK or crew.kit.black_spots or crew.use(deck, BLACK_SPOT)
    track_ok = not mark & AT_TRACK or crew.kit.hidden_tracks or crew.use(deck, HIDDEN_TRACK)
    return black_ok and track_ok


def asked_at_rest(route: Route, section: Section, edge: i64, mode: i64) -> int:
    """The rule of the square a move ends on (RR-63, RR-75, RR-79, RR-80).

    On a Stage neither a control nor a Give Way is a stop (RR-R12), nor for a car that rolled back (RR-83, RR-R29,
    RR-R30).
    """
    board = route.board
    square = board.head[edge]
    feature = route.feature[square]
    stops = mode != ROLLED_BACK and section.kind != STAGE
    if stops and section.marks[edge] & AT_PC:
        return STOP_AT_CONTROL
    if stops and feature == GIVE_WAY and board.tail[edge] not in board.majors[square]:
        return STOP_AT_GIVE_WAY
    return WATER if feature == FORD else CARD if feature == HAZARD else NOTHING


def may_carry_on(crew: Crew, deck: Deck, stop: int) -> bool:
    """May the crew treat the square as passed instead of stopping?"""
    if stop == STOP_AT_CONTROL:
        return crew.kit.passage or crew.has(deck, PASSAGE)
    return crew.kit.give_way or crew.has(deck, IGNORE_GIVE_WAY)
