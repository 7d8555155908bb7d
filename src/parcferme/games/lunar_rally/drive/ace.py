"""The ace: programs are sealed by everyone at once, so it looks for a mixture that no answer beats.

Everybody who seals now has a hand of promising programs. In every round of thought each of them is tried, for every
seat, against programs drawn from what the others tend to at that moment; the race is driven on by habit for a few turns
and valued. What would have done better than the seat's own mixture becomes likelier: regret matching (Hart and
Mas-Colell 2000), whose mean over all rounds approaches a mixture that cannot be exploited.

A rival's cards that already lie face down are guessed, never seen. Budgets are counted in tries, so the same seed
drives the same way.
"""

from __future__ import annotations

from random import Random
from typing import Final, final

from parcferme.core.bot import Bot, Patience
from parcferme.core.contract import Game, State
from parcferme.games.lunar_rally.actions import program_action, program_in
from parcferme.games.lunar_rally.drive.habits import SEATS, Habit, Habits, placing_time
from parcferme.games.lunar_rally.drive.prospects import shares
from parcferme.games.lunar_rally.effects import clear_programs
from parcferme.games.lunar_rally.mechanics.programs import Program
from parcferme.games.lunar_rally.rules.execution import execute
from parcferme.games.lunar_rally.rules.game import LunarGame, LunarState
from parcferme.games.lunar_rally.rules.placing import place, placements
from parcferme.games.lunar_rally.rules.replacing import replace
from parcferme.games.lunar_rally.rules.turns import after_programming
from parcferme.games.lunar_rally.state import ENDED, OPEN_1, OPEN_2, PLACE, PROGRAMMED, Position

ROUNDS: Final = 3000  # rounds of thought in a second with one hand: about that where the engine is compiled
HAND: Final = 20  # promising programs of a Rover
LOOKS: Final = 8  # tries of each program before the promising ones are chosen, in a second
TURNS: Final = 4  # that a race is driven on after the programs have run
FAITHFUL: Final = 0.5  # programs are chosen among which are at least so likely as the likeliest
STARTS: Final = 16  # placements that are looked at closely
NEAR: Final = 8  # … and that others are thought to choose from
OPENING: Final = 8  # turns that a race is driven on from a placement
PLACING_ROUNDS: Final = 750  # in which each of them is tried, in a second
SAME: Final = 0.01  # of a victory: placements that differ by less are taken for equally good


@final
class Hand:
    """The promising programs of one Rover, and how much it has come to regret not having played each of them."""

    def __init__(self, rover: int, seat: int, number: int, programs: list[Program]) -> None:
        self.rover = rover  # its index
        self.seat = seat
        self.number = number
        self.programs = programs
        self.regrets = [0.0] * len(programs)
        self.mixture = [1.0 / len(programs)] * len(programs)
        self.tended = [0.0] * len(programs)  # the mixtures of all rounds, summed

    def draw(self, share: float) -> Program:
        """The program at this share of the mixture."""
        last = len(self.mixture) - 1
        at = 0
        while at < last and share >= self.mixture[at]:
            share -= self.mixture[at]
            at += 1
        return self.programs[at]

    def learn(self, values: list[float], weight: float) -> None:
        """What each program would have brought in this round; later rounds weigh more."""
        mixture, expected = self.mixture, 0.0
        for at in range(len(values)):
            expected += mixture[at] * values[at]
            self.tended[at] += weight * mixture[at]
        whole = 0.0
        for at in range(len(values)):
            regret = max(0.0, self.regrets[at] + values[at] - expected)
            self.regrets[at] = regret
            whole += regret
        for at in range(len(values)):
            mixture[at] = self.regrets[at] / whole if whole > 0.0 else 1.0 / len(values)


@final
class Sealing:
    """One programming, thought through from all sides."""

    def __init__(self, habits: Habits, position: Position, seat: int, rng: Random) -> None:
        self.habits = habits
        self.rng = rng
        self.seat = seat
        self.number = PROGRAMMED[position.phase]
        self.position = position.copy()
        clear_programs(self.position, seat)
        self.own = position.rover(seat, 3 - self.number).program  # its own cards that lie face down
        self.hands: list[Hand] = []

    def deal(self, looks: int, patience: Patience) -> None:
        """A hand of promising programs for every Rover that is programmed or has been; it takes half of the time at
        most."""
        position, opening = self.position, self.position.phase == OPEN_1
        rovers = [
            index
            for index, rover in enumerate(position.rovers)
            if rover.cell >= 0 and (rover.number == self.number or not opening)
        ]
        usual = [self._usual(index) for index in rovers]
        for at in range(len(rovers)):
            rover = position.rovers[rovers[at]]
            best = self._promising(rovers, usual, at, looks, patience)[:HAND]
            self.hands.append(Hand(rovers[at], rover.seat, rover.number, best))

    def _usual(self, index: int) -> Habit:
        return self.habits.of(self.position, self.position.rovers[index])

    def _promising(
        self, rovers: list[int], usual: list[Habit], at: int, looks: int, patience: Patience
    ) -> list[Program]:
        """All programs of a Rover, the best against what the others usually do first."""
        position = self.position
        rover = position.rovers[rovers[at]]
        known = [program_in(action) for action in position.race.program_actions[rover.number][rover.phases]]
        totals = [0.0] * len(known)
        for look in range(looks):
            if look > 0 and patience.is_over(0.5 * (at + 1) / len(rovers)):
                break
            laid = [habit.draw(self.rng.random()) for habit in usual]
            self._know(rovers, laid, rover.seat)
            luck = self._luck()
            for choice in range(len(known)):
                laid[at] = known[choice]
                totals[choice] += self._outcome(rovers, laid, luck)[rover.seat]
        order = sorted(range(len(known)), key=lambda choice: -totals[choice])
        return [known[choice] for choice in order]

    def _know(self, rovers: list[int], laid: list[Program], seat: int) -> None:
        """Who thinks knows its own cards."""
        if seat == self.seat and self.own.length:
            mine = seat if self.number == 2 else seat + self.position.race.players
            for at in range(len(rovers)):
                if rovers[at] == mine:
                    laid[at] = self.own

    def _luck(self) -> list[float]:
        return [self.rng.random() for _ in range(SEATS * TURNS)]

    def think(self, patience: Patience) -> None:
        """Rounds of regret matching, as long as patience lasts."""
        weight = 0.0
        rovers = [hand.rover for hand in self.hands]
        while patience.lasts():
            weight += 1.0
            drawn = [hand.draw(self.rng.random()) for hand in self.hands]
            luck = self._luck()
            for at in range(len(self.hands)):
                hand = self.hands[at]
                laid = drawn[:]
                if hand.number == self.number:
                    self._know(rovers, laid, hand.seat)
                values: list[float] = []
                for program in hand.programs:
                    laid[at] = program
                    values.append(self._outcome(rovers, laid, luck)[hand.seat])
                hand.learn(values, weight)

    def _outcome(self, rovers: list[int], laid: list[Program], luck: list[float]) -> list[float]:
        """Each seat's share of the victory behind these programs."""
        after = self.position.copy()
        for at in range(len(rovers)):
            after.rovers[rovers[at]].program = laid[at]
        after_programming(after, None)
        return outlook(self.habits, after, TURNS, luck)

    def mine(self) -> Hand:
        """The hand to choose from."""
        for hand in self.hands:
            if hand.seat == self.seat and hand.number == self.number:
                return hand
        raise ValueError("this seat is not asked")


def outlook(habits: Habits, position: Position, turns: int, luck: list[float]) -> list[float]:
    """Each seat's share of the victory, so many turns on."""
    habits.race_on(position, turns, luck)
    sealed = 1 if position.phase <= OPEN_2 else 3 - position.moon
    if position.phase != ENDED:
        execute(position, sealed, None)
    return shares(position, 3 - sealed)


@final
class Placing:
    """Start hexes, each tried by driving the race on from there."""

    def __init__(self, habits: Habits, position: Position, seat: int, rng: Random) -> None:
        self.habits = habits
        self.position = position
        self.seat = seat
        self.rng = rng
        self.actions = by_distance(position)[:STARTS]
        self.totals = [0.0] * len(self.actions)
        self.rounds = 0

    def think(self, patience: Patience) -> None:
        """Try them all, with the same luck in each round."""
        while patience.lasts():
            self.rounds += 1
            luck = [self.rng.random() for _ in range(SEATS * (OPENING + 1))]
            for at in range(len(self.actions)):
                self.totals[at] += self._outcome(self.actions[at], luck)

    def _outcome(self, action: int, luck: list[float]) -> float:
        after = self.position.copy()
        if after.phase == PLACE:
            place(after, [action], None)
            self._place_others(after, luck)
        else:
            replace(after, [action], None)
        return outlook(self.habits, after, OPENING, luck)[self.seat]

    def _place_others(self, position: Position, luck: list[float]) -> None:
        """The Rovers still to come are put down where the way is short, or nearly so."""
        at = SEATS * OPENING
        while position.phase == PLACE:
            actions = by_distance(position)[:NEAR]
            place(position, [actions[int(luck[at] * luck[at] * float(len(actions)))]], None)
            at += 1

    def good(self) -> list[int]:
        """The placements that are about as good as the best."""
        least = max(self.totals) - SAME * float(self.rounds)
        return [action for action, total in zip(self.actions, self.totals, strict=True) if total >= least]


def by_distance(position: Position) -> list[int]:
    """All placements, the shortest way to the finish first."""
    actions = placements(position)
    actions.sort(key=lambda action: placing_time(position, action))
    return actions


class Ace(Bot):
    """Seals what cannot be exploited, and places its Rovers by trying the race from there."""

    effort: float = 1.0  # the part of its time that it thinks

    def __init__(self, game: Game, rng: Random) -> None:
        assert isinstance(game, LunarGame)
        self.habits = Habits(game.race)
        self.rng = rng

    def choose(self, state: State, seat: int) -> int:
        assert isinstance(state, LunarState)
        if PROGRAMMED[state.position.phase] == 0:
            return self._placement(state.position, seat)
        thought = Sealing(self.habits, state.position, seat, self.rng)
        patience = self._patience(ROUNDS)
        thought.deal(self._patience(LOOKS).left, patience)
        patience.left = max(1, patience.left // len(thought.hands))
        thought.think(patience)
        return program_action(self._drawn(thought.mine()))

    def _patience(self, a_second: int) -> Patience:
        return Patience(self, int(a_second * self.effort))

    def _drawn(self, hand: Hand) -> Program:
        """One of the programs the hand tends to, so that nobody can foresee it."""
        most = max(hand.tended)
        if most <= 0.0:
            return hand.programs[0]
        weights = [tended if tended >= FAITHFUL * most else 0.0 for tended in hand.tended]
        return self.rng.choices(hand.programs, weights)[0]

    def _placement(self, position: Position, seat: int) -> int:
        """Where the race goes best from, or about as well; a replacement is never declined."""
        thought = Placing(self.habits, position, seat, self.rng)
        thought.think(self._patience(PLACING_ROUNDS))
        return self.rng.choice(thought.good())


class Works(Ace):
    """Thinks in the same way, but only for a moment."""

    effort: float = 0.006
