"""Three drivers. The dice decide most of a game; what is left are takeovers, debts and, at the table, vigilance.

novice    sells or refuses as the mood takes him; forgets nine fines, claims and challenges in ten
clubman   refuses when the chance of keeping the box and a round sum of future takings is worth more than the price;
          of two cars it drives the one that is more likely to get away, and forgets two accusations in three
works     the same with what the gérance will really still earn until the end, for both sides of the sale; forgets
          nothing, and drives the car whose roll leaves most to expect until the end of the game
"""

from __future__ import annotations

from random import Random

from parcferme.core.bot import Bot, BotMaker
from parcferme.core.contract import Game, State
from parcferme.games.rallye_code.actions import (
    ACCEPT,
    FINE,
    GERANCES,
    GIVE_UP,
    HALF,
    PASS,
    PLACE_RIGHT,
    REFUSE,
    ROLL_CAR,
)
from parcferme.games.rallye_code.drive.advice import expect_after
from parcferme.games.rallye_code.drive.odds import card_parts, release_chance
from parcferme.games.rallye_code.mechanics.chances import refusing_pays
from parcferme.games.rallye_code.mechanics.takeover import half_of
from parcferme.games.rallye_code.par.holding import Offer
from parcferme.games.rallye_code.rules.window import fixed_fines, turn_of
from parcferme.games.rallye_code.state import (
    P_PLACE,
    P_SHORTFALL,
    P_TAKEOVER,
    P_TURN,
    P_WINDOW,
    OpenTurn,
    Position,
)

ROUND_SUM = 4000  # the clubman's idea of what a gérance is still worth


class Driver(Bot):
    """What all three share: roll, drive by the code, never give up."""

    misses: float = 0.0  # the part of the accusations that it forgets

    def __init__(self, game: Game, rng: Random) -> None:
        self.rng = rng

    def choose(self, state: State, seat: int) -> int:
        assert isinstance(state, Position)
        phase = state.phase
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
        if state.phase != P_TURN or len(legal) == 1:
            return legal[0]
        first = seat * state.tables.each
        chances = [release_chance(state, first + car) for car in range(2)]
        missing = [state.cars[first + car].misses_turn for car in range(2)]
        better = 1 if (not missing[1], chances[1]) > (not missing[0], chances[0]) else 0
        return ROLL_CAR + better

    def refuses(self, state: Position, seat: int) -> bool:
        return self.rng.random() < 0.5

    def box_to_halve(self, state: Position, seat: int) -> int:
        """The fullest box: it has most to lose to Paris."""
        halves = [action for action in state.legal(seat) if action != GIVE_UP]
        return max(halves, key=lambda action: (half_of(state.boxes[action - HALF]), -action))

    def speak(self, state: Position, seat: int) -> int:
        """The first accusation that is founded, as far as the driver has paid attention."""
        for action in state.legal(seat):
            if action != PASS and self.notices() and self.worth_saying(state, seat, action):
                return action
        return PASS

    def notices(self) -> bool:
        return self.misses == 0.0 or self.rng.random() >= self.misses

    def worth_saying(self, state: Position, seat: int, action: int) -> bool:
        """Does something stand behind the accusation? Whoever has watched the turn knows (nothing of it is secret)."""
        ids = state.tables.ids
        turn = turn_of(state, (action - FINE) % ids.cars)
        if action < ids.collect:
            return self.fines(state, turn)
        if action < ids.challenge:
            return any(turn.dues[gerance] and state.holders[gerance] < 0 for gerance in range(GERANCES))
        if action < ids.claim:
            return turn.offends()
        return turn.dues[(action - ids.claim) // ids.cars] > 0

    def fines(self, state: Position, turn: OpenTurn) -> bool:
        return turn.offends()


class Novice(Driver):
    misses: float = 0.9

    def box_to_halve(self, state: Position, seat: int) -> int:
        return self.rng.choice([action for action in state.legal(seat) if action != GIVE_UP])


class Clubman(Driver):
    misses: float = 2.0 / 3.0

    def refuses(self, state: Position, seat: int) -> bool:
        return refusing_pays(state.tables.tariff, state.total, state.boxes[state.contested], ROUND_SUM)


class Works(Driver):
    def car_to_drive(self, state: Position, seat: int) -> int:
        """The car whose roll leaves the larger purse to expect at the end of the game, not only after this turn."""
        legal = state.legal(seat)
        if state.phase != P_TURN or len(legal) == 1:
            return legal[0]
        worths = [expect_after(state, seat, ROLL_CAR + car) for car in range(2)]
        if abs(worths[0] - worths[1]) < 1.0:  # less than a franc apart
            return ROLL_CAR + self.rng.randrange(2)
        return ROLL_CAR + worths.index(max(worths))

    def refuses(self, state: Position, seat: int) -> bool:
        offer = Offer(state)
        return offer.refused() > offer.sold()

    def fines(self, state: Position, turn: OpenTurn) -> bool:
        """A card is better forgotten only if it costs more than being fined for forgetting it would (RC-25)."""
        if not turn.red or turn.gendarme == state.tables.owner[turn.car]:
            return turn.offends()
        gain, loss = card_parts(state)
        return fixed_fines(state, turn) + gain - loss > -gain - fixed_fines(state, turn)


BOTS: dict[str, BotMaker] = {"novice": Novice, "clubman": Clubman, "works": Works}
