"""Gymnasium's own suite over every game, and ours over the toys."""

from __future__ import annotations

import json

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from parcferme.bridge import gym
from parcferme.bridge.gym import Seat
from parcferme.core import registry
from parcferme.core.errors import ParcFermeError, Refused
from tests.contract import toys

GAMES = [*registry.game_ids(), "rally_round(route=laid)", *sorted(toys.TOYS)]


@pytest.mark.parametrize("others", ["random", "novice"])
@pytest.mark.parametrize("game_id", GAMES)
def test_gymnasiums_own_suite_passes(game_id: str, others: str) -> None:
    check_env(gymnasium.make(gym.register(), variant=game_id, others=others, disable_env_checker=True).unwrapped)


@pytest.mark.parametrize("game_id", GAMES)
def test_masked_play_from_the_last_seat_ends_with_a_gain(game_id: str) -> None:
    game = registry.create_variant(game_id)
    env = Seat(game, seat=game.players - 1)
    env.action_space.seed(5)
    _, info = env.reset(seed=5)
    for _ in range(game.bound()):
        seen, gain, over, cut, info = env.step(env.action_space.sample(info["action_mask"]))
        assert "refused" not in info
        assert env.observation_space.contains(seen)
        if over:
            break
    assert over
    assert not cut
    assert -1.0 <= gain <= 1.0
    assert gain == env.driver.gains()[env.seat]


def test_an_action_that_is_not_legal_becomes_the_default_with_a_reason() -> None:
    env = Seat("garage", seat=0)
    env.reset(seed=1)
    _, _, _, _, info = env.step(4)
    assert info["refused"] == {"action": "gear:2", "code": "not_now", "clause": "TY-02"}
    assert json.loads(env.render())["own"] == 0


def test_a_strict_environment_refuses_instead() -> None:
    env = Seat("garage", seat=0, strict=True)
    env.reset(seed=1)
    with pytest.raises(Refused, match="gear:2 is not possible now: not_now"):
        env.step(4)


def test_interrupting_actions_are_not_offered() -> None:
    env = Seat("dash")
    _, info = env.reset(seed=1)
    assert info["action_mask"].tolist() == [1, 1, 0]
    _, _, _, _, info = env.step(toys.CONCEDE)
    assert info["refused"] == {"action": "concede", "code": "not_offered", "clause": ""}
    assert json.loads(env.render())["roads"][2:] == [0, 0]


def test_the_same_seed_gives_the_same_game() -> None:
    def story(seed: int) -> list[str]:
        env = Seat("dash(turns=4,players=3)", others="novice")
        env.reset(seed=seed)
        told = []
        for _ in range(4):
            env.step(toys.ROLL)
            told.append(env.render())
        return told

    assert story(7) == story(7)
    assert len({str(story(seed)) for seed in range(6)}) > 1


@pytest.mark.parametrize(("seat", "others", "says"), [(2, "random", "no seat 2"), (0, "champion", "no bot 'champion'")])
def test_seats_and_bots_that_do_not_exist_are_refused(seat: int, others: str, says: str) -> None:
    with pytest.raises(ParcFermeError, match=says):
        Seat("dash", seat=seat, others=others)
