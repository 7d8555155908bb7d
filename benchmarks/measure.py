"""Measure one thing in a process of its own and print it as JSON; `bench.py` starts this once per row and build.

    python -m benchmarks.measure game rallyman 2.0      our game, 2 seconds
    python -m benchmarks.measure openspiel pig 2.0      one of OpenSpiel's, the same way
    python -m benchmarks.measure tool "rally par …" 0   a verb of a game's own, once
    python -m benchmarks.measure search rallyman 2.0    our tree search; `their-search`: OpenSpiel's, over the bridge

Times are the process's CPU time, so other work on the machine disturbs little; the best of several rounds counts.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

ROUNDS = 5
COPIES = 2_000


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many units of work a second: `work` does some and says how many. The best round counts."""
    best = 0.0
    for _ in range(ROUNDS):
        done, began = 0, process_time()
        while process_time() - began < seconds / ROUNDS:
            done += work()
        best = max(best, done / (process_time() - began))
    return best


def game(game_id: str, seconds: float) -> dict[str, Any]:
    """Random playouts of the default variant, and copies of positions along one."""
    from parcferme.core import contract, registry
    from parcferme.solve.playout import playout

    made = registry.create(game_id)
    rng, most = random.Random(1), made.bound()
    steps = rate(lambda: playout(made.start(), rng, most), seconds)
    state, positions = made.start(), [made.start()]
    for _ in range(40):
        playout(state, rng, 5)
        if state.kind() != contract.OVER:
            positions.append(state.copy())
    return {
        "steps": steps,
        "copy": 1e6 / rate(lambda: copy_all([position.copy for position in positions]), seconds / 4),
        "compiled": not contract.__file__.endswith(".py"),
    }


def copy_all(copies: list[Callable[[], object]]) -> int:
    """COPIES copies, of each position in turn."""
    for number in range(COPIES):
        copies[number % len(copies)]()
    return COPIES


def openspiel(name: str, seconds: float) -> dict[str, Any]:
    """The same from Python for one of OpenSpiel's own games, written in C++."""
    import pyspiel

    made = pyspiel.load_game(name)
    rng = random.Random(1)

    def one_game() -> int:
        state, steps = made.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    steps = rate(one_game, seconds)
    state = made.new_initial_state()
    positions = [state.clone()]
    for _ in range(40):
        action = state.chance_outcomes()[0][0] if state.is_chance_node() else rng.choice(state.legal_actions())
        state.apply_action(action)
        if state.is_terminal():
            break
        positions.append(state.clone())
    clones = [position.clone for position in positions]
    return {"steps": steps, "copy": 1e6 / rate(lambda: copy_all(clones), seconds / 4)}


def search(game_id: str, seconds: float) -> dict[str, Any]:
    """Simulations of our tree search from the first decision, each with random play to the very end."""
    from parcferme.core import contract, registry
    from parcferme.solve.mcts import Budget, Search

    made = registry.create(game_id)
    state = made.start()
    while state.kind() == contract.CHANCE:
        state.apply(state.chance()[0][0])
    found = Search(made, random.Random(1), rollout=made.bound())

    def some() -> int:
        found.run(state, state.to_act()[0], Budget(20))
        return 20

    return {"simulations": rate(some, seconds), "compiled": not contract.__file__.endswith(".py")}


def their_search(game_id: str, seconds: float) -> dict[str, Any]:
    """The same with OpenSpiel's Python MCTSBot on the same game; sealed moves become turns, as it needs."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    from parcferme.bridge import spiel

    made = pyspiel.load_game(spiel.register(game_id)[0])
    if made.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        made = pyspiel.convert_to_turn_based(made)
    state = made.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    draw = np.random.RandomState(1)
    bot = MCTSBot(made, 0.7, 2, RandomRolloutEvaluator(1, draw), random_state=draw, solve=False)

    def two() -> int:
        bot.mcts_search(state)
        return 2

    return {"simulations": rate(two, seconds)}


def tool(words: str, _: float) -> dict[str, Any]:
    """A verb of a game's own, once: `rally_round best all`."""
    from parcferme.core import registry

    game, verb, *arguments = words.split()
    commands = registry.part(game, "commands")
    if commands is None:
        raise SystemExit(f"{game} has no verbs")
    began = process_time()
    answer = commands.COMMANDS[verb][1](arguments)
    return {"answer": answer, "seconds": process_time() - began}


KINDS = {"tool": tool, "game": game, "openspiel": openspiel, "search": search, "their-search": their_search}

if __name__ == "__main__":
    measured = KINDS[sys.argv[1]](sys.argv[2], float(sys.argv[3]))
    print(json.dumps(measured))
