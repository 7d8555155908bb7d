"""Puzzles: positions of bots' games in which one choice is clearly best, and what every other one would have lost.

A choice is clear where all others but a few ties lose at least a margin (`MARGIN`), and several times as much as the
figures may be wrong by (`FAR`). What the figures are is told with them (`kind`):

    exact     proved: by the game's own proof, or by its expectation where that leaves nothing to guess
    estimate  by the game's own expectation, which may be wrong by `error`
    driver    as the game's best driver judges it, with the error of its sampling

The house's sets hold exact ones alone; the other two are for whoever makes a puzzle of a match of their own.

How hard a puzzle is before anybody has tried it: how often the house's weaker drivers miss it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from random import Random
from typing import Final, NamedTuple

from parcferme.core import registry
from parcferme.core.bot import Bot, drive
from parcferme.core.chance import Seeded
from parcferme.core.contract import CHANCE, OVER, Game, State
from parcferme.core.errors import ParcFermeError
from parcferme.core.play import advance, live_entries
from parcferme.core.position import Note
from parcferme.core.record import Record, canonical
from parcferme.solve.advice import PERCENT, Advice, Rated, advise
from parcferme.solve.entrants import enter
from parcferme.solve.mcts import Budget

EXACT: Final = "exact"
ESTIMATE: Final = "estimate"
DRIVER: Final = "driver"
KINDS: Final = (EXACT, ESTIMATE, DRIVER)

TIE: Final = 0.05  # in any unit: as good as the best one
MARGIN: Final = {"seconds": 1.0, "turns": 0.15, "francs": 300.0, PERCENT: 3.0}  # by unit: what a mistake must cost …
FAR: Final = {EXACT: 0.0, ESTIMATE: 2.5, DRIVER: 4.0}  # … and how many times the error: of an expectation, most of
# which all choices share and which is a bound; of a sample, for which it is a standard error
FEW: Final = 4  # at most one choice in so many may be as good as the best …
TIES: Final = 8  # … and never more than these
MOST: Final = 400  # choices
LOOK: Final = Budget(200_000, 1.5)
PROVED: Final = Budget(20_000, 0.0)  # where only what is proved will do: no clock, so that every machine finds the same

EASY: Final = 1200  # the rating of a puzzle that every driver solves …
TOUGH: Final = 1600
HARD: Final = 1800  # … and of one that none does
TRIES: Final = (("novice", 4), ("clubman", 2))  # who tries it, and how often
PLAYERS: Final = ("clubman", "novice")  # who play the games, in turn
MOST_OF_A_KIND: Final = 0.6  # of a set may every driver solve, or none
A_GAME: Final = 5  # puzzles at most from one game
PATIENCE: Final = 400  # games in a row without a puzzle, after which there are no more


class NoPuzzle(ParcFermeError):
    """No puzzle can be made of a position: `code` says why."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Judged(NamedTuple):
    """What each choice of a seat loses against the best one, by notation, the best first."""

    unit: str
    kind: str
    error: float
    losses: dict[str, float]

    def best(self) -> list[str]:
        """The best choice, and those that are as good."""
        return [action for action, loss in self.losses.items() if loss <= TIE]


class Found(NamedTuple):
    """A puzzle: a position as the seat knows it, and what its choices are worth."""

    id: str
    position: Note
    seat: int
    judged: Judged
    rating: int


def judge(game: Game, state: State, seat: int, proved: bool = False) -> Judged:
    """What the seat's choices are worth, by what is `proved` alone or by advice, too; raises NoPuzzle where none of
    them is clearly best."""
    legal = state.legal(seat)
    if not 2 <= len(legal) <= MOST:
        raise NoPuzzle("no_choice", f"there are {len(legal)} choices: a puzzle has 2 to {MOST}")
    advice = _proof(game, state, seat)
    if advice is None and (not proved or registry.part(game.id, "proof") is None):
        advice = advise(game, state, seat, PROVED if proved else LOOK, Random("puzzle"))
    if advice is None or (proved and not advice.exact):
        raise NoPuzzle("unsure", "what the choices are worth cannot be proved")
    if advice.unit == PERCENT and advice.looked > 0:
        raise NoPuzzle("unsure", "what the choices are worth can only be guessed from simulated games")
    judged = _told(game, advice)
    must_be_clear(judged, len(legal))
    return judged


def _proof(game: Game, state: State, seat: int) -> Advice | None:
    """What the game's folder proves (`prove` of its proof: what each legal action is worth, or `None`)."""
    proof = registry.part(game.id, "proof")
    if proof is None:
        return None
    worth: list[float] | None = proof.prove(state, seat)
    if worth is None:
        return None
    best = max(worth)
    rows = [Rated(action, value, best - value) for action, value in zip(state.legal(seat), worth, strict=True)]
    return Advice(str(proof.UNIT), True, 0, sorted(rows, key=_by_loss))


def _by_loss(rated: Rated) -> tuple[float, int]:
    return rated.loss, rated.action


def _told(game: Game, advice: Advice) -> Judged:
    kind = EXACT if advice.exact else DRIVER if advice.unit == PERCENT else ESTIMATE
    worst = max([max(one.error, one.doubt) for one in advice.rated])
    losses = {game.format(one.action): round(one.loss, 2) for one in advice.rated}
    return Judged(advice.unit, kind, 0.0 if advice.exact else round(worst, 2), losses)


def must_be_clear(judged: Judged, choices: int) -> None:
    """Raises NoPuzzle, with the reason, where no choice is clearly best or not every choice has its figure."""
    if len(judged.losses) != choices:
        raise NoPuzzle("unsure", f"only {len(judged.losses)} of {choices} choices could be judged")
    if judged.kind not in KINDS or (judged.kind != EXACT and judged.error <= 0):
        raise NoPuzzle("unsure", "what the choices are worth is not known well enough")
    best = judged.best()
    rest = [loss for action, loss in judged.losses.items() if action not in best]
    if not best or not rest or len(best) > max(1, min(TIES, choices // FEW)):
        raise NoPuzzle("equal", "too many choices are equally good")
    if min(rest) < MARGIN.get(judged.unit, 1.0):
        raise NoPuzzle("close", "another choice is nearly as good")
    if min(rest) < FAR[judged.kind] * judged.error:
        raise NoPuzzle("unsure", "what the choices differ by is too near to what the figures may be wrong by")


def puzzle_of(game: Game, state: State, seat: int, proved: bool = False) -> Found:
    """The position as a puzzle for this seat; what the seat cannot know is drawn anew. Raises NoPuzzle."""
    seen = state.resample(seat, Random("puzzle"))
    judged = judge(game, seen, seat, proved)
    position = seen.dump()
    named = canonical([game.id, game.version, game.options, position, seat])
    id = hashlib.sha256(named.encode("ascii")).hexdigest()[:12]
    return Found(id, position, seat, judged, EASY)


def rated(game: Game, found: Found) -> Found:
    """With the rating that its difficulty for the house's drivers gives it."""
    best, tries, right = found.judged.best(), 0, 0
    for level, times in TRIES:
        for attempt in range(times):
            rng = Random(f"{found.id}/{level}/{attempt}")
            state = game.restore(found.position).resample(found.seat, rng)
            chosen = enter(level, game, rng).choose(state, found.seat)
            tries, right = tries + 1, right + (game.format(chosen) in best)
    return found._replace(rating=round(HARD - (HARD - EASY) * right / tries))


# --- looking for them in bots' games ---------------------------------------------------------------------------------


def hunt(game: Game, seed: str) -> Iterator[Found]:
    """The proved puzzles of bots' games, game by game, a few of each, until none come any more. Repeatable by seed."""
    number = since = 0
    while since < PATIENCE:
        met = list(_puzzles_of_game(game, f"{seed}/{number}"))
        Random(f"{seed}/{number}/pick").shuffle(met)
        for found in sorted(met, key=_choices, reverse=True)[:A_GAME]:
            yield rated(game, found)
        since = 0 if met else since + 1
        number += 1


def _choices(found: Found) -> int:
    """The more there is to choose from, the better; but hundreds are no better than a handful."""
    return min(len(found.judged.losses), 3)


def met_in(game: Game, record: Record) -> Iterator[Found]:
    """The puzzles of a match that was driven, proved or not."""
    return _puzzles_among(game, _decided(game, record), False)


def _decided(game: Game, record: Record) -> Iterator[State]:
    """Its positions in which somebody decided, without what was taken back."""
    state = game.start() if record.start is None else game.restore(record.start)
    for index in live_entries(record.log):
        if state.kind() != CHANCE:
            yield state
        advance(game, state, record.log[index])


def _puzzles_of_game(game: Game, seed: str) -> Iterator[Found]:
    return _puzzles_among(game, decisions(game, seed), True)


def _puzzles_among(game: Game, states: Iterable[State], proved: bool) -> Iterator[Found]:
    """Every decision that makes a puzzle, of whichever seat."""
    for state in states:
        for seat in state.to_act():
            try:
                yield puzzle_of(game, state, seat, proved)
            except NoPuzzle:
                continue


def decisions(game: Game, seed: str) -> Iterator[State]:
    """The positions of one game between bots in which somebody decides."""
    dice, hidden = Seeded(seed), Random(f"{seed}/resample")
    bots = _drivers(game, seed)
    state = game.start()
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(dice.draw(state.chance()))
            continue
        yield state
        drive(state, bots, hidden)


def _drivers(game: Game, seed: str) -> list[Bot]:
    first = Random(f"{seed}/level").randrange(len(PLAYERS))
    levels = [PLAYERS[(first + seat) % len(PLAYERS)] for seat in range(game.players)]
    return [enter(level, game, Random(f"{seed}/{seat}")) for seat, level in enumerate(levels)]


class Choosy:
    """Takes puzzles for a set as they come, so that it is no bore: none twice, no answer too often, of those with two
    choices no more than their share (`pairs`), and neither too many that every driver solves (`easy`) nor too many that
    none does."""

    def __init__(self, count: int, pairs: float = 1.0, easy: float = MOST_OF_A_KIND) -> None:
        self.count = count
        self.easy = easy
        self.pairs = round(pairs * count)  # that may still be taken
        self.taken: list[Found] = []
        self.answers: dict[str, int] = {}

    def takes(self, found: Found) -> bool:
        answer = found.judged.best()[0]
        often = self.count // (2 if len(found.judged.losses) == 2 else 5)
        if any(one.id == found.id for one in self.taken) or self.answers.get(answer, 0) > often:
            return False
        if found.rating == EASY and self._share(EASY, EASY) >= self.easy:
            return False
        if found.rating >= TOUGH and self._share(TOUGH, HARD) >= MOST_OF_A_KIND:
            return False
        pair = len(found.judged.losses) == 2
        if pair and self.pairs == 0:
            return False
        self.pairs -= int(pair)
        self.answers[answer] = self.answers.get(answer, 0) + 1
        self.taken.append(found)
        return True

    def _share(self, low: int, high: int) -> float:
        """Which share of the set has a rating in this range already."""
        return sum(1 for one in self.taken if low <= one.rating <= high) / self.count

    def is_full(self) -> bool:
        return len(self.taken) >= self.count
