"""One move, from the announcement to rest (RR-54 … RR-62, RR-79 … RR-92)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.rally_round.board.cards import DRY, IGNORE_GIVE_WAY, PASSAGE
from parcferme.games.rally_round.board.map import FORD, GIVE_WAY, GRADIENT, HAZARD, NOWHERE, TOP_SPEED
from parcferme.games.rally_round.board.route import (
    AT_BLACK,
    AT_GOAL,
    AT_LIMIT,
    AT_PC,
    AT_QUIET,
    AT_TRACK,
    JOINS,
)
from parcferme.games.rally_round.mechanics.timing import ROAD, STAGE
from parcferme.games.rally_round.rules.controls import arrive, visit
from parcferme.games.rally_round.rules.features import (
    break_limit,
    cross_give_way,
    go_off,
    rights_of,
    take_closed_way,
)
from parcferme.games.rally_round.rules.hazards import draw, is_armed, stand, use_armed
from parcferme.games.rally_round.rules.overtaking import ask_to_pass, fall_back, has_moved, others, roll_back, stay
from parcferme.games.rally_round.rules.speeds import flat_start, speed_range
from parcferme.games.rally_round.rules.turns import end_move, finish_move, next_crew
from parcferme.games.rally_round.state import (
    ADVANCING,
    DRIVING,
    E_ILLEGAL,
    E_ROUND,
    N_DRAW,
    N_FORD,
    N_FORK,
    N_PLACE,
    N_ROLL,
    N_STOP,
    ROLLED_BACK,
    ROLLING,
    UNASKED,
    Position,
)
from parcferme.lib.rows import vec


def announce(p: Position, speed: int, events: list[Event] | None) -> None:
    """A speed is announced and cannot be changed (RR-58)."""
    crew: i64 = p.crew
    car = p.cars[crew]
    car.turns = car.turns + 1
    if p.t.strict:
        low, high = speed_range(p, crew)
        if not low <= speed <= high:
            announce_wrongly(p, speed, events)
            return
    n: i64 = car.at
    p.limit_broken, p.rolled, p.must_climb = False, False, False
    if car.speed == 0:
        if p.drives_on().hill_ahead[car.edge()] and speed > flat_start(p, crew):
            p.must_climb = True
        car.slow_start = 0
    if car.cap_turns:
        car.cap_turns = car.cap_turns - 1
    if car.no_acceleration:
        car.no_acceleration = car.no_acceleration - 1
    p.said = speed
    p.after = speed
    p.depart = n
    p.give_way_at = 0
    if events is not None:
        events.append(Event("announces", "RR-58", {"crew": crew + 1, "speed": speed}))
    if speed > TOP_SPEED:
        go_off(p, speed - TOP_SPEED, "RR-89", events)  # RR-R18
        return
    if car.off:
        car.off = False  # RR-97: back on the road as it drives away
    left: i64 = speed // 10 + car.feather
    p.left = left if left > 0 else 1
    walk(p, NOWHERE, events)


def announce_wrongly(p: Position, speed: int, events: list[Event] | None) -> None:
    """RR-59: this very turn is missed and a Starting Speed comes next (RR-R17)."""
    crew = p.crew
    car = p.cars[crew]
    car.speed, car.declared, car.feather, car.turned_round = 0, 0, 0, False
    p.cars[crew].enter(E_ILLEGAL, speed, car.run)
    if events is not None:
        events.append(Event("illegal_speed", "RR-59", {"crew": crew + 1, "speed": speed}))
    next_crew(p, events)


def turn_round(p: Position, events: list[Event] | None) -> None:
    """RR-92: face the other way; a turn is missed unless the kit spares it."""
    crew: i64 = p.crew
    car = p.cars[crew]
    car.trail[car.at & 15] = p.t.board.turned[car.edge()]
    car.speed = 0
    if events is not None:
        events.append(Event("turns_round", "RR-92", {"crew": crew + 1}))
    if p.cars[crew].kit.free_turn:
        car.turned_round = True
        p.moves = UNASKED
        return
    car.turns = car.turns + 1
    p.cars[crew].enter(E_ROUND, 0, car.run)
    next_crew(p, events)


def walk(p: Position, chosen: i64, events: list[Event] | None) -> None:
    """Drive on, square by square, until the move ends or somebody must choose. `chosen`: the edge taken first."""
    crew: i64 = p.crew
    car = p.cars[crew]
    trail = car.trail
    route = p.route
    assert route is not None
    marks = route.sections[car.section].marks
    armed = car.declared
    plain = armed == 0 and p.mode == DRIVING and not p.t.strict
    ahead = route.ahead[p.cars[crew].kit.rights if plain else rights_of(p, crew)]
    taken = others(p, crew)
    shared = len(taken) > 0
    head = p.t.board.head
    n: i64 = car.at
    edge: i64 = trail[n & 15]
    left: i64 = p.left
    way: i64 = chosen if chosen != NOWHERE else ahead[edge]
    while left > 0:
        if way == NOWHERE:
            car.at = n
            p.left = left
            ways = open_ways(p, crew)
            if len(ways) > 1:
                ask_the_way(p, ways)
                return
            if not ways:
                break  # the road is closed here: the car stops short
            way = ways[0]
        edge = way
        n += 1
        left -= 1
        trail[n & 15] = edge
        mark: i64 = marks[edge]
        if mark or (shared and head[edge] in taken):
            car.at = n
            p.left = left
            if _meet(p, crew, edge, mark, taken, events):
                return
            if car.declared != armed:  # a card has been used
                armed = car.declared
                ahead = route.ahead[rights_of(p, crew)]
        way = ahead[edge]
    car.at = n
    p.left = 0
    if (shared and head[edge] in taken) or n == p.depart:
        land(p, events)
    elif route.calm[edge]:
        end_move(p, events)
    else:
        settle(p, edge, events)


def ask_the_way(p: Position, ways: list[int]) -> None:
    """A fork: the legal list is made at once, the ways are at hand."""
    head, first = p.t.board.head, p.t.square_base
    p.ask_crew(N_FORK)
    p.moves = [first + head[way] for way in ways]  # they come in the order of their squares


def open_ways(p: Position, crew: i64) -> list[int]:
    """The edges a car may take next: not back, not into a road too short for the rest of the move."""
    car = p.cars[crew]
    route = p.drives_on()
    rights: i64 = rights_of(p, crew)
    n: i64 = car.at
    ways = route.exits[rights][car.edge()]
    if p.must_climb and n == p.depart:
        ways = [way for way in ways if route.uphill[way]]  # RR-55, RR-R58
    depth = route.sections[car.section].depth[rights]
    beyond: i64 = p.left - 1
    for way in ways:
        if depth[way] < beyond:
            return [way for way in ways if depth[way] >= beyond] or ways
    return ways


def _meet(p: Position, crew: i64, edge: i64, mark: i64, taken: vec[i64], events: list[Event] | None) -> bool:
    """A square is entered; True if the move ends there or somebody must choose."""
    square = p.t.board.head[edge]
    if mark & JOINS:
        cross_give_way(p, taken, edge, events)
    if mark & AT_GOAL:
        return _reach_goal(p, crew, edge, events)
    if mark & (AT_BLACK | AT_TRACK) and take_closed_way(p, mark, events):
        return True
    if square in taken:  # RR-95: an occupied feature is ignored, but never a Black Spot (RR-R40)
        return (p.left > 0 or p.mode == ROLLING) and ask_to_pass(p, square, events)
    if mark & (AT_LIMIT | AT_QUIET) and not p.limit_broken and break_limit(p, square, events):
        return True
    if mark & AT_PC:
        _pass_control(p, crew, edge, events)
    return False


def _reach_goal(p: Position, crew: i64, edge: i64, events: list[Event] | None) -> bool:
    """The due Time Control. A square added by a Hazard! card never reaches a second-timed one (RR-R55)."""
    car = p.cars[crew]
    extra = p.mode == DRIVING and car.at - p.depart > p.said // 10
    if extra and p.section(crew).kind != ROAD:
        car.at = car.at - 1
        p.left = 0
        land(p, events)
    else:
        arrive(p, edge, events)
    return True


def _pass_control(p: Position, crew: i64, edge: i64, events: list[Event] | None) -> None:
    """RR-64: on a Stage passing a Passage Control is enough; elsewhere a card must allow it."""
    if p.section(crew).kind == STAGE:
        visit(p, crew, edge, events)
    elif p.left > 0 and (p.cars[crew].kit.passage or is_armed(p, crew, PASSAGE)):
        right = visit(p, crew, edge, events)
        if right and not p.cars[crew].kit.passage:
            use_armed(p, crew, PASSAGE)


def land(p: Position, events: list[Event] | None) -> None:
    """The squares are driven: make room (RR-96), roll (RR-82), then obey the square the car rests on."""
    crew = p.crew
    if not has_moved(p):
        stay(p, crew)
        finish_move(p, events)
        return
    square = p.square(crew)
    taken = others(p, crew)
    if square in taken:
        if p.mode == ADVANCING:
            advance(p, events)
        else:
            p.ask_crew(N_PLACE)
        return
    settle(p, p.cars[crew].edge(), events)


def settle(p: Position, edge: i64, events: list[Event] | None) -> None:
    """There is room: roll, or stay and obey the square."""
    crew = p.crew
    if p.drives_on().feature[p.t.board.head[edge]] == GRADIENT and not p.rolled:
        if p.cars[crew].kit.decline_roll:
            p.ask_crew(N_ROLL)
        else:
            roll(p, events)
    else:
        rest(p, events)


def advance(p: Position, events: list[Event] | None) -> None:
    """RR-96: on to the next free square, unless a car in the way refuses to be overtaken (RR-98)."""
    crew = p.crew
    if p.mode == ROLLED_BACK:
        _advance_after_roll(p, events)
        return
    p.mode = ADVANCING
    if not ask_to_pass(p, p.square(crew), events):
        advance_on(p, events)


def advance_on(p: Position, events: list[Event] | None) -> None:
    """Past the car on this square."""
    p.left = 1
    if open_ways(p, p.crew):
        walk(p, NOWHERE, events)
    else:
        p.left = 0
        retreat(p, events)


def _advance_after_roll(p: Position, events: list[Event] | None) -> None:
    """After rolling back the way ahead is the way the car rolled."""
    car = p.cars[p.crew]
    taken = others(p, p.crew)
    while p.square(p.crew) in taken:
        car.at = car.at + 1
    rest(p, events)


def retreat(p: Position, events: list[Event] | None) -> None:
    """RR-96: back to the previous free square, at most to the square departed from (RR-R38)."""
    lowest = p.cars[p.crew].floor if p.mode == ROLLED_BACK else p.depart
    fall_back(p, lowest)
    p.left = 0
    land(p, events)


def be_blocked(p: Position, events: list[Event] | None) -> None:
    """RR-98: stop on the first free square behind the car that refuses to be overtaken."""
    if events is not None:
        events.append(Event("blocked", "RR-98", {"crew": p.crew + 1}))
    fall_back(p, p.depart)
    p.left = 0
    land(p, events)


def be_let_past(p: Position, events: list[Event] | None) -> None:
    if p.left > 0:
        walk(p, NOWHERE, events)
    elif p.mode == ADVANCING:
        advance_on(p, events)
    else:
        land(p, events)


def roll(p: Position, events: list[Event] | None) -> None:
    """RR-82: one or two squares in the direction of the arrow, once in a move (RR-R27)."""
    crew = p.crew
    car = p.cars[crew]
    board = p.t.board
    edge = car.edge()
    square = board.head[edge]
    p.rolled = True
    down = board.arrow[square]
    if events is not None:
        events.append(Event("rolls", "RR-82", {"crew": crew + 1, "squares": board.value[square]}))
    if down == board.tail[edge]:
        roll_back(p, board.value[square])
        p.mode = ROLLED_BACK
        if p.square(crew) in others(p, crew):
            p.ask_crew(N_PLACE)  # RR-R54
        else:
            rest(p, events)
    elif p.drives_on().is_black[down]:
        rest(p, events)
    else:
        p.mode = ROLLING
        p.left = board.value[square]
        walk(p, board.edge_between(square, down), events)


def rest(p: Position, events: list[Event] | None) -> None:
    """The rule of the square the move ends on (RR-63, RR-75, RR-79, RR-80).

    On a Stage neither a control nor a Give Way is a stop (RR-R12).
    """
    crew = p.crew
    car = p.cars[crew]
    route = p.drives_on()
    section = route.sections[car.section]
    edge = car.edge()
    square = p.t.board.head[edge]
    feature = route.feature[square]
    forward = p.mode != ROLLED_BACK  # RR-83, RR-R29, RR-R30
    kit = p.cars[crew].kit
    if section.marks[edge] & AT_PC and forward and section.kind != STAGE:
        visit(p, crew, edge, events)
        stop(p, kit.passage or is_armed(p, crew, PASSAGE), events)
    elif (
        feature == GIVE_WAY
        and forward
        and section.kind != STAGE
        and p.t.board.tail[edge] not in p.t.board.majors[square]
    ):
        stop(p, kit.give_way or is_armed(p, crew, IGNORE_GIVE_WAY), events)
    elif feature == FORD:
        _ford(p, events)
    elif feature == HAZARD and kit.decline_draw:
        p.ask_crew(N_DRAW)
    elif feature == HAZARD:
        draw(p, events)
    else:
        finish_move(p, events)


def stop(p: Position, may_carry_on: bool, events: list[Event] | None) -> None:
    """A Starting Speed comes next, unless a card lets the crew treat the square as passed."""
    if may_carry_on:
        p.ask_crew(N_STOP)
        return
    p.after = 0
    finish_move(p, events)


def _ford(p: Position, events: list[Event] | None) -> None:
    crew = p.crew
    if p.cars[crew].kit.waterproof:
        finish_move(p, events)
    elif p.cars[crew].hand & p.t.deck.having[DRY]:
        p.ask_crew(N_FORD)
    else:
        flood(p, events)


def flood(p: Position, events: list[Event] | None) -> None:
    """RR-79: a turn is missed for every 10 mph of the speed just chosen."""
    stand(p, p.said // 10)
    if events is not None:
        args: dict[str, object] = {
            "crew": p.crew + 1,
            "square": p.t.board.ids[p.square(p.crew)],
            "turns": p.said // 10,
        }
        events.append(Event("flooded", "RR-79", args))
    finish_move(p, events)
