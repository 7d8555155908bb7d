"""From special to special: whose turn it is, results, and what happens between two specials.

open_rally → start order → _open_special → weather → service → rounds of turns → results → _open_special …  (RM-R34)
"""

from __future__ import annotations

from parcferme.core.events import Event, Events
from parcferme.games.rallyman.actions import ORDER, ORDERS, READY, SNOW, SPARE, TYRES_SNOW
from parcferme.games.rallyman.board.rally import NO_ODDS, SPECIALS, WEATHER_FIXED, WEATHER_VARIABLE
from parcferme.games.rallyman.board.road import START
from parcferme.games.rallyman.mechanics.dice import GRAVEST
from parcferme.games.rallyman.mechanics.paths import UPRIGHT
from parcferme.games.rallyman.rules.begin import begin, change_tyre, tell, tell_of, timed
from parcferme.games.rallyman.rules.choices import service_actions
from parcferme.games.rallyman.rules.menu import NO_MENU, Menu
from parcferme.games.rallyman.rules.results import next_order, result, total
from parcferme.games.rallyman.rules.rounds import anybody_left, order_of_play
from parcferme.games.rallyman.state import (
    FINISHED,
    NOBODY,
    OVER_PHASE,
    RETIRED,
    SERVICE,
    START_ORDER,
    WAITING,
    WEATHER,
    Position,
)  # fmt: skip

FIRST_ARRIVAL = 4  # who waits on START has arrived in start order: 0 to 3

# ------------------------------------------------------------------ the start of the rally and of each special


def open_rally(p: Position) -> None:
    """SS1 starts in an order drawn by chance or set by the director (RM-R36)."""
    rally = p.rally
    if rally.players > 1 and not rally.start_order:
        p.phase = START_ORDER
        p.odds = rally.orders
        return
    p.orders = [rally.start_order or [0]]
    _open_special(p, None)


def order_drawn(p: Position, outcome: int, events: Events) -> None:
    p.orders = [ORDERS[outcome - ORDER]]
    if events is not None:
        events.append(Event("start_order", "RM-R36", {"special": 1, "order": p.start_order()}))
    _open_special(p, events)


def _open_special(p: Position, events: Events) -> None:
    """The road is built (RM-21), cars go to the start, then comes the weather (RM-80), then the service (RM-R34)."""
    rally = p.rally
    p.dirt = 0
    p.round = 0
    p.arrivals = FIRST_ARRIVAL
    _clear_cars(p)
    p.set_road(0)
    if events is not None:
        route = rally.roadbooks[p.special]
        events.append(Event("special", "RM-21", {"special": p.special + 1, "route": route, "spaces": p.road.length}))
    if rally.weather == WEATHER_VARIABLE:
        p.zones_rolled = 0
        p.actor = NOBODY
        p.phase = WEATHER
        p.menu = NO_MENU
        p.odds = rally.weather_roll
        return
    if rally.weather == WEATHER_FIXED:  # RM-R35
        _set_snow(p, rally.fixed_snow[p.special])
    _open_service(p, events)


def _clear_cars(p: Position) -> None:
    """Everybody begins anew on START. Who has retired stands on no road: the next one may be shorter (RM-R39)."""
    for car in p.cars:
        car.space = START
        car.cut = False
        car.pose = UPRIGHT
        car.gear = 0
        car.markers = 0  # RM-R33
        car.chrono = 0
        car.arrival = 0
    for place, seat in enumerate(p.start_order()):
        car = p.cars[seat]
        car.status = WAITING
        car.arrival = place


def _set_snow(p: Position, zones: int) -> None:
    p.snow = p.snow[:]
    p.snow[p.special] = zones


def weather_rolled(p: Position, outcome: int, events: Events) -> None:
    """One die for one zone: a hazard is snow (RM-79)."""
    zone: int = p.zones_rolled
    if outcome == SNOW:
        _set_snow(p, p.snow[p.special] | 1 << zone)
    zones = p.rally.zones[p.special]
    if events is not None:
        surface = "snow" if outcome == SNOW else "dry"
        events.append(Event(f"weather_{surface}", "RM-79", {"zone": zones[zone]}))
    p.zones_rolled = zone + 1
    if p.zones_rolled == len(zones):
        p.zones_rolled = 0
        _open_service(p, events)


# ------------------------------------------------------------------ service


def _open_service(p: Position, events: Events) -> None:
    """Assistance where the course sheet plans it (RM-20, RM-87), then each driver's choices."""
    p.set_road(p.snow[p.special])
    p.odds = NO_ODDS
    if p.rally.assisted[p.special]:
        for seat in p.start_order():
            _assist(p, seat, events)
    p.serviced = 0
    p.tyres_set = False
    _offer_service(p, events)


def _assist(p: Position, seat: int, events: Events) -> None:
    """Damage and flats are mended, a used spare tyre comes back (RM-71, RM-84, RM-85, RM-94, RM-R38); Sisu does not."""
    car = p.cars[seat]
    car.damage = 0
    car.flats = 0
    car.spare = p.rally.spare
    if events is not None:
        tell_of(p, seat, events, "assistance", "RM-84", {})


def _offer_service(p: Position, events: Events) -> None:
    """The next driver with something to choose; when there is none, the first round begins."""
    order = p.start_order()
    while p.serviced < len(order):
        seat = order[p.serviced]
        ids = service_actions(p, seat)
        if ids:
            p.actor = seat
            p.car = p.cars[seat]
            p.phase = SERVICE
            p.menu = Menu(ids)
            return
        p.serviced = p.serviced + 1
        p.tyres_set = False
    p.serviced = 0
    p.actor = NOBODY
    _next_round(p, events)


def service(p: Position, action: int, events: Events) -> None:
    """A driver's choice before the start."""
    if action == SPARE:
        change_tyre(p, p.car, events)
    elif action == READY:
        p.serviced = p.serviced + 1
        p.tyres_set = False
    else:
        p.car.tyres = 1 if action == TYRES_SNOW else 0
        p.tyres_set = True
        if events is not None:
            tell(p, events, "tyres_snow" if action == TYRES_SNOW else "tyres_asphalt", "RM-81", {})
    _offer_service(p, events)


# ------------------------------------------------------------------ rounds


def next_turn(p: Position, events: Events) -> None:
    """After a turn: the next driver of the round, or the next round."""
    if p.acted < len(p.queue):
        seat = p.queue[p.acted]
        p.acted = p.acted + 1
        begin(p, seat, events)
    else:
        _next_round(p, events)


def _next_round(p: Position, events: Events) -> None:
    """Everybody on the road acts once, in road order; the special ends when nobody is left (RM-R29)."""
    number = p.round + 1
    order = order_of_play(p, number)
    while not order and anybody_left(p):  # who is left has not entered yet
        number += 1
        order = order_of_play(p, number)
    p.queue = order
    if not order:
        p.acted = 0
        _end_special(p, events)
        return
    p.round = number
    p.acted = 1
    if events is not None and p.rally.players > 1:
        events.append(Event("round", "RM-R29", {"round": number, "order": order}))
    begin(p, order[0], events)


# ------------------------------------------------------------------ results


def _end_special(p: Position, events: Events) -> None:
    """Stage times go on the course sheet (RM-98, RM-99), and the next special opens or the rally is over."""
    p.actor = NOBODY
    for seat in p.start_order():
        car = p.cars[seat]
        if car.status == FINISHED:
            car.times = [*car.times, car.net()]
            if events is not None:
                args: dict[str, object] = {"special": p.special + 1, **timed(car.net())}
                tell_of(p, seat, events, "stage_time", "RM-99", args)
    if p.special < SPECIALS - 1 and not p.rally.assisted[p.special + 1]:
        _retire_wrecks(p, events)
    order = next_order(p)
    if p.special == SPECIALS - 1 or not order:
        p.phase = OVER_PHASE
        p.menu = NO_MENU
        p.odds = NO_ODDS
        if events is not None:
            _tell_end(p, events)
        return
    p.special = p.special + 1
    p.orders = [*p.orders, order]
    if events is not None:
        clause = "RM-100" if p.special == 1 else "RM-101"
        events.append(Event("start_order", clause, {"special": p.special + 1, "order": order}))
    _open_special(p, events)


def _retire_wrecks(p: Position, events: Events) -> None:
    """RM-R23: who lost the last black die on the finish line and is not assisted does not start again."""
    for seat in p.start_order():
        car = p.cars[seat]
        if car.status == FINISHED and car.damage >= GRAVEST:
            car.status = RETIRED
            if events is not None:
                tell_of(p, seat, events, "retired_damage", "RM-R23", {})


def _tell_end(p: Position, events: list[Event]) -> None:
    ended = result(p)
    if ended.reason == "all_retired":
        events.append(Event("all_retired", ended.clause, {}))
        return
    best = ended.winners()
    names = " + ".join([p.rally.driver(seat) for seat in best])
    events.append(Event("rally_over", ended.clause, {"drivers": names, **timed(total(p, best[0]))}))
