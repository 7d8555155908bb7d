"""Play seeded random games and print what every step leads to, one line each: run on both builds and compared.

    python trace.py rallyman 600      at most 600 steps of each game

A line holds the fingerprint of the position and a digest of what it shows: choices, odds, refusals, views, events.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from parcferme.core import contract
from parcferme.core.contract import OVER, Game, State
from parcferme.core.events import Event
from parcferme.core.record import canonical, fingerprint
from tests.contract.subject import interrupt, registered
from tests.support import advance

VARIANTS = 5
SEEDS = 2


def shown(game: Game, state: State, events: list[Event], step: int) -> str:
    """A digest of what the position shows; refusals for a handful of actions, views now and then: they cost most."""
    seats = range(game.players)
    asked = [(seat, (step * 7 + number * 13 + seat) % game.actions()) for seat in seats for number in range(3)]
    result = state.result()
    parts = [
        [state.kind(), list(state.to_act()), [state.legal(seat) for seat in seats]],
        [list(pair) for pair in state.chance()],
        [repr(state.explain(seat, action)) for seat, action in asked],
        [state.view(viewer) for viewer in (*seats, None)] if step % 5 == 0 else [],
        [repr(event) for event in events],
        result.to_json() if result is not None else None,
    ]
    return hashlib.sha256(canonical(parts).encode("ascii")).hexdigest()[:12]


def trace(game: Game, seed: int, most: int) -> None:
    rng = Random(seed)
    state = game.start()
    for step in range(most):
        events: list[Event] = []
        if seed % 2 == 0 or rng.random() > 0.01 or not interrupt(game, state, rng, events):
            advance(state, rng, events)
        print(step, fingerprint(state), shown(game, state, events, step))
        if state.kind() == OVER:
            break


def main() -> None:
    game_id, most = sys.argv[1], int(sys.argv[2])
    print("build", "interpreted" if contract.__file__.endswith(".py") else "compiled")
    subject = registered(game_id)
    for game in subject.games[:VARIANTS]:
        for seed in range(SEEDS):
            print(f"{subject.name(game)} seed {seed}")
            trace(game, seed, most)


if __name__ == "__main__":
    main()
