"""How close a match is: every game says it of any position that may arise, by what a spectator sees."""

from __future__ import annotations

from random import Random

import pytest

from parcferme.core import registry
from parcferme.core.contract import CHANCE, JOINT, OVER
from parcferme.house.watching import interest, race_of
from parcferme.lib.race import race_of as race_of_costs


@pytest.mark.parametrize("game_id", registry.game_ids())
def test_a_match_that_is_driven_comes_nearer_to_its_end(game_id: str) -> None:
    game, rng = registry.create(game_id, {}), Random(3)
    state = game.start()
    shares: list[float] = []
    for _ in range(300):
        kind = state.kind()
        if kind == OVER:
            break
        gap, done = race_of(game_id, state.view(None))
        assert gap >= 0
        shares.append(done)
        if kind == CHANCE:
            state.apply(state.draw(rng.random()))
        elif kind == JOINT:
            state.apply_joint([rng.choice(state.legal(seat)) for seat in state.to_act()])
        else:
            state.apply(rng.choice(state.legal(state.to_act()[0])))
    assert all(0 <= share <= 1 for share in shares)
    assert shares[0] < 0.5
    assert max(shares) >= shares[0]


def test_the_closer_the_later_and_the_livelier_the_sooner_it_is_shown() -> None:
    assert race_of_costs([60.0, 40.0, 41.0], 2.0, 0.5) == (0.5, 0.5)
    assert race_of_costs([60.0], 2.0, 1.5) == (1.0, 1.0)
    assert interest((0.1, 0.5), 1.0) > interest((2.0, 0.5), 1.0)
    assert interest((0.1, 0.9), 1.0) > interest((0.1, 0.2), 1.0)
    assert interest((0.1, 0.9), 2.0) > interest((0.1, 0.9), 1.0)
