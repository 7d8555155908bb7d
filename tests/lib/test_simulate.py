"""What played matches tell: means with their error, told again and again, the same for the same table."""

from __future__ import annotations

from math import comb, isclose

import pytest

from parcferme.core.result import Result
from parcferme.core.studio import ESTIMATE
from parcferme.lib.simulate import FIRST, BotTable, Mean, simulated, won


def tally(*numbers: float) -> Mean:
    seen = Mean()
    for number in numbers:
        seen.add(number)
    return seen


def test_a_mean_comes_with_the_error_of_a_mean() -> None:
    seen = tally(2.0, 4.0, 6.0)
    assert seen.mean() == 4.0
    assert isclose(seen.spread(), 2.0)
    figure = seen.figure("minutes")
    assert figure.error is not None
    assert isclose(figure.error, 1.959964 * 2.0 / 3**0.5, abs_tol=1e-4)
    assert (figure.sure, figure.unit) == (ESTIMATE, "minutes")


def test_a_share_of_all_or_nothing_is_not_certain() -> None:
    few, many = tally(*[1.0] * 5).share(), tally(*[1.0] * 500).share()
    assert few.error is not None
    assert many.error is not None
    assert few.error > 0.2
    assert 0 < many.error < 0.01


@pytest.mark.parametrize("truth", [0.05, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("games", [10, 40, 100])
def test_the_truth_lies_within_the_error_of_a_share(truth: float, games: int) -> None:
    """19 times of 20, or nearly: wins are whole numbers."""
    missed = 0.0
    for wins in range(games + 1):
        told = tally(*[1.0] * wins, *[0.0] * (games - wins)).share()
        assert told.error is not None
        if abs(told.value - truth) > told.error:
            missed += comb(games, wins) * truth**wins * (1 - truth) ** (games - wins)
    assert missed < 0.08


def test_a_shared_first_place_is_a_share_of_a_win() -> None:
    result = Result([1, 1, 3], [5, 5, 1], {}, "finished", "")
    assert [won(result, seat) for seat in range(3)] == [0.5, 0.5, 0.0]


def test_matches_are_told_while_they_are_played_and_are_the_same_again() -> None:
    def told() -> list[dict[str, object]]:
        table = BotTable("rallye_code", {"rounds": 3}, "clubman", 6.0)
        return [figures.to_json() for figures in simulated(table, 16, {}, 0.5)]

    first = told()
    assert [one["progress"] for one in first] == [0.5 + played / 32 for played in (FIRST, 5, 6, 7, 8, 10, 12, 15, 16)]
    assert first == told()
    last = first[-1]["figures"]
    assert isinstance(last, dict)
    assert set(last) == {"first", "skill", "minutes"}
    assert 0 <= last["first"]["value"] <= 1


def test_no_more_is_played_than_is_needed() -> None:
    table = BotTable("rallye_code", {"rounds": 1}, "novice", 6.0)
    for _ in range(5_000):
        table.first.add(1.0)
    assert table.is_sure()
    told = list(simulated(table, 1_000, {}))
    assert [figures.progress for figures in told] == [1.0]
    assert table.minutes.count == 1
