"""Braking, staggered turns, the risk die, and damage."""

from __future__ import annotations

import pytest
from tests.games.rally.helpers import alone, factors, kinds, legal, of, put, ready, road, to_move, why
from tests.support import follow

from parcferme.core.contract import CHANCE
from parcferme.games.rally import state as position
from parcferme.games.rally.mechanics.driving import RESTART
from parcferme.games.rally.rules.game import RallyGame, RallyState

# ── braking ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-28")
def test_the_minimum_must_be_driven_into_squares_that_are_too_hard() -> None:
    game, state = alone("0 4 4 4 4 4 4")
    put(state, 0, 1, 5)
    follow(game, state, "gear:5", "die:6", "advance:0")  # level 1
    assert state.left == 4
    assert why(game, state, "halt") == ("minimum", "RA-28")
    assert factors(follow(game, state, "advance:0")) == [4]
    assert state.phase == position.DAMAGE


@pytest.mark.rule("RA-29", "RA-R12")
def test_each_brake_takes_one_square_from_the_minimum_and_none_from_the_most() -> None:
    game, state = alone("0 " * 30)
    put(state, 0, 1, 5)
    follow(game, state, "gear:5", "die:1")
    assert (state.left, state.room) == (5, 10)
    follow(game, state, "advance:3")
    assert (state.left, state.room) == (0, 8)  # the last compulsory square has followed by itself
    assert state.cars[0].place == 3
    assert legal(game, state) == ["advance:0", "halt"]
    follow(game, state, *["advance:0"] * 8)
    assert state.cars[0].place == 11  # ten squares in all


@pytest.mark.rule("RA-30", "RA-31")
def test_brakes_are_declared_on_squares_one_or_more_each() -> None:
    game, state = alone("0 0 0 0 0 0 0 0 0 0 0 0")
    put(state, 0, 1, 5)
    events = follow(game, state, "gear:5", "die:1", "advance:1", "advance:2")
    assert factors(events) == [1, 2]
    assert [event.args["brakes"] for event in of(events, "brakes")] == [1, 2]
    assert "halt" in legal(game, state)


@pytest.mark.rule("RA-R12", "RA-R13")
def test_braking_on_the_square_where_the_move_ends() -> None:
    game, state = alone("0 0 4 4 4 4 4 4")
    put(state, 0, 1, 3)
    assert legal(game, state) == ["gear:2", "gear:3", "gear:4", "overrev:1"]
    follow(game, state, "gear:3", "die:1")
    assert legal(game, state) == ["advance:0", "advance:1"]
    follow(game, state, "advance:1")
    assert state.cars[0].place == 2
    assert legal(game, state) == ["advance:0", "halt"]


@pytest.mark.rule("RA-R13")
def test_idle_brakes_are_refused() -> None:
    game, state = alone("0 " * 30)
    put(state, 0, 1, 4)
    follow(game, state, "gear:4", "die:1")  # at least three squares
    assert legal(game, state) == ["advance:0", "advance:1", "advance:2"]
    assert why(game, state, "advance:3") == ("too_many_brakes", "RA-R13")
    follow(game, state, "advance:2")
    assert why(game, state, "advance:1") == ("too_many_brakes", "RA-R13")
    put(state, 0, 1, 2)
    to_move(state, 0)
    follow(game, state, "gear:2", "die:1")  # a minimum of one: nothing to brake
    assert why(game, state, "advance:1") == ("too_many_brakes", "RA-R13")


@pytest.mark.rule("RA-R11")
def test_brakes_and_halts_are_decided_square_by_square() -> None:
    game, state = alone("2 2 2 2 2 2 2 2 2 2")
    put(state, 0, 1, 4)
    follow(game, state, "gear:4", "die:6")  # level 2
    events = follow(game, state, "advance:1")
    assert kinds(events) == ["brakes"]
    assert state.phase == position.DAMAGE  # this square is settled before the next brake is declared
    events = follow(game, state, "die:1")
    assert of(events, "enters")[0].args["square"] == 3  # unharmed: the last compulsory square follows
    assert legal(game, state) == ["advance:0", "halt"]


# ── turns ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-32", "RA-33", "RA-34")
def test_one_more_car_starts_each_turn_always_in_the_same_order() -> None:
    game = road("0 " * 40, players=3)
    state = ready(game, order=[2, 0, 1])
    assert [car.place for car in state.cars] == [0, 0, 0]  # before the first square
    moved: list[tuple[int, int]] = []
    while state.turn < 5:
        if state.phase == position.RISK:
            moved.append((state.turn, state.seat))
        if state.kind() == CHANCE:
            follow(game, state, game.format_outcome(state.chance()[0][0]))
        else:
            # the last starter runs ahead of the others: the order stays
            fast = state.to_act()[0] == 1 and state.phase == position.GEAR
            state.apply(state.legal(state.to_act()[0])[-1] if fast else state.default(state.to_act()[0]))
    assert moved == [(1, 2), (2, 2), (2, 0), (3, 2), (3, 0), (3, 1), (4, 2), (4, 0), (4, 1)]


@pytest.mark.rule("RA-35")
def test_the_first_move_is_a_flying_start() -> None:
    game = road("0 " * 40)
    state = ready(game)
    assert state.phase == position.TYRES_FIT
    follow(game, state, "fit:normal")
    assert legal(game, state) == ["gear:1", "gear:2", "gear:3", "gear:4", "gear:5"]
    follow(game, state, "gear:5", "die:1", *["advance:0"] * 4)
    assert state.cars[0].place == 5


@pytest.mark.rule("RA-36")
def test_the_die_is_rolled_after_the_gear_is_set() -> None:
    game, state = alone("0 " * 30)
    assert state.phase == position.GEAR
    follow(game, state, "gear:4")
    assert state.kind() == CHANCE
    assert why(game, state, "gear:3", 0) == ("chance_acts", "RA-36")
    follow(game, state, "die:4")
    assert why(game, state, "gear:3") == ("not_now", "RA-38")


@pytest.mark.rule("RA-R19", "RA-41")
def test_first_gear_rolls_risk_and_damage_and_enters_its_square() -> None:
    tables = {
        "kind": "rally-tables",
        "gears": {"1": [1, 1], "2": [1, 3], "3": [2, 5], "4": [3, 7], "5": [5, 10]},
        "risk": {str(gear): [1, 1, 1, 1, 1, 1] for gear in range(1, 6)},
        "damage": {str(row): ["-", "tc", "1", "2", "3", "e"] for row in range(1, 6)},
    }
    game, state = alone("4 0 0", tables=tables)
    put(state, 0, 1, 1)
    follow(game, state, "gear:1", "die:1")
    assert state.cars[0].place == 2
    assert state.phase == position.DAMAGE


# ── damage ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def at_damage(difference: int) -> tuple[RallyGame, RallyState]:
    """A car whose entered square is too hard by this much, about to roll; level 1 on a square of 1 + difference."""
    game, state = alone("2 " * 30)
    put(state, 0, 1, 5)
    to_move(state, 0)
    follow(game, state, "gear:5", "die:6")
    follow(game, state, f"advance:{difference - 1}")
    assert state.phase == position.DAMAGE
    return game, state


@pytest.mark.rule("RA-41", "RA-R09")
def test_only_a_factor_above_the_level_is_tested() -> None:
    for factor in range(5):
        game, state = alone(f"{factor} 0 0 0 0 0 0")
        put(state, 0, 1, 4)
        follow(game, state, "gear:4", "die:4", "advance:0")  # level 2
        assert (state.phase == position.DAMAGE) == (factor > 2)


@pytest.mark.rule("RA-42")
@pytest.mark.parametrize("difference", [1, 2, 3, 4, 5])
def test_the_damage_table_by_difference_and_die(difference: int) -> None:
    expected = {1: "- - - tc 1 2", 2: "- - tc 1 2 2", 3: "- tc 1 2 3 e", 4: "tc 1 2 3 e e", 5: "1 2 3 e e e"}
    found: list[str] = []
    for face in range(1, 7):
        game, state = at_damage(difference)
        events = follow(game, state, f"die:{face}")
        assert of(events, "damage")[0].args["difference"] == difference
        found.append(str(of(events, "damage")[0].args["outcome"]))
    assert " ".join(found) == expected[difference]


@pytest.mark.rule("RA-R10")
def test_a_difference_above_five_counts_five() -> None:
    game, state = alone("4 " * 30)
    put(state, 0, 1, 5)
    to_move(state, 0)
    follow(game, state, "gear:5", "die:6", "advance:4")  # factor 8, level 1
    assert of(follow(game, state, "die:1"), "damage")[0].args == {
        "car": 1,
        "difference": 5,
        "face": 1,
        "outcome": "1",
        "square": 2,
    }


@pytest.mark.rule("RA-43")
def test_a_dash_lets_the_move_go_on() -> None:
    game, state = at_damage(1)
    follow(game, state, "die:1")
    assert state.phase == position.STEP
    assert state.cars[0].road == 0
    assert state.cars[0].stop == 0


@pytest.mark.rule("RA-44", "RA-26", "RA-R18", "RA-47")
def test_a_spin_stops_the_car_and_it_restarts_in_first_next_turn() -> None:
    game, state = at_damage(1)
    turn = state.turn
    follow(game, state, "die:4")
    assert (state.cars[0].place, state.cars[0].road, state.cars[0].stop) == (2, 0, 0)
    assert state.phase == position.SERVICE
    follow(game, state, "drive_on")
    assert state.phase == position.WEATHER
    events = follow(game, state, "weather:even")
    assert state.turn == turn + 1
    assert [event.args["gear"] for event in of(events, "gear")] == [1]  # no choice is offered
    assert [event.clause for event in of(events, "gear")] == ["RA-26"]
    assert state.phase == position.RISK


@pytest.mark.rule("RA-45", "RA-R18", "RA-26")
@pytest.mark.parametrize(("difference", "face", "degree"), [(1, 5, 1), (1, 6, 2), (3, 5, 3)])
def test_damage_costs_its_degree_in_turns(difference: int, face: int, degree: int) -> None:
    game, state = at_damage(difference)
    turn = state.turn
    follow(game, state, f"die:{face}")
    assert state.cars[0].stop == degree
    waits = 0
    while state.phase == position.WEATHER:
        waits += len(of(follow(game, state, "weather:odd"), "waits"))
    assert waits == degree
    assert state.turn == turn + degree + 1
    assert state.cars[0].gear == 1


@pytest.mark.rule("RA-46")
def test_an_eliminated_car_is_out_of_the_stage() -> None:
    game = road("0 " + "2 " * 30, players=2)
    state = ready(game)
    put(state, 0, 1, 5)
    put(state, 1, 1, 3)
    to_move(state, 0)
    events = follow(game, state, "gear:5", "die:6", "advance:4", "die:6")
    assert kinds(events)[-1] == "eliminated"
    assert state.cars[0].exit == -10
    assert state.to_act() == (1,)
    follow(game, state, "gear:3", "die:1", "advance:0", "halt", "weather:odd")
    assert state.to_act() == (1,)  # car 1 moves no more
    cars = state.view(1)["cars"]
    assert isinstance(cars, list)
    assert cars[0]["status"] == "out"


@pytest.mark.rule("RA-47")
@pytest.mark.parametrize("face", [4, 5, 6])
def test_any_harm_ends_the_move_on_its_square(face: int) -> None:
    game, state = at_damage(1)
    assert state.left == 4  # four squares were still to come
    follow(game, state, f"die:{face}")
    assert state.cars[0].place == 2
    assert state.phase != position.STEP


@pytest.mark.rule("RA-48", "RA-R17")
def test_cars_at_the_roadside_are_passed_freely_until_they_move() -> None:
    game = road("0 1 1 1 1 1 1 1 1 1 1 1 1 1", players=2)
    state = ready(game)
    put(state, 0, 3, 3)
    put(state, 1, 4, on_road=False)
    to_move(state, 0)
    assert factors(follow(game, state, "gear:3", "die:1", "advance:0")) == [1, 1]
    follow(game, state, "halt", "die:1", "drive_on", "weather:odd")  # car 2 restarts in 1st and is on the road
    assert [car.road for car in state.cars] == [5, 5]
    put(state, 0, 3, 3)
    assert factors(follow(game, state, "gear:3", "die:1", "advance:0", "advance:0")) == [1, 1, 2]


@pytest.mark.rule("RA-R17")
def test_finished_and_eliminated_cars_are_gone() -> None:
    game = road("0 1 1 1 1 1 1 1", players=3)
    state = ready(game)
    put(state, 0, 3, 3)
    for rival, end in ((1, 7), (2, -7)):
        put(state, rival, 4, on_road=False)
        state.cars[rival].exit = end
    to_move(state, 0)
    assert factors(follow(game, state, "gear:3", "die:1", "advance:0")) == [1, 1]


@pytest.mark.rule("RA-R33", "RA-69")
def test_the_last_square_is_not_the_exit_and_leaving_ends_the_move() -> None:
    game, state = alone("0 0 0")
    put(state, 0, 3, 2)
    to_move(state, 0)
    follow(game, state, "gear:2", "die:1")
    assert state.cars[0].place == state.route.length
    assert legal(game, state) == ["advance:0", "halt"]
    assert state.cars[0].exit == 0
    events = follow(game, state, "advance:0")
    assert kinds(events)[0] == "leaves"
    game, state = alone("0 0 0")
    put(state, 0, 3, 5)
    to_move(state, 0, turn=6)
    events = follow(game, state, "gear:5", "die:1", "advance:0")  # five squares compulsory, one is left
    assert kinds(events)[2:4] == ["enters", "leaves"]
    assert state.sheet[0].turns[0] == 6


@pytest.mark.rule("RA-26", "RA-58")
def test_nothing_but_first_is_offered_after_leaving_the_road() -> None:
    game = road("0 " * 20)
    state = ready(game)
    put(state, 0, 5, RESTART)
    to_move(state, 0)
    state = game.restore(state.dump())  # in play 1st is set by itself
    assert legal(game, state) == ["gear:1"]
    assert why(game, state, "gear:2") == ("restart_in_first", "RA-26")
    assert why(game, state, "overrev:1") == ("restart_in_first", "RA-26")
    follow(game, state, "gear:1", "die:6")
    assert state.cars[0].place == 6


@pytest.mark.rule("RA-28", "RA-R13")
def test_a_last_compulsory_square_leaves_nothing_but_to_enter_it() -> None:
    game = road("0 " * 20)
    state = ready(game)
    put(state, 0, 5, 3)
    to_move(state, 0)
    follow(game, state, "gear:3", "die:1")
    state = game.restore({**state.dump(), "left": 1})
    assert legal(game, state) == ["advance:0"]
    assert why(game, state, "halt") == ("minimum", "RA-28")
