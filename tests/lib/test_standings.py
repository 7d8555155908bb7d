"""Places with ties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcferme.lib.standings import places, ranked


@pytest.mark.parametrize(
    ("scores", "expected"),
    [([], []), ([7], [1]), ([3, 9], [2, 1]), ([5, 8, 5, 1], [2, 1, 2, 4]), ([2, 2, 2], [1, 1, 1])],
)
def test_higher_scores_come_first_and_equal_ones_share_a_place(scores: list[int], expected: list[int]) -> None:
    assert places(scores) == expected


def test_lower_keys_come_first_and_later_parts_break_ties() -> None:
    assert ranked([(90, 2), (90, 1), (80, 9), (90, 2)]) == [3, 2, 1, 3]


@given(st.lists(st.integers(-9, 9), max_size=8))
def test_places_count_who_is_better(scores: list[int]) -> None:
    placed = places(scores)
    assert sorted(placed) == sorted(sorted(scores, reverse=True).index(score) + 1 for score in scores)
    assert placed == ranked([(-score,) for score in scores])
