"""Odds summed up once draw what the plain list draws, whatever the weights."""

from __future__ import annotations

from random import Random

import pytest

from parcferme.core.chance import random_outcome
from parcferme.lib.odds import Odds

FEW = [(4, 1), (7, 2), (9, 1)]
ATTACK = [(300 + number, 5 ** (7 - number.bit_count())) for number in range(96)]  # of seven dice: far apart, and large
UNEVEN = [(0, 1), (1, 1_000_000), (2, 1)]


@pytest.mark.parametrize("outcomes", [FEW, ATTACK, UNEVEN], ids=["few", "attack", "uneven"])
def test_the_same_share_draws_the_same_outcome(outcomes: list[tuple[int, int]]) -> None:
    odds, rng = Odds(outcomes), Random(1)
    shares = [rng.random() for _ in range(2_000)] + [number / 64 for number in range(64)]
    assert [odds.at(share) for share in shares] == [random_outcome(outcomes, share) for share in shares]


@pytest.mark.parametrize("outcomes", [FEW, ATTACK, UNEVEN], ids=["few", "attack", "uneven"])
def test_a_share_that_was_rounded_up_draws_the_last_one(outcomes: list[tuple[int, int]]) -> None:
    assert Odds(outcomes).at(1.0) == random_outcome(outcomes, 1.0) == outcomes[-1][0]
