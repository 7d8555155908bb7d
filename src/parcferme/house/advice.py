"""Hints and reviews as they are told: every action with its parts, so that a page can say it in words."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any, Final, Literal

from msgspec import Struct, convert

from parcferme.core.contract import Game
from parcferme.core.record import Record, canonical
from parcferme.house.catalogue import game_of
from parcferme.solve.advice import advise
from parcferme.solve.mcts import Budget
from parcferme.solve.review import Moment, review
from parcferme.table.table import Table

HINT: Final = Budget(200_000, 1.0)
Json = dict[str, Any]


class Rated(Struct):
    """An action: what you may expect after it, what it loses against the best one, and that loss's standard error."""

    action: str
    value: float
    loss: float
    error: float


class Hint(Struct):
    """All your actions at a node, best first. `unit`: percent (of placing well), or what the game counts in."""

    node: int
    seat: int
    unit: str
    exact: bool
    looked: int
    actions: list[Rated]


class Account(Struct):
    """start + luck − decisions + others + noise = final."""

    start: float | None
    luck: float
    decisions: float
    others: float
    noise: float
    final: float


class ReviewMoment(Struct):
    """A decision that lost something, or an outcome that gave or took something, after `at` entries of the log."""

    at: int
    seat: int
    kind: Literal["decision", "luck"]
    text: str
    best: str
    amount: float
    form: dict[str, Any] | None
    best_form: dict[str, Any] | None


class ReviewTold(Struct):
    """A finished game looked back on. `series[seat][n]` is what the seat could expect after `at[n]` entries."""

    unit: str
    exact: bool
    entries: int
    judged: int
    choices: list[int]
    accounts: list[Account]
    moments: list[ReviewMoment]
    at: list[int]
    series: list[list[float | None]]


class ReviewState(Struct):
    """Ask again until it is ready."""

    state: Literal["waiting", "running", "ready"]
    done: int
    total: int
    review: ReviewTold | None


class HintTask:
    """A question in plain values that travel to another process. The position is redrawn: nothing hidden goes along."""

    __slots__ = ("dump", "game", "node", "options", "rules", "seat", "seed")

    def __init__(self, table: Table, seat: int) -> None:
        self.game = table.setup.game
        self.rules = table.setup.rules
        self.options = table.setup.options
        self.seat = seat
        self.node = table.node
        self.seed = table.dice.seed(f"hint/{table.node}/{seat}")
        self.dump = table.play.state.resample(seat, Random(self.seed)).dump()


def hint(task: HintTask) -> Hint:
    """The answer; worked out wherever there is time for it."""
    game = game_of(task.game, task.rules, task.options)
    advice = advise(game, game.restore(task.dump), task.seat, HINT, Random(task.seed + b"advice"))
    return convert({"node": task.node, "seat": task.seat, **advice.to_json(game)}, Hint)


def reviewed(record: Record, seconds: float, progress: Callable[[int, int], bool]) -> ReviewTold:
    """A finished match looked back at, as far as the time goes; `progress(done, total)` may end it."""
    game = game_of(record.game, record.rules, record.options)
    made = review(game, record, None, seconds, progress)
    return convert({**made.to_json(), "moments": [_told(game, moment) for moment in made.moments]}, ReviewTold)


def _told(game: Game, moment: Moment) -> Json:
    """A moment with its actions in parts, so that a page can say them in words."""
    decided = moment.kind == "decision"
    return {
        **moment.to_json(),
        "form": game.form(game.parse(moment.text)) if decided else None,
        "best_form": game.form(game.parse(moment.best)) if moment.best else None,
    }


def record_hash(record: Record) -> str:
    """The same match, from a table or from a file, is the same review."""
    return hashlib.sha256(canonical([record.game, record.rules, record.options, record.log]).encode()).hexdigest()
