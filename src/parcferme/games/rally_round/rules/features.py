"""What a stretch of road asks of a car that drives over it: limits, Give Ways, closed ways (RR-75 … RR-91)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.rally_round.board.map import QUIET
from parcferme.games.rally_round.board.route import AT_BLACK, BLACK_OPEN, TRACKS_OPEN
from parcferme.games.rally_round.mechanics import ways
from parcferme.games.rally_round.mechanics.features import ignores_limit, may_enter, may_join, speed_limit, turns_off
from parcferme.games.rally_round.mechanics.timing import F_QUIET
from parcferme.games.rally_round.rules.faults import fault
from parcferme.games.rally_round.rules.turns import drop_out, finish_move, next_crew, note_give_way
from parcferme.games.rally_round.state import DISQUALIFIED, Position
from parcferme.lib.rows import vec


def rights_of(p: Position, crew: i64) -> i64:
    """Which closed ways the crew may use now: the index of Route.exits."""
    car = p.cars[crew]
    if p.t.strict and p.mode != ways.ROLLING:
        return BLACK_OPEN + TRACKS_OPEN  # RR-R51: open to all, at a price
    if p.mode == ways.DRIVING and not car.declared:
        return car.kit.rights  # as the mechanics say; nearly always
    return ways.rights_of(car, p.t.deck, p.mode)


def break_limit(p: Position, square: i64, events: list[Event] | None) -> bool:
    """A limit is met (RR-R19). True if the car goes off there; RR-91: only the first breach counts."""
    car = p.car()
    route = p.drives_on()
    limit = speed_limit(route, car.kit, square)
    if p.said <= limit:
        return False
    feature = route.feature[square]
    if ignores_limit(car, p.t.deck, feature):
        return False
    if feature == QUIET:
        fault(p, p.crew, F_QUIET, square, events)
        p.limit_broken = True  # RR-R23
        return False
    go_off(p, p.said - limit, "RR-88", events)
    return True


def go_off(p: Position, excess: int, clause: str, events: list[Event] | None) -> None:
    """Off the road: the rest of the move is lost, turns are missed (RR-88, RR-89) after this one (RR-R26). The car
    restarts from here (RR-R25)."""
    car = p.car()
    turns = turns_off(excess, car.kit.steady)
    car.off = True
    car.misses = car.misses + turns
    p.left = 0
    p.after = 0
    if events is not None:
        square = p.t.board.ids[p.square(p.crew)]
        events.append(Event("off", clause, {"crew": p.crew + 1, "square": square, "turns": turns}))
    finish_move(p, events)


def cross_give_way(p: Position, taken: vec[i64], edge: i64, events: list[Event] | None) -> None:
    """The car joins the major road from a Give Way; one that another car stands on is ignored (RR-95)."""
    car = p.car()
    left_at = car.at - 1
    if may_join(car, p.t.deck, left_at == p.depart or p.t.board.tail[edge] in taken):
        return
    if p.give_way_at > 0:
        note_give_way(p, p.crew, events)
    p.give_way_at = left_at  # noted when the move is over: a car that must retreat may yet stop there


def take_closed_way(p: Position, mark: i64, events: list[Event] | None) -> bool:
    """A Black Spot or Hidden Track is entered; True if that disqualifies the crew (RR-77, RR-78)."""
    if may_enter(p.car(), p.t.deck, mark):
        return False
    if events is not None:
        args: dict[str, object] = {"crew": p.crew + 1, "square": p.t.board.ids[p.square(p.crew)]}
        events.append(Event("closed_way", "RR-77" if mark & AT_BLACK else "RR-78", args))
    drop_out(p, p.crew, DISQUALIFIED, events)
    next_crew(p, events)
    return True
