"""What a seat or a spectator may know, field by field.

Hidden are rivals' mechanics until they act. Everything else lies on the table. Nothing here depends on a mechanic that
the viewer may not know, not even a length.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rally.board.parts import (
    EXITS,
    FEATURES,
    GEARS,
    RAIN,
    SETUPS,
    SNOW,
    STORM,
    TYRES,
    WEATHERS,
    Card,
    StageSpec,
)
from parcferme.games.rally.mechanics.driving import ANY_GEAR, FORD_IN_RAIN, FORD_IN_SNOW, RESTART
from parcferme.games.rally.mechanics.standings import (
    StageResult,
    championship,
    race_points,
    race_totals,
    stage_scores,
    stages_driven,
)
from parcferme.games.rally.rules.ahead import factors_ahead, overtaken_ahead
from parcferme.games.rally.state import (
    DAMAGE,
    DEAL,
    GEAR,
    LAY,
    RISK,
    SERVICE,
    SHOWN_PHASES,
    STEP,
    TYRES_FIT,
    Position,
)
from parcferme.games.rally.view_types import (
    Gear,
    LaidCard,
    Move,
    Point,
    Race,
    RallyCar,
    RallyView,
    Range,
    Road,
    RoadCard,
    Square,
    Stack,
    StageRow,
    Tables,
    Weather,
)
from parcferme.games.rally.view_types import StageSpec as Spec

AHEAD: Final = 20  # squares whose factors, traffic included, a view lists for the mover


def view(p: Position, seat: int | None, deciding: tuple[int, ...]) -> RallyView:
    t, race, stage = p.tables, int(p.race), int(p.stage)
    return {
        "phase": SHOWN_PHASES[p.phase],
        "seat": seat,
        "to_act": list(deciding),
        "players": t.players,
        "scope": t.scope,
        "turn": int(p.turn),
        "races": [_race(p, index) for index in range(len(t.races))],
        "race": race,
        "stage": {"index": stage, "of": len(t.stages[race]), **_spec(t.stages[race][stage])},
        "weather": _weather(p),
        "road": _road(p),
        "order": list(p.order),
        "cars": [_car(p, car) for car in range(t.players)],
        "move": _move(p),
        "mechanics": _own_mechanics(p, seat) if seat is not None else [],
        "sheet": [_row(row) for row in p.sheet],
        "points": list(championship(p.sheet, [len(stages) for stages in t.stages], t.players)),
        "tables": _tables(p),
    }


# ── the season ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _race(p: Position, index: int) -> Race:
    t = p.tables
    race = t.races[index]
    driven = stages_driven(p.sheet, index)
    totals = race_totals(p.sheet, index, t.players)
    over = driven == len(t.stages[index])
    return {
        "id": race.id,
        "name": race.name,
        "clause": race.clause,
        "ring": race.ring,
        "stages": [_spec(spec) for spec in t.stages[index]],
        "driven": driven,
        "totals": list(totals) if driven else [],
        "points": list(race_points(totals)) if over else [],
    }


def _spec(spec: StageSpec) -> Spec:
    limits: dict[str, Range] = {}
    for feature, least, most in zip(FEATURES, spec.least, spec.most, strict=True):
        if least > 0 or most < spec.cards:
            limits[feature] = [least, min(most, spec.cards)]
    return {"cards": spec.cards, "special": spec.special, "limits": limits, "clause": spec.clause}


def _row(row: StageResult) -> StageRow:
    return {"race": row.race, "stage": row.stage, "scores": list(row.scores), "turns": list(row.turns)}


def _tables(p: Position) -> Tables:
    printed = p.tables.printed
    return {"risk": [list(row) for row in printed.risk], "damage": [list(row) for row in printed.damage]}


# ── the road ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _weather(p: Position) -> Weather | None:
    """The dial; nothing before the race's first roll."""
    if p.phase < LAY and p.stage == 0:
        return None
    ring = p.ring()
    sector, count = int(p.sector), len(ring.kinds)
    kind = p.weather()
    fords = FORD_IN_RAIN if kind in (RAIN, STORM) else FORD_IN_SNOW if kind == SNOW else None
    return {
        "ring": ring.id,
        "sectors": [[WEATHERS[k], points] for k, points in zip(ring.kinds, ring.points, strict=True)],
        "sector": sector,
        "next": [(sector - 1) % count, (sector + 1) % count],
        "weather": WEATHERS[kind],
        "points": p.weather_points(),
        "fords": fords,
    }


def _road(p: Position) -> Road:
    route, deck = p.route, p.tables.deck
    position = 1
    cards: list[LaidCard] = []
    squares: list[Square] = []
    for index, card in enumerate(route.cards):
        road = deck.cards[card]
        cell = route.cells[index]
        y = (cell + 500) // 1000
        at: Point = [cell - 1000 * y, y]
        cards.append({**_card(p, road), "cell": at, "heading": route.headings[index], "first": position})
        for square in range(len(road.levels)):
            squares.append([road.numbers[square], road.levels[square], road.marks[square], index])
            position += 1
    laying = p.phase in (LAY, DEAL)
    return {
        "cards": cards,
        "squares": squares,
        "length": route.length,
        "tally": {feature: route.tally[index] for index, feature in enumerate(FEATURES)},
        "open": [deck.cards[card].no for card in route.open] if laying else [],
        "deck": [_card(p, card) for card in deck.cards] if laying else [],
    }


def _card(p: Position, card: Card) -> RoadCard:
    """A road card with its centre-line in a square of 100, entered at (0, 50) eastwards."""
    shape = card.shape()
    return {
        "no": card.no,
        "name": card.name,
        "exit": EXITS[card.exit],
        "shape": shape,
        "features": [feature for index, feature in enumerate(FEATURES) if card.features[index]],
        "levels": list(card.levels),
        "marks": list(card.marks),
        "line": _line(p.tables.deck.shapes.get(shape), EXITS[card.exit]),
    }


def _line(lines: object, exit: str) -> list[Point]:
    """The points of a shape; a right turn is a left turn turned over."""
    given = lines.get("S" if exit == "S" else "L") if isinstance(lines, dict) else None
    points = given if isinstance(given, list) else []
    return [[x, 100 - y] if exit == "R" else [x, y] for x, y in points]


# ── cars ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _car(p: Position, seat: int) -> RallyCar:
    car = p.cars[seat]
    gear = int(car.gear)
    return {
        "car": seat + 1,
        "start": p.start_number(seat) if seat in p.order else None,
        "setup": SETUPS[car.setup] if car.setup >= 0 else None,
        "place": int(car.place),
        "status": _status(p, seat),
        "gear": None if gear in (ANY_GEAR, RESTART) else gear,
        "restart": gear == RESTART,
        "overrev": car.overrev,
        "tyres": TYRES[car.tyres],
        "stop": int(car.stop),
        "exit": int(car.exit),
        "score": _score(p, seat),
        "gears": _gears(p, seat),
        "noted": p.noted(),
        "mechanics": _stacks(p, [square for square in car.crew.squares if car.crew.shown >> square & 1]),
    }


def _score(p: Position, seat: int) -> int | None:
    """Score A of a car that has left the stage (RA-70): those who leave after it cannot change it any more."""
    if p.cars[seat].exit <= 0:
        return None
    starts = [p.start_number(car) for car in range(p.tables.players)]
    return stage_scores([int(car.exit) for car in p.cars], starts)[seat]


def _status(p: Position, seat: int) -> str:
    car = p.cars[seat]
    if car.exit > 0:
        return "finished"
    if car.exit < 0:
        return "out"
    if car.place == 0:
        return "waiting"
    moving = p.seat == seat and p.phase in (RISK, STEP, DAMAGE)
    return "running" if moving or car.road > 0 else "off"


def _gears(p: Position, seat: int) -> list[Gear]:
    """Each gear's range and the six levels in the present weather, once there is one."""
    car = p.cars[seat]
    if car.setup < 0 or _weather(p) is None:
        return []
    found: list[Gear] = []
    for gear in range(1, GEARS + 1):
        plan = p.plan(car, gear)
        least, most = int(plan.least), int(plan.most)
        found.append({"gear": gear, "least": least, "most": most, "levels": plan.levels[1:]})
    return found


def _stacks(p: Position, squares: list[int]) -> list[Stack]:
    """The squares of some mechanics, with how many stand there."""
    numbers = p.tables.deck.numbers
    return [
        {"square": square, "number": numbers[p.route.squares[square]], "mechanics": squares.count(square)}
        for square in sorted(set(squares))
    ]


def _own_mechanics(p: Position, seat: int) -> list[Stack]:
    return _stacks(p, p.cars[seat].crew.squares) if 0 <= seat < p.tables.players else []


def _move(p: Position) -> Move | None:
    """The move being made."""
    phase, seat = p.phase, int(p.seat)
    if not TYRES_FIT <= phase <= SERVICE:
        return None
    move: Move = {"car": seat + 1, "seat": seat}
    if phase in (STEP, DAMAGE):
        move |= {"die": int(p.die), "level": int(p.level), "entered": int(p.entered)}
        move |= {"left": int(p.left), "room": int(p.room)}
    if phase in (GEAR, STEP):
        move["ahead"] = factors_ahead(p, seat, [0] * AHEAD)
        move["overtaken"] = overtaken_ahead(p, seat, AHEAD)
    if phase == DAMAGE:
        move["difference"] = int(p.difference)
    return move
