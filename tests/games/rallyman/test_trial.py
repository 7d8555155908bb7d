"""One driver alone in an event: one to three specials (RM-02)."""

from __future__ import annotations

import pytest
from tests.support import random_play

from parcferme.core.bot import finished
from parcferme.core.contract import CHANCE
from parcferme.core.errors import BadOption
from parcferme.core.events import Event
from parcferme.core.play import Play
from parcferme.core.record import record_of
from parcferme.core.registry import create
from parcferme.core.trial import HOME, RETIRED, Par
from parcferme.games.rallyman.drive.advice import ROUGH
from parcferme.games.rallyman.par.checker import check
from parcferme.games.rallyman.par.solver import solve
from parcferme.games.rallyman.rules.game import RallymanGame
from parcferme.games.rallyman.trial import TRIAL, check_par, judge, par, task
from parcferme.solve.advice import yardstick_of
from parcferme.solve.review import review

from .helpers import special

SHORT: dict[str, object] = {"stages": ["@T"] * 3, "specials": special("Sgg " * 4), "sisu": False, "spare_tyre": False}


def prefix(play: Play, legs: int) -> list[list[object]]:
    """The log up to where the trial of so many specials ends."""
    return next(
        play.log[:count] for count in range(len(play.log) + 1) if judge(play.game, play.log[:count], legs) is not None
    )


@pytest.mark.rule("RM-02", "RM-63")
@pytest.mark.parametrize("seed", range(4))
def test_the_time_counts_then_losses_of_control_then_dice(seed: int) -> None:
    game = create("rallyman", task(SHORT))
    play = random_play(game, seed)
    found = judge(game, play.log, 0)
    result = finished(play.state)
    assert found is not None
    if result.reason == "all_retired":
        assert found.status == RETIRED
        return
    events: list[Event] = []
    again = Play(game)
    dice = 0
    for who, what in play.log:
        if who == 0 and str(what).startswith("attack:"):
            dice += len(str(what)) - len("attack:")
        dice += who == 0 and str(what).startswith("roll:")
        again.enter([who, what], events)
    losses = sum(event.kind == "lost" for event in events)
    assert found.status == HOME
    assert found.score == [result.measures["seconds"][0], losses, dice]


@pytest.mark.rule("RM-02")
@pytest.mark.parametrize("legs", [1, 2])
def test_a_trial_may_end_after_one_or_two_specials(legs: int) -> None:
    game = create("rallyman", task(SHORT))
    play = random_play(game, 1)
    whole = judge(game, play.log, 0)
    assert whole is not None
    log = prefix(play, legs)
    found = judge(game, log, legs)
    assert found is not None
    assert found.detail["specials"] == whole.detail["specials"][:legs]
    assert found.score[0] == sum(found.detail["specials"])
    assert judge(game, log[:-1], legs) is None
    follows = Play(game)
    for entry in log:
        follows.enter(entry)
    assert follows.state.kind() != CHANCE
    follows.act(0, follows.state.legal(0)[0])
    assert judge(game, follows.log, legs) is None, "it goes on where the trial has ended"


@pytest.mark.rule("RM-02")
def test_par_is_the_exact_expectation_of_a_single_special() -> None:
    game = create("rallyman", task(SHORT))
    assert isinstance(game, RallymanGame)
    found = par(game, 1, lambda: True)
    assert found is not None
    assert found.is_proved()
    whole = solve(game.rally, 0, game.rally.fixed_snow[0], game.rally.first_tyres).certificate()
    assert check(game, whole, 5) == []
    assert {**whole, "table": None} == {**found.certificate, "table": None}
    assert check_par(game, 1, found) == []
    assert "expects" in check_par(game, 1, Par(found.low + 1, found.high + 1, found.certificate))[0]
    assert "not of this special: tyres" in check_par(game, 1, Par(found.low, found.high, {**whole, "tyres": 9}))[0]
    assert check_par(game, 2, found) != []
    assert par(game, 2, lambda: True) is None
    changing = create("rallyman", task({**SHORT, "weather": "variable"}))
    assert par(changing, 1, lambda: True) is None


@pytest.mark.rule("RM-02")
@pytest.mark.parametrize("legs", [1, 2, 3])
def test_looked_back_on_a_drive_begins_with_par_and_ends_with_its_time(legs: int) -> None:
    """What specials that are not driven would take is no part of it, nor what damage would cost there."""
    game = create("rallyman", task(SHORT))
    play = random_play(game, 1)
    log, yardstick = prefix(play, legs), yardstick_of(game, legs)
    mark, best = judge(game, log, legs), par(game, legs, lambda: True)
    assert mark is not None
    driven = Play(game)
    for entry in log:
        driven.enter(entry)
    record = record_of(driven, ["Ann"])
    found = review(game, record, yardstick=yardstick, unfinished=True).accounts[0]
    assert found.final == -mark.score[0]
    assert best is None or found.start == pytest.approx(-best.low, abs=ROUGH)
    assert (best is None) == (legs > 1)


@pytest.mark.rule("RM-01")
def test_a_trial_is_driven_alone() -> None:
    assert task({})["players"] == 1
    assert (TRIAL.chance, TRIAL.legs) == (True, 3)
    with pytest.raises(BadOption):
        task({"players": 2})
