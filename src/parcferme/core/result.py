"""How a game ended."""

from __future__ import annotations

from typing import NamedTuple


class Result(NamedTuple):
    """Finishing places, what each seat scored, and why it is over.

    places    1 = first; equal seats share a place and the next one is skipped (1, 2, 2, 4)
    scores    one whole number per seat, *higher is better*: marks or seconds are negated
    measures  what people read, per seat: {"seconds": [412, 433]}, {"money": […]}
    reason    a stable code for the way it ended ("finished", "last_survivor", …)
    clause    the rule that ended it
    """

    places: list[int]
    scores: list[int]
    measures: dict[str, list[int]]
    reason: str
    clause: str

    def winners(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place == 1]

    def to_json(self) -> dict[str, object]:
        return self._asdict()


def utilities(result: Result, low: int, high: int) -> list[float]:
    """Each seat's gain between −1 and 1, for search and for the bridges.

    With rivals only places matter and the gains sum to zero; alone, the score counts on the game's own scale
    (`low` … `high`, see `Game.score_bounds`).
    """
    seats = len(result.places)
    if seats == 1:
        share = (result.scores[0] - low) / (high - low) if high > low else 0.5
        return [2.0 * min(1.0, max(0.0, share)) - 1.0]
    gains = []
    for place in result.places:
        tied = result.places.count(place)
        middle = place + (tied - 1) / 2.0  # a shared place is worth the mean of the places it covers
        gains.append(1.0 - 2.0 * (middle - 1.0) / (seats - 1))
    return gains
