"""Rounds and specials: whose turn it is, results, and what happens between two specials.

open_rally → start order → open_special → weather → service → rounds of turns → results → open_special …  (RM-R34)
"""

# isort: skip_file
from __future__ import annotations

from typing import Final

from parcferme.core.events import Event
from parcferme.core.result import Result
from parcferme.games.rallyman.actions import ORDER, ORDERS, READY, SNOW, SPARE, TYRES_ASPHALT, TYRES_SNOW
from parcferme.games.rallyman.rules.cache import NO_CHOICES, Choices
from parcferme.games.rallyman.board.rally import GRAVEST, NO_ODDS, SPECIALS, WEATHER_FIXED, WEATHER_VARIABLE
from parcferme.games.rallyman.board.road import START, UPRIGHT
from parcferme.games.rallyman.rules.begin import Events, begin, change_tyre, tell
from parcferme.games.rallyman.state import (
    ARRIVAL, BLOCKS, CAR, CARS, CHRONO, DAMAGE, DIRT, DONE, FINISHED, FLATS, GEAR, MARKERS, NODE, ORDER_AT, OVER_PHASE,
    POSE, QUEUE, QUEUE_AT, RETIRED, ROUND, SERVICE, SERVICED, SNOW_ON, SPARE_HELD, SPECIAL, START_ORDER, STATUS, TIME,
    TYRES, TYRES_SET, WAITING, WEATHER, ZONE_DUE, Position,
)  # fmt: skip
from parcferme.lib.standings import ranked

OUT_FOR: Final = 100_000  # in scores: worth more than any time, for each special not driven to the end

# ------------------------------------------------------------------ the start of the rally and of each special


def open_rally(p: Position) -> None:
    """SS1 starts in an order drawn by chance or set by the director (RM-R36)."""
    rally = p.rally
    if rally.players > 1 and not rally.start_order:
        p.phase = START_ORDER
        p.odds = rally.orders
        return
    _set_order(p, rally.start_order or [0])
    _open_special(p, None)


def order_drawn(p: Position, outcome: int, events: Events) -> None:
    _set_order(p, ORDERS[outcome - ORDER])
    if events is not None:
        events.append(Event("start_order", "RM-R36", {"special": 1, "order": start_order(p, 0)}))
    _open_special(p, events)


def _set_order(p: Position, order: list[int]) -> None:
    first = ORDER_AT + 4 * p.v[SPECIAL]
    for place, seat in enumerate(order):
        p.v[first + place] = seat


def start_order(p: Position, special: int) -> list[int]:
    """The seats that start this special, first starter first; empty before it is known."""
    first = ORDER_AT + 4 * special
    return [seat for seat in p.v[first : first + 4] if seat >= 0]


def _open_special(p: Position, events: Events) -> None:
    """Cars to the start, then the weather (RM-80)."""
    v, rally = p.v, p.rally
    special = v[SPECIAL]
    v[DIRT] = 0
    v[ROUND] = 0
    p.arrivals = 4
    for _, car in BLOCKS[rally.players]:  # who has retired stands on no road: the next one may be shorter (RM-R39)
        v[car + NODE] = START
        v[car + POSE] = UPRIGHT
        v[car + GEAR] = 0
        v[car + MARKERS] = 0  # RM-R33
        v[car + CHRONO] = 0
    for place, seat in enumerate(start_order(p, special)):
        car = CARS + seat * CAR
        v[car + STATUS] = WAITING
        v[car + ARRIVAL] = place
    p.road = rally.road(special, 0)
    if events is not None:
        args: dict[str, object] = {"special": special + 1, "route": rally.roadbooks[special], "spaces": p.road.length}
        events.append(Event("special", "RM-21", args))
    if rally.weather == WEATHER_VARIABLE:
        v[ZONE_DUE] = 0
        p.actor = -1
        p.phase = WEATHER
        p.choices = NO_CHOICES
        p.odds = rally.weather_roll
        return
    if rally.weather == WEATHER_FIXED:
        v[SNOW_ON + special] = rally.fixed_snow[special]
    _open_service(p, events)


def weather_rolled(p: Position, outcome: int, events: Events) -> None:
    """One die for one zone: a hazard is snow (RM-79)."""
    v = p.v
    special, zone = v[SPECIAL], v[ZONE_DUE]
    if outcome == SNOW:
        v[SNOW_ON + special] |= 1 << zone
    zones = p.rally.zones[special]
    if events is not None:
        surface = "snow" if outcome == SNOW else "dry"
        events.append(Event(f"weather_{surface}", "RM-79", {"zone": zones[zone]}))
    v[ZONE_DUE] += 1
    if v[ZONE_DUE] == len(zones):
        _open_service(p, events)


# ------------------------------------------------------------------ service


def _open_service(p: Position, events: Events) -> None:
    """Assistance where the course sheet plans it (RM-84, RM-85, RM-87), then each driver's choices."""
    v = p.v
    special = v[SPECIAL]
    p.road = p.rally.road(special, v[SNOW_ON + special])
    p.odds = NO_ODDS
    for seat in start_order(p, special):
        car = CARS + seat * CAR
        p.actor = seat
        if p.rally.assisted[special]:
            v[car + DAMAGE] = 0
            v[car + FLATS] = 0
            v[car + SPARE_HELD] = p.rally.spare
            if events is not None:
                tell(p, events, "assistance", "RM-84", {})
        elif v[car + DAMAGE] >= GRAVEST:  # RM-R23: wrecked on the finish line, and nobody to mend it
            v[car + STATUS] = RETIRED
            if events is not None:
                tell(p, events, "retired_damage", "RM-R23", {})
    v[SERVICED] = 0
    v[TYRES_SET] = 0
    _offer_service(p, events)


def _offer_service(p: Position, events: Events) -> None:
    """The next driver with something to choose; when there is none, the first round begins."""
    v = p.v
    order = start_order(p, v[SPECIAL])
    while v[SERVICED] < len(order):
        seat = order[v[SERVICED]]
        ids = service_ids(p, seat)
        if ids:
            p.actor = seat
            p.phase = SERVICE
            p.choices = Choices(sorted([*ids, READY]))
            return
        v[SERVICED] += 1
        v[TYRES_SET] = 0
    p.actor = -1
    _next_round(p, events)


def service_ids(p: Position, seat: int) -> list[int]:
    """What a driver may do before the start, besides being ready (RM-23, RM-81, RM-86, RM-93)."""
    v = p.v
    car = CARS + seat * CAR
    if v[car + STATUS] == RETIRED:
        return []
    found: list[int] = []
    if v[car + FLATS] and v[car + SPARE_HELD]:
        found.append(SPARE)
    if p.rally.chooses_tyres and tyres_may_change(p) and not v[TYRES_SET]:
        found += [TYRES_ASPHALT, TYRES_SNOW]
    return found


def tyres_may_change(p: Position) -> bool:
    """At the start of SS1 and in each assistance, at no other time (RM-81)."""
    return p.v[SPECIAL] == 0 or p.rally.assisted[p.v[SPECIAL]]


def service(p: Position, action: int, events: Events) -> None:
    """A driver's choice before the start."""
    v = p.v
    car = CARS + p.actor * CAR
    if action == SPARE:
        change_tyre(p, car, events)
    elif action == READY:
        v[SERVICED] += 1
        v[TYRES_SET] = 0
    else:
        v[car + TYRES] = 1 if action == TYRES_SNOW else 0
        v[TYRES_SET] = 1
        if events is not None:
            kind = "tyres_snow" if action == TYRES_SNOW else "tyres_asphalt"
            tell(p, events, kind, "RM-81", {})
    _offer_service(p, events)


# ------------------------------------------------------------------ rounds


def next_turn(p: Position, events: Events) -> None:
    """After a turn: the next driver of the round, or the next round."""
    v = p.v
    place = v[QUEUE_AT]
    seat = v[QUEUE + place] if place < 4 else -1
    if seat >= 0:
        v[QUEUE_AT] = place + 1
        begin(p, seat, events)
    else:
        v[QUEUE_AT] = 4
        _next_round(p, events)


def _next_round(p: Position, events: Events) -> None:
    """Everybody on the road acts once, in road order; the special ends when nobody is left (RM-R29)."""
    v = p.v
    if p.rally.players == 1 and v[CARS + STATUS] < FINISHED:  # the order of one
        v[ROUND] = v[ROUND] + 1
        v[QUEUE_AT] = 4
        begin(p, 0, events)
        return
    drivers = _line_up(p, v, v[ROUND] + 1)
    while not drivers and p.rally.staggered and _anybody_left(p):  # who is left has not entered yet
        v[ROUND] = v[ROUND] + 1
        drivers = _line_up(p, v, v[ROUND] + 1)
    if not drivers:
        _results(p, events)
        return
    v[ROUND] = v[ROUND] + 1
    v[QUEUE_AT] = 1
    while drivers < 4 and v[QUEUE + drivers] >= 0:  # finished, or retired
        v[QUEUE + drivers] = -1
        drivers += 1
    if events is not None:
        order = [seat for seat in v[QUEUE : QUEUE + 4] if seat >= 0]
        events.append(Event("round", "RM-78", {"round": v[ROUND], "order": order}))
    begin(p, v[QUEUE], events, True)


def _anybody_left(p: Position) -> bool:
    return any(p.v[CARS + seat * CAR + STATUS] < FINISHED for seat in range(p.rally.players))


def order_of_play(p: Position, number: int) -> list[int]:
    """Who would act in this round, first first."""
    v = p.v[:]
    drivers = _line_up(p, v, number)
    return v[QUEUE : QUEUE + drivers]


def _line_up(p: Position, v: list[int], number: int) -> int:
    """Put those who act in this round into the queue of `v`, in road order; returns how many they are (RM-78)."""
    at, staggered, drivers = p.road.at, p.rally.staggered, 0
    for seat, car in BLOCKS[p.rally.players]:
        if v[car + STATUS] >= FINISHED or (staggered and not _has_entered(v, car, number)):
            continue
        place = QUEUE + drivers
        while place > QUEUE and _goes_first(v, at, car, CARS + v[place - 1] * CAR):
            v[place] = v[place - 1]
            place -= 1
        v[place] = seat
        drivers += 1
    return drivers


def _has_entered(v: list[int], car: int, number: int) -> bool:
    """Cars may start one round after the other; who waits has arrived at its place in the start order."""
    return v[car + STATUS] != WAITING or v[car + ARRIVAL] < number


def _goes_first(v: list[int], at: list[int], car: int, rival: int) -> bool:
    """Is this car further along, or else in the higher gear, or else the earlier to arrive (RM-78)?"""
    lead = at[v[car + NODE]] - at[v[rival + NODE]] or v[car + GEAR] - v[rival + GEAR]
    return lead > 0 or (lead == 0 and v[car + ARRIVAL] < v[rival + ARRIVAL])


# ------------------------------------------------------------------ results


def _results(p: Position, events: Events) -> None:
    """Stage times go on the course sheet (RM-98, RM-99), and the next special opens or the rally is over."""
    v = p.v
    special = v[SPECIAL]
    p.actor = -1
    for seat in start_order(p, special):
        car = CARS + seat * CAR
        if v[car + STATUS] == FINISHED:
            v[car + TIME + special] = v[car + CHRONO] - v[car + MARKERS]
            v[car + DONE] += 1
            if events is not None:
                p.actor = seat
                tell(p, events, "stage_time", "RM-99", {"special": special + 1, "seconds": v[car + TIME + special]})
                p.actor = -1
    order = next_order(p)
    if special == SPECIALS - 1 or not order:
        p.phase = OVER_PHASE
        p.choices = NO_CHOICES
        p.odds = NO_ODDS
        if events is not None:
            _tell_end(p, events)
        return
    v[SPECIAL] = special + 1
    _set_order(p, order)
    if events is not None:
        clause = "RM-100" if special == 0 else "RM-101"
        events.append(Event("start_order", clause, {"special": special + 2, "order": order}))
    _open_special(p, events)


def next_order(p: Position) -> list[int]:
    """Fastest total first; drivers with equal totals keep their order (RM-100, RM-101, RM-R36)."""
    alive = [seat for seat in start_order(p, p.v[SPECIAL]) if p.v[CARS + seat * CAR + STATUS] != RETIRED]
    keys = sorted([total(p, seat) * 16 + place * 4 + seat for place, seat in enumerate(alive)])
    return [key & 3 for key in keys]


def total(p: Position, seat: int) -> int:
    """The seat's time over the specials it drove to the end."""
    car = CARS + seat * CAR
    return sum([p.v[car + TIME + special] for special in range(p.v[car + DONE])])


def result(p: Position) -> Result:
    """The shortest total wins (RM-102); who retired comes after all others, by specials driven (RM-R39)."""
    seats = range(p.rally.players)
    done = [p.v[CARS + seat * CAR + DONE] for seat in seats]
    out = [1 if p.v[CARS + seat * CAR + STATUS] == RETIRED else 0 for seat in seats]
    totals = [total(p, seat) for seat in seats]
    keys: list[tuple[int, ...]] = [(out[seat], -done[seat], totals[seat]) for seat in seats]
    scores = [-totals[seat] - OUT_FOR * (SPECIALS - done[seat]) for seat in seats]
    measures = {"seconds": totals, "specials": done}
    if all(out):
        return Result(ranked(keys), scores, measures, "all_retired", "RM-R39")
    return Result(ranked(keys), scores, measures, "finished", "RM-102")


def _tell_end(p: Position, events: list[Event]) -> None:
    ended = result(p)
    if ended.reason == "all_retired":
        events.append(Event("all_retired", ended.clause, {}))
        return
    best = ended.winners()
    names = " + ".join(p.rally.driver(seat) for seat in best)
    events.append(Event("rally_over", ended.clause, {"drivers": names, "seconds": total(p, best[0])}))


def reopen(p: Position) -> None:
    """What a node outside a turn offers, worked out from the numbers alone."""
    phase = p.phase
    if phase == START_ORDER:
        p.odds = p.rally.orders
    elif phase == WEATHER:
        p.odds = p.rally.weather_roll
    elif phase == SERVICE:
        _offer_service(p, None)
