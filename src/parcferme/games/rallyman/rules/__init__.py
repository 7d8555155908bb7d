"""The rules of Rallyman, by phase: choices (what is legal), turn, attack, stage; machine.py holds them together."""

from __future__ import annotations

from parcferme.core.contract import Game
from parcferme.core.options import Options


def create(options: Options) -> Game:
    """A rally with these options; raises BadOption or BadContent."""
    from parcferme.games.rallyman.rules.game import RallymanGame  # the view needs rules/stage.py before this door opens

    return RallymanGame(options)
