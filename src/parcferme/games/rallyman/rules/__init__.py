"""The rules of Rallyman: stage (specials, rounds), begin, turn and step (one turn), choices (what is legal).

`machine.py` holds them together.
"""

from __future__ import annotations

from parcferme.core.contract import Game
from parcferme.core.options import Options


def create(options: Options) -> Game:
    """A rally with these options; raises BadOption or BadContent."""
    from parcferme.games.rallyman.rules.game import RallymanGame  # the view needs rules/stage.py before this door opens

    return RallymanGame(options)
