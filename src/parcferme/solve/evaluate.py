"""What a position is worth to each seat, between −1 and 1."""

from __future__ import annotations

from collections.abc import Callable

from parcferme.core.contract import Game, State
from parcferme.core.result import utilities

Evaluation = Callable[[State], list[float]]  # one number per seat; a game's bots.py may offer one as `evaluate`


def final_values(game: Game, state: State) -> list[float] | None:
    """The utilities of a finished game, else `None`."""
    result = state.result()
    if result is None:
        return None
    low, high = game.score_bounds()
    return utilities(result, low, high)


class Worth:
    """Values of finished games by their result, of others by the game's own evaluation (or nought without one)."""

    def __init__(self, game: Game, evaluation: Evaluation | None) -> None:
        self.game = game
        self.evaluation = evaluation

    def of(self, state: State) -> list[float]:
        values = final_values(self.game, state)
        if values is not None:
            return values
        if self.evaluation is not None:
            return self.evaluation(state)
        return [0.0] * self.game.players
