"""What can be told of a marked map: its sections and squares, and the best score there is, over all kits."""

from __future__ import annotations

from parcferme.core.contract import Game
from parcferme.core.courses import CourseFigures
from parcferme.core.errors import ParcFermeError
from parcferme.games.rally_round.board.route import Route
from parcferme.games.rally_round.board.tables import Tables
from parcferme.games.rally_round.par.solver import Solver
from parcferme.games.rally_round.rules.game import RallyGame


def figures(game: Game) -> CourseFigures:
    sections = _route(_tables(game)).sections
    return {"sections": len(sections), "squares": sum(section.squares for section in sections)}


def prove(game: Game) -> CourseFigures:
    """Par in seconds: in a competition no kit and no line does better (RR-14, RR-48)."""
    tables = _tables(game)
    solution = Solver(_route(tables), tables.deck, tables.max_turns).solve()
    if not solution.proved():
        raise ParcFermeError(f"par lies between {solution.bound} and {solution.cost} s")
    return {"par": solution.cost}


def _tables(game: Game) -> Tables:
    assert isinstance(game, RallyGame)
    return game.tables


def _route(tables: Tables) -> Route:
    assert tables.route is not None  # a course is a marked map
    return tables.route
