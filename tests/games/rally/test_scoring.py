"""Weather, scores, start orders, special stages and results."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.rally import helpers
from tests.games.rally.helpers import alone, kinds, legal, make, of, put, ready, road, to_move, together
from tests.support import follow

from parcferme.core.bot import finished
from parcferme.core.contract import CHANCE, JOINT, OVER
from parcferme.core.events import Event
from parcferme.games.rally.board.content import rings
from parcferme.games.rally.mechanics.standings import race_points, stage_scores
from parcferme.games.rally.rules.game import RallyGame, RallyState
from parcferme.games.rally.state import (
    WEATHER,
)

# ── weather ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def round_of_two() -> tuple[RallyGame, RallyState]:
    game = road("0 " * 40, players=2)
    state = ready(game)
    put(state, 0, 5, 3)
    put(state, 1, 3, 3)
    to_move(state, 0)
    return game, state


@pytest.mark.rule("RA-59")
def test_the_weather_is_rolled_when_the_turn_comes_round_and_holds_for_all() -> None:
    game, state = round_of_two()
    events = follow(game, state, "gear:3", "die:1", "advance:0", "halt", "gear:3", "die:1", "advance:0", "halt")
    assert "weather" not in kinds(events)
    assert state.phase == WEATHER
    follow(game, state, "weather:even")
    sector = state.sector
    follow(game, state, "gear:3", "die:1", "advance:0", "halt", "gear:3", "die:1")
    assert state.sector == sector


@pytest.mark.rule("RA-60", "RA-R31")
def test_even_moves_the_arrow_on_and_odd_back_around_a_ring() -> None:
    for start, roll, expected in ((0, "even", 1), (0, "odd", 10), (10, "even", 0), (5, "odd", 4)):
        game, state = round_of_two()
        state.phase = WEATHER
        state.sector = start
        assert [(game.format_outcome(o), w) for o, w in state.chance()] == [("weather:odd", 1), ("weather:even", 1)]
        follow(game, state, f"weather:{roll}")
        assert state.sector == expected


@pytest.mark.rule("RA-61")
def test_each_race_has_its_weather_series() -> None:
    game = make(scope="championship")
    series = [ring.id for ring in game.tables.race_rings]
    assert series == ["EC", "EN", "EC", "A", "A", "EC", "EC", "EC"]
    assert {name: len(ring.kinds) for name, ring in rings(None).items()} == {"EC": 11, "EN": 11, "A": 11}


@pytest.mark.rule("RA-62", "RA-67")
@pytest.mark.parametrize(
    ("ring", "sector", "points"),
    [("svezia", 4, 3), ("svezia", 2, 2), ("safari", 6, 3), ("safari", 5, 2), ("italia", 3, 1)],
)
def test_bad_weather_adds_its_points_to_the_die_of_all(ring: str, sector: int, points: int) -> None:
    game = road("0 " * 40, players=2, races=[ring])
    state = ready(game)
    put(state, 0, 5, 3)
    put(state, 1, 3, 3, setup=helpers.FAST)
    to_move(state, 0, sector=sector)
    events = follow(game, state, "gear:3", "die:1", "advance:0", "halt", "gear:3", "die:1")
    assert [event.args["die"] for event in of(events, "risk")] == [1 + points, 2 + points]


@pytest.mark.rule("RA-67", "RA-R06")
def test_all_modifiers_are_summed_before_the_cap() -> None:
    game, state = alone("0 " * 30, races=["safari"])
    put(state, 0, 1, 3, setup=helpers.PROTOTYPE)
    to_move(state, 0, sector=6)  # storm +3
    assert of(follow(game, state, "gear:3", "die:2"), "risk")[0].args["die"] == 6


@pytest.mark.rule("RA-68", "RA-R27")
def test_all_modifiers_of_a_square_together() -> None:
    game = road("0 0 4f 0 0 0 0 0", players=3)
    state = ready(game)
    put(state, 0, 1, 4, tyres=helpers.RAIN)
    put(state, 1, 2)
    put(state, 2, 2)
    to_move(state, 0, sector=helpers.RAIN_SECTOR)
    events = follow(game, state, "gear:4", "die:1", "advance:0", "advance:1")
    assert of(events, "brakes")[0].args["factor"] == 5 - 1 + 1 + 2


@pytest.mark.rule("RA-R29")
def test_turn_one_has_no_roll_and_later_turns_have_one_even_if_driver_one_is_out() -> None:
    game = road("0 " * 40, players=2)
    state = ready(game)
    assert state.turn == 1
    assert legal(game, state)[0] == "fit:normal"  # nobody rolled
    put(state, 0, 5, 3, on_road=False)
    put(state, 1, 3, 3)
    state.cars[0].exit = -3
    to_move(state, 1)
    follow(game, state, "gear:3", "die:1", "advance:0", "halt")
    assert state.phase == WEATHER
    state.cars[1].stop = 1
    events = follow(game, state, "weather:even")
    assert kinds(events) == ["turn", "weather", "waits"]
    assert state.phase == WEATHER


@pytest.mark.rule("RA-R30")
def test_the_arrow_stays_between_stages_and_is_rolled_for_each_race() -> None:
    game = make(players=2, layer="auto", scope="championship", races=["svezia", "safari"])
    state = game.start()
    last = -1
    marks = 0
    while state.kind() != OVER:
        before = (state.race, state.stage)
        events = step(state)
        marks += len(of(events, "first_weather"))
        if of(events, "stage") and state.stage == 1 and before == (state.race, 0):
            assert state.sector == last
        last = state.sector
    assert marks == 2
    state = ready(road("0 0 0", races=["svezia"]), mark=5)
    assert state.sector + 1 == 7  # the mark of face 5 in the north


def step(state: RallyState) -> list[Event]:
    events: list[Event] = []
    if state.kind() == CHANCE:
        state.apply(state.chance()[0][0], events)
    elif state.kind() == JOINT:
        state.apply_joint([state.default(seat) for seat in state.to_act()], events)
    else:
        state.apply(state.default(state.to_act()[0]), events)
    return events


# ── scores ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-69", "RA-70")
def test_score_a_is_delay_less_start_number() -> None:
    assert stage_scores([15, 17, 15], [1, 2, 3]) == [-1, 0, -3]
    assert stage_scores([15, 17, 15], [3, 1, 2]) == [-3, 1, -2]


@pytest.mark.rule("RA-74", "RA-R34")
def test_wrecks_score_two_more_than_the_last_finisher() -> None:
    assert stage_scores([20, -9, 23, -30], [1, 2, 3, 4]) == [-1, 2, 0, 2]
    assert stage_scores([25, 20, -9], [3, 1, 2]) == [2, -1, 4]  # the last by score, not by start
    assert stage_scores([-4, -7], [1, 2]) == [2, 2]


@pytest.mark.rule("RA-72", "RA-73", "RA-R36", "RA-R38")
def test_points_by_place_with_ties_and_fewer_cars() -> None:
    assert race_points([5, 1, 0, 3, 2, 9]) == [2, 6, 9, 3, 4, 1]
    assert race_points([0, 0, 1]) == [9, 9, 4]
    assert race_points([3, 3, 3, 3]) == [9, 9, 9, 9]
    assert race_points([1, 0]) == [6, 9]


def finishing(exits: list[int]) -> tuple[RallyGame, RallyState, list[Event]]:
    """A race whose first stage has just ended like this (minus: eliminated), start order by seat."""
    players = len(exits)
    game = make(players=players, layer="auto")
    state = game.start()
    helpers.draw_order(game, state)
    together(game, state, *["setup:stable"] * players)
    follow(game, state, "die:1")
    while not state.route.is_complete():
        step(state)
    helpers.note(game, state)
    for seat, turn in enumerate(exits):
        put(state, seat, state.route.length, 5, on_road=False)
        state.cars[seat].exit = turn
    late = exits.index(max(exits))
    state.cars[late].exit = 0
    put(state, late, state.route.length, 5)
    to_move(state, late, turn=exits[late])
    return game, state, follow(game, state, "gear:5", "die:1")


@pytest.mark.rule("RA-75", "RA-R35")
def test_the_next_start_order_is_the_arrival_with_wrecks_in_it() -> None:
    _, state, events = finishing([20, -5, 18])
    assert of(events, "stage_over")[0].args["scores"] == [1, 3, -3]
    assert of(events, "start_order")[0].args["cars"] == [3, 1, 2]
    assert state.sheet[-1].scores == [1, 3, -3]


@pytest.mark.rule("RA-75", "RA-R34")
def test_ties_of_the_start_order_are_drawn_by_lot() -> None:
    game, state, _ = finishing([18, 19, 25, -3, -4])  # cars 1 and 2 at −1; cars 4 and 5 wrecked
    assert state.kind() == CHANCE
    assert [(game.format_outcome(o), w) for o, w in state.chance()] == [("draw:0", 1), ("draw:1", 1)]
    follow(game, state, "draw:1")
    assert [game.format_outcome(o) for o, _ in state.chance()] == ["draw:3", "draw:4"]
    events = follow(game, state, "draw:4")
    assert of(events, "start_order")[0].args["cars"] == [2, 1, 3, 5, 4]


@pytest.mark.rule("RA-75", "RA-R04")
def test_the_first_order_of_every_race_is_drawn_whatever_happened_before() -> None:
    game = make(players=3, scope="championship", races=["italia", "marocco"], layer="auto")
    state, rng = game.start(), Random(1)
    while state.race == 0:
        if state.kind() == CHANCE:
            state.apply(rng.choice(state.chance())[0])
        elif state.kind() == JOINT:
            step(state)
        else:
            state.apply(rng.choice(state.legal(state.to_act()[0])))
    assert len(set(state.sheet[-1].scores)) > 1  # the last arrival was not level
    assert [game.format_outcome(o) for o, _ in state.chance()] == ["draw:0", "draw:1", "draw:2"]


@pytest.mark.rule("RA-74", "RA-R39")
def test_a_wrecked_driver_starts_the_next_stage_with_a_whole_car() -> None:
    game, state, _ = finishing([18, -5])
    while not state.route.is_complete():
        step(state)
    assert [car.exit for car in state.cars] == [0, 0]
    assert [car.place for car in state.cars] == [0, 0]
    helpers.note(game, state)
    assert state.stage == 1


@pytest.mark.rule("RA-R37", "RA-76", "RA-77")
def test_special_stages_come_last_and_count_like_the_others() -> None:
    assert [spec.special for spec in make(specials=True).tables.stages[0]] == [False, False, False, True]
    assert [spec.special for spec in make(specials=False).tables.stages[0]] == [False, False, False]
    game = make(players=2, layer="auto", races=["italia"], specials=True)
    state = game.start()
    seen: list[str] = []
    while state.kind() != OVER:
        seen += [event.kind for event in step(state) if event.kind in ("stage", "special_stage", "stage_over")]
    assert seen == ["stage", "stage_over", "special_stage", "stage_over"]
    result = finished(state)
    totals = [state.sheet[0].scores[seat] + state.sheet[1].scores[seat] for seat in range(2)]
    assert result.measures["score"] == totals


@pytest.mark.rule("RA-77")
def test_special_stages_raise_only_the_most() -> None:
    for gear, (least, most) in enumerate([(1, 1), (1, 3), (2, 7), (3, 11), (5, 16)], start=1):
        game, state = alone("0 " * 30, stage="special")
        put(state, 0, 1, gear)
        to_move(state, 0)
        event = follow(game, state, f"gear:{gear}")[0]
        assert (event.args["least"], event.args["most"]) == (least, most)


@pytest.mark.rule("RA-R40")
def test_the_printers_mark_changes_nothing_of_the_wreck_rule() -> None:
    assert stage_scores([20, -9], [1, 2]) == [-1, 1]  # two more, not three of anything


@pytest.mark.rule("RA-R41")
def test_a_time_trial_counts_turns_and_walks_a_wreck_home() -> None:
    game, state = alone("0 0 0 0")
    put(state, 0, 5, 5)
    to_move(state, 0, turn=7)
    follow(game, state, "gear:5", "die:1")
    result = finished(state)
    assert (result.reason, result.measures, result.scores) == ("time_trial", {"turns": [7]}, [-7])
    game, state = alone("4 0 0 0")
    put(state, 0, 1, 5)
    to_move(state, 0, turn=3)
    follow(game, state, "gear:5", "die:6", "advance:0", "die:6")  # out on square 2 of 5
    assert finished(state).measures == {"turns": [3 + 4]}  # squares 3, 4, 5 and the way out


@pytest.mark.rule("RA-R41")
def test_a_wreck_on_the_last_square_walks_one_turn_out() -> None:
    game, state = alone("0 4")
    put(state, 0, 2, 5)
    to_move(state, 0, turn=4)
    follow(game, state, "gear:5", "die:6", "advance:0", "die:6")  # out on square 3 of 3
    assert finished(state).measures == {"turns": [4 + 1]}


@pytest.mark.rule("RA-R41")
def test_alone_the_turns_of_all_stages_count_and_each_begins_with_its_start() -> None:
    game = make(players=1, scope="championship", races=["svezia", "italia"], layer="auto")
    state = game.start()
    while state.kind() != OVER:
        step(state)
    result = finished(state)
    assert len(state.sheet) == 3
    turns = sum(abs(row.turns[0]) for row in state.sheet)
    assert (result.reason, result.clause) == ("time_trial", "RA-R41")
    assert (result.scores, result.measures) == ([-turns], {"turns": [turns], "points": [18]})


@pytest.mark.rule("RA-72", "RA-R36")
def test_a_championship_sums_points_and_shares_titles() -> None:
    game = make(players=2, scope="championship", races=["italia", "marocco"], layer="auto")
    state = game.start()
    while state.kind() != OVER:
        step(state)
    state.sheet = [helpers.row(0, 0, -1, 1), helpers.row(1, 0, 2, 0), helpers.row(1, 1, 0, 0)]
    result = finished(state)
    assert result.measures == {"points": [15, 15]}
    assert result.places == [1, 1]
    state.sheet = [helpers.row(0, 0, -1, 1), helpers.row(1, 0, 2, 0), helpers.row(1, 1, -3, 0)]
    result = finished(state)
    assert (result.places, result.scores, result.reason) == ([1, 2], [18, 12], "championship")
