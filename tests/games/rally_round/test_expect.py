"""What a seat may expect: the solver's cost to go for its own kit, alone on the road and without further cards."""

from __future__ import annotations

import pytest
from tests.games.rally_round.roads import Road, alone, at, put, say, together
from tests.games.rally_round.test_laying import laid

from parcferme.core.contract import State
from parcferme.games.rally_round.board.cards import build_kit
from parcferme.games.rally_round.drive.advice import EXPECTS, doubt, expect, foresee, tolls
from parcferme.games.rally_round.drive.driver import Driver
from parcferme.games.rally_round.par.checker import least_penalty
from parcferme.games.rally_round.rules import RallyState
from parcferme.games.rally_round.rules.scoring import WORST
from parcferme.games.rally_round.state import DISQUALIFIED

FAST = "S1 A2 D1 DR1 N2 E1"


def two_sections() -> Road:
    return Road().section("road", "W12", {5: "Ford"}).section("stage", "R12", {6: "40"})


@pytest.mark.rule("RR-03")
def test_at_the_start_a_seat_expects_what_every_line_tried_costs() -> None:
    _, state = alone(two_sections())
    best = least_penalty(state, 1000)
    assert best is not None
    assert EXPECTS == "seconds"
    assert expect(state, 0) == -best


def test_along_the_best_line_the_expectation_does_not_change_and_ends_as_the_result() -> None:
    game, state = alone(two_sections())
    first = expect(state, 0)
    for _ in range(40):
        if state.result() is not None:
            break
        values = {}
        for action in state.legal(0):
            after = state.copy()
            after.apply(action)
            value = expect(after, 0)
            assert value is not None, game.format(action)
            values[action] = value
        best = max(values, key=lambda action: values[action])
        assert values[best] == first
        state.apply(best)
    result = state.result()
    assert result is not None
    assert result.scores == [first]
    assert expect(state, 0) == first


def test_a_worse_move_lowers_the_expectation() -> None:
    game, state = alone(two_sections())
    before = expect(state, 0)
    say(game, state, 10, "turn")
    after = expect(state, 0)
    assert before is not None
    assert after is not None
    assert after < before


def test_no_answer_in_the_middle_of_a_move_or_before_the_rally() -> None:
    road = Road().section("stage", "R12").side_road((3, 10), "R3", 200)
    road.blacks.append(201)
    game = road.game(kits="free")
    state = game.start()
    assert expect(state, 0) is None
    for card in FAST.split():
        state.apply(game.parse(f"take:{card}"))
    assert expect(state, 0) is not None
    say(game, state, 40)  # at the fork
    assert expect(state, 0) is None
    say(game, state, "sq:200")
    assert at(state) == 201
    assert expect(state, 0) == 0


def test_turns_still_to_miss_count() -> None:
    _, state = alone(Road().section("stage", "R12"), FAST)
    before = expect(state, 0)
    state.cars[0].misses = 2
    after = expect(state, 0)
    assert before is not None
    assert after == before - 120


def test_rivals_have_expectations_of_their_own() -> None:
    """The other seat may be in the middle of its move; a crew that is out expects the worst."""
    game, state = together(Road().section("stage", "R13"), FAST, "S6 A6 D6 DR6 N6 E6")
    strong, weak = expect(state, 0), expect(state, 1)
    assert strong is not None
    assert weak is not None
    assert strong > weak
    say(game, state, 40)
    state.cars[0].status = DISQUALIFIED
    assert expect(state, 0) == WORST


@pytest.mark.rule("RR-R10")
def test_a_missed_passage_control_is_fetched_while_that_is_cheap() -> None:
    game, state = alone(Road().section("road", "R14", pcs=(4,)), FAST)
    assert expect(state, 0) == 0
    say(game, state, 30, 50)
    best = least_penalty(state, 301)
    assert best == 240
    assert expect(state, 0) == -best


@pytest.mark.rule("RR-65")
def test_a_passage_control_far_behind_costs_thirty_marks() -> None:
    _, state = alone(Road().section("road", "R40", pcs=(4,)), FAST)
    put(state, 38, 37, speed=30)
    state.cars[0].turns = 13
    assert expect(state, 0) == -1800


def test_a_search_that_ends_is_exact() -> None:
    _, state = alone(two_sections())
    assert doubt(state, 0) == (0, 0)


def test_a_search_that_is_given_up_says_by_how_much_it_may_be_wrong() -> None:
    """The truth lies between what was proved and what is told, so not further away than the error allows."""
    _, state = alone(two_sections())
    best = expect(state, 0)
    assert best is not None
    hasty = Driver(state.t, state.drives_on(), state.cars[0].kit)
    hasty.search.patience = 3
    assert hasty.error(state, 0) > 0
    assert abs(-hasty.to_go(state, 0) - best) <= 2 * hasty.error(state, 0)


@pytest.mark.rule("RR-81")
def test_what_cards_and_rivals_may_do_is_left_out_and_the_expectation_says_so() -> None:
    _, hazards = alone(Road().section("stage", "R12", {4: "!"}))
    _, crews = together(Road().section("stage", "R13"), FAST, "S6 A6 D6 DR6 N6 E6")
    for state in (hazards, crews):
        shared, own = doubt(state, 0)
        assert (shared > 0, own) == (True, 0)


@pytest.mark.rule("RR-45")
def test_cards_of_a_kit_are_told_apart_by_what_the_route_costs_with_them() -> None:
    game = Road().section("stage", "R12", {6: "40"}).game(kits="free")
    state: State = game.start()
    worths = foresee(state, 0)
    assert worths is not None
    assert len(worths) == len(state.legal(0))
    assert len({value for value, _ in worths}) > 1
    assert foresee(state, 0) == worths  # no chance in it
    first = foresee(state, 0, False)
    assert first is not None
    for (value, error), (quick, doubt_of_it) in zip(worths, first, strict=True):
        assert quick <= value  # along the Correct Route it costs as much at least
        assert doubt_of_it >= error
    for card in FAST.split():
        state.apply(game.parse(f"take:{card}"))
    assert foresee(state, 0) is None


def test_a_crew_that_misses_more_turns_than_it_has_left_is_still_valued() -> None:
    """Turns still to miss may lead past the limit of a section: there is no way any more, and no trouble either."""
    _, state = alone(two_sections())
    first = expect(state, 0)
    state.cars[0].turns, state.cars[0].misses = state.t.max_turns - 1, 5
    late = expect(state, 0)
    assert first is not None
    assert late is not None
    assert late < first


def laying(players: int = 2) -> RallyState:
    """A Time Control in hand, 18 squares from the Start: its kind is still to be chosen."""
    game, state = laid(players)
    say(game, state, "sq:1", "sq:72", "lay:tc", "sq:66")
    return state


def kind_by_kind(state: RallyState) -> list[list[float]]:
    found = tolls(state, state.to_act()[0])
    assert found is not None
    return found


@pytest.mark.rule("RR-29")
def test_what_a_marker_costs_it_costs_all_crews_alike_while_they_have_the_same_car() -> None:
    state = laying()
    costs = kind_by_kind(state)
    assert len(costs) == len(state.legal(state.to_act()[0]))
    assert all(one == other for one, other in costs)
    assert len({one for one, _ in costs}) > 1  # another kind of section costs another time …
    assert foresee(state, state.to_act()[0]) == [(0.0, 0.0)] * len(costs)  # … and nobody gains by it


@pytest.mark.rule("RR-103")
def test_in_a_later_part_a_marker_gains_the_better_car_what_it_costs_the_other_more() -> None:
    state = laying()
    mine, other = state.to_act()[0], 1 - state.to_act()[0]
    crew = next(crew for crew, car in enumerate(state.cars) if car.seat == mine)
    deck = state.t.deck
    state.cars[crew].kit = build_kit([deck.kit[deck.kit_ids.index(card)] for card in FAST.split()])
    costs, gains = kind_by_kind(state), foresee(state, mine)
    assert gains is not None
    assert [gain for gain, _ in gains] == [cost[other] - cost[mine] for cost in costs]
    assert any(gain > 0 for gain, _ in gains)
    assert foresee(state, other) == [(-gain, error) for gain, error in gains]


def test_alone_a_marker_is_worth_what_its_section_spares() -> None:
    state = laying(1)
    gains = foresee(state, 0)
    assert gains is not None
    assert tolls(state, 0) is None  # there is nobody else
    assert len({gain for gain, _ in gains}) > 1
    assert all(gain <= 0 for gain, _ in gains)


def test_before_a_marker_completes_a_section_there_is_nothing_to_pay() -> None:
    game, state = laid()
    say(game, state, "sq:1", "sq:72")
    assert foresee(state, state.to_act()[0]) == [(0.0, 0.0)] * len(state.legal(state.to_act()[0]))
    assert tolls(state, state.to_act()[0]) is None
    strict_game, strict = laid(strict=True)
    say(strict_game, strict, "sq:1", "sq:72")
    assert foresee(strict, strict.to_act()[0]) is None  # a marker laid wrongly costs a turn
