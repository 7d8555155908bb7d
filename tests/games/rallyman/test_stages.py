"""From special to special: set-up, weather, tyres, assistance, times, start orders, the end."""

from __future__ import annotations

from random import Random

import pytest
from tests.support import follow, names, random_play, step

from parcferme.core.contract import CHANCE, OVER, Game, View
from parcferme.core.play import Play
from parcferme.core.registry import create
from parcferme.games.rallyman.rules.game import RallymanGame, RallymanState
from parcferme.games.rallyman.rules.results import result
from parcferme.games.rallyman.show.sheets import sheet_text
from parcferme.games.rallyman.state import FINISHED, RETIRED

from .helpers import at, car, drive, field, kinds, put, rally, refused, start, to_play, where

SHORT = "Sgg Sgg"


def finish(game: RallymanGame, state: RallymanState) -> None:
    """Drive the car in turn across two spaces: 30 seconds."""
    drive(game, state, "1", "2", "3")


@pytest.mark.rule("RM-02", "RM-102")
def test_three_specials_and_the_shortest_total_wins() -> None:
    game, state = start(SHORT, players=2)
    for special in range(3):
        assert state.view(None)["special"] == special + 1
        for seat in (0, 1):
            assert state.to_act() == (seat,)
            drive(game, state, "1", "2", "3" if seat == 0 else "W")
    assert state.kind() == OVER
    ended = state.result()
    assert ended is not None
    assert (ended.places, ended.measures["seconds"], ended.reason) == ([1, 2], [90, 120], "finished")
    assert ended.winners() == [0]


@pytest.mark.rule("RM-05", "RM-21", "RM-R32")
def test_start_and_finish_stand_at_the_ends() -> None:
    game, state = start(SHORT)
    assert car(state)["space"] == "START"
    drive(game, state, "1", "2")
    assert (where(state), car(state)["space"]) == (2, "T:2")
    drive(game, state, "3")
    assert state.view(None)["special"] == 2
    assert car(state)["space"] == "START"


@pytest.mark.rule("RM-18", "RM-21")
def test_roads_are_joined_in_driving_order() -> None:
    game = create("rallyman", {"players": 1})
    state = game.start()
    road = state.view(0)["road"]
    assert isinstance(road, dict)
    assert road["length"] == 23
    ids = [space["id"] for space in road["spaces"]]
    assert ids[0] == "C3-C8:10"
    assert ids[10:12] == ["C3-C8:0", "J1-J4:0"]
    assert list(road["surfaces"]) == ["C", "J"]


@pytest.mark.rule("RM-R36")
def test_start_order_of_ss1_is_drawn_evenly_or_set() -> None:
    game = rally(SHORT, players=3, start_order=[])
    state = game.start()
    assert state.kind() == CHANCE
    orders = [game.format_outcome(outcome) for outcome, weight in state.chance() if weight == 1]
    assert orders == ["order:012", "order:021", "order:102", "order:120", "order:201", "order:210"]
    follow(game, state, "order:201")
    assert state.to_act() == (2,)
    game, state = start(SHORT, players=3, start_order=[1, 2, 0])
    assert state.to_act() == (1,)


@pytest.mark.rule("RM-100", "RM-101", "RM-R36")
def test_later_start_orders_follow_the_times() -> None:
    game, state = start(SHORT, players=3)
    for last in ("W", "3", "W"):  # 40, 30, 40 seconds
        drive(game, state, "1", "2", last)
    order = state.view(None)["order"]
    assert isinstance(order, dict)
    assert order["start"] == [1, 0, 2]  # 0 and 2 are equal and keep their order
    follow(game, state, "attack:1WW", "hazards:-")  # seat 1: 47
    while state.view(None)["special"] == 2:
        drive(game, state, "1", "2", "3" if state.to_act() == (2,) else "W")
    order = state.view(None)["order"]
    assert isinstance(order, dict)
    assert order["start"] == [2, 1, 0]  # 70, 77, 80


@pytest.mark.rule("RM-98", "RM-03", "RM-R33")
def test_markers_are_counted_off_and_given_back() -> None:
    game, state = start(SHORT)
    follow(game, state, "attack:12W", "hazards:-", "place:2/go")
    assert car(state)["times"] == [37]
    assert field(state, "markers") == 0


@pytest.mark.rule("RM-15", "RM-19", "RM-20", "RM-99")
def test_course_sheet() -> None:
    game, state = start(SHORT, players=2, name="Test Rally", date="2010-05-01", drivers=["Ana", "Bo"], assistance="ss1")
    finish(game, state)
    finish(game, state)
    sheet = state.view(None)["sheet"]
    assert isinstance(sheet, dict)
    assert (sheet["name"], sheet["date"]) == ("Test Rally", "2010-05-01")
    assert [driver["name"] for driver in sheet["drivers"]] == ["Ana", "Bo"]
    assert [driver["times"] for driver in sheet["drivers"]] == [[30, None, None], [30, None, None]]
    assert [stage["route"] for stage in sheet["specials"]] == ["@T", "@T", "@T"]
    assert [stage["assistance_after"] for stage in sheet["specials"]] == [True, False, False]
    text = sheet_text(state)
    for part in ("Test Rally - 2010-05-01", "SS1  @T  (2 spaces)", "[X] assistance", "[ ] assistance", "00:30", "Ana"):
        assert part in text
    assert "start order: Ana, Bo" in text


@pytest.mark.rule("RM-17", "RM-20")
def test_assistance_after_both_is_the_default() -> None:
    state = create("rallyman", {"players": 1}).start()
    sheet = state.view(None)["sheet"]
    assert isinstance(sheet, dict)
    assert [stage["assistance_after"] for stage in sheet["specials"]] == [True, True, False]


@pytest.mark.rule("RM-79", "RM-80", "RM-R34", "RM-R35")
def test_variable_weather_is_rolled_for_each_zone_of_each_special() -> None:
    game, state = start("Sgg | Sgg", weather="variable", tyres="asphalt")
    for mask in (2, 1, 3):
        assert state.view(None)["phase"] == "weather"
        assert [(game.format_outcome(o), w) for o, w in state.chance()] == [("dry", 4), ("snow", 2)]
        follow(game, state, "snow" if mask & 1 else "dry", "snow" if mask & 2 else "dry")
        assert state.snow[state.special] == mask
        surfaces = state.view(None)["road"]
        assert isinstance(surfaces, dict)
        assert surfaces["surfaces"] == {zone: "snow" if mask >> i & 1 else "asphalt" for i, zone in enumerate("AB")}
        drive(game, state, "1", "2", "3")
    assert state.kind() == OVER


@pytest.mark.rule("RM-R35")
def test_weather_die_is_third_gear_where_dice_differ() -> None:
    _, state = start("Sgg", weather="variable", tyres="asphalt", dice="GT")
    assert [weight for _, weight in state.chance()] == [4, 2]


@pytest.mark.rule("RM-R35")
def test_without_weather_all_is_asphalt() -> None:
    game, state = start("Sgg | Sgg")
    assert state.view(None)["phase"] == "turn"
    assert not any(state.road.snow)
    assert refused(game, state, "tyres:snow") == ("no_weather", "RM-R35")


@pytest.mark.rule("RM-R35")
def test_fixed_weather_is_what_the_director_says() -> None:
    _, state = start("Sgg | Sgg Sgg", weather="fixed", snow=["B", "", "AB"], tyres="asphalt")
    assert state.road.snow == [False, False, True, True, True]


@pytest.mark.rule("RM-23", "RM-81", "RM-86", "RM-R34")
def test_tyres_are_chosen_at_the_first_start_and_in_assistance() -> None:
    game, state = start(SHORT, weather="variable", assistance="ss2")
    follow(game, state, "snow")
    assert names(game, state) == ["ready", "tyres:asphalt", "tyres:snow"]
    follow(game, state, "tyres:snow")
    assert field(state, "tyres") == 1
    assert refused(game, state, "tyres:asphalt") == ("no_service", "RM-81")
    finish(game, state)
    follow(game, state, "dry")
    assert state.view(None)["phase"] == "turn"  # no assistance after SS1: no choice
    finish(game, state)
    follow(game, state, "dry")
    assert names(game, state) == ["ready", "tyres:asphalt", "tyres:snow"]
    follow(game, state, "tyres:asphalt")
    assert field(state, "tyres") == 0


@pytest.mark.rule("RM-81")
def test_tyres_are_not_offered_again_beside_a_flat() -> None:
    game, state = start(SHORT, weather="fixed", assistance="none")
    follow(game, state, "ready")
    put(state, 0, 1, gear=3, flats=1)
    to_play(state)
    drive(game, state, "3", "W")
    assert names(game, state) == ["spare", "ready"]
    assert refused(game, state, "tyres:snow") == ("no_assistance", "RM-81")


@pytest.mark.rule("RM-R34")
def test_service_goes_by_start_order_before_anybody_drives() -> None:
    game, state = start(SHORT, players=2, weather="fixed", start_order=[1, 0])
    assert state.to_act() == (1,)
    assert refused(game, state, "roll:1/go") == ("service_first", "RM-R34")
    follow(game, state, "ready")
    assert state.to_act() == (0,)
    follow(game, state, "tyres:snow")
    assert state.view(None)["phase"] == "turn"
    assert (field(state, "tyres", 0), field(state, "tyres", 1)) == (1, 0)


@pytest.mark.rule("RM-82", "RM-33")
def test_asphalt_tyres_on_snow_lose_control_at_the_second_hazard() -> None:
    for tyres, lost in (("asphalt", True), ("snow", False)):
        game, state = start("Sgg " * 6, weather="fixed", snow=["A"] * 3, tyres=tyres)
        drive(game, state, "1!", "2!")
        assert (state.kind() == CHANCE) == lost


@pytest.mark.rule("RM-83")
def test_snow_tyres_on_snow_keep_both_white_dice() -> None:
    game, state = start("Sgg " * 6, weather="fixed", snow=["A"] * 3, tyres="snow")
    drive(game, state, "1", "W", "W")
    assert where(state) == 3


@pytest.mark.rule("RM-106", "RM-107", "RM-R40")
def test_split_times() -> None:
    game, state = start("Sgg " * 8, checkpoints=["1:2", "1:5", "2:3"])
    events = drive(game, state, "1", "2", "end")
    assert [(e.args["checkpoint"], e.args["seconds"]) for e in events if e.kind == "split"] == [(1, 40)]
    follow(game, state, "attack:34W", "hazards:-", "place:3/go", "place:4/go")
    assert car(state)["splits"] == [{"checkpoint": 1, "seconds": 40}, {"checkpoint": 2, "seconds": 40 + 20 - 3}]
    points = state.view(None)["road"]
    assert isinstance(points, dict)
    assert points["checkpoints"] == [
        {"number": 1, "progress": 2, "space": "T:2"},
        {"number": 2, "progress": 5, "space": "T:5"},
    ]


@pytest.mark.rule("RM-R39", "RM-55")
def test_retired_drivers_rank_behind_all_finishers() -> None:
    _, state = start(SHORT, players=4)
    for seat, (done, first, status) in enumerate(
        [(3, 500, FINISHED), (1, 20, RETIRED), (2, 90, RETIRED), (1, 10, RETIRED)]
    ):
        put(state, seat, 0, times=[first] + [0] * (done - 1), status=status)
    ended = result(state)
    assert ended.places == [1, 4, 2, 3]
    assert sorted(ended.scores, reverse=True) == [ended.scores[seat] for seat in (0, 2, 3, 1)]


@pytest.mark.rule("RM-R39")
@pytest.mark.parametrize("weather", ["none", "variable"])
def test_rallies_go_on_over_shorter_specials_after_a_retirement(weather: str) -> None:
    stages: list[object] = ["J2-J3/L4-L7/J6-J7/V2-V3", "J1-J4/C3-C8", "J2-J3"]
    options: dict[str, object] = {"players": 3, "assistance": "none", "weather": weather, "stages": stages}
    game = create("rallyman", options)
    outlived, rng = 0, Random(1)
    for _ in range(20):
        play = Play(game)
        while play.state.kind() != OVER:
            step(play, rng, lambda state, seat: _reckless(game, state.legal(seat), rng))
            view, dump = play.state.view(None), play.state.dump()
            assert (game.restore(dump).view(None), game.restore(dump).dump()) == (view, dump)
            outlived += _check_retired(view)
    assert outlived > 20


def _reckless(game: Game, legal: list[int], rng: Random) -> int:
    """Far too fast into every corner, or else anything."""
    return rng.choice([action for action in legal if game.form(action).get("path") == "wide"] or legal)


def _check_retired(view: View) -> bool:
    """Is somebody out while a later special is driven? That car brings nothing along."""
    cars = view["cars"]
    assert isinstance(cars, list)
    gone = [own for own in cars if own["status"] == "retired" and len(own["times"]) + 1 < int(str(view["special"]))]
    for own in gone:
        brought = (own["space"], own["progress"], own["gear"], own["markers"], own["seconds"], own["chrono"])
        assert brought == ("START", 0, 0, 0, 0, [])
    return bool(gone)


@pytest.mark.rule("RM-R39")
def test_a_retired_driver_does_not_start_again() -> None:
    game, state = start("Sgg C23rr", players=2, staggered_start=False, assistance="none")
    put(state, 0, 1, gear=4, damage=4)
    put(state, 1, 1, gear=2)
    to_play(state, 0)
    drive(game, state, "4/wide", "loc:left")
    drive(game, state, "2/in", "3")
    order = state.view(None)["order"]
    assert isinstance(order, dict)
    assert order["start"] == [1]


@pytest.mark.rule("RM-R36", "RM-102")
def test_equal_totals_share_the_place() -> None:
    game, state = start(SHORT, players=2)
    for _ in range(6):
        finish(game, state)
    ended = state.result()
    assert ended is not None
    assert ended.places == [1, 1]


@pytest.mark.rule("RM-R42")
def test_physical_decks_run_down_and_are_shuffled_anew() -> None:
    game, state = start("K344gg " * 38, physical_decks=True)
    cards = ["card:good"] * 18 + ["card:dirty"] * 12 + ["card:puncture"] * 6
    for drawn, card in enumerate(cards):
        put(state, 0, drawn, gear=3, flats=0)
        to_play(state)
        drive(game, state, "3/cut")
        assert sum(weight for _, weight in state.chance()) == 36 - drawn
        follow(game, state, card)
    decks = state.view(None)["decks"]
    assert isinstance(decks, dict)
    assert decks["shortcut"] == {"good": 18, "dirty": 12, "puncture": 6}


@pytest.mark.rule("RM-R42")
def test_physical_gear_backs_run_down() -> None:
    game, state = at("Sgg " * 9, 1, 5, physical_decks=True)
    drive(game, state, "5!", "4!", "W!")
    assert [weight for _, weight in state.chance()] == [8, 8, 8]
    follow(game, state, "loc:left")
    decks = state.view(None)["decks"]
    assert isinstance(decks, dict)
    assert decks["gears"][3] == {"gear": 4, "spin": 8, "left": 7, "right": 8}
    assert decks["gears"][4] == {"gear": 5, "spin": 4, "left": 10, "right": 10}


def test_events_tell_a_special_from_start_to_finish() -> None:
    game, state = start(SHORT)
    events = drive(game, state, "1", "2", "3")
    told = kinds(events)
    assert told[:6] == ["roll_clean", "move_go", "roll_clean", "move_go", "roll_clean", "move_go"]
    assert told[6:] == ["card", "finished", "stage_time", "start_order", "special", "assistance", "turn"]


@pytest.mark.rule("RM-98", "RM-02")
@pytest.mark.parametrize("seed", range(3))
def test_whole_rallies_keep_their_accounts(seed: int) -> None:
    """The totals of the result are the stage times of the course sheet, and places follow them."""
    game = create("rallyman", {"players": 3, "weather": "variable", "spare_tyre_seconds": 5})
    state = random_play(game, seed).state
    ended = state.result()
    assert ended is not None
    sheet = state.view(None)["sheet"]
    assert isinstance(sheet, dict)
    sums = [sum(seconds or 0 for seconds in driver["times"]) for driver in sheet["drivers"]]
    assert ended.measures["seconds"] == sums
    finishers = [seat for seat in range(3) if ended.measures["specials"][seat] == 3]
    assert sorted(finishers, key=lambda seat: sums[seat]) == sorted(finishers, key=lambda seat: ended.places[seat])
