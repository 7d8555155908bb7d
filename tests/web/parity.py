"""Seeded matches, hints and pars, told in figures: what must be the same on every kind of Python. Prints JSON."""

from __future__ import annotations

import json
from random import Random

from parcferme.core import registry
from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER
from parcferme.core.record import fingerprint
from parcferme.core.studio import Kind
from parcferme.house.studio import house_documents
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


def pars(game_id: str) -> dict[str, object]:
    """Of the first house document of each kind: what can be told at once, and the first that is worked out."""
    kinds: dict[str, Kind] = getattr(registry.part(game_id, "studio"), "STUDIO", {})
    told: dict[str, object] = {}
    for name, kind in kinds.items():
        document = house_documents(game_id, name)[0].document
        worked_out = next(figures for figures in kind.measure(document) if figures.known)
        told[name] = [kind.facts(document).to_json(), worked_out.to_json()]
    return told


if __name__ == "__main__":
    told = {told.__name__: {game: told(game) for game in registry.game_ids()} for told in (hint, pars)}
    print(json.dumps({**told, "match": {game: match(game, 7) for game in registry.game_ids()}}))
