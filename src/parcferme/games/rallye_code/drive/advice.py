"""The purse a player may expect: what reviews and hints measure a decision by."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import State
from parcferme.games.rallye_code.actions import GERANCES
from parcferme.games.rallye_code.drive.odds import card_mean
from parcferme.games.rallye_code.par.holding import outlook, place_of, prospects, turns_to_come
from parcferme.games.rallye_code.state import P_OVER, P_TURN, P_WINDOW, Position

EXPECTS: Final = "francs"


def expect(state: State, seat: int) -> float | None:
    """The purse this player may expect at the end; `None` in the middle of a turn and before the first one.

    Exact at the end. Before it, his cars drive as if alone (par/lone_car.py): they pay their bills and their cards, the
    boxes he holds now bring what par/holding.py says, and the office of Gendarme its fines until somebody takes it.
    """
    assert isinstance(state, Position)
    t = state.tables
    if state.phase == P_OVER or not state.alive(seat):
        return float(state.purses[seat])
    if state.phase not in (P_TURN, P_WINDOW):
        return None
    turns = turns_to_come(state, seat) // t.each
    seen = outlook(t)
    total = float(state.purses[seat])
    for car in range(seat * t.each, (seat + 1) * t.each):
        total -= seen.bills(place_of(state, car), turns)
    for gerance in range(GERANCES):
        if state.holders[gerance] == seat:
            share, worth = prospects(state, seat, gerance)
            total += share * state.boxes[gerance] + worth
    return max(0.0, total + _fines_to_come(state, seat, turns * t.each))


def _fines_to_come(state: Position, seat: int, turns: int) -> float:
    """What cards bring the Gendarme while he is in office, or cost a player who is not."""
    seen = outlook(state.tables)
    a_turn = seen.red * float(card_mean(state))
    if state.gendarme != seat:
        return -a_turn * turns
    rivals = state.players_left() - 1
    stays = (1.0 - seen.office) ** (rivals * state.tables.each)
    in_office = float(turns) if stays == 1.0 else (1.0 - stays**turns) / (1.0 - stays)
    return a_turn * rivals * in_office
