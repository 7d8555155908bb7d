"""The task of an event: its game with its options, and how a trial of it is judged."""

from __future__ import annotations

from parcferme.core import registry
from parcferme.core.contract import Game
from parcferme.core.options import Options
from parcferme.core.trial import Trial
from parcferme.organise.errors import NO_TRIAL
from parcferme.table.errors import Denied


def trial_of(game_id: str) -> Trial:
    """How this game is driven alone; raises Denied for one that needs company."""
    module = registry.part(game_id, "trial")
    if module is None:
        raise Denied(NO_TRIAL, f"{registry.meta(game_id).title} is not driven alone: it has match events only")
    found: Trial = module.TRIAL
    return found


def has_trial(game_id: str) -> bool:
    return registry.part(game_id, "trial") is not None


class Task:
    """A trial's game, made once for all its marks."""

    def __init__(self, game_id: str, rules: int, options: Options, legs: int) -> None:
        self.trial = trial_of(game_id)
        self.options = options
        self.legs = legs
        self.game: Game = registry.create(game_id, options, rules)
