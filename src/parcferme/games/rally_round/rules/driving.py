"""One move, from the announcement to rest (RR-54 … RR-62, RR-79 … RR-92)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.rally_round.board import FORD, GIVE_WAY, GRADIENT, HAZARD, NOWHERE, TOP_SPEED
from parcferme.games.rally_round.cards import DRY, IGNORE_GIVE_WAY, PASSAGE
from parcferme.games.rally_round.route import (
    AT_BLACK,
    AT_GOAL,
    AT_LIMIT,
    AT_PC,
    AT_QUIET,
    AT_TRACK,
    JOINS,
)
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
    ABOUT,
    ADVANCING,
    AFTER,
    ARMED,
    CAP_FOR,
    CLUTCH,
    CREW,
    CREWS,
    DEPART,
    DRIVING,
    E_ILLEGAL,
    E_ROUND,
    FLOOR,
    GEARED,
    GW_AT,
    HAND,
    HAS_ROLLED,
    LEFT,
    LIMIT_BROKEN,
    MODE,
    MOVE,
    MUST_CLIMB,
    N_DRAW,
    N_FORD,
    N_FORK,
    N_PLACE,
    N_ROLL,
    N_STOP,
    OFF,
    OWNER,
    ROLLED_BACK,
    ROLLING,
    RUN,
    SAID,
    SECTION,
    SHORTER,
    SIZE,
    SPEED_,
    TRAIL,
    TURNS,
    UNASKED,
    N,
    Position,
)
from parcferme.games.rally_round.timing import ROAD, STAGE
from parcferme.lib.rows import vec


def announce(p: Position, speed: int, events: list[Event] | None) -> None:
    """A speed is announced and cannot be changed (RR-58)."""
    v = p.v
    crew: i64 = v[CREW]
    base: i64 = CREWS + crew * SIZE
    v[base + TURNS] = v[base + TURNS] + 1
    if p.t.strict:
        low, high = speed_range(p, crew)
        if not low <= speed <= high:
            announce_wrongly(p, speed, events)
            return
    n: i64 = v[base + N]
    v[MOVE] = 0
    if v[base + SPEED_] == 0:
        if p.drives_on().hill_ahead[v[base + TRAIL + (n & 15)]] and speed > flat_start(p, crew):
            v[MOVE] = MUST_CLIMB
        v[base + CLUTCH] = 0
    if v[base + CAP_FOR]:
        v[base + CAP_FOR] = v[base + CAP_FOR] - 1
    if v[base + GEARED]:
        v[base + GEARED] = v[base + GEARED] - 1
    v[SAID] = speed
    v[AFTER] = speed
    v[DEPART] = n
    v[GW_AT] = 0
    if events is not None:
        events.append(Event("announces", "RR-58", {"crew": crew + 1, "speed": speed}))
    if speed > TOP_SPEED:
        go_off(p, speed - TOP_SPEED, "RR-89", events)  # RR-R18
        return
    if v[base + OFF]:
        v[base + OFF] = 0  # RR-97: back on the road as it drives away
    left: i64 = speed // 10 + v[base + SHORTER]
    v[LEFT] = left if left > 0 else 1
    walk(p, NOWHERE, events)


def announce_wrongly(p: Position, speed: int, events: list[Event] | None) -> None:
    """RR-59: the turn is missed and a Starting Speed comes next."""
    v = p.v
    crew = v[CREW]
    base = CREWS + crew * SIZE
    for field in (SPEED_, ARMED, SHORTER, ABOUT):
        v[base + field] = 0
    p.enter_on_sheet(crew, E_ILLEGAL, speed, v[base + RUN])
    if events is not None:
        events.append(Event("illegal_speed", "RR-59", {"crew": crew + 1, "speed": speed}))
    next_crew(p, events)


def turn_round(p: Position, events: list[Event] | None) -> None:
    """RR-92: face the other way; a turn is missed unless the kit spares it."""
    v = p.v
    crew: i64 = v[CREW]
    base: i64 = CREWS + crew * SIZE
    place: i64 = base + TRAIL + (v[base + N] & 15)
    v[place] = p.t.board.turned[v[place]]
    v[base + SPEED_] = 0
    if events is not None:
        events.append(Event("turns_round", "RR-92", {"crew": crew + 1}))
    if p.kits[crew].free_turn:
        v[base + ABOUT] = 1
        p.moves = UNASKED
        return
    v[base + TURNS] = v[base + TURNS] + 1
    p.enter_on_sheet(crew, E_ROUND, 0, v[base + RUN])
    next_crew(p, events)


def walk(p: Position, chosen: i64, events: list[Event] | None) -> None:
    """Drive on, square by square, until the move ends or somebody must choose. `chosen`: the edge taken first."""
    v = p.v
    crew: i64 = v[CREW]
    base: i64 = CREWS + crew * SIZE
    trail: i64 = base + TRAIL
    route = p.route
    assert route is not None
    marks = route.sections[v[base + SECTION]].marks
    armed = v[base + ARMED]
    plain = armed == 0 and v[MODE] == DRIVING and not p.t.strict
    ahead = route.ahead[p.kits[crew].rights if plain else rights_of(p, crew)]
    taken = others(p, crew)
    shared = len(taken) > 0
    head = p.t.board.head
    n: i64 = v[base + N]
    edge: i64 = v[trail + (n & 15)]
    left: i64 = v[LEFT]
    way: i64 = chosen if chosen != NOWHERE else ahead[edge]
    while left > 0:
        if way == NOWHERE:
            v[base + N] = n
            v[LEFT] = left
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
        v[trail + (n & 15)] = edge
        mark: i64 = marks[edge]
        if mark or (shared and head[edge] in taken):
            v[base + N] = n
            v[LEFT] = left
            if _meet(p, crew, edge, mark, taken, events):
                return
            if v[base + ARMED] != armed:  # a card has been used
                armed = v[base + ARMED]
                ahead = route.ahead[rights_of(p, crew)]
        way = ahead[edge]
    v[base + N] = n
    v[LEFT] = 0
    if (shared and head[edge] in taken) or n == v[DEPART]:
        land(p, events)
    elif route.calm[edge]:
        end_move(p, events)
    else:
        settle(p, edge, events)


def ask_the_way(p: Position, ways: list[int]) -> None:
    """A fork: the legal list is made at once, the ways are at hand."""
    head, first = p.t.board.head, p.t.square_base
    p.ask(N_FORK, p.v[OWNER + p.v[CREW]])
    p.moves = [first + head[way] for way in ways]  # they come in the order of their squares


def open_ways(p: Position, crew: i64) -> list[int]:
    """The edges a car may take next: not back, not into a road too short for the rest of the move."""
    v = p.v
    base: i64 = CREWS + crew * SIZE
    route = p.drives_on()
    rights: i64 = rights_of(p, crew)
    n: i64 = v[base + N]
    ways = route.exits[rights][v[base + TRAIL + (n & 15)]]
    if v[MOVE] & MUST_CLIMB and n == v[DEPART]:
        ways = [way for way in ways if route.uphill[way]]  # RR-55
    depth = route.sections[v[base + SECTION]].depth[rights]
    beyond: i64 = v[LEFT] - 1
    for way in ways:
        if depth[way] < beyond:
            return [way for way in ways if depth[way] >= beyond] or ways
    return ways


def _meet(p: Position, crew: i64, edge: i64, mark: i64, taken: vec[i64], events: list[Event] | None) -> bool:
    """A square is entered; True if the move ends there or somebody must choose."""
    v = p.v
    square = p.t.board.head[edge]
    if mark & JOINS:
        cross_give_way(p, taken, edge, events)
    if mark & AT_GOAL:
        return _reach_goal(p, crew, edge, events)
    if mark & (AT_BLACK | AT_TRACK) and take_closed_way(p, mark, events):
        return True
    if square in taken:  # RR-95: an occupied feature is ignored
        return (v[LEFT] > 0 or v[MODE] == ROLLING) and ask_to_pass(p, square, events)
    if mark & (AT_LIMIT | AT_QUIET) and not v[MOVE] & LIMIT_BROKEN and break_limit(p, square, events):
        return True
    if mark & AT_PC:
        _pass_control(p, crew, edge, events)
    return False


def _reach_goal(p: Position, crew: i64, edge: i64, events: list[Event] | None) -> bool:
    """The due Time Control. A square added by a Hazard! card never reaches a second-timed one."""
    v = p.v
    base = CREWS + crew * SIZE
    extra = v[MODE] == DRIVING and v[base + N] - v[DEPART] > v[SAID] // 10
    if extra and p.section(crew).kind != ROAD:
        v[base + N] = v[base + N] - 1
        v[LEFT] = 0
        land(p, events)
    else:
        arrive(p, edge, events)
    return True


def _pass_control(p: Position, crew: i64, edge: i64, events: list[Event] | None) -> None:
    """RR-64: on a Stage passing a Passage Control is enough; elsewhere a card must allow it."""
    if p.section(crew).kind == STAGE:
        visit(p, crew, edge, events)
    elif p.v[LEFT] > 0 and (p.kits[crew].passage or is_armed(p, crew, PASSAGE)):
        right = visit(p, crew, edge, events)
        if right and not p.kits[crew].passage:
            use_armed(p, crew, PASSAGE)


def land(p: Position, events: list[Event] | None) -> None:
    """The squares are driven: make room (RR-96), roll (RR-82), then obey the square the car rests on."""
    v = p.v
    crew = v[CREW]
    if not has_moved(p):
        stay(p, crew)
        finish_move(p, events)
        return
    square = p.square(crew)
    taken = others(p, crew)
    if square in taken:
        if v[MODE] == ADVANCING:
            advance(p, events)
        else:
            p.ask(N_PLACE, v[OWNER + crew])
        return
    settle(p, p.edge(crew), events)


def settle(p: Position, edge: i64, events: list[Event] | None) -> None:
    """There is room: roll, or stay and obey the square."""
    crew = p.v[CREW]
    if p.drives_on().feature[p.t.board.head[edge]] == GRADIENT and not p.v[MOVE] & HAS_ROLLED:
        if p.kits[crew].decline_roll:
            p.ask(N_ROLL, p.v[OWNER + crew])
        else:
            roll(p, events)
    else:
        rest(p, events)


def advance(p: Position, events: list[Event] | None) -> None:
    """RR-96: on to the next free square, unless a car in the way refuses to be overtaken (RR-98)."""
    v = p.v
    crew = v[CREW]
    if v[MODE] == ROLLED_BACK:
        _advance_after_roll(p, events)
        return
    v[MODE] = ADVANCING
    if not ask_to_pass(p, p.square(crew), events):
        advance_on(p, events)


def advance_on(p: Position, events: list[Event] | None) -> None:
    """Past the car on this square."""
    p.v[LEFT] = 1
    if open_ways(p, p.v[CREW]):
        walk(p, NOWHERE, events)
    else:
        p.v[LEFT] = 0
        retreat(p, events)


def _advance_after_roll(p: Position, events: list[Event] | None) -> None:
    """After rolling back the way ahead is the way the car rolled."""
    v = p.v
    base = CREWS + v[CREW] * SIZE
    taken = others(p, v[CREW])
    while p.square(v[CREW]) in taken:
        v[base + N] = v[base + N] + 1
    rest(p, events)


def retreat(p: Position, events: list[Event] | None) -> None:
    """RR-96: back to the previous free square, at most to the square departed from (RR-R38)."""
    v = p.v
    lowest = v[CREWS + v[CREW] * SIZE + FLOOR] if v[MODE] == ROLLED_BACK else v[DEPART]
    fall_back(p, lowest)
    v[LEFT] = 0
    land(p, events)


def be_blocked(p: Position, events: list[Event] | None) -> None:
    """RR-98: stop on the first free square behind the car that refuses to be overtaken."""
    v = p.v
    if events is not None:
        events.append(Event("blocked", "RR-98", {"crew": v[CREW] + 1}))
    fall_back(p, v[DEPART])
    v[LEFT] = 0
    land(p, events)


def be_let_past(p: Position, events: list[Event] | None) -> None:
    v = p.v
    if v[LEFT] > 0:
        walk(p, NOWHERE, events)
    elif v[MODE] == ADVANCING:
        advance_on(p, events)
    else:
        land(p, events)


def roll(p: Position, events: list[Event] | None) -> None:
    """RR-82: one or two squares in the direction of the arrow, once in a move (RR-R27)."""
    v = p.v
    crew = v[CREW]
    base = CREWS + crew * SIZE
    board = p.t.board
    edge = v[base + TRAIL + (v[base + N] & 15)]
    square = board.head[edge]
    v[MOVE] = v[MOVE] | HAS_ROLLED
    down = board.arrow[square]
    if events is not None:
        events.append(Event("rolls", "RR-82", {"crew": crew + 1, "squares": board.value[square]}))
    if down == board.tail[edge]:
        roll_back(p, board.value[square])
        v[MODE] = ROLLED_BACK
        if p.square(crew) in others(p, crew):
            p.ask(N_PLACE, v[OWNER + crew])  # RR-R54
        else:
            rest(p, events)
    elif p.drives_on().is_black[down]:
        rest(p, events)
    else:
        v[MODE] = ROLLING
        v[LEFT] = board.value[square]
        walk(p, board.edge_between(square, down), events)


def rest(p: Position, events: list[Event] | None) -> None:
    """The rule of the square the move ends on (RR-63, RR-75, RR-79, RR-80)."""
    v = p.v
    crew = v[CREW]
    base = CREWS + crew * SIZE
    route = p.drives_on()
    section = route.sections[v[base + SECTION]]
    edge = v[base + TRAIL + (v[base + N] & 15)]
    square = p.t.board.head[edge]
    feature = route.feature[square]
    forward = v[MODE] != ROLLED_BACK  # RR-R29
    kit = p.kits[crew]
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
        p.ask(N_DRAW, v[OWNER + crew])
    elif feature == HAZARD:
        draw(p, events)
    else:
        finish_move(p, events)


def stop(p: Position, may_carry_on: bool, events: list[Event] | None) -> None:
    """A Starting Speed comes next, unless a card lets the crew treat the square as passed."""
    if may_carry_on:
        p.ask(N_STOP, p.v[OWNER + p.v[CREW]])
        return
    p.v[AFTER] = 0
    finish_move(p, events)


def _ford(p: Position, events: list[Event] | None) -> None:
    v = p.v
    crew = v[CREW]
    if p.kits[crew].waterproof:
        finish_move(p, events)
    elif v[CREWS + crew * SIZE + HAND] & p.t.deck.having[DRY]:
        p.ask(N_FORD, v[OWNER + crew])
    else:
        flood(p, events)


def flood(p: Position, events: list[Event] | None) -> None:
    """RR-79: a turn is missed for every 10 mph of the speed just chosen."""
    v = p.v
    stand(p, v[SAID] // 10)
    if events is not None:
        args: dict[str, object] = {
            "crew": v[CREW] + 1,
            "square": p.t.board.ids[p.square(v[CREW])],
            "turns": v[SAID] // 10,
        }
        events.append(Event("flooded", "RR-79", args))
    finish_move(p, events)
