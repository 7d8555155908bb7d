"""Set-ups, gears, the over-rev card, squares and overtaking."""

from __future__ import annotations

import pytest
from tests.games.rally import helpers
from tests.games.rally.helpers import (
    FAST,
    PROTOTYPE,
    STABLE,
    alone,
    factors,
    kinds,
    legal,
    make,
    of,
    put,
    ready,
    road,
    to_move,
    together,
    why,
)
from tests.support import follow

from parcferme.core.contract import CHANCE, JOINT
from parcferme.core.errors import BadOption
from parcferme.games.rally.rules.game import RallyGame, RallyState
from parcferme.games.rally.state import SETUP, STEP


@pytest.mark.rule("RA-01")
def test_six_cars_at_most() -> None:
    assert make(players=6).players == 6
    with pytest.raises(BadOption, match="7 is not between 1 and 6"):
        make(players=7)


@pytest.mark.rule("RA-02")
def test_a_stage_a_race_or_a_championship() -> None:
    assert [len(stages) for stages in make(scope="stage").tables.stages] == [1]
    assert [len(stages) for stages in make(scope="race", races=["svezia"]).tables.stages] == [2]
    assert [len(stages) for stages in make(scope="championship").tables.stages] == [3, 2, 1, 2, 2, 2, 3, 3]
    chosen = make(scope="championship", races=["italia", "safari"]).tables.races
    assert [race.id for race in chosen] == ["italia", "safari"]


# ── set-up ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def racing() -> tuple[RallyGame, RallyState]:
    """A championship whose first set-ups are about to be chosen."""
    game = make(players=2, scope="championship", races=["italia", "safari", "marocco"])
    state = game.start()
    follow(game, state, "draw:0")
    return game, state


@pytest.mark.rule("RA-12", "RA-R05")
def test_set_ups_are_chosen_together_before_weather_and_road() -> None:
    game, state = racing()
    assert state.kind() == JOINT
    assert state.to_act() == (0, 1)
    assert legal(game, state, 0) == legal(game, state, 1) == ["setup:stable", "setup:fast", "setup:prototype"]
    assert state.view(0)["weather"] is None
    assert len(state.route.cards) == 0
    events = together(game, state, "setup:prototype", "setup:stable")
    assert [event.args for event in events] == [{"car": 1, "setup": "prototype"}, {"car": 2, "setup": "stable"}]
    cars = state.view(1)["cars"]
    assert isinstance(cars, list)
    assert [car["setup"] for car in cars] == ["prototype", "stable"]
    assert state.kind() == CHANCE


@pytest.mark.rule("RA-13", "RA-R39")
def test_the_set_up_stays_through_the_stages_of_a_race() -> None:
    game = make(players=2, layer="auto", races=["montecarlo"], specials=True)
    state = game.start()
    follow(game, state, "draw:0")
    together(game, state, "setup:prototype", "setup:fast")
    stages: set[int] = set()
    asked = 0
    while state.kind() != 3:
        asked += state.phase == SETUP
        stages.add(state.stage)
        assert [car.setup for car in state.cars] == [PROTOTYPE, FAST]
        step(state)
    assert asked == 0
    assert stages == {0, 1, 2, 3}


def step(state: RallyState) -> None:
    if state.kind() == CHANCE:
        state.apply(state.chance()[0][0])
    elif state.kind() == JOINT:
        state.apply_joint([state.default(seat) for seat in state.to_act()])
    else:
        state.apply(state.default(state.to_act()[0]))


@pytest.mark.rule("RA-14")
def test_between_races_the_set_up_moves_by_one_level() -> None:
    game, state = racing()
    together(game, state, "setup:stable", "setup:prototype")
    while not (state.race == 1 and state.phase == SETUP):
        step(state)
    assert legal(game, state, 0) == ["setup:stable", "setup:fast"]
    assert legal(game, state, 1) == ["setup:fast", "setup:prototype"]
    assert why(game, state, "setup:prototype", 0) == ("setup_jump", "RA-14")
    assert why(game, state, "setup:stable", 1) == ("setup_jump", "RA-14")
    together(game, state, "setup:fast", "setup:fast")
    while not (state.race == 2 and state.phase == SETUP):
        step(state)
    assert legal(game, state, 0) == legal(game, state, 1) == ["setup:stable", "setup:fast", "setup:prototype"]


@pytest.mark.rule("RA-15", "RA-20", "RA-39")
@pytest.mark.parametrize(("setup", "more"), [(STABLE, 0), (FAST, 1), (PROTOTYPE, 2)])
def test_a_set_up_adds_to_speed_and_to_the_die_alike(setup: int, more: int) -> None:
    game, state = alone("0 " * 30)
    put(state, 0, 1, 4, setup)
    to_move(state, 0)
    events = follow(game, state, "gear:4", "die:2")
    assert (events[0].args["least"], events[0].args["most"]) == (3 + more, 7 + more)
    assert events[1].args["die"] == 2 + more


# ── gears ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-16", "RA-38")
def test_the_driver_chooses_how_far_he_goes_whatever_the_die() -> None:
    for face in range(1, 7):
        game, state = alone("0 " * 30)
        follow(game, state, "gear:4", f"die:{face}", "advance:0", "advance:0")  # three squares are compulsory
        assert state.cars[0].place == 4
        for more in range(4):
            branch = state.copy()
            follow(game, branch, *["advance:0"] * more)
            assert branch.cars[0].place == 4 + more
            if more < 4:
                assert "halt" in legal(game, branch)


@pytest.mark.rule("RA-17")
@pytest.mark.parametrize(("gear", "least", "most"), [(1, 1, 1), (2, 1, 3), (3, 2, 5), (4, 3, 7), (5, 5, 10)])
def test_a_gear_allows_any_number_between_its_least_and_its_most(gear: int, least: int, most: int) -> None:
    game, state = alone("0 " * 30)
    put(state, 0, 1, gear)
    follow(game, state, f"gear:{gear}", "die:1")
    ended: list[int] = []
    while state.phase == STEP:
        if "halt" in legal(game, state):
            ended.append(state.cars[0].place - 1)
        follow(game, state, "advance:0")
    ended.append(state.cars[0].place - 1)  # the most ends the move by itself
    assert ended == list(range(least, most + 1))


@pytest.mark.rule("RA-18")
@pytest.mark.parametrize(("now", "allowed"), [(1, [1, 2]), (2, [1, 2, 3]), (3, [2, 3, 4]), (4, [3, 4, 5]), (5, [4, 5])])
def test_gears_change_one_at_a_time(now: int, allowed: list[int]) -> None:
    game, state = alone("0 " * 30)
    put(state, 0, 1, now, card=False)
    assert legal(game, state) == [f"gear:{gear}" for gear in allowed]
    for gear in set(range(1, 6)) - set(allowed):
        assert why(game, state, f"gear:{gear}") == ("gear_step", "RA-18")


@pytest.mark.rule("RA-19")
def test_everybody_sees_the_gear() -> None:
    game = road("0 " * 30)
    state = ready(game)
    events = follow(game, state, "fit:normal", "gear:5")
    assert of(events, "gear")[0].visible_to(1)
    cars = state.view(1)["cars"]
    assert isinstance(cars, list)
    assert cars[0]["gear"] == 5


@pytest.mark.rule("RA-21")
@pytest.mark.parametrize("setup", [STABLE, FAST, PROTOTYPE])
@pytest.mark.parametrize("special", ["normal", "special"])
def test_first_is_one_square_in_every_set_up(setup: int, special: str) -> None:
    game, state = alone("0 " * 30, stage=special)
    put(state, 0, 1, 1, setup)
    follow(game, state, "gear:1", "die:1")
    assert state.cars[0].place == 2
    assert state.phase != STEP


@pytest.mark.rule("RA-22", "RA-R20")
@pytest.mark.parametrize("now", [3, 4, 5])
def test_the_over_rev_card_skips_a_gear_downwards_once(now: int) -> None:
    game, state = alone("0 " * 30)
    put(state, 0, 1, now)
    assert [text for text in legal(game, state) if text.startswith("over")] == [f"overrev:{now - 2}"]
    for other in {1, 2, 3} - {now - 2}:
        assert why(game, state, f"overrev:{other}") == ("overrev_two", "RA-R20")
    events = follow(game, state, f"overrev:{now - 2}", "die:1")
    assert kinds(events)[:2] == ["overrev", "gear"]
    assert events[1].args["gear"] == now - 2
    assert not state.cars[0].overrev
    put(state, 0, 1, 5, card=False)
    to_move(state, 0)
    assert why(game, state, "overrev:3") == ("card_spent", "RA-22")


@pytest.mark.rule("RA-R20")
@pytest.mark.parametrize("now", [1, 2])
def test_the_over_rev_card_is_useless_in_low_gears_and_at_the_start(now: int) -> None:
    game, state = alone("0 " * 30)
    put(state, 0, 1, now)
    assert why(game, state, "overrev:1") == ("overrev_two", "RA-R20")
    state = ready(game)
    follow(game, state, "fit:normal")
    assert why(game, state, "overrev:3") == ("overrev_start", "RA-35")


@pytest.mark.rule("RA-23", "RA-R20", "RA-R39")
def test_every_stage_brings_every_driver_one_new_card() -> None:
    game = make(players=2, layer="auto")
    state = game.start()
    while state.stage == 0:
        step(state)
        state.cars[0].overrev = state.cars[1].overrev = state.stage > 0
    assert [car.overrev for car in state.cars] == [True, True]


# ── overtaking ───────────────────────────────────────────────────────────────────────────────────────────────────────


def behind(rivals: int, gear: int) -> tuple[RallyGame, RallyState]:
    """One car right behind a square on which so many others stand."""
    game = road("0 1 1 1 1 1 1 1 1 1", players=rivals + 1)
    state = ready(game)
    for rival in range(1, rivals + 1):
        put(state, rival, 4)
    put(state, 0, 3, gear)
    to_move(state, 0)
    return game, state


@pytest.mark.rule("RA-24")
def test_driving_into_an_occupied_square_costs_nothing_and_all_may_share_it() -> None:
    game, state = behind(5, gear=2)
    assert factors(follow(game, state, "gear:1", "die:6")) == [1]
    assert [car.road for car in state.cars] == [4] * 6


@pytest.mark.rule("RA-25", "RA-R14")
def test_each_car_overtaken_makes_the_next_square_harder_by_one() -> None:
    game, state = behind(3, gear=3)
    events = follow(game, state, "gear:3", "die:1", "advance:0")
    assert factors(events) == [1, 4]
    assert of(events, "overtakes")[0].args["cars"] == 3


@pytest.mark.rule("RA-R15")
def test_cars_beside_the_start_of_a_move_and_cars_not_yet_started_are_not_overtaken() -> None:
    game = road("0 1 1 1 1 1 1 1 1 1", players=3)
    state = ready(game)
    put(state, 0, 3, 3)
    put(state, 1, 3)
    to_move(state, 0)  # car 3 still waits before the first square
    assert factors(follow(game, state, "gear:3", "die:1", "advance:0")) == [1, 1]
    state = ready(game)
    assert factors(follow(game, state, "fit:normal", "gear:3", "die:1", "advance:0")) == [0, 1]


@pytest.mark.rule("RA-R16")
def test_leaving_past_a_rival_on_the_last_square_tests_nothing() -> None:
    game = road("0 0 0 4")
    state = ready(game)
    put(state, 0, 3, 4)
    put(state, 1, 4)
    to_move(state, 0)
    events = follow(game, state, "gear:4", "die:1", "advance:0")  # level 4
    assert factors(events) == [4]
    assert kinds(events)[-1] == "leaves"


@pytest.mark.rule("RA-R14")
def test_as_an_option_the_occupied_square_itself_is_harder() -> None:
    game = road("0 1 1 1 1 1 1 1 1 1", players=3, surcharge="occupied")
    state = ready(game)
    put(state, 0, 3, 4)
    put(state, 1, 4)
    put(state, 2, 4)
    to_move(state, 0)
    assert factors(follow(game, state, "gear:4", "die:1", "advance:0", "advance:0")) == [3, 1, 1]


@pytest.mark.rule("RA-27")
def test_a_move_is_at_least_one_square() -> None:
    game, state = alone("0 " * 30)
    put(state, 0, 1, 2, tyres=helpers.SNOW)
    to_move(state, 0, sector=helpers.OVERCAST_SECTOR)  # 1 to 3 less 2
    follow(game, state, "gear:2", "die:1")
    assert state.cars[0].place == 2
    assert state.left == 0
    assert state.phase != STEP  # the most is one square too
