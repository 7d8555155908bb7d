"""Where outcomes come from: exactly fair, the same for the same seed, scripted."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcferme.core.chance import Seeded, Source, below, pick

DICE = [(0, 3), (4, 2), (7, 1)]
STORED = "004470044444474440040000407470"  # thirty draws of DICE from the seed 2026


class Counting(Random):
    """A generator that gives every number of its bits in turn, each once: what is fair comes out even."""

    def __init__(self) -> None:
        super().__init__()
        self.next = -1

    def getrandbits(self, k: int, /) -> int:
        self.next = (self.next + 1) % (1 << k)
        return self.next


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 6, 8, 27, 100])
def test_numbers_below_a_limit_are_exactly_fair(limit: int) -> None:
    rng = Counting()
    assert Counter(below(rng, limit) for _ in range(limit * 4)) == Counter(dict.fromkeys(range(limit), 4))


@pytest.mark.parametrize("limit", [0, -3])
def test_nothing_is_below_zero(limit: int) -> None:
    with pytest.raises(ValueError, match=f"below {limit}"):
        below(Random(1), limit)


def test_every_outcome_has_its_share_of_the_weights() -> None:
    assert [pick(DICE, number) for number in range(6)] == [0, 0, 0, 4, 4, 7]
    with pytest.raises(ValueError, match="not below the sum"):
        pick(DICE, 6)


def test_a_seeded_source_with_even_bits_draws_each_outcome_as_often_as_it_weighs() -> None:
    source = Seeded(1)
    source.rng = Counting()
    assert Counter(source.draw(DICE) for _ in range(60)) == {0: 30, 4: 20, 7: 10}


@pytest.mark.parametrize("seed", [7, "monte-carlo"])
def test_the_same_seed_draws_the_same(seed: int | str) -> None:
    one, two = Seeded(seed), Seeded(seed)
    assert [one.draw(DICE) for _ in range(200)] == [two.draw(DICE) for _ in range(200)]


def test_a_seed_means_the_same_draws_for_ever() -> None:
    """Records of games set up by seed must not change with a Python version or a build."""
    source = Seeded(2026)
    assert "".join(str(source.draw(DICE)) for _ in range(30)) == STORED


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(1, 10**30)), min_size=1, unique_by=lambda pair: pair[0]))
def test_a_seeded_source_draws_only_what_can_happen(outcomes: list[tuple[int, int]]) -> None:
    assert Seeded(3).draw(outcomes) in [outcome for outcome, _ in outcomes]


def test_a_source_must_say_how_it_draws() -> None:
    with pytest.raises(ValueError, match="does not say how"):
        Source().draw(DICE)
