"""A turn: weather, then each car in start order: gear, risk die, squares, damage, service.

begin_driving → next_mover → (tyres) → set_gear → roll_risk → enter … → halt or off_road → serve → next_mover
                    ↑                                                                                   │
              turn_weather ←──────────────────── end_turn ←─────────────────────────────────────────────┘
"""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event, Events
from parcferme.games.rally.board.parts import DAMAGES, ELIMINATED, SPIN, TYRES, UNHURT, WEATHERS
from parcferme.games.rally.mechanics.crew import after_repair, best_stack
from parcferme.games.rally.mechanics.driving import (
    ANY_GEAR,
    RESTART,
    SLOW,
    left_after,
    modified_die,
    too_hard,
    turns_lost,
    turns_lost_with_tyres,
)
from parcferme.games.rally.state import (
    DAMAGE,
    FINISH,
    GEAR,
    RISK,
    SERVICE,
    STEP,
    TYRES_FIT,
    WEATHER,
    Car,
    Position,
)

# ── turns ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def begin_driving(p: Position, events: Events) -> None:
    """Turn 1, in the weather that is there (RA-R29)."""
    p.turn = 1
    if events is not None:
        events.append(Event("turn", "RA-32", {"turn": 1}))
    _move_on(p, 0, events)


def next_mover(p: Position, events: Events) -> None:
    """The move is over: the next in the start order, wherever the cars are (RA-33)."""
    _move_on(p, p.order.index(p.seat) + 1, events)


def _move_on(p: Position, slot: i64, events: Events) -> None:
    """The first car from this place of the start order on that moves now; one more starts each turn (RA-32)."""
    players: i64 = len(p.order)
    started = p.turn if p.turn < players else players
    while slot < started:
        seat: i64 = p.order[slot]
        car = p.cars[seat]
        if car.exit == 0:
            if car.stop == 0:
                _begin_move(p, seat, car, events)
                return
            car.stop = car.stop - 1  # RA-45, RA-R18
            if events is not None:
                events.append(Event("waits", "RA-45", {"car": int(seat) + 1, "left": int(car.stop)}))
        slot += 1
    _end_turn(p)


def _begin_move(p: Position, seat: i64, car: Car, events: Events) -> None:
    p.seat = seat
    if car.gear == ANY_GEAR:
        p.phase = TYRES_FIT  # RA-64
    elif car.gear == RESTART:
        _shift(p, 1, "RA-26", events)  # nothing to choose
    else:
        p.phase = GEAR


def _end_turn(p: Position) -> None:
    """Over when every car, also one yet to start, has left or is out; else the weather die (RA-59)."""
    for car in p.cars:
        if car.exit == 0:
            p.turn = p.turn + 1
            p.phase = WEATHER
            return
    p.phase = FINISH  # scored by rules/score.py


def turn_weather(p: Position, move: int, events: Events) -> None:
    """RA-60: the arrow moves one sector, and the sectors are a ring (RA-R31)."""
    forward = move == p.tables.ids.even
    sectors: i64 = len(p.tables.race_rings[p.race].kinds)
    p.sector = (p.sector + (1 if forward else sectors - 1)) % sectors
    if events is not None:
        events.append(Event("turn", "RA-32", {"turn": int(p.turn)}))
        events.append(weather_event(p, "weather", "RA-60", "even" if forward else "odd"))
    _move_on(p, 0, events)


def weather_event(p: Position, kind: str, clause: str, roll: str) -> Event:
    args: dict[str, object] = {"roll": roll, "sector": int(p.sector) + 1, "weather": WEATHERS[p.weather()]}
    args["points"] = p.weather_points()
    return Event(kind, clause, args)


# ── tyres and gear ───────────────────────────────────────────────────────────────────────────────────────────────────


def fit_at_start(p: Position, move: int, events: Events) -> None:
    """RA-64: tyres are chosen before starting."""
    tyres = move - p.tables.ids.fit
    p.cars[p.seat].tyres = tyres
    p.phase = GEAR
    if events is not None:
        events.append(Event("fitted", "RA-64", {"car": int(p.seat) + 1, "tyres": TYRES[tyres]}))


def set_gear(p: Position, move: int, events: Events) -> None:
    """One gear up or down, or for the over-rev card two down (RA-18, RA-22)."""
    ids = p.tables.ids
    if move < ids.overrev:
        _shift(p, move - ids.gear + 1, "RA-19", events)
        return
    gear = move - ids.overrev + 1
    p.cars[p.seat].overrev = False
    if events is not None:
        events.append(Event("overrev", "RA-22", {"car": int(p.seat) + 1, "gear": gear}))
    _shift(p, gear, "RA-19", events)


def _shift(p: Position, gear: i64, clause: str, events: Events) -> None:
    """RA-36: the gear first, the die afterwards."""
    car = p.cars[p.seat]
    car.gear = gear
    car.road = 0  # on the move: it does not stand in its own way
    p.phase = RISK
    if events is not None:
        plan = p.plan(car, gear)
        args: dict[str, object] = {"car": int(p.seat) + 1, "gear": int(gear)}
        events.append(Event("gear", clause, {**args, "least": int(plan.least), "most": int(plan.most)}))


def roll_risk(p: Position, move: int, events: Events) -> None:
    """RA-37: gear and modified die give the level; RA-28: the gear's minimum is compulsory."""
    car = p.cars[p.seat]
    plan = p.plan(car, car.gear)
    p.die = move - p.tables.ids.die + 1
    p.level = plan.levels[p.die]
    p.row = plan.row
    p.entered = 0
    p.left = plan.least
    p.room = plan.most
    if events is not None:
        events.append(_risk_event(p, car))
    if plan.least == 1 or car.place == p.route.length:
        enter(p, 0, events)  # one square that must be entered (RA-R19), or the way out: nothing to choose
    else:
        p.phase = STEP


def _risk_event(p: Position, car: Car) -> Event:
    die = modified_die(int(p.die), int(car.setup) + p.weather_points())
    args: dict[str, object] = {"car": int(p.seat) + 1, "gear": int(car.gear), "face": int(p.die), "die": die}
    return Event("risk", "RA-37", {**args, "level": int(p.level)})


# ── squares ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def choose_step(p: Position, move: int, events: Events) -> None:
    """On with some brakes, or halt: no die says how far (RA-16); square by square (RA-38, RA-R11)."""
    ids = p.tables.ids
    if move == ids.halt:
        halt(p, events)
    else:
        enter(p, move - ids.advance, events)


def enter(p: Position, brakes: i64, events: Events) -> None:
    """The next square, with brakes on it (RA-30, RA-31) and the cars just overtaken (RA-25)."""
    car = p.cars[p.seat]
    place = car.place + 1
    if place > p.route.length:
        _leave(p, car, events)  # RA-R16: no square is entered
        return
    overtaken = p.overtaken(p.seat, place, p.entered)
    car.place = place
    p.entered = p.entered + 1
    p.room = p.room - 1
    p.left = left_after(p.left, brakes)
    factor: i64 = p.route.factors[p.row][place] + brakes + overtaken  # RA-68
    if events is not None:
        events.append(_entered(p, int(place), int(brakes), int(overtaken), int(factor)))
    difference = too_hard(factor, p.level)
    if difference > 0:  # RA-41
        p.difference = difference
        p.phase = DAMAGE
    else:
        _go_on(p, car, events)


def _entered(p: Position, place: int, brakes: int, overtaken: int, factor: int) -> Event:
    number = p.tables.deck.numbers[p.route.squares[place]]
    args: dict[str, object] = {"car": int(p.seat) + 1, "square": place, "number": number, "factor": max(0, factor)}
    args["level"] = int(p.level)
    if brakes == 0 and overtaken == 0:
        return Event("enters", "RA-05", args)  # RA-24: an occupied square costs nothing
    if brakes == 0:
        return Event("overtakes", "RA-25", {**args, "cars": overtaken})
    return Event("brakes", "RA-31", {**args, "brakes": brakes, "cars": overtaken})


def _go_on(p: Position, car: Car, events: Events) -> None:
    """After a square taken unharmed: on, or a choice (RA-R12), or the gear's maximum is reached (RA-38)."""
    if p.room == 0:
        halt(p, events)
    elif p.left == 1 or (p.left > 1 and car.place == p.route.length):
        enter(p, 0, events)
    else:
        p.phase = STEP


def halt(p: Position, events: Events) -> None:
    """The move ends on the road; in 1st or 2nd a mechanic may be asked (RA-56, RA-R23)."""
    car = p.cars[p.seat]
    car.road = car.place
    if car.gear <= SLOW:
        p.harm = UNHURT
        p.phase = SERVICE
    else:
        next_mover(p, events)


def _leave(p: Position, car: Car, events: Events) -> None:
    """RA-69, RA-R33: beyond the last square the stage is done, whatever minimum remains."""
    car.place = p.route.length + 1
    car.exit = p.turn
    if events is not None:
        events.append(Event("leaves", "RA-69", {"car": int(p.seat) + 1, "turn": int(p.turn)}))
    next_mover(p, events)


# ── damage and mechanics ─────────────────────────────────────────────────────────────────────────────────────────────


def roll_damage(p: Position, move: int, events: Events) -> None:
    """RA-42: the damage table by difference and die."""
    car = p.cars[p.seat]
    face = move - p.tables.ids.die
    outcome = p.tables.damage[p.difference][face]
    if events is not None:
        args: dict[str, object] = {"car": int(p.seat) + 1, "difference": int(p.difference), "face": face + 1}
        events.append(Event("damage", "RA-42", {**args, "outcome": DAMAGES[outcome], "square": int(car.place)}))
    if outcome == UNHURT:
        _go_on(p, car, events)  # RA-43
    elif outcome == ELIMINATED:
        car.exit = -p.turn  # RA-46
        if events is not None:
            events.append(Event("eliminated", "RA-46", {"car": int(p.seat) + 1, "square": int(car.place)}))
        next_mover(p, events)
    else:
        _off_road(p, car, outcome, events)


def _off_road(p: Position, car: Car, harm: int, events: Events) -> None:
    """RA-47: the car stops at the roadside, for as long as its best mechanics in range leave it (RA-51, RA-R21)."""
    car.gear = RESTART
    p.harm = harm
    stack = best_stack(car.crew.squares, int(car.place)) if harm > SPIN else 0
    car.stop = turns_lost(harm, car.crew.squares.count(stack))
    if harm > SPIN:
        car.crew = after_repair(car.crew, int(car.place), stack)
    if events is not None:
        if stack > 0:
            events.append(_stack_event("repaired", _repair_clause(harm, int(car.stop)), p, car, stack))
        args: dict[str, object] = {"car": int(p.seat) + 1, "square": int(car.place), "turns": int(car.stop)}
        events.append(Event("off_road", "RA-44" if car.stop == 0 else "RA-45", args))
    if harm > SPIN and stack == 0:
        next_mover(p, events)  # everybody sees that no mechanic is in range
    else:
        p.phase = SERVICE


def _repair_clause(harm: int, left: int) -> str:
    """Down to a spin, a 3° to a 2°, or another degree made smaller."""
    if left == 0:
        return "RA-51"
    return "RA-52" if harm - SPIN == 3 and left == 2 else "RA-R21"


def _stack_event(kind: str, clause: str, p: Position, car: Car, stack: int) -> Event:
    number = p.tables.deck.numbers[p.route.squares[stack]]
    args: dict[str, object] = {"car": int(p.seat) + 1, "number": number, "square": stack}
    return Event(kind, clause, {**args, "mechanics": car.crew.squares.count(stack)})


def choose_service(p: Position, move: int, events: Events) -> None:
    """RA-55: a mechanic in range changes tyres; from there the car restarts in 1st (RA-58)."""
    ids = p.tables.ids
    if move == ids.drive_on:
        next_mover(p, events)
        return
    car = p.cars[p.seat]
    stack = best_stack(car.crew.squares, int(car.place))
    car.tyres = move - ids.fit
    car.gear = RESTART
    car.road = 0  # RA-R17
    car.crew = after_repair(car.crew, int(car.place), stack)
    car.stop = turns_lost_with_tyres(p.harm, car.stop)  # RA-57
    if events is not None:
        events.append(_stack_event("helped", "RA-55", p, car, stack))
        args: dict[str, object] = {"car": int(p.seat) + 1, "tyres": TYRES[car.tyres], "turns": int(car.stop)}
        events.append(Event("changed", "RA-57" if p.harm > SPIN else "RA-55", args))
    next_mover(p, events)
