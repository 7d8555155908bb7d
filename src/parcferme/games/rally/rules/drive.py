"""A turn: weather, then each car in start order: gear, risk die, squares, damage, service.

begin_driving → next_mover → (tyres) → set_gear → roll_risk → enter … → halt or off_road → serve → next_mover
                    ↑                                                                                   │
              turn_weather ←──────────────────── end_turn ←─────────────────────────────────────────────┘
"""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Event
from parcferme.games.rally.actions import TYRES as TYRE_NAMES
from parcferme.games.rally.load import DAMAGES, ELIMINATED, UNHURT, WEATHERS
from parcferme.games.rally.mechanics import best_stack, known_after_repair, stack_size
from parcferme.games.rally.state import (
    AT_START,
    CARD,
    DAMAGE,
    EXIT,
    FINISH,
    GEAR,
    GEARBOX,
    ORDER,
    P_CASE,
    P_DEGREE,
    P_DIE,
    P_DIFFERENCE,
    P_ENTERED,
    P_LEFT,
    P_LEVEL,
    P_PHASE,
    P_RACE,
    P_ROOM,
    P_SEAT,
    P_SECTOR,
    P_SLOT,
    P_TURN,
    PLACE,
    RESTART,
    RISK,
    ROAD,
    RUBBER,
    SERVICE,
    SETUPS,
    STEP,
    STOP,
    TYRES,
    WEATHER,
    Position,
)

ON_ROAD: Final = -1


# ── turns ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def begin_driving(p: Position, events: list[Event] | None) -> None:
    """Turn 1, in the weather that is there (RA-R29)."""
    p.v[P_TURN] = 1
    p.v[P_SLOT] = -1
    if events is not None:
        events.append(Event("turn", "RA-32", {"turn": 1}))
    next_mover(p, events)


def next_mover(p: Position, events: list[Event] | None) -> None:
    """The next car that moves in this turn: start order, one more starter each turn (RA-32, RA-33)."""
    v = p.v
    slot = v[P_SLOT] + 1
    started = min(v[P_TURN], p.tables.players)
    while slot < started:
        seat = v[ORDER + slot]
        if v[EXIT + seat] == 0:
            if v[STOP + seat] == 0:
                _begin_move(p, slot, seat, events)
                return
            v[STOP + seat] -= 1  # RA-45
            if events is not None:
                events.append(Event("waits", "RA-45", {"car": seat + 1, "left": v[STOP + seat]}))
        slot += 1
    _end_turn(p)


def _begin_move(p: Position, slot: int, seat: int, events: list[Event] | None) -> None:
    v = p.v
    v[P_SLOT] = slot
    v[P_SEAT] = seat
    gear = v[GEARBOX + seat]
    if gear == AT_START:
        v[P_PHASE] = TYRES  # RA-64
    elif gear == RESTART:
        set_gear(p, 1, events)  # RA-26: nothing to choose
    else:
        v[P_PHASE] = GEAR


def _end_turn(p: Position) -> None:
    """Over when every car, also one yet to start, has left or is out; else the weather die (RA-59)."""
    v = p.v
    for seat in range(p.tables.players):
        if v[EXIT + seat] == 0:
            v[P_TURN] += 1
            v[P_PHASE] = WEATHER
            return
    v[P_PHASE] = FINISH  # scored by rules/score.py


def turn_weather(p: Position, forward: bool, events: list[Event] | None) -> None:
    """RA-60: the arrow moves one sector, and the sectors are a ring (RA-R31)."""
    v = p.v
    sectors = len(p.tables.race_rings[v[P_RACE]].kinds)
    v[P_SECTOR] = (v[P_SECTOR] + (1 if forward else sectors - 1)) % sectors
    v[P_SLOT] = -1
    if events is not None:
        events.append(Event("turn", "RA-32", {"turn": v[P_TURN]}))
        events.append(weather_event(p, "weather", "RA-60", "even" if forward else "odd"))
    next_mover(p, events)


def weather_event(p: Position, kind: str, clause: str, roll: str) -> Event:
    args: dict[str, object] = {"roll": roll, "sector": p.v[P_SECTOR] + 1, "weather": WEATHERS[p.weather()]}
    args["points"] = p.weather_points()
    return Event(kind, clause, args)


# ── tyres and gear ───────────────────────────────────────────────────────────────────────────────────────────────────


def fit_at_start(p: Position, tyres: int, events: list[Event] | None) -> None:
    """RA-64: tyres are chosen before starting."""
    v = p.v
    v[RUBBER + v[P_SEAT]] = tyres
    v[P_PHASE] = GEAR
    if events is not None:
        events.append(Event("fitted", "RA-64", {"car": v[P_SEAT] + 1, "tyres": TYRE_NAMES[tyres]}))


def over_rev(p: Position, gear: int, events: list[Event] | None) -> None:
    """RA-22: down two gears for the card."""
    seat = p.v[P_SEAT]
    p.v[CARD + seat] = 0
    if events is not None:
        events.append(Event("overrev", "RA-22", {"car": seat + 1, "gear": gear}))
    set_gear(p, gear, events)


def set_gear(p: Position, gear: int, events: list[Event] | None) -> None:
    """RA-36: the gear first, the die afterwards."""
    v = p.v
    seat = v[P_SEAT]
    v[GEARBOX + seat] = gear
    v[ROAD + seat] = 0  # on the move: it does not stand in its own way
    v[P_PHASE] = RISK
    if events is not None:
        least, most, _, _ = p.plan(seat, gear)
        events.append(Event("gear", "RA-19", {"car": seat + 1, "gear": gear, "least": least, "most": most}))


def roll_risk(p: Position, face: int, events: list[Event] | None) -> None:
    """RA-37: gear and modified die give the level; RA-28: the gear's minimum is compulsory."""
    v = p.v
    seat = v[P_SEAT]
    least, most, row, levels = p.plan(seat, v[GEARBOX + seat])
    v[P_DIE] = face
    v[P_LEVEL] = levels[face]
    v[P_CASE] = row
    v[P_ENTERED] = 0
    v[P_LEFT] = least
    v[P_ROOM] = most
    if events is not None:
        events.append(_risk_event(p, seat, face))
    if least == 1 or v[PLACE + seat] == p.route.length:
        enter(p, 0, events)  # one square that must be entered, or the way out: nothing to choose
    else:
        v[P_PHASE] = STEP


def _risk_event(p: Position, seat: int, face: int) -> Event:
    v = p.v
    die = min(6, face + v[SETUPS + seat] + p.weather_points())
    args: dict[str, object] = {"car": seat + 1, "gear": v[GEARBOX + seat], "face": face, "die": die}
    return Event("risk", "RA-37", {**args, "level": v[P_LEVEL]})


# ── squares ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def enter(p: Position, brakes: int, events: list[Event] | None) -> None:
    """The next square, with brakes on it (RA-31) and the cars just overtaken (RA-25)."""
    v = p.v
    seat = v[P_SEAT]
    place = v[PLACE + seat] + 1
    if place > p.route.length:
        _leave(p, seat, events)
        return
    overtaken = 0 if v[P_ENTERED] == 0 else v[ROAD : ROAD + 6].count(place - 1)  # RA-R14, RA-R15
    if p.tables.surcharge_on_occupied:
        overtaken = v[ROAD : ROAD + 6].count(place)
    v[PLACE + seat] = place
    v[P_ENTERED] += 1
    v[P_ROOM] -= 1
    left = v[P_LEFT] - 1 - brakes  # RA-29
    v[P_LEFT] = left if left > 0 else 0
    factor = p.route.factors[v[P_CASE]][place] + brakes + overtaken  # RA-68
    difference = factor - v[P_LEVEL]
    if events is not None:
        events.append(_entered(p, seat, place, brakes, overtaken, max(0, factor)))
    if difference > 0:  # RA-41, RA-R09
        v[P_DIFFERENCE] = difference if difference < 5 else 5  # RA-R10
        v[P_PHASE] = DAMAGE
    else:
        _go_on(p, events)


def _entered(p: Position, seat: int, place: int, brakes: int, overtaken: int, factor: int) -> Event:
    number = p.tables.deck.numbers[p.route.squares[place]]
    args: dict[str, object] = {"car": seat + 1, "square": place, "number": number, "factor": factor}
    args["level"] = p.v[P_LEVEL]
    if brakes == 0 and overtaken == 0:
        return Event("enters", "RA-05", args)
    if brakes == 0:
        return Event("overtakes", "RA-25", {**args, "cars": overtaken})
    return Event("brakes", "RA-31", {**args, "brakes": brakes, "cars": overtaken})


def _go_on(p: Position, events: list[Event] | None) -> None:
    """After a square taken unharmed: on, or a choice, or the gear's maximum is reached (RA-38)."""
    v = p.v
    if v[P_ROOM] == 0:
        halt(p, events)
    elif v[P_LEFT] == 1 or (v[P_LEFT] > 1 and v[PLACE + v[P_SEAT]] == p.route.length):
        enter(p, 0, events)
    else:
        v[P_PHASE] = STEP


def halt(p: Position, events: list[Event] | None) -> None:
    """The move ends on the road; in 1st or 2nd a mechanic may be asked (RA-56)."""
    v = p.v
    seat = v[P_SEAT]
    v[ROAD + seat] = v[PLACE + seat]
    if v[GEARBOX + seat] <= 2:
        v[P_DEGREE] = ON_ROAD
        v[P_PHASE] = SERVICE
    else:
        next_mover(p, events)


def _leave(p: Position, seat: int, events: list[Event] | None) -> None:
    """RA-69, RA-R33: beyond the last square the stage is done, whatever minimum remains."""
    v = p.v
    v[PLACE + seat] = p.route.length + 1
    v[EXIT + seat] = v[P_TURN]
    if events is not None:
        events.append(Event("leaves", "RA-69", {"car": seat + 1, "turn": v[P_TURN]}))
    next_mover(p, events)


# ── damage and mechanics ─────────────────────────────────────────────────────────────────────────────────────────────


def roll_damage(p: Position, face: int, events: list[Event] | None) -> None:
    """RA-42: the damage table by difference and die."""
    v = p.v
    seat = v[P_SEAT]
    outcome = p.tables.damage[v[P_DIFFERENCE]][face - 1]
    if events is not None:
        args: dict[str, object] = {"car": seat + 1, "difference": v[P_DIFFERENCE], "face": face}
        events.append(Event("damage", "RA-42", {**args, "outcome": DAMAGES[outcome], "square": v[PLACE + seat]}))
    if outcome == UNHURT:
        _go_on(p, events)  # RA-43
    elif outcome == ELIMINATED:
        v[EXIT + seat] = -v[P_TURN]  # RA-46
        if events is not None:
            events.append(Event("eliminated", "RA-46", {"car": seat + 1, "square": v[PLACE + seat]}))
        next_mover(p, events)
    else:
        _off_road(p, outcome - 1, events)


def _off_road(p: Position, degree: int, events: list[Event] | None) -> None:
    """RA-47: the car stops at the roadside, for as long as its best mechanics in range leave it (RA-R21)."""
    v = p.v
    seat, place = v[P_SEAT], v[PLACE + v[P_SEAT]]
    v[GEARBOX + seat] = RESTART
    v[P_DEGREE] = degree
    stack = best_stack(v, seat, place) if degree > 0 else 0
    size = stack_size(v, seat, stack)
    stop = max(0, degree - size)
    v[STOP + seat] = stop
    if degree > 0:
        known_after_repair(v, seat, place, stack)
    if events is not None:
        if stack > 0:
            events.append(_stack_event("repaired", "RA-51", p, seat, stack))
        clause = "RA-44" if stop == 0 else "RA-45"
        events.append(Event("off_road", clause, {"car": seat + 1, "square": place, "turns": stop}))
    if degree > 0 and stack == 0:
        next_mover(p, events)  # everybody sees that no mechanic is in range
    else:
        v[P_PHASE] = SERVICE


def _stack_event(kind: str, clause: str, p: Position, seat: int, stack: int) -> Event:
    number = p.tables.deck.numbers[p.route.squares[stack]]
    args: dict[str, object] = {"car": seat + 1, "number": number, "square": stack}
    return Event(kind, clause, {**args, "mechanics": stack_size(p.v, seat, stack)})


def serve(p: Position, tyres: int, events: list[Event] | None) -> None:
    """RA-55: a mechanic in range changes tyres; from there the car restarts in 1st (RA-58)."""
    v = p.v
    seat, place = v[P_SEAT], v[PLACE + v[P_SEAT]]
    stack = best_stack(v, seat, place)
    v[RUBBER + seat] = tyres
    v[GEARBOX + seat] = RESTART
    v[ROAD + seat] = 0  # RA-R17
    known_after_repair(v, seat, place, stack)
    if v[P_DEGREE] > 0 and v[STOP + seat] == 0:
        v[STOP + seat] = 1  # RA-57, RA-R24: repair and tyres together cost a turn
    if events is not None:
        events.append(_stack_event("helped", "RA-55", p, seat, stack))
        args: dict[str, object] = {"car": seat + 1, "tyres": TYRE_NAMES[tyres], "turns": v[STOP + seat]}
        events.append(Event("changed", "RA-57" if v[P_DEGREE] > 0 else "RA-55", args))
    next_mover(p, events)
