"""Minutes: who starts when, who moves next, missed turns, the end of a move and of a part (RR-49 … RR-53, RR-60)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.rally_round.board import NOWHERE
from parcferme.games.rally_round.cards import PUSH
from parcferme.games.rally_round.laid import first_laying
from parcferme.games.rally_round.rules.faults import fault
from parcferme.games.rally_round.state import (
    ABOUT,
    AFTER,
    ARMED,
    ARRIVED,
    CREW,
    CREWS,
    DEPART,
    DRIVING,
    E_MISSED,
    E_PART,
    E_SPEED,
    F_GIVE_WAY,
    FINISHED,
    FLOOR,
    GW_AT,
    HAND,
    MISSES,
    MODE,
    N_FINISH,
    N_OVER,
    N_PUSH,
    N_SPEED,
    NOWHERE_YET,
    OFF,
    ON_ROAD,
    ORDER,
    OWNER,
    PART,
    PCS,
    POS,
    RETIRED,
    RUN,
    SAID,
    SECTION,
    SERIAL,
    SHORTER,
    SIZE,
    SPEED_,
    STATUS,
    TOP,
    TRAIL,
    TRAIL_SIZE,
    TURN_NO,
    TURNS,
    WAITING,
    N,
    Position,
)


def begin_rally(p: Position, events: list[Event] | None) -> None:
    """RR-49: every car still in the rally stands at the Start, stationary."""
    v = p.v
    put = p.t.board.put(p.drives_on().start)
    for crew in range(p.t.crews):
        base = CREWS + crew * SIZE
        v[ORDER + crew] = crew
        if v[base + STATUS] > ON_ROAD and v[base + STATUS] != NOWHERE_YET:
            continue
        v[base + STATUS] = WAITING
        for field in (SPEED_, MISSES, OFF, SECTION, TURNS, RUN, PCS):
            v[base + field] = 0
        for field in (N, TOP, FLOOR):
            v[base + field] = 1
        v[base + TRAIL + 1] = put
        v[base + ARRIVED] = crew
    v[SERIAL] = p.t.crews
    v[TURN_NO] = 0
    v[POS] = p.t.crews
    next_crew(p, events)


def next_crew(p: Position, events: list[Event] | None) -> None:
    """Pass on to the next crew that must announce a speed, minute after minute."""
    v = p.v
    crews: i64 = p.t.crews
    while True:
        pos: i64 = v[POS] + 1
        v[POS] = pos
        if pos >= crews:
            if not _next_minute(p, events):
                return
            pos = 0
        crew: i64 = v[ORDER + pos]
        base: i64 = CREWS + crew * SIZE
        status: i64 = v[base + STATUS]
        if status > ON_ROAD:
            continue
        if status == WAITING:
            if v[TURN_NO] <= crew and not p.t.competition:  # RR-50: car k starts in turn k; RR-14: car 0 at once
                continue
            v[base + STATUS] = ON_ROAD
        v[CREW] = crew
        if v[base + TURNS] >= p.t.max_turns:
            drop_out(p, crew, RETIRED, events)
            continue
        if v[base + MISSES] > 0:
            if v[base + HAND] & p.t.deck.having[PUSH]:
                p.ask(N_PUSH, v[OWNER + crew])
                return
            miss_turn(p, crew, events)
            continue
        take_turn(p, crew)
        return


def take_turn(p: Position, crew: i64) -> None:
    """The crew may announce a speed. A car that was off is back on the road when it drives away (RR-97)."""
    v = p.v
    if v[MODE] != DRIVING:
        v[MODE] = DRIVING
    p.ask(N_SPEED, v[OWNER + crew])


def _next_minute(p: Position, events: list[Event] | None) -> bool:
    """Freeze the order of the next turn (RR-R36); False when nobody is left to drive."""
    v = p.v
    if not _anybody_left(p):
        _end_part(p, events)
        return False
    v[TURN_NO] = v[TURN_NO] + 1
    v[POS] = 0
    if not p.t.alone:
        _put_in_order(p)
    return True


def _anybody_left(p: Position) -> bool:
    v = p.v
    base: i64 = CREWS
    while base < len(v):
        if v[base + STATUS] <= ON_ROAD:
            return True
        base += SIZE
    return False


def _any_finished(p: Position) -> bool:
    return FINISHED in [p.v[CREWS + crew * SIZE + STATUS] for crew in range(p.t.crews)]


def _put_in_order(p: Position) -> None:
    """Each crew forward from its place of the last minute, as far as it goes before others."""
    v = p.v
    for last in range(ORDER + 1, ORDER + p.t.crews):
        at: i64 = last
        crew: i64 = v[at]
        while at > ORDER and _goes_before(p, crew, v[at - 1]):
            v[at] = v[at - 1]
            at -= 1
        v[at] = crew


def _goes_before(p: Position, crew: i64, other: i64) -> bool:
    """RR-51: furthest along the Correct Route first; RR-52: the others by start number; RR-53: first in, first out."""
    mine, theirs = _place(p, crew), _place(p, other)
    if mine != theirs:
        return mine > theirs
    if mine != NOWHERE:
        mine, theirs = p.v[CREWS + crew * SIZE + ARRIVED], p.v[CREWS + other * SIZE + ARRIVED]
        if mine != theirs:
            return mine < theirs
    return crew < other


def _place(p: Position, crew: i64) -> i64:
    """How far along its section of the route a crew is; NOWHERE off it, or out of the rally."""
    v = p.v
    base: i64 = CREWS + crew * SIZE
    if v[base + STATUS] > ON_ROAD:
        return NOWHERE
    route = p.route
    assert route is not None
    square: i64 = p.t.board.head[v[base + TRAIL + (v[base + N] & 15)]]
    return route.sections[v[base + SECTION]].place[square]


def moving_order(p: Position) -> list[int]:
    """The crews in the order in which they would move if a minute began now."""
    now = p.v[:]
    _put_in_order(p)
    order = list(p.v[ORDER : ORDER + p.t.crews])
    p.v = now
    return order


def miss_turn(p: Position, crew: int, events: list[Event] | None) -> None:
    """RR-60: a missed turn is a minute with speed 0."""
    v = p.v
    base = CREWS + crew * SIZE
    v[base + MISSES] = v[base + MISSES] - 1
    v[base + TURNS] = v[base + TURNS] + 1
    p.enter_on_sheet(crew, E_MISSED, 0, v[base + RUN])
    if events is not None:
        events.append(Event("missed", "RR-60", {"crew": crew + 1, "left": v[base + MISSES]}))


def finish_move(p: Position, events: list[Event] | None) -> None:
    """The move is over and no control was booked."""
    v = p.v
    crew: i64 = v[CREW]
    base: i64 = CREWS + crew * SIZE
    if not p.t.alone and v[base + N] != v[DEPART] and p.drives_on().is_control[p.square(crew)]:
        v[SERIAL] = v[SERIAL] + 1  # RR-53: cars sharing a control leave it in the order they came
        v[base + ARRIVED] = v[SERIAL]
    end_move(p, events)


def end_move(p: Position, events: list[Event] | None) -> None:
    """Note the move and pass on."""
    v = p.v
    crew: i64 = v[CREW]
    v[CREWS + crew * SIZE + SPEED_] = v[AFTER]
    note_move(p, crew, events)
    if events is not None:
        square = p.t.board.ids[p.square(crew)]
        events.append(Event("rests", "RR-61", {"crew": crew + 1, "square": square, "speed": v[AFTER]}))
    next_crew(p, events)


def note_move(p: Position, crew: i64, events: list[Event] | None) -> None:
    """Write the announced speed on the time sheet and forget what was declared for this move."""
    v = p.v
    base: i64 = CREWS + crew * SIZE
    if v[GW_AT] > 0:
        note_give_way(p, crew, events)
    n: i64 = v[base + N]
    run: i64 = v[base + RUN] + n - v[DEPART]
    v[base + RUN] = run
    v[base + TOP] = max(v[base + TOP], n)
    if v[base + ARMED]:
        v[base + ARMED] = 0
    if v[base + SHORTER]:
        v[base + SHORTER] = 0
    if v[base + ABOUT]:
        v[base + ABOUT] = 0
    p.enter_on_sheet(crew, E_SPEED, v[SAID], run)


def note_give_way(p: Position, crew: int, events: list[Event] | None) -> None:
    """The Give Way crossed in this move was not stopped at (RR-76)."""
    v = p.v
    edge = v[CREWS + crew * SIZE + TRAIL + v[GW_AT] % TRAIL_SIZE]
    v[GW_AT] = 0
    fault(p, crew, F_GIVE_WAY, p.t.board.head[edge], events)


def drop_out(p: Position, crew: int, status: int, events: list[Event] | None) -> None:
    """RR-R48: the car is removed and its kept cards go to the bottom of the pack."""
    v = p.v
    base = CREWS + crew * SIZE
    v[base + STATUS] = status
    for card in range(p.t.deck.count):
        if v[base + HAND] >> card & 1:
            p.return_card(crew, card)
    v[base + HAND] = 0
    v[base + ARMED] = 0
    if events is not None:
        kind = "retired" if status == RETIRED else "disqualified"
        events.append(Event(kind, "RR-R48" if status == RETIRED else "RR-100", {"crew": crew + 1}))


def _end_part(p: Position, events: list[Event] | None) -> None:
    """RR-101: all have finished; or RR-103: the next part starts where this one ended."""
    v = p.v
    over = v[PART] + 1 >= p.t.parts or not _any_finished(p)
    if events is not None:
        events.append(
            Event("rally_over" if over else "part_over", "RR-101" if over else "RR-103", {"part": v[PART] + 1})
        )
    if over:
        p.ask(N_OVER, 0)
        return
    v[PART] = v[PART] + 1
    for crew in range(p.t.crews):
        base = CREWS + crew * SIZE
        if v[base + STATUS] <= ON_ROAD or v[base + STATUS] == NOWHERE_YET:
            continue
        if v[base + STATUS] == FINISHED:
            v[base + STATUS] = NOWHERE_YET
            p.enter_on_sheet(crew, E_PART, v[PART], 0)
    old = p.laying()
    p.route = None
    p.lay = first_laying(p.t.board, old.finish)
    v[CREW] = 1 % p.t.crews  # RR-R49: player 2 chooses the new Finish
    p.ask(N_FINISH, v[OWNER + v[CREW]])
