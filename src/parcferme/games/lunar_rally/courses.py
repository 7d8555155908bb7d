"""What can be told of a scenario: its sections, and the fewest turns to the finish for a Rover alone."""

from __future__ import annotations

from parcferme.core.contract import Game
from parcferme.core.courses import CourseFigures
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.par.clock import par
from parcferme.games.lunar_rally.rules.game import LunarGame


def figures(game: Game) -> CourseFigures:
    ground = _ground(game)
    return {"sections": ground.sections, "turns": par(ground, 1)[0]}


def prove(game: Game) -> CourseFigures:
    """Nothing takes longer."""
    return {}


def _ground(game: Game) -> Ground:
    assert isinstance(game, LunarGame)
    return game.race.grounds[0]
