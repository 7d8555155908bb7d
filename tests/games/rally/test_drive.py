"""The three drivers: legal, and clearly ordered."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.rally.helpers import alone, make
from tests.support import driven

from parcferme.games.rally.drive.bots import BOTS
from parcferme.games.rally.drive.drivers import RISK_COST, safe_run
from parcferme.games.rally.par.planning import best_windows
from parcferme.games.rally.par.worth import Traffic


@pytest.mark.long
@pytest.mark.parametrize(("weak", "strong", "games"), [("novice", "clubman", 12), ("clubman", "works", 6)])
def test_the_stronger_bot_wins_clearly(weak: str, strong: str, games: int) -> None:
    game = make(players=2, scope="stage", route="12-6")
    turns = {weak: 0, strong: 0}
    for seed in range(games):
        seats = [weak, strong] if seed % 2 else [strong, weak]
        state = driven(game.start(), [BOTS[name](game, Random(seed)) for name in seats], Random(seed))
        for seat, name in enumerate(seats):
            turns[name] += abs(state.sheet[0].turns[seat])
    assert turns[strong] < turns[weak]


@pytest.mark.parametrize("level", ["novice", "clubman"])
def test_a_race_with_specials_is_driven_by_bots_that_look_one_move_ahead(level: str) -> None:
    game = make(players=3, races=["svezia"], specials=True)
    state = driven(game.start(), [BOTS[level](game, Random(seat)) for seat in range(3)], Random(5))
    assert state.result() is not None


@pytest.mark.parametrize("stage", ["normal", "special"])
def test_works_prepares_and_drives_a_stage(stage: str) -> None:
    game = make(players=3, scope="stage", route="12-6", stage=stage)
    state = driven(game.start(), [BOTS[level](game, Random(4)) for level in ("works", "clubman", "works")], Random(5))
    result = state.result()
    assert result is not None
    assert 1 <= len(game.tables.solved) <= 2  # the stage is solved once for cars prepared alike, and kept


def test_bots_are_repeatable() -> None:
    game = make(players=2, scope="stage")
    drivers = [[BOTS["clubman"](game, Random(s)) for s in range(2)] for _ in range(2)]
    first, second = (driven(game.start(), pair, Random(9)).dump() for pair in drivers)
    assert first == second


def test_rules_of_thumb() -> None:
    game = make(players=1, scope="stage", route="1-12-6")
    state = game.start()
    assert best_windows(state.route.factors[0], 1, 1) == [14]  # covers the hairpin and most of what is hard around it


def test_what_a_clubman_expects_of_a_gear() -> None:
    _, state = alone("0 1 3 0 0 0 0 0 0 0 0 0")
    traffic, factors = Traffic(state, 0), state.factors_of(0)
    assert safe_run(traffic, factors, 3, 3, 7) == 7.0  # nothing in the way
    assert safe_run(traffic, factors, 2, 3, 7) == 2.0  # two easy squares bear the one brake that is needed
    assert safe_run(traffic, factors, 1, 5, 10) == 3 - RISK_COST * 2  # one free brake is not enough for five
