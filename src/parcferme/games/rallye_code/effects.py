"""What an action does: which car rolls, what a sale, half a box or giving up moves from purse to purse.

An accusation says nothing here: whether it is founded is for its player to see (RC-26).
"""

from __future__ import annotations

from parcferme.core.position import Note
from parcferme.games.rallye_code.actions import ACCEPT, GIVE_UP, HALF, REFUSE, ROLL_CAR
from parcferme.games.rallye_code.mechanics.takeover import half_of
from parcferme.games.rallye_code.rules.turn import rolling_car
from parcferme.games.rallye_code.state import P_TURN, Position


def effect(p: Position, seat: int, action: int) -> Note:
    if p.phase == P_TURN and action <= ROLL_CAR + 1:
        return _roll(p, action)
    if action == ACCEPT:
        return {"gains": p.price(), "loses": p.boxes[p.contested]}
    if action == REFUSE:
        return {"opens": "dice"}
    if HALF <= action < GIVE_UP:
        box = p.boxes[action - HALF]
        return {"gains": half_of(box), "left": box - half_of(box)}
    return {"price": p.purses[seat], "ends": "game"} if action == GIVE_UP else {}


def _roll(p: Position, action: int) -> Note:
    number = rolling_car(p, action)
    told: Note = {"car": p.tables.ids.car_names[number]}
    return {**told, "happens": [["missed_turn", {}]]} if p.cars[number].misses_turn else told  # RC-37
