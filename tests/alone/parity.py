"""Seeded matches, a hint and a par, told in figures: what must be the same on every kind of Python. Prints JSON."""

from __future__ import annotations

import json
from random import Random

from parcferme.core import registry
from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER
from parcferme.core.record import fingerprint
from parcferme.solve.advice import advise
from parcferme.solve.mcts import Budget

STEPS = 400


def match(game_id: str, seed: int) -> list[str]:
    """Fingerprints along a match that the weakest bot drives for everybody."""
    game, rng = registry.create(game_id, {"players": 2}), Random(seed)
    maker = next(iter(registry.bots(game_id).values()))
    bots = [maker(game, Random(seed + seat)) for seat in range(game.players)]
    state, seen = game.start(), []
    for step in range(STEPS):
        if state.kind() == OVER:
            break
        if state.kind() == CHANCE:
            outcomes = state.chance()
            state.apply(rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0])
        elif state.kind() == DECISION:
            seat = state.to_act()[0]
            state.apply(bots[seat].choose(state.resample(seat, rng), seat))
        elif state.kind() == JOINT:
            state.apply_joint([bots[seat].choose(state.resample(seat, rng), seat) for seat in state.to_act()])
        if step % 40 == 39:
            seen.append(fingerprint(state))
    return [*seen, fingerprint(state)]


def hint(game_id: str) -> list[list[object]]:
    """A hint at the first decision, by simulations that are counted and not timed."""
    game = registry.create(game_id, {"players": 2})
    state, rng = game.start(), Random(5)
    while state.kind() == CHANCE:
        state.apply(state.chance()[0][0])
    seat = state.to_act()[0]
    told = advise(game, state.resample(seat, rng), seat, Budget(60, 1e6), Random(6))
    return [[game.format(one.action), round(one.value, 9)] for one in told.rated]


if __name__ == "__main__":
    games = registry.game_ids()
    print(json.dumps({"match": {game: match(game, 7) for game in games}, "hint": {game: hint(game) for game in games}}))
