"""Ratings of the bots of an arena, on the same scale as those of people at tables."""

from __future__ import annotations

from parcferme.organise.ratings import Ladder, Rating
from parcferme.solve.arena import Score

__all__ = ["Rating", "rate"]


def rate(scores: list[Score]) -> dict[str, Rating]:
    """Every bot's rating after all matches, in their order.

    A bot on several seats of one match counts with the first of them: it cannot learn from beating itself, and the
    rotation of seats makes that one fair.
    """
    ladder = Ladder()
    for score in scores:
        places = {name: score.places[score.bots.index(name)] for name in score.bots}
        if len(places) > 1:
            ladder.fold(places)
    return {name: ladder.of(name) for name in sorted({name for score in scores for name in score.bots})}
