"""What can be told of a rally: spaces and corners of its three specials, and the time that perfect play expects."""

from __future__ import annotations

from parcferme.core.contract import Game
from parcferme.core.courses import CourseFigures
from parcferme.games.rallyman.board.rally import WEATHER_VARIABLE, Rally
from parcferme.games.rallyman.board.spaces import CORNER
from parcferme.games.rallyman.par.solver import solve, tyre_advice
from parcferme.games.rallyman.rules.game import RallymanGame


def figures(game: Game) -> CourseFigures:
    spaces = [space for special in _rally(game).spaces for space in special]
    return {"spaces": len(spaces), "corners": sum(space.kind == CORNER for space in spaces)}


def prove(game: Game) -> CourseFigures:
    """Expected seconds of the specials, each driven alone in a fresh car on the better tyres, added up.

    Weather that is rolled has no such figure.
    """
    rally = _rally(game)
    if rally.weather == WEATHER_VARIABLE:
        return {}
    seconds = 0.0
    for special in range(len(rally.spaces)):
        snow = rally.fixed_snow[special]
        seconds += min(tyre_advice(rally, special, snow)) if snow else solve(rally, special).value
    return {"par": round(seconds)}


def _rally(game: Game) -> Rally:
    assert isinstance(game, RallymanGame)
    return game.rally
