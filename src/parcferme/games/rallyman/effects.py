"""What an action does on the board: where a die leads and in which gear, what it costs, and where an attack may end."""

# isort: skip_file
from __future__ import annotations

from parcferme.core.position import Note
from parcferme.games.rallyman.actions import (
    ACCEPT, ATTACK, CUT, END, LOCK, PASS, PLACE, ROLL, SETS, SISU, SPARE, WHITE, die_of,
)  # fmt: skip
from parcferme.games.rallyman.mechanics.attack import ends_of
from parcferme.games.rallyman.mechanics.dice import lock_price
from parcferme.games.rallyman.mechanics.paths import LOST
from parcferme.games.rallyman.rules.cache import step_of
from parcferme.games.rallyman.state import Position


def effect(p: Position, seat: int, action: int) -> Note:
    car = p.cars[seat]
    if action >= ATTACK:
        return _attack(p, action - ATTACK)
    if action >= ROLL:
        return _die(p, action)
    if action in (END, PASS):
        return {"gear": car.gear, "price": p.rally.components.seconds[car.gear], "ends": "turn"}
    if action == SPARE:
        return {"flats": car.flats - 1, "price": p.rally.spare_seconds}
    if action == SISU:
        return {"happens": [["sisu", {}]]}
    return {"loses": "control"} if action == ACCEPT else {}


def _die(p: Position, action: int) -> Note:
    die, step = die_of(action), step_of(p, action)
    told: Note = {"to": p.road.id(step.space, step.cut), "gear": p.car.gear if die >= WHITE else die + 1}
    if LOCK <= action < PLACE:
        told["price"] = lock_price(p.turn.locks)
    if step.effect == LOST:
        told["loses"] = "control"
    if step.path == CUT:
        told["opens"] = "card"
    if step.space == p.road.finish:
        told["ends"] = "stage"
    return told


def _attack(p: Position, number: int) -> Note:
    mask, whites = SETS[number]
    ends = ends_of(p.track(), p.car.space, p.car.gear, mask, whites, p.obstacles)
    spaces, gears = [space - p.car.space for space, _ in ends], [gear for _, gear in ends]
    told: Note = {"least": min(spaces), "most": max(spaces), "lowest": min(gears), "highest": max(gears)}
    return {**told, "gains": mask.bit_count() + whites}
