"""Before the first car starts: start order, set-ups, first weather, road cards, mechanics."""

from __future__ import annotations

from parcferme.core.events import Event, Events
from parcferme.games.rally.board.parts import EXITS, SETUPS
from parcferme.games.rally.board.route import Route
from parcferme.games.rally.mechanics.crew import EACH, Crew
from parcferme.games.rally.rules import drive
from parcferme.games.rally.state import (
    DEAL,
    DRAW,
    LAY,
    MARK,
    MECHANICS,
    SETUP,
    SOLO_MECHANICS,
    SOLO_SETUP,
    Position,
    new_car,
)


def begin_race(p: Position, events: Events) -> None:
    if events is not None:
        race = p.tables.races[p.race]
        args: dict[str, object] = {"race": race.id, "name": race.name, "ring": race.ring}
        events.append(Event("race", race.clause, args))
    order_cars(p, events)


# ── start order ──────────────────────────────────────────────────────────────────────────────────────────────────────


def order_cars(p: Position, events: Events) -> None:
    """Fresh cars (RA-R39), then their start order: by the last arrival, equals drawn by lot (RA-75)."""
    p.cars = [new_car(int(car.setup)) for car in p.cars]  # RA-13: the set-up stays
    p.turn = 0
    p.order = []
    p.route = p.tables.roads[p.race][p.stage]
    _draw_on(p, events)


def equals(p: Position) -> list[int]:
    """The seats that may start next: of those not yet drawn the best of the last arrival, all before the first."""
    waiting = [seat for seat in range(p.tables.players) if seat not in p.order]
    if p.stage == 0:
        return waiting  # RA-10, RA-R04: a race's first order is drawn by lot
    scores = p.sheet[-1].scores  # RA-R35
    lowest = min(scores[seat] for seat in waiting)
    return [seat for seat in waiting if scores[seat] == lowest]


def draw(p: Position, move: int, events: Events) -> None:
    """Chance has drawn the next starter."""
    seat = move - p.tables.ids.draw
    p.order = [*p.order, seat]
    if events is not None:
        events.append(Event("drawn", "RA-75", {"car": seat + 1, "start": len(p.order)}))
    _draw_on(p, events)


def _draw_on(p: Position, events: Events) -> None:
    """Place whoever has no equal; stop where chance must decide."""
    while len(p.order) < p.tables.players:
        seats = equals(p)
        if len(seats) > 1:
            p.phase = DRAW
            return
        p.order = [*p.order, seats[0]]
    if events is not None:
        cars: list[object] = [seat + 1 for seat in p.order]
        events.append(Event("start_order", "RA-75", {"cars": cars}))
    if p.stage == 0:
        p.phase = SETUP if p.tables.players > 1 else SOLO_SETUP  # RA-12: once a race
    else:
        begin_laying(p, events)


# ── set-ups and first weather ────────────────────────────────────────────────────────────────────────────────────────


def set_up(p: Position, moves: list[int], events: Events) -> None:
    """All set-ups at once (RA-R05); they stay for the whole race (RA-13)."""
    for seat, action in enumerate(moves):
        setup = action - p.tables.ids.setup
        p.cars[seat].setup = setup
        if events is not None:
            events.append(Event("setup", "RA-12", {"car": seat + 1, "setup": SETUPS[setup]}))
    p.phase = MARK


def set_up_alone(p: Position, move: int, events: Events) -> None:
    set_up(p, [move], events)


def mark_weather(p: Position, move: int, events: Events) -> None:
    """RA-R30: each race starts from a rolled sector."""
    face = move - p.tables.ids.die
    p.sector = p.ring().start[face]
    if events is not None:
        events.append(drive.weather_event(p, "first_weather", "RA-R30", str(face + 1)))
    begin_laying(p, events)


# ── the road ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def begin_laying(p: Position, events: Events) -> None:
    spec = p.route.spec
    p.seat = p.order[-1]  # RA-09, RA-R04: the last starter
    if events is not None:
        args: dict[str, object] = {"stage": int(p.stage) + 1, "cards": spec.cards}
        events.append(Event("special_stage", "RA-77", args) if spec.special else Event("stage", spec.clause, args))
    if p.route.is_complete():
        _begin_placing(p)
    else:
        p.phase = DEAL if p.tables.auto_lay else LAY


def lay(p: Position, move: int, events: Events) -> None:
    """The layer's card (RA-09)."""
    args = _join(p, move - p.tables.ids.lay)
    if events is not None:
        events.append(Event("laid", "RA-09", {"car": int(p.seat) + 1, **args}))


def deal(p: Position, move: int, events: Events) -> None:
    """Chance's card, where that is agreed (RA-10)."""
    args = _join(p, move - p.tables.ids.card)
    if events is not None:
        events.append(Event("dealt", "RA-10", args))


def _join(p: Position, card: int) -> dict[str, object]:
    """A card joins the road, entry to exit (RA-03)."""
    p.route = Route(p.route.yard, [*p.route.cards, card])
    if p.route.is_complete():
        _begin_placing(p)
    road = p.tables.deck.cards[card]
    return {"card": road.no, "name": road.name, "exit": EXITS[road.exit], "position": len(p.route.cards)}


# ── mechanics ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _begin_placing(p: Position) -> None:
    p.phase = MECHANICS if p.tables.players > 1 else SOLO_MECHANICS


def mechanic_squares(p: Position, seat: int) -> list[int]:
    """The squares this seat may still note, from its last mechanic on along the road (RA-R22), as ascending ids."""
    first = p.tables.ids.mechanic
    placed = p.cars[seat].crew.squares
    if not placed:
        return [first + square for square in p.route.rank]
    return [first + square for square in sorted(p.route.squares[placed[-1] :])]


def place_mechanics(p: Position, moves: list[int], events: Events) -> None:
    """One mechanic each, noted in secret (RA-50); rivals may share a square (RA-54)."""
    t = p.tables
    for seat, action in enumerate(moves):
        square = p.route.squares.index(action - t.ids.mechanic)
        car = p.cars[seat]
        car.crew = Crew([*car.crew.squares, square])
        if events is not None:
            args: dict[str, object] = {"number": t.deck.numbers[p.route.squares[square]], "square": square}
            events.append(Event("mechanic", "RA-50", {"car": seat + 1, **args}, (seat,)))
    if p.noted() == EACH:
        if events is not None:
            events.append(Event("mechanics_noted", "RA-50"))
        drive.begin_driving(p, events)


def place_mechanic_alone(p: Position, move: int, events: Events) -> None:
    place_mechanics(p, [move], events)
