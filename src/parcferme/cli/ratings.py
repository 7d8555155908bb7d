"""Ratings from finishing places, by openskill's Plackett–Luce model: one scale for matches of any number of seats."""

from __future__ import annotations

from openskill.models import PlackettLuce

from parcferme.solve.arena import Score


class Rating:
    """What is believed of a bot's strength: a mean, and how unsure it is."""

    __slots__ = ("mu", "sigma")

    def __init__(self, mu: float, sigma: float) -> None:
        self.mu = mu
        self.sigma = sigma


def rate(scores: list[Score]) -> dict[str, Rating]:
    """Every bot's rating after all matches, in their order.

    A bot on several seats of one match counts with the first of them: it cannot learn from beating itself, and the
    rotation of seats makes that one fair.
    """
    model = PlackettLuce()
    held = {name: model.rating(name=name) for name in sorted({name for score in scores for name in score.bots})}
    for score in scores:
        seats = {name: score.bots.index(name) for name in score.bots}
        if len(seats) < 2:
            continue
        names = list(seats)
        ranks = [float(score.places[seats[name]]) for name in names]
        for name, team in zip(names, model.rate([[held[name]] for name in names], ranks=ranks), strict=True):
            held[name] = team[0]
    return {name: Rating(rating.mu, rating.sigma) for name, rating in held.items()}
