"""Can a position that was read come about? What contradicts the rest is refused by its place.

Only what the rules lean on is asked; who writes a position by hand for a test or a puzzle may leave the road of a game.
"""

from __future__ import annotations

from parcferme.core.errors import BadRecord
from parcferme.games.rally import state
from parcferme.games.rally.board.parts import SPIN, UNHURT
from parcferme.games.rally.mechanics.crew import EACH
from parcferme.games.rally.mechanics.driving import ANY_GEAR, RESTART, SLOW
from parcferme.games.rally.state import Position, stands_on_road


def demand(fact: bool, place: str, reason: str) -> None:
    if not fact:
        raise BadRecord(f"position.{place}", reason)


def complete(p: Position) -> None:
    """Fill in what follows from the rest, and refuse what contradicts it."""
    _check_phase(p)
    _check_road(p)
    for seat in range(p.tables.players):
        _check_crew(p, seat)
        _check_car(p, seat)
        car = p.cars[seat]
        car.road = car.place if stands_on_road(p, seat) else 0
    if state.TYRES_FIT <= p.phase <= state.SERVICE:
        _check_mover(p)
    if p.phase in (state.STEP, state.DAMAGE):
        _check_move(p)


def _check_phase(p: Position) -> None:
    """Phases of one car alone, of a layer and of chance belong to some options; the order is known but for its draw."""
    t = p.tables
    demand(
        p.phase not in (state.DRAW, state.SETUP, state.MECHANICS) or t.players > 1,
        "phase",
        "one car alone has no such phase",
    )
    demand(
        p.phase not in (state.SOLO_SETUP, state.SOLO_MECHANICS) or t.players == 1,
        "phase",
        "only one car alone has this phase",
    )
    demand(p.phase != state.LAY or not t.auto_lay, "phase", "chance lays the roads of this game")
    demand(p.phase != state.DEAL or t.auto_lay, "phase", "the last starter lays the roads of this game")
    demand(
        p.phase > state.SOLO_SETUP or p.phase == state.DRAW or p.stage == 0, "phase", "set-ups are chosen once a race"
    )
    demand(p.phase != state.MARK or p.stage == 0, "phase", "the first weather is rolled once a race")
    known = len(set(p.order)) == len(p.order) and all(seat < t.players for seat in p.order)
    demand(known, "order", "names a seat twice or one that is not there")
    if p.phase == state.DRAW:
        demand(len(p.order) <= t.players - 2, "order", "leaves nothing to draw")
    else:
        demand(len(p.order) == t.players, "order", "does not name every seat")
    demand(p.seat < t.players, "seat", "is not there")
    demand(p.phase not in (state.LAY, state.DEAL) or p.seat == p.order[-1], "seat", "the last starter lays the road")
    demand((p.turn > 0) == (p.phase >= state.WEATHER), "turn", "turns are counted from the first start on")


def _check_road(p: Position) -> None:
    cards = len(p.route.cards)
    if p.tables.fixed is not None:
        demand(p.phase not in (state.LAY, state.DEAL), "phase", "the road is given")
    elif p.phase in (state.LAY, state.DEAL):
        demand(cards < p.route.spec.cards, "road", "is finished")
    elif p.phase < state.LAY:
        demand(cards == 0, "road", "is not laid yet")
    else:
        demand(p.route.is_complete(), "road", "is not finished")


def _check_crew(p: Position, seat: int) -> None:
    place = f"cars[{seat}].mechanics"
    crew, length = p.cars[seat].crew, p.route.length
    due = len(crew.squares) == p.noted()
    if p.phase < state.MECHANICS:
        due = len(crew.squares) == 0
    elif p.phase > state.SOLO_MECHANICS:
        due = len(crew.squares) == EACH
    demand(due and (p.phase >= state.WEATHER or len(crew.squares) < EACH), place, "not so many are placed now")
    demand(crew.squares == sorted(crew.squares), place, "do not stand in road order")
    demand(all(square <= length for square in crew.squares), place, f"the road has {length} squares")
    shown = sum(1 << square for square in set(crew.squares) if crew.shown >> square & 1)
    demand(shown == crew.shown, f"{place}.shown", "nobody stands there")
    demand(crew.is_possible(), place, "stand where everybody knows that they do not")


def _check_car(p: Position, seat: int) -> None:
    place = f"cars[{seat}]"
    car, length = p.cars[seat], p.route.length
    first_setup = p.race == 0 and p.phase <= state.SOLO_SETUP and p.stage == 0
    demand(car.setup >= 0 or first_setup, f"{place}.setup", "is not chosen")
    if p.phase < state.WEATHER:
        fresh = car.place == 0 and car.gear == ANY_GEAR and car.overrev and car.stop == 0
        demand(fresh and car.tyres == 0 and car.exit == 0, place, "has not started yet")
        return
    demand((car.place == length + 1) == (car.exit > 0), f"{place}.place", "does not agree with its exit")
    demand(car.place <= length + 1, f"{place}.place", f"the road has {length} squares")
    demand(car.exit >= 0 or car.place > 0, f"{place}.place", "was eliminated before it started")
    demand(-p.turn <= car.exit <= p.turn, f"{place}.exit", "lies in a turn to come")
    demand(p.phase != state.END or car.exit != 0, f"{place}.exit", "is still running")
    demand(car.stop == 0 or (car.gear == RESTART and car.exit == 0), f"{place}.stop", "only a stopped car waits")
    starting = car.place == 0 and seat == p.seat and p.phase in (state.RISK, state.STEP)
    demand((car.place == 0) == (car.gear == ANY_GEAR) or starting, f"{place}.gear", "does not agree with its place")
    demand(car.place > 0 or car.gear != RESTART, f"{place}.gear", "has not started yet")


def _check_mover(p: Position) -> None:
    """The car whose move it is: it runs, and its gear is one that the phase may have."""
    place = f"cars[{p.seat}]"
    car = p.cars[p.seat]
    demand(car.exit == 0, f"{place}.exit", "a car that is gone does not move")
    demand(p.start_number(p.seat) <= p.turn, "seat", "has not started yet")
    demand(car.stop == 0 or p.phase == state.SERVICE, f"{place}.stop", "a car that waits does not move")
    if p.phase == state.TYRES_FIT:
        demand(car.gear == ANY_GEAR, f"{place}.gear", "tyres are fitted before the first move")
    elif p.phase == state.SERVICE:
        unhurt = p.harm == UNHURT and 1 <= car.gear <= SLOW
        demand(unhurt or (p.harm >= SPIN and car.gear == RESTART), "harm", "does not agree with the gear")
        demand(car.stop <= max(0, p.harm - SPIN), f"{place}.stop", "is more than the harm")
    elif p.phase != state.GEAR:  # one to choose there, also if 1st is all there is (RA-26)
        demand(ANY_GEAR < car.gear < RESTART, f"{place}.gear", "is not set")


def _check_move(p: Position) -> None:
    """Squares entered, compulsory and allowed go together; the level follows from the die."""
    car = p.cars[p.seat]
    plan = p.plan(car, car.gear)
    demand(p.die >= 1, "die", "is not rolled")
    demand(p.entered <= car.place and p.entered <= plan.most, "entered", "are more squares than the move can have")
    p.level = plan.levels[p.die]
    p.row = plan.row
    p.room = plan.most - p.entered
    demand(p.left <= max(0, plan.least - p.entered), "left", "are more squares than the gear compels")
    if p.phase == state.DAMAGE:
        demand(p.entered >= 1 and p.difference >= 1, "difference", "no square is tested")
    else:
        demand(p.room >= 1, "entered", "nothing is left to choose")
        demand(p.left > 0 or p.entered > 0, "left", "no move is shorter than a square")
