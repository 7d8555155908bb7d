"""Tree search and greedy choice on the toys, whose right answers are known."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from parcferme.core.chance import random_outcome
from parcferme.core.contract import OVER
from parcferme.solve.evaluate import Worth
from parcferme.solve.greedy import GreedyBot
from parcferme.solve.mcts import Arms, Budget, Search, SearchBot
from parcferme.solve.playout import lot, playout, random_joint
from tests.contract.toys import ROLL, STOP, TOYS, Toy, meta


def toy(name: str, **options: object) -> Toy:
    return TOYS[name](meta(name).options.read(options))


def test_search_rolls_when_rolling_can_only_help() -> None:
    game = toy("dash", players=2, turns=2, punctures=False)
    bot = SearchBot(game, Random(1), Budget(400))
    assert bot.choose(game.start(), 0) == ROLL


def test_search_stops_when_a_puncture_would_cost_the_lead() -> None:
    game = toy("dash", players=2, turns=2, punctures=True)
    # last turn of all, seat 1 leads by five to four: a puncture (one in six) loses, standing still wins
    state = game.restore({"numbers": [1, 0, 1, 4, 5, 0, 0]})
    assert SearchBot(game, Random(1), Budget(600)).choose(state, 1) == STOP


def test_search_converges_to_the_exact_chance_of_winning() -> None:
    game = toy("dash", players=2, turns=1, punctures=True)
    # seat 1 rolls last and is one behind: "one" (3/6) ties, "two" (2/6) wins, a puncture (1/6) loses
    state = game.restore({"numbers": [1, 0, 1, 1, 0, 0, 0]})
    search = Search(game, Random(3))
    search.run(state, 1, Budget(6000))
    arms = search.root.arms_of(1)
    roll = arms.arm(ROLL)
    assert arms.totals[roll] / arms.counts[roll] == pytest.approx(2 / 6 - 1 / 6, abs=0.05)


def test_search_values_hidden_things_by_resampling_them() -> None:
    game = toy("garage", players=2)
    bot = SearchBot(game, Random(5), Budget(400))
    assert game.format(bot.choose(game.start(), 0)) == "mechanic:c"


def test_arms_keep_apart_what_is_legal_in_some_samples_only() -> None:
    arms, rng = Arms(0), Random(2)
    for legal in ([3, 5], [3, 5], [5, 7], [3, 5, 7], [7]):
        place = arms.pick(legal, 0.7, rng)
        arms.counts[place] += 1
    assert arms.actions == [3, 5, 7]
    assert arms.offered == [3, 4, 3]
    assert arms.counts == [1, 2, 2]  # each untried one first, then the one offered most, at last the only one
    assert arms.arm(9) == 3


def test_joint_search_finds_the_bid_that_is_never_worse() -> None:
    game = toy("bids", players=2, turns=1)
    # against 0 or 1 a bid of 2 scores most, against 2 every bid scores nothing
    bot = SearchBot(game, Random(7), Budget(300))
    chosen = [game.format(bot.choose(game.start(), 0)) for _ in range(15)]
    assert chosen.count("bid:2") > chosen.count("bid:1") >= 0
    assert chosen.count("bid:2") > chosen.count("bid:0")


def test_same_seed_same_choice_and_same_tree() -> None:
    game = toy("dash", players=3, turns=4)
    trees = []
    for _ in range(2):
        search = Search(game, Random(11))
        search.run(game.start(), 0, Budget(200))
        arms = search.root.arms_of(0)
        trees.append((arms.actions, arms.counts, arms.totals))
    assert trees[0] == trees[1]


def test_a_budget_of_time_ends_the_search() -> None:
    game = toy("dash", players=2, turns=4)
    search = Search(game, Random(1))
    search.run(game.start(), 0, Budget(10**9, seconds=0.02))
    assert 0 < search.done < 10**9


def test_greedy_weighs_chance_exactly() -> None:
    game = toy("dash", players=2, turns=1, punctures=True)
    bot = GreedyBot(game, Random(1), None)
    state = game.restore({"numbers": [1, 0, 1, 1, 0, 0, 0]})
    assert bot.value_of(state, 1, ROLL) == pytest.approx(2 / 6 - 1 / 6)
    assert bot.value_of(state, 1, STOP) == -1.0
    assert bot.choose(state, 1) == ROLL


def test_worth_uses_the_result_first_and_the_evaluation_else() -> None:
    game = toy("dash", players=2, turns=1)
    worth = Worth(game, lambda state: [0.25, -0.25])
    assert worth.of(game.start()) == [0.25, -0.25]
    assert worth.of(game.restore({"numbers": [0, 0, 0, 2, 1, 0, 0]})) == [1.0, -1.0]
    assert Worth(game, None).of(game.start()) == [0.0, 0.0]


@pytest.mark.parametrize("name", ["dash", "bids", "garage"])
def test_a_playout_ends_the_game_and_counts_its_steps(name: str) -> None:
    game = toy(name, players=3)
    state = game.start()
    steps = playout(state, Random(2), 1000)
    assert state.kind() == OVER
    assert 0 < steps <= game.bound()
    assert playout(game.start(), Random(2), 1) == 1


def test_one_share_serves_several_lots_and_each_is_fair() -> None:
    found: Counter[tuple[int, int]] = Counter()
    for part in range(24):
        first, left = lot((part + 0.5) / 24, 3)
        second, left = lot(left, 4)
        assert 0 <= left < 1
        found[first, second] += 1
    assert found == Counter({(first, second): 2 for first in range(3) for second in range(4)})
    for lots in range(1, 2000):
        assert lot(1 - 2**-53, lots)[0] == lots - 1  # the largest share there is


def test_joint_moves_are_drawn_for_each_seat_alike() -> None:
    state, rng = toy("bids", players=3).start(), Random(1)
    found = Counter(tuple(random_joint(state, rng.random)) for _ in range(6000))
    legal = state.legal(0)
    assert len(found) == len(legal) ** 3
    assert max(found.values()) < 2 * min(found.values())


def test_random_outcomes_follow_their_weights() -> None:
    shares = [random_outcome([(4, 1), (7, 2), (9, 1)], share / 8) for share in range(8)]
    assert shares == [4, 4, 7, 7, 7, 7, 9, 9]
    assert random_outcome([(4, 1), (7, 2), (9, 1)], 1.0) == 9  # a share that was rounded up
