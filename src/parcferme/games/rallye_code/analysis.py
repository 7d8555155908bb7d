"""Exact odds: what to know before rolling, selling, refusing or halving a box.

Everything here is a fraction of the 36 ways two dice fall, or of the cards not yet seen. What concerns a whole journey
(reaching a square, what a gérance still earns) is in `chain.py` and `holding.py`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from parcferme.core.contract import State
from parcferme.core.events import Event
from parcferme.games.rallye_code.actions import (
    ACCEPT,
    FINE,
    GERANCES,
    GIVE_UP,
    HALF,
    PASS,
    REFUSE,
    ROLL_CAR,
    TOTAL,
    WAYS,
)
from parcferme.games.rallye_code.chances import at_most, half_of, refusal_chance
from parcferme.games.rallye_code.holding import outlook, place_of, prospects, turns_to_come
from parcferme.games.rallye_code.state import (
    BOX,
    CAR,
    COND,
    CONTESTED,
    DRAWS,
    GENDARME,
    HELD,
    HIT,
    HOLDER,
    LEFT_IN,
    P_DICE,
    P_OVER,
    P_TURN,
    P_WINDOW,
    PHASE,
    PURSE,
    SEAT,
    TOTAL_ROLLED,
    Position,
    alive,
    cards_unseen,
    next_card,
)

EXPECTS: Final = "francs"
OUTCOME_OF: Final = [TOTAL.index(total) if total >= 2 else -1 for total in range(13)]  # one roll for each total
Odds = list[tuple[str, dict[str, object]]]


def card_parts(state: Position) -> tuple[Fraction, Fraction]:
    """What the next card brings the Gendarme by an offence, and what it costs him without one, on average."""
    t = state.t
    known = next_card(state.drawn, state.v[DRAWS], len(t.cards))
    cards = [known] if known >= 0 else cards_unseen(state.drawn, len(t.cards))
    gain = sum(t.amount[card] for card in cards if t.offence[card])
    loss = sum(t.amount[card] for card in cards if not t.offence[card])
    return Fraction(gain, len(cards)), Fraction(loss, len(cards))


def card_mean(state: Position) -> Fraction:
    """What the next card brings the Gendarme on average: exact once the deck's cycle is known."""
    gain, loss = card_parts(state)
    return gain - loss


def release_chance(state: Position, car: int) -> Fraction:
    """The chance that the car's next roll satisfies every condition it is under (RC-R12, RC-R34)."""
    limit = 12
    if state.v[COND + car] & HELD:
        limit = state.t.edition.leave_limit
    if state.v[COND + car] & HIT:
        limit = min(limit, state.t.immobilised_below - 1)
    return at_most(limit)


class Roll:
    """One roll played out for all eleven totals: the chance of each kind of event, and the mean change of purses."""

    def __init__(self, state: Position) -> None:
        """`state` waits for the dice."""
        self.chances: dict[str, Fraction] = {}
        self.gain = [Fraction(0)] * state.t.players
        for total in range(2, 13):
            chance = Fraction(WAYS[total], 36)
            after = state.copy()
            assert isinstance(after, Position)
            events: list[Event] = []
            after.apply(OUTCOME_OF[total], events)
            for kind in sorted({event.kind for event in events}):
                self.chances[kind] = self.chances.get(kind, Fraction(0)) + chance
            self.chances["phase:" + str(after.v[PHASE])] = chance + self.chances.get(f"phase:{after.v[PHASE]}", 0)
            for seat in range(state.t.players):
                self.gain[seat] += chance * (after.v[PURSE + seat] - state.v[PURSE + seat])


def expect(state: State, seat: int) -> float | None:
    """The purse this player may expect at the end; `None` in the middle of a turn and before the first one.

    Exact at the end. Before it, his cars drive as if alone (chain.py): they pay their bills and their cards, the boxes
    he holds now bring what holding.py says, and the office of Gendarme its fines until somebody else takes it.
    """
    assert isinstance(state, Position)
    v, t = state.v, state.t
    if v[PHASE] == P_OVER or not alive(v, seat):
        return float(v[PURSE + seat])
    if v[PHASE] not in (P_TURN, P_WINDOW):
        return None
    turns = turns_to_come(state, seat) // t.each
    view = outlook(t)
    total = float(v[PURSE + seat])
    for car in range(seat * t.each, (seat + 1) * t.each):
        total -= view.bills(place_of(state, car), turns)
    for gerance in range(GERANCES):
        if v[HOLDER + gerance] == seat:
            share, worth = prospects(state, seat, gerance)
            total += share * v[BOX + gerance] + worth
    return max(0.0, total + _fines_to_come(state, seat, turns * t.each))


def _fines_to_come(state: Position, seat: int, turns: int) -> float:
    """What cards bring the Gendarme while he is in office, or cost a player who is not."""
    v, t = state.v, state.t
    view = outlook(t)
    a_turn = view.red * float(card_mean(state))
    if v[GENDARME] != seat:
        return -a_turn * turns
    rivals = (v[LEFT_IN] - 1) * t.each
    stays = (1.0 - view.office) ** rivals
    in_office = float(turns) if stays == 1.0 else (1.0 - stays**turns) / (1.0 - stays)
    return a_turn * (v[LEFT_IN] - 1) * in_office


def odds(state: State, seat: int, action: int) -> Odds:
    """What to know before taking a legal action: text keys with their arguments."""
    assert isinstance(state, Position)
    if state.v[PHASE] == P_TURN and action <= ROLL_CAR + 1:
        return _roll_odds(state, seat, action)
    if action in (ACCEPT, REFUSE):
        return _takeover_odds(state, action)
    if HALF <= action < GIVE_UP:
        box = state.v[BOX + action - HALF]
        return [("odds.half", {"amount": half_of(box), "left": box - half_of(box)})]
    if action == GIVE_UP:
        return [("odds.give_up", {"amount": state.v[PURSE + seat]})]
    if action > PASS and FINE <= action < state.ids.collect:
        return [("odds.card_mean", {"amount": round(card_mean(state))})]
    return []


SHOWN: Final = (
    ("accident", "odds.accident"),
    ("collision", "odds.collision"),
    ("diverted", "odds.diverted"),
    ("stays", "odds.stays"),
    ("own_box", "odds.own_box"),
    ("paris", "odds.paris"),
    ("takeover", "odds.takeover"),
    ("phase:5", "odds.card"),
)


def _roll_odds(state: Position, seat: int, action: int) -> Odds:
    waiting = state.copy()
    assert isinstance(waiting, Position)
    waiting.apply(action)
    if waiting.v[PHASE] != P_DICE or waiting.v[SEAT] != seat:
        return [("odds.missed", {})]  # a car that misses its turn was chosen
    found: Odds = []
    car = waiting.v[CAR]
    if waiting.v[COND + car] & (HELD | HIT):
        chance = release_chance(waiting, car)
        found.append(("odds.release", {"chance": _text(chance), "rolls": _decimal(1 / chance)}))
    roll = Roll(waiting)
    for kind, key in SHOWN:
        if roll.chances.get(kind):
            found.append((key, {"chance": _text(roll.chances[kind])}))
    found.append(("odds.mean", {"amount": round(roll.gain[seat])}))
    return found


def _takeover_odds(state: Position, action: int) -> Odds:
    v, edition = state.v, state.t.edition
    box = v[BOX + v[CONTESTED]]
    price = edition.takeover_per_point * v[TOTAL_ROLLED]
    if action == ACCEPT:
        return [("odds.sale", {"price": price, "box": box})]
    chance = refusal_chance(edition, v[TOTAL_ROLLED])
    return [("odds.refusal", {"chance": _text(chance), "price": price, "box": box, "worth": round(chance * box)})]


def _text(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


def _decimal(value: Fraction) -> str:
    return f"{float(value):.2f}"
