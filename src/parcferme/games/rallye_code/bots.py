"""Three drivers. The dice decide most of a game; what is left are takeovers, debts and, at the table, vigilance.

novice    sells or refuses as the mood takes him; forgets two fines, claims and challenges in three
clubman   refuses when the chance of keeping the box and a round sum of future takings is worth more than the price
works     the same with what the gérance will really still earn until the end, for both sides of the sale
"""

from __future__ import annotations

from random import Random

from parcferme.core.bot import Bot, BotMaker
from parcferme.core.contract import Game, State
from parcferme.games.rallye_code.actions import ACCEPT, FINE, GIVE_UP, HALF, PASS, PLACE_RIGHT, REFUSE, ROLL_CAR
from parcferme.games.rallye_code.analysis import card_parts, release_chance
from parcferme.games.rallye_code.chances import half_of, refusing_pays
from parcferme.games.rallye_code.holding import Offer
from parcferme.games.rallye_code.rules.window import RECORDS, fixed_fines, record_of
from parcferme.games.rallye_code.state import (
    BOX,
    COND,
    CONTESTED,
    HOLDER,
    MISSING,
    P_PLACE,
    P_SHORTFALL,
    P_TAKEOVER,
    P_TURN,
    P_WINDOW,
    PHASE,
    R_CAR,
    R_DUE,
    R_GENDARME,
    R_RED,
    TOTAL_ROLLED,
    Position,
)

ROUND_SUM = 4000  # the clubman's idea of what a gérance is still worth
NOVICE_MISSES = 2.0 / 3.0
CLUBMAN_MISSES = 1.0 / 6.0


class Driver(Bot):
    """What all three share: roll, drive by the code, never give up."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.rng = rng

    def choose(self, state: State, seat: int) -> int:
        assert isinstance(state, Position)
        phase = state.v[PHASE]
        if phase == P_TAKEOVER:
            return REFUSE if self.refuses(state, seat) else ACCEPT
        if phase == P_SHORTFALL:
            return self.box_to_halve(state, seat)
        if phase == P_WINDOW:
            return self.speak(state, seat)
        if phase == P_PLACE:
            return PLACE_RIGHT
        return self.car_to_drive(state, seat)

    def car_to_drive(self, state: Position, seat: int) -> int:
        """The car that is more likely to get away (RC-R03, `free`)."""
        legal = state.legal(seat)
        if state.v[PHASE] != P_TURN or len(legal) == 1:
            return legal[0]
        first = seat * state.t.each
        chances = [release_chance(state, first + car) for car in range(2)]
        missing = [state.v[COND + first + car] & MISSING for car in range(2)]
        better = 1 if (not missing[1], chances[1]) > (not missing[0], chances[0]) else 0
        return ROLL_CAR + better

    def refuses(self, state: Position, seat: int) -> bool:
        return self.rng.random() < 0.5

    def box_to_halve(self, state: Position, seat: int) -> int:
        """The fullest box: it has most to lose to Paris."""
        halves = [action for action in state.legal(seat) if action != GIVE_UP]
        return max(halves, key=lambda action: (half_of(state.v[BOX + action - HALF]), -action))

    def speak(self, state: Position, seat: int) -> int:
        """The first accusation that is founded, as far as the driver has paid attention."""
        for action in state.legal(seat):
            if action != PASS and self.worth_saying(state, seat, action):
                return action
        return PASS

    def worth_saying(self, state: Position, seat: int, action: int) -> bool:
        """Does something stand behind the accusation? Whoever has watched the turn knows (nothing of it is secret)."""
        v, ids = state.v, state.ids
        record = RECORDS[record_of(state, (action - FINE) % ids.cars)]
        if action < ids.collect:
            return self.fines(state, seat, record)
        if action < ids.challenge:
            return any(v[record + R_DUE + g] and v[HOLDER + g] < 0 for g in range(4))
        if action < ids.claim:
            return bool(fixed_fines(state, record) or v[record + R_RED])
        return v[record + R_DUE + (action - ids.claim) // ids.cars] > 0

    def fines(self, state: Position, seat: int, record: int) -> bool:
        return bool(fixed_fines(state, record) or state.v[record + R_RED])


class Novice(Driver):
    def box_to_halve(self, state: Position, seat: int) -> int:
        return self.rng.choice([action for action in state.legal(seat) if action != GIVE_UP])

    def worth_saying(self, state: Position, seat: int, action: int) -> bool:
        return self.rng.random() >= NOVICE_MISSES and super().worth_saying(state, seat, action)


class Clubman(Driver):
    def refuses(self, state: Position, seat: int) -> bool:
        v = state.v
        return refusing_pays(state.t.edition, v[TOTAL_ROLLED], v[BOX + v[CONTESTED]], ROUND_SUM)

    def worth_saying(self, state: Position, seat: int, action: int) -> bool:
        return self.rng.random() >= CLUBMAN_MISSES and super().worth_saying(state, seat, action)


class Works(Driver):
    def refuses(self, state: Position, seat: int) -> bool:
        offer = Offer(state)
        return offer.refused() > offer.sold()

    def fines(self, state: Position, seat: int, record: int) -> bool:
        """A card is better forgotten only if it costs more than being fined for forgetting it would (RC-25)."""
        if not state.v[record + R_RED] or state.v[record + R_GENDARME] == state.t.owner[state.v[record + R_CAR]]:
            return fixed_fines(state, record) > 0 or bool(state.v[record + R_RED])
        gain, loss = card_parts(state)
        return fixed_fines(state, record) + gain - loss > -gain - fixed_fines(state, record)


BOTS: dict[str, BotMaker] = {"novice": Novice, "clubman": Clubman, "works": Works}
