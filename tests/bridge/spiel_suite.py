"""OpenSpiel's own suites over our games, run in a process of its own: its C++ side aborts on a failure.

    python spiel_suite.py FOLDER rallyman 'rally_round(route=laid)' …      FOLDER receives the toys

Prints one line per game and suite; the exit status is 0 only if all passed.
"""

from __future__ import annotations

import sys
import unittest
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import pyspiel
from absl import flags
from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase
from open_spiel.python.algorithms import get_all_states, sample_some_states

from parcferme.bridge import spiel
from tests.bridge.toyland import settle

SIMULATIONS = 1
STATES = 60  # sampled for the API suite


def simulate(name: str) -> None:
    """`random_sim_test`: whole random games with every consistency check OpenSpiel knows, serialisation too."""
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=SIMULATIONS, serialize=True, verbose=False)


@classmethod  # type: ignore[misc]
def fewer_states(cls: Any) -> None:
    """As the suite prepares itself, with fewer sampled states."""
    cls.some_states = sample_some_states.sample_some_states(cls.game, max_states=STATES)
    cls.game_type = cls.game.get_type()


def enforce(name: str) -> None:
    """The API suite that OpenSpiel runs over each of its own games."""
    attributes: dict[str, Any] = {"game_name": name, "game": pyspiel.load_game(name), "setUpClass": fewer_states}
    case = type(f"Enforce_{name}", (EnforceAPIOnPartialTreeBase,), attributes)
    found = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    if not found.wasSuccessful() or found.testsRun < 4:
        raise SystemExit(f"{name}: the API suite fails")


def count_tree(name: str) -> None:
    """All states of a small game, as OpenSpiel's own traversal finds them."""
    states = get_all_states.get_all_states(
        pyspiel.load_game(name), depth_limit=-1, include_terminals=True, include_chance_states=True
    )
    print(f"{name}: {len(states)} states")


def main() -> None:
    flags.FLAGS(sys.argv[:1])
    settle(Path(sys.argv[1]))
    for variant in sys.argv[2:]:
        game_id = variant.partition("(")[0]
        name = spiel.register(game_id)[0] + variant.removeprefix(game_id)
        simulate(name)
        print(f"{name}: random_sim_test passed", flush=True)
        enforce(name)
        print(f"{name}: api_test passed", flush=True)
        if game_id in ("dash", "garage"):
            count_tree(name)


if __name__ == "__main__":
    main()
