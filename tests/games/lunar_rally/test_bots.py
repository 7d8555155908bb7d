"""Three drivers: always legal, quick, and in order of strength."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from parcferme.core.bot import LEVELS, Bot
from parcferme.core.contract import CHANCE, JOINT, OVER
from parcferme.games.lunar_rally.bots import BOTS
from parcferme.games.lunar_rally.rules.turns import LunarGame, LunarState

from .helpers import lunar, open_ground, placed, position, rover


def race(game: LunarGame, drivers: list[Bot], seed: int) -> LunarState:
    """A whole game; each driver sees only a resampled position. Every choice is checked."""
    rng = Random(seed)
    state = game.start()
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(rng.choice(state.chance())[0])
            continue
        moves = [drivers[seat].choose(state.resample(seat, rng), seat) for seat in state.to_act()]
        for seat, move in zip(state.to_act(), moves, strict=True):
            assert state.explain(seat, move) is None
        if state.kind() == JOINT:
            state.apply_joint(moves)
        else:
            state.apply(moves[0])
    return state


def score(game: LunarGame, one: str, other: str, seeds: range) -> float:
    """Wins of one level against the others, a shared place half."""
    total = 0.0
    for seed in seeds:
        me = seed % game.players
        drivers = [BOTS[one if seat == me else other](game, Random(seed)) for seat in range(game.players)]
        result = race(game, drivers, seed).result()
        assert result is not None
        winners = result.winners()
        total += (1.0 if winners == [me] else 0.5) if me in winners else 0.0
    return total / len(seeds)


def test_there_is_a_bot_for_every_level() -> None:
    assert tuple(BOTS) == LEVELS


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_whole_games(level: str, players: int) -> None:
    game = lunar(players=players, scenario="blue", round_cap=6)
    state = race(game, [BOTS[level](game, Random(seat)) for seat in range(players)], 1)
    assert state.kind() == OVER


def test_clubman_beats_novice() -> None:
    assert score(lunar(scenario="blue"), "clubman", "novice", range(10)) >= 0.8


def test_works_beats_clubman() -> None:
    assert score(lunar(scenario="yellow", players=2), "works", "clubman", range(5)) >= 0.7


@pytest.mark.parametrize("level", LEVELS)
def test_all_take_a_win_that_nobody_can_prevent(level: str) -> None:
    game = open_ground(2, finish=[(11, 0), (12, 0)])
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((2, 5)), "G2": rover((3, 8))}
    state = position(game, rovers, due=1)
    wins = sum(_finishes(game, state, BOTS[level](game, Random(seed))) for seed in range(10))
    assert wins >= (6 if level == "novice" else 10)


def _finishes(game: LunarGame, state: LunarState, driver: Bot) -> bool:
    after = state.copy()
    move = driver.choose(state.copy(), 0)
    after.apply_joint([move, state.default(1)])
    while after.kind() == JOINT and after.view(None)["node"] == "program_2":
        after.apply_joint([after.default(seat) for seat in after.to_act()])
    result = after.result()
    return result is not None and result.winners() == [0]


@pytest.mark.parametrize(("level", "limit"), [("novice", 0.05), ("clubman", 0.1), ("works", 0.4)])
def test_a_move_is_quick(level: str, limit: float) -> None:
    """The bars are 50 ms and, for works, 200 ms; twice that is allowed here for a busy machine."""
    game = lunar(players=4, scenario="green")
    driver = BOTS[level](game, Random(1))
    state = placed(game)
    driver.choose(state.copy(), 0)
    before = process_time()
    for seat in range(3):
        driver.choose(state.copy(), seat)
    assert (process_time() - before) / 3 < limit
