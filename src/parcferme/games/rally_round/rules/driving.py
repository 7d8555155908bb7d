"""One move, from the announcement to rest (RR-54 … RR-62, RR-79 … RR-92)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.rally_round.board.cards import DRY
from parcferme.games.rally_round.board.map import GRADIENT, NOWHERE, TOP_SPEED
from parcferme.games.rally_round.board.route import AT_GOAL, JOINS
from parcferme.games.rally_round.mechanics import ways
from parcferme.games.rally_round.mechanics.controls import DRIVEN_PAST, VISITED, is_out_of_reach, pass_by, visit
from parcferme.games.rally_round.mechanics.crew import UNBURDENED, turns_in_water
from parcferme.games.rally_round.mechanics.driving import (
    ASKED,
    CLOSED,
    LIMIT,
    OCCUPIED,
    UNDECIDED,
    asked_on_entering,
    drive_on,
    first_asked,
)
from parcferme.games.rally_round.mechanics.features import (
    CARD,
    STOP_AT_CONTROL,
    STOP_AT_GIVE_WAY,
    WATER,
    asked_at_rest,
    may_carry_on,
)
from parcferme.games.rally_round.mechanics.speeds import must_climb, squares_driven
from parcferme.games.rally_round.mechanics.ways import (
    ADVANCING,
    ROLLED_BACK,
    ROLLING,
    ROLLS_BACK,
    STAYS,
    roll_way,
)
from parcferme.games.rally_round.rules.controls import arrive, tell_visit
from parcferme.games.rally_round.rules.features import (
    break_limit,
    cross_give_way,
    go_off,
    rights_of,
    take_closed_way,
)
from parcferme.games.rally_round.rules.hazards import draw, stand
from parcferme.games.rally_round.rules.overtaking import ask_to_pass, fall_back, has_moved, others, roll_back, stay
from parcferme.games.rally_round.rules.speeds import speed_range
from parcferme.games.rally_round.rules.turns import end_move, finish_move, next_crew
from parcferme.games.rally_round.state import (
    E_ILLEGAL,
    E_ROUND,
    N_DRAW,
    N_FORD,
    N_FORK,
    N_PLACE,
    N_ROLL,
    N_STOP,
    UNASKED,
    Car,
    Position,
)
from parcferme.lib.rows import vec


def announce(p: Position, speed: i64, events: list[Event] | None) -> None:
    """A speed is announced and cannot be changed (RR-58)."""
    car = p.cars[p.crew]
    car.turns = car.turns + 1
    if p.t.strict and not _is_allowed(p, speed):
        announce_wrongly(p, speed, events)
        return
    p.must_climb = car.speed == 0 and _must_climb(p, car, speed)
    if car.burden is not UNBURDENED:
        car.burden = car.burden.after_announcing(car.speed)
    p.limit_broken, p.rolled = False, False
    p.said, p.after = speed, speed
    p.depart = car.at
    p.give_way_at = 0
    if events is not None:
        events.append(Event("announces", "RR-58", {"crew": p.crew + 1, "speed": speed}))
    if speed > TOP_SPEED:
        go_off(p, speed - TOP_SPEED, "RR-89", events)  # RR-R18
        return
    car.off = False  # RR-97: back on the road as it drives away
    p.left = squares_driven(speed, car.feather)
    walk(p, NOWHERE, events)


def _is_allowed(p: Position, speed: int) -> bool:
    low, high = speed_range(p, p.crew)
    return low <= speed <= high


def _must_climb(p: Position, car: Car, speed: i64) -> bool:
    edge = car.edge()
    return must_climb(car, p.t.deck, p.t.board.paint[edge], p.drives_on().hill_ahead[edge], speed)


def announce_wrongly(p: Position, speed: int, events: list[Event] | None) -> None:
    """RR-59: this very turn is missed and a Starting Speed comes next (RR-R17)."""
    car = p.car()
    car.speed, car.declared, car.feather, car.turned_round = 0, 0, 0, False
    car.enter(E_ILLEGAL, speed, car.run)
    if events is not None:
        events.append(Event("illegal_speed", "RR-59", {"crew": p.crew + 1, "speed": speed}))
    next_crew(p, events)


def turn_round(p: Position, events: list[Event] | None) -> None:
    """RR-92: face the other way; a turn is missed unless the kit spares it."""
    car = p.cars[p.crew]
    car.trail[car.at & 15] = p.t.board.turned[car.edge()]
    car.speed = 0
    if events is not None:
        events.append(Event("turns_round", "RR-92", {"crew": p.crew + 1}))
    if car.kit.free_turn:
        car.turned_round = True
        p.moves = UNASKED
        return
    car.turns = car.turns + 1
    car.declared, car.feather = 0, 0  # RR-R56: declared for this turn, and used
    car.enter(E_ROUND, 0, car.run)
    next_crew(p, events)


def walk(p: Position, chosen: i64, events: list[Event] | None) -> None:
    """Drive on, square by square, until the move ends or somebody must choose: features bind (RR-62). `chosen`: the
    edge taken first."""
    crew: i64 = p.crew
    car = p.cars[crew]
    route = p.drives_on()
    section = route.sections[car.section]
    taken = others(p, crew)
    way = chosen
    while True:
        before: i64 = car.at
        ended = drive_on(car, route, section, rights_of(p, crew), way, p.left, taken)
        p.left = p.left - (car.at - before)
        way, edge = NOWHERE, car.edge()
        if ended == ASKED:
            if _meet(p, edge, section.marks[edge], taken, events):
                return
        elif ended == UNDECIDED:
            choice = open_ways(p, crew)
            if len(choice) > 1:
                ask_the_way(p, choice)
                return
            if not choice:
                break  # the road is closed here: the car stops short
            way = choice[0]
        else:
            break
    _come_to_rest(p, edge, taken, events)


def _come_to_rest(p: Position, edge: i64, taken: vec[i64], events: list[Event] | None) -> None:
    """The move ends on this edge: beside another car, on a plain square, or where a feature has its say."""
    car = p.car()
    p.left = 0
    if (len(taken) > 0 and p.t.board.head[edge] in taken) or car.at == p.depart:
        land(p, events)
    elif p.drives_on().calm[edge]:
        end_move(p, events)
    else:
        settle(p, edge, events)


def ask_the_way(p: Position, ways: list[int]) -> None:
    """A fork: the legal list is made at once, the ways are at hand."""
    head, actions = p.t.board.head, p.t.square_actions
    p.ask_crew(N_FORK)
    p.moves = [actions[head[way]] for way in ways]  # they come in the order of their squares


def open_ways(p: Position, crew: i64) -> list[int]:
    """The edges a car may take next."""
    car = p.cars[crew]
    route = p.drives_on()
    climbs = p.must_climb and car.at == p.depart
    return ways.open_ways(route, route.sections[car.section], rights_of(p, crew), car.edge(), p.left - 1, climbs)


def _meet(p: Position, edge: i64, mark: i64, taken: vec[i64], events: list[Event] | None) -> bool:
    """A square is entered; True if the move ends there or somebody must choose."""
    square = p.t.board.head[edge]
    asked = asked_on_entering(mark, square in taken, p.limit_broken)
    while asked:
        question = first_asked(asked)
        asked &= ~question
        if question == JOINS:
            cross_give_way(p, taken, edge, events)
        elif question == AT_GOAL:
            _reach_goal(p, edge, events)
            return True
        elif question == CLOSED:
            if take_closed_way(p, mark, events):
                return True
        elif question == OCCUPIED:
            return (p.left > 0 or p.mode == ROLLING) and ask_to_pass(p, square, events)
        elif question == LIMIT:
            if break_limit(p, square, events):
                return True
        else:
            _pass_control(p, edge, events)
    return False


def _reach_goal(p: Position, edge: i64, events: list[Event] | None) -> None:
    """The due Time Control, unless it is out of reach."""
    car = p.car()
    if is_out_of_reach(p.section(p.crew), p.mode, car.at - p.depart, p.said):
        car.at = car.at - 1
        p.left = 0
        land(p, events)
    else:
        arrive(p, edge, events)


def _pass_control(p: Position, edge: i64, events: list[Event] | None) -> None:
    seen = pass_by(p.car(), p.t.deck, p.section(p.crew), p.t.board, edge, p.left)
    if seen != DRIVEN_PAST:
        tell_visit(p, p.crew, edge, seen == VISITED, events)


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
    if p.drives_on().feature[p.t.board.head[edge]] != GRADIENT or p.rolled:
        rest(p, events)
    elif p.car().kit.decline_roll:
        p.ask_crew(N_ROLL)
    else:
        roll(p, events)


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
    edge = p.car().edge()
    squares = p.t.board.value[p.t.board.head[edge]]
    p.rolled = True
    if events is not None:
        events.append(Event("rolls", "RR-82", {"crew": p.crew + 1, "squares": squares}))
    way = roll_way(p.drives_on(), edge)
    if way == ROLLS_BACK:
        _roll_back(p, squares, events)
    elif way == STAYS:
        rest(p, events)
    else:
        p.mode = ROLLING
        p.left = squares
        walk(p, way, events)


def _roll_back(p: Position, squares: int, events: list[Event] | None) -> None:
    roll_back(p, squares)
    p.mode = ROLLED_BACK
    if p.square(p.crew) in others(p, p.crew):
        p.ask_crew(N_PLACE)  # RR-R54
    else:
        rest(p, events)


def rest(p: Position, events: list[Event] | None) -> None:
    """Obey the square the move ends on."""
    car = p.car()
    section, edge = p.section(p.crew), car.edge()
    asked = asked_at_rest(p.drives_on(), section, edge, p.mode)
    if asked == STOP_AT_CONTROL:
        tell_visit(p, p.crew, edge, visit(car, section, p.t.board, edge), events)
    if asked in (STOP_AT_CONTROL, STOP_AT_GIVE_WAY):
        stop(p, may_carry_on(car, p.t.deck, asked), events)
    elif asked == WATER:
        _ford(p, events)
    elif asked == CARD and car.kit.decline_draw:
        p.ask_crew(N_DRAW)
    elif asked == CARD:
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
    car = p.car()
    if car.kit.waterproof:
        finish_move(p, events)
    elif car.hand & p.t.deck.having[DRY]:
        p.ask_crew(N_FORD)
    else:
        flood(p, events)


def flood(p: Position, events: list[Event] | None) -> None:
    """The car stands in the water (RR-79)."""
    turns = turns_in_water(p.said)
    stand(p, turns)
    if events is not None:
        square = p.t.board.ids[p.square(p.crew)]
        events.append(Event("flooded", "RR-79", {"crew": p.crew + 1, "square": square, "turns": turns}))
    finish_move(p, events)
