"""OpenSpiel: its own suites over every game in a process of their own, and ours over the toys."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyspiel
import pytest

from parcferme.bridge import spiel
from parcferme.core import registry
from parcferme.core.errors import BadOption
from parcferme.core.record import canonical
from tests.contract import toys
from tests.contract.counting import by_playing

SUITE = Path(__file__).parent / "spiel_suite.py"


@cache
def run_suite(game_id: str) -> str:
    with TemporaryDirectory() as folder:
        command = [sys.executable, str(SUITE), folder, game_id]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, env=environment)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("variant", [*registry.game_ids(), "rally_round(route=laid)", *sorted(toys.TOYS)])
def test_openspiels_own_suites_pass(variant: str) -> None:
    said = run_suite(variant)
    assert f"parcferme_{variant}: random_sim_test passed" in said
    assert f"parcferme_{variant}: api_test passed" in said


@pytest.mark.parametrize("toy", ["dash", "garage"])
def test_openspiel_finds_as_many_positions_as_we_count(toy: str) -> None:
    start = toys.TOYS[toy](toys.meta(toy).options.read({})).start()
    counts, depth = [1], 1
    while (count := by_playing(start, depth)) > 0:
        counts.append(count)
        depth += 1
    assert f"parcferme_{toy}: {sum(counts)} states" in run_suite(toy)


def load(toy: str, **parameters: object) -> Any:
    (name,) = spiel.register(toy)
    return pyspiel.load_game(name, parameters)


def test_options_are_parameters() -> None:
    game = load("dash", players=3, turns=1)
    assert (game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()) == (3, 3, 3)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    with pytest.raises(BadOption, match="9 is not between 1 and 3"):
        load("dash", players=9)


def test_chance_nodes_have_exact_odds() -> None:
    state = load("dash").new_initial_state()
    state.apply_action(toys.ROLL)
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, 3 / 6), (1, 2 / 6), (2, 1 / 6)]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 2) == "puncture"


def test_sealed_moves_are_simultaneous_nodes() -> None:
    game = load("bids", turns=1)
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    state = game.new_initial_state()
    assert state.is_simultaneous_node()
    state.apply_actions([2, 1])
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]
    assert state.action_to_string(0, 2) == "bid:2"


def test_a_lone_player_is_paid_on_the_games_scale() -> None:
    game = load("bids", players=1, turns=2)
    state = game.new_initial_state()
    for _ in range(2):
        state.apply_actions([1])
    assert state.returns() == [2.0 * 2 / 10 - 1.0]


@pytest.mark.parametrize("again", [copy.deepcopy, lambda state: state.clone(), lambda s: pickle.loads(pickle.dumps(s))])
def test_copies_are_equal_and_independent(again: Any) -> None:
    state = load("garage").new_initial_state()
    state.apply_action(1)
    other = again(state)
    assert str(other) == str(state)
    assert other.information_state_string(0) == state.information_state_string(0)
    other.apply_action(2)
    assert str(other) != str(state)
    assert state.history() == [1]
    assert other.history() == [1, 2]


def test_observations_hold_what_the_seat_knows_and_no_more() -> None:
    one, two = load("garage").new_initial_state(), load("garage").new_initial_state()
    one.apply_action(0)
    two.apply_action(2)
    assert one.observation_string(1) == two.observation_string(1)
    assert one.observation_tensor(1) == two.observation_tensor(1)
    assert one.information_state_string(1) == two.information_state_string(1)
    assert one.observation_string(0) != two.observation_string(0)
    assert one.observation_string(0) == f"0 {canonical(one.held.state.view(0))}"


def test_information_states_recall_what_a_view_forgets() -> None:
    """Two ways to the same view of the same seat are two information states."""
    one, two = load("dash").new_initial_state(), load("dash").new_initial_state()
    for state, outcomes in ((one, (0, 1)), (two, (1, 0))):  # one space and then two, or two and then one
        for outcome in outcomes:
            state.apply_action(toys.ROLL)
            state.apply_action(outcome)
            state.apply_action(toys.STOP)
    assert one.observation_string(0) == two.observation_string(0)
    assert one.information_state_string(0) != two.information_state_string(0)
    three = load("dash").new_initial_state()
    assert three.information_state_string(0) == load("dash").new_initial_state().information_state_string(0)


def test_recall_does_not_depend_on_when_it_is_asked() -> None:
    early, late = load("dash").new_initial_state(), load("dash").new_initial_state()
    for move in (toys.ROLL, 1, toys.STOP, toys.ROLL, 0):
        early.information_state_string(0) if not early.is_chance_node() else None
        early.apply_action(move)
        late.apply_action(move)
    assert early.information_state_string(0) == late.information_state_string(0)


def test_private_and_public_observers_share_the_view_between_them() -> None:
    game = load("garage")
    state = game.new_initial_state()
    state.apply_action(2)
    private = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, public_info=False))
    public = game.make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert private.string_from(state, 0) == '{"own":2}'
    assert private.string_from(state, 1) == "{}"
    assert public.string_from(state, 0) == canonical(state.held.state.view(None))
    with pytest.raises(ValueError, match="not supported"):
        game.make_py_observer(None, {"planes": True})


def test_lists_and_documents_are_given_as_json() -> None:
    from parcferme.core.options import Document, Items, Text

    stages = Items("stages", Text("s", ".*", "", ""), 1, 2, ["A"], "")
    board, name = Document("board", ""), Text("name", ".*", "", "")
    assert spiel._read(stages, '["B"]') == ["B"]
    assert spiel._read(board, '{"a":1}') == {"a": 1}
    assert spiel._read(name, "[1]") == "[1]"
    for option, value in ((stages, ["A,B", "C"]), (board, None), (board, {"a": [1]}), (name, ""), (name, "a=b,(c)")):
        assert set(spiel._parameter(value)).isdisjoint(set('",()=[]{} '))
        assert spiel._read(option, spiel._parameter(value)) == value
    assert [spiel._parameter(value) for value in (3, True, "variable")] == [3, True, "variable"]
    assert [spiel._read(name, spiel._parameter(text)) for text in ("12", "true", "%41")] == ["12", "true", "%41"]


@pytest.mark.parametrize("game_id", registry.game_ids())
def test_the_name_of_a_loaded_game_loads_it_again(game_id: str) -> None:
    (name,) = spiel.register(game_id)
    game = pyspiel.load_game(name, {"players": registry.meta(game_id).seats[1]})
    again = pyspiel.load_game(str(game))
    assert again.game.options == game.game.options
    assert again.num_players() == registry.meta(game_id).seats[1]
