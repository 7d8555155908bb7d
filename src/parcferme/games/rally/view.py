"""What a seat or a spectator may know, field by field.

Hidden are rivals' mechanics until they act. Everything else lies on the table. Nothing here depends on a mechanic that
the viewer may not know, not even a length.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import View
from parcferme.games.rally.actions import SETUPS as SETUP_NAMES
from parcferme.games.rally.actions import TYRES as TYRE_NAMES
from parcferme.games.rally.analysis import path_factors
from parcferme.games.rally.load import EXITS, FEATURES, RAIN, SNOW, STORM, WEATHERS, Card, StageSpec
from parcferme.games.rally.route import FORD_IN_RAIN, FORD_IN_SNOW
from parcferme.games.rally.standings import championship, race_points, race_totals, stage_scores
from parcferme.games.rally.state import (
    AT_START,
    CARD,
    DAMAGE,
    EXIT,
    GEAR,
    GEARBOX,
    LAY,
    MECH,
    ORDER,
    P_DIE,
    P_DIFFERENCE,
    P_DRAWN,
    P_ENTERED,
    P_LEFT,
    P_LEVEL,
    P_PHASE,
    P_RACE,
    P_ROOM,
    P_ROUND,
    P_SEAT,
    P_SECTOR,
    P_STAGE,
    P_TURN,
    PHASES,
    PLACE,
    RESTART,
    RISK,
    ROAD,
    RUBBER,
    SERVICE,
    SETUPS,
    SHOWN,
    STEP,
    STOP,
    TYRES,
    Position,
)

AHEAD: Final = 20  # squares whose factors, traffic included, a view lists for the mover


def view(p: Position, seat: int | None, deciding: tuple[int, ...]) -> View:
    v, t = p.v, p.tables
    return {
        "phase": PHASES[v[P_PHASE]],
        "seat": seat,
        "to_act": list(deciding),
        "players": t.players,
        "scope": t.scope,
        "turn": v[P_TURN],
        "races": [_race(p, index) for index in range(len(t.races))],
        "race": v[P_RACE],
        "stage": {"index": v[P_STAGE], "of": len(t.stages[v[P_RACE]]), **_spec(t.stages[v[P_RACE]][v[P_STAGE]])},
        "weather": _weather(p),
        "road": _road(p),
        "order": list(v[ORDER : ORDER + v[P_DRAWN]]),
        "cars": [_car(p, car) for car in range(t.players)],
        "move": _move(p),
        "mechanics": _own_mechanics(p, seat) if seat is not None else [],
        "sheet": [_row(p, row) for row in p.sheet],
        "points": list(championship(p)),
        "tables": _tables(p),
    }


# ── the season ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _race(p: Position, index: int) -> View:
    t = p.tables
    race = t.races[index]
    driven = sum(1 for row in p.sheet if row[0] == index)
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


def _spec(spec: StageSpec) -> View:
    limits: dict[str, object] = {}
    for feature, least, most in zip(FEATURES, spec.least, spec.most, strict=True):
        if least > 0 or most < spec.cards:
            limits[feature] = [least, min(most, spec.cards)]
    return {"cards": spec.cards, "special": spec.special, "limits": limits, "clause": spec.clause}


def _row(p: Position, row: list[int]) -> View:
    players = p.tables.players
    return {"race": row[0], "stage": row[1], "scores": row[2 : 2 + players], "turns": row[2 + players :]}


def _tables(p: Position) -> View:
    content = p.tables.content
    return {"risk": [list(row) for row in content.risk], "damage": [list(row) for row in content.damage]}


# ── the road ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _weather(p: Position) -> View | None:
    """The dial; nothing before the race's first roll."""
    if p.v[P_PHASE] < LAY and p.v[P_STAGE] == 0:
        return None
    ring = p.tables.race_rings[p.v[P_RACE]]
    sector, count = p.v[P_SECTOR], len(ring.kinds)
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


def _road(p: Position) -> View:
    route, deck = p.route, p.tables.deck
    position = 1
    cards: list[object] = []
    squares: list[object] = []
    for index, card in enumerate(route.cards):
        road = deck.cards[card]
        cell = route.cells[index]
        y = (cell + 500) // 1000
        place: View = {"cell": [cell - 1000 * y, y], "heading": route.headings[index], "first": position}
        cards.append({**_card(p, road), **place})
        for square in range(len(road.levels)):
            squares.append([road.numbers[square], road.levels[square], road.marks[square], index])
            position += 1
    laying = p.v[P_PHASE] == LAY
    return {
        "cards": cards,
        "squares": squares,
        "length": route.length,
        "tally": {feature: route.tally[index] for index, feature in enumerate(FEATURES)},
        "open": [deck.cards[card].no for card in route.open] if laying else [],
        "deck": [_card(p, card) for card in deck.cards] if laying else [],
    }


def _card(p: Position, card: Card) -> View:
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


def _line(lines: object, exit: str) -> list[object]:
    """The points of a shape; a right turn is a left turn turned over."""
    given = lines.get("S" if exit == "S" else "L") if isinstance(lines, dict) else None
    points = given if isinstance(given, list) else []
    return [[x, 100 - y] if exit == "R" else [x, y] for x, y in points]


# ── cars ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _car(p: Position, seat: int) -> View:
    v = p.v
    gear = v[GEARBOX + seat]
    start = v[ORDER : ORDER + v[P_DRAWN]]
    return {
        "car": seat + 1,
        "start": start.index(seat) + 1 if seat in start else None,
        "setup": SETUP_NAMES[v[SETUPS + seat]] if v[SETUPS + seat] >= 0 else None,
        "place": v[PLACE + seat],
        "status": _status(p, seat),
        "gear": None if gear in (AT_START, RESTART) else gear,
        "restart": gear == RESTART,
        "overrev": v[CARD + seat] == 1,
        "tyres": TYRE_NAMES[v[RUBBER + seat]],
        "stop": v[STOP + seat],
        "exit": v[EXIT + seat],
        "score": _score(p, seat),
        "gears": _gears(p, seat),
        "noted": v[P_ROUND],
        "mechanics": _stacks(p, seat, v[SHOWN + seat]),
    }


def _score(p: Position, seat: int) -> int | None:
    """Score A of a car that has left the stage (RA-70): those who leave after it cannot change it any more."""
    v, players = p.v, p.tables.players
    if v[EXIT + seat] <= 0:
        return None
    order = v[ORDER : ORDER + players]
    return stage_scores(v[EXIT : EXIT + players], [order.index(car) + 1 for car in range(players)])[seat]


def _status(p: Position, seat: int) -> str:
    v = p.v
    if v[EXIT + seat] > 0:
        return "finished"
    if v[EXIT + seat] < 0:
        return "out"
    if v[PLACE + seat] == 0:
        return "waiting"
    moving = v[P_SEAT] == seat and v[P_PHASE] in (RISK, STEP, DAMAGE)
    return "running" if moving or v[ROAD + seat] > 0 else "off"


def _gears(p: Position, seat: int) -> list[object]:
    """Each gear's range and the six levels in the present weather, once there is one."""
    if p.v[SETUPS + seat] < 0 or _weather(p) is None:
        return []
    found: list[object] = []
    for gear in range(1, 6):
        least, most, _, levels = p.plan(seat, gear)
        found.append({"gear": gear, "least": least, "most": most, "levels": levels[1:]})
    return found


def _stacks(p: Position, seat: int, known: int) -> list[object]:
    """The squares of the mechanics in the bit set `known`, with how many stand there."""
    squares = [p.v[MECH + 3 * seat + index] for index in range(3) if known >> index & 1]
    return [
        {"square": square, "number": p.tables.deck.numbers[p.route.squares[square]], "mechanics": squares.count(square)}
        for square in sorted(set(squares))
    ]


def _own_mechanics(p: Position, seat: int) -> list[object]:
    return _stacks(p, seat, (1 << p.v[P_ROUND]) - 1) if 0 <= seat < p.tables.players else []


def _move(p: Position) -> View | None:
    """The move being made."""
    v = p.v
    phase = v[P_PHASE]
    if not TYRES <= phase <= SERVICE:
        return None
    move: View = {"car": v[P_SEAT] + 1, "seat": v[P_SEAT]}
    if phase in (STEP, DAMAGE):
        move |= {"die": v[P_DIE], "level": v[P_LEVEL], "entered": v[P_ENTERED], "left": v[P_LEFT], "room": v[P_ROOM]}
    if phase in (GEAR, STEP):
        move["ahead"] = path_factors(p, v[P_SEAT], [0] * AHEAD)
        move["overtaken"] = _overtaken(p, v[P_SEAT])
    if phase == DAMAGE:
        move["difference"] = v[P_DIFFERENCE]
    return move


def _overtaken(p: Position, seat: int) -> list[int]:
    """How many cars are overtaken into each of the next squares (RA-25): part of the factors in `ahead`."""
    place = p.v[PLACE + seat]
    if p.tables.surcharge_on_occupied:
        return [p.rivals_on(seat, place + index + 1) for index in range(AHEAD)]
    entered = p.v[P_ENTERED] if p.v[P_PHASE] == STEP else 0
    return [p.rivals_on(seat, place + index) if entered + index > 0 else 0 for index in range(AHEAD)]  # RA-R14, RA-R15
