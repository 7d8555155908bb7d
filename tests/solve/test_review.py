"""Reviews of toy games: the accounts must balance, exactly where values are exact."""

from __future__ import annotations

from random import Random

import pytest

from parcferme.core.contract import OVER, Game, State
from parcferme.core.errors import BadRecord
from parcferme.core.play import Play
from parcferme.core.record import Record, record_of
from parcferme.solve.advice import PERCENT, Yardstick
from parcferme.solve.mcts import Budget
from parcferme.solve.review import Account, Review, review
from tests.contract.toys import LEFT, ROADS, ROLL, ROLLING, DashState, Toy, ToyState
from tests.solve.test_advice import ROADWISE, farthest
from tests.solve.test_search import toy
from tests.support import random_play

PLENTY = Budget(100_000)


def balance(account: Account) -> float:
    assert account.start is not None
    return account.start + account.luck - account.decisions + account.others + account.noise


def recorded(game: Toy, *texts: str) -> Record:
    """A game from its entries: actions of whoever decides, outcomes of chance."""
    play = Play(game)
    for text in texts:
        seats = play.state.to_act()
        play.enter([seats[0], text] if seats else ["chance", text])
    return record_of(play, ["" for _ in range(game.players)])


def of(play: Play) -> Record:
    return record_of(play, ["" for _ in range(play.game.players)])


def test_decisions_and_luck_of_a_game_by_hand() -> None:
    game = toy("dash", players=1, turns=2)
    record = recorded(game, "stop", "roll", "two")
    found = review(game, record, PLENTY, yardstick=ROADWISE)
    account = found.accounts[0]
    assert found.unit == "points"
    assert found.exact
    assert account.start == pytest.approx(farthest(0, 2))
    # standing still with nothing to lose gives a whole turn away; then a two where 7/6 was to be expected
    assert account.decisions == pytest.approx(farthest(0, 2) - farthest(0, 1))
    assert account.luck == pytest.approx(2 - 7 / 6)
    assert (account.others, account.final) == (0, 2)
    assert account.noise == pytest.approx(0, abs=1e-12)
    assert [(m.at, m.kind, m.text, m.best) for m in found.moments] == [
        (0, "decision", "stop", "roll"),
        (2, "luck", "two", ""),
    ]
    assert found.choices == [2]


@pytest.mark.parametrize("seed", range(25))
def test_exact_accounts_balance_without_noise(seed: int) -> None:
    """Random games of three: start + luck − decisions is the result, and nobody else has a part in it."""
    game = toy("dash", players=3, turns=4)
    found = review(game, of(random_play(game, seed)), PLENTY, yardstick=ROADWISE)
    assert found.exact
    assert found.judged == found.entries
    for seat, account in enumerate(found.accounts):
        assert balance(account) == pytest.approx(account.final, abs=1e-9)
        assert account.noise == pytest.approx(0, abs=1e-9)
        assert account.others == pytest.approx(0, abs=1e-9)
        assert account.decisions >= 0
        assert found.series[seat][-1] == account.final


@pytest.mark.parametrize("seed", range(5))
def test_the_best_actions_cost_nothing(seed: int) -> None:
    game = toy("dash", players=1, turns=4)

    def best(state: object, seat: int) -> int:
        road, left = state.v[3], state.v[2]  # type: ignore[attr-defined]
        return 1 if farthest(road, left - 1) >= farthest(road, left) - 1e-12 else 0

    account = review(game, of(random_play(game, seed, best)), PLENTY, yardstick=ROADWISE).accounts[0]
    assert account.decisions == pytest.approx(0, abs=1e-9)
    assert account.start is not None
    assert account.luck == pytest.approx(account.final - account.start)


def test_luck_is_nought_on_the_mean_over_all_outcomes() -> None:
    game = toy("dash", players=1, turns=1)
    weights = {"one": 3, "two": 2, "puncture": 1}
    lucks = [
        weight * review(game, recorded(game, "roll", text), PLENTY, yardstick=ROADWISE).accounts[0].luck
        for text, weight in weights.items()
    ]
    assert sum(lucks) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("name", ["dash", "bids", "garage"])
def test_estimated_accounts_balance_too(name: str) -> None:
    game = toy(name, players=2)
    found = review(game, of(random_play(game, 7)), Budget(120), yardstick=Yardstick())
    assert found.unit == "percent"
    assert not found.exact
    for account in found.accounts:
        assert balance(account) == pytest.approx(account.final, abs=1e-9)
        assert account.final in (0, 50, 100)


def test_a_drivers_judgement_is_booked_as_it_is() -> None:
    """It thinks that standing still gives half a victory away, and that nobody is ahead before the end."""
    game = toy("dash", players=2, turns=1)

    def rate(game: Game, state: State, seat: int, rng: Random) -> list[tuple[float, float]]:
        return [(0.0 if game.format(action) == "stop" else 0.5, 0.0) for action in state.legal(seat)]

    yardstick = Yardstick(evaluation=lambda state: [0.0, 0.0], rate=rate)
    found = review(game, recorded(game, "stop", "roll", "one"), yardstick=yardstick)
    lazy, quick = found.accounts
    assert (found.unit, found.exact) == (PERCENT, False)
    assert (lazy.start, lazy.decisions, lazy.final) == (50, 25, 0)
    assert (quick.start, quick.decisions, quick.final) == (50, 0, 100)
    assert balance(lazy) == pytest.approx(0)
    assert balance(quick) == pytest.approx(100)


def test_a_plain_blunder_is_found_by_search() -> None:
    game = toy("dash", players=2, turns=1)
    found = review(game, recorded(game, "roll", "one", "stop"), Budget(600), yardstick=Yardstick())
    blunder = [moment for moment in found.moments if moment.kind == "decision"]
    assert [(m.seat, m.text, m.best) for m in blunder] == [(1, "stop", "roll")]
    assert blunder[0].amount == pytest.approx(100 * (2 / 6 + 3 / 6 / 2), abs=12)


def test_giving_up_is_a_decision() -> None:
    game = toy("dash", players=2, turns=1)
    play = Play(game)
    play.act(1, game.parse("concede"))
    account = review(game, of(play), Budget(400), yardstick=Yardstick()).accounts[1]
    assert account.decisions > 20
    assert balance(account) == pytest.approx(account.final)


def test_what_was_taken_back_is_not_judged() -> None:
    game = toy("dash", players=1, turns=1)
    play = Play(game)
    play.act(0, game.parse("stop"))
    play.undo(0)
    play.act(0, game.parse("roll"))
    play.happen(game.parse_outcome("one"))
    found = review(game, of(play), PLENTY, yardstick=ROADWISE)
    assert found.accounts[0].decisions == 0
    assert found.entries == 2
    assert found.at == [2, 3, 4]
    assert found.moments[0].at == 3


def test_positions_that_cannot_be_valued_are_booked_as_noise() -> None:
    """An expectation that never answers, and a budget too small to play to the end before the last turn."""
    game = toy("dash", players=1, turns=4)
    silent = Yardstick("points", lambda state, seat: None)
    record = recorded(game, "roll", "one", "roll", "two", "stop", "stop")
    found = review(game, record, Budget(6), yardstick=silent)
    assert found.series[0][0] is None
    assert found.accounts[0].final == 3
    assert balance(found.accounts[0]) == pytest.approx(3)
    assert not found.exact


def test_an_expectation_by_the_stage_adds_the_stages_up() -> None:
    """The points of each turn by themselves, a unit that the result does not measure, and nothing said in between."""
    game = toy("dash", players=1, turns=2, punctures=False)

    def stage(state: State, seat: int) -> float | None:
        assert isinstance(state, ToyState)
        if state.v[LEFT] == 0 or not state.v[ROLLING]:
            return None
        return 1.4

    found = review(game, recorded(game, "roll", "one", "roll", "two"), PLENTY, yardstick=Yardstick("squares", stage))
    account = found.accounts[0]
    assert account.start == pytest.approx(2.8)
    assert account.final == pytest.approx(2.8)
    assert balance(account) == pytest.approx(account.final)
    assert found.series[0] == [None, 1.4, None, 1.4, None]


def test_a_review_can_be_stopped_and_still_balances() -> None:
    game = toy("dash", players=2, turns=4)
    seen: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> bool:
        seen.append((done, total))
        return done < 3

    play = random_play(game, 1)
    found = review(game, of(play), PLENTY, progress=progress, yardstick=ROADWISE)
    assert seen == [(1, len(play.log)), (2, len(play.log)), (3, len(play.log))]
    assert found.judged == 3
    assert found.entries == len(play.log)
    assert not found.exact
    for account in found.accounts:
        assert balance(account) == pytest.approx(account.final)


def test_a_limit_of_time_stops_it() -> None:
    game = toy("dash", players=2, turns=4)
    found = review(game, of(random_play(game, 1)), PLENTY, seconds=1e-9, yardstick=ROADWISE)
    assert found.judged == 0
    assert found.accounts[0].start == found.accounts[0].final


def test_an_unfinished_game_is_refused() -> None:
    game = toy("dash", players=1, turns=2)
    with pytest.raises(BadRecord, match="not over"):
        review(game, recorded(game, "stop"), PLENTY, yardstick=ROADWISE)


def test_highlights_are_the_greatest_in_the_order_of_the_game() -> None:
    game = toy("dash", players=1, turns=4)
    record = recorded(game, "roll", "two", "roll", "two", "roll", "puncture", "stop")
    found = review(game, record, PLENTY, yardstick=ROADWISE)
    shown = found.highlights(0, 2)
    assert [moment.text for moment in shown] == ["puncture", "stop"]
    assert [moment.at for moment in shown] == sorted(moment.at for moment in shown)
    assert found.highlights(0, 100) == found.moments


def test_a_review_is_json() -> None:
    game = toy("dash", players=1, turns=1)
    told = review(game, recorded(game, "stop"), PLENTY, yardstick=ROADWISE).to_json()
    assert told["entries"] == 1
    assert told["moments"] == [
        {"at": 0, "seat": 0, "kind": "decision", "text": "stop", "best": "roll", "amount": pytest.approx(7 / 6)}
    ]
    assert told["at"] == [0, 1]
    assert isinstance(Review("points", 1, 0).to_json()["accounts"], list)


def by_driver() -> Yardstick:
    """A driver who sees no difference between actions, and values a position by how far the first seat is ahead."""

    def evaluation(state: State) -> list[float]:
        assert isinstance(state, ToyState)
        ahead = 0.1 * state.v[ROADS] - 0.1 * state.v[ROADS + 1]
        return [ahead, -ahead]

    def rate(game: Game, state: State, seat: int, rng: Random) -> list[tuple[float, float]]:
        return [(0.0, 0.0) for _ in state.legal(seat)]

    return Yardstick(evaluation=evaluation, rate=rate)


def test_where_only_one_thing_can_happen_there_is_no_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DashState, "chance", lambda state: [(0, 1)] if state.v[ROLLING] else [])
    game = toy("dash", players=2, turns=1)
    found = review(game, recorded(game, "roll", "one", "stop"), PLENTY, yardstick=by_driver())
    assert [account.luck for account in found.accounts] == [0, 0]
    assert [moment.kind for moment in found.moments] == []


def test_a_drivers_luck_is_nought_on_the_mean_over_all_outcomes() -> None:
    game = toy("dash", players=2, turns=1)
    weights = {"one": 3, "two": 2, "puncture": 1}
    lucks = [
        weight * review(game, recorded(game, "roll", text, "stop"), PLENTY, yardstick=by_driver()).accounts[0].luck
        for text, weight in weights.items()
    ]
    assert max(lucks) > 0
    assert sum(lucks) == pytest.approx(0, abs=1e-9)


def test_the_only_thing_another_could_do_is_not_booked_as_his_doing(monkeypatch: pytest.MonkeyPatch) -> None:
    """An expectation that rises as soon as dice are taken up, whoever does it."""

    def eager(state: State, seat: int) -> float | None:
        assert isinstance(state, ToyState)
        return None if state.kind() == OVER else float(state.v[ROLLING])

    game, yardstick = toy("dash", players=2, turns=1), Yardstick("points", eager)
    record = recorded(game, "roll", "one", "roll", "one")
    assert review(game, record, PLENTY, yardstick=yardstick).accounts[1].others == 1
    monkeypatch.setattr(DashState, "legal", lambda state, seat: [ROLL] if seat in state.to_act() else [])
    account = review(game, record, PLENTY, yardstick=yardstick).accounts[1]
    assert account.others == 0
    assert balance(account) == pytest.approx(account.final)
