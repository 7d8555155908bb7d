"""A finished game looked back on: for each seat, what its decisions cost, what luck gave, and the rest.

Every position is valued for every seat. From one position to the next a seat's expectation changes; each change is
entered in one of four columns of the seat's account:

    luck        chance acted: the value afterwards less the mean over all that could have happened, so on the mean
                nought; where only one thing could happen there is none
    decisions   the seat decided: what its action lost against the best one (never negative)
    others      another seat decided
    noise       what the valuation cannot explain: estimates that differ, also where somebody did the only thing there
                was to do, or positions that were not judged

so that start + luck − decisions + others + noise = final holds for every seat, whatever the values are; where they are
exact the noise is nought. Where a game expects a stage at a time, start and final are sums over its stages.
"""

from __future__ import annotations

import marshal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from parcferme.core.contract import OVER, Game, State
from parcferme.core.errors import BadRecord
from parcferme.core.play import Entry, Play
from parcferme.core.record import Record
from parcferme.core.result import utilities
from parcferme.solve.advice import (
    PERCENT,
    SPREAD,
    SURE,
    TINY,
    Advice,
    Clock,
    Exhausted,
    Lookahead,
    Rate,
    SummingSearch,
    Yardstick,
    add_up,
    by_driver,
    by_expectation,
    percent,
    yardstick_of,
)
from parcferme.solve.evaluate import Evaluation, Worth
from parcferme.solve.mcts import Budget

Progress = Callable[[int, int], bool]  # (entries judged, entries in all) → go on?
SIMULATIONS: Final = 300  # games for each position, unless told otherwise …
POSITIONS: Final = 20_000  # … or positions to look at, for each seat …
SECONDS: Final = 1.0  # … and how long
IMPATIENCE: Final = 16  # each failure in a row divides the budget of the next attempt by this …
WARY: Final = 2  # … and the first one is made as if so many had failed: before a stage begins little can be said


class Account:
    """One seat's game in figures, in the unit of the review; `decisions` is what they cost."""

    __slots__ = ("start", "luck", "decisions", "others", "noise", "final")

    def __init__(self) -> None:
        self.start: float | None = None
        self.luck = 0.0
        self.decisions = 0.0
        self.others = 0.0
        self.noise = 0.0
        self.final = 0.0

    def to_json(self) -> dict[str, object]:
        return {
            "start": self.start,
            "luck": self.luck,
            "decisions": self.decisions,
            "others": self.others,
            "noise": self.noise,
            "final": self.final,
        }


class Moment(NamedTuple):
    """A decision that lost something (`best` would have been better) or an outcome that changed something.

    at      entries of the log before it: the position it happened in
    amount  for a decision what it lost (positive), for luck what it gave (or took: negative)
    """

    at: int
    seat: int
    kind: str
    text: str
    best: str
    amount: float


class Review:
    """What a game was made of. `series[seat][n]` is the seat's expectation after `at[n]` entries (None: not judged)."""

    def __init__(self, unit: str, players: int, entries: int) -> None:
        self.unit = unit
        self.exact = True
        self.entries = entries
        self.judged = 0
        self.choices = [0] * players  # decisions with a real choice that were judged, for each seat
        self.variances = [0.0] * players  # of what the decisions of each seat cost: nought where all is exact
        self.accounts = [Account() for _ in range(players)]
        self.moments: list[Moment] = []
        self.at: list[int] = []
        self.series: list[list[float | None]] = [[] for _ in range(players)]

    def highlights(self, seat: int, most: int = 5) -> list[Moment]:
        """The seat's dearest decisions and greatest lucks, in the order of the game."""
        own = [moment for moment in self.moments if moment.seat == seat]
        own.sort(key=_by_size)
        return sorted(own[:most], key=_by_place)

    def to_json(self) -> dict[str, object]:
        return {
            "unit": self.unit,
            "exact": self.exact,
            "entries": self.entries,
            "judged": self.judged,
            "choices": self.choices,
            "accounts": [account.to_json() for account in self.accounts],
            "moments": [moment._asdict() for moment in self.moments],
            "at": self.at,
            "series": self.series,
        }


def _by_size(moment: Moment) -> float:
    return -abs(moment.amount)


def _by_place(moment: Moment) -> int:
    return moment.at


# --- three ways to value a position ----------------------------------------------------------------------------------


class Judge(ABC):
    """Values positions for all seats. `grain` is the standard error of a value."""

    unit = PERCENT
    exact = False
    grain = 0.0
    limit = 0.0  # when to stop judging; nought: never

    def stop_at(self, limit: float) -> None:
        self.limit = limit

    def now(self) -> float:
        """The time that counts for the limit."""
        return time.monotonic()

    @abstractmethod
    def values(self, state: State) -> list[float | None]:
        """What each seat may expect; `None` where that cannot be said."""

    @abstractmethod
    def before_chance(self, state: State, values: list[float | None]) -> list[float | None]:
        """The mean over chance's outcomes for each seat, where it may differ from the position's own value."""

    @abstractmethod
    def advice(self, state: State, seat: int) -> Advice | None:
        """The seat's actions rated on what it could know."""


class ExpectationJudge(Judge):
    """By the game's own expectation. With a clock of processor time a busy machine judges no less than an idle one."""

    def __init__(
        self, game: Game, yardstick: Yardstick, budget: Budget, rng: Random, clock: Clock = time.monotonic
    ) -> None:
        self.unit = yardstick.unit
        self.exact = True
        self.grain = 0.0
        self.limit = 0.0
        self.rng = rng
        self.budget = budget
        self.clock = clock
        self.aheads = [Lookahead(game, yardstick, seat, budget, clock) for seat in range(game.players)]
        self.failures = [WARY] * game.players  # in a row

    def stop_at(self, limit: float) -> None:
        self.limit = limit
        for ahead in self.aheads:
            ahead.limit = limit

    def now(self) -> float:
        return self.clock()

    def values(self, state: State) -> list[float | None]:
        return [self._value(ahead, state, False) for ahead in self.aheads]

    def before_chance(self, state: State, values: list[float | None]) -> list[float | None]:
        return [self._value(ahead, state, True) for ahead in self.aheads]

    def _value(self, ahead: Lookahead, state: State, mean: bool) -> float | None:
        self._renew(ahead)
        try:
            found = ahead.mean(state) if mean else ahead.value(state)
        except Exhausted:
            self.failures[ahead.seat] += 1
            return None
        self.failures[ahead.seat] = 0
        self.exact = self.exact and ahead.is_exact()
        return found

    def _renew(self, ahead: Lookahead) -> None:
        """A fresh budget: the whole, or after failures in a row an ever smaller part, until something succeeds."""
        part: int = IMPATIENCE ** min(4, self.failures[ahead.seat])
        nodes = max(1, self.budget.simulations // part)
        ahead.budget = Budget(nodes, self.budget.seconds / part)
        ahead.renew()

    def advice(self, state: State, seat: int) -> Advice | None:
        self._renew(self.aheads[seat])
        advice = by_expectation(state, seat, self.aheads[seat], self.rng)
        self.failures[seat] = self.failures[seat] + 1 if advice is None else 0
        self.exact = self.exact and advice is not None and advice.exact
        return advice


class SearchJudge(Judge):
    """By tree search: one search a position serves its value and its advice."""

    def __init__(self, game: Game, yardstick: Yardstick, budget: Budget, rng: Random) -> None:
        self.unit = PERCENT
        self.exact = False
        self.grain = SPREAD / sqrt(budget.simulations)
        self.limit = 0.0
        self.game = game
        self.evaluation = yardstick.evaluation
        self.budget = budget
        self.rng = rng
        self.searched = b""
        self.search: SummingSearch | None = None

    def values(self, state: State) -> list[float | None]:
        result = state.result()
        if result is not None:
            low, high = self.game.score_bounds()
            return [percent(gain) for gain in utilities(result, low, high)]
        return list(self._search(state).outlook())

    def before_chance(self, state: State, values: list[float | None]) -> list[float | None]:
        return values  # the search has drawn its outcomes already

    def advice(self, state: State, seat: int) -> Advice | None:
        search = self._search(state)
        return Advice(PERCENT, False, search.done, search.rated(seat))

    def _search(self, state: State) -> SummingSearch:
        key = marshal.dumps(state.dump(), 0)
        if self.search is None or key != self.searched:
            seat = state.to_act()[0] if state.to_act() else 0
            self.search = SummingSearch(self.game, self.rng, self.evaluation, seat)
            self.search.run(state, seat, self.budget)
            self.searched = key
        return self.search


class DriverJudge(Judge):
    """By what the game's best driver thinks of each action, and its evaluation of the positions."""

    def __init__(self, game: Game, rate: Rate, evaluation: Evaluation, rng: Random) -> None:
        self.unit = PERCENT
        self.exact = False
        self.grain = 0.0
        self.limit = 0.0
        self.game = game
        self.rate = rate
        self.worth = Worth(game, evaluation)
        self.rng = rng

    def values(self, state: State) -> list[float | None]:
        return [percent(worth) for worth in self.worth.of(state)]

    def before_chance(self, state: State, values: list[float | None]) -> list[float | None]:
        total = 0
        sums = [0.0] * self.game.players
        for outcome, weight in state.chance():
            after = state.copy()
            after.apply(outcome)
            total += weight
            add_up(sums, [weight * percent(worth) for worth in self.worth.of(after)])
        return [one / total for one in sums]

    def advice(self, state: State, seat: int) -> Advice | None:
        return by_driver(self.game, state, seat, self.rng, self.rate)


# --- looking back ----------------------------------------------------------------------------------------------------


def review(
    game: Game,
    record: Record,
    budget: Budget | None = None,
    seconds: float = 0.0,
    progress: Progress | None = None,
    seed: int = 0,
    yardstick: Yardstick | None = None,
    unfinished: bool = False,
) -> Review:
    """Look back on a finished record; raises BadRecord when it is not over or does not replay. One that is `unfinished`
    because it was driven no further is looked back on to where it ends.

    `budget` is for each position: simulated games, or positions looked at where the game has its own expectation. After
    `seconds` (0: no limit), or when `progress` says so, the rest is left unjudged: its changes are entered as noise and
    `judged` says how far it went.
    """
    play = record.replay(game)
    if play.state.kind() != OVER and not unfinished:
        raise BadRecord("result", "the game is not over: only finished games are reviewed")
    chosen = yardstick if yardstick is not None else yardstick_of(game)
    judge = _judge_of(game, chosen, budget, Random(seed))
    if seconds > 0:
        judge.stop_at(time.monotonic() + seconds)
    whole = judge.values(play.state)[0] is not None
    return Reviewer(game, judge, whole, progress).run(Play(game, record.start), record.log, play.live)


def _judge_of(game: Game, yardstick: Yardstick, budget: Budget | None, rng: Random) -> Judge:
    """Who judges by this yardstick: what the game expects itself, a driver's rating, else a search."""
    if yardstick.expect is not None:
        return ExpectationJudge(game, yardstick, budget if budget is not None else Budget(POSITIONS, SECONDS), rng)
    if yardstick.rate is not None and yardstick.evaluation is not None:
        return DriverJudge(game, yardstick.rate, yardstick.evaluation, rng)
    return SearchJudge(game, yardstick, budget if budget is not None else Budget(SIMULATIONS), rng)


class Cause:
    """An entry of the log and what was known about it before it was played."""

    def __init__(self, game: Game, state: State, entry: Entry, at: int) -> None:
        who, what = entry
        self.entry = entry
        self.at = at
        self.seats = state.to_act()
        self.by_chance = who == "chance"
        self.settled = self.by_chance and len(state.chance()) == 1  # nothing else could have happened
        self.unasked = isinstance(who, int) and game.parse(str(what)) in state.interrupts(who)
        self.chosen = self.unasked or any(len(state.legal(seat)) > 1 for seat in self.seats)
        self.means: list[float | None] = []  # for each seat, before chance acted
        self.advices: dict[int, Advice] = {}  # for each seat that had a real choice

    def text_of(self, seat: int) -> str:
        """The seat's part of the entry."""
        what = self.entry[1]
        return str(what[self.seats.index(seat)] if isinstance(what, list) else what)


class Reviewer:
    """Steps through a log and keeps the accounts.

    An expectation may be that of the `whole` game, or of a part such as a stage; then the accounts add up the parts.
    """

    def __init__(self, game: Game, judge: Judge, whole: bool, progress: Progress | None) -> None:
        self.game = game
        self.judge = judge
        self.whole = whole
        self.progress = progress
        self.going = True
        self.review = Review(judge.unit, game.players, 0)
        self.known: list[float | None] = [None] * game.players  # each seat's last known value

    def run(self, play: Play, log: list[Entry], live: list[int]) -> Review:
        """`play` stands where the log begins."""
        made = self.review
        made.entries = len(live)
        values = self._values(play.state)
        self._begin(values)
        made.at.append(live[0] if live else 0)
        for count, index in enumerate(live):
            values = self._enter(play, log[index], index, values)
            made.at.append(index + 1)
            made.judged += self.going
            if self.progress is not None and self.going:
                self.going = self.progress(count + 1, len(live))
        gaps = self.whole and any(None in values for values in made.series)
        made.exact = self.judge.exact and made.judged == made.entries and not gaps
        for seat, account in enumerate(made.accounts):
            account.final += self.known[seat] or 0.0
        return made

    def _values(self, state: State) -> list[float | None]:
        if 0 < self.judge.limit < self.judge.now():
            self.going = False
        if not self.going and state.kind() != OVER:
            return [None] * self.game.players
        return self.judge.values(state)

    def _begin(self, values: list[float | None]) -> None:
        for seat, value in enumerate(values):
            self.review.series[seat].append(value)
            self.review.accounts[seat].start = self.known[seat] = value

    def _enter(self, play: Play, entry: Entry, at: int, before: list[float | None]) -> list[float | None]:
        """Play one entry and book the change it made for every seat."""
        cause = self._cause(play.state, entry, at, before)
        play.enter(entry)
        after = self._values(play.state)
        for seat, (old, new) in enumerate(zip(before, after, strict=True)):
            self.review.series[seat].append(new)
            if new is None:
                continue
            last, self.known[seat] = self.known[seat], new
            account = self.review.accounts[seat]
            if last is None:
                account.start = new
            elif old is None and self.whole:  # a gap in what is known closes: nobody can say whose doing it was
                account.noise += new - last
            elif old is None:  # the next part begins
                account.start = (account.start or 0.0) + new
                account.final += last
            else:
                self._book(seat, cause, old, new)
        return after

    def _cause(self, state: State, entry: Entry, at: int, values: list[float | None]) -> Cause:
        """What can be said about an entry before it is played."""
        cause = Cause(self.game, state, entry, at)
        if self.going and cause.by_chance and any(value is not None for value in values):
            cause.means = self.judge.before_chance(state, values)
        elif self.going and not cause.by_chance and not cause.unasked:
            for seat in cause.seats:
                judged = values[seat] is not None and len(state.legal(seat)) > 1
                advice = self.judge.advice(state, seat) if judged else None
                if advice is not None:
                    cause.advices[seat] = advice
        return cause

    def _book(self, seat: int, cause: Cause, old: float, new: float) -> None:
        account = self.review.accounts[seat]
        if cause.by_chance:
            self._book_luck(seat, cause, old, new)
        elif seat in cause.advices:
            self._book_decision(seat, cause, cause.advices[seat], new - old)
        elif cause.entry[0] != seat and cause.chosen:
            account.others += new - old
        elif cause.unasked and new < old:  # giving up is a decision, too
            account.decisions += old - new
            self.review.moments.append(Moment(cause.at, seat, "decision", cause.text_of(seat), "", old - new))
        else:  # the only action there was, or one that could not be judged
            account.noise += new - old

    def _book_luck(self, seat: int, cause: Cause, old: float, new: float) -> None:
        account = self.review.accounts[seat]
        mean = new if cause.settled else cause.means[seat] if cause.means else None
        expected = old if mean is None else mean
        account.luck += new - expected
        account.noise += expected - old
        if abs(new - expected) > max(TINY, SURE * sqrt(2.0) * self.judge.grain):
            moment = Moment(cause.at, seat, "luck", str(cause.entry[1]), "", new - expected)
            self.review.moments.append(moment)

    def _book_decision(self, seat: int, cause: Cause, advice: Advice, change: float) -> None:
        account = self.review.accounts[seat]
        text = cause.text_of(seat)
        rated = advice.of(self.game.parse(text))
        loss = 0.0 if rated is None or rated.is_equal() else rated.loss
        self.review.choices[seat] += 1
        self.review.variances[seat] += 0.0 if rated is None else rated.error * rated.error
        account.decisions += loss
        if len(cause.seats) > 1:  # the others decided at the same time: theirs is the rest
            account.others += change + loss
        else:
            account.noise += change + loss
        if loss > TINY:
            best = self.game.format(advice.best.action)
            self.review.moments.append(Moment(cause.at, seat, "decision", text, best, loss))
