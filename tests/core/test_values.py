"""Small values: events, refusals, results and what they are worth."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcferme.core.bot import RandomBot
from parcferme.core.errors import BadRecord, Diverged, ParcFermeError, Refusal, Refused
from parcferme.core.events import Event
from parcferme.core.result import Result, utilities
from parcferme.lib.standings import places
from tests.contract import toys


def result(placed: list[int], scores: list[int] | None = None) -> Result:
    return Result(placed, scores if scores is not None else [0] * len(placed), {}, "finished", "TY-03")


def test_events_are_for_everybody_or_for_some() -> None:
    public, private = Event("a", "TY-01"), Event("a", "TY-01", {}, only=(1,))
    assert [public.visible_to(seat) for seat in (0, 1, None)] == [True, True, True]
    assert [private.visible_to(seat) for seat in (0, 1, None)] == [False, True, False]


def test_events_and_refusals_compare_by_value_and_rebuild_from_their_text() -> None:
    event, refusal = Event("a", "TY-01", {"n": 1}, (0,)), Refusal("no", "TY-02", {"n": 1})
    assert eval(repr(event)) == event != Event("a", "TY-01", {"n": 1})
    assert eval(repr(refusal)) == refusal != Refusal("no", "TY-02")
    assert hash(event) == hash(eval(repr(event)))
    assert hash(refusal) == hash(eval(repr(refusal)))
    assert event != "a"
    assert refusal != "no"
    assert event.to_json() == {"kind": "a", "clause": "TY-01", "args": {"n": 1}}


def test_two_events_never_share_arguments() -> None:
    one, two = Event("a", "TY-01"), Event("a", "TY-01")
    one.args["n"] = 1
    assert two.args == {}


def test_a_refused_action_tells_code_and_clause() -> None:
    refused = Refused("roll", Refusal("late", "TY-02"))
    assert str(refused) == "roll is not possible now: late (TY-02)"
    assert isinstance(refused, ParcFermeError)
    assert issubclass(Diverged, BadRecord)


def test_winners_are_all_seats_in_first_place() -> None:
    assert result([1, 3, 1]).winners() == [0, 2]


def test_a_result_is_written_and_rebuilt() -> None:
    found = Result([1], [5], {"seconds": [5]}, "finished", "TY-03")
    assert eval(repr(found)).to_json() == found.to_json()


@pytest.mark.parametrize(
    ("placed", "gains"),
    [
        ([1, 2], [1.0, -1.0]),
        ([1, 1], [0.0, 0.0]),
        ([3, 1, 2], [-1.0, 1.0, 0.0]),
        ([1, 2, 2, 4], [1.0, 0.0, 0.0, -1.0]),
    ],
)
def test_rivals_gain_by_places(placed: list[int], gains: list[float]) -> None:
    assert utilities(result(placed), 0, 0) == pytest.approx(gains)


@pytest.mark.parametrize(("score", "gain"), [(-9, -1.0), (0, -1.0), (5, 0.0), (10, 1.0), (99, 1.0)])
def test_alone_the_score_counts_on_the_games_scale(score: int, gain: float) -> None:
    assert utilities(result([1], [score]), 0, 10) == [gain]


def test_a_scale_without_length_is_worth_nothing() -> None:
    assert utilities(result([1], [3]), 3, 3) == [0.0]


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=8))
def test_gains_of_rivals_sum_to_zero_and_follow_the_places(scores: list[int]) -> None:
    gains = utilities(result(places(scores)), 0, 0)
    assert sum(gains) == pytest.approx(0.0)
    assert all(-1.0 <= gain <= 1.0 for gain in gains)
    for one, gain in zip(scores, gains, strict=True):
        for other, lower in zip(scores, gains, strict=True):
            assert (one > other) == (gain > lower)


def test_the_random_bot_takes_each_legal_action_sooner_or_later() -> None:
    game = toys.Garage(toys.meta("garage").options.read({}))
    bot = RandomBot(Random(1))
    assert {bot.choose(game.start(), 0) for _ in range(50)} == {0, 1, 2}
