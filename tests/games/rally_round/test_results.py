"""Classification, ties, longer rallies, solo results."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.rally_round.roads import Road, alone, at, field, names, put, say, speeds, together

from parcferme.core.contract import CHANCE, OVER
from parcferme.core.registry import bots, create
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.rules.scoring import classify, running_totals
from parcferme.games.rally_round.state import (
    DISQUALIFIED,
    FINISHED,
    N_FINISH,
    N_KIT,
    N_SPEED,
    RETIRED,
)


@pytest.mark.rule("RR-101", "RR-03")
def test_fewest_penalties_win_not_the_first_home() -> None:
    game, state = together(Road().section("road", "R14"), "S1 A1 D1 DR1 N1 E1", "S1 A1 D1 DR1 N1 E1")
    say(game, state, 40)
    while field(state, "status", 0) == 1 or field(state, "status", 1) <= 1:
        fast = state.to_act()[0] == 0
        legal = speeds(game, state) if state.phase == N_SPEED else []
        if not legal:
            state.apply(state.default(state.to_act()[0]))
        else:
            say(game, state, legal[-1] if fast else legal[0])
    result = state.result()
    assert result is not None
    assert result.places.count(1) == 1
    first = result.places.index(1)
    assert result.measures["penalty"][first] == min(result.measures["penalty"])
    assert result.scores[first] == -min(result.measures["penalty"])


@pytest.mark.rule("RR-102", "RR-R47")
def test_ties_go_to_whoever_led_for_the_greater_distance() -> None:
    squares = [20, 12, 15]
    assert classify([[0, 60, 60], [60, 60, 60]], squares) == [1, 2]
    assert classify([[60, 0, 60], [0, 60, 60]], squares) == [2, 1]  # 20 squares against 12
    assert classify([[0, 60, 60], [0, 60, 60]], squares) == [1, 1]
    assert classify([[0, 0, 90], [60, 60, 60], [0, 30, 60]], squares) == [3, 2, 1]
    assert classify([[0, 60, 60], [0, 60, 60], [10, 60, 60]], squares) == [1, 1, 1]  # nobody alone in the lead
    assert classify([[30, 30, 30], [0, 60, 60], [60, 60, 60]], squares) == [1, 2, 3]


@pytest.mark.rule("RR-102", "RR-R47")
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 2, 0), (2, 1, 0)])
def test_ties_of_three_are_broken_one_place_after_the_other(order: tuple[int, ...]) -> None:
    crews = [[0, 0, 120], [60, 60, 120], [120, 120, 120]]
    places = classify([crews[crew] for crew in order], [15, 20, 12])
    assert [places[order.index(crew)] for crew in range(3)] == [1, 2, 3]


@pytest.mark.rule("RR-R47")
def test_equal_credit_shares_a_place_and_skips_the_next() -> None:
    crews = [[0, 120, 150], [60, 120, 150], [90, 60, 150], [90, 90, 150], [10, 20, 30]]
    assert classify(crews, [20, 20, 12]) == [2, 4, 2, 4, 1]
    assert classify([[0, 60], [0, 60], [30, 60]], [20, 12]) == [1, 1, 1]  # nobody was ahead alone


@pytest.mark.rule("RR-02", "RR-101")
def test_any_number_of_competitors_is_ranked() -> None:
    totals = [[n * 10, n * 20] for n in range(50)]
    assert classify(totals, [12, 12]) == list(range(1, 51))


@pytest.mark.rule("RR-R48", "RR-100", "RR-R51")
def test_disqualified_and_retired_crews_are_placed_last_and_return_their_cards() -> None:
    road = Road().section("road", "R20").hidden_track(5, 15)
    game, state = together(road, "", "", strict=True, max_section_turns=40)
    say(game, state, 10)
    put(state, 4, 3, 0, 20)
    state.cars[0].hand = 0b101
    say(game, state, 20, "sq:900")
    assert field(state, "status") == DISQUALIFIED
    assert field(state, "hand") == 0
    assert state.pack.queue == (0, 2)
    while field(state, "status", 1) <= 1:
        legal = [name for name in names(game, state) if name.startswith("sq:")]
        say(game, state, "sq:6" if "sq:6" in legal else legal[0]) if legal else state.apply(state.default(1))
    result = state.result()
    assert result is not None
    assert result.places == [2, 1]
    assert result.reason == "finished"
    assert result.scores[0] < result.scores[1]


@pytest.mark.rule("RR-R60", "RR-R48")
def test_a_retired_crew_leaves_the_rally() -> None:
    game, state = together(Road().section("road", "R30"), "", "", max_section_turns=10)
    say(game, state, 10)
    for _ in range(40):
        if state.kind() == OVER:
            break
        say(game, state, "turn" if "turn" in names(game, state) else names(game, state)[0])
    assert [field(state, "status", crew) for crew in range(2)] == [RETIRED, RETIRED]
    result = state.result()
    assert result is not None
    assert (result.places, result.reason) == ([1, 1], "nobody")


@pytest.mark.rule("RR-99", "RR-101")
def test_totals_are_section_penalties_and_other_penalties() -> None:
    game, state = alone(Road().section("road", "Y13", pcs=(5,)))
    say(game, state, 10, 20, 30, 30, 40)  # past the Passage Control
    assert field(state, "other") == 1800
    result = state.result()
    assert result is not None
    assert result.measures["penalty"] == [field(state, "score") + 1800]
    assert running_totals(state, 0) == result.measures["penalty"]


@pytest.mark.rule("RR-103", "RR-R49")
def test_a_longer_rally_goes_on_from_the_last_finish() -> None:
    game = create("rally_round", {"players": 2, "route": "laid", "parts": 2})
    assert isinstance(game, RallyGame)
    state = game.start()
    say(game, state, "car:1", "sq:1", "sq:72", "lay:black", "sq:20", "lay:close")
    while state.phase < N_SPEED:
        say(game, state, names(game, state)[0])
    state.cars[0].hand = 0b10
    kit = state.cars[0].cards
    makers = bots("rally_round")
    crews = [makers["clubman"](game, Random(seat)) for seat in range(2)]
    while state.part == 0:
        if state.kind() == CHANCE:
            state.apply(state.chance()[0][0])
        else:
            seat = state.to_act()[0]
            state.apply(crews[seat].choose(state.copy(), seat))
    assert state.phase == N_FINISH
    assert state.to_act() == (1,)  # player 2 chooses
    assert names(game, state) == ["sq:1", "sq:47", "sq:48"]
    assert state.laying().blacks == ()
    before = [field(state, "score", crew) + field(state, "other", crew) for crew in range(2)]
    hand = field(state, "hand")
    say(game, state, "sq:47", "lay:close")
    while state.phase < N_KIT:
        say(game, state, names(game, state)[0])
    assert state.phase == N_SPEED  # no new kits
    assert state.cars[0].cards == kit
    assert field(state, "hand") == hand
    assert state.minute == 1
    assert at(state, 0) == 72
    assert state.to_act() == (0,)  # staggered again
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(state.chance()[0][0])
        else:
            seat = state.to_act()[0]
            state.apply(crews[seat].choose(state.copy(), seat))
    after = [field(state, "score", crew) + field(state, "other", crew) for crew in range(2)]
    assert all(new >= old for new, old in zip(after, before, strict=True))
    assert len(running_totals(state, 0)) == 2


@pytest.mark.rule("RR-104")
def test_solo_result_is_that_of_the_best_crew() -> None:
    game = create("rally_round", {"players": 1, "crews": 2, "kits": "standard"})
    state = game.start()
    assert isinstance(state, RallyState)
    assert isinstance(game, RallyGame)
    bot = bots("rally_round")["clubman"](game, Random(1))
    while state.kind() != OVER:
        state.apply(state.chance()[0][0] if state.kind() == CHANCE else bot.choose(state.copy(), 0))
    result = state.result()
    assert result is not None
    assert result.places == [1]
    home = [crew for crew in range(2) if field(state, "status", crew) == FINISHED]
    assert home
    totals = [field(state, "score", crew) + field(state, "other", crew) for crew in home]
    assert result.measures["penalty"] == [min(totals)]


@pytest.mark.rule("RR-105")
def test_competitive_solo_is_won_by_having_fewest_penalties_alone() -> None:
    game = create("rally_round", {"players": 1, "competitive": True})
    assert isinstance(game, RallyGame)
    outcomes = set()
    for adopted in range(1, 7):
        state = game.start()
        rng = Random(3)
        while state.kind() == CHANCE:
            state.apply(rng.choice(state.chance())[0])
        say(game, state, f"adopt:{adopted}")
        bot = bots("rally_round")["clubman"](game, Random(1))
        while state.kind() != OVER:
            move = rng.choice(state.chance())[0] if state.kind() == CHANCE else bot.choose(state.copy(), 0)
            state.apply(move)
        result = state.result()
        assert result is not None
        own = result.measures["penalty"][0]
        totals = [field(state, "score", crew) + field(state, "other", crew) for crew in range(6)]
        home = [crew for crew in range(6) if field(state, "status", crew) == FINISHED and crew + 1 != adopted]
        rivals = [totals[crew] for crew in home]
        if result.reason == "competitive_won":
            assert own <= min(rivals)
            assert result.scores[0] >= 0
            assert result.places == [1]
        else:
            assert result.winners() == []
            assert result.measures["place"][0] > 1 or min(rivals) == own
        outcomes.add(result.reason)
    assert "competitive_lost" in outcomes
