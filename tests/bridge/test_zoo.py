"""PettingZoo's own suites over every game, and ours over the toys."""

from __future__ import annotations

import json

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from parcferme.bridge.zoo import AEC, Parallel
from parcferme.core import registry
from parcferme.core.errors import ParcFermeError, Refused
from tests.contract import toys

CYCLES = 20
GAMES = [*registry.game_ids(), "rally_round(route=laid)", *sorted(toys.TOYS)]

# The suite would rather have bare arrays; observations with a mask are what PettingZoo's own board games give.
masked = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),  # of agents whose game is over
]
pytestmark = masked


@pytest.mark.parametrize("game_id", GAMES)
def test_aec_suites_pass(game_id: str) -> None:
    api_test(AEC(game_id), num_cycles=CYCLES)
    seed_test(lambda: AEC(game_id), num_cycles=CYCLES)


@pytest.mark.parametrize("game_id", GAMES)
def test_parallel_suites_pass(game_id: str) -> None:
    parallel_api_test(Parallel(game_id), num_cycles=CYCLES)
    parallel_seed_test(lambda: Parallel(game_id), num_cycles=CYCLES)


def test_a_whole_game_pays_everybody_at_the_end() -> None:
    env = AEC("bids(turns=1)")
    env.reset(seed=1)
    env.step(2)
    assert env.agent_selection == "seat_1"
    env.step(1)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards == {"seat_0": 1.0, "seat_1": -1.0}
    assert env.last()[1] == 1.0
    env.step(None)
    assert env.last()[1] == -1.0
    env.step(None)
    assert env.agents == []


def test_a_sealed_choice_is_not_seen_before_all_are_in() -> None:
    env, other = AEC("bids"), AEC("bids")
    for each, bid in ((env, 0), (other, 2)):
        each.reset(seed=1)
        each.step(bid)
    assert np.array_equal(env.observe("seat_1")["observation"], other.observe("seat_1")["observation"])


def test_the_mask_holds_the_legal_actions_of_the_seat_that_is_asked() -> None:
    env = AEC("garage", strict=True)
    env.reset()
    assert env.observe("seat_0")["action_mask"].tolist() == [1, 1, 1, 0, 0, 0]
    assert env.observe("seat_1")["action_mask"].tolist() == [0] * 6
    with pytest.raises(Refused, match="gear:1 is not possible now"):
        env.step(3)
    with pytest.raises(ParcFermeError):
        env.step(-1)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (3, {"action": "gear:1", "code": "not_now", "clause": "TY-02"}),
        (6, {"action": "6", "code": "no_such_action", "clause": ""}),
    ],
)
def test_what_is_not_legal_becomes_the_default_with_a_reason(action: int, reason: dict[str, str]) -> None:
    env, both = AEC("garage"), Parallel("garage")
    env.reset(seed=1)
    both.reset(seed=1)
    env.step(action)
    *_, infos = both.step({"seat_0": action, "seat_1": both.wait})
    assert env.infos["seat_0"] == infos["seat_0"] == {"refused": reason}
    assert env.render() == both.render()
    strict = Parallel("garage", strict=True)
    strict.reset(seed=1)
    with pytest.raises(ParcFermeError):
        strict.step({"seat_0": action, "seat_1": both.wait})


def test_the_seed_decides_the_dice() -> None:
    def roads(seed: int) -> object:
        env = AEC("dash(turns=4,punctures=false)")
        env.reset(seed=seed)
        for _ in range(8):
            env.step(toys.ROLL)
        return json.loads(env.render())["roads"]

    assert roads(3) == roads(3)
    assert len({str(roads(seed)) for seed in range(6)}) > 1


def test_in_parallel_a_seat_that_is_not_asked_waits() -> None:
    env = Parallel("garage")
    seen, _ = env.reset(seed=1)
    assert seen["seat_1"]["action_mask"].tolist() == [0] * 6 + [1]
    seen, rewards, ended, cut, _ = env.step({"seat_0": 0, "seat_1": env.wait})
    assert seen["seat_0"]["action_mask"].tolist() == [0] * 6 + [1]
    assert (rewards, any(ended.values()), any(cut.values())) == ({"seat_0": 0.0, "seat_1": 0.0}, False, False)
    for actions in ({"seat_1": 1}, {"seat_0": 3}, {"seat_1": 5}):
        _, rewards, ended, _, _ = env.step(actions)
    assert rewards == {"seat_0": -1.0, "seat_1": 1.0}
    assert all(ended.values())
    assert env.agents == []
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_environments_are_named_by_their_variant() -> None:
    assert str(AEC("dash(players=3)")) == str(Parallel("dash(players=3)")) == "dash(players=3)"
