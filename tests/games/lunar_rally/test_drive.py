"""The drivers: always legal, the same for a seed, blind to what lies face down; and what they advise."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest
from tests.support import driven

from parcferme.core.bot import Bot, Patience
from parcferme.core.contract import CHANCE, JOINT, OVER, State
from parcferme.games.lunar_rally.drive.ace import Ace, Hand, Sealing, Works
from parcferme.games.lunar_rally.drive.bots import BOTS, evaluate, rate
from parcferme.games.lunar_rally.drive.drivers import Lookout
from parcferme.games.lunar_rally.drive.habits import Habits
from parcferme.games.lunar_rally.drive.prospects import shares
from parcferme.games.lunar_rally.mechanics.programs import programs
from parcferme.games.lunar_rally.rules.game import LunarGame, LunarState
from parcferme.solve.advice import advise
from parcferme.solve.mcts import Budget

from .helpers import lunar, open_ground, placed, position, rover

pytestmark = pytest.mark.long

SHAKING = ("novice", "amateur")
HURRY = 0.004  # seconds: a few rounds of an ace's thought, so that interpreted games take a moment


def driver(level: str, game: LunarGame, seed: int) -> Bot:
    made = BOTS[level](game, Random(seed))
    if level == "ace":
        made.seconds = HURRY
    return made


def score(game: LunarGame, one: str, other: str, seeds: range) -> float:
    """Wins of one level against the others, a shared place half."""
    total = 0.0
    for seed in seeds:
        me = seed % game.players
        drivers = [driver(one if seat == me else other, game, seed) for seat in range(game.players)]
        result = driven(game.start(), drivers, Random(seed)).result()
        assert result is not None
        winners = result.winners()
        total += (1.0 if winners == [me] else 0.5) if me in winners else 0.0
    return total / len(seeds)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("level", BOTS)
def test_every_level_plays_whole_games(level: str, players: int) -> None:
    game = lunar(players=players, scenario="blue", round_cap=1)
    state = driven(game.start(), [driver(level, game, seat) for seat in range(players)], Random(1))
    assert state.kind() == OVER


@pytest.mark.parametrize("level", BOTS)
def test_the_same_seed_drives_the_same_way_and_another_does_not(level: str) -> None:
    game = lunar(players=2, scenario="blue", round_cap=1)
    ends = [
        driven(game.start(), [driver(level, game, seed + seat) for seat in range(2)], Random(1)).dump()
        for seed in (3, 3, 4)
    ]
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]


def test_a_sure_hand_beats_a_shaky_one() -> None:
    assert score(lunar(scenario="blue"), "privateer", "novice", range(20)) >= 0.7


def test_works_thinks_as_the_ace_does_but_for_a_moment() -> None:
    game = lunar(players=2, scenario="green")
    ace = Ace(game, Random(1))
    works = Works(game, Random(1))
    ace.seconds = works.effort
    assert works.choose(sealed(3), 0) == ace.choose(sealed(3), 0)


def test_a_lookout_beats_who_sees_nobody() -> None:
    """Advice goes by its eyes."""
    game, wins = lunar(scenario="yellow", players=2), 0
    for seed in range(8):
        drivers = [Lookout(game, Random(seed)), driver("clubman", game, seed)]
        result = driven(game.start(), drivers if seed % 2 else drivers[::-1], Random(seed)).result()
        assert result is not None
        wins += result.winners() == [1 - seed % 2]
    assert wins >= 5


@pytest.mark.parametrize("level", BOTS)
def test_all_take_a_win_that_nobody_can_prevent(level: str) -> None:
    game = open_ground(2, finish=[(11, 0), (12, 0)])
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((2, 5)), "G2": rover((3, 8))}
    state = position(game, rovers, due=1)
    wins = sum(_finishes(game, state, driver(level, game, seed)) for seed in range(10))
    assert wins >= (6 if level in SHAKING else 10)


def _finishes(game: LunarGame, state: LunarState, driver: Bot) -> bool:
    after = state.copy()
    move = driver.choose(state.copy(), 0)
    after.apply_joint([move, state.default(1)])
    while after.kind() == JOINT and after.view(None)["node"] == "program_2":
        after.apply_joint([after.default(seat) for seat in after.to_act()])
    result = after.result()
    return result is not None and result.winners() == [0]


def test_a_lookout_rates_every_program_and_finds_the_win() -> None:
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
    assert state.legal(seat)[worths.index(0)] == Lookout(game, Random(1)).choose(state, seat)


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
    winning = Lookout(game, Random(1)).choose(state.copy(), 0)
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


# --- the ace ----------------------------------------------------------------------------------------------------------


def sealed(choice: int) -> LunarState:
    """Rover 1s are programmed, Green's in one of many ways, and Rover 2s are due."""
    state = placed(lunar(players=2, scenario="green"))
    state.apply_joint([state.legal(0)[7], state.legal(1)[choice]])
    return state


def test_the_ace_does_not_look_at_what_lies_face_down() -> None:
    chosen = [driver("ace", lunar(players=2, scenario="green"), 5).choose(sealed(choice), 0) for choice in (0, 50, 100)]
    assert chosen[0] == chosen[1] == chosen[2]


def test_the_ace_knows_its_own_cards_that_lie_face_down() -> None:
    state = sealed(3)
    thought = Sealing(Habits(state.position.race), state.position, 0, Random(1))
    assert thought.own is state.position.rover(0, 1).program
    assert thought.position.rover(1, 1).program.length == 0


class Watched:
    """Tells the time, a second later each time it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> float:
        self.asked += 1
        return float(self.asked)


def rounds_of(bot: Ace, state: LunarState) -> float:
    """How many rounds of thought an ace takes: the mixtures of all rounds are summed, the nth counting n times."""
    thought = Sealing(bot.habits, state.position, 0, Random(1))
    thought.deal(1, Patience(bot, 1000))
    thought.think(Patience(bot, 1000))
    total = sum(thought.mine().tended)
    return round(sqrt(2 * total + 0.25) - 0.5, 6)


def test_the_aces_budget_is_counted_and_its_watch_cuts_it_short() -> None:
    game = lunar(players=2, scenario="green")
    bot, state = Ace(game, Random(1)), sealed(3)
    bot.seconds = 0.02
    assert rounds_of(bot, state) == 20
    bot.seconds = 7.5 / 1000
    assert rounds_of(bot, state) == 7
    bot.seconds, bot.watch = 5.0, Watched()
    assert rounds_of(bot, state) == 4


def test_an_ace_in_haste_looks_at_each_program_once_before_it_chooses_the_promising_ones() -> None:
    """In a second of its own it would look eight times, however long that takes."""
    game = lunar(players=2, scenario="green")
    bot = Ace(game, Random(1))
    bot.seconds, bot.watch = 1.0, Watched()
    once, hurried = [Sealing(bot.habits, sealed(3).position, 0, Random(1)) for _ in range(2)]
    once.deal(1, Patience(Ace(game, Random(1)), 1))
    hurried.deal(8, Patience(bot, 1))
    assert [hand.programs for hand in hurried.hands] == [hand.programs for hand in once.hands]


def test_regret_settles_on_the_mixture_that_cannot_be_exploited() -> None:
    """Matching pennies where heads against heads counts double: heads are played two times in five."""
    one, other = (Hand(0, seat, 1, programs(1, 3)[:2]) for seat in (0, 1))
    rng = Random(4)
    for number in range(1, 4001):
        mine, theirs = (hand.programs.index(hand.draw(rng.random())) for hand in (one, other))
        won = [[2.0, -1.0], [-1.0, 1.0]]
        one.learn([won[0][theirs], won[1][theirs]], number)
        other.learn([-won[mine][0], -won[mine][1]], number)
    for hand in (one, other):
        assert hand.tended[0] / sum(hand.tended) == pytest.approx(0.4, abs=0.05)


def test_prospects_share_out_one_victory() -> None:
    game = open_ground(3, finish=[(11, 0), (12, 0)])
    near = {"B1": rover((9, 0), "SE"), "G1": rover((2, 5)), "R1": rover((3, 8))}
    found = shares(position(game, near, due=1).position, 2)
    assert sum(found) == pytest.approx(1)
    assert found[0] > 0.9


def test_a_rover_that_acts_next_is_ahead_of_its_equal() -> None:
    """Rover 1s and Rover 2s stand equally far, but it is the Rover 2s' turn."""
    game = open_ground(2, finish=[(11, 0), (12, 0)])
    state = position(game, {"B1": rover((9, 0), "SE", "S0 M0"), "G2": rover((10, 0), "SE", "S0 M0")}, due=1)
    assert shares(state.position, 2)[1] > 0.5 > shares(state.position, 1)[1]


def test_the_ace_replaces_a_lost_rover() -> None:
    game = lunar(players=2, scenario="green")
    state = game.restore({"phase": "replace", "moon": 1, "first": 0, "round": 2, "rovers": {"G1": {"hex": "K6"}}})
    chosen = driver("ace", game, 1).choose(state, 0)
    assert game.format(chosen).startswith("place:")
