"""The purse a player may expect: what reviews and hints measure a decision by."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import CHANCE, State
from parcferme.games.rallye_code.actions import GERANCES
from parcferme.games.rallye_code.drive.odds import card_mean
from parcferme.games.rallye_code.mechanics.dice import OUTCOME_OF, WAYS
from parcferme.games.rallye_code.par.holding import left_in_boxes, outlook, place_of, prospects, turns_to_come
from parcferme.games.rallye_code.state import P_DICE, P_OVER, P_TURN, P_WINDOW, Position

EXPECTS: Final = "francs"
LONGEST_TURN: Final = 60  # steps that are played on until a purse can be told
ROUGH: Final = 0.05  # of the provision: by so much may the purse of a whole game be off (our allowance, not measured)


def expect(state: State, seat: int) -> float | None:
    """The purse this player may expect at the end; `None` in the middle of a turn and before the first one.

    Exact at the end. Before it, no franc comes from outside and none is lost: what will not be left in the boxes is in
    somebody's purse. What each is sure of by himself (`_by_himself`) is counted first; the rest is boxes that nobody
    has won yet, sales and hits still to come, which are shared out by the turns to come (`_of_the_rest`).
    """
    assert isinstance(state, Position)
    if state.phase == P_OVER or not state.alive(seat):
        return float(state.purses[seat])
    if state.phase not in (P_TURN, P_WINDOW):
        return None
    seats = [one for one in range(state.tables.players) if state.alive(one)]
    own = {one: _by_himself(state, one) for one in seats}
    money = sum([state.purses[one] for one in seats]) + sum(state.boxes) + int(state.table_money)
    rest = float(money) - left_in_boxes(state) - sum(own.values())
    return max(0.0, own[seat] + rest * _of_the_rest(state, seat, seats))


def _of_the_rest(state: Position, seat: int, seats: list[int]) -> float:
    """The share of what nobody is sure of yet. Most of it goes in the next turns, so who drives first is a little ahead
    of who has just driven: by the squares of their turns to come, under which a turn brings on the mean what was
    expected of it (measured over some hundred games in either edition)."""
    turns = [turns_to_come(state, one) for one in seats]
    whole = sum([one * one for one in turns])
    return turns[seats.index(seat)] ** 2 / whole if whole else 1.0 / len(seats)


def _by_himself(state: Position, seat: int) -> float:
    """His cars drive as if alone (par/lone_car.py) but for what collisions cost: they pay their bills and their cards,
    the boxes he holds now bring what par/holding.py says, and the office of Gendarme its fines until somebody takes
    it."""
    t = state.tables
    turns = turns_to_come(state, seat) // t.each
    seen = outlook(t)
    total = float(state.purses[seat])
    for car in range(seat * t.each, (seat + 1) * t.each):
        total -= seen.bills(place_of(state, car), turns)
    for gerance in range(GERANCES):
        if state.holders[gerance] == seat:
            share, worth = prospects(state, seat, gerance)
            total += share * state.boxes[gerance] + worth
    return total + _fines_to_come(state, seat, turns * t.each)


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


def doubt(state: State, seat: int) -> tuple[float, float]:
    """By how much `expect` may be wrong, in francs: nothing at the end or for who is out, more the longer it lasts."""
    assert isinstance(state, Position)
    if state.phase == P_OVER or not state.alive(seat):
        return 0.0, 0.0
    left = turns_to_come(state, seat) / state.tables.last_round
    return ROUGH * state.tables.tariff.provision * state.tables.each * left, 0.0


def expect_after(state: Position, seat: int, action: int) -> float:
    """The purse to expect once a car has been chosen and has rolled, over all totals of the dice."""
    chosen = state.copy()
    assert isinstance(chosen, Position)
    chosen.apply(action)
    if chosen.phase != P_DICE:
        return _settled(chosen, seat)  # a car that misses its turn
    value = 0.0
    for total in range(2, 13):
        after = chosen.copy()
        assert isinstance(after, Position)
        after.apply(OUTCOME_OF[total])
        value += WAYS[total] / 36.0 * _settled(after, seat)
    return value


def _settled(state: Position, seat: int) -> float:
    """The purse to expect after the turn under way: questions are answered as usual, cards are those in the middle."""
    for _ in range(LONGEST_TURN):
        value = expect(state, seat)
        if value is not None:
            return value
        if state.kind() == CHANCE:
            state.apply(state.draw(0.5))
        else:
            state.apply(state.default(state.to_act()[0]))
    return float(state.purses[seat])
