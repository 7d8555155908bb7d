"""Hints and reviews as they are told: every action with its parts, so that a page can say it in words."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any, Final

from parcferme.core.contract import Game
from parcferme.core.record import Record, canonical
from parcferme.house.catalogue import game_of
from parcferme.solve.advice import advise
from parcferme.solve.mcts import Budget
from parcferme.solve.review import Moment, review
from parcferme.table.table import Table

HINT: Final = Budget(200_000, 1.0)
Json = dict[str, Any]


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


def hint(task: HintTask) -> Json:
    """The answer; worked out wherever there is time for it."""
    game = game_of(task.game, task.rules, task.options)
    advice = advise(game, game.restore(task.dump), task.seat, HINT, Random(task.seed + b"advice"))
    return {"node": task.node, "seat": task.seat, **advice.to_json(game)}


def reviewed(record: Record, seconds: float, progress: Callable[[int, int], bool]) -> Json:
    """A finished match looked back at, as far as the time goes; `progress(done, total)` may end it."""
    game = game_of(record.game, record.rules, record.options)
    made = review(game, record, None, seconds, progress)
    return {**made.to_json(), "moments": [_told(game, moment) for moment in made.moments]}


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
