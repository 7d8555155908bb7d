"""What a stretch of road asks of a car that drives over it: limits, Give Ways, closed ways (RR-75 … RR-91)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.rally_round.board.cards import (
    BLACK_SPOT,
    HIDDEN_TRACK,
    IGNORE_BEND,
    IGNORE_BRIDGE,
    IGNORE_GIVE_WAY,
    IGNORE_QUIET,
    IGNORE_ROUGH,
    Kit,
)
from parcferme.games.rally_round.board.map import (
    BEND,
    BRIDGE,
    BRIDGE_LIMIT,
    QUIET,
    QUIET_LIMIT,
    ROUGH_LIMIT,
    TOP_SPEED,
)
from parcferme.games.rally_round.board.route import AT_BLACK, AT_TRACK, BLACK_OPEN, TRACKS_OPEN, Route
from parcferme.games.rally_round.rules.faults import fault
from parcferme.games.rally_round.rules.hazards import is_armed, use_armed
from parcferme.games.rally_round.rules.turns import drop_out, finish_move, next_crew, note_give_way
from parcferme.games.rally_round.state import (
    DISQUALIFIED,
    F_QUIET,
    ROLLING,
    Position,
)
from parcferme.lib.rows import vec


def rights_of(p: Position, crew: i64) -> i64:
    """Which closed ways the crew may use now: the index of Route.exits."""
    if p.mode == ROLLING:
        return 0  # RR-R28: a roll stops short of a Black Spot
    if p.t.strict:
        return BLACK_OPEN + TRACKS_OPEN  # RR-R51: open to all, at a price
    rights: i64 = p.cars[crew].kit.rights
    armed = p.cars[crew].declared
    if armed:
        having = p.t.deck.having
        if armed & having[BLACK_SPOT]:
            rights |= BLACK_OPEN
        if armed & having[HIDDEN_TRACK]:
            rights |= TRACKS_OPEN
    return rights


def speed_limit(route: Route, kit: Kit, square: int) -> int:
    """The limit of a bend, bridge, rough square or Quiet Zone for this kit."""
    board = route.board
    colour = board.colour[square]
    feature = route.feature[square]
    if feature == BEND:
        limit = board.value[square] + kit.bend[colour]  # RR-87
    elif feature == BRIDGE:
        limit = BRIDGE_LIMIT[colour] + kit.bridge  # RR-85
    elif feature == QUIET:
        limit = QUIET_LIMIT[colour] + kit.quiet  # RR-84
    else:
        limit = ROUGH_LIMIT + kit.rough  # RR-86, RR-R22
    return min(limit, TOP_SPEED)


def break_limit(p: Position, square: int, events: list[Event] | None) -> bool:
    """A limit is met (RR-R19). True if the car goes off there; RR-91: only the first breach counts."""
    crew = p.crew
    route = p.drives_on()
    limit = speed_limit(route, p.cars[crew].kit, square)
    if p.said <= limit:
        return False
    feature = route.feature[square]
    if feature == QUIET:
        if not is_armed(p, crew, IGNORE_QUIET):
            fault(p, crew, F_QUIET, square, events)
            p.limit_broken = True  # RR-R23
        return False
    ignoring = IGNORE_BEND if feature == BEND else IGNORE_BRIDGE if feature == BRIDGE else IGNORE_ROUGH
    if use_armed(p, crew, ignoring):
        return False
    go_off(p, p.said - limit, "RR-88", events)
    return True


def go_off(p: Position, excess: int, clause: str, events: list[Event] | None) -> None:
    """Off the road: the rest of the move is lost, a turn is missed for every 10 mph too many (RR-88, RR-89), after
    this one (RR-R26). The car restarts from here (RR-R25)."""
    crew = p.crew
    car = p.cars[crew]
    turns = excess // 10
    if p.cars[crew].kit.steady:
        turns -= 1
    car.off = True
    car.misses = car.misses + turns
    p.left = 0
    p.after = 0
    if events is not None:
        square = p.t.board.ids[p.square(crew)]
        events.append(Event("off", clause, {"crew": crew + 1, "square": square, "turns": turns}))
    finish_move(p, events)


def cross_give_way(p: Position, taken: vec[i64], edge: i64, events: list[Event] | None) -> None:
    """The car joins the major road from a Give Way: it must have begun its move there (RR-75)."""
    crew = p.crew
    left_at = p.cars[crew].at - 1
    if left_at == p.depart or p.cars[crew].kit.give_way or p.t.board.tail[edge] in taken:  # RR-95
        return
    if use_armed(p, crew, IGNORE_GIVE_WAY):
        return
    if p.give_way_at > 0:
        note_give_way(p, crew, events)
    p.give_way_at = left_at  # noted when the move is over: a car that must retreat may yet stop there


def take_closed_way(p: Position, mark: int, events: list[Event] | None) -> bool:
    """A Black Spot or Hidden Track is entered; True if that disqualifies the crew (RR-77, RR-78)."""
    crew = p.crew
    kit = p.cars[crew].kit
    black_ok = not mark & AT_BLACK or kit.black_spots or use_armed(p, crew, BLACK_SPOT)
    track_ok = not mark & AT_TRACK or kit.hidden_tracks or use_armed(p, crew, HIDDEN_TRACK)
    if black_ok and track_ok:
        return False
    drop_out(p, crew, DISQUALIFIED, events)
    next_crew(p, events)
    return True
