"""Setting out: players, cars, money, the first roll, whose turn it is."""

from __future__ import annotations

import pytest
from tests.support import follow

from parcferme.core.errors import BadOption
from parcferme.core.registry import create, create_variant, meta
from parcferme.games.rallye_code.board.read import tariff

from .helpers import DICE, Scene, look


@pytest.mark.rule("RC-01")
@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_play(players: int) -> None:
    assert meta("rallye_code").seats == (2, 6)
    with pytest.raises(BadOption, match="players"):
        create("rallye_code", {"players": players})


@pytest.mark.rule("RC-02", "RC-04")
@pytest.mark.parametrize(
    ("players", "cars", "purse"), [(2, 4, 100_000), (3, 6, 100_000), (4, 4, 50_000), (6, 6, 50_000)]
)
def test_two_cars_each_with_two_or_three_and_50000_a_car(players: int, cars: int, purse: int) -> None:
    state = Scene(players=players).state
    view = look(state)
    assert len(view["cars"]) == cars
    assert state.purses == [purse] * players


@pytest.mark.rule("RC-02", "RC-R03")
def test_cars_play_alternately_car_1_in_odd_rounds() -> None:
    scene = Scene(players=2).put(c1_1="M2", c1_2="M2", c2_1="M2", c2_2="M2")
    scene.roll(2)
    scene.roll(2)
    assert (scene.at("c1.1"), scene.at("c2.1")) == ("M4", "M4")
    assert scene.choices() == ["roll"]
    scene.roll(2)
    scene.roll(3)
    assert (scene.at("c1.2"), scene.at("c2.2")) == ("M4", "M5")
    scene.roll(7)
    assert scene.at("c1.1") == "M11"


@pytest.mark.rule("RC-R03")
def test_a_failed_roll_or_missed_turn_uses_up_that_cars_turn_only() -> None:
    scene = Scene(players=2).put(c1_1="M51", c1_2="M2", c2_1="M2", c2_2="M2")
    scene.roll(2)
    assert scene.at("c1.1") == "M53"  # hotel
    scene.roll(2)
    scene.roll(2)
    scene.roll(3)
    scene.roll(9)
    assert scene.at("c1.1") == "M53"
    scene.roll(3)
    scene.roll(3)
    assert scene.at("c1.2") == "M7"


@pytest.mark.rule("RC-R03")
def test_in_the_free_variant_the_player_chooses_his_car() -> None:
    scene = Scene(players=2, car_order="free").put(c1_1="M2", c1_2="M2")
    assert scene.choices() == ["roll:1", "roll:2"]
    scene.go("roll:2", DICE[2])
    assert (scene.at("c1.1"), scene.at("c1.2")) == ("M2", "M4")
    parked = Scene(players=2, car_order="free").put(c1_1="M35", c1_2="M2", c2_1="M2")
    parked.go("roll:1", DICE[2], "roll:1", DICE[2])
    events = parked.go("roll:1")
    assert [event.kind for event in events] == ["missed_turn"]
    assert parked.actor() == 1


@pytest.mark.rule("RC-03")
def test_boxes_start_empty_without_holder() -> None:
    view = look(Scene().state)
    assert [(box["number"], box["amount"], box["holder"]) for box in view["boxes"]] == [
        (2, 0, None),
        (3, 0, None),
        (4, 0, None),
        (5, 0, None),
    ]


@pytest.mark.rule("RC-05", "RC-06")
@pytest.mark.parametrize("name", ["A", "B"])
def test_notes_make_up_the_provision_with_and_without_tens(name: str) -> None:
    printed = tariff(name)
    assert printed.notes == [(10_000, 2), (5_000, 4), (1_000, 7), (500, 6)]
    assert printed.notes_without_tens == [(5_000, 8), (1_000, 7), (500, 6)]
    for notes in (printed.notes, printed.notes_without_tens):
        assert sum(value * count for value, count in notes) == printed.provision == 50_000
    small = look(create("rallye_code", {"edition": name, "big_notes": False}).start())
    assert small["notes"] == {"5000": 32, "1000": 28, "500": 24}
    assert small["players"][0]["notes"] == {"5000": 8, "1000": 7, "500": 6}
    usual = look(create("rallye_code", {"edition": name}).start())
    assert usual["players"][3]["notes"] == {"10000": 2, "5000": 4, "1000": 7, "500": 6}


@pytest.mark.rule("RC-10", "RC-R02")
def test_cars_start_at_paris_and_drive_the_sum_of_two_dice() -> None:
    scene = Scene()
    assert {scene.at(f"c{car}") for car in range(1, 5)} == {"M1"}
    scene.roll(4)
    assert scene.at("c1") == "M5"
    weights: dict[int, int] = {}
    scene.go("roll")
    for outcome, weight in scene.state.chance():
        low, high = scene.game.format_outcome(outcome).split("+")
        weights[int(low) + int(high)] = weights.get(int(low) + int(high), 0) + weight
    assert weights == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


@pytest.mark.rule("RC-R02")
def test_doubles_mean_nothing() -> None:
    double, mixed = Scene().put(c1="M3"), Scene().put(c1="M3")
    double.go("roll", "2+2")
    mixed.go("roll", "1+3")
    assert double.at("c1") == mixed.at("c1") == "M7"
    assert double.actor() == mixed.actor() == 1  # no second roll


@pytest.mark.rule("RC-16", "RC-R04")
def test_the_highest_first_roll_is_gendarme_and_his_left_neighbour_starts() -> None:
    game = create("rallye_code", {"players": 4})
    state = game.start()
    follow(game, state, DICE[5], DICE[11], DICE[10], DICE[2])
    assert state.dump()["gendarme"] == 1
    assert state.to_act() == (2,)
    cells = [car["cell"] for car in look(state)["cars"]]
    assert cells == ["M1"] * 4  # the first roll moves nobody


@pytest.mark.rule("RC-R04")
def test_ties_roll_again_among_the_tied_and_a_lot_ends_a_long_tie() -> None:
    game = create("rallye_code", {"players": 3})
    state = game.start()
    follow(game, state, DICE[9], DICE[4], DICE[9])
    assert look(state)["turn"]["seat"] == 0
    follow(game, state, DICE[3])
    assert look(state)["turn"]["seat"] == 2
    follow(game, state, DICE[3])
    for _ in range(4):
        follow(game, state, DICE[7], DICE[7])
    assert state.dump()["rerolls"] == 5
    assert [(game.format_outcome(o), w) for o, w in state.chance()] == [("lot:1", 1), ("lot:3", 1)]
    follow(game, state, "lot:3")
    assert state.dump()["gendarme"] == 2


@pytest.mark.rule("RC-R01", "RC-R36")
def test_there_are_two_editions_a_and_b_and_no_other() -> None:
    with pytest.raises(BadOption, match="edition"):
        create("rallye_code", {"edition": "C"})
    a, b = tariff("A").as_printed(), tariff("B").as_printed()
    assert a.keys() == b.keys()
    differ = {key for key in a if a[key] != b[key]}
    assert differ == {
        "rejoin", "slippery_name", "crossing_below", "indemnity_garage", "indemnity_aid", "leave_limit",
        "damaged_fixed", "damaged_per_point", "hotel", "hotel_again", "aid_fixed", "aid_per_point",
        "aid_again", "takeover_per_point", "newcomer_rolls",
    }  # fmt: skip


@pytest.mark.rule("RC-R36", "RC-38")
def test_b_allots_by_first_arrival_like_a() -> None:
    scene = Scene("B").put(c1="M10")
    scene.roll(6)
    assert scene.holder(2) == 0


@pytest.mark.rule("RC-R05", "RC-48", "RC-53", "RC-57", "RC-35")
def test_misprinted_figures_are_read_as_8_6_and_8() -> None:
    assert (tariff("A").leave_limit, tariff("B").leave_limit) == (8, 6)
    assert (tariff("A").immobilised_below, tariff("B").immobilised_below) == (8, 8)
    with pytest.raises(BadOption, match="immobilised_below"):
        create("rallye_code", {"edition": "A", "immobilised_below": "6"})


@pytest.mark.rule("RC-R05")
def test_every_reading_of_the_unreadable_figure_that_is_offered_can_be_played() -> None:
    offered = meta("rallye_code").options.options["immobilised_below"].schema()["enum"]
    assert offered == ["8", "6"]
    limits = [create_variant(f"rallye_code(edition=B,immobilised_below={below})") for below in ("8", "6")]
    assert [game.options["immobilised_below"] for game in limits] == offered


@pytest.mark.rule("RC-R07")
def test_the_badges_2_to_5_lie_round_the_circuit() -> None:
    cells = Scene().game.tables.cells
    assert {cell.id: cell.gerance for cell in cells if cell.gerance} == {"M16": 2, "M33": 3, "M47": 4, "M56": 5}


def test_rounds_count_from_the_starter_even_when_he_is_out() -> None:
    scene = Scene(players=3).put(c1_1="M2", c2_1="M2", c3_1="M2")
    assert (scene.state.starter, scene.state.round) == (0, 1)
    scene.purse(0, 1000).put(c1_1="M51")
    scene.roll(2)  # the hotel takes the last 1,000
    assert scene.cash(0) == 0
    scene.roll(2)
    assert scene.state.round == 1
    scene.roll(3)
    assert (scene.actor(), scene.state.round) == (1, 2)


@pytest.mark.rule("RC-R03")
def test_nobody_is_told_a_car_before_the_player_has_chosen_one_of_his_two() -> None:
    scene = Scene(players=2, car_order="free")
    turn = look(scene.state)["turn"]
    assert (turn["seat"], turn["car"]) == (0, None)
    scene.go("roll:2", DICE[4])
    turn = look(scene.state)["turn"]
    assert (turn["seat"], turn["car"]) == (1, None)
