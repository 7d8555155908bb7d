"""Advice on the toys, whose right answers are known."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from parcferme.core import registry
from parcferme.core.contract import OVER, Game, State
from parcferme.core.errors import ParcFermeError
from parcferme.solve.advice import (
    PERCENT,
    Advice,
    Lookahead,
    Yardstick,
    advise,
    by_expectation,
    final_value,
    yardstick_of,
)
from parcferme.solve.mcts import Budget
from tests.contract.toys import LEFT, ROADS, ROLL, ROLLING, STOP, TURN, ToyState
from tests.solve.test_search import toy

PLENTY = Budget(100_000)


@cache
def farthest(road: int, turns: int) -> float:
    """How far a dash with punctures goes on the mean with so many turns left: by hand, without the contract."""
    if turns == 0:
        return float(road)
    rolled = (3 * farthest(road + 1, turns - 1) + 2 * farthest(road + 2, turns - 1) + farthest(0, turns - 1)) / 6
    return max(rolled, farthest(road, turns - 1))


def expect_road(state: State, seat: int) -> float | None:
    """Between turns only, as a game's own expectation does."""
    assert isinstance(state, ToyState)
    if state.v[ROLLING] or state.kind() == OVER:
        return None
    players = state.game.players
    turns = sum(1 for n in range(state.v[LEFT]) if (state.v[TURN] + n) % players == seat)
    return farthest(state.v[ROADS + seat], turns)


ROADWISE = Yardstick("points", expect_road)


def test_every_action_is_rated_exactly_through_chance() -> None:
    game = toy("dash", players=1, turns=4)
    state = game.restore({"numbers": [0, 0, 1, 9, 0]})  # the last turn, nine squares gone
    advice = advise(game, state, 0, PLENTY, Random(1), ROADWISE)
    assert (advice.unit, advice.exact) == ("points", True)
    assert [(one.action, one.value) for one in advice.rated] == [(STOP, 9.0), (ROLL, pytest.approx(52 / 6))]
    assert advice.best.loss == 0
    assert advice.rated[1].loss == pytest.approx(9 - 52 / 6)


@pytest.mark.parametrize(("road", "left"), [(0, 4), (3, 3), (6, 2), (7, 1), (8, 1), (12, 4)])
def test_the_best_value_is_that_of_the_position(road: int, left: int) -> None:
    game = toy("dash", players=1, turns=4)
    advice = advise(game, game.restore({"numbers": [0, 0, left, road, 0]}), 0, PLENTY, Random(1), ROADWISE)
    assert advice.best.value == pytest.approx(farthest(road, left))


def test_an_expectation_that_never_answers_is_replaced_by_playing_to_the_end() -> None:
    game = toy("dash", players=1, turns=4)
    silent = Yardstick("points", lambda state, seat: None)
    found = advise(game, game.start(), 0, PLENTY, Random(1), silent)
    asked = advise(game, game.start(), 0, PLENTY, Random(1), ROADWISE)
    assert [one.action for one in found.rated] == [one.action for one in asked.rated]
    assert [one.value for one in found.rated] == pytest.approx([one.value for one in asked.rated])
    assert found.looked > asked.looked


def test_others_are_taken_to_do_the_harmless_thing_and_the_advice_says_so() -> None:
    game = toy("dash", players=2, turns=1)
    silent = Yardstick("points", lambda state, seat: None)
    advice = advise(game, game.start(), 0, PLENTY, Random(1), silent)
    assert not advice.exact
    assert advice.best.value == pytest.approx(farthest(0, 1))


def test_too_small_a_budget_falls_back_on_search() -> None:
    game = toy("dash", players=2, turns=4)
    silent = Yardstick("points", lambda state, seat: None)
    advice = advise(game, game.start(), 0, Budget(60), Random(1), silent)
    assert (advice.unit, advice.exact, advice.looked) == (PERCENT, False, 60)


def test_search_estimates_how_well_a_seat_will_place() -> None:
    game = toy("dash", players=2, turns=1)
    state = game.restore({"numbers": [1, 0, 1, 1, 0, 0, 0]})  # one behind, the last roll: 2/6 win, 3/6 tie
    advice = advise(game, state, 1, Budget(4000), Random(3), Yardstick())
    assert [one.action for one in advice.rated] == [ROLL, STOP]
    assert advice.best.value == pytest.approx(100 * (2 / 6 + 0.5 * 3 / 6), abs=3)
    assert advice.rated[1].value == 0
    assert advice.rated[1].loss == pytest.approx(advice.best.value)
    assert 0 < advice.rated[1].error < 50


def test_search_rates_sealed_bids() -> None:
    game = toy("bids", players=2, turns=1)
    advice = advise(game, game.start(), 0, Budget(2000), Random(5), Yardstick())
    assert game.format(advice.best.action) == "bid:2"
    assert len(advice.rated) == 3


def test_a_game_whose_driver_rates_actions_needs_no_search() -> None:
    game = toy("garage", players=2)
    seen: list[int] = []

    def rate(game: Game, state: State, seat: int, rng: Random) -> list[tuple[float, float]]:
        assert isinstance(state, ToyState)
        seen.append(state.v[1])  # the rival's mechanic, redrawn
        return [(0.2 * n, 0.01) for n in range(len(state.legal(seat)))]

    for seed in range(20):
        advice = advise(game, game.restore({"numbers": [1, 2, -1, -1]}), 0, PLENTY, Random(seed), Yardstick(rate=rate))
        assert [one.loss for one in advice.rated] == pytest.approx([10.0 * n for n in range(len(advice.rated))])
        assert (advice.unit, advice.exact, advice.looked, advice.best.error) == (PERCENT, False, 0, 0.5)
    assert len(set(seen)) > 1


def test_a_game_may_say_what_actions_are_worth_long_before_it_can_be_looked_ahead() -> None:
    game = toy("garage", players=2)
    seen: list[int] = []

    def foresee(state: State, seat: int, thorough: bool) -> list[tuple[float, float]] | None:
        assert isinstance(state, ToyState)
        seen.append(state.v[1])  # the rival's mechanic, redrawn
        return [(-3.0, 0.1), (-2.5, 0.0), (-4.0, 0.0)][: len(state.legal(seat))] if state.v[0] == 1 else None

    yardstick = Yardstick("turns", lambda state, seat: None, foresee=foresee)
    for seed in range(20):
        advice = advise(game, game.restore({"numbers": [1, 2, -1, -1]}), 0, PLENTY, Random(seed), yardstick)
        assert [one.loss for one in advice.rated] == sorted([0.0, 0.5, 1.5][: len(advice.rated)])
        assert [one.error for one in advice.rated] == [0.0, 0.1, 0.0][: len(advice.rated)]
        assert (advice.unit, advice.exact, advice.looked, advice.best.value) == ("turns", False, 0, -2.5)
    assert len(set(seen)) > 1


def test_advice_says_whether_more_time_would_change_it() -> None:
    game = toy("garage", players=2)
    state = game.restore({"numbers": [1, 2, -1, -1]})

    def foresee(state: State, seat: int, thorough: bool) -> list[tuple[float, float]] | None:
        return [(-float(action), 0.0 if thorough else 0.5) for action in state.legal(seat)]

    ahead = Yardstick("turns", lambda state, seat: None, foresee=foresee)
    first = advise(game, state, 0, PLENTY, Random(1), ahead, thorough=False)
    last = advise(game, state, 0, PLENTY, Random(1), ahead)
    assert (first.settled, last.settled) == (False, True)
    assert first.to_json(game)["settled"] is False
    assert not advise(game, state, 0, Budget(50), Random(1), Yardstick()).settled  # simulated games: more tell more


def test_the_same_seed_gives_the_same_advice() -> None:
    game = toy("dash", players=3, turns=3)
    told = [advise(game, game.start(), 0, Budget(300), Random(9), Yardstick()).to_json(game) for _ in range(2)]
    assert told[0] == told[1]


@pytest.mark.parametrize("unit", ["points", PERCENT])
def test_what_is_hidden_from_a_seat_does_not_change_its_advice(unit: str) -> None:
    """Two positions that differ only in the rival's secret mechanic: the advice is the same to the last digit."""
    game = toy("garage", players=2)
    yardstick = Yardstick(unit, (lambda state, seat: None) if unit == "points" else None)
    told = []
    for secret in range(3):
        state = game.restore({"numbers": [1, secret, -1, -1]})
        told.append(advise(game, state, 0, Budget(500), Random(4), yardstick).to_json(game))
    assert told[0] == told[1] == told[2]


def test_hidden_things_are_averaged_over_what_they_may_be() -> None:
    """An expectation that peeks is given redrawn positions: the advice is a mean and says that it is not exact."""
    game = toy("garage", players=2)

    def peeks(state: State, seat: int) -> float | None:
        assert isinstance(state, ToyState)
        return float(state.v[1])  # the rival's mechanic

    advice = advise(game, game.restore({"numbers": [1, 2, -1, -1]}), 0, PLENTY, Random(2), Yardstick("points", peeks))
    assert not advice.exact
    assert 0 < advice.best.value < 2


def test_a_seat_that_is_not_asked_gets_no_advice() -> None:
    game = toy("dash", players=2, turns=1)
    with pytest.raises(ParcFermeError, match="seat 1 has nothing to decide"):
        advise(game, game.start(), 1, PLENTY, Random(1), Yardstick())


def test_a_limit_of_time_ends_the_search() -> None:
    game = toy("dash", players=2, turns=4)
    advice = advise(game, game.start(), 0, Budget(10**9, 0.02), Random(1), Yardstick())
    assert 0 < advice.looked < 10**9


def test_advice_reads_as_notation() -> None:
    game = toy("dash", players=1, turns=4)
    told = advise(game, game.restore({"numbers": [0, 0, 1, 9, 0]}), 0, PLENTY, Random(1), ROADWISE).to_json(game)
    assert told["actions"][0] == {  # type: ignore[index]
        "action": "stop",
        "value": 9.0,
        "loss": 0.0,
        "error": 0.0,
        "doubt": 0.0,
        "equal": True,
        "tolls": [],
    }


def test_what_is_spent_counts_negative() -> None:
    game = toy("dash", players=1, turns=4)
    over = game.restore({"numbers": [0, 0, 0, 7, 0]})
    assert final_value(over, 0, "points") == 7
    assert final_value(over, 0, "francs") is None  # not measured
    with pytest.raises(ParcFermeError, match="no result"):
        final_value(game.start(), 0, "points")


@pytest.mark.parametrize("game_id", registry.game_ids())
def test_every_game_offers_a_yardstick(game_id: str) -> None:
    yardstick = yardstick_of(registry.create(game_id))
    assert (yardstick.unit == PERCENT) == (yardstick.expect is None)


def test_advice_of_an_action_that_was_never_tried_is_missing() -> None:
    assert Advice(PERCENT, False, 0, []).of(3) is None


def doubtful(shared: float, own: dict[int, float]) -> Yardstick:
    """Roads by hand, with errors: one that all share, and one of a position's own by its road."""

    def doubt(state: State, seat: int) -> tuple[float, float]:
        assert isinstance(state, ToyState)
        return shared, own.get(int(state.v[ROADS + seat]), 0.0)

    return Yardstick("points", expect_road, doubt=doubt)


def near_the_end(game: Game) -> State:
    """Nine squares gone and two turns to go: rolling loses a seventh of a square on the mean."""
    return game.restore({"numbers": [0, 0, 2, 9, 0]})


def test_an_error_that_all_share_leaves_the_loss_alone_but_nothing_is_called_exact() -> None:
    game = toy("dash", players=1, turns=4)
    advice = advise(game, near_the_end(game), 0, PLENTY, Random(1), doubtful(2.0, {}))
    assert not advice.exact
    assert [one.doubt for one in advice.rated] == [2.0, 2.0]
    assert [one.error for one in advice.rated] == [0.0, 0.0]
    assert advice.verdict() == "best"


def test_what_differs_by_less_than_the_error_is_equal_and_a_hint_that_cannot_tell_says_so() -> None:
    game = toy("dash", players=1, turns=4)
    for own, verdict in ((0.01, "best"), (0.3, "unsure")):
        advice = advise(game, near_the_end(game), 0, PLENTY, Random(1), doubtful(0.0, {10: own}))
        rolling = advice.of(ROLL)
        assert rolling is not None
        assert rolling.error == pytest.approx(own)
        assert rolling.is_equal() == (verdict == "unsure")
        assert advice.verdict() == verdict
        assert not advice.exact


def test_actions_that_are_worth_the_same_are_equal_without_an_error() -> None:
    game = toy("dash", players=1, turns=4)
    advice = advise(game, near_the_end(game), 0, PLENTY, Random(1), Yardstick("points", lambda state, seat: 1.0))
    assert (advice.verdict(), advice.exact) == ("equal", True)
    told = advice.to_json(game)
    assert (told["verdict"], [one["equal"] for one in told["actions"]]) == ("equal", [True, True])  # type: ignore[attr-defined]


def test_what_was_assumed_once_is_not_called_exact_when_it_is_asked_again() -> None:
    game = toy("dash", players=2, turns=1)
    ahead = Lookahead(game, Yardstick("points", lambda state, seat: None), 0, PLENTY)
    for _ in range(2):
        ahead.renew()
        advice = by_expectation(game.start(), 0, ahead, Random(1))
        assert advice is not None
        assert not advice.exact


@pytest.mark.parametrize("game_id", registry.game_ids())
def test_every_expectation_says_by_how_much_it_may_be_wrong(game_id: str) -> None:
    yardstick = yardstick_of(registry.create(game_id))
    assert (yardstick.expect is None) == (yardstick.doubt is None)


def test_the_position_that_is_asked_about_is_always_looked_at() -> None:
    """However often a question before has failed and shrunk the budget: the expectation alone is cheap."""
    game = toy("dash", players=1, turns=4)
    late = Lookahead(game, ROADWISE, 0, Budget(1, 1e-9), iter(range(1_000)).__next__)
    assert late.value(game.start()) == pytest.approx(farthest(0, 4))


def test_what_an_action_costs_whom_is_told_beside_it_and_of_many_at_a_closer_look() -> None:
    game = toy("garage", players=2)
    state = game.restore({"numbers": [1, 2, -1, -1]})
    legal = state.legal(0)

    def foresee(state: State, seat: int, thorough: bool) -> list[tuple[float, float]] | None:
        return [(float(action), 0.0) for action in state.legal(seat)]

    def tolls(state: State, seat: int) -> list[list[float]] | None:
        return [[float(action), 60.0] for action in state.legal(seat)]

    ahead = Yardstick("seconds", lambda state, seat: None, foresee=foresee, tolls=tolls)
    found = advise(game, state, 0, PLENTY, Random(1), ahead, thorough=False)
    assert {one.action: one.tolls for one in found.rated} == {action: (float(action), 60.0) for action in legal}
    assert found.settled
    assert found.to_json(game)["actions"][0]["tolls"] == [float(found.best.action), 60.0]  # type: ignore[index]
