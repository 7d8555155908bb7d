"""How fast the interpreted engine is on the Python that runs this: random steps, the longest move of each level of bot,
the first hint. Prints JSON. benchmarks/web/site.py runs it in a browser and natively: it imports the engine alone."""

from __future__ import annotations

import json
from random import Random
from time import perf_counter

from parcferme.core import registry
from parcferme.core.bot import Bot
from parcferme.core.contract import CHANCE, JOINT, OVER, Game, State
from parcferme.house.advice import HINTS
from parcferme.solve.advice import advise
from parcferme.solve.playout import playout

SECONDS = 1.0  # of random steps
MOVES = 40  # of each level


def steps_a_second(game: Game) -> float:
    rng, steps, began = Random(3), 0, perf_counter()
    while perf_counter() - began < SECONDS:
        steps += playout(game.start(), rng, game.bound())
    return steps / (perf_counter() - began)


def longest_move(game: Game, level: str) -> float:
    """Seconds, among the first moves of a match of this level against itself."""
    rng = Random(5)
    bots = [registry.bots(game.id)[level](game, Random(seat)) for seat in range(game.players)]
    state, times = game.start(), [0.0]
    while state.kind() != OVER and len(times) <= MOVES:
        if state.kind() == CHANCE:
            state.apply(state.draw(rng.random()))
            continue
        chosen = [_timed(bots[seat], state.resample(seat, rng), seat, times) for seat in state.to_act()]
        if state.kind() == JOINT:
            state.apply_joint(chosen)
        else:
            state.apply(chosen[0])
    return max(times)


def _timed(bot: Bot, state: State, seat: int, times: list[float]) -> int:
    began = perf_counter()
    action = bot.choose(state, seat)
    times.append(perf_counter() - began)
    return action


def first_hint(game: Game) -> float:
    """Seconds until the first decision is advised, as a table asks for it."""
    rng, state = Random(7), game.start()
    while state.kind() == CHANCE:
        state.apply(state.draw(rng.random()))
    seat = state.to_act()[0]
    began = perf_counter()
    advise(game, state.resample(seat, rng), seat, HINTS[0], Random(8), thorough=False)
    return perf_counter() - began


def measured(game_id: str) -> dict[str, float]:
    game = registry.create(game_id, {"players": 2})
    longest = {level: longest_move(game, level) for level in registry.bots(game_id)}
    return {"steps": steps_a_second(game), **longest, "hint": first_hint(game)}


if __name__ == "__main__":
    print(json.dumps({game: measured(game) for game in registry.game_ids()}))
