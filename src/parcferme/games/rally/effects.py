"""What an action does on the board: a gear's range, the next square with what it asks for, tyres, the end of a move."""

from __future__ import annotations

from parcferme.core.position import Note
from parcferme.games.rally.board.parts import TYRES
from parcferme.games.rally.mechanics.crew import helpers
from parcferme.games.rally.mechanics.driving import left_after, too_hard, tyres_cost, tyres_help
from parcferme.games.rally.rules.ahead import factors_ahead, ways_ahead
from parcferme.games.rally.state import GEAR, STEP, Position


def effect(p: Position, seat: int, action: int) -> Note:
    ids = p.tables.ids
    if p.phase == GEAR:
        return _gear(p, seat, action)
    if p.phase == STEP:
        return {"ends": "turn"} if action == ids.halt else _step(p, seat, action - ids.advance)
    if ids.fit <= action < ids.gear:
        return _tyres(p, action - ids.fit)
    if ids.mechanic <= action < ids.fit:
        return {"to": p.tables.deck.numbers[action - ids.mechanic]}
    return {}


def _gear(p: Position, seat: int, action: int) -> Note:
    ids = p.tables.ids
    gear = action - (ids.overrev if action >= ids.overrev else ids.gear) + 1
    plan = p.plan(p.cars[seat], gear)
    brakes = [way.brakes for way in ways_ahead(p, seat, gear)]
    return {"gear": gear, "least": int(plan.least), "most": int(plan.most), "brakes": brakes}


def _step(p: Position, seat: int, brakes: int) -> Note:
    """The next square, whether it can harm (RA-41), and the seat's own mechanics that would act there (RA-51)."""
    factors, car, level = factors_ahead(p, seat, [brakes]), p.cars[seat], int(p.level)
    if not factors:
        return {"ends": "stage", "happens": [["out", {}]]}
    place = int(car.place) + 1
    number = p.tables.deck.numbers[p.route.squares[place]]
    told: Note = {"to": number, "factor": factors[0], "level": level, "left": left_after(int(p.left), brakes)}
    told["brakes"] = [way.brakes if way.brakes[0] == brakes else [] for way in ways_ahead(p, seat, 0)]  # RA-29 to RA-31
    if too_hard(factors[0], level) <= 0:
        return {**told, "safe": True}
    size = helpers(car.crew.squares, place)
    return {**told, "helpers": size} if size > 0 else told


def _tyres(p: Position, tyres: int) -> Note:
    """What they do in the present sector (RA-65, RA-66)."""
    t, kind = p.tables, p.ring().kinds[p.sector]
    lower, cost = int(tyres_help(kind, tyres, t.any_tyre_helps)), tyres_cost(kind, tyres, t.cost_by_type)
    return {"tyres": TYRES[tyres], "lower": lower, "price": cost}
