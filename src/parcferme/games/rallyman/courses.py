"""What can be told of a rally: spaces and corners of its three specials, and the time that perfect play expects."""

from __future__ import annotations

from parcferme.core.contract import Game
from parcferme.core.courses import CourseFigures
from parcferme.games.rallyman.board.rally import WEATHER_VARIABLE
from parcferme.games.rallyman.board.spaces import CORNER
from parcferme.games.rallyman.drive.drivers import rally_of
from parcferme.games.rallyman.par.solver import solve, tyre_advice


def figures(game: Game) -> CourseFigures:
    spaces = [space for special in rally_of(game).spaces for space in special]
    return {"spaces": len(spaces), "corners": sum(space.kind == CORNER for space in spaces)}


def prove(game: Game) -> CourseFigures:
    """Expected seconds of the specials, each driven alone in a fresh car on the better tyres, added up.

    Weather that is rolled has no such figure.
    """
    rally = rally_of(game)
    if rally.weather == WEATHER_VARIABLE:
        return {}
    seconds = 0.0
    for special in range(len(rally.spaces)):
        snow = rally.fixed_snow[special]
        seconds += min(tyre_advice(rally, special, snow)) if snow else solve(rally, special).value
    return {"par": round(seconds)}
