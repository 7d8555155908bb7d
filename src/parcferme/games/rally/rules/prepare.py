"""Before the first car starts: start order, set-ups, first weather, road cards, mechanics."""

from __future__ import annotations

from parcferme.core.events import Event
from parcferme.games.rally.actions import SETUPS as SETUP_NAMES
from parcferme.games.rally.load import EXITS
from parcferme.games.rally.route import Route
from parcferme.games.rally.rules import drive
from parcferme.games.rally.state import (
    BARRED,
    CARD,
    DRAW,
    EXIT,
    GEARBOX,
    KEY,
    LAY,
    MARK,
    MECH,
    MECHANICS,
    ORDER,
    P_DRAWN,
    P_PHASE,
    P_RACE,
    P_ROUND,
    P_SEAT,
    P_SECTOR,
    P_STAGE,
    P_TURN,
    PLACE,
    ROAD,
    RUBBER,
    SETUP,
    SETUPS,
    SHOWN,
    STOP,
    UNPAIRED,
    Position,
)


def begin_race(p: Position, events: list[Event] | None) -> None:
    """RA-75: the first start order of a race is drawn by lot, so all are equal."""
    v = p.v
    for seat in range(6):
        v[KEY + seat] = 0
    if events is not None:
        race = p.tables.races[v[P_RACE]]
        args: dict[str, object] = {"race": race.id, "name": race.name, "ring": race.ring}
        events.append(Event("race", race.clause, args))
    order_cars(p, events)


# ── start order ──────────────────────────────────────────────────────────────────────────────────────────────────────


def order_cars(p: Position, events: list[Event] | None) -> None:
    """Fresh cars, then their start order: ascending by key, equals drawn by lot (RA-75)."""
    _renew_cars(p)
    p.v[P_DRAWN] = 0
    _draw_on(p, events)


def _renew_cars(p: Position) -> None:
    """RA-R39: every stage starts with a whole car, an over-rev card (RA-23) and mechanics to place."""
    v = p.v
    for seat in range(6):
        for field in (PLACE, ROAD, GEARBOX, RUBBER, STOP, EXIT, SHOWN, BARRED, UNPAIRED):
            v[field + seat] = 0
        for index in range(3):
            v[MECH + 3 * seat + index] = 0
        v[CARD + seat] = 1
    v[P_ROUND] = 0
    v[P_TURN] = 0
    p.route = p.tables.roads[v[P_RACE]][v[P_STAGE]]


def equals(p: Position) -> list[int]:
    """The seats that may start next: those not yet drawn whose key is lowest."""
    v = p.v
    drawn = v[ORDER : ORDER + v[P_DRAWN]]
    waiting = [seat for seat in range(p.tables.players) if seat not in drawn]
    lowest = min(v[KEY + seat] for seat in waiting)
    return [seat for seat in waiting if v[KEY + seat] == lowest]


def draw(p: Position, seat: int, events: list[Event] | None) -> None:
    """Chance has drawn the next starter."""
    _place(p, seat)
    if events is not None:
        events.append(Event("drawn", "RA-75", {"car": seat + 1, "start": p.v[P_DRAWN]}))
    _draw_on(p, events)


def _place(p: Position, seat: int) -> None:
    p.v[ORDER + p.v[P_DRAWN]] = seat
    p.v[P_DRAWN] += 1


def _draw_on(p: Position, events: list[Event] | None) -> None:
    """Place whoever has no equal; stop where chance must decide."""
    v = p.v
    while v[P_DRAWN] < p.tables.players:
        seats = equals(p)
        if len(seats) > 1:
            v[P_PHASE] = DRAW
            return
        _place(p, seats[0])
    if events is not None:
        cars: list[object] = [seat + 1 for seat in v[ORDER : ORDER + p.tables.players]]
        events.append(Event("start_order", "RA-75", {"cars": cars}))
    if v[P_STAGE] == 0:
        v[P_PHASE] = SETUP  # RA-12: once a race
    else:
        begin_laying(p, events)


# ── set-ups and first weather ────────────────────────────────────────────────────────────────────────────────────────


def set_up(p: Position, moves: list[int], events: list[Event] | None) -> None:
    """All set-ups at once (RA-R05); they stay for the whole race (RA-13)."""
    for seat, action in enumerate(moves):
        setup = action - p.tables.ids.setup
        p.v[SETUPS + seat] = setup
        if events is not None:
            events.append(Event("setup", "RA-12", {"car": seat + 1, "setup": SETUP_NAMES[setup]}))
    p.v[P_PHASE] = MARK


def mark_weather(p: Position, face: int, events: list[Event] | None) -> None:
    """RA-R30: each race starts from a rolled sector."""
    ring = p.tables.race_rings[p.v[P_RACE]]
    p.v[P_SECTOR] = ring.start[face]
    if events is not None:
        events.append(drive.weather_event(p, "first_weather", "RA-R30", str(face + 1)))
    begin_laying(p, events)


# ── the road ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def begin_laying(p: Position, events: list[Event] | None) -> None:
    v, t = p.v, p.tables
    spec = p.route.spec
    layer = v[ORDER + t.players - 1]  # RA-09, RA-R04: the last starter
    v[P_SEAT] = layer
    if events is not None:
        args: dict[str, object] = {"stage": v[P_STAGE] + 1, "cards": spec.cards}
        events.append(Event("special_stage", "RA-77", args) if spec.special else Event("stage", spec.clause, args))
    v[P_PHASE] = MECHANICS if p.route.is_complete() else LAY


def lay(p: Position, card: int, events: list[Event] | None) -> None:
    """A card joins the road, entry to exit (RA-03)."""
    t = p.tables
    p.route = Route(p.route.yard, [*p.route.cards, card])
    if events is not None:
        road = t.deck.cards[card]
        args: dict[str, object] = {"card": road.no, "name": road.name, "exit": EXITS[road.exit]}
        args["position"] = len(p.route.cards)
        if t.auto_lay:
            events.append(Event("dealt", "RA-10", args))
        else:
            events.append(Event("laid", "RA-09", {"car": p.v[P_SEAT] + 1, **args}))
    if p.route.is_complete():
        p.v[P_PHASE] = MECHANICS


# ── mechanics ────────────────────────────────────────────────────────────────────────────────────────────────────────


def mechanic_squares(p: Position, seat: int) -> list[int]:
    """The squares this seat may still note, in road order from its last mechanic on, as ascending action ids."""
    first = p.tables.ids.mechanic
    route, done = p.route, p.v[P_ROUND]
    if done == 0:
        return [first + square for square in route.rank]
    return [first + square for square in sorted(route.squares[p.v[MECH + 3 * seat + done - 1] :])]


def place_mechanics(p: Position, moves: list[int], events: list[Event] | None) -> None:
    """One mechanic each, noted in secret."""
    v, t = p.v, p.tables
    for seat, action in enumerate(moves):
        square = p.route.squares.index(action - t.ids.mechanic)
        v[MECH + 3 * seat + v[P_ROUND]] = square
        if events is not None:
            args: dict[str, object] = {"number": t.deck.numbers[p.route.squares[square]], "square": square}
            events.append(Event("mechanic", "RA-50", {"car": seat + 1, **args}, (seat,)))
    v[P_ROUND] += 1
    if v[P_ROUND] == 3:
        if events is not None:
            events.append(Event("mechanics_noted", "RA-50"))
        drive.begin_driving(p, events)
