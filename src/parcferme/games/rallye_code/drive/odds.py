"""Exact odds: what to know before rolling, fining or refusing to sell.

Everything here is a fraction of the 36 ways two dice fall, or of the cards not yet seen. What concerns a whole journey
(reaching a square, what a gérance still earns) is in `par/`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from parcferme.core.contract import State
from parcferme.core.events import Event
from parcferme.games.rallye_code.actions import FINE, REFUSE, ROLL_CAR
from parcferme.games.rallye_code.mechanics.chances import refusal_chance
from parcferme.games.rallye_code.mechanics.dice import LONGEST_ROLL, OUTCOME_OF, WAYS
from parcferme.games.rallye_code.mechanics.leaving import too_high_for_a_hit, too_high_for_a_stay
from parcferme.games.rallye_code.state import P_CARD, P_DICE, P_TURN, Position, top_cards

CARD: Final = "card"  # beside the kinds of events: a card is turned
Odds = list[tuple[str, dict[str, object]]]


def card_parts(state: Position) -> tuple[Fraction, Fraction]:
    """What the next card brings the Gendarme by an offence, and what it costs him without one, on average."""
    deck = state.tables.cards
    cards = [deck[number] for number in top_cards(state.drawn, state.draws, len(deck))]
    gain = sum(card.amount for card in cards if card.offence)
    loss = sum(card.amount for card in cards if not card.offence)
    return Fraction(gain, len(cards)), Fraction(loss, len(cards))


def card_mean(state: Position) -> Fraction:
    """What the next card brings the Gendarme on average: exact once the deck's cycle is known."""
    gain, loss = card_parts(state)
    return gain - loss


def release_chance(state: Position, number: int) -> Fraction:
    """The chance that the car's next roll satisfies every condition it is under (RC-R12, RC-R34)."""
    t, car = state.tables, state.cars[number]
    ways = 0
    for total in range(2, LONGEST_ROLL + 1):
        held = car.held() and too_high_for_a_stay(total, t.tariff)
        hit = bool(car.blows) and too_high_for_a_hit(total, t.immobilised_below)
        ways += 0 if held or hit else WAYS[total]
    return Fraction(ways, 36)


class Roll:
    """One roll played out for all eleven totals: the chance of each kind of event, and the mean change of purses."""

    def __init__(self, state: Position) -> None:
        """`state` waits for the dice."""
        self.chances: dict[str, Fraction] = {}
        self.gain = [Fraction(0)] * state.tables.players
        for total in range(2, 13):
            chance = Fraction(WAYS[total], 36)
            after = state.copy()
            assert isinstance(after, Position)
            events: list[Event] = []
            after.apply(OUTCOME_OF[total], events)
            for kind in sorted({event.kind for event in events}):
                self.chances[kind] = self.chances.get(kind, Fraction(0)) + chance
            if after.phase == P_CARD:
                self.chances[CARD] = self.chances.get(CARD, Fraction(0)) + chance
            for seat in range(state.tables.players):
                self.gain[seat] += chance * (after.purses[seat] - state.purses[seat])


def odds(state: State, seat: int, action: int) -> Odds:
    """What to know before taking a legal action: text keys with their arguments."""
    assert isinstance(state, Position)
    if state.phase == P_TURN and action <= ROLL_CAR + 1:
        return _roll_odds(state, seat, action)
    if action == REFUSE:
        return [_refusal_odds(state)]
    if FINE <= action < state.tables.ids.collect:
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
    (CARD, "odds.card"),
)


def _roll_odds(state: Position, seat: int, action: int) -> Odds:
    waiting = state.copy()
    assert isinstance(waiting, Position)
    waiting.apply(action)
    if waiting.phase != P_DICE or waiting.seat != seat:
        return []  # a car that misses its turn was chosen
    found: Odds = []
    if waiting.mover().held() or waiting.mover().blows:
        chance = release_chance(waiting, waiting.car)
        found.append(("odds.release", {"chance": _text(chance), "rolls": _decimal(1 / chance)}))
    roll = Roll(waiting)
    for kind, key in SHOWN:
        if roll.chances.get(kind):
            found.append((key, {"chance": _text(roll.chances[kind]), **_named(state, kind)}))
    found.append(("odds.mean", {"amount": round(roll.gain[seat])}))
    return found


def _named(state: Position, kind: str) -> dict[str, object]:
    """What a sentence calls by its name: the first square's town, which is not Paris on every board."""
    return {"town": state.tables.start_town} if kind == "paris" else {}


def _refusal_odds(state: Position) -> tuple[str, dict[str, object]]:
    box, price = state.boxes[state.contested], state.price()
    chance = refusal_chance(state.tables.tariff, state.total)
    return "odds.refusal", {"chance": _text(chance), "price": price, "box": box, "worth": round(chance * box)}


def _text(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


def _decimal(value: Fraction) -> str:
    return f"{float(value):.2f}"
