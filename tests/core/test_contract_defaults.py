"""What a game gets without writing it: no joint moves, no interrupts, nothing secret, the first action by default."""

from __future__ import annotations

import pytest

from parcferme.core.contract import Game, State
from tests.contract import toys


@pytest.fixture
def state() -> State:
    return toys.Garage(toys.meta("garage").options.read({})).start()


def test_states_without_joint_or_interrupting_moves_say_so(state: State) -> None:
    with pytest.raises(ValueError, match="no joint moves"):
        state.apply_joint([0])
    with pytest.raises(ValueError, match="no interrupting actions"):
        state.interrupt(0, 0)
    assert state.interrupts(0) == []


def test_the_first_legal_action_is_the_default(state: State) -> None:
    assert state.default(0) == state.legal(0)[0]


def test_nothing_is_secret_unless_a_game_says_so() -> None:
    game: Game = toys.Dash(toys.meta("dash").options.read({}))
    assert not any(game.secret(action) for action in range(game.actions()))
