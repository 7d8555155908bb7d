"""Advice: what each legal action is worth to the seat that asks, and what the others lose against the best.

Where a game's analysis can say what a seat may expect (`advice.expect`, in the game's own unit, and by how much that
may be wrong: `advice.doubt`), advice looks ahead by the contract through the seat's own decisions and through chance
until it answers; where that is too far ahead it may say what each action is worth all the same (`advice.foresee`).
Elsewhere how well the seat will place is estimated, in per cent: 100 is first, 0 is last. The game's best driver may
say what it thinks of each action (`bots.rate`); where there is none, or a look ahead would take too long, tree search
does. Every figure is exact or has an error, and actions that the errors cannot tell apart are called equal.

The adviser never sees more than its seat: it works on redrawn positions (`State.resample`), and where several differ it
takes their mean.
"""

from __future__ import annotations

import marshal
import time
from collections.abc import Callable
from math import hypot, sqrt
from random import Random
from typing import Final, NamedTuple

from parcferme.core import registry
from parcferme.core.contract import CHANCE, JOINT, OVER, Game, State
from parcferme.core.errors import ParcFermeError
from parcferme.solve.evaluate import Evaluation
from parcferme.solve.mcts import Budget, Search, Step

Expect = Callable[[State, int], float | None]
Doubt = Callable[[State, int], tuple[float, float]]  # errors of `expect`: shared by positions near, and its own
Foresee = Callable[[State, int, bool], list[tuple[float, float]] | None]  # (worth, its own error) by legal action
Tolls = Callable[[State, int], list[list[float]] | None]  # what each legal action costs each seat
Clock = Callable[[], float]  # in seconds
Rate = Callable[[Game, State, int, Random], list[tuple[float, float]]]  # (worth, error of its loss) by legal action

BEST: Final = "best"  # verdicts of an advice
EQUAL: Final = "equal"
UNSURE: Final = "unsure"
PERCENT: Final = "percent"  # the unit of search: how well a seat will place
SPENT: Final = ("seconds", "turns", "marks")  # units of which a driver wants few: values in them are negative
DRAWS: Final = 4  # redrawn positions to look at where something is hidden
KEPT: Final = 200_000  # values of positions kept by a look ahead
AT_ONCE: Final = 40  # actions of which a first look can tell what they cost whom
DEPTH: Final = 400  # moves ahead; more means that the game's expectation never answers
SPREAD: Final = 50.0  # per cent: the most by which the ends of simulated games can scatter (standard deviation)
SEARCH_SHARE: Final = 0.4  # of the time, kept for search should the look ahead not end
SURE: Final = 2.0  # standard errors: a loss below that is none, as far as anybody can tell
TINY: Final = 1e-9


class Yardstick(NamedTuple):
    """What a game's positions are measured by: its own expectation with its unit and its errors (none: it is exact; and
    what actions are worth that come long before), its driver's judgement of every action beside an evaluation of the
    position, or one for search."""

    unit: str = PERCENT
    expect: Expect | None = None
    evaluation: Evaluation | None = None
    rate: Rate | None = None
    foresee: Foresee | None = None
    doubt: Doubt | None = None
    tolls: Tolls | None = None


def yardstick_of(game: Game, legs: int = 0) -> Yardstick:
    """What the game's folder offers: `expect`, `EXPECTS`, `doubt`, `foresee` and `tolls` of its advice, `evaluate` and
    `rate` of its bots. Of a trial over so many `legs` (0: over all) what its advice expects `within` them."""
    advice, bots = registry.part(game.id, "advice"), registry.part(game.id, "bots")
    expect: Expect | None = getattr(advice, "expect", None)
    evaluation: Evaluation | None = getattr(bots, "evaluate", None)
    rate: Rate | None = getattr(bots, "rate", None)
    unit = str(getattr(advice, "EXPECTS", PERCENT)) if expect is not None else PERCENT
    foresee: Foresee | None = getattr(advice, "foresee", None)
    doubt: Doubt | None = getattr(advice, "doubt", None)
    tolls: Tolls | None = getattr(advice, "tolls", None)
    if legs and advice is not None and hasattr(advice, "within"):
        expect, doubt = advice.within(legs)
    return Yardstick(unit, expect, evaluation, rate, foresee, doubt, tolls)


class Estimate:
    """A value and its errors: `shared` with the positions near it, so that it cancels out in a loss, and its `own`."""

    __slots__ = ("value", "shared", "own")

    def __init__(self, value: float, shared: float = 0.0, own: float = 0.0) -> None:
        self.value = value
        self.shared = shared
        self.own = own


def _value(figure: Estimate) -> float:
    return figure.value


class Rated(NamedTuple):
    """One action: what the seat may expect after it, and how much less that is than after the best one.

    `doubt` is the standard error of the value, `error` that of the loss; nought where it is exact. `tolls`: where a
    game can tell, what the action costs each seat.
    """

    action: int
    value: float
    loss: float
    error: float = 0.0
    doubt: float = 0.0
    tolls: tuple[float, ...] = ()

    def is_equal(self) -> bool:
        """Is it as good as the best one, as far as anybody can tell?"""
        return self.loss <= max(TINY, SURE * self.error)


class Advice(NamedTuple):
    """All legal actions, best first. `exact` without sampling and guessing; `looked` positions or simulated games,
    nought for a driver's judgement. `settled`: more time would change nothing."""

    unit: str
    exact: bool
    looked: int
    rated: list[Rated]
    settled: bool = True

    @property
    def best(self) -> Rated:
        return self.rated[0]

    def of(self, action: int) -> Rated | None:
        """The action's rating; `None` where search never tried it."""
        for one in self.rated:
            if one.action == action:
                return one
        return None

    def to_json(self, game: Game) -> dict[str, object]:
        return {
            "unit": self.unit,
            "exact": self.exact,
            "looked": self.looked,
            "verdict": self.verdict(),
            "settled": self.settled,
            "actions": [
                {
                    "action": game.format(r.action),
                    "value": r.value,
                    "loss": r.loss,
                    "error": r.error,
                    "doubt": r.doubt,
                    "equal": r.is_equal(),
                    "tolls": list(r.tolls),
                }
                for r in self.rated
            ],
        }

    def verdict(self) -> str:
        """`best`: something stands out; `equal`: all are the same; `unsure`: what differs is smaller than the error."""
        if not all(one.is_equal() for one in self.rated):
            return BEST
        return EQUAL if all(one.error == 0 for one in self.rated) else UNSURE


def ranked(actions: list[int], figures: list[Estimate]) -> list[Rated]:
    """The actions from best to worst; equal ones in the order of their ids."""
    best = max(figures, key=_value)
    rated: list[Rated] = []
    for action, figure in zip(actions, figures, strict=True):
        error = 0.0 if figure is best else hypot(figure.own, best.own)
        rated.append(Rated(action, figure.value, best.value - figure.value, error, hypot(figure.shared, figure.own)))
    return sorted(rated, key=_by_loss)


def _by_loss(rated: Rated) -> tuple[float, int]:
    return rated.loss, rated.action


def advise(
    game: Game,
    state: State,
    seat: int,
    budget: Budget,
    rng: Random,
    yardstick: Yardstick | None = None,
    thorough: bool = True,
) -> Advice:
    """What the seat, which must be asked, should do. Repeatable by seed where the budget has no limit of time. Not
    `thorough`: what can be told at once will do, with an error."""
    if not state.legal(seat):
        raise ParcFermeError(f"seat {seat} has nothing to decide now")
    chosen = yardstick if yardstick is not None else yardstick_of(game)
    if chosen.foresee is not None:
        foreseen = by_foresight(state.resample(seat, rng), seat, chosen, thorough)
        if foreseen is not None:
            return foreseen
    if chosen.expect is not None:
        share = budget.seconds * (1 - SEARCH_SHARE)
        ahead = Lookahead(game, chosen, seat, Budget(budget.simulations, share))
        advice = by_expectation(state, seat, ahead, rng)
        if advice is not None:
            return advice
        budget = Budget(budget.simulations, budget.seconds * SEARCH_SHARE)
    if chosen.rate is not None:
        return by_driver(game, state, seat, rng, chosen.rate)
    return by_search(game, state, seat, budget, rng, chosen.evaluation)


def by_foresight(state: State, seat: int, chosen: Yardstick, thorough: bool) -> Advice | None:
    """Advice from what the game says of each action, with what each costs whom where it tells that as well."""
    assert chosen.foresee is not None
    worth = chosen.foresee(state, seat, thorough)
    if worth is None:
        return None
    legal = state.legal(seat)
    rated = ranked(legal, [Estimate(value, 0.0, own) for value, own in worth])
    settled = thorough or all(own == 0 for _, own in worth)
    if chosen.tolls is None:
        return Advice(chosen.unit, False, 0, rated, settled)
    if not thorough and len(legal) > AT_ONCE:
        return Advice(chosen.unit, False, 0, rated, False)
    costs = chosen.tolls(state, seat)
    if costs is not None:
        rated = [one._replace(tolls=tuple(costs[legal.index(one.action)])) for one in rated]
    return Advice(chosen.unit, False, 0, rated, settled)


# --- by the game's own expectation -----------------------------------------------------------------------------------


class Exhausted(Exception):
    """A look ahead has spent its budget, or comes to an end that is not measured in its unit."""


class Known(Estimate):
    """A position's value, and whether another seat was taken to do the harmless thing on the way to it."""

    __slots__ = ("assumed",)

    def __init__(self, value: float, shared: float, own: float, assumed: bool) -> None:
        super().__init__(value, shared, own)
        self.assumed = assumed


class Lookahead:
    """Values of positions for one seat: the best of its own decisions, the mean of chance, then the expectation.

    Where another seat decides before the expectation answers, that seat is taken to do the harmless thing, and the
    values are no longer exact (`assumed`). `shared` and `own` are the greatest errors of the expectations met since
    they were last set to nought.
    """

    def __init__(
        self, game: Game, yardstick: Yardstick, seat: int, budget: Budget, clock: Clock = time.monotonic
    ) -> None:
        if yardstick.expect is None:
            raise ValueError("a look ahead needs an expectation")
        self.game = game
        self.expect: Expect = yardstick.expect
        self.doubt = yardstick.doubt
        self.unit = yardstick.unit
        self.seat = seat
        self.budget = budget
        self.clock = clock
        self.kept: dict[bytes, Known] = {}
        self.looked = 0
        self.stop = 0.0  # when the present question must be answered …
        self.limit = 0.0  # … and when all of them; nought: never
        self.assumed = False
        self.shared = 0.0
        self.own = 0.0
        self.warm = False  # the first answer may have to build the game's tables: that time is not counted
        self.renew()

    def renew(self) -> None:
        """A fresh budget; what was learnt is kept."""
        self.looked = 0
        self.forget_doubts()
        self.wind()
        if len(self.kept) > KEPT:
            self.kept.clear()

    def forget_doubts(self) -> None:
        self.assumed = False
        self.shared = self.own = 0.0

    def is_exact(self) -> bool:
        return not self.assumed and self.shared == 0 and self.own == 0

    def figure(self, state: State, action: int) -> Estimate:
        """The value behind an action, with the errors met on the way."""
        shared, own = self.shared, self.own
        self.shared = self.own = 0.0
        found = Estimate(self.after(state, action), self.shared, self.own)
        self.shared, self.own = max(shared, found.shared), max(own, found.own)
        return found

    def wind(self) -> None:
        """Set the clock."""
        self.stop = self.clock() + self.budget.seconds if self.budget.seconds > 0 else self.limit
        if 0 < self.limit < self.stop:
            self.stop = self.limit

    def value(self, state: State, depth: int = 0) -> float:
        """What the seat may expect of a position; raises Exhausted."""
        key = marshal.dumps(state.dump(), 0)
        known = self.kept.get(key)
        if known is None:
            known = self._learnt(state, depth)
            self.kept[key] = known
        self.assumed = self.assumed or known.assumed
        self.shared, self.own = max(self.shared, known.shared), max(self.own, known.own)
        return known.value

    def _learnt(self, state: State, depth: int) -> Known:
        """A position valued for the first time, with the doubts of this value alone."""
        assumed, shared, own = self.assumed, self.shared, self.own
        self.forget_doubts()
        value = self._find(state, depth)
        known = Known(value, self.shared, self.own, self.assumed)
        self.assumed, self.shared, self.own = assumed, shared, own
        return known

    def _find(self, state: State, depth: int) -> float:
        self.looked += 1
        if depth > 0 and self.spent(depth) and state.kind() != OVER:  # what is asked about itself is always looked at
            raise Exhausted
        found = self.expect(state, self.seat)
        if found is not None and not self.warm:
            self.warm = True
            self.wind()
        if found is None:
            return self.ended(state) if state.kind() == OVER else self.played_on(state, depth)
        if self.doubt is not None:
            self.shared, self.own = self.doubt(state, self.seat)
        return found

    def spent(self, depth: int) -> bool:
        late = self.stop > 0 and self.clock() > self.stop
        return late or depth > DEPTH or self.looked > self.budget.simulations

    def ended(self, state: State) -> float:
        value = final_value(state, self.seat, self.unit)
        if value is None:
            raise Exhausted
        return value

    def played_on(self, state: State, depth: int) -> float:
        if state.kind() == CHANCE:
            return self.mean(state, depth)
        if self.seat in state.to_act():
            return max([self.after(state, action, depth) for action in state.legal(self.seat)])
        self.assumed = True
        return self.after(state, -1, depth)

    def mean(self, state: State, depth: int = 0) -> float:
        """The expectation before chance acts, weighted exactly."""
        total = 0
        summed = 0.0
        for outcome, weight in state.chance():
            after = state.copy()
            after.apply(outcome)
            summed += weight * self.value(after, depth + 1)
            total += weight
        return summed / total

    def after(self, state: State, action: int, depth: int = 0) -> float:
        """The value behind the seat's action; whoever else decides with or instead of it does the harmless thing."""
        after = state.copy()
        moves = [action if one == self.seat else state.default(one) for one in state.to_act()]
        if state.kind() == JOINT:
            self.assumed = self.assumed or len(moves) > 1
            after.apply_joint(moves)
        else:
            after.apply(moves[0])
        return self.value(after, depth + 1)


def by_expectation(state: State, seat: int, ahead: Lookahead, rng: Random) -> Advice | None:
    """Advice from the game's own expectation; `None` when the budget does not suffice."""
    legal = state.legal(seat)
    rows: list[list[Estimate]] = []
    try:
        for drawn in redrawn(state, seat, rng):
            rows.append([ahead.figure(drawn, action) for action in legal])
    except Exhausted:
        return None
    figures = [averaged(list(column)) for column in zip(*rows, strict=True)]
    exact = not ahead.assumed and all(figure.shared == 0 and figure.own == 0 for figure in figures)
    return Advice(ahead.unit, exact, ahead.looked, ranked(legal, figures))


def averaged(figures: list[Estimate]) -> Estimate:
    """The mean over redrawn positions; where they differ that is an error, too."""
    count = len(figures)
    mean = sum([figure.value for figure in figures]) / count
    spread = sum([(figure.value - mean) ** 2 for figure in figures])
    drawn = sqrt(spread / (count - 1) / count) if spread > TINY * TINY else 0.0
    return Estimate(mean, max([figure.shared for figure in figures]), hypot(drawn, max([f.own for f in figures])))


def redrawn(state: State, seat: int, rng: Random) -> list[State]:
    """Positions that the seat cannot tell from the present one; a single one where nothing is hidden from it."""
    drawn: dict[bytes, State] = {}
    for _ in range(DRAWS):
        one = state.resample(seat, rng)
        drawn.setdefault(marshal.dumps(one.dump(), 0), one)
    return list(drawn.values())


def final_value(state: State, seat: int, unit: str) -> float | None:
    """What a seat has ended with, higher is better, so what is spent counts negative; `None`: not in this unit."""
    result = state.result()
    if result is None:
        raise ParcFermeError("the game is over but has no result")
    if unit not in result.measures:
        return None
    return float(-result.measures[unit][seat] if unit in SPENT else result.measures[unit][seat])


# --- by the game's best driver ---------------------------------------------------------------------------------------


def by_driver(game: Game, state: State, seat: int, rng: Random, rate: Rate) -> Advice:
    """Advice from a driver who says what every action is worth, on a redrawn position: it cannot peek."""
    found = rate(game, state.resample(seat, rng), seat, rng)
    best = max([worth for worth, _ in found])
    rated = [
        Rated(action, percent(worth), percent(best) - percent(worth), error * SPREAD)
        for action, (worth, error) in zip(state.legal(seat), found, strict=True)
    ]
    return Advice(PERCENT, False, 0, sorted(rated, key=_by_loss))


# --- by search -------------------------------------------------------------------------------------------------------


class Behind:
    """How the simulated games behind one first action of a seat ended: for everybody, and how they scattered for it."""

    __slots__ = ("count", "sums", "squares")

    def __init__(self, players: int) -> None:
        self.count = 0
        self.sums = [0.0] * players
        self.squares = 0.0

    def add(self, seat: int, values: list[float]) -> None:
        self.count += 1
        self.squares += values[seat] * values[seat]
        add_up(self.sums, values)

    def mean(self, seat: int) -> float:
        return percent(self.sums[seat] / self.count)

    def variance(self, seat: int) -> float:
        """Of the mean, in per cent squared. One game that might have ended anyhow is added: few games prove little."""
        mean = self.sums[seat] / self.count
        scatter = max(0.0, self.squares / self.count - mean * mean) * SPREAD * SPREAD
        return (scatter * self.count + SPREAD * SPREAD) / (self.count + 1) / self.count


class SummingSearch(Search):
    """A search that also adds up how all its games ended for every seat, and behind each first action."""

    def __init__(self, game: Game, rng: Random, evaluation: Evaluation | None, seat: int) -> None:
        # a game's evaluation is better than random driving; without one, games are played out
        super().__init__(game, rng, evaluation, 0.7, 0 if evaluation is not None else game.bound())
        self.players = game.players
        self.seat = seat
        self.sums = [0.0] * game.players
        self.behind: dict[tuple[int, int], Behind] = {}  # (seat, its first action)

    def credit(self, path: list[Step], values: list[float]) -> None:
        super().credit(path, values)
        add_up(self.sums, values)
        for step in path[: len(self.root.arms)]:
            if step.arms in self.root.arms:
                first = (step.arms.seat, step.arms.actions[step.place])
                if first not in self.behind:
                    self.behind[first] = Behind(self.players)
                self.behind[first].add(step.arms.seat, values)

    def most_tried(self, seat: int) -> int:
        """The seat's best action; -1 where it has none to take."""
        best, most = -1, 0
        for (one, action), behind in self.behind.items():
            if one == seat and behind.count > most:
                best, most = action, behind.count
        return best

    def rated(self, seat: int) -> list[Rated]:
        """A seat's actions that were tried: the most tried one is the best, and none loses less than nothing."""
        best = self.most_tried(seat)
        top = self.behind[(seat, best)]
        rows = [Rated(best, top.mean(seat), 0.0, 0.0, sqrt(top.variance(seat)))]
        others: list[Rated] = []
        for (one, action), behind in self.behind.items():
            if one == seat and action != best:
                value = min(top.mean(seat), behind.mean(seat))
                error = sqrt(top.variance(seat) + behind.variance(seat))
                others.append(Rated(action, value, top.mean(seat) - value, error, sqrt(behind.variance(seat))))
        return rows + sorted(others, key=_by_loss)

    def outlook(self) -> list[float]:
        """How well every seat will place if the asking one does what is best, in per cent."""
        best = self.most_tried(self.seat)
        if best < 0:
            return [percent(one / self.done) for one in self.sums]
        return [self.behind[(self.seat, best)].mean(seat) for seat in range(self.players)]


def by_search(
    game: Game, state: State, seat: int, budget: Budget, rng: Random, evaluation: Evaluation | None
) -> Advice:
    """Advice estimated from simulated games."""
    search = SummingSearch(game, rng, evaluation, seat)
    search.run(state, seat, budget)
    return Advice(PERCENT, False, search.done, search.rated(seat), False)


def percent(gain: float) -> float:
    """A utility between −1 and 1 as per cent."""
    return 50.0 * (gain + 1.0)


def add_up(sums: list[float], values: list[float]) -> None:
    for seat, value in enumerate(values):
        sums[seat] += value
