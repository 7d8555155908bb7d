"""Minutes: who starts when, who moves next, missed turns, the end of a move and of a part (RR-49 … RR-53, RR-60)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.rally_round.board.cards import PUSH
from parcferme.games.rally_round.board.laying import first_laying
from parcferme.games.rally_round.board.map import NOWHERE
from parcferme.games.rally_round.mechanics.timing import F_GIVE_WAY
from parcferme.games.rally_round.mechanics.ways import DRIVING
from parcferme.games.rally_round.rules.faults import fault
from parcferme.games.rally_round.state import (
    E_MISSED,
    E_PART,
    E_SPEED,
    FINISHED,
    N_FINISH,
    N_OVER,
    N_PUSH,
    N_SPEED,
    NOWHERE_YET,
    ON_ROAD,
    RETIRED,
    WAITING,
    Car,
    Position,
)


def begin_rally(p: Position, events: list[Event] | None) -> None:
    """RR-49: every car still in the rally stands at the Start, stationary."""
    put = p.t.board.put(p.drives_on().start)
    for crew in range(p.t.crews):
        car = p.cars[crew]
        p.order[crew] = crew
        if car.status > ON_ROAD and car.status != NOWHERE_YET:
            continue
        car.status = WAITING
        car.speed, car.misses, car.off, car.section, car.turns, car.run, car.visited = 0, 0, False, 0, 0, 0, 0
        car.at, car.top, car.floor = 1, 1, 1
        car.trail[1] = put
        car.arrived = crew
    p.arrivals = p.t.crews
    p.minute = 0
    p.turn = p.t.crews
    next_crew(p, events)


def next_crew(p: Position, events: list[Event] | None) -> None:
    """Pass on to the next crew that must announce a speed, minute after minute."""
    while True:
        p.turn = p.turn + 1
        if p.turn >= p.t.crews and not _next_minute(p, events):
            return
        crew: i64 = p.order[p.turn]
        car = p.cars[crew]
        if car.status > ON_ROAD or (car.status == WAITING and not _starts(p, crew)):
            continue
        p.crew = crew
        if car.turns >= p.t.max_turns:  # RR-R60
            drop_out(p, crew, RETIRED, events)
        elif car.misses == 0:
            take_turn(p, car)
            return
        elif car.hand & p.t.deck.having[PUSH]:
            p.ask_crew(N_PUSH)
            return
        else:
            miss_turn(p, crew, events)


def _starts(p: Position, crew: i64) -> bool:
    """RR-50: car k starts in turn k; RR-14: car 0 at once."""
    if p.minute <= crew and not p.t.competition:
        return False
    p.cars[crew].status = ON_ROAD
    return True


def take_turn(p: Position, car: Car) -> None:
    """The crew may announce a speed. A car that was off is back on the road when it drives away (RR-97)."""
    p.mode = DRIVING
    p.ask(N_SPEED, car.seat)


def _next_minute(p: Position, events: list[Event] | None) -> bool:
    """Freeze the order of the next turn (RR-R36); False when nobody is left to drive."""
    if not _anybody_left(p):
        _end_part(p, events)
        return False
    p.minute = p.minute + 1
    p.turn = 0
    if not p.t.alone:
        put_in_order(p)
    return True


def _anybody_left(p: Position) -> bool:
    return any(car.status <= ON_ROAD for car in p.cars)


def _any_finished(p: Position) -> bool:
    return any(car.status == FINISHED for car in p.cars)


def put_in_order(p: Position) -> None:
    """Each crew forward from its place of the last minute, as far as it goes before others."""
    order = p.order
    for last in range(1, p.t.crews):
        at: i64 = last
        crew: i64 = order[at]
        while at > 0 and _goes_before(p, crew, order[at - 1]):
            order[at] = order[at - 1]
            at -= 1
        order[at] = crew


def _goes_before(p: Position, crew: i64, other: i64) -> bool:
    """RR-51: furthest along the Correct Route first; RR-52: the others by start number; RR-53: first in, first out,
    and on a square of the road a car that is off was there before one that is not."""
    mine, theirs = _place(p, crew), _place(p, other)
    if mine != theirs:
        return mine > theirs
    if mine != NOWHERE:
        if p.cars[crew].off != p.cars[other].off and not p.drives_on().is_control[p.square(crew)]:
            return p.cars[crew].off
        mine, theirs = p.cars[crew].arrived, p.cars[other].arrived
        if mine != theirs:
            return mine < theirs
    return crew < other


def _place(p: Position, crew: i64) -> i64:
    """How far along its section of the route a crew is; NOWHERE off it, or out of the rally."""
    car = p.cars[crew]
    if car.status > ON_ROAD:
        return NOWHERE
    route = p.route
    assert route is not None
    square: i64 = p.t.board.head[car.edge()]
    return route.sections[car.section].place[square]


def miss_turn(p: Position, crew: int, events: list[Event] | None) -> None:
    """RR-60: a missed turn is a minute with speed 0."""
    car = p.cars[crew]
    car.misses = car.misses - 1
    car.turns = car.turns + 1
    car.enter(E_MISSED, 0, car.run)
    if events is not None:
        events.append(Event("missed", "RR-60", {"crew": crew + 1, "left": car.misses}))


def finish_move(p: Position, events: list[Event] | None) -> None:
    """The move is over and no control was booked."""
    crew: i64 = p.crew
    car = p.cars[crew]
    if not p.t.alone and car.at != p.depart and p.drives_on().is_control[p.square(crew)]:
        p.arrivals = p.arrivals + 1  # RR-53: cars sharing a control leave it in the order they came
        car.arrived = p.arrivals
    end_move(p, events)


def end_move(p: Position, events: list[Event] | None) -> None:
    """Note the move and pass on."""
    crew: i64 = p.crew
    p.cars[crew].speed = p.after
    note_move(p, crew, events)
    if events is not None:
        square = p.t.board.ids[p.square(crew)]
        events.append(Event("rests", "RR-61", {"crew": crew + 1, "square": square, "speed": p.after}))
    next_crew(p, events)


def note_move(p: Position, crew: i64, events: list[Event] | None) -> None:
    """Write the announced speed on the time sheet and forget what was declared for this move."""
    car = p.cars[crew]
    if p.give_way_at > 0:
        note_give_way(p, crew, events)
    n: i64 = car.at
    run: i64 = car.run + n - p.depart
    car.run = run
    car.top = max(car.top, n)
    if car.declared:
        car.declared = 0
    if car.feather:
        car.feather = 0
    if car.turned_round:
        car.turned_round = False
    car.enter(E_SPEED, p.said, run)


def note_give_way(p: Position, crew: int, events: list[Event] | None) -> None:
    """The Give Way crossed in this move was not stopped at (RR-76)."""
    edge = p.cars[crew].trail[p.give_way_at & 15]
    p.give_way_at = 0
    fault(p, crew, F_GIVE_WAY, p.t.board.head[edge], events)


def drop_out(p: Position, crew: int, status: int, events: list[Event] | None) -> None:
    """RR-R48: the car is removed and its kept cards go to the bottom of the pack."""
    car = p.cars[crew]
    car.status = status
    for card in p.t.deck.cards_in(car.hand):
        p.return_card(card)
    car.hand = 0
    car.declared = 0
    if events is not None:
        kind = "retired" if status == RETIRED else "disqualified"
        events.append(Event(kind, "RR-R48" if status == RETIRED else "RR-100", {"crew": crew + 1}))


def _end_part(p: Position, events: list[Event] | None) -> None:
    """RR-101: all have finished; or RR-103: the next part starts where this one ended."""
    over = p.part + 1 >= p.t.parts or not _any_finished(p)
    if events is not None:
        kind, clause = ("rally_over", "RR-101") if over else ("part_over", "RR-103")
        events.append(Event(kind, clause, {"part": p.part + 1}))
    if over:
        p.ask(N_OVER, 0)
    else:
        _next_part(p)


def _next_part(p: Position) -> None:
    """RR-R49: who has come home drives on, and player 2 chooses the new Finish."""
    p.part = p.part + 1
    for car in p.cars:
        if car.status == FINISHED:
            car.status = NOWHERE_YET
            car.enter(E_PART, p.part, 0)
    p.lay = first_laying(p.t.board, p.laying().finish)
    p.route = None
    p.crew = 1 % p.t.crews
    p.ask_crew(N_FINISH)
