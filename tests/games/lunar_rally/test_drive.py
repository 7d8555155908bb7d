"""Three drivers: always legal, and in order of strength; and what the best of them advises."""

from __future__ import annotations

from random import Random

import pytest
from tests.support import driven

from parcferme.core.bot import Bot
from parcferme.core.contract import CHANCE, JOINT, OVER, State
from parcferme.games.lunar_rally.drive.bots import BOTS, evaluate, rate
from parcferme.games.lunar_rally.rules.game import LunarGame, LunarState
from parcferme.solve.advice import advise
from parcferme.solve.mcts import Budget

from .helpers import lunar, open_ground, placed, position, rover


def score(game: LunarGame, one: str, other: str, seeds: range) -> float:
    """Wins of one level against the others, a shared place half."""
    total = 0.0
    for seed in seeds:
        me = seed % game.players
        drivers = [BOTS[one if seat == me else other](game, Random(seed)) for seat in range(game.players)]
        result = driven(game.start(), drivers, Random(seed)).result()
        assert result is not None
        winners = result.winners()
        total += (1.0 if winners == [me] else 0.5) if me in winners else 0.0
    return total / len(seeds)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("level", BOTS)
def test_every_level_plays_whole_games(level: str, players: int) -> None:
    game = lunar(players=players, scenario="blue", round_cap=6)
    state = driven(game.start(), [BOTS[level](game, Random(seat)) for seat in range(players)], Random(1))
    assert state.kind() == OVER


@pytest.mark.parametrize("level", BOTS)
def test_the_same_seed_drives_the_same_way_and_another_does_not(level: str) -> None:
    game = lunar(players=2, scenario="blue", round_cap=1)
    ends = [
        driven(game.start(), [BOTS[level](game, Random(seed + seat)) for seat in range(2)], Random(1)).dump()
        for seed in (3, 3, 4)
    ]
    assert ends[0] == ends[1]
    assert ends[0] != ends[2] or level == "clubman"  # who leaves least to chance


def test_clubman_beats_novice() -> None:
    assert score(lunar(scenario="blue"), "clubman", "novice", range(10)) >= 0.8


def test_works_beats_clubman() -> None:
    assert score(lunar(scenario="yellow", players=2), "works", "clubman", range(5)) >= 0.7


@pytest.mark.parametrize("level", BOTS)
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


def test_the_works_driver_rates_every_program_and_finds_the_win() -> None:
    game = open_ground(2, finish=[(11, 0), (12, 0)])
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((2, 5)), "G2": rover((3, 8))}
    state = position(game, rovers, due=1)
    found = rate(game, state, 0, Random(1))
    best = state.legal(0)[max(range(len(found)), key=lambda n: found[n][0])]
    assert len(found) == len(state.legal(0))
    assert all(-1 <= worth <= 1 and error >= 0 for worth, error in found)
    assert _finishes(game, state, Decided(best))


class Decided(Bot):
    def __init__(self, action: int) -> None:
        self.action = action

    def choose(self, state: State, seat: int) -> int:
        return self.action


def test_start_hexes_are_rated_by_the_clock() -> None:
    game = lunar(players=2, scenario="green")
    state = game.start()
    while state.kind() == CHANCE:
        state.apply(state.chance()[0][0])
    seat = state.to_act()[0]
    worths = [worth for worth, _ in rate(game, state, seat, Random(1))]
    assert max(worths) == 0
    assert state.legal(seat)[worths.index(0)] == BOTS["works"](game, Random(1)).choose(state, seat)


def test_advice_knows_no_sealed_program_of_a_rival() -> None:
    game = lunar(players=2, scenario="green")
    told = []
    for choice in (0, 100):
        state = placed(game)
        state.apply_joint([state.legal(0)[7], state.legal(1)[choice]])  # Rover 1s are programmed, none has moved
        told.append(advise(game, state, 0, Budget(1000), Random(5)).to_json(game))
    assert told[0] == told[1]


def test_a_position_is_valued_with_its_sealed_programs_run() -> None:
    game = open_ground(2, finish=[(11, 0), (12, 0)])
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((2, 5)), "G2": rover((3, 8))}
    state = position(game, rovers, due=1)
    winning = BOTS["works"](game, Random(1)).choose(state.copy(), 0)
    before, after = evaluate(state), state.copy()
    after.apply_joint([winning, state.default(1)])
    assert before[0] > before[1]
    assert evaluate(after)[0] > before[0]
    assert evaluate(after)[1] < before[1]
    assert evaluate(lunar(players=3).start()) == [0, 0, 0]


def test_programs_that_cannot_be_told_apart_are_called_equal_whatever_the_seed() -> None:
    """What one seed likes best is never called worse by another."""
    game = lunar(players=2, scenario="green")
    state = placed(game)
    told = [advise(game, state, 0, Budget(1000), Random(seed)) for seed in range(4)]
    for one in told:
        for other in told:
            rated = other.of(one.best.action)
            assert rated is not None
            assert rated.is_equal()


@pytest.mark.rule("LR-41")
def test_the_moons_flip_is_no_luck() -> None:
    """Nobody has a Rover of the number that is due: the token is turned over, and the sealed programs drive."""
    game = open_ground(2, finish=[(11, 0), (12, 0)])
    state = position(game, {"B2": rover((6, 0), "SE"), "G2": rover((3, 8))}, due=2)
    state.apply_joint([state.legal(0)[40], state.legal(1)[40]])
    assert state.kind() == CHANCE
    before, (outcome, _) = evaluate(state), state.chance()[0]
    assert len(state.chance()) == 1
    state.apply(outcome)
    assert evaluate(state) == before
