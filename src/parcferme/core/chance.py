"""Where chance's outcomes come from. The rules only list them with their weights."""

from __future__ import annotations

from random import Random

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Source:
    """Somebody who draws: a generator, a list, a person with real dice, a table's verifiable dice."""

    def draw(self, outcomes: list[tuple[int, int]]) -> int:
        """One of the outcomes."""
        raise ValueError("a source draws outcomes; this one does not say how")


class Seeded(Source):
    """Draws from a seed: the same seed gives the same game, in every Python version and on every build."""

    def __init__(self, seed: int | str) -> None:
        self.rng = Random(seed)

    def draw(self, outcomes: list[tuple[int, int]]) -> int:
        return pick(outcomes, below(self.rng, sum(weight for _, weight in outcomes)))


def random_outcome(outcomes: list[tuple[int, int]], share: float) -> int:
    """The outcome at `share` (0 ≤ share < 1) of the summed weights: fast, and fair to one part in 2**53."""
    total = 0
    for _, weight in outcomes:
        total += weight
    left = int(share * total)
    for outcome, weight in outcomes:
        left -= weight
        if left < 0:
            return outcome
    return outcomes[-1][0]


def below(rng: Random, limit: int) -> int:
    """A uniform whole number below `limit`, exactly fair: bits are thrown away rather than folded."""
    if limit < 1:
        raise ValueError(f"no whole number from 0 is below {limit}")
    bits = limit.bit_length()
    number = rng.getrandbits(bits)
    while number >= limit:
        number = rng.getrandbits(bits)
    return number


def pick(outcomes: list[tuple[int, int]], number: int) -> int:
    """The outcome in whose share of the summed weights `number` falls (0 ≤ number < sum)."""
    for outcome, weight in outcomes:
        number -= weight
        if number < 0:
            return outcome
    raise ValueError("the number is not below the sum of the weights")
