"""What can be told of a board and a deck: squares of the main road and of the transverse roads, and cards."""

from __future__ import annotations

from parcferme.core.contract import Game
from parcferme.core.courses import CourseFigures
from parcferme.games.rallye_code.rules.game import RallyeCode


def figures(game: Game) -> CourseFigures:
    assert isinstance(game, RallyeCode)
    tables = game.tables
    transverse = sum(tables.transverse)
    return {"squares": len(tables.cells) - transverse, "lanes": transverse, "cards": len(tables.cards)}


def prove(game: Game) -> CourseFigures:
    """Nothing takes longer."""
    return {}
