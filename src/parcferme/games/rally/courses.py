"""What can be told of a single stage's road: its squares, fords and hairpins, and the turns a car alone expects."""

from __future__ import annotations

from parcferme.core.contract import Game
from parcferme.core.courses import CourseFigures
from parcferme.games.rally.board.route import Route
from parcferme.games.rally.board.tables import Tables
from parcferme.games.rally.par.solver import Par, whole_ring
from parcferme.games.rally.rules.game import RallyGame

SETUPS = (0, 1, 2)
TYRES = [0, 1, 2]


def figures(game: Game) -> CourseFigures:
    road = _road(_tables(game))
    return {"squares": road.length, "fords": road.tally[0], "hairpins": road.tally[1]}


def prove(game: Game) -> CourseFigures:
    """Expected turns of perfect play without mechanics, with the best set-up and tyres for the first sector."""
    tables = _tables(game)
    road, ring = _road(tables), tables.race_rings[0]
    turns = [Par(tables, road, setup, whole_ring(ring), TYRES, []) for setup in SETUPS]
    return {"turns": round(min(par.at_start(0, tyres) for par in turns for tyres in TYRES))}


def _tables(game: Game) -> Tables:
    assert isinstance(game, RallyGame)
    return game.tables


def _road(tables: Tables) -> Route:
    assert tables.fixed is not None  # a course is a road laid card by card
    return tables.fixed
